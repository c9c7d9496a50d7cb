package types

import (
	"up4/internal/nearest"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// expr finds the type of an expression, which may be a type's name or a function.
func (c *checker) expr(e syntax.Expr) Type {
	if e == nil {
		return Invalid
	}
	t := c.expr1(e)
	if t == nil {
		t = Invalid
	}
	c.info.Types[e] = t
	return t
}

func (c *checker) expr1(e syntax.Expr) Type {
	switch e := e.(type) {
	case *syntax.Ident:
		return c.ident(e)
	case *syntax.TypeExpr:
		return &TypeOf{c.typOpen(e.Type)}
	case *syntax.IntLit:
		return c.intLit(e)
	case *syntax.BoolLit:
		return c.known1(e, Bool, BoolValue(e.Value))
	case *syntax.StringLit:
		return c.known1(e, String, StringValue(e.Value))
	case *syntax.ThisExpr:
		if c.in.this == nil {
			c.errorf(e.Span(), CodeThis, "this stands for the instance in an abstract method's implementation only")
			return Invalid
		}
		c.known[e] = true
		return c.in.this
	case *syntax.Dots:
		c.known[e] = true
		return Any
	case *syntax.DefaultExpr:
		c.known[e] = true
		return Any
	case *syntax.InvalidExpr:
		c.known[e] = true
		return NoHeader
	case *syntax.ParenExpr:
		t := c.expr(e.X)
		c.same(e, e.X)
		return t
	case *syntax.UnaryExpr:
		return c.unary(e)
	case *syntax.BinaryExpr:
		return c.binary(e)
	}
	return c.exprRest(e)
}

func (c *checker) exprRest(e syntax.Expr) Type {
	switch e := e.(type) {
	case *syntax.CondExpr:
		return c.cond(e)
	case *syntax.CastExpr:
		return c.cast(e)
	case *syntax.MemberExpr:
		return c.member(e)
	case *syntax.IndexExpr:
		return c.index(e)
	case *syntax.SliceExpr:
		return c.slice(e)
	case *syntax.CallExpr:
		return c.call(e)
	case *syntax.ListExpr:
		return c.list(e)
	case *syntax.StructExpr:
		return c.structExpr(e)
	}
	return Invalid
}

// same gives e what is known of x: its value, and whether it can be assigned to.
func (c *checker) same(e, x syntax.Expr) {
	if v, ok := c.info.Values[x]; ok {
		c.info.Values[e] = v
	}
	c.known[e] = c.known[x]
	c.lvalues[e] = c.lvalues[x]
}

func (c *checker) known1(e syntax.Expr, t Type, v Value) Type {
	if v != nil {
		c.info.Values[e] = v
		c.known[e] = true
	}
	return t
}

// isKnown says whether e is known when the program is compiled and instantiated
// (18.1).
func (c *checker) isKnown(e syntax.Expr) bool { return c.known[e] || c.info.Values[e] != nil }

// value is expr for what must have a value: neither a type nor a function.
func (c *checker) value(e syntax.Expr) Type {
	t := c.expr(e)
	switch t := t.(type) {
	case *TypeOf:
		if !isInvalid(t.Of) {
			c.errorf(e.Span(), CodeNotValue, "%s is a type: a value is expected here", t.Of)
		}
	case *Signature:
		c.errorf(e.Span(), CodeNotValue, "%s is %s: a value is expected here; did you mean %s(…)?", t.Name, t.Kind.withArticle(), t.Name)
	case Basic:
		if t != Void {
			return t
		}
		c.errorf(e.Span(), CodeNotValue, "this has no value")
	default:
		return t
	}
	c.info.Types[e] = Invalid
	return Invalid
}

// ident resolves a name (6.9).
func (c *checker) ident(e *syntax.Ident) Type {
	o := c.lookup(e.Name, e.Dot)
	if o == nil && !e.Dot {
		o = c.kinds[e.Name]
	}
	if o == nil {
		c.unknown(e.Span(), "", e.Name, e.Dot, nil)
		return Invalid
	}
	c.use(e, o)
	switch o.Kind {
	case TypeName:
		if c.open[o] {
			c.errorf(e.Span(), CodeRecursion, "%s is used within its own declaration", o.Name)
			return Invalid
		}
		return &TypeOf{o.Type}
	case Const, KindMember, EnumMember:
		c.known[e] = true
		return c.known1(e, o.Type, o.Value)
	case Var:
		c.lvalues[e] = true
	case ParamObj:
		switch o.Decl.(*syntax.Param).Dir {
		case syntax.Out, syntax.InOut:
			c.lvalues[e] = true
		case syntax.NoDirection: // bound before this runs (6.8)
			c.known[e] = true
		}
	case CtorParam, Instance:
		c.known[e] = true
	case FuncObj, ActionObj, TableObj:
		if c.open[o] && len(o.Overloads) == 0 {
			c.errorf(e.Span(), CodeRecursion, "%s is used within its own declaration: there is no recursion", o.Name)
			return Invalid
		}
	case StateObj:
		return State
	}
	return o.Type
}

// intLit is an integer literal (6.4.3.2). The parser warns of one that does not fit
// its width.
func (c *checker) intLit(e *syntax.IntLit) Type {
	if e.Value == nil {
		return Invalid
	}
	if !e.Sized {
		return c.known1(e, Int, &IntValue{e.Value, Int})
	}
	if e.Width < 1 && e.Signed || e.Width > MaxWidth {
		c.errorf(e.Span(), CodeBadWidth, "a literal's width must be from 1 to %d, not %d", MaxWidth, e.Width)
		return Invalid
	}
	t := &Bits{Width: e.Width, Signed: e.Signed}
	return c.known1(e, t, &IntValue{wrap(e.Value, t), t})
}

// unary is !x, ~x, -x and +x (8.5 to 8.9).
func (c *checker) unary(e *syntax.UnaryExpr) Type {
	t := c.value(e.X)
	if isInvalid(t) {
		return Invalid
	}
	f := fixed(t)
	ok := false
	switch e.Op {
	case token.Not:
		ok = f == Bool
	case token.BitNot:
		ok = bitsOf(f) != nil
		if f == Int { // 8.9: an int has no width to complement
			c.errorf(e.Span(), CodeOperand, "~ needs a width: write %sw… before the number", "8")
			return Invalid
		}
	case token.Sub, token.Add:
		ok = isNumber(f)
	}
	if !ok {
		c.errorf(e.Span(), CodeOperand, "%s is not defined on %s", e.Op, t)
		return Invalid
	}
	if f != t {
		c.implicit(e.X, f)
	}
	c.known[e] = c.isKnown(e.X)
	return c.known1(e, f, c.foldUnary(e.Op, f, c.constant(e.X)))
}

// cond is a ? b : c (8.5.1).
func (c *checker) cond(e *syntax.CondExpr) Type {
	ct := c.value(e.Cond)
	x, y := c.value(e.Then), c.value(e.Else)
	if !isInvalid(ct) && ct != Bool {
		c.errorf(e.Cond.Span(), CodeCondition, "a condition must be a bool, not %s%s", ct, c.noCondition(e.Cond, ct))
		return Invalid
	}
	if isInvalid(x) || isInvalid(y) {
		return Invalid
	}
	t := c.common(e.Then, x, e.Else, y)
	if t == nil {
		c.errorf(e.Span(), CodeTypeMismatch, "both sides of : must be of one type, not %s and %s%s", x, y, c.castOne(e.Then, x, e.Else, y, false))
		return Invalid
	}
	if t == Int && !c.isKnown(e.Cond) {
		// 8.5.1: which of two ints it is would be known only when it runs.
		c.errorf(e.Span(), CodeNoWidth, "the width of these numbers is not known: write one with it, such as 8w1 or 32w1")
		return Invalid
	}
	c.known[e] = c.isKnown(e.Cond) && c.isKnown(e.Then) && c.isKnown(e.Else)
	if b, ok := c.info.Values[e.Cond].(BoolValue); ok {
		if b {
			return c.known1(e, t, c.constant(e.Then))
		}
		return c.known1(e, t, c.constant(e.Else))
	}
	return t
}

// common is the type both expressions can be converted to, or nil. They are
// converted.
func (c *checker) common(a syntax.Expr, x Type, b syntax.Expr, y Type) Type {
	if Identical(x, y) {
		if weak(x) && !weak(y) {
			return y
		}
		return x
	}
	if assignable(y, x) && !isEnum(y) && x != Int {
		c.implicit(b, x)
		return x
	}
	if assignable(x, y) && !isEnum(x) {
		c.implicit(a, y)
		return y
	}
	return nil
}

func isEnum(t Type) bool {
	_, ok := t.(*Enum)
	return ok
}

// list is {a, b} (8.12).
func (c *checker) list(e *syntax.ListExpr) Type {
	t := &Tuple{Literal: true}
	known := true
	bad := false
	for i, x := range e.Elems {
		if d, ok := x.(*syntax.Dots); ok && i < len(e.Elems)-1 {
			c.errorf(d.Span(), CodeDots, "nothing can stand behind ..., which gives all that is left its defaults")
			bad = true
		}
		xt := c.value(x)
		bad = bad || isInvalid(xt)
		t.Elems = append(t.Elems, xt)
		known = known && c.isKnown(x)
	}
	c.known[e] = known
	if bad {
		return Invalid
	}
	return c.known1(e, t, c.listValue(t, e.Elems))
}

// structExpr is {f = a} (8.13).
func (c *checker) structExpr(e *syntax.StructExpr) Type {
	t := &Anonymous{Dots: e.Dots}
	known, bad := true, false
	var names []*syntax.Name
	var values []syntax.Expr
	for _, f := range e.Fields {
		values = append(values, f.Value)
		ft := c.value(f.Value)
		bad = bad || isInvalid(ft)
		t.Fields = append(t.Fields, &Field{Name: f.Name.Text, Type: ft})
		known = known && c.isKnown(f.Value)
		names = append(names, f.Name)
	}
	before := c.diags.Errors()
	c.distinct(names)
	c.known[e] = known
	if bad || c.diags.Errors() > before {
		return Invalid
	}
	if e.Dots {
		return t
	}
	return c.known1(e, t, c.listValue(t, values))
}

// hint is the nearest of names.
func (c *checker) hint(name string, names []string) string {
	if c.diags.Errors() >= source.MaxErrors { // what is not shown needs no search
		return ""
	}
	return nearest.Hint(name, names)
}
