package types

import (
	"math/big"

	"up4/p4/source"
	"up4/p4/syntax"
)

// Info is what Check found out about a program. Keys are nodes of its tree.
//
// A generic declaration is checked once, with its type parameters as TypeVars;
// who specialises it puts the arguments in with Substitute.
type Info struct {
	// Types is the type of every expression, before any implicit conversion.
	Types map[syntax.Expr]Type
	// Implicit is the type an expression is converted to without a cast being
	// written: an int literal to bit<8>, a serializable enum to its representation,
	// {a, b} to a struct. The parts of a literal, of (e) and of a ? b : c are
	// converted as well as the whole, so that either can be gone by.
	Implicit map[syntax.Expr]Type
	// Values is the value of every expression that is known when compiled without
	// knowing constructor arguments.
	Values map[syntax.Expr]Value
	// TypeExprs is what every written type denotes.
	TypeExprs map[syntax.Type]Type
	// Uses is what a name in an expression, a transition, a table's action list, a
	// key's match kind stands for. Keys are *syntax.Ident and *syntax.Name.
	Uses map[syntax.Node]*Object
	// Defs is the object of every declaration; for enum members, fields and error
	// members the *syntax.Name or decl is the key.
	Defs map[syntax.Node]*Object
	// Calls is what every call is.
	Calls map[*syntax.CallExpr]*Call
	// Instances is what every declared instance is made with.
	Instances map[*syntax.Instantiation]*Call
	// Tables is the types that go with every table.
	Tables map[*syntax.TableDecl]*Table
	// Actions is what the actions of lists, entries and defaults are called with;
	// DefaultActions reads a default_action property as one.
	Actions        map[*syntax.ActionRef]*Call
	DefaultActions map[*syntax.Property]*syntax.ActionRef
	// Errors and MatchKinds are the members in order of declaration.
	Errors     []string
	MatchKinds []string
	// Main is the instantiation named main, or nil (then the program is a library).
	Main *syntax.Instantiation
}

// Table is the types that go with a table.
type Table struct {
	Actions *Enum   // of action_run: the listed actions
	Result  *Record // of apply(): hit, miss, action_run
}

// ObjectKind is what a name stands for.
type ObjectKind uint8

// What a name can stand for.
const (
	TypeName    ObjectKind = iota // a type; for a type parameter Type is a *TypeVar
	Const                         // Value is set, if known without constructor arguments
	Var                           // a variable
	ParamObj                      // a parameter of what is applied or called
	CtorParam                     // a constructor parameter: known when instantiated
	Instance                      // an instantiation
	FuncObj                       // functions of one name; see Overloads
	ActionObj                     // an action
	TableObj                      // a table
	StateObj                      // a parser state; accept and reject have no Decl
	ValueSet                      // a value set
	ErrorMember                   // error.X
	KindMember                    // a match_kind
	EnumMember                    // E.A
)

// Object is a declared name.
type Object struct {
	Kind      ObjectKind
	Name      string
	Type      Type
	Decl      syntax.Node // the declaration
	At        source.Span // of the name
	Value     Value       // of a Const or a member
	Overloads []*Object   // further functions of the same name
	Used      bool
}

// Call is what a call expression is.
type Call struct {
	Sig *Signature // with type arguments put in
	// Fun is the function, action, or constructed type; nil for a method or builtin.
	Fun *Object
	// Recv is what a method or builtin is called on, or nil.
	Recv syntax.Expr
	// Constructed is what a constructor call makes, else nil: *Extern or *Block.
	Constructed Type
	TypeArgs    []Type
	// Args is an argument for each parameter of Sig: the expression, or nil where
	// none was given (then the parameter's default, or it is optional, or left to the
	// control plane).
	Args []syntax.Expr
}

// Value is a value known when the program is compiled.
type Value interface {
	// String is the value as a program would write it.
	String() string
	value()
}

type (
	// IntValue is of type Int or *Bits; it lies within the type's range. For a
	// serializable enum's member or a new type, see the expression's type.
	IntValue struct {
		V    *big.Int
		Type Type
	}
	// BoolValue is a bool.
	BoolValue bool
	// StringValue is a string.
	StringValue string
	// MemberValue is a member of an enum without representation, an error or a
	// match_kind.
	MemberValue struct {
		Type Type // *Enum, ErrorType, MatchKind
		Name string
	}
	// ListValue is a tuple, list, struct or header: its elements in order.
	ListValue struct {
		Type  Type
		Elems []Value
	}
	// InvalidHeader is {#}.
	InvalidHeader struct{ Type Type }
)

func (*IntValue) value()      {}
func (BoolValue) value()      {}
func (StringValue) value()    {}
func (*MemberValue) value()   {}
func (*ListValue) value()     {}
func (*InvalidHeader) value() {}

// TypeOf is the type of e after its conversion.
func (info *Info) TypeOf(e syntax.Expr) Type {
	if to := info.Implicit[e]; to != nil {
		return to
	}
	return info.Types[e]
}

// Constant is the value of e after its conversion, or nil where it is not known.
func (info *Info) Constant(e syntax.Expr) Value {
	v := info.Values[e]
	if to := info.Implicit[e]; v != nil && to != nil {
		return castValue(v, to)
	}
	return v
}
