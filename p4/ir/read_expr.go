package ir

import "up4/internal/nearest"

// findLocal is a local of the function at hand or of its owner.
func (r *reader) findLocal(name string) *Local {
	if r.fn == nil {
		return nil
	}
	if l := r.locals[r.fn][name]; l != nil {
		return l
	}
	return r.locals[r.fn.Owner][name]
}

func (r *reader) localRef() *Local {
	n := r.ident()
	l := r.findLocal(n.text)
	if l == nil {
		var known []string
		if r.fn != nil {
			for _, l := range append(r.fn.Params, r.fn.Locals...) {
				known = append(known, l.Name)
			}
		}
		r.failAt(n, "no variable or parameter %s%s", n, nearest.Hint(n.text, known))
	}
	return l
}

// place = NAME { "." (FIELD | "next" | "last") | "[" expr "]" }.
func (r *reader) place() *Place {
	l := r.localRef()
	p := &Place{Root: l, T: l.Type}
	for {
		at := r.peek()
		var s Step
		switch {
		case r.got("."):
			s = r.step(p.T)
		case r.got("["):
			s = Step{Kind: IndexStep, Index: r.expr()}
			r.want("]")
		default:
			return p
		}
		t := StepType(p.T, s)
		if t == nil {
			r.failAt(at, "%s has no elements", p.T)
		}
		p.Path, p.T = append(p.Path, s), t
		if len(p.Path) > maxDepth {
			r.fail("nested more than %d deep", maxDepth)
		}
	}
}

func (r *reader) step(t Type) Step {
	switch {
	case r.got("next"):
		return Step{Kind: NextStep}
	case r.got("last"):
		return Step{Kind: LastStep}
	}
	at := r.peek()
	rec, ok := t.(*RecordType)
	name := r.fieldName()
	if !ok {
		r.failAt(at, "%s has no fields", t)
	}
	var known []string
	for i, f := range rec.Fields {
		if f.Name == name {
			return Step{Kind: FieldStep, Field: i}
		}
		known = append(known, f.Name)
	}
	r.failAt(at, "%s has no field %s%s", t, at, nearest.Hint(name, known))
	return Step{}
}

var opsByName = func() map[string]Op {
	m := map[string]Op{}
	for i, n := range opNames {
		m[n] = Op(i)
	}
	return m
}()

// expr = value | place | OPERATOR "(" … ")".
func (r *reader) expr() Expr {
	defer r.enter()()
	x := r.peek()
	if x.kind == lexWord && r.peekAt(1).is("(") {
		if op, ok := opsByName[x.text]; ok {
			return r.operator(op)
		}
	}
	if x.kind == lexWord && words[x.text] && !x.is("true") && !x.is("false") {
		return r.form()
	}
	name := x.kind == lexQuoted || x.kind == lexWord && !words[x.text]
	if name && !r.peekAt(1).is(":") {
		return &Load{r.place()}
	}
	return &Const{r.value()}
}

// operator = OP "(" expr ["," expr] ")". Its type follows from its operands.
func (r *reader) operator(op Op) Expr {
	at := r.take()
	r.want("(")
	x := r.expr()
	if op.Unary() {
		r.want(")")
		return &Unary{op, x, resultType(op, x.Type(), nil)}
	}
	r.want(",")
	y := r.expr()
	r.want(")")
	t := resultType(op, x.Type(), y.Type())
	if t == nil {
		r.failAt(at, "%s of %s and %s has no type", at, x.Type(), y.Type())
	}
	return &Binary{op, x, y, t}
}

// resultType is the type of an operator's result, or nil.
func resultType(op Op, x, y Type) Type {
	switch {
	case op.Compares() || op == Not:
		return Bool
	case op == Concat:
		a, ok := x.(*BitsType)
		b, ok2 := y.(*BitsType)
		if !ok || !ok2 {
			return nil
		}
		return &BitsType{a.Width + b.Width, a.Signed}
	}
	return x
}

// form is the expressions with a word of their own.
func (r *reader) form() Expr {
	x := r.take()
	switch x.text {
	case "mux":
		r.want("(")
		m := &Mux{Cond: r.expr()}
		r.want(",")
		m.Then = r.expr()
		r.want(",")
		m.Else = r.expr()
		r.want(")")
		return m
	case "cast":
		r.want("<")
		t := r.typ()
		r.want(">")
		r.want("(")
		c := &Cast{r.expr(), t}
		r.want(")")
		return c
	case "slice":
		r.want("(")
		s := &Slice{X: r.expr()}
		s.Hi, s.Lo = r.bounds()
		return s
	case "make":
		r.want("<")
		m := &Make{T: r.typ()}
		r.want(">")
		r.want("(")
		r.list(")", func() { m.Elems = append(m.Elems, r.expr()) })
		return m
	case "is_valid", "last_index":
		r.want("(")
		p := r.place()
		r.want(")")
		if x.text == "is_valid" {
			return &IsValid{p}
		}
		return &LastIndex{p}
	case "matches":
		r.want("(")
		m := &Matches{X: r.expr()}
		r.want(",")
		m.Set = r.keyset()
		r.want(")")
		return m
	}
	r.failAt(x, "an expression is expected, not %s", x)
	return nil
}

// bounds = "," HI "," LO ")".
func (r *reader) bounds() (hi, lo int) {
	r.want(",")
	hi = r.int()
	r.want(",")
	lo = r.int()
	r.want(")")
	return hi, lo
}

// keyset = "_" | "mask" "(" expr "," expr ")" | "range" "(" expr "," expr ")" |
// "prefix" "(" expr "," NUMBER ")" | "in_set" "(" NAME ")" | expr.
func (r *reader) keyset() Keyset {
	switch {
	case r.got("_"):
		return &Anything{}
	case r.got("mask"):
		a, b := r.pair()
		return &Masked{a, b}
	case r.got("range"):
		a, b := r.pair()
		return &Between{a, b}
	case r.got("prefix"):
		r.want("(")
		p := &Prefix{Value: r.expr()}
		r.want(",")
		p.Len = r.int()
		r.want(")")
		return p
	case r.got("in_set"):
		r.want("(")
		s := &InSet{r.sets.get(r.ident())}
		r.want(")")
		return s
	}
	return &Exactly{r.expr()}
}

func (r *reader) pair() (a, b Expr) {
	r.want("(")
	a = r.expr()
	r.want(",")
	b = r.expr()
	r.want(")")
	return a, b
}
