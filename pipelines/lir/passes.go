package lir

// Pass makes functions simpler without changing what they do. A valid program stays valid.
type Pass struct {
	Name, Text string
	Run        func(*Func)
}

// Passes is all passes in the order in which Simplify runs them.
var Passes = []Pass{
	{"fold", "computes what is constant, drops masks and swaps of bytes that change nothing, decides branches", foldFunc},
	{"jumps", "skips empty blocks, joins those that follow each other alone, makes switches of comparisons with constants", jumpsFunc},
	{"copies", "uses what a local is a copy of, and an expression where a local was that is read once", copiesFunc},
	{"dead", "drops what sets locals that are never read then, locals without use, and blocks that nothing leads to", deadFunc},
}

// rounds is how often Simplify runs all passes at most: one makes work for another.
const rounds = 4

// Simplify runs all passes on all functions, until nothing changes.
func Simplify(p *Program) {
	for _, f := range p.Funcs {
		before := ""
		for range rounds {
			for _, pass := range Passes {
				pass.Run(f)
			}
			text := FuncText(f)
			if text == before {
				break
			}
			before = text
		}
	}
}

func deadFunc(f *Func) {
	reachable(f)
	DropDead(f)
}
