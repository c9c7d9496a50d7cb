package ir

import "math/big"

// The types that every program has.
var (
	Bool      = &BoolType{}
	Error     = &ErrorType{}
	MatchKind = &MatchKindType{}
	String    = &StringType{}
	IntT      = &IntType{}
	Void      = &VoidType{}
)

// Bits is bit<width>.
func Bits(width int) *BitsType { return &BitsType{Width: width} }

// NewInt is an integer value.
func NewInt(v int64) Int { return big.NewInt(v) }

// Underlying is a type without the names that new types and representations of
// serializable enums have given it.
func Underlying(t Type) Type {
	for {
		switch u := t.(type) {
		case *NewType:
			t = u.Under
		case *EnumType:
			if u.Repr == nil {
				return t
			}
			return u.Repr
		default:
			return t
		}
	}
}

// FullName is what an extern call is of: TYPE.METHOD of an object, else the function.
func (c *CallExtern) FullName() string {
	if c.Object != nil {
		return c.Object.Type.Name + "." + c.Name
	}
	if c.Recv != nil {
		if t, ok := c.Recv.Type.(*ObjectType); ok {
			return t.Name + "." + c.Name
		}
	}
	return c.Name
}

// NewUnary is op x, folded where x is a constant.
func NewUnary(op Op, x Expr) Expr {
	return Fold(&Unary{op, x, resultType(op, x.Type(), nil)})
}

// NewBinary is x op y, folded where they are constants.
func NewBinary(op Op, x, y Expr) Expr {
	return Fold(&Binary{op, x, y, resultType(op, x.Type(), y.Type())})
}

// PlaceOf is a local as a whole.
func PlaceOf(l *Local) *Place { return &Place{Root: l, T: l.Type} }

// Then is the place one step further, or nil if the step leads nowhere.
func (p *Place) Then(s Step) *Place {
	t := StepType(p.T, s)
	if t == nil {
		return nil
	}
	return &Place{Root: p.Root, Path: append(p.Path[:len(p.Path):len(p.Path)], s), T: t}
}

// Type of each expression.

func (e *Const) Type() Type     { return e.Value.Type() }
func (e *Load) Type() Type      { return e.Place.T }
func (e *Unary) Type() Type     { return e.T }
func (e *Binary) Type() Type    { return e.T }
func (e *Mux) Type() Type       { return e.Then.Type() }
func (e *Cast) Type() Type      { return e.T }
func (e *Slice) Type() Type     { return Bits(e.Hi - e.Lo + 1) }
func (e *Make) Type() Type      { return e.T }
func (e *IsValid) Type() Type   { return Bool }
func (e *LastIndex) Type() Type { return Bits(32) }
func (e *Matches) Type() Type   { return Bool }

func (*Const) expr()     {}
func (*Load) expr()      {}
func (*Unary) expr()     {}
func (*Binary) expr()    {}
func (*Mux) expr()       {}
func (*Cast) expr()      {}
func (*Slice) expr()     {}
func (*Make) expr()      {}
func (*IsValid) expr()   {}
func (*LastIndex) expr() {}
func (*Matches) expr()   {}

func (*Assign) instr()     {}
func (*Reset) instr()      {}
func (*SetValid) instr()   {}
func (*Shift) instr()      {}
func (*CheckStack) instr() {}
func (*Call) instr()       {}
func (*CallExtern) instr() {}
func (*Apply) instr()      {}
func (*Extract) instr()    {}
func (*Lookahead) instr()  {}
func (*Advance) instr()    {}
func (*Length) instr()     {}
func (*Verify) instr()     {}
func (*Emit) instr()       {}

func (*Goto) term()   {}
func (*If) term()     {}
func (*Switch) term() {}
func (*Select) term() {}
func (*Return) term() {}
func (*Exit) term()   {}
func (*Accept) term() {}
func (*Reject) term() {}

func (*Exactly) keyset()  {}
func (*Masked) keyset()   {}
func (*Between) keyset()  {}
func (*Anything) keyset() {}
func (*InSet) keyset()    {}
func (*Prefix) keyset()   {}

// Type of each constant.

func (v *IntConst) Type() Type     { return v.T }
func (BoolConst) Type() Type       { return Bool }
func (StringConst) Type() Type     { return String }
func (v *MemberConst) Type() Type  { return v.T }
func (v *ListConst) Type() Type    { return v.T }
func (v *InvalidConst) Type() Type { return v.T }

func (*IntConst) value()     {}
func (BoolConst) value()     {}
func (StringConst) value()   {}
func (*MemberConst) value()  {}
func (*ListConst) value()    {}
func (*InvalidConst) value() {}
