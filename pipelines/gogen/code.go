package gogen

import (
	"fmt"
	"slices"
	"strings"

	"up4/pipelines/lir"
)

// code writes one function.
type code struct {
	*writer
	f     *lir.Func
	loop  bool // in the loop over a batch
	names map[*lir.Local]string
	// into is how many ways lead to a block; used are the labels that something goes to.
	into   map[*lir.Block]int
	labels map[*lir.Block]string
	used   map[*lir.Block]bool
	later  []*lir.Block // that wait for their label
	queued map[*lir.Block]bool
	next   *lir.Block // the label that stands next, where a goto to it can be left out
	line   string     // of the source, as written last
	// guessed are the lookups that are made ahead, by number.
	guessed map[*lir.Lookup]int
}

// reserved are names that generated code has a use for.
var reserved = []string{
	"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto", "if", "import",
	"interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
	"e", "h", "b", "i", "d", "key", "from", "frames", "mem", "frame", "table", "compiled", "arena", "true", "false", "nil", "len",
}

func newCode(w *writer, f *lir.Func) *code {
	c := &code{writer: w, f: f, names: map[*lir.Local]string{}, into: map[*lir.Block]int{}, labels: map[*lir.Block]string{}, guessed: map[*lir.Lookup]int{}, used: map[*lir.Block]bool{}, queued: map[*lir.Block]bool{}}
	taken := map[string]bool{}
	for _, r := range reserved {
		taken[r] = true
	}
	for _, t := range c.tables() {
		taken[fmt.Sprintf("t%d", t.table)], taken[fmt.Sprintf("hits%d", t.table)] = true, true
	}
	unique := func(name string) string {
		out := name
		for n := 2; taken[out]; n++ {
			out = fmt.Sprintf("%s%d", name, n)
			if last := name[len(name)-1]; last >= '0' && last <= '9' {
				out = fmt.Sprintf("%sx%d", name, n)
			}
		}
		taken[out] = true
		return out
	}
	for _, l := range slices.Concat(f.Params, f.Locals) {
		c.names[l] = unique(goName(l.Name))
	}
	for _, b := range f.Blocks {
		c.labels[b] = unique(goName(b.Name))
		for _, to := range successors(b.Term) {
			c.into[to]++
		}
	}
	return c
}

func successors(t lir.Term) []*lir.Block {
	switch t := t.(type) {
	case *lir.Goto:
		return []*lir.Block{t.To}
	case *lir.If:
		return []*lir.Block{t.Then, t.Else}
	case *lir.Switch:
		var list []*lir.Block
		for _, c := range t.Cases {
			list = append(list, c.To)
		}
		return append(list, t.Default)
	}
	return nil
}

// usedTable is a table that a function looks into.
type usedTable struct {
	table   int
	find    lir.Find
	counted bool
}

// tables are those that the function looks into, each once.
func (c *code) tables() (list []usedTable) {
	for _, b := range c.f.Blocks {
		for _, i := range b.Instrs {
			l, ok := i.(*lir.Lookup)
			if !ok {
				continue
			}
			at := slices.IndexFunc(list, func(u usedTable) bool { return u.table == l.Table })
			if at < 0 {
				list = append(list, usedTable{table: l.Table, find: l.Find})
				at = len(list) - 1
			}
			list[at].counted = list[at].counted || !l.Silent
		}
	}
	return list
}

// body writes the variables and the blocks.
func (c *code) body() {
	types := map[lir.Kind][]string{}
	for _, l := range c.f.Locals {
		types[l.T.Kind] = append(types[l.T.Kind], c.names[l])
	}
	for _, k := range []struct {
		kind lir.Kind
		text string
	}{{lir.Word, "uint64"}, {lir.Bool, "bool"}, {lir.Ptr, "mem.Ptr"}} {
		if list := types[k.kind]; len(list) > 0 {
			c.printf("var %s %s\n", strings.Join(list, ", "), k.text)
			c.printf("%s = %s\n", strings.Repeat("_, ", len(list)-1)+"_", strings.Join(list, ", "))
		}
	}
	head := c.b.Len()
	c.block(c.f.Blocks[0])
	for len(c.later) > 0 {
		b := c.later[0]
		c.later = c.later[1:]
		c.printf("%s:\n", c.labels[b])
		c.block(b)
	}
	_ = head
}

// block writes a block, and after it what only it leads to.
func (c *code) block(b *lir.Block) {
	if b.State != "" {
		c.printf("// state %s\n", b.State)
	}
	for _, i := range b.Instrs {
		c.mark(i.Span())
		c.instr(i)
	}
	c.mark(b.Term.Span())
	switch t := b.Term.(type) {
	case *lir.Goto:
		c.to(t.To)
	case *lir.If:
		yes, no, cond := t.Then, t.Else, expr(c, t.Cond, 0)
		if c.into[yes] == 1 && c.into[no] == 1 && c.size(yes) > c.size(no) || c.into[yes] == 1 && c.into[no] > 1 {
			yes, no, cond = no, yes, negated(c, t.Cond)
		}
		c.printf("if %s {\n", cond)
		c.to(yes)
		c.printf("}\n")
		c.to(no)
	case *lir.Switch:
		c.printf("switch %s {\n", expr(c, t.X, 0))
		for _, k := range t.Cases {
			var values []string
			for _, v := range k.Values {
				values = append(values, number(v))
			}
			c.printf("case %s:\n", strings.Join(values, ", "))
			c.to(k.To)
		}
		c.printf("}\n")
		c.to(t.Default)
	case *lir.Return:
		c.leave(t)
	}
}

// to goes to a block: one that nothing else leads to is written here.
func (c *code) to(b *lir.Block) {
	if c.into[b] == 1 && !b.Loop {
		c.block(b)
		return
	}
	c.printf("goto %s\n", c.labels[b])
	if !c.queued[b] {
		c.queued[b] = true
		c.later = append(c.later, b)
	}
}

// size is how many blocks are written where a block is.
func (c *code) size(b *lir.Block) int {
	if c.into[b] != 1 || b.Loop {
		return 0
	}
	n := 1 + len(b.Instrs)
	for _, to := range successors(b.Term) {
		n += c.size(to)
	}
	return n
}

func (c *code) leave(t *lir.Return) {
	status := expr(c, t.Status, 0)
	switch {
	case c.loop && status == "0":
		c.printf("continue frames\n")
	case c.loop:
		c.printf("return i, %s\n", status)
	default:
		c.printf("return %s\n", status)
	}
}

// mark writes the line of the source where it is another.
func (c *code) mark(s lir.Span) {
	if c.about.Where == nil {
		return
	}
	if line := c.about.Where(s); line != "" && line != c.line {
		c.line = line
		c.printf("// %s\n", line)
	}
}
