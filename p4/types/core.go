package types

import (
	"fmt"
	"slices"

	"up4/p4/source"
	"up4/p4/syntax"
)

// coreCall checks calls of what the specification itself declares: verify (13.7),
// static_assert (19), and packet_in's extract (13.8). A program that declares
// these otherwise is not concerned: their parameters are looked at too.
func (c *checker) coreCall(e *syntax.CallExpr, x Type, sig *Signature, call *Call) {
	if call.Sig == nil {
		return
	}
	if x == nil {
		c.coreFunction(e, sig, call)
		return
	}
	ext, ok := x.(*Extern)
	if !ok || len(call.Args) == 0 || call.Args[0] == nil {
		return
	}
	switch {
	case ext.Name == "packet_in" && sig.Name == "extract":
		c.extracted(e, call)
	case ext.Name == "packet_out" && sig.Name == "emit":
		if t := call.Sig.Params[0].Type; !emitted(t) {
			c.errorf(call.Args[0].Span(), CodeTypeMismatch, "emit: the argument must be a header, a header union, a stack or a struct of these, not %s", t)
		}
	}
}

// emitted: a header, and what consists of headers (16.1).
func emitted(t Type) bool {
	switch t := t.(type) {
	case *TypeVar, Basic:
		return isAny(t) || isVar(t)
	case *Stack:
		return emitted(t.Elem)
	case *Tuple:
		return !slices.ContainsFunc(t.Elems, func(t Type) bool { return !emitted(t) })
	case *Record:
		return t.Kind != Struct || !slices.ContainsFunc(t.Fields, func(f *Field) bool { return !emitted(f.Type) })
	}
	return false
}

func (c *checker) coreFunction(e *syntax.CallExpr, sig *Signature, call *Call) {
	if sig.Kind != ExternFunction {
		return
	}
	switch ps := sig.Params; {
	case sig.Name == "verify" && len(ps) == 2 && ps[0].Type == Bool && ps[1].Type == ErrorType:
		if c.in.place != inParser {
			c.errorf(e.Span(), CodeCallPlace, "verify can be called in parsers only")
		}
	case sig.Name == "static_assert" && len(ps) > 0 && ps[0].Type == Bool && call.Args[0] != nil:
		if v, ok := c.constant(call.Args[0]).(BoolValue); ok && !bool(v) {
			text := "this is false"
			if len(call.Args) > 1 && call.Args[1] != nil {
				if s, ok := c.constant(call.Args[1]).(StringValue); ok {
					text = string(s)
				}
			}
			c.errorf(e.Span(), CodeAssertion, "static_assert: %s", text)
		}
	}
}

// extracted: extract fills a header: one of fixed width, or with the length of its
// one varbit field given (13.8.1, 13.8.2, 7.2.2).
func (c *checker) extracted(e *syntax.CallExpr, call *Call) {
	arg := call.Args[0]
	t := call.Sig.Params[0].Type
	if isAny(t) || isVar(t) {
		return
	}
	r := recordOf(t, Header)
	if r == nil {
		c.errorf(arg.Span(), CodeTypeMismatch, "extract: the argument must be a header, not %s", t)
		return
	}
	var varbits []*Field
	for _, f := range r.Fields {
		if _, ok := f.Type.(*Varbit); ok {
			varbits = append(varbits, f)
		}
	}
	switch n := len(varbits); {
	case n > 1:
		c.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeVarbits, At: varbits[0].Decl.Name.Span(),
			Msg:   fmt.Sprintf("header %s is extracted, but has two varbit fields: %s and %s", r, varbits[0].Name, varbits[1].Name),
			Notes: []source.Note{{At: e.Span(), Msg: "it is extracted here"}}})
	case n == 1 && len(call.Args) == 1:
		c.errorf(arg.Span(), CodeVarbits, "extract: %s has the varbit field %s: its length in bits is a second argument", r, varbits[0].Name)
	case n == 0 && len(call.Args) == 2:
		c.errorf(arg.Span(), CodeVarbits, "extract: %s has no varbit field: there is no length to give", r)
	}
}
