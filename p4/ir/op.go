package ir

// Op is an operator.
type Op uint8

// Operators. Arithmetic on bits wraps; Sat ones saturate (8.6).
const (
	Add Op = iota
	Sub
	Mul
	Div // rounding towards zero; by zero unspecified
	Mod // with the sign of X; by zero unspecified
	SatAdd
	SatSub
	And // on bits and bool
	Or
	Xor
	Shl // by Y of any unsigned width, as a number of bits
	Shr // arithmetic if X is signed
	Concat
	Eq // of any two values of one type
	Ne
	Lt
	Le
	Gt
	Ge
	Neg
	BitNot
	Not
	numOps
)

var opNames = [numOps]string{"add", "sub", "mul", "div", "mod", "add_sat", "sub_sat", "and", "or", "xor",
	"shl", "shr", "concat", "eq", "ne", "lt", "le", "gt", "ge", "neg", "bitnot", "not"}

func (op Op) String() string { return opNames[op] }

// Unary says whether op has one operand.
func (op Op) Unary() bool { return op >= Neg }

// Compares says whether op gives a bool of two values of one type.
func (op Op) Compares() bool { return op >= Eq && op <= Ge }
