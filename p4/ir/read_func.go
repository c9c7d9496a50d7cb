package ir

// func = KIND NAME "(" params ")" ["->" type] "local" NAME ["owner" NAME] ["wraps" NAME] annotations
// "{" { variable } { block } "}".
func (r *reader) fun(kind FuncKind) {
	n := r.ident()
	f := declare(r, &r.funcs, n, "function")
	r.prog.Funcs = append(r.prog.Funcs, f)
	f.Kind, f.Name, f.Result = kind, n.text, Void
	r.fn, r.blocks = f, newRefs[Block]()
	r.locals[f] = map[string]*Local{}
	r.want("(")
	r.list(")", func() { f.Params = append(f.Params, r.param()) })
	if r.got("->") {
		f.Result = r.typ()
	}
	r.want("local")
	f.Local = r.ident().text
	if r.got("owner") {
		f.Owner = r.funcs.get(r.ident())
	}
	if r.got("wraps") {
		f.Wraps = r.funcs.get(r.ident())
	}
	f.Annotations = r.annotations()
	r.want("{")
	for r.is("var") || r.is("temp") {
		r.variable()
	}
	for !r.got("}") {
		if r.peek().kind == lexEOF {
			r.fail("\"}\" is expected, not %s", r.peek())
		}
		r.block()
	}
	undeclared(r, &r.blocks, "block")
}

// param = NAME ["declared" NAME] ":" DIRECTION type annotations.
func (r *reader) param() *Local {
	l := r.local()
	l.Param = true
	d := r.take()
	i := indexOf(directionWords[:], d.text)
	if d.kind != lexWord || i < 0 {
		r.failAt(d, "none, in, out or inout is expected, not %s", d)
	}
	l.Dir = Direction(i)
	l.Type = r.typ()
	l.Annotations = r.annotations()
	return l
}

// variable = ("var" | "temp") NAME ["declared" NAME] ":" type annotations.
func (r *reader) variable() {
	temp := r.take().text == "temp"
	l := r.local()
	if l.Temp = temp; temp {
		l.Declared = ""
	}
	l.Type = r.typ()
	l.Annotations = r.annotations()
	r.fn.Locals = append(r.fn.Locals, l)
}

func (r *reader) local() *Local {
	n := r.ident()
	l := &Local{Name: n.text, Declared: n.text}
	if r.locals[r.fn][n.text] != nil {
		r.failAt(n, "%s is declared twice", n)
	}
	r.locals[r.fn][n.text] = l
	if r.got("declared") {
		l.Declared = r.ident().text
	}
	r.want(":")
	return l
}

// block = NAME ":" ["state" NAME] ["atomic" NUMBER] annotations { instruction }
// terminator, each on a line of its own.
func (r *reader) block() {
	n := r.ident()
	b := declare(r, &r.blocks, n, "block")
	b.Name = n.text
	r.fn.Blocks = append(r.fn.Blocks, b)
	r.want(":")
	if r.got("state") {
		b.State = r.ident().text
	}
	if r.got("atomic") {
		b.Atomic = r.int()
	}
	b.Annotations = r.annotations()
	for b.Term == nil {
		if x := r.peek(); !x.first || x.is("}") || x.kind == lexEOF || r.startsBlock() {
			r.failAt(x, "block %s has no end: a terminator on a line of its own is expected, not %s", n, x)
		}
		start := r.pos
		r.try(func() {
			if b.Term = r.term(); b.Term == nil {
				b.Instrs = append(b.Instrs, r.instr())
			}
		}, func() {
			r.pos = max(r.pos, start+1)
			r.nextLine(b)
		})
	}
}

// nextLine goes on behind an instruction or terminator that could not be read.
func (r *reader) nextLine(b *Block) {
	for x := r.peek(); !x.first && x.kind != lexEOF; x = r.peek() {
		r.pos++
	}
	if x := r.peek(); x.is("}") || x.kind == lexEOF || r.startsBlock() {
		b.Term = &Reject{} // the terminator may be what could not be read
	}
}

// startsBlock says whether NAME ":" follows, at the start of a line.
func (r *reader) startsBlock() bool {
	x := r.peek()
	return x.first && x.col == 1 && (x.kind == lexWord || x.kind == lexQuoted) && r.peekAt(1).is(":")
}

// table = "table" NAME "{" … "}".
func (r *reader) table() {
	x := declare(r, &r.tables, r.ident(), "table")
	r.prog.Tables = append(r.prog.Tables, x)
	x.Name = r.toks[r.pos-1].text
	r.fn = nil
	r.want("{")
	for !r.got("}") {
		r.tableLine(x)
	}
}

func (r *reader) tableLine(x *Table) {
	switch {
	case r.got("local"):
		x.Local = r.ident().text
	case r.got("owner"):
		x.Owner = r.funcs.get(r.ident())
		r.fn = x.Owner
	case r.got("key"):
		k := Key{Expr: r.expr()}
		r.want("match")
		k.Match = r.ident().text
		r.want("name")
		k.Name = r.ident().text
		k.Annotations = r.annotations()
		x.Keys = append(x.Keys, k)
	case r.got("action"):
		a := TableAction{Func: r.funcs.get(r.ident())}
		a.Bound = r.operands()
		a.Annotations = r.annotations()
		x.Actions = append(x.Actions, a)
	case r.is("const") && r.peekAt(1).is("default_action"):
		r.pos += 2
		x.DefaultIs = Constant
	case r.is("const") && r.peekAt(1).is("entries"):
		r.pos += 2
		x.EntriesAre = Constant
	case r.got("default_action"):
		c := r.tableCall(x)
		x.Default = &c
	case r.got("entry"):
		x.Entries = append(x.Entries, r.entry(x))
	case r.got("size"):
		x.Size = r.int()
	case r.got("property"):
		p := Property{Name: r.ident().text, Const: r.got("const")}
		r.want("=")
		p.Value = r.arg()
		p.Annotations = r.annotations()
		x.Properties = append(x.Properties, p)
	default:
		x.Annotations = append(x.Annotations, r.annotation())
	}
}

// call = NAME "(" values ")".
func (r *reader) tableCall(x *Table) TableCall {
	n := r.ident()
	i := -1
	f := r.funcs.get(n)
	for j, a := range x.Actions {
		if a.Func == f {
			i = j
		}
	}
	if i < 0 {
		r.failAt(n, "table %s has no action %s", x.Name, n)
	}
	c := TableCall{Action: i}
	r.want("(")
	r.list(")", func() { c.Args = append(c.Args, r.value()) })
	return c
}

// entry = "entry" ["const"] ["priority" NUMBER] "(" keysets ")" call annotations.
func (r *reader) entry(x *Table) Entry {
	e := Entry{Const: r.got("const")}
	if r.got("priority") {
		e.HasPriority, e.Priority = true, r.int()
	}
	e.Keys = r.keysets()
	e.Call = r.tableCall(x)
	e.Annotations = r.annotations()
	return e
}

// keysets = "(" keyset, … ")".
func (r *reader) keysets() []Keyset {
	var out []Keyset
	r.want("(")
	r.list(")", func() { out = append(out, r.keyset()) })
	return out
}

// operands = "(" operand, … ")".
func (r *reader) operands() []Operand {
	var out []Operand
	r.want("(")
	r.list(")", func() { out = append(out, r.operand()) })
	return out
}

// operand = "absent" | "object" NAME | "extern" NAME | DIRECTION (expr | place).
func (r *reader) operand() Operand {
	switch {
	case r.got("object"):
		return Operand{Object: r.objects.get(r.ident())}
	case r.got("extern"):
		return Operand{Param: r.localRef()}
	case r.got("absent"):
		return Operand{}
	case r.got("none"):
		return Operand{Dir: None, Value: r.expr()}
	case r.got("in"):
		return Operand{Dir: In, Value: r.expr()}
	case r.got("out"):
		return Operand{Dir: Out, Place: r.place()}
	}
	r.want("inout")
	return Operand{Dir: InOut, Place: r.place()}
}
