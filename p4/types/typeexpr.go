package types

import (
	"fmt"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// Limits of what a program can declare; the specification has none.
const (
	// MaxWidth is the widest bit, int and varbit, in bits.
	MaxWidth = 1 << 16
	// MaxStack is the most elements of a header stack.
	MaxStack = 1 << 16
	// maxTypeParts is of how many parts a type may consist, all levels counted.
	maxTypeParts = 1 << 15
)

// typ is what a written type denotes. A generic type needs its arguments.
func (c *checker) typ(t syntax.Type) Type {
	if t == nil {
		return Void
	}
	r := c.typ1(t)
	if bare(r) {
		c.errorf(t.Span(), CodeTypeArgs, "%s needs type arguments: %s<…>", r, r)
		r = Invalid
	}
	c.info.TypeExprs[t] = r
	return r
}

// typOpen is typ, but lets a generic type stand without arguments, which are then
// inferred.
func (c *checker) typOpen(t syntax.Type) Type {
	r := c.typ1(t)
	c.info.TypeExprs[t] = r
	return r
}

// bare is true for a generic type without arguments.
func bare(t Type) bool { return len(typeParams(t)) > 0 }

// typeParams are the parameters of a generic type that has no arguments yet: the
// declaration's own are its arguments until then.
func typeParams(t Type) []*TypeVar {
	switch t := t.(type) {
	case *Generic:
		return t.Vars
	case *Stack:
		if g, ok := t.Elem.(*Generic); ok {
			return g.Vars
		}
	case *Block:
		return t.TypeParams
	}
	return nil
}

func nameOf(t Type) string {
	switch t := t.(type) {
	case *Record:
		return t.Name
	case *Extern:
		return t.Name
	case *Block:
		return t.Name
	}
	return t.String()
}

func (c *checker) typ1(t syntax.Type) Type {
	switch t := t.(type) {
	case *syntax.NamedType:
		return c.namedType(t)
	case *syntax.BaseType:
		return c.baseType(t)
	case *syntax.StackType:
		return c.stackType(t)
	case *syntax.TupleType:
		args := c.typeArgs(t.Args)
		for i, a := range args {
			if !c.allowedIn(a, inTuple) {
				c.errorf(t.Args[i].Span(), CodeBadNesting, "a tuple cannot contain %s", a)
				args[i] = Invalid
			}
		}
		return c.bounded(t, &Tuple{Elems: args})
	case *syntax.ListType:
		e := c.typ(t.Elem)
		if !c.allowedIn(e, inList) {
			c.errorf(t.Elem.Span(), CodeBadNesting, "a list cannot contain %s", e)
			e = Invalid
		}
		return c.bounded(t, &List{e})
	case *syntax.AnyType:
		return Any
	}
	return Invalid
}

func (c *checker) typeArgs(ts []syntax.Type) []Type {
	out := make([]Type, 0, len(ts))
	for _, t := range ts {
		out = append(out, c.typ(t))
	}
	return out
}

// bounded refuses types that consist of too many parts.
func (c *checker) bounded(at syntax.Node, t Type) Type {
	if c.size(t) > maxTypeParts {
		c.errorf(at.Span(), CodeTypeTooLarge, "this type has more than %d parts", maxTypeParts)
		return Invalid
	}
	return t
}

// size is the number of parts of t, all levels counted.
func (c *checker) size(t Type) int {
	if t == nil {
		return 0
	}
	if n, ok := c.sizes[t]; ok {
		return n
	}
	n := 1
	for _, p := range parts(t) {
		n = min(n+c.size(p), maxTypeParts+1)
	}
	c.sizes[t] = n
	return n
}

func (c *checker) namedType(t *syntax.NamedType) Type {
	o := c.lookup(t.Name.Text, t.Dot)
	isType := func(o *Object) bool { return o.Kind == TypeName }
	if o == nil {
		c.unknown(t.Name.Span(), "type", t.Name.Text, t.Dot, isType)
		c.typeArgs(t.Args)
		return Invalid
	}
	if o.Kind != TypeName {
		c.errorf(t.Span(), CodeNotType, "%s is not a type%s", t.Name.Text, c.hint(t.Name.Text, c.visible(t.Dot, isType)))
		return Invalid
	}
	c.use(t.Name, o)
	if c.open[o] {
		c.errorf(t.Span(), CodeRecursion, "%s is used within its own declaration", o.Name)
		return Invalid
	}
	if t.Args == nil {
		return o.Type
	}
	return c.instantiate(t, o.Type, c.typeArgs(t.Args))
}

// instantiate puts type arguments in for the parameters of a generic type (7.2.11).
func (c *checker) instantiate(at syntax.Node, t Type, args []Type) Type {
	if isInvalid(t) {
		return Invalid
	}
	vars := typeParams(t)
	if len(vars) == 0 {
		if n, ok := at.(*syntax.NamedType); ok && n.Name.Text != nameOf(t) {
			c.errorf(at.Span(), CodeTypeArgs, "%s takes no type arguments: it stands for %s", n.Name.Text, t)
			return Invalid
		}
		c.errorf(at.Span(), CodeTypeArgs, "%s takes no type arguments", t)
		return Invalid
	}
	if len(vars) != len(args) {
		c.errorf(at.Span(), CodeTypeArgs, "%s takes %s, not %d", nameOf(t), plural(len(vars), "type argument"), len(args))
		return Invalid
	}
	for _, a := range args {
		if isInvalid(a) {
			return Invalid
		}
		if b, ok := a.(*Block); ok && (!b.IsType || isRecord(t)) {
			c.errorf(at.Span(), CodeTypeArgs, "%s %s cannot be a type argument", b.Kind, b.Name)
			return Invalid
		}
		if refersTo(a, t) {
			c.errorf(at.Span(), CodeRecursion, "%s cannot be an argument of itself", nameOf(t))
			return Invalid
		}
	}
	return c.checkFields(at, c.specialize(t, vars, args))
}

func isRecord(t Type) bool {
	g, ok := t.(*Generic)
	if !ok {
		return false
	}
	_, ok = g.Of.(*Record)
	return ok
}

// refersTo says whether the declaration of t occurs in a.
func refersTo(a, t Type) bool {
	if g, ok := t.(*Generic); ok {
		t = g.Of
	}
	found := false
	walk(a, map[Type]bool{}, func(p Type) {
		switch p := p.(type) {
		case *Extern:
			e, ok := t.(*Extern)
			found = found || ok && e.Decl == p.Decl
		case *Record:
			r, ok := t.(*Record)
			found = found || ok && r.Decl == p.Decl
		case *Block:
			b, ok := t.(*Block)
			found = found || ok && b.Decl == p.Decl
		}
	})
	return found
}

// specialize is instantiate without checks. Equal arguments give the same Type.
func (c *checker) specialize(t Type, vars []*TypeVar, args []Type) Type {
	var key strings.Builder
	c.writeKey(&key, t)
	for _, a := range args {
		key.WriteByte(',')
		c.writeKey(&key, a)
	}
	if to := c.made[key.String()]; to != nil {
		return to
	}
	var to Type
	switch t := t.(type) {
	case *Generic:
		to = Substitute(t.Of, bind(vars, args))
	case *Block:
		to = t.specialize(args)
	}
	c.made[key.String()] = to
	return to
}

// writeKey writes what tells a type from every other.
func (c *checker) writeKey(b *strings.Builder, t Type) {
	switch t := t.(type) {
	case Basic, *Bits, *Varbit:
		b.WriteString(t.String())
	default:
		id, ok := c.ids[t]
		if !ok {
			id = len(c.ids)
			c.ids[t] = id
		}
		fmt.Fprintf(b, "#%d", id)
	}
}

func (c *checker) baseType(t *syntax.BaseType) Type {
	switch t.Kind {
	case token.Bool:
		return Bool
	case token.ErrorKw:
		if !c.hasErrors { // 7.1.2: the type comes to be by its first members
			if !c.toldErrors {
				c.errorf(t.Span(), CodeUnknownName, "no error is declared: include core.p4, or declare error {…}")
			}
			c.toldErrors = true
			return Invalid
		}
		return ErrorType
	case token.MatchKind:
		return MatchKind
	case token.StringKw:
		return String
	case token.Void:
		return Void
	case token.IntKw:
		if t.Width == nil {
			return Int
		}
	}
	if t.Width == nil { // bit is bit<1> (7.1.6.2)
		return &Bits{Width: 1}
	}
	least := 0
	if t.Kind == token.IntKw {
		least = 1
	}
	n, ok := c.constInt(t.Width, least, MaxWidth, CodeBadWidth, "a width")
	if !ok {
		return Invalid
	}
	switch t.Kind {
	case token.Varbit:
		return &Varbit{n}
	case token.IntKw:
		return &Bits{Width: n, Signed: true}
	}
	return &Bits{Width: n}
}

func (c *checker) stackType(t *syntax.StackType) Type {
	elem := c.typOpen(t.Elem)
	n, ok := c.constInt(t.Size, 0, MaxStack, CodeBadSize, "a stack's size")
	if isInvalid(elem) || !ok {
		return Invalid
	}
	if !c.allowedIn(elem, inArray) {
		c.errorf(t.Elem.Span(), CodeBadNesting, "a stack or array cannot be of %s", elem)
		return Invalid
	}
	return c.bounded(t, &Stack{elem, n})
}

// constInt is an int known when compiled, within bounds.
func (c *checker) constInt(e syntax.Expr, least, most int, code source.Code, what string) (int, bool) {
	t := c.value(e)
	if isInvalid(t) {
		return 0, false
	}
	if !isNumber(fixed(t)) {
		c.errorf(e.Span(), code, "%s must be an int, not %s", what, t)
		return 0, false
	}
	v, ok := c.info.Values[e].(*IntValue)
	if !ok {
		c.errorf(e.Span(), CodeNotConstant, "%s must be known when the program is compiled", what)
		return 0, false
	}
	if !v.V.IsInt64() || v.V.Int64() < int64(least) || v.V.Int64() > int64(most) {
		c.errorf(e.Span(), code, "%s must be from %d to %d, not %s", what, least, most, numText(v.V))
		return 0, false
	}
	return int(v.V.Int64()), true
}
