package lir

// instr checks an instruction.
func (v *validator) instr(i Instr) {
	switch i := i.(type) {
	case *Set:
		if v.dst(i.Dst) && v.expr(i.X, i.Dst.T.Kind) && i.Dst.T.Kind == Word && Bits(i.X) > i.Dst.T.Bits {
			v.errorf("%s of %d bits is more than local %s has", ExprText(i.X), Bits(i.X), i.Dst.Name)
		}
	case *Store:
		v.access(i.Ptr, i.Bytes, i.Big)
		v.expr(i.X, Word)
	case *Copy:
		v.expr(i.Dst, Ptr)
		v.expr(i.Src, Ptr)
		v.expr(i.N, Word)
	case *Clear:
		v.expr(i.Dst, Ptr)
		if i.N < 0 {
			v.errorf("%d bytes are cleared", i.N)
		}
	case *Lookup:
		v.lookup(i)
	case *Call:
		v.call(i)
	default:
		v.errorf("%T", i)
	}
}

// dst checks a local that is set.
func (v *validator) dst(l *Local) bool {
	switch {
	case l == nil:
		v.errorf("the local to set is missing")
	case !v.locals[l]:
		v.errorf("local %s is not of this function", l.Name)
	default:
		return true
	}
	return false
}

func (v *validator) lookup(i *Lookup) {
	if v.dst(i.Entry) && i.Entry.T.Kind != Ptr {
		v.errorf("the entry's local %s is no pointer", i.Entry.Name)
	}
	if i.Table < 0 {
		v.errorf("table %d", i.Table)
	}
	switch i.Find {
	case FindWord:
		v.expr(i.Key, Word)
	case FindPrefix:
		if v.expr(i.Key, Word) && Bits(i.Key) > 32 {
			v.errorf("a key of %d bits to search prefixes for", Bits(i.Key))
		}
	case FindExact, FindLPM, FindTernary, FindRange:
		v.expr(i.Key, Ptr)
		if i.Len < 0 {
			v.errorf("a key of %d bytes", i.Len)
		}
	default:
		v.errorf("no way of searching")
	}
}

func (v *validator) call(i *Call) {
	if i.Service >= NumServices {
		v.errorf("no service")
		return
	}
	s := &signatures[i.Service]
	if len(i.Args) != len(s.args) || len(i.Dst) != len(s.dst) {
		v.errorf("%s has %d arguments and %d results, not %d and %d", i.Service, len(s.args), len(s.dst), len(i.Args), len(i.Dst))
		return
	}
	for n, x := range i.Args {
		v.expr(x, kindOf(s.args[n]))
	}
	for n, l := range i.Dst {
		switch k := kindOf(s.dst[n]); {
		case !v.dst(l):
		case l.T.Kind != k || k == Word && l.T.Bits < s.bits:
			v.errorf("local %s of type %s cannot hold what %s gives", l.Name, l.T, i.Service)
		}
	}
	switch n := i.Index; {
	case n < 0, i.Service == Hash && n >= len(Algorithms), i.Service == SendLog && n >= len(v.p.Logs):
		v.errorf("%s of %d", i.Service, n)
	}
}

// kindOf is the kind that a letter of a signature stands for.
func kindOf(letter byte) Kind {
	if letter == 'p' {
		return Ptr
	}
	return Word
}

// access checks where so many bytes are read or written.
func (v *validator) access(ptr Expr, bytes int, big bool) {
	v.expr(ptr, Ptr)
	switch {
	case bytes == 1 && big:
		v.errorf("one byte has no order")
	case bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8:
		v.errorf("an access to %d bytes", bytes)
	}
}

// expr checks an expression that is to be of a kind, and says whether it is sound.
func (v *validator) expr(x Expr, kind Kind) bool {
	before := len(v.errs)
	if !v.sound(x) || len(v.errs) > before {
		return false
	}
	if k := x.Type().Kind; k != kind {
		v.errorf("%s is a %s, not a %s", ExprText(x), kindNames[k], kindNames[kind])
		return false
	}
	return true
}

var kindNames = [...]string{Word: "word", Bool: "bool", Ptr: "pointer"}

// sound checks an expression, and says whether its type can be asked for.
func (v *validator) sound(x Expr) bool {
	switch x := x.(type) {
	case nil:
		v.errorf("an expression is missing")
		return false
	case *Const:
		return v.constant(x)
	case *Use:
		if x.Local == nil || !v.locals[x.Local] {
			v.errorf("a local that is not of this function is read")
			return false
		}
	case *Load:
		v.access(x.Ptr, x.Bytes, x.Big)
		return x.Ptr != nil
	case *Unary:
		return v.unary(x)
	case *Binary:
		return v.binary(x)
	case *Cond:
		if !v.expr(x.C, Bool) || !v.sound(x.X) || !v.expr(x.Y, x.X.Type().Kind) {
			return false
		}
	default:
		v.errorf("%T", x)
		return false
	}
	return true
}

func (v *validator) constant(x *Const) bool {
	ok := false
	switch x.T.Kind {
	case Word:
		ok = x.T.Bits >= 1 && x.T.Bits <= 64 && x.V <= Mask(x.T.Bits)
	case Bool:
		ok = x.V <= 1
	case Ptr:
		ok = x.V == 0
	}
	if !ok {
		v.errorf("%d is no constant of kind %d and %d bits", x.V, x.T.Kind, x.T.Bits)
	}
	return ok
}

// operand is the kind of what unary operators are applied to, and result that of what
// they give.
var operand, result = map[Op]Kind{Not: Bool, Swap: Word, ToWord: Bool, ToOff: Ptr, ToPtr: Word},
	map[Op]Kind{Not: Bool, Swap: Word, ToWord: Word, ToOff: Word, ToPtr: Ptr}

func (v *validator) unary(x *Unary) bool {
	k, ok := operand[x.Op]
	if !ok {
		v.errorf("%s is no operator of one value", x.Op)
		return false
	}
	if !v.expr(x.X, k) || !v.typed(x.T, result[x.Op], x.Op) {
		return false
	}
	if x.Op != Swap {
		return true
	}
	if n := x.T.Bits; n != 16 && n != 32 && n != 64 || Bits(x.X) > n {
		v.errorf("the bytes of %s, of %d bits, are swapped as those of %d", ExprText(x.X), Bits(x.X), n)
		return false
	}
	return true
}

// typed checks the type that an expression says to have.
func (v *validator) typed(t Type, kind Kind, op Op) bool {
	if t.Kind != kind || kind == Word && (t.Bits < 1 || t.Bits > 64) {
		v.errorf("%s gives no %s of %d bits", op, kindNames[min(t.Kind, Ptr)], t.Bits)
		return false
	}
	return true
}

func (v *validator) binary(x *Binary) bool {
	if !v.sound(x.X) || !v.sound(x.Y) {
		return false
	}
	a, b := x.X.Type().Kind, x.Y.Type().Kind
	give, ok := Word, a == b
	switch x.Op {
	case Add:
		ok, give = b == Word && a != Bool, a
	case Sub:
		ok = ok && a != Bool
	case Mul, MulH, Div, Rem, Shl, Shr, Sar:
		ok = ok && a == Word
	case And, Or, Xor:
		ok, give = ok && a != Ptr, a
	case Eq, Ne:
		give = Bool
	case Lt, Le:
		ok, give = ok && a != Bool, Bool
	case SLt, SLe:
		ok, give = ok && a == Word, Bool
	default:
		ok = false
	}
	if !ok {
		v.errorf("%s of a %s and a %s", x.Op, kindNames[a], kindNames[b])
		return false
	}
	return v.typed(x.T, give, x.Op)
}
