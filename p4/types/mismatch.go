package types

import "fmt"

// maxReasons is how many levels of a nested type a reason goes down.
const maxReasons = 4

// mismatch is why from does not fit to, where more can be said than that.
func (c *checker) mismatch(from, to Type) string { return c.mismatchIn(from, to, maxReasons) }

func (c *checker) mismatchIn(from, to Type, levels int) string {
	if levels == 0 {
		return ""
	}
	switch f := from.(type) {
	case *Tuple:
		if f.Literal {
			return c.tupleMismatch(f, to, levels)
		}
	case *Anonymous:
		if r := recordOf(to, Struct, Header); r != nil {
			return c.fieldMismatch(f, r, levels)
		}
	case *Block:
		if t, ok := to.(*Block); ok {
			return blockMismatch(f, t)
		}
	}
	if v, ok := to.(*TypeVar); ok && v.Decl != nil {
		return fmt.Sprintf("; this %s is the type parameter of line %d, and may be any type", v.Name, c.set.Position(v.Decl.Span().From).Line)
	}
	if p := castPrefix(from, to); p != "" {
		return "; a cast converts it: " + p + "(…)"
	}
	return ""
}

// tupleMismatch is why {a, b} does not fit (8.12, 8.13, 8.18).
func (c *checker) tupleMismatch(f *Tuple, to Type, levels int) string {
	elems, dots := f.Elems, false
	if n := len(elems); n > 0 && elems[n-1] == Any {
		elems, dots = elems[:n-1], true
	}
	n := 0
	var part func(i int) (string, Type)
	what := "element"
	switch t := to.(type) {
	case *Record:
		if t.Kind == Union {
			return ": a header union takes no list"
		}
		n, what = len(t.Fields), "field"
		part = func(i int) (string, Type) { return "the field " + t.Fields[i].Name, t.Fields[i].Type }
	case *Tuple:
		n = len(t.Elems)
		part = func(i int) (string, Type) { return fmt.Sprintf("element %d", i), t.Elems[i] }
	case *Stack:
		n = t.Size
		part = func(i int) (string, Type) { return fmt.Sprintf("element %d", i), t.Elem }
	case *List:
		n = len(elems)
		part = func(i int) (string, Type) { return fmt.Sprintf("element %d", i), t.Elem }
	default:
		return ""
	}
	switch {
	case len(elems) > n:
		return fmt.Sprintf(": %s for %s", plural(len(elems), "value"), plural(n, what))
	case len(elems) < n && !dots:
		return fmt.Sprintf(": %s for %s; ... gives the others their defaults", plural(len(elems), "value"), plural(n, what))
	}
	for i, e := range elems {
		if name, want := part(i); !assignable(e, want) {
			return fmt.Sprintf(": %s must be %s, not %s%s", name, want, e, c.mismatchIn(e, want, levels-1))
		}
	}
	return ""
}

// fieldMismatch is why {a = 1, b = 2} does not fit (8.13).
func (c *checker) fieldMismatch(f *Anonymous, r *Record, levels int) string {
	for _, a := range f.Fields {
		if r.field(a.Name) == nil {
			return fmt.Sprintf(": there is no field %s%s", a.Name, c.hint(a.Name, r.fieldNames()))
		}
	}
	if len(f.Fields) < len(r.Fields) && !f.Dots {
		return fmt.Sprintf(": %d of %d fields have no value; ... gives them their defaults", len(r.Fields)-len(f.Fields), len(r.Fields))
	}
	for _, a := range f.Fields {
		if want := r.field(a.Name).Type; !assignable(a.Type, want) {
			return fmt.Sprintf(": the field %s must be %s, not %s%s", a.Name, want, a.Type, c.mismatchIn(a.Type, want, levels-1))
		}
	}
	return ""
}

// blockMismatch is why a parser or control is not of a parser or control type.
func blockMismatch(f, t *Block) string {
	switch {
	case f.Kind != t.Kind:
		return fmt.Sprintf(": %s is a %s, and %s a %s", f.Name, f.Kind, t.Name, t.Kind)
	case len(f.Params) != len(t.Params):
		return fmt.Sprintf(": %s has %s, and %s %d", f.Name, plural(len(f.Params), "parameter"), t.Name, len(t.Params))
	}
	for i, p := range f.Params {
		q := t.Params[i]
		if p.Dir != q.Dir {
			return fmt.Sprintf(": the parameter %s of %s has %s, and %s of %s has %s", p.Name, f.Name, dirText(p.Dir), q.Name, t.Name, dirText(q.Dir))
		}
		if !Identical(p.Type, q.Type) && !mentionsVar(p.Type) && !mentionsVar(q.Type) {
			return fmt.Sprintf(": the parameter %s of %s is %s, and %s of %s is %s", p.Name, f.Name, p.Type, q.Name, t.Name, q.Type)
		}
	}
	return ""
}

// valueText is the type of a value in words: ... has that of what it stands for.
func valueText(t Type) string {
	if t == Any {
		return "..."
	}
	return t.String()
}

// castMismatch is why there is no such cast, and which way round there is (8.11.1).
func (c *checker) castMismatch(from, to Type) string {
	f, t := bitsOf(fixed(from)), bitsOf(to)
	switch {
	case f != nil && t != nil && f.Signed != t.Signed && f.Width != t.Width:
		return fmt.Sprintf(" in one step: change the width first: (%s)(%s)(…)", to, &Bits{Width: t.Width, Signed: f.Signed})
	case from == Bool && t != nil:
		return fmt.Sprintf(": by way of bit<1>: (%s)(bit<1>)(…)", to)
	case f != nil && to == Bool:
		return ": compare it, such as with != 0"
	case to == String || to == MatchKind:
		return fmt.Sprintf(": there are no casts to %s", to)
	}
	if _, ok := to.(*Varbit); ok {
		return ": there are no casts to varbit<>"
	}
	return c.mismatch(from, to)
}
