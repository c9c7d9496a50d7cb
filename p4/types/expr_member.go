package types

import (
	"up4/p4/syntax"
)

// member is X.Sel where it is no call: a field, an enum's or error's member, or a
// stack's property.
func (c *checker) member(e *syntax.MemberExpr) Type {
	x := c.receiver(e)
	if e.Sel == nil {
		return Invalid
	}
	return c.memberOf(e, x)
}

// receiver is what stands before the dot.
func (c *checker) receiver(e *syntax.MemberExpr) Type {
	if e.Sel != nil && sizeMethods[e.Sel.Text] {
		c.unevaluated++
		defer func() { c.unevaluated-- }()
	}
	return c.expr(e.X)
}

func (c *checker) memberOf(e *syntax.MemberExpr, x Type) Type {
	name := e.Sel.Text
	switch t := x.(type) {
	case *TypeOf:
		return c.typeMember(e, t.Of)
	case *Record:
		if f := t.field(name); f != nil {
			c.fieldOf(e, t, f)
			return f.Type
		}
	case *Anonymous:
		for _, f := range t.Fields {
			if f.Name == name {
				c.known[e] = c.isKnown(e.X)
				return f.Type
			}
		}
	case *Stack:
		if r := c.stackMember(e, t); r != nil {
			return r
		}
	case *Signature, *Extern, *Block:
	case Basic:
		if isInvalid(t) {
			return Invalid
		}
	}
	if sigs := c.methods(x, name); len(sigs) > 0 {
		return sigs[0]
	}
	c.noMember(e, x)
	return Invalid
}

func (c *checker) fieldOf(e *syntax.MemberExpr, t *Record, f *Field) {
	c.lvalues[e] = c.lvalues[e.X]
	c.known[e] = c.isKnown(e.X)
	if f.Decl != nil {
		if o := c.info.Defs[f.Decl]; o != nil {
			c.use(e.Sel, o)
		}
	}
	v, ok := c.constant(e.X).(*ListValue)
	if !ok {
		return
	}
	for i, g := range t.Fields {
		if g == f && i < len(v.Elems) && v.Elems[i] != nil {
			c.info.Values[e] = v.Elems[i]
		}
	}
}

// noMember says what could have been meant.
func (c *checker) noMember(e *syntax.MemberExpr, x Type) {
	var names []string
	switch t := x.(type) {
	case *Record:
		names = t.fieldNames()
		if t.Kind == Header {
			names = append(names, "isValid", "setValid", "setInvalid")
		}
	case *Stack:
		if stackOf(t) == nil {
			break
		}
		names = []string{"next", "last", "lastIndex", "size", "push_front", "pop_front"}
	case *Extern:
		for _, m := range t.Methods {
			names = append(names, m.Name)
		}
	}
	if reason := c.runsBy(e, x); reason != "" {
		c.errorf(e.Sel.Span(), CodeNoMember, "%s", reason)
		return
	}
	kind := ""
	if r, ok := x.(*Record); ok {
		kind = r.Kind.String() + " "
	}
	if b, ok := x.(Basic); ok && b == TableType {
		names = []string{"apply"}
	}
	if _, ok := x.(*Block); ok {
		names = []string{"apply"}
	}
	c.errorf(e.Sel.Span(), CodeNoMember, "%s%s has no member %s%s", kind, x, e.Sel.Text, c.hint(e.Sel.Text, names))
}

// typeMember is E.A or error.A (8.2, 8.3).
func (c *checker) typeMember(e *syntax.MemberExpr, of Type) Type {
	name := e.Sel.Text
	switch t := of.(type) {
	case *Enum:
		for i, m := range t.Members {
			if m == name {
				o := c.info.Defs[t.Decl.Members[i]]
				if o == nil {
					return Invalid
				}
				c.use(e.Sel, o)
				c.known[e] = true
				return c.known1(e, t, o.Value)
			}
		}
		c.errorf(e.Sel.Span(), CodeNoMember, "enum %s has no member %s%s", t.Name, name, c.hint(name, t.Members))
		return Invalid
	case Basic:
		if t == Invalid {
			return Invalid
		}
		if t == ErrorType {
			if o := c.errors[name]; o != nil {
				c.use(e.Sel, o)
				return c.known1(e, ErrorType, o.Value)
			}
			c.errorf(e.Sel.Span(), CodeNoMember, "there is no error %s%s", name, c.hint(name, c.info.Errors))
			return Invalid
		}
	}
	if sigs := c.methods(&TypeOf{of}, name); len(sigs) > 0 {
		return sigs[0]
	}
	c.errorf(e.Sel.Span(), CodeNoMember, "the type %s has no member %s", of, name)
	return Invalid
}

// stackMember is a property of a header stack (8.18), or nil.
func (c *checker) stackMember(e *syntax.MemberExpr, t *Stack) Type {
	if stackOf(t) == nil {
		return nil
	}
	switch e.Sel.Text {
	case "size":
		return c.known1(e, &Bits{Width: 32}, intOf(int64(t.Size), &Bits{Width: 32}))
	case "lastIndex":
		if !c.inParserBody() {
			c.errorf(e.Sel.Span(), CodeStack, "lastIndex of a header stack is known in parsers only")
			return Invalid
		}
		return &Bits{Width: 32}
	case "next", "last":
		if !c.inParserBody() {
			c.errorf(e.Sel.Span(), CodeStack, "%s of a header stack is known in parsers only", e.Sel.Text)
			return Invalid
		}
		// What next refers to can be stored to, what last refers to is only read.
		c.lvalues[e] = e.Sel.Text == "next" && c.lvalues[e.X]
		return t.Elem
	}
	return nil
}

func (c *checker) inParserBody() bool { return c.in.place == inParser }

// index is X[Index]: an element of a header stack or of a tuple (8.18, 8.12).
func (c *checker) index(e *syntax.IndexExpr) Type {
	x, i := c.value(e.X), c.value(e.Index)
	if isInvalid(x) || isInvalid(i) {
		return Invalid
	}
	if s, ok := x.(*Stack); ok {
		return c.stackIndex(e, s, i)
	}
	t, ok := x.(*Tuple)
	if !ok {
		c.errorf(e.X.Span(), CodeOperand, "only header stacks and tuples have elements, not %s", x)
		return Invalid
	}
	if t.Literal && unsettled(t) {
		c.errorf(e.X.Span(), CodeInfer, "of which type this is does not follow: write (S){…}")
		return Invalid
	}
	v, ok := c.info.Values[e.Index].(*IntValue)
	if !ok {
		c.errorf(e.Index.Span(), CodeNotConstant, "the index of a tuple must be an int known when compiled")
		return Invalid
	}
	if v.V.Sign() < 0 || !v.V.IsInt64() || v.V.Int64() >= int64(len(t.Elems)) {
		c.errorf(e.Index.Span(), CodeIndex, "there is no element %s: %s has %d", numText(v.V), t, len(t.Elems))
		return Invalid
	}
	n := int(v.V.Int64())
	// 8.12 allows no assignment to elements; p4c does, and programs do it.
	c.lvalues[e] = c.lvalues[e.X]
	c.known[e] = c.isKnown(e.X)
	if l, ok := c.constant(e.X).(*ListValue); ok && n < len(l.Elems) && l.Elems[n] != nil {
		c.info.Values[e] = l.Elems[n]
	}
	return t.Elems[n]
}

func (c *checker) stackIndex(e *syntax.IndexExpr, s *Stack, i Type) Type {
	if !isNumber(fixed(i)) {
		c.errorf(e.Index.Span(), CodeIndex, "an index must be a number, not %s", i)
		return Invalid
	}
	if v, ok := c.info.Values[e.Index].(*IntValue); ok {
		// What a size is asked of may be beyond the stack (9).
		if c.unevaluated == 0 && (v.V.Sign() < 0 || !v.V.IsInt64() || v.V.Int64() >= int64(s.Size)) {
			c.errorf(e.Index.Span(), CodeIndex, "there is no element %s in a stack of %d", numText(v.V), s.Size)
			return Invalid
		}
	} else if i == Int {
		c.errorf(e.Index.Span(), CodeNoWidth, "the index needs a width")
		return Invalid
	}
	c.lvalues[e] = c.lvalues[e.X]
	return s.Elem
}

// slice is X[Hi:Lo] or X[Lo+:Width] (8.7): unsigned, and known when compiled but for
// Lo in the second form.
func (c *checker) slice(e *syntax.SliceExpr) Type {
	x := c.value(e.X)
	if isInvalid(x) {
		return Invalid
	}
	b := bitsOf(fixed(x))
	switch {
	case x == Int && c.info.Values[e.X] != nil: // it has as many bits as are asked for (8.8)
		b = &Bits{Width: MaxWidth, Signed: true}
	case b == nil:
		c.errorf(e.X.Span(), CodeOperand, "only numbers have slices, not %s", x)
		return Invalid
	default:
		c.toNumber(e.X, x, b)
	}
	var hi, lo int
	if e.Width != nil {
		return c.plusSlice(e, b)
	}
	hi, ok1 := c.constInt(e.Hi, 0, MaxWidth, CodeSlice, "a slice's high bit")
	if !ok1 {
		return Invalid
	}
	lo, ok2 := c.constInt(e.Lo, 0, MaxWidth, CodeSlice, "a slice's low bit")
	if !ok2 {
		return Invalid
	}
	return c.sliced(e, b, hi, lo)
}

func (c *checker) plusSlice(e *syntax.SliceExpr, b *Bits) Type {
	w, ok := c.constInt(e.Width, 1, MaxWidth, CodeSlice, "a slice's width")
	if !ok {
		return Invalid
	}
	t := c.value(e.Lo)
	if isInvalid(t) {
		return Invalid
	}
	if !isNumber(fixed(t)) {
		c.errorf(e.Lo.Span(), CodeSlice, "a slice's low bit must be a number, not %s", t)
		return Invalid
	}
	if c.info.Values[e.Lo] != nil {
		lo, ok := c.constInt(e.Lo, 0, MaxWidth, CodeSlice, "a slice's low bit")
		if !ok {
			return Invalid
		}
		return c.sliced(e, b, lo+w-1, lo)
	}
	// 8.7: one that is known only when it runs is a bit<W>, so that it is not negative;
	// 8.8: an int has no bits then.
	if f := bitsOf(fixed(t)); f != nil && f.Signed && !c.isKnown(e.Lo) {
		c.errorf(e.Lo.Span(), CodeSlice, "a slice's low bit must be unsigned, not %s", t)
		return Invalid
	}
	if c.info.Types[e.X] == Int {
		c.errorf(e.X.Span(), CodeNoWidth, "the width of this number is not known: write it with one, such as 8w1 or 32w1, or cast it")
		return Invalid
	}
	if w > b.Width {
		c.errorf(e.Span(), CodeSlice, "a slice of %d bits is wider than %s", w, b)
		return Invalid
	}
	c.lvalues[e] = c.lvalues[e.X]
	return &Bits{Width: w}
}

func (c *checker) sliced(e *syntax.SliceExpr, b *Bits, hi, lo int) Type {
	switch {
	case hi >= b.Width:
		c.errorf(e.Span(), CodeSlice, "bit %d is beyond %s", hi, b)
		return Invalid
	case hi < lo:
		c.errorf(e.Span(), CodeSlice, "a slice is [high:low], but %d is less than %d", hi, lo)
		return Invalid
	}
	c.lvalues[e] = c.lvalues[e.X]
	c.known[e] = c.isKnown(e.X)
	t := &Bits{Width: hi - lo + 1}
	if v, ok := c.constant(e.X).(*IntValue); ok {
		return c.known1(e, t, foldSlice(v, t, lo))
	}
	return t
}

// cast is (T) X (8.11.1).
func (c *checker) cast(e *syntax.CastExpr) Type {
	to := c.typ(e.Type)
	from := c.value(e.X)
	if isInvalid(from) || isInvalid(to) {
		return Invalid
	}
	c.known[e] = c.isKnown(e.X)
	if isInstance(to) || to == Void {
		c.errorf(e.Type.Span(), CodeCast, "nothing is cast to %s", to)
		return Invalid
	}
	if assignable(from, to) && c.castTarget(from, to) {
		c.implicit(e.X, to)
		return c.known1(e, to, c.constant(e.X))
	}
	if !castable(from, to) || !c.castTarget(from, to) {
		c.errorf(e.Span(), CodeCast, "%s cannot be cast to %s%s", valueText(from), to, c.castMismatch(from, to))
		return Invalid
	}
	v := c.constant(e.X)
	if n, ok := v.(*IntValue); ok && to == Bool && (n.V.Sign() < 0 || n.V.BitLen() > 1) {
		c.errorf(e.Span(), CodeCast, "only 0 and 1 can be cast to bool, not %s", numText(n.V))
		return Invalid
	}
	return c.known1(e, to, castValue(v, to))
}

func isInstance(t Type) bool {
	switch t.(type) {
	case *Extern, *Block:
		return true
	}
	return false
}

// castTarget: casts are made to what values can be written down for; strings,
// match kinds and varbits are not cast (8.11.1).
func (c *checker) castTarget(from, to Type) bool {
	switch t := to.(type) {
	case Basic:
		return t != String && t != MatchKind || from == to
	case *Varbit:
		return Identical(from, to) && from != Any
	}
	return true
}
