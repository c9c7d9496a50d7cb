package lir

import "up4/p4/source"

// Program is a program as functions over one packet at a time.
type Program struct {
	Name string
	// Record is the memory of a packet on its way.
	Record Record
	Funcs  []*Func
	// Logs are the messages that it has for people.
	Logs []Log
}

// Log is a message with {} for each value.
type Log struct {
	Text   string
	Values []LogValue
}

// LogValue is a value of a message, packed big-endian in whole bytes.
type LogValue struct {
	Bits   int
	Signed bool
}

// Record is a piece of memory that belongs to one packet at a time: what it has to take
// from one function to the next, room for headers that are not in the frame, and scratch.
// It is aligned to 8 bytes, and has Slack readable and writable bytes behind it.
type Record struct {
	Bytes int
	Slots []Slot // in order of At
}

// Slack is how far beyond what is given memory may be read: a load of 8 bytes of a field
// of 6.
const Slack = 8

// Slot is a part of the record.
type Slot struct {
	Name  string // meta.nexthop
	At    int    // bytes
	Bytes int
}

// Func is code for one packet. It returns a status.
type Func struct {
	Name   string
	Params []*Local // pointers and words that the caller gives
	Locals []*Local
	Blocks []*Block // the first is the entry
}

// Local is a variable. Those that are no parameters are 0, false or the null pointer at
// the beginning.
type Local struct {
	Name string // unique in its Func
	T    Type
}

// Kind is what a value is.
type Kind uint8

// Kinds. A Word is an unsigned number. A Ptr is an address in the arena; the arena's
// first byte is the null pointer.
const (
	Word Kind = iota
	Bool
	Ptr
)

// Type is a kind and, of a Word, the bits it has at most, 1 to 64.
type Type struct {
	Kind Kind
	Bits int
}

// Block is instructions that follow each other, and where to go then.
type Block struct {
	Name   string // unique in its Func
	State  string // of the parser state that begins here, for people
	Instrs []Instr
	Term   Term
	// Loop is set where a way leads back to this block: it takes one from the packet's
	// budget.
	Loop bool
}

// Expr is a value. It has no effect; a load sees the memory as it is when the
// instruction that it is in begins.
type Expr interface {
	Type() Type
	expr()
}

type (
	// Const is a number, a truth value (0 or 1), or the null pointer (0).
	Const struct {
		V uint64
		T Type
	}
	// Use reads a local.
	Use struct{ Local *Local }
	// Load reads Bytes (1, 2, 4 or 8) at Ptr + Off, little-endian unless Big.
	Load struct {
		Ptr   Expr
		Off   int
		Bytes int
		Big   bool
	}
	// Unary is Op X.
	Unary struct {
		Op Op
		X  Expr
		T  Type
	}
	// Binary is X Op Y.
	Binary struct {
		Op   Op
		X, Y Expr
		T    Type
	}
	// Cond is C ? X : Y. Both are evaluated.
	Cond struct{ C, X, Y Expr }
)

// Op is an operator.
type Op uint8

// Operators. Words are numbers modulo 2^64: whoever makes an expression sees to it that
// its value fits its type, by And with a mask where need be.
const (
	Add    Op = iota // words; pointer + word is a pointer
	Sub              // words; pointer - pointer is a word
	Mul              //
	MulH             // the upper 64 bits of a product of 128
	Div              // x / 0 = 0
	Rem              // x % 0 = x
	And              // words; bools, of which the second need not be evaluated
	Or               // as And
	Xor              // words and bools
	Shl              // by 64 or more it is 0
	Shr              // by 64 or more it is 0
	Sar              // of x as a signed number of 64 bits; by 64 or more all bits are the sign
	Eq               // words, bools, pointers; a bool
	Ne               // as Eq
	Lt               // words, unsigned; pointers
	Le               // as Lt
	SLt              // words as signed numbers of 64 bits
	SLe              // as SLt
	Not              // of a bool
	Swap             // the bytes of a word of Bits/8 bytes (16, 32 or 64 bits) reversed
	ToWord           // of a bool: 0 or 1
	ToOff            // of a pointer: its offset in the arena, 32 bits
	ToPtr            // of an offset: the pointer
)

// Instr is an instruction.
type Instr interface {
	Span() Span
	instr()
}

// Span is a place in the program's source.
type Span = source.Span

// At is embedded in every instruction and terminator.
type At struct{ Src Span }

// Span is the source that an instruction was made from.
func (a At) Span() Span { return a.Src }

type (
	// Set stores X in a local.
	Set struct {
		At
		Dst *Local
		X   Expr
	}
	// Store writes the low Bytes (1, 2, 4 or 8) of X at Ptr + Off, little-endian unless
	// Big. What of X is above them is lost.
	Store struct {
		At
		Ptr   Expr
		Off   int
		Bytes int
		Big   bool
		X     Expr
	}
	// Copy copies N bytes from Src to Dst. They may overlap.
	Copy struct {
		At
		Dst, Src Expr // pointers
		N        Expr
	}
	// Clear sets N bytes to zero.
	Clear struct {
		At
		Dst Expr
		N   int
	}
	// Lookup finds a key in a table and counts a hit of the entry, unless Silent. Entry
	// is the address of the record of the entry, or of the default action.
	Lookup struct {
		At
		Table  int // in pipelines.Program.Tables
		Find   Find
		Key    Expr // a Word, or the address of a packed key
		Len    int  // bytes of a packed key
		Silent bool
		Entry  *Local // a Ptr
	}
	// Call asks for a service.
	Call struct {
		At
		Service Service
		Index   int // of what it is asked for: an array, a digest, …
		Args    []Expr
		Dst     []*Local
	}
)

// Find is how a table is searched.
type Find uint8

// Ways of searching.
const (
	// FindWord has an exact key of up to 8 bytes, packed, as table.ExactTable.Find64 wants it.
	FindWord Find = iota
	// FindPrefix has a key of one LPM field of up to 32 bits, its first bit at bit 31.
	FindPrefix
	// The others have a packed key in memory: of exact tables, of LPM tables, of those
	// with a mask, of those with a range.
	FindExact
	FindLPM
	FindTernary
	FindRange
)

// Offsets in the record of an entry (table.Record).
const (
	EntryAction = 0 // 2 bytes: the action's index
	EntryHit    = 4 // 4 bytes: the index of its counter of hits, 0 for a miss
	EntryData   = 8 // the packed parameters
)

// Term ends a block.
type Term interface {
	Span() Span
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
	// Switch goes to the case that has X's value, or to Default. No value stands twice.
	Switch struct {
		At
		X       Expr
		Cases   []Case
		Default *Block
	}
	// Return leaves the function with a status.
	Return struct {
		At
		Status Expr
	}
)

// Case is a case of a Switch.
type Case struct {
	Values []uint64
	To     *Block
}

func (*Const) expr()  {}
func (*Use) expr()    {}
func (*Load) expr()   {}
func (*Unary) expr()  {}
func (*Binary) expr() {}
func (*Cond) expr()   {}

// Type implements Expr.
func (x *Const) Type() Type { return x.T }

// Type implements Expr.
func (x *Use) Type() Type { return x.Local.T }

// Type implements Expr.
func (x *Load) Type() Type { return Type{Word, 8 * x.Bytes} }

// Type implements Expr.
func (x *Unary) Type() Type { return x.T }

// Type implements Expr.
func (x *Binary) Type() Type { return x.T }

// Type implements Expr.
func (x *Cond) Type() Type {
	t := x.X.Type()
	t.Bits = max(t.Bits, x.Y.Type().Bits)
	return t
}

func (*Set) instr()    {}
func (*Store) instr()  {}
func (*Copy) instr()   {}
func (*Clear) instr()  {}
func (*Lookup) instr() {}
func (*Call) instr()   {}

func (*Goto) term()   {}
func (*If) term()     {}
func (*Switch) term() {}
func (*Return) term() {}
