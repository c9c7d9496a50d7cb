package ir

import (
	"math/big"

	"up4/p4/source"
)

// Program is a whole program. All lists are in a fixed order: that of the source,
// instances in the order in which main reaches them.
type Program struct {
	// Types is the declared types in use: each after those it is made of.
	Types      []Type
	Errors     []string // error members; values of ErrorType are indices
	MatchKinds []string
	Objects    []*Object
	Sets       []*ValueSet
	Funcs      []*Func
	Tables     []*Table
	// Main is the package instance, nil for a program without one: then nothing is
	// lowered.
	Main *Package
}

// Package is an instance of a package: what the architecture runs.
type Package struct {
	Type string // V1Switch, …
	Name string // main
	// Args is the constructor's arguments in order of its parameters; absent
	// optional ones are nil.
	Params      []string
	Args        []Arg
	Annotations []Annotation
	At          source.Span
}

// Arg is an argument of a constructor: exactly one field is set, or none for an
// optional one that was left out.
type Arg struct {
	Value   Value
	Block   *Func // a parser or control
	Object  *Object
	Package *Package
	List    []Arg // of a table's property: {a, b}; not nil
}

// Object is an extern object: a counter, register, checksum unit, …
type Object struct {
	Name        string // unique: the path of instances, as the control plane knows it
	Local       string // as declared
	Type        *ObjectType
	Factory     string   // the extern function that makes it, "" for a constructor
	Params      []string // of its constructor
	Args        []Arg
	Methods     []*Func // implementations of abstract methods
	Annotations []Annotation
	At          source.Span
	// Table is the table it serves, if it stands in a table's property (a direct
	// counter or meter, an action profile made in place).
	Table *Table
}

// Annotation is an annotation as it was written.
type Annotation struct {
	Name string
	// Body is the text between the parentheses or brackets, tokens joined by single
	// spaces, numbers for what @field_list has; Values and Pairs are its parts where it is
	// structured.
	Body       string
	Structured bool
	Values     []Value
	Keys       []string // of Values, for key=value lists
}

// Int is an integer value.
type Int = *big.Int

// Func is a parser, control, action, function, or an abstract method's
// implementation: one instance of it.
type Func struct {
	Kind FuncKind
	Name string // unique; for the control plane the path of instances
	// Local is the name as declared.
	Local string
	// Owner is the control in which an action is declared, or the parser or control in
	// which a method's object is: it may use their locals and parameters. It is nil at
	// the top level, and comes before in Program.Funcs.
	Owner *Func
	// Wraps is set for an action that lowering made: a table lists it in the place of
	// the action Wraps, which it calls with the arguments that the list gives, where
	// these need instructions. To the control plane it is that action: ControlName.
	Wraps  *Func
	Params []*Local
	Result Type // VoidType if none
	Locals []*Local
	// Blocks is the code; the first is the entry. In a parser, blocks that begin a
	// state have its name.
	Blocks      []*Block
	Annotations []Annotation
	At          source.Span
}

// ControlName is the name that the control plane has for an action.
func (f *Func) ControlName() string {
	if f.Wraps != nil {
		return f.Wraps.Name
	}
	return f.Name
}

// FuncKind is what a Func is.
type FuncKind uint8

// Kinds of Func.
const (
	Parser FuncKind = iota
	Control
	Action
	Function
	MethodImpl
)

// Direction is a parameter's direction.
type Direction uint8

// Directions. A None parameter of an action comes from the control plane unless
// the call gives it; otherwise it is like In.
const (
	None Direction = iota
	In
	Out
	InOut
)

// Local is a parameter or variable of a Func.
type Local struct {
	Name        string // unique within the Func and its owners
	Declared    string // as declared, "" if Temp; of an action's parameter, for the control plane
	Type        Type
	Param       bool
	Dir         Direction
	Temp        bool // made by lowering
	Annotations []Annotation
	At          source.Span
}

// Block is a basic block: instructions, then one terminator.
type Block struct {
	Name  string // unique within the Func
	State string // the parser state that begins here, or ""
	// Atomic is the @atomic region that the block is part of (20.3.4), 0 for none.
	// Control enters a region with the first of its blocks and leaves it with the first
	// that is not one of them, whatever the way out.
	Atomic int
	// Annotations is those of the state that begins here, but for @atomic, which is
	// Atomic.
	Annotations []Annotation
	Instrs      []Instr
	Term        Term
	At          source.Span
}

// Table is one instance of a table.
type Table struct {
	Name        string // the path of instances
	Local       string
	Owner       *Func // the control it stands in: keys are evaluated in its scope
	Keys        []Key
	Actions     []TableAction // each Func once
	Default     *TableCall    // nil: a miss does nothing, and its action is len(Actions)
	DefaultIs   Constness
	Entries     []Entry
	EntriesAre  Constness
	Size        int // as given, or 0
	Properties  []Property
	Annotations []Annotation
	At          source.Span
}

// HasPriorities says whether entries of the table have priorities: where not all keys
// are exact or lpm, so that entries can overlap otherwise than by prefixes.
func (t *Table) HasPriorities() bool {
	for _, k := range t.Keys {
		if k.Match != "exact" && k.Match != "lpm" {
			return true
		}
	}
	return false
}

// Constness is whether the control plane may change something.
type Constness bool

// Mutable can be changed by the control plane, Constant cannot.
const (
	Mutable  Constness = false
	Constant Constness = true
)

// Key is one key of a table.
type Key struct {
	Expr        Expr
	Match       string // exact, lpm, ternary, range, optional, selector, …
	Name        string // for the control plane: every reader takes it as it is
	Annotations []Annotation
	At          source.Span
}

// TableAction is an action of a table's list.
type TableAction struct {
	Func *Func
	// Bound is the arguments given in the list, for the leading parameters with a
	// direction; the control plane gives the others. An element is an In value or an
	// Out or InOut place.
	Bound       []Operand
	Annotations []Annotation // of the reference: @defaultonly, @tableonly
	At          source.Span
}

// TableCall is an action chosen by an entry or as the default, with the arguments
// that the control plane would give.
type TableCall struct {
	Action int // index in Actions
	Args   []Value
}

// Entry is an entry that the program gives.
type Entry struct {
	Const bool
	// Priority is what decides between entries that match: the largest wins, whatever
	// the table's largest_priority_wins says, the first of equal ones. All entries of a
	// table have one if it HasPriorities, else none; without one, 0, the longest prefix
	// wins, and of equal ones the first. It is as given or computed (14.2.1.4), where the smallest wins taken
	// from the table's greatest and 1 more.
	Priority    int
	HasPriority bool
	Keys        []Keyset // one for each key
	Call        TableCall
	Annotations []Annotation
	At          source.Span
}

// Property is a property of a table other than the standard ones.
type Property struct {
	Name        string
	Const       bool
	Value       Arg // an object for implementation, counters, meters
	Annotations []Annotation
}

// ValueSet is one instance of a value set.
type ValueSet struct {
	Name        string
	Local       string
	Owner       *Func
	Type        Type // of the elements
	Matches     []string
	Size        int
	Annotations []Annotation
	At          source.Span
}
