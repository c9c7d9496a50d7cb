package interp

import (
	"math/big"

	"up4/p4/ir"
	"up4/pipelines/schema"
)

// Value is a value at run time. Integers are never changed in place, so they may be
// shared; records, stacks and arrays are changed in place and copied where a value is
// (see clone).
type Value interface{ value() }

type (
	// Int is a bit<>, int<>, enum, error, action_run or new type of such: the number
	// itself, in the type's range, or an index in the members.
	Int struct{ V *big.Int }
	// Bool is a bool.
	Bool bool
	// Varbit is a varbit: Len bits of V.
	Varbit struct {
		V   *big.Int
		Len int
	}
	// Record is a struct, tuple, header or union. Valid is of headers alone: a union is
	// valid if one of its headers is.
	Record struct {
		T      *ir.RecordType
		Valid  bool
		Fields []Value
	}
	// Stack is an array, or a stack of headers or unions, whose next element is Next.
	Stack struct {
		T     *ir.StackType
		Elems []Value
		Next  int
	}
	// Object is an extern object, given as an argument; nil is a packet.
	Object struct{ O *ir.Object }
	// Text is a string, a constant.
	Text string
)

func (Int) value()     {}
func (Bool) value()    {}
func (Varbit) value()  {}
func (*Record) value() {}
func (*Stack) value()  {}
func (Object) value()  {}
func (Text) value()    {}

var zero = Int{new(big.Int)}

// number is the value of an Int that is small.
func number(n int) Int { return Int{big.NewInt(int64(n))} }

// initial is what reset leaves: headers invalid, next indices 0, varbits empty, and
// zeros, since the interpreter must say something where the language says nothing.
func initial(t ir.Type) Value {
	switch t := t.(type) {
	case *ir.BoolType:
		return Bool(false)
	case *ir.VarbitType:
		return Varbit{V: new(big.Int)}
	case *ir.NewType:
		return initial(t.Under)
	case *ir.RecordType:
		r := &Record{T: t, Fields: make([]Value, len(t.Fields))}
		for i, f := range t.Fields {
			r.Fields[i] = initial(f.Type)
		}
		return r
	case *ir.StackType:
		s := &Stack{T: t, Elems: make([]Value, t.Size)}
		for i := range s.Elems {
			s.Elems[i] = initial(t.Elem)
		}
		return s
	case *ir.ObjectType:
		return Object{}
	case *ir.StringType:
		return Text("")
	}
	return zero
}

// clone is a copy that shares nothing that can change.
func clone(v Value) Value {
	switch v := v.(type) {
	case *Record:
		c := &Record{T: v.T, Valid: v.Valid, Fields: make([]Value, len(v.Fields))}
		for i, f := range v.Fields {
			c.Fields[i] = clone(f)
		}
		return c
	case *Stack:
		c := &Stack{T: v.T, Next: v.Next, Elems: make([]Value, len(v.Elems))}
		for i, e := range v.Elems {
			c.Elems[i] = clone(e)
		}
		return c
	}
	return v
}

// isValid is isValid() of a header, or of a union: one of its headers is (8.17, 8.19).
func isValid(v Value) bool {
	r, ok := v.(*Record)
	if !ok {
		return false
	}
	if r.T.Kind == ir.Union {
		return validMember(r) >= 0
	}
	return r.Valid
}

// validMember is which header of a union is valid, or -1.
func validMember(u *Record) int {
	for i, f := range u.Fields {
		if h, ok := f.(*Record); ok && h.Valid {
			return i
		}
	}
	return -1
}

// equal is == of two values of one type (8.5 to 8.19): headers are equal if both are
// invalid, or both valid with equal fields; unions if no header is valid in either, or
// the same one and equal; stacks whatever their next indices.
func equal(x, y Value) bool {
	switch x := x.(type) {
	case Int:
		return x.V.Cmp(y.(Int).V) == 0
	case Bool:
		return x == y.(Bool)
	case Varbit:
		o := y.(Varbit)
		return x.Len == o.Len && x.V.Cmp(o.V) == 0
	case Text:
		return x == y.(Text)
	case *Stack:
		for i, e := range x.Elems {
			if !equal(e, y.(*Stack).Elems[i]) {
				return false
			}
		}
		return true
	case *Record:
		return equalRecords(x, y.(*Record))
	}
	return false
}

func equalRecords(x, y *Record) bool {
	switch x.T.Kind {
	case ir.Header:
		if !x.Valid || !y.Valid {
			return x.Valid == y.Valid
		}
	case ir.Union:
		i, j := validMember(x), validMember(y)
		return i == j && (i < 0 || equal(x.Fields[i], y.Fields[i]))
	}
	for i, f := range x.Fields {
		if !equal(f, y.Fields[i]) {
			return false
		}
	}
	return true
}

// constant is the value of a constant of the program.
func constant(c ir.Value) Value {
	switch c := c.(type) {
	case *ir.IntConst:
		if _, ok := under(c.T).(*ir.VarbitType); ok {
			return Varbit{V: new(big.Int)}
		}
		if isBool(c.T) {
			return Bool(c.V.Sign() != 0)
		}
		return Int{c.V}
	case ir.BoolConst:
		return Bool(c)
	case ir.StringConst:
		return Text(c)
	case *ir.MemberConst:
		return number(c.Index)
	case *ir.ListConst:
		return makeValue(c.T, len(c.Elems), func(i int) Value { return constant(c.Elems[i]) })
	case *ir.InvalidConst:
		return initial(c.T)
	}
	panic("interp: a constant of no known kind") // the validator lets none pass
}

// makeValue is a struct, tuple, array, list, or valid header of its parts.
func makeValue(t ir.Type, n int, part func(i int) Value) Value {
	parts := make([]Value, n)
	for i := range parts {
		parts[i] = part(i)
	}
	switch t := t.(type) {
	case *ir.RecordType:
		return &Record{T: t, Valid: t.Kind == ir.Header, Fields: parts}
	case *ir.StackType:
		return &Stack{T: t, Elems: parts}
	}
	return &Stack{Elems: parts} // a list: constants only
}

// under is a type without the names that type gives.
func under(t ir.Type) ir.Type {
	for {
		n, ok := t.(*ir.NewType)
		if !ok {
			return t
		}
		t = n.Under
	}
}

func isBool(t ir.Type) bool {
	_, ok := under(t).(*ir.BoolType)
	return ok
}

// bits is the numeric type behind a type: itself, or what represents an enum, an error
// or a new type; nil if there is none.
func bits(t ir.Type) *ir.BitsType {
	switch t := under(t).(type) {
	case *ir.BitsType:
		return t
	case *ir.EnumType:
		if t.Repr == nil {
			return memberBits
		}
		return t.Repr
	case *ir.ErrorType:
		return memberBits
	}
	return nil
}

// memberBits represents, by their index, members of error and of enums that the program
// gives no representation: in tables, registers and digests (package schema), and in the
// data of hashes.
var memberBits = &ir.BitsType{Width: schema.MemberBits}

// integerOf is the number that a value stands for: of a bool 0 or 1.
func integerOf(v Value) *big.Int {
	switch v := v.(type) {
	case Int:
		return v.V
	case Bool:
		if v {
			return big.NewInt(1)
		}
	case Varbit:
		return v.V
	}
	return new(big.Int)
}
