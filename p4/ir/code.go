package ir

import "up4/p4/source"

// Expr is a value without side effects. Reading a field of an invalid header, or
// an element outside a stack, gives an unspecified value and nothing worse.
type Expr interface {
	Type() Type
	expr()
}

type (
	// Const is a constant.
	Const struct{ Value Value }
	// Load reads a place.
	Load struct{ Place *Place }
	// Unary is Op X.
	Unary struct {
		Op Op
		X  Expr
		T  Type
	}
	// Binary is X Op Y. Both have one type but for shifts and Concat.
	Binary struct {
		Op   Op
		X, Y Expr
		T    Type
	}
	// Mux is Cond ? Then : Else.
	Mux struct{ Cond, Then, Else Expr }
	// Cast converts X to T. From what to what decides how: bit to bit truncates or
	// extends with zeros, int with the sign; the same width changes the sign's
	// meaning; bool is bit<1>; a serializable enum or a new type is its
	// representation.
	Cast struct {
		X Expr
		T Type
	}
	// Slice is X[Hi:Lo], a bit<Hi-Lo+1>.
	Slice struct {
		X      Expr
		Hi, Lo int
	}
	// Make is a struct, header (valid), tuple, or stack made of its elements.
	Make struct {
		T     Type
		Elems []Expr
	}
	// IsValid is a header's validity; of a union, that one of its headers is valid.
	IsValid struct{ Place *Place }
	// LastIndex is a stack's next index minus 1, bit<32>; it wraps to 2^32-1 where the
	// next index is 0.
	LastIndex struct{ Place *Place }
	// Matches is whether X is in Set.
	Matches struct {
		X   Expr
		Set Keyset
	}
)

// Place is somewhere a value is kept: a local, and the way from there.
type Place struct {
	Root *Local
	Path []Step
	T    Type
}

// Step is one step on the way to a place.
type Step struct {
	Kind  StepKind
	Field int  // of a FieldStep: index in the record's fields
	Index Expr // of an IndexStep
}

// StepKind is the kind of a Step.
type StepKind uint8

// Kinds of Step. Next and Last are a stack's elements at its next index and before
// it; where there is none, or Index is outside the stack, a read gives an
// unspecified value and a write is ignored. CheckStack is what fails. Index is of
// bit<> or int<> of any width; a negative one is outside.
const (
	FieldStep StepKind = iota
	IndexStep
	NextStep
	LastStep
)

// Operand is an argument of a call. A None or In one has a Value, an Out or InOut
// one a Place, and one for a parameter that is an extern object the Object, or the
// Param of the caller that holds it. All are nil for an optional argument of an
// extern that was left out.
//
// The call copies in from left to right and, when the callee returns, exits or
// rejects, copies out. No two places of one call overlap, none is a union's header or
// within one, and their paths hold no index that is not constant; so where the callee
// cannot see the caller's locals, a compiler may pass a reference, if all Values are
// evaluated before the callee runs. Code that sees them: an action or method whose
// Owner is the caller or the caller's Owner, and what applies a table or calls a method
// on the way, a control with an object of the caller's for one.
type Operand struct {
	Dir    Direction
	Value  Expr
	Place  *Place
	Object *Object
	Param  *Local
}

// Instr is an instruction.
type Instr interface {
	Span() source.Span
	instr()
}

// At is embedded in every instruction and terminator.
type At struct{ Src source.Span }

// Span is the source that an instruction was made from.
func (a At) Span() source.Span { return a.Src }

type (
	// Assign stores Value; with Sliced only into the bits Hi to Lo. A header that
	// is a union's member makes the union's other headers invalid; if Value is an invalid
	// header, all are (8.19). So does whatever else stores a whole header there: Extract,
	// Lookahead, and results of calls.
	Assign struct {
		At
		Dst    *Place
		Sliced bool
		Hi, Lo int
		Value  Expr
	}
	// Reset begins a variable's life: headers in it are invalid, next indices 0, a
	// varbit is empty, other values are unspecified (an interpreter gives zeros).
	Reset struct {
		At
		Place *Place
	}
	// SetValid makes a header valid, its fields unspecified if it was not, or invalid.
	// In a union the other headers become invalid either way (8.19).
	SetValid struct {
		At
		Place *Place
		Valid bool
	}
	// Shift is push_front (Count > 0) or pop_front (Count < 0) on a stack (8.18).
	Shift struct {
		At
		Place *Place
		Count int
	}
	// CheckStack fails with StackOutOfBounds where the stack has no next element, or
	// no last one if Last.
	CheckStack struct {
		At
		Place *Place
		Last  bool
	}
	// Call calls a parser, control, action or function. If the callee exits or
	// rejects, control goes to Exit after copying out, and the block there ends this
	// Func the same way; if that is nil, it leaves this Func at once.
	Call struct {
		At
		Func   *Func
		Args   []Operand
		Result *Place
		Exit   *Block
	}
	// CallExtern calls an extern function (Object and Recv are nil) or a method of
	// an object. Recv is the parameter that holds it where it is one. Out operands begin
	// reset, as a Func's do; Result is stored after they were copied out. It does not
	// fail, exit or reject. Overloads differ by the number of Args. It may run the
	// Methods of its Object.
	CallExtern struct {
		At
		Object   *Object
		Recv     *Local
		Name     string
		TypeArgs []Type
		Args     []Operand
		Result   *Place
	}
	// Apply applies a table: keys are read in order, then the entry is looked up, then
	// the Bound arguments of its action are copied in and the action runs. They are copied
	// out also if it exits. Hit and Action, if not nil, then receive whether an entry
	// matched and which action ran, but not if it exited. A table without keys misses.
	Apply struct {
		At
		Table  *Table
		Hit    *Place // bool
		Action *Place // ActionEnum
		Exit   *Block
	}
	// Extract fills a header from the packet and makes it valid; Size, if not nil, is
	// the bits that go in its varbit field: it is given if Dst has one. Where a NextStep leads to it, that stack's next index
	// grows by one: a CheckStack stands before. Size is evaluated before Dst changes. A failure ends the parser as
	// Reject does, with PacketTooShort, HeaderTooShort where the varbit does not hold Size,
	// or ParserInvalidArgument where a back end cannot take it (13.8), and leaves Dst, the next index and the packet as they were.
	Extract struct {
		At
		Packet *Local
		Dst    *Place
		Size   Expr
	}
	// Lookahead reads without moving; headers in Dst become valid (13.8.3). Fails with
	// PacketTooShort, and leaves Dst as it was.
	Lookahead struct {
		At
		Packet *Local
		Dst    *Place
	}
	// Advance moves by Bits. Fails with PacketTooShort.
	Advance struct {
		At
		Packet *Local
		Bits   Expr
	}
	// Length is the whole packet's length in bytes.
	Length struct {
		At
		Packet *Local
		Dst    *Place
	}
	// Verify fails with Error unless Cond.
	Verify struct {
		At
		Cond  Expr
		Error Expr
	}
	// Emit appends a header to the packet if it is valid; records, stacks and unions
	// element by element.
	Emit struct {
		At
		Packet *Local
		Value  Expr
	}
)

// Term ends a block.
type Term interface {
	Span() source.Span
	term()
}

type (
	// Goto goes on at To.
	Goto struct {
		At
		To *Block
	}
	// If goes to Then or Else.
	If struct {
		At
		Cond       Expr
		Then, Else *Block
	}
	// Switch goes to the first case whose Set holds X, or to Default.
	Switch struct {
		At
		X       Expr
		Cases   []Case
		Default *Block
	}
	// Select goes to the first case all of whose sets hold; without one the parser
	// rejects with NoMatch.
	Select struct {
		At
		Keys  []Expr
		Cases []SelectCase
	}
	// Return leaves the Func.
	Return struct {
		At
		Value Expr // nil if void
	}
	// Exit ends all callers too, up to the architecture (12.5).
	Exit struct{ At }
	// Accept and Reject end a parser; a parser that called it goes on, or rejects
	// too. Reject keeps the error that was set.
	Accept struct{ At }
	Reject struct{ At }
)

// Case is a case of a Switch.
type Case struct {
	Set Keyset
	To  *Block
}

// SelectCase is a case of a Select: a set for each key, or Whole, a value set whose
// elements are records with a field for each key, of that key's type, the fields of
// structs in them counted one by one.
type SelectCase struct {
	Sets  []Keyset
	Whole *ValueSet
	To    *Block
}

// Keyset is a set of values (8.15). In an entry's key, Exactly is that one value
// whatever the match kind, and Anything every value: of an lpm key the prefix of no
// bits. An exact key is never Anything.
type Keyset interface{ keyset() }

type (
	// Exactly is the one value.
	Exactly struct{ V Expr }
	// Masked is Value &&& Mask: what equals Value in the bits that are set in Mask.
	Masked struct{ Value, Mask Expr }
	// Between is Lo..Hi, both included, compared as signed where the type is.
	Between struct{ Lo, Hi Expr }
	// Anything is default or _.
	Anything struct{}
	// InSet is a value set's elements.
	InSet struct{ Set *ValueSet }
	// Prefix is a value with a prefix length, of an lpm key. Bits below the prefix are
	// ignored.
	Prefix struct {
		Value Expr
		Len   int
	}
)

// Value is a constant.
type Value interface {
	Type() Type
	value()
}

type (
	// IntConst is of BitsType, IntType, a NewType of such or a serializable EnumType;
	// of a NewType over bool it is 0 or 1; of a VarbitType 0, which is the empty one.
	IntConst struct {
		V Int
		T Type
	}
	// BoolConst is a bool.
	BoolConst bool
	// StringConst is a string.
	StringConst string
	// MemberConst is an enum's member without representation, an error, a match kind
	// or an action of a table: by index.
	MemberConst struct {
		T     Type // *EnumType, *ErrorType, *MatchKindType, *ActionEnum
		Index int
		Name  string
	}
	// ListConst is a record, stack, tuple or list.
	ListConst struct {
		T     Type
		Elems []Value
	}
	// InvalidConst is an invalid header or union.
	InvalidConst struct{ T Type }
)
