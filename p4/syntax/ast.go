package syntax

import (
	"math/big"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// Node is any part of a program. Its span covers all of its text.
type Node interface {
	Span() source.Span
}

// node is embedded in every concrete Node.
type node struct{ At source.Span }

func (n *node) Span() source.Span { return n.At }

// Program is a whole program: every file of it, in the order of reading.
type Program struct {
	node
	Decls []Decl
}

// Name is an identifier where it is declared or selected.
type Name struct {
	node
	Text string
}

// Annotation is @name, @name(…) or @name[…] (clause 20).
type Annotation struct {
	node
	Name *Name
	// Kind tells which of the following is set.
	Kind   AnnotationKind
	Tokens []token.Token // Unstructured, parentheses excluded
	Values []Expr        // ExprList, and what the Tokens of @field_list(…) are
	Pairs  []*NamedExpr  // KeyValues
}

// AnnotationKind is the form of an annotation's body.
type AnnotationKind uint8

// Forms of an annotation's body.
const (
	Bare         AnnotationKind = iota // @name
	Unstructured                       // @name(tokens); and @pragma name tokens
	ExprList                           // @name[e, e]
	KeyValues                          // @name[k=e, k=e]
)

// ---- Expressions (clause 8) ----

// Expr is an expression. A type can stand where an expression can: as what a
// member is selected from (T.minSizeInBits(), E.A, error.NoMatch) and as what is
// called (a constructor); then it is a TypeExpr, or an Ident that is resolved to a
// type.
type Expr interface {
	Node
	expr()
}

type (
	// Ident is a name used as an expression: x, or .x from the top level.
	Ident struct {
		node
		Dot  bool
		Name string
	}
	// TypeExpr is a type used as an expression, other than a plain name.
	TypeExpr struct {
		node
		Type Type
	}
	// IntLit is an integer literal. One that is not Sized is an arbitrary-precision
	// int; one that is can have Width 0, as bit<0> is a type (clause 7.1.6.2).
	IntLit struct {
		node
		Text   string
		Value  *big.Int
		Sized  bool // a width was written
		Width  int  // bits; 0 if not Sized
		Signed bool // int<Width>, not bit<Width>
		Base   int  // 2, 8, 10 or 16: how it was written, and how to print it
	}
	// BoolLit is true or false.
	BoolLit struct {
		node
		Value bool
	}
	// StringLit is a string. Value has its escapes resolved.
	StringLit struct {
		node
		Value string
	}
	// ThisExpr is this, within an abstract method's implementation.
	ThisExpr struct{ node }
	// Dots is ..., the default value of what is expected (clause 8.26).
	Dots struct{ node }
	// DefaultExpr is default, or _, as a keyset; _ also as an argument.
	DefaultExpr struct {
		node
		Underscore bool
	}
	// InvalidExpr is {#}, the invalid header or header union.
	InvalidExpr struct{ node }
	// UnaryExpr is Op X, with Op one of Not, BitNot, Sub, Add.
	UnaryExpr struct {
		node
		Op token.Kind
		X  Expr
	}
	// BinaryExpr is X Op Y.
	// Mask and Range are sets (clause 8.15).
	BinaryExpr struct {
		node
		Op   token.Kind
		OpAt source.Span
		X, Y Expr
	}
	// CondExpr is Cond ? Then : Else.
	CondExpr struct {
		node
		Cond, Then, Else Expr
	}
	// CastExpr is (Type) X.
	CastExpr struct {
		node
		Type Type
		X    Expr
	}
	// MemberExpr is X.Sel.
	MemberExpr struct {
		node
		X   Expr
		Sel *Name
	}
	// IndexExpr is X[Index].
	IndexExpr struct {
		node
		X, Index Expr
	}
	// SliceExpr is X[Hi:Lo], or X[Lo+:Width].
	SliceExpr struct {
		node
		X             Expr
		Hi, Lo, Width Expr // Hi and Lo, or Lo and Width
	}
	// CallExpr is Fun<TypeArgs>(Args): a function, method or action call, or a
	// constructor invocation.
	CallExpr struct {
		node
		Fun      Expr
		TypeArgs []Type
		Args     []*Arg
	}
	// Arg is an argument, by position or by name.
	Arg struct {
		node
		Name  *Name // nil if by position
		Value Expr  // DefaultExpr with Underscore for _
	}
	// ListExpr is {a, b}, a tuple, list, struct or header. A last Dots stands for
	// the defaults of the rest. Parens is true for a keyset (a, b).
	ListExpr struct {
		node
		Elems  []Expr
		Parens bool
	}
	// StructExpr is {f = a, g = b}; a type may be written before by a cast.
	StructExpr struct {
		node
		Fields []*NamedExpr
		Dots   bool // a last ... : the defaults of the rest
	}
	// NamedExpr is f = a.
	NamedExpr struct {
		node
		Name  *Name
		Value Expr
	}
	// ParenExpr is (X), kept for messages and printing.
	ParenExpr struct {
		node
		X Expr
	}
	// SelectExpr is select(Keys) {Cases}, in a parser's transition.
	SelectExpr struct {
		node
		Keys  []Expr
		Cases []*SelectCase
	}
	// SelectCase is Keyset: Next;
	SelectCase struct {
		node
		Keyset Expr
		Next   *Name
	}
	// BadExpr stands where none could be read; an error was reported.
	BadExpr struct{ node }
)

func (*Ident) expr()       {}
func (*TypeExpr) expr()    {}
func (*IntLit) expr()      {}
func (*BoolLit) expr()     {}
func (*StringLit) expr()   {}
func (*ThisExpr) expr()    {}
func (*Dots) expr()        {}
func (*DefaultExpr) expr() {}
func (*InvalidExpr) expr() {}
func (*UnaryExpr) expr()   {}
func (*BinaryExpr) expr()  {}
func (*CondExpr) expr()    {}
func (*CastExpr) expr()    {}
func (*MemberExpr) expr()  {}
func (*IndexExpr) expr()   {}
func (*SliceExpr) expr()   {}
func (*CallExpr) expr()    {}
func (*ListExpr) expr()    {}
func (*StructExpr) expr()  {}
func (*ParenExpr) expr()   {}
func (*SelectExpr) expr()  {}
func (*BadExpr) expr()     {}

// ---- Types (clause 7) ----

// Type is a reference to a type.
type Type interface {
	Node
	typ()
}

type (
	// NamedType is T, or .T from the top level; with arguments T<Args>.
	NamedType struct {
		node
		Dot  bool
		Name *Name
		Args []Type // nil if none were written
	}
	// BaseType is a type by keyword. Width is nil where none is written (bit, int,
	// bool, …); it is an expression known at compile time.
	BaseType struct {
		node
		Kind  token.Kind // Bit, IntKw, Varbit, Bool, ErrorKw, MatchKind, StringKw, Void
		Width Expr
	}
	// StackType is Elem[Size]: a header stack, or an array.
	StackType struct {
		node
		Elem Type
		Size Expr
	}
	// TupleType is tuple<Args>.
	TupleType struct {
		node
		Args []Type
	}
	// ListType is list<Elem>.
	ListType struct {
		node
		Elem Type
	}
	// AnyType is _, a type argument to be inferred.
	AnyType struct{ node }
)

func (*NamedType) typ() {}
func (*BaseType) typ()  {}
func (*StackType) typ() {}
func (*TupleType) typ() {}
func (*ListType) typ()  {}
func (*AnyType) typ()   {}

// ---- Declarations (clauses 7, 10 to 14) ----

// Decl is a declaration, at the top level or within another.
type Decl interface {
	Node
	decl()
	// Declared is the name declared, or nil (an error or match_kind block).
	Declared() *Name
	Annots() []*Annotation
}

// declared is embedded in every Decl.
type declared struct {
	node
	Annotations []*Annotation
	Name        *Name
}

func (d *declared) decl()                 {}
func (d *declared) Declared() *Name       { return d.Name }
func (d *declared) Annots() []*Annotation { return d.Annotations }

// Direction is a parameter's direction (clause 6.8).
type Direction uint8

// Directions. NoDirection is a value known when called, or from the control plane.
const (
	NoDirection Direction = iota
	In
	Out
	InOut
)

type (
	// Param is a parameter.
	Param struct {
		declared
		Dir     Direction
		Type    Type
		Default Expr // or nil
	}
	// TypeParam is a type variable of a generic declaration.
	TypeParam struct{ declared }

	// ConstDecl is const Type Name = Value;
	ConstDecl struct {
		declared
		Type  Type
		Value Expr
	}
	// VarDecl is Type Name = Value; Value may be nil.
	VarDecl struct {
		declared
		Type  Type
		Value Expr
	}
	// Instantiation is Type(Args) Name; of an extern object, parser, control or
	// package, with the methods an extern left abstract.
	Instantiation struct {
		declared
		Type Type
		Args []*Arg
		Body *Initializer // or nil
	}
	// Initializer is {functions and instantiations} behind an instantiation.
	Initializer struct {
		node
		Decls []Decl
	}
	// ErrorDecl is error {A, B}: it adds to the one error type.
	ErrorDecl struct {
		declared // Name is nil
		Members  []*Name
	}
	// MatchKindDecl is match_kind {exact, …}.
	MatchKindDecl struct {
		declared // Name is nil
		Members  []*Name
	}
	// TypedefDecl is typedef Type Name; New is true for type Type Name, which makes
	// a type of its own. If the type is itself declared in place, Inline holds it.
	TypedefDecl struct {
		declared
		New    bool
		Type   Type // nil if Inline
		Inline Decl // struct, header, … declared in the typedef
	}
	// FieldsDecl is a struct, header or header_union.
	FieldsDecl struct {
		declared
		Kind       token.Kind // Struct, Header, HeaderUnion
		TypeParams []*TypeParam
		Fields     []*Field
	}
	// Field is a field of one.
	Field struct {
		declared
		Type Type
	}
	// EnumDecl is an enum; Type is its representation if serializable, else nil.
	EnumDecl struct {
		declared
		Type    Type
		Members []*EnumMember
	}
	// EnumMember is A, or A = Value in a serializable enum.
	EnumMember struct {
		declared
		Value Expr
	}
	// ExternDecl is an extern object: its constructors and methods.
	ExternDecl struct {
		declared
		TypeParams []*TypeParam
		Methods    []*MethodDecl
	}
	// MethodDecl is a method or constructor of an extern object, or an extern
	// function (then it is a declaration of its own).
	MethodDecl struct {
		declared
		Abstract    bool
		Constructor bool
		Result      Type // nil for a constructor
		TypeParams  []*TypeParam
		Params      []*Param
	}
	// FunctionDecl is a function.
	FunctionDecl struct {
		declared
		Result     Type
		TypeParams []*TypeParam
		Params     []*Param
		Body       *BlockStmt
	}
	// ActionDecl is an action.
	ActionDecl struct {
		declared
		Params []*Param
		Body   *BlockStmt
	}
	// ParserDecl is a parser, or with Type set (no body) a parser type.
	ParserDecl struct {
		declared
		IsType     bool
		TypeParams []*TypeParam
		Params     []*Param
		CtorParams []*Param // nil if none were written
		Locals     []Decl
		States     []*StateDecl
	}
	// StateDecl is a state. Without a transition it goes to reject.
	StateDecl struct {
		declared
		Body       []Stmt
		Transition Expr // *Ident, *SelectExpr or nil
	}
	// ControlDecl is a control, or with IsType a control type.
	ControlDecl struct {
		declared
		IsType     bool
		TypeParams []*TypeParam
		Params     []*Param
		CtorParams []*Param
		Locals     []Decl
		Body       *BlockStmt
	}
	// PackageDecl is a package type.
	PackageDecl struct {
		declared
		TypeParams []*TypeParam
		Params     []*Param // of its constructor
	}
	// ValueSetDecl is value_set<Type>(Size) Name;
	ValueSetDecl struct {
		declared
		Type Type
		Size Expr
	}
	// TableDecl is a table.
	TableDecl struct {
		declared
		Properties []*Property
	}
	// Property is one property of a table. Of the last four fields the one that fits
	// Name is set: Keys for key, Actions for actions, Entries for entries, Value for
	// any other.
	Property struct {
		declared
		Const   bool
		Keys    []*KeyElem
		Actions []*ActionRef
		Entries []*Entry
		Value   Expr
	}
	// KeyElem is Expr: Match;
	KeyElem struct {
		node
		Annotations []*Annotation
		Expr        Expr
		Match       *Name
	}
	// ActionRef is an action in a table's list, with the arguments that are bound.
	ActionRef struct {
		node
		Annotations []*Annotation
		Action      *Ident
		Args        []*Arg
		HasArgs     bool // parentheses were written
	}
	// Entry is one entry: [const] [priority=e:] keyset : action;
	Entry struct {
		node
		Annotations []*Annotation
		Const       bool
		Priority    Expr // or nil
		Keyset      Expr
		Action      *ActionRef
	}
	// BadDecl stands where none could be read.
	BadDecl struct{ declared }
)

// ---- Statements (clause 12) ----

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

type (
	// EmptyStmt is ;
	EmptyStmt struct{ node }
	// AssignStmt is L Op R; Op is Assign or a compound assignment.
	AssignStmt struct {
		node
		Op   token.Kind
		L, R Expr
	}
	// CallStmt is a call whose result, if any, is dropped. A direct invocation
	// T.apply(…) of a parser or control type is one too.
	CallStmt struct {
		node
		Call *CallExpr
	}
	// DeclStmt is a variable, constant or instantiation among statements.
	DeclStmt struct {
		node
		Decl Decl
	}
	// BlockStmt is {…}.
	BlockStmt struct {
		node
		Annotations []*Annotation
		Stmts       []Stmt
	}
	// IfStmt is if (Cond) Then else Else; Else may be nil.
	IfStmt struct {
		node
		Cond       Expr
		Then, Else Stmt
	}
	// ReturnStmt is return; or return Value;
	ReturnStmt struct {
		node
		Value Expr
	}
	// ExitStmt is exit;
	ExitStmt struct{ node }
	// BreakStmt is break;
	BreakStmt struct{ node }
	// ContinueStmt is continue;
	ContinueStmt struct{ node }
	// SwitchStmt is switch (Tag) {Cases}.
	SwitchStmt struct {
		node
		Tag   Expr
		Cases []*SwitchCase
	}
	// SwitchCase is Label: Body. Label is a DefaultExpr for default; Body is nil if
	// it falls through to the next.
	SwitchCase struct {
		node
		Label Expr
		Body  *BlockStmt
	}
	// ForStmt is for (Init; Cond; Update) Body.
	ForStmt struct {
		node
		Annotations []*Annotation
		Init        []Stmt
		Cond        Expr
		Update      []Stmt
		Body        Stmt
	}
	// ForInStmt is for (Type Name in Coll) Body, with Decl, or for (Var in Coll), with
	// Var. Coll is a list, a stack or a Range.
	ForInStmt struct {
		node
		Annotations []*Annotation
		Decl        *VarDecl
		Var         Expr
		Coll        Expr
		Body        Stmt
	}
	// BadStmt stands where none could be read.
	BadStmt struct{ node }
)

func (*EmptyStmt) stmt()    {}
func (*AssignStmt) stmt()   {}
func (*CallStmt) stmt()     {}
func (*DeclStmt) stmt()     {}
func (*BlockStmt) stmt()    {}
func (*IfStmt) stmt()       {}
func (*ReturnStmt) stmt()   {}
func (*ExitStmt) stmt()     {}
func (*BreakStmt) stmt()    {}
func (*ContinueStmt) stmt() {}
func (*SwitchStmt) stmt()   {}
func (*ForStmt) stmt()      {}
func (*ForInStmt) stmt()    {}
func (*BadStmt) stmt()      {}
