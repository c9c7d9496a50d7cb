package lirtest

import (
	"strconv"
	"strings"

	"up4/pipelines/lir"
)

// byName is a list of things with names.
func byName[T interface {
	~uint8
	String() string
}](n T) map[string]T {
	m := map[string]T{}
	for i := range n {
		m[i.String()] = i
	}
	return m
}

var (
	services = byName(lir.NumServices)
	finds    = byName(lir.FindRange + 1)
	ops      = byName(lir.ToPtr + 1)
)

// accesses are how memory is read and written.
var accesses = map[string]lir.Load{
	"byte": {Bytes: 1}, "le16": {Bytes: 2}, "le32": {Bytes: 4}, "le64": {Bytes: 8},
	"be16": {Bytes: 2, Big: true}, "be32": {Bytes: 4, Big: true}, "be64": {Bytes: 8, Big: true},
}

func (r *reader) localNamed() *lir.Local {
	name := r.name()
	l := r.locals[name]
	if l == nil {
		r.pos--
		r.fail("no local %s", name)
	}
	return l
}

func (r *reader) instr() lir.Instr {
	_, memory := accesses[r.peek()]
	switch {
	case r.after(1) == "=":
		dst := r.localNamed()
		r.want("=")
		switch {
		case r.peek() == "lookup" && r.after(1) != "\n":
			return r.lookup(dst)
		case r.peek() == "call" && r.after(1) != "\n":
			return r.call(dst)
		}
		return &lir.Set{Dst: dst, X: r.expr()}
	case memory && r.after(1) == "[":
		m := r.memory()
		r.want("=")
		return &lir.Store{Ptr: m.Ptr, Off: m.Off, Bytes: m.Bytes, Big: m.Big, X: r.expr()}
	case r.peek() == "call":
		return r.call()
	case r.is("copy"):
		i := &lir.Copy{Dst: r.expr()}
		r.want("from")
		i.Src = r.expr()
		r.want("bytes")
		i.N = r.expr()
		return i
	case r.is("clear"):
		i := &lir.Clear{Dst: r.expr()}
		r.want("bytes")
		i.N = r.int()
		return i
	}
	r.fail("%q where an instruction should stand", r.peek())
	return nil
}

func (r *reader) lookup(entry *lir.Local) lir.Instr {
	r.want("lookup")
	i := &lir.Lookup{Entry: entry, Silent: r.is("silent")}
	r.want("table")
	i.Table = r.int()
	r.want("by")
	find, ok := finds[r.next()]
	if !ok {
		r.fail("no way of searching")
	}
	i.Find = find
	i.Key = r.expr()
	r.want("bytes")
	i.Len = r.int()
	return i
}

func (r *reader) call(dst ...*lir.Local) lir.Instr {
	r.want("call")
	s, ok := services[r.next()]
	if !ok {
		r.fail("no service")
	}
	i := &lir.Call{Service: s, Index: r.int(), Dst: dst}
	r.want("(")
	for !r.is(")") {
		i.Args = append(i.Args, r.expr())
		r.is(",")
	}
	return i
}

func (r *reader) memory() *lir.Load {
	m := accesses[r.name()]
	r.want("[")
	m.Ptr = r.expr()
	r.want("+")
	m.Off = r.int()
	r.want("]")
	return &m
}

func (r *reader) expr() lir.Expr {
	x := r.plain()
	if !r.is(":") {
		return x
	}
	t := r.typ()
	switch x := x.(type) {
	case *lir.Unary:
		x.T = t
	case *lir.Binary:
		x.T = t
	default:
		r.fail("a type behind what has one")
	}
	return x
}

func (r *reader) plain() lir.Expr {
	_, memory := accesses[r.peek()]
	switch call := r.after(1) == "("; {
	case memory && r.after(1) == "[":
		return r.memory()
	case call:
		return r.operation()
	case r.is("true"):
		return &lir.Const{V: 1, T: lir.Type{Kind: lir.Bool}}
	case r.is("false"):
		return &lir.Const{T: lir.Type{Kind: lir.Bool}}
	case r.is("null"):
		return &lir.Const{T: lir.Type{Kind: lir.Ptr}}
	case r.peek() != "" && r.peek()[0] >= '0' && r.peek()[0] <= '9':
		return Num(r.number())
	}
	return &lir.Use{Local: r.localNamed()}
}

// Num is a constant, with the bits that it needs.
func Num(v uint64) *lir.Const {
	c := &lir.Const{V: v, T: word(64)}
	c.T.Bits = lir.Bits(c)
	return c
}

func (r *reader) operation() lir.Expr {
	name := r.name()
	var args []lir.Expr
	for r.want("("); !r.is(")"); r.is(",") {
		args = append(args, r.expr())
	}
	count := func(n int) {
		if len(args) != n {
			r.fail("%s has %d arguments", name, len(args))
		}
	}
	if name == "cond" {
		count(3)
		return &lir.Cond{C: args[0], X: args[1], Y: args[2]}
	}
	if n, ok := strings.CutPrefix(name, "swap"); ok {
		count(1)
		bits, err := strconv.Atoi(n)
		if err != nil {
			r.fail("no operator %s", name)
		}
		return &lir.Unary{Op: lir.Swap, X: args[0], T: word(bits)}
	}
	op, ok := ops[name]
	switch {
	case !ok:
		r.fail("no operator %s", name)
	case op >= lir.Not:
		count(1)
		return Unary(op, args[0])
	}
	count(2)
	return Binary(op, args[0], args[1])
}

// Unary is an expression with the type that its operator gives.
func Unary(op lir.Op, x lir.Expr) *lir.Unary {
	u := &lir.Unary{Op: op, X: x}
	switch op {
	case lir.Not:
		u.T.Kind = lir.Bool
	case lir.ToPtr:
		u.T.Kind = lir.Ptr
	case lir.ToWord, lir.ToOff:
		u.T.Bits = 64
		u.T.Bits = lir.Bits(u)
	}
	return u
}

// Binary is an expression with the type that its operator gives, and the bits that
// follow from its operands.
func Binary(op lir.Op, x, y lir.Expr) *lir.Binary {
	b := &lir.Binary{Op: op, X: x, Y: y}
	switch op {
	case lir.Eq, lir.Ne, lir.Lt, lir.Le, lir.SLt, lir.SLe:
		b.T.Kind = lir.Bool
		return b
	case lir.Add, lir.And, lir.Or, lir.Xor:
		b.T.Kind = x.Type().Kind
	}
	b.T.Bits = 64
	b.T.Bits = lir.Bits(b)
	return b
}
