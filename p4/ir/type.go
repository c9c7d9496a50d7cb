package ir

// Type is a type of a value. Declared types are compared by pointer; a Program
// holds each once.
type Type interface {
	String() string
	typ()
}

type (
	// BitsType is bit<Width> or, Signed, int<Width>. Width 0 is legal for bit.
	BitsType struct {
		Width  int
		Signed bool
	}
	// BoolType is bool.
	BoolType struct{}
	// VarbitType is varbit<Max>: 0 to Max bits.
	VarbitType struct{ Max int }
	// ErrorType is error; values are indices in Program.Errors.
	ErrorType struct{}
	// MatchKindType is match_kind: constants only, indices in Program.MatchKinds.
	MatchKindType struct{}
	// StringType is string: constants only.
	StringType struct{}
	// IntType is int: constants only, such as arguments of constructors.
	IntType struct{}
	// VoidType is the result of what has none.
	VoidType struct{}
	// EnumType is an enum. Repr is its representation if serializable, and Values
	// the members' values then; a value outside them is possible. Without Repr
	// values are indices in Members.
	EnumType struct {
		Name        string
		Repr        *BitsType
		Members     []string
		Values      []Int
		Annotations []Annotation
	}
	// NewType is type Under Name: Under, with a name of its own for the control
	// plane.
	NewType struct {
		Name        string
		Under       Type
		Annotations []Annotation
	}
	// RecordType is a struct, header, header union or tuple (a struct whose fields
	// are named 0, 1, …). A header has its validity besides.
	RecordType struct {
		Kind        RecordKind
		Name        string
		Fields      []Field
		Annotations []Annotation
	}
	// Field is a field of a record.
	Field struct {
		Name        string
		Type        Type
		Annotations []Annotation
	}
	// StackType is Elem[Size]. A stack of headers or unions also has the index of
	// its next element, 0 at first (8.18).
	StackType struct {
		Elem Type
		Size int
	}
	// ListType is list<Elem>: constants only.
	ListType struct{ Elem Type }
	// ObjectType is an extern object's type, such as packet_in or register<bit<8>>.
	// Locals of such a type are parameters only.
	ObjectType struct {
		Name string
		Args []Type
	}
	// ActionEnum is what a table's application tells as action_run: an index in the
	// table's Actions.
	ActionEnum struct{ Table *Table }
)

// RecordKind tells records apart.
type RecordKind uint8

// Kinds of records.
const (
	Struct RecordKind = iota
	Header
	Union
	Tuple
)

func (*BitsType) typ()      {}
func (*BoolType) typ()      {}
func (*VarbitType) typ()    {}
func (*ErrorType) typ()     {}
func (*MatchKindType) typ() {}
func (*StringType) typ()    {}
func (*IntType) typ()       {}
func (*VoidType) typ()      {}
func (*EnumType) typ()      {}
func (*NewType) typ()       {}
func (*RecordType) typ()    {}
func (*StackType) typ()     {}
func (*ListType) typ()      {}
func (*ObjectType) typ()    {}
func (*ActionEnum) typ()    {}
