package types

import (
	"up4/p4/syntax"
)

// Type is a type. Types that are declared (records, enums, externs, …) are equal
// if they are the same declaration with equal arguments; the others if their
// structure is (see Identical).
type Type interface {
	// String is the type as a program would write it.
	String() string
	typ()
}

// Basic is a type without structure.
type Basic uint8

// Basic types.
const (
	Invalid   Basic = iota // of an expression in which an error was reported: agrees with all
	Void                   // the result of what has none
	Bool                   // bool
	Int                    // int: arbitrary precision, known when compiled (7.1.6.5)
	String                 // string
	ErrorType              // error
	MatchKind              // match_kind
	State                  // a parser state's name
	TableType              // a table's name
	Any                    // _, and what ... stands for: agrees with all
	NoHeader               // {#}, before it is known of which header or union
)

type (
	// Bits is bit<Width> or int<Width>. Width may be 0 for bit.
	Bits struct {
		Width  int
		Signed bool
	}
	// Varbit is varbit<Max>.
	Varbit struct{ Max int }
	// Record is a struct, header or header union.
	Record struct {
		Kind   RecordKind
		Name   string
		Decl   *syntax.FieldsDecl
		Args   []Type // of a generic one
		Fields []*Field

		index map[string]*Field // of many fields, made when first asked for
	}
	// Field is a field of a record.
	Field struct {
		Name string
		Type Type
		Decl *syntax.Field
	}
	// Enum is an enum; Repr is the type that represents a serializable one, else
	// nil. Values are then the members' values, else nil.
	Enum struct {
		Name    string
		Decl    *syntax.EnumDecl
		Repr    Type
		Members []string
		Values  []*IntValue
	}
	// NewType is what type Under Name; makes (7.6): a type of its own.
	NewType struct {
		Name  string
		Decl  *syntax.TypedefDecl
		Under Type
	}
	// Stack is a header stack or an array.
	Stack struct {
		Elem Type
		Size int
	}
	// Tuple is tuple<Elems>. Literal is true for the type of {a, b}, which may still
	// become a struct, a header or a list (8.12, 8.13).
	Tuple struct {
		Elems   []Type
		Literal bool
	}
	// Anonymous is the type of {f = a}, which may become a struct or a header. Dots
	// is true where ... stands for the rest.
	Anonymous struct {
		Fields []*Field
		Dots   bool
	}
	// List is list<Elem>.
	List struct{ Elem Type }
	// Set is set<Elem>, of keysets and value sets (7.2.9, 8.15). No program can
	// write it.
	Set struct{ Elem Type }
	// Extern is an extern object's type.
	Extern struct {
		Name string
		Decl *syntax.ExternDecl
		Args []Type
		// Methods and Ctors are with Args put in.
		Methods []*Signature
		Ctors   []*Signature
	}
	// Block is the type of a parser, control or package: declared (Decl has a body)
	// or a type only.
	Block struct {
		Kind       BlockKind
		Name       string
		Decl       syntax.Decl // *ParserDecl, *ControlDecl, *PackageDecl
		IsType     bool        // a parser type, control type or package
		TypeParams []*TypeVar  // still free
		Args       []Type      // put in for the type parameters, if any were
		Params     []*Param    // of apply; of a package, of its constructor
		Ctor       []*Param    // constructor parameters of a parser or control
	}
	// Signature is the type of a function, action, method or constructor.
	Signature struct {
		Kind       FuncKind
		Name       string
		Decl       syntax.Decl // *FunctionDecl, *ActionDecl, *MethodDecl
		Abstract   bool
		TypeParams []*TypeVar // still free
		Params     []*Param
		Result     Type
	}
	// Param is a parameter.
	Param struct {
		Name     string
		Dir      syntax.Direction
		Type     Type
		Decl     *syntax.Param
		Default  syntax.Expr // or nil
		Optional bool        // @optional
	}
	// TypeVar is a type parameter within its declaration, or one being inferred.
	TypeVar struct {
		Name string
		Decl *syntax.TypeParam
	}
	// Generic is the type of a generic struct, header, union or extern's Object: Of
	// has Vars as its arguments. No expression has it. (A generic Block has its
	// variables in TypeParams.)
	Generic struct {
		Vars []*TypeVar
		Of   Type
	}
	// TypeOf is the type of a name that is a type: what E has in E.A.
	TypeOf struct{ Of Type }
)

// RecordKind tells structs, headers and unions apart.
type RecordKind uint8

// Kinds of records.
const (
	Struct RecordKind = iota
	Header
	Union
)

// BlockKind tells parsers, controls and packages apart.
type BlockKind uint8

// Kinds of blocks.
const (
	Parser BlockKind = iota
	Control
	Package
)

// FuncKind is what can be called.
type FuncKind uint8

// Kinds of what can be called.
const (
	Function FuncKind = iota
	ExternFunction
	Action
	Method
	Constructor
	Builtin // isValid, setValid, setInvalid, push_front, pop_front, minSizeInBits, …, apply
)

func (Basic) typ()      {}
func (*Bits) typ()      {}
func (*Varbit) typ()    {}
func (*Record) typ()    {}
func (*Enum) typ()      {}
func (*NewType) typ()   {}
func (*Stack) typ()     {}
func (*Tuple) typ()     {}
func (*Anonymous) typ() {}
func (*List) typ()      {}
func (*Set) typ()       {}
func (*Extern) typ()    {}
func (*Block) typ()     {}
func (*Signature) typ() {}
func (*TypeVar) typ()   {}
func (*TypeOf) typ()    {}
func (*Generic) typ()   {}
