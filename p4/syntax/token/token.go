// Package token names the tokens of P4-16 (specification 1.2.5, clause 6.4 and
// appendix H). It knows nothing of how they are found or what they mean.
package token

import "up4/p4/source"

// Kind is what a token is.
type Kind uint8

// Kinds. Keywords lie between keywordBegin and keywordEnd.
const (
	Invalid Kind = iota
	EOF
	Ident
	Int     // Text as written: 16w0xFF, 0b1010, 3s7
	String  // Text with its quotes
	Comment // only from a scanner that keeps them
	Newline // only for the preprocessor: the end of a line that is not continued

	// Operators and punctuation.
	Add          // +
	Sub          // -
	Mul          // *
	Div          // /
	Mod          // %
	SatAdd       // |+|
	SatSub       // |-|
	And          // &
	Or           // |
	Xor          // ^
	Shl          // <<
	Shr          // >> (only in trees: the scanner gives two Gt)
	Not          // !
	BitNot       // ~
	AndAnd       // &&
	OrOr         // ||
	Eq           // ==
	Ne           // !=
	Lt           // <
	Gt           // > (>> is two of these, the second with no space before it)
	Le           // <=
	Ge           // >=
	Concat       // ++
	Mask         // &&&
	Range        // ..
	Ellipsis     // ...
	PlusColon    // +:
	Assign       // =
	AddAssign    // +=
	SubAssign    // -=
	MulAssign    // *=
	DivAssign    // /=
	ModAssign    // %=
	AndAssign    // &=
	OrAssign     // |=
	XorAssign    // ^=
	ShlAssign    // <<=
	ShrAssign    // >>=
	SatAddAssign // |+|=
	SatSubAssign // |-|=
	LParen
	RParen
	LBrace
	RBrace
	LBracket
	RBracket
	LInvalid // {#}
	Semicolon
	Comma
	Colon
	Question
	Dot
	At         // @
	Hash       // # (the preprocessor's)
	HashHash   // ## (the preprocessor's)
	Underscore // _
	PragmaEnd  // the end of a @pragma line

	keywordBegin
	Abstract
	Action
	Actions
	Apply
	Bit
	Bool
	Break
	Const
	Continue
	Control
	Default
	Else
	Entries
	Enum
	ErrorKw // error
	Exit
	Extern
	False
	For
	Header
	HeaderUnion
	If
	In
	InOut
	IntKw // int
	Key
	ListKw // list
	MatchKind
	Out
	Package
	Parser
	Pragma // @pragma
	Priority
	Return
	Select
	State
	StringKw // string
	Struct
	Switch
	Table
	This
	Transition
	True
	Tuple
	Type
	Typedef
	ValueSet
	Varbit
	Void
	keywordEnd
)

// Token is one token. Its span lies in the file it was written in; a token out
// of a macro has the place where the macro was used.
type Token struct {
	Kind Kind
	Text string // as written; for Ident and keywords the name
	At   source.Span
	// SpaceBefore is true if white space, a comment or a line's start precedes it.
	SpaceBefore bool
	// LineStart is true if it is the first of its line.
	LineStart bool
}
