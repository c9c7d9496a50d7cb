package types

import (
	"up4/p4/syntax"
)

// methods are the methods of a name that a value, or a type, has.
func (c *checker) methods(x Type, name string) []*Signature {
	if w := widthOf(x, name); w != nil {
		return []*Signature{builtin(name, Int)}
	}
	switch t := x.(type) {
	case *Extern:
		var out []*Signature
		for _, m := range t.Methods {
			if m.Name == name {
				out = append(out, m)
			}
		}
		return out
	case *Record:
		return recordMethod(t, name)
	case *Stack:
		if stackOf(t) != nil && (name == "push_front" || name == "pop_front") {
			return []*Signature{builtin(name, Void, &Param{Name: "count", Type: Int})}
		}
	case *Block:
		if name == "apply" && t.Kind != Package {
			s := builtin(name, Void, t.Params...)
			return []*Signature{s}
		}
	case *TypeOf:
		// T.apply(…) makes an instance and applies it (15.1).
		if b, ok := t.Of.(*Block); ok && name == "apply" && b.Kind != Package && !b.IsType {
			return []*Signature{builtin(name, Void, b.Params...)}
		}
	case Basic:
		if t == TableType && name == "apply" {
			return []*Signature{builtin(name, Void)}
		}
	}
	return nil
}

func builtin(name string, result Type, ps ...*Param) *Signature {
	return &Signature{Kind: Builtin, Name: name, Params: ps, Result: result}
}

// recordMethod: headers have isValid, setValid, setInvalid (8.17), unions isValid
// (8.19).
func recordMethod(t *Record, name string) []*Signature {
	switch {
	case name == "isValid" && t.Kind != Struct:
		return []*Signature{builtin(name, Bool)}
	case (name == "setValid" || name == "setInvalid") && t.Kind == Header:
		return []*Signature{builtin(name, Void)}
	}
	return nil
}

// sizeMethods give sizes known when compiled; what they are called on is not
// evaluated (9).
var sizeMethods = map[string]bool{"minSizeInBits": true, "maxSizeInBits": true, "minSizeInBytes": true, "maxSizeInBytes": true}

// widthOf is what minSizeInBits and its like give (9.1), or nil.
func widthOf(x Type, name string) Value {
	if t, ok := x.(*TypeOf); ok {
		x = t.Of
	}
	least, most, ok := Widths(x)
	if !ok {
		return nil
	}
	n := 0
	switch name {
	case "minSizeInBits":
		n = least
	case "maxSizeInBits":
		n = most
	case "minSizeInBytes":
		n = (least + 7) / 8
	case "maxSizeInBytes":
		n = (most + 7) / 8
	default:
		return nil
	}
	return intOf(int64(n), Int)
}

// builtinPlace checks where a builtin may be called and on what.
func (c *checker) builtinPlace(e *syntax.CallExpr, f *syntax.MemberExpr, x Type, sig *Signature) bool {
	if sig.Kind != Builtin {
		return true
	}
	switch sig.Name {
	case "setValid", "setInvalid", "push_front", "pop_front":
		if !c.lvalues[f.X] {
			c.errorf(f.X.Span(), CodeNotLvalue, "%s changes what it is called on, which must be something that can be assigned to%s", sig.Name, c.whyReadOnly(f.X))
			return false
		}
	case "apply":
		return c.applyPlace(e, f, x, sig)
	}
	return true
}

// applyPlace: parsers are applied in parsers, controls and tables in controls
// (appendix F).
func (c *checker) applyPlace(e *syntax.CallExpr, f *syntax.MemberExpr, x Type, sig *Signature) bool {
	b, _ := x.(*Block)
	if t, ok := x.(*TypeOf); ok {
		b, _ = t.Of.(*Block)
		if required(b.Ctor) > 0 {
			c.errorf(e.Span(), CodeArguments, "%s has constructor parameters: instantiate it, then apply the instance", b.Name)
			return false
		}
	}
	if b != nil {
		want := inControl
		if b.Kind == Parser {
			want = inParser
		}
		if c.in.place != want {
			c.errorf(e.Span(), CodeCallPlace, "a %s can be applied in %s only", b.Kind, map[BlockKind]string{Parser: "the states of a parser", Control: "the apply block of a control"}[b.Kind])
			return false
		}
		return true
	}
	if c.in.place != inControl {
		c.errorf(e.Span(), CodeCallPlace, "a table can be applied in the apply block of a control only")
		return false
	}
	if o := c.tableOf(f.X); o != nil {
		if c.in.table == o {
			c.errorf(e.Span(), CodeRecursion, "the table %s is used within its own declaration", o.Name)
			return false
		}
		if info := c.tables[o]; info != nil {
			sig.Result = info.result
		}
	}
	return true
}

// tableOf is the table a name stands for, or nil.
func (c *checker) tableOf(e syntax.Expr) *Object {
	id, ok := syntax.Unparen(e).(*syntax.Ident)
	if !ok {
		return nil
	}
	if o := c.info.Uses[id]; o != nil && o.Kind == TableObj {
		return o
	}
	return nil
}

// lookaheadFits: the type argument of a method without parameters, such as
// lookahead<T>(), is all that says how much to read: it needs a width (13.8.3).
func (c *checker) lookaheadFits(e *syntax.CallExpr, sig *Signature, args []Type) bool {
	if sig.Kind != Method || len(sig.Params) > 0 || len(args) != 1 || sig.Result != Type(sig.TypeParams[0]) {
		return true
	}
	if isVar(args[0]) || isAny(args[0]) {
		return true
	}
	if _, ok := FixedWidth(args[0]); ok {
		return true
	}
	c.errorf(e.Span(), CodeInfer, "%s needs a type of fixed width, not %s", sig.Name, args[0])
	return false
}
