package ir

// value checks a constant.
func (v *validator) value(x Value) bool {
	switch x := x.(type) {
	case BoolConst, StringConst:
		return true
	case *IntConst:
		if x.V == nil || !v.typ(x.T) {
			v.errorf("a number has no value or no type")
			return false
		}
		return v.inRange(x.V, x.T)
	case *MemberConst:
		return v.typ(x.T) && v.member(x)
	case *InvalidConst:
		r, ok := x.T.(*RecordType)
		if !ok || r.Kind != Header && r.Kind != Union {
			v.errorf("{#} is no value of type %v", x.T)
			return false
		}
		return v.typ(x.T)
	case *ListConst:
		return v.listValue(x)
	}
	v.errorf("a value is missing")
	return false
}

func (v *validator) inRange(x Int, t Type) bool {
	ok := false
	switch u := Underlying(t).(type) {
	case *IntType:
		ok = true
	case *BitsType:
		ok = Fits(x, u)
	case *BoolType:
		_, renamed := t.(*NewType)
		ok = renamed && x.Sign() >= 0 && x.BitLen() <= 1
	case *VarbitType:
		ok = x.Sign() == 0
	}
	if !ok {
		v.errorf("%s is no value of type %s", x, t)
	}
	return ok
}

func (v *validator) member(x *MemberConst) bool {
	var members []string
	switch t := x.T.(type) {
	case *EnumType:
		if t.Repr == nil {
			members = t.Members
		}
	case *ErrorType:
		members = v.p.Errors
	case *MatchKindType:
		members = v.p.MatchKinds
	case *ActionEnum:
		for _, a := range t.Table.Actions {
			if a.Func != nil {
				members = append(members, a.Func.Name)
			}
		}
	}
	if x.Index < 0 || x.Index >= len(members) || members[x.Index] != x.Name {
		v.errorf("%q is not member %d of %s", x.Name, x.Index, x.T)
		return false
	}
	return true
}

func (v *validator) listValue(x *ListConst) bool {
	if !v.typ(x.T) {
		return false
	}
	n, elem := elems(x.T)
	if l, ok := x.T.(*ListType); ok {
		n, elem = len(x.Elems), func(int) Type { return l.Elem }
	}
	if n < 0 || n != len(x.Elems) {
		v.errorf("%d elements are no value of type %s", len(x.Elems), x.T)
		return false
	}
	ok := true
	for i, e := range x.Elems {
		if !v.value(e) {
			ok = false
		} else if !Identical(e.Type(), elem(i)) {
			v.errorf("element %d of a value of type %s is a %s, not a %s", i, x.T, e.Type(), elem(i))
			ok = false
		}
	}
	return ok
}

// elems is the number and the types of what a value of type t is made of, -1 if it
// cannot be made of elements.
func elems(t Type) (int, func(int) Type) {
	switch t := t.(type) {
	case *RecordType:
		if t.Kind != Union {
			return len(t.Fields), func(i int) Type { return t.Fields[i].Type }
		}
	case *StackType:
		return t.Size, func(int) Type { return t.Elem }
	}
	return -1, nil
}

// expr checks an expression; its type may be relied on where it says so.
func (v *validator) expr(x Expr) bool {
	switch x := x.(type) {
	case *Const:
		return v.value(x.Value)
	case *Load:
		return v.place(x.Place)
	case *Unary:
		return v.unary(x)
	case *Binary:
		return v.binary(x)
	case *Mux:
		if !v.exprOf(x.Cond, Bool) || !v.expr(x.Then) {
			return false
		}
		return v.exprOf(x.Else, x.Then.Type())
	case *Cast:
		if !v.expr(x.X) || !v.typ(x.T) {
			return false
		}
		if !castable(x.X.Type(), x.T) {
			v.errorf("%s is no cast from %s", exprText(x), x.X.Type())
			return false
		}
		return true
	case *Slice:
		if !v.expr(x.X) {
			return false
		}
		return v.slice(x.X.Type(), x.Hi, x.Lo)
	case *Make:
		return v.make(x)
	case *IsValid:
		if !v.place(x.Place) {
			return false
		}
		if !isHeader(x.Place.T) {
			v.errorf("%s is no header", placeText(x.Place))
			return false
		}
		return true
	case *LastIndex:
		return v.parserOnly("last_index") && v.place(x.Place) && v.stack(x.Place)
	case *Matches:
		return v.expr(x.X) && v.keyset(x.Set, x.X.Type(), false)
	}
	v.errorf("an expression is missing")
	return false
}

func isHeader(t Type) bool {
	r, ok := t.(*RecordType)
	return ok && (r.Kind == Header || r.Kind == Union)
}

// exprOf checks an expression that has to be of type t.
func (v *validator) exprOf(x Expr, t Type) bool {
	if !v.expr(x) {
		return false
	}
	if !Identical(x.Type(), t) {
		v.errorf("%s is of type %s, not %s", exprText(x), x.Type(), t)
		return false
	}
	return true
}

func (v *validator) unary(x *Unary) bool {
	if !v.expr(x.X) {
		return false
	}
	t := x.X.Type()
	_, bits := t.(*BitsType)
	_, boolean := t.(*BoolType)
	ok := x.Op == Not && boolean || (x.Op == Neg || x.Op == BitNot) && bits
	if !ok || x.T == nil || !Identical(x.T, t) {
		v.errorf("operator %d of a %s that gives a %v", x.Op, t, x.T)
		return false
	}
	return true
}

func (v *validator) binary(x *Binary) bool {
	if !v.expr(x.X) || !v.expr(x.Y) {
		return false
	}
	if x.Op >= numOps || x.Op.Unary() {
		v.errorf("unknown operator %d", x.Op)
		return false
	}
	want := resultType(x.Op, x.X.Type(), x.Y.Type())
	if !operandsFit(x.Op, x.X.Type(), x.Y.Type()) || x.T == nil || want == nil || !Identical(x.T, want) {
		v.errorf("%s of %s and %s that gives %v", x.Op, x.X.Type(), x.Y.Type(), x.T)
		return false
	}
	if t, ok := x.T.(*BitsType); ok && t.Width > MaxWidth {
		v.errorf("%s is wider than %d bits", x.Op, MaxWidth)
		return false
	}
	return true
}

// operandsFit: 8.5 to 8.9.
func operandsFit(op Op, a, b Type) bool {
	x, bits := a.(*BitsType)
	y, bits2 := b.(*BitsType)
	switch op {
	case Shl, Shr:
		return bits && bits2 && !y.Signed
	case Concat:
		return bits && bits2
	case Eq, Ne:
		switch a.(type) {
		case *VoidType, *ObjectType, *ListType:
			return false
		}
		return Identical(a, b)
	case And, Or, Xor:
		if _, ok := a.(*BoolType); ok {
			return Identical(a, b)
		}
	}
	return bits && bits2 && *x == *y
}

// castable: a cast changes the width, or the sign, or the name of a type (8.11).
func castable(from, to Type) bool {
	f, bits := from.(*BitsType)
	t, bits2 := to.(*BitsType)
	if bits && bits2 {
		return f.Width == t.Width || f.Signed == t.Signed
	}
	one := Bits(1)
	if _, ok := from.(*BoolType); ok && Identical(to, one) {
		return true
	}
	if _, ok := to.(*BoolType); ok && Identical(from, one) {
		return true
	}
	return renames(from, to) || renames(to, from)
}

// renames says whether named is another name of t.
func renames(named, t Type) bool {
	switch n := named.(type) {
	case *NewType:
		return Identical(n.Under, t)
	case *EnumType:
		return n.Repr != nil && Identical(n.Repr, t)
	}
	return false
}

func (v *validator) slice(t Type, hi, lo int) bool {
	b, ok := t.(*BitsType)
	if !ok || lo < 0 || hi < lo || hi >= b.Width {
		v.errorf("bits %d to %d of a %s", hi, lo, t)
		return false
	}
	return true
}

func (v *validator) make(x *Make) bool {
	if !v.typ(x.T) {
		return false
	}
	n, elem := elems(x.T)
	if n < 0 || n != len(x.Elems) {
		v.errorf("%s cannot be made of %d elements", x.T, len(x.Elems))
		return false
	}
	if intWithin(x.T) {
		v.errorf("%s has an int in it, which has no width", x.T)
		return false
	}
	ok := true
	for i, e := range x.Elems {
		ok = v.exprOf(e, elem(i)) && ok
	}
	return ok
}

func (v *validator) parserOnly(what string) bool {
	if v.fn.Kind != Parser {
		v.errorf("%s outside a parser", what)
		return false
	}
	return true
}

func (v *validator) stack(p *Place) bool {
	s, ok := p.T.(*StackType)
	if !ok || !isHeader(s.Elem) {
		v.errorf("%s is no stack of headers", placeText(p))
		return false
	}
	return true
}

// place checks a place: its root is in scope, its steps fit.
func (v *validator) place(p *Place) bool {
	if p == nil || p.Root == nil {
		v.errorf("a place is missing")
		return false
	}
	if !v.scope[p.Root] {
		v.errorf("variable %s is of another function", p.Root.Name)
		return false
	}
	if _, ok := p.Root.Type.(*ObjectType); ok {
		v.errorf("%s is an object, not a value", p.Root.Name)
		return false
	}
	t := p.Root.Type
	for _, s := range p.Path {
		to := StepType(t, s)
		if to == nil {
			v.errorf("a step from %s, of type %s, leads nowhere", p.Root.Name, t)
			return false
		}
		if s.Kind == IndexStep && !v.index(s.Index, t.(*StackType)) {
			return false
		}
		if (s.Kind == NextStep || s.Kind == LastStep) && (!v.parserOnly("next or last") || !isHeader(to)) {
			v.errorf("next or last of %s", t)
			return false
		}
		t = to
	}
	if p.T == nil || !Identical(p.T, t) {
		v.errorf("%s is of type %s, not %v", placeText(p), t, p.T)
		return false
	}
	return true
}

func (v *validator) index(x Expr, t *StackType) bool {
	if !v.expr(x) {
		return false
	}
	if _, ok := x.Type().(*BitsType); !ok {
		v.errorf("index %s is of type %s", exprText(x), x.Type())
		return false
	}
	if c, ok := x.(*Const); ok {
		if n := c.Value.(*IntConst).V; n.Sign() < 0 || !n.IsInt64() || n.Int64() >= int64(t.Size) {
			v.errorf("index %s is outside %s", n, t)
			return false
		}
	}
	return true
}
