package ir

import "fmt"

func (v *validator) code(f *Func) {
	word := funcWord(f.Kind) + " " + f.Name
	v.where = word
	v.into(f)
	v.blocks = map[*Block]bool{}
	names := map[string]bool{}
	states := map[string]bool{}
	if len(f.Blocks) == 0 {
		v.errorf("it has no blocks")
	}
	for _, b := range f.Blocks {
		if b == nil {
			v.errorf("a block is missing")
			return
		}
		if names[b.Name] || v.blocks[b] || b.Name == "" {
			v.errorf("the name %q of a block is not unique", b.Name)
		}
		names[b.Name], v.blocks[b] = true, true
		if b.State != "" && (f.Kind != Parser || states[b.State]) {
			v.errorf("block %s begins state %s twice, or outside a parser", b.Name, b.State)
		}
		states[b.State] = true
		if v.annotations(b.Annotations); b.State == "" && len(b.Annotations) > 0 {
			v.errorf("block %s has annotations, but begins no state", b.Name)
		}
		if b.Atomic < 0 {
			v.errorf("block %s: regions count from 1, not %d", b.Name, b.Atomic)
		}
	}
	for _, b := range f.Blocks {
		for n, i := range b.Instrs {
			v.where = fmt.Sprintf("%s, block %s, instruction %d", word, b.Name, n+1)
			v.instr(i)
		}
		v.where = fmt.Sprintf("%s, the end of block %s", word, b.Name)
		v.term(b.Term)
	}
}

func (v *validator) to(b *Block) {
	if !v.blocks[b] {
		v.errorf("it goes to a block that is not of this function")
	}
}

// store checks a place that is written to.
func (v *validator) store(p *Place) bool {
	if !v.place(p) {
		return false
	}
	if p.Root.Param && p.Root.Dir != Out && p.Root.Dir != InOut {
		v.errorf("parameter %s cannot be written to", p.Root.Name)
		return false
	}
	return true
}

// storeOf checks a place that a value of type t goes to.
func (v *validator) storeOf(p *Place, t Type) {
	if v.store(p) && !Identical(p.T, t) {
		v.errorf("%s is of type %s, not %s", placeText(p), p.T, t)
	}
}

func (v *validator) instr(i Instr) {
	switch i := i.(type) {
	case *Assign:
		v.assign(i)
	case *Reset:
		v.store(i.Place)
	case *SetValid:
		if !v.store(i.Place) {
			return
		}
		if r, ok := i.Place.T.(*RecordType); !ok || r.Kind != Header {
			v.errorf("%s is no header", placeText(i.Place))
		}
	case *Shift:
		if v.store(i.Place) {
			v.stack(i.Place)
		}
	case *CheckStack:
		if v.parserOnly("check_next or check_last") && v.place(i.Place) {
			v.stack(i.Place)
		}
	case *Call:
		v.call(i)
	case *CallExtern:
		v.callExtern(i)
	case *Apply:
		v.apply(i)
	case *Verify:
		if v.parserOnly("verify") && v.exprOf(i.Cond, Bool) {
			v.exprOf(i.Error, Error)
		}
	case *Emit:
		if v.fn.Kind == Parser {
			v.errorf("emit in a parser")
		}
		v.packet(i.Packet)
		v.expr(i.Value)
	case nil:
		v.errorf("an instruction is missing")
	default:
		v.packetInstr(i)
	}
}

func (v *validator) assign(i *Assign) {
	if !v.store(i.Dst) || !v.expr(i.Value) {
		return
	}
	t := i.Dst.T
	if i.Sliced {
		if !v.slice(t, i.Hi, i.Lo) {
			return
		}
		t = Bits(i.Hi - i.Lo + 1)
	} else if i.Hi != 0 || i.Lo != 0 {
		v.errorf("it has bits %d to %d, but is not sliced", i.Hi, i.Lo)
	}
	if !Identical(i.Value.Type(), t) {
		v.errorf("a %s is assigned to %s, which takes a %s", i.Value.Type(), placeText(i.Dst), t)
	}
}

// packetInstr checks what reads packets: only parsers do.
func (v *validator) packetInstr(i Instr) {
	if !v.parserOnly("an instruction that reads packets") {
		return
	}
	switch i := i.(type) {
	case *Extract:
		v.packet(i.Packet)
		if !v.store(i.Dst) {
			return
		}
		if r, ok := i.Dst.T.(*RecordType); !ok || r.Kind != Header {
			v.errorf("%s is no header", placeText(i.Dst))
		}
		if i.Size != nil {
			v.exprOf(i.Size, Bits(32))
		}
		if n := varbits(i.Dst.T); n > 1 || n == 1 != (i.Size != nil) {
			v.errorf("%s has %d varbit fields: one needs a size, none takes none", placeText(i.Dst), n)
		}
	case *Lookahead:
		v.packet(i.Packet)
		if v.store(i.Dst) && varbits(i.Dst.T) > 0 {
			v.errorf("%s, which has a varbit, is read ahead", placeText(i.Dst))
		}
	case *Advance:
		v.packet(i.Packet)
		v.exprOf(i.Bits, Bits(32))
	case *Length:
		v.packet(i.Packet)
		v.storeOf(i.Dst, Bits(32))
	default:
		v.errorf("unknown instruction %T", i)
	}
}

// varbits is how many parts of a value of type t have no fixed width.
func varbits(t Type) int {
	n := 0
	switch t := Underlying(t).(type) {
	case *VarbitType:
		n = 1
	case *StackType:
		n = min(2, t.Size) * varbits(t.Elem)
	case *RecordType:
		for _, f := range t.Fields {
			n += varbits(f.Type)
		}
	}
	return min(n, 2) // as good as more, and no overflow
}

func (v *validator) packet(l *Local) {
	if !v.holdsObject(l) {
		v.errorf("the packet is not an object among the parameters")
	}
}

// holdsObject says whether l is a parameter in scope that holds an object.
func (v *validator) holdsObject(l *Local) bool {
	if l == nil || !v.scope[l] {
		return false
	}
	_, ok := l.Type.(*ObjectType)
	return ok
}

func (v *validator) term(t Term) {
	kind := v.fn.Kind
	switch t := t.(type) {
	case *Goto:
		v.to(t.To)
	case *If:
		v.exprOf(t.Cond, Bool)
		v.to(t.Then)
		v.to(t.Else)
	case *Switch:
		if v.expr(t.X) {
			for _, c := range t.Cases {
				v.keyset(c.Set, t.X.Type(), false)
				v.to(c.To)
			}
		}
		v.to(t.Default)
	case *Select:
		v.selectTerm(t)
	case *Return:
		v.returnTerm(t)
	case *Exit:
		if kind != Control && kind != Action {
			v.errorf("exit in a %s", funcWord(kind))
		}
	case *Accept, *Reject:
		v.parserOnly("accept or reject")
	default:
		v.errorf("it has no terminator")
	}
}

func (v *validator) returnTerm(t *Return) {
	if v.fn.Kind == Parser {
		v.errorf("return in a parser")
		return
	}
	_, void := v.fn.Result.(*VoidType)
	switch {
	case void && t.Value != nil:
		v.errorf("a value is returned, but there is no result")
	case !void && t.Value == nil:
		v.errorf("no value is returned, but the result is a %s", v.fn.Result)
	case !void:
		v.exprOf(t.Value, v.fn.Result)
	}
}

func (v *validator) selectTerm(t *Select) {
	if !v.parserOnly("select") {
		return
	}
	for _, k := range t.Keys {
		if !v.expr(k) {
			return
		}
	}
	for _, c := range t.Cases {
		v.to(c.To)
		if c.Whole != nil {
			v.whole(c, t.Keys)
			continue
		}
		if len(c.Sets) != len(t.Keys) {
			v.errorf("a case has %d sets for %d keys", len(c.Sets), len(t.Keys))
			continue
		}
		for i, s := range c.Sets {
			v.keyset(s, t.Keys[i].Type(), false)
		}
	}
}

func (v *validator) whole(c SelectCase, keys []Expr) {
	if len(c.Sets) > 0 || !v.sets[c.Whole] || c.Whole.Owner != v.fn {
		v.errorf("a case's value set is not of this parser, or there are other sets beside it")
		return
	}
	fields := Leaves(c.Whole.Type)
	if len(fields) != len(keys) {
		v.errorf("value set %s does not fit %d keys", c.Whole.Name, len(keys))
		return
	}
	for i, k := range keys {
		if !Identical(fields[i], k.Type()) {
			v.errorf("value set %s: field %d is not of type %s", c.Whole.Name, i+1, k.Type())
		}
	}
}
