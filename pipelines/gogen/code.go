package gogen

import (
	"bytes"
	"slices"
	"strings"

	"up4/pipelines/lir"
)

// code writes one function.
type code struct {
	*writer
	f *lir.Func
	names
	scopes
	shape *shape
	loop  bool // in the loop over a batch
	// guessed are the lookups that are made ahead, by number.
	guessed map[*lir.Lookup]int
	// unset are the locals that may be read before they are set.
	unset map[*lir.Local]bool

	line  string // of the source, as written last
	begun string // the state that begins, until it is written
	// What the code has a use for.
	host, based, frames bool
}

func newCode(w *writer, f *lir.Func) *code {
	own := &writer{about: w.about, program: w.program}
	c := &code{writer: own, f: f, guessed: map[*lir.Lookup]int{}}
	c.names = namesOf(f, c.tables())
	return c
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

// body writes the variables and the statements.
func (c *code) body() {
	list, s := statements(c.f)
	c.unset = lir.Unset(c.f)
	c.shape, c.scopes = s, *scopesOf(c.f, list, s.tangled)
	c.declare(c.before[nil])
	c.list(list)
}

// declare declares variables, which are zero then.
func (c *code) declare(list []*lir.Local) {
	if len(list) == 0 {
		return
	}
	for _, k := range []struct {
		kind lir.Kind
		text string
	}{{lir.Word, "uint64"}, {lir.Bool, "bool"}, {lir.Ptr, "mem.Ptr"}} {
		var names []string
		for _, l := range list {
			if l.T.Kind == k.kind {
				names = append(names, c.locals[l])
			}
		}
		if len(names) == 0 {
			continue
		}
		c.printf("var %s %s\n", strings.Join(names, ", "), k.text)
		if k.kind == lir.Ptr {
			for _, l := range list {
				if l.T.Kind == lir.Ptr && c.unset[l] {
					c.printf("%s = %s\n", c.locals[l], c.base())
				}
			}
		}
	}
}

func (c *code) list(list []stmt) {
	from := c.b.Len()
	for _, x := range list {
		c.declare(c.before[x])
		c.stmt(x)
	}
	if bytes.HasSuffix(c.b.Bytes()[from:], []byte(":\n")) { // no case may follow a label
		c.printf("{\n}\n")
	}
}

func (c *code) stmt(x stmt) {
	switch x := x.(type) {
	case *do:
		if !dropped(x.i, c.needed) {
			c.mark(x.i.Span())
			c.instr(x.i)
		}
	case *state:
		c.begun = x.name
	case *label:
		c.printf("%s:\n", c.labels[x.b])
	case *jump:
		c.mark(x.at)
		if x.how == "goto" {
			c.printf("goto %s\n", c.labels[x.to])
		} else {
			c.printf("%s\n", x.how)
		}
	case *branch:
		c.mark(x.t.Span())
		c.branch(x)
	case *choice:
		c.mark(x.t.Span())
		c.choice(x)
	case *loop:
		c.printf("for {\n")
		c.list(x.body)
		c.printf("}\n")
	case *leave:
		c.mark(x.t.Span())
		c.leave(x.t)
	}
}

// branch writes if, and else if where nothing else stands in the other arm.
func (c *code) branch(x *branch) {
	for {
		cond := expr(c, x.t.Cond, 0)
		if x.not {
			cond = negated(c, x.t.Cond, 0)
		}
		c.printf("if %s {\n", cond)
		c.list(x.then)
		if len(x.els) == 0 {
			break
		}
		if next, ok := x.els[0].(*branch); ok && len(x.els) == 1 && len(c.before[next]) == 0 {
			c.printf("} else ")
			x = next
			continue
		}
		c.printf("} else {\n")
		c.list(x.els)
		break
	}
	c.printf("}\n")
}

func (c *code) choice(x *choice) {
	c.printf("switch %s {\n", expr(c, x.t.X, 0))
	for _, k := range x.cases {
		values := make([]string, len(k.values))
		for i, v := range k.values {
			values[i] = number(v)
		}
		c.printf("case %s:\n", strings.Join(values, ", "))
		c.list(k.body)
	}
	if len(x.def) > 0 {
		c.printf("default:\n")
		c.list(x.def)
	}
	c.printf("}\n")
}

func (c *code) leave(t *lir.Return) {
	status := expr(c, t.Status, 0)
	switch {
	case c.loop && status == "0":
		c.frames = true
		c.printf("continue frames\n")
	case c.loop:
		c.printf("return i, %s\n", status)
	default:
		c.printf("return %s\n", status)
	}
}

// mark writes the line of the source where it is another, and the state that begins.
func (c *code) mark(s lir.Span) {
	line := ""
	if c.about.Where != nil {
		line = c.about.Where(s)
	}
	if line == c.line || line == "" {
		line = ""
	} else {
		c.line = line
	}
	switch {
	case c.begun != "" && c.line != "":
		c.printf("// %s, state %s\n", c.line, c.begun)
	case c.begun != "":
		c.printf("// state %s\n", c.begun)
	case line != "":
		c.printf("// %s\n", line)
	}
	c.begun = ""
}
