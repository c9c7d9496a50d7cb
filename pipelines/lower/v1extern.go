package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/pipelines/lir"
)

// v1extern translates a call of an extern of v1model (v1model.p4).
func v1extern(g *gen, c *ir.CallExtern) {
	if o := g.objectOf(c); o != nil {
		v1method(g, c, o)
		return
	}
	switch c.Name {
	case "mark_to_drop":
		g.markToDrop(c)
	case "hash":
		g.hashExtern(c)
	case "random":
		g.randomExtern(c)
	case "digest":
		if d := g.schema.Digest(c); d >= 0 {
			ptr, n := g.packAligned(g.leavesIn(c.Args[1].Value))
			g.call(lir.SendDigest, d, []lir.Expr{ptr, n})
		}
	case "verify_checksum", "verify_checksum_with_payload":
		g.verifyChecksum(c)
	case "update_checksum", "update_checksum_with_payload":
		g.when(g.temp("update", g.truth(c.Args[0].Value)), func() {
			to := g.find(c.Args[2].Place)
			plain := c.Name == "update_checksum" && lir.Algorithms[g.algorithm(c.Args[3])] == "csum16" && !hasVarbit(c.Args[1].Value.Type())
			if !plain || !g.storeSum(to, g.pieces(c.Args[1].Value)) {
				g.store(to, resized(g.checksum(c), widthOf(to.t), false))
			}
		})
	case "clone", "clone_preserving_field_list", "clone3":
		g.cloneExtern(c)
	case "resubmit", "resubmit_preserving_field_list":
		g.request("resubmit", c, 0)
	case "recirculate", "recirculate_preserving_field_list":
		g.request("recirculate", c, 0)
	case "truncate":
		n := resized(g.value(c.Args[0].Value), 32, false).limb(0)
		g.write(g.slot("truncate"), bin(lir.Add, n, num(1, 1), 33)) // 0: not at all
	case "assert", "assume":
		g.when(g.temp("failed", not(g.truth(c.Args[0].Value))), func() {
			g.write(g.slot("refuted"), num(1, 1))
			g.sendLog(c.Name+" failed", nil)
		})
	case "log_msg":
		g.logMessage(c)
	default:
		g.refusal("%s is an extern of this program's own, and compiled programs run those of the architecture", c.Name)
	}
}

// objectOf is the object that a method is called of, nil for a function.
func (g *gen) objectOf(c *ir.CallExtern) *ir.Object {
	if c.Object != nil {
		return c.Object
	}
	if c.Recv != nil {
		return g.objects[c.Recv]
	}
	return nil
}

func v1method(g *gen, c *ir.CallExtern, o *ir.Object) {
	array, known := g.schema.Arrays[o]
	switch name := o.Type.Name + "." + c.Name; name {
	case "Checksum16.get":
		g.store(g.find(c.Result), wordValue(g.csum16(g.pieces(c.Args[0].Value), nil, nil), 16))
	case "direct_counter.count": // the match counts, as in BMv2
	case "counter.count":
		g.call(lir.Count, array, []lir.Expr{g.cellIndex(c.Args[0].Value), num(1, 1), g.length()})
	case "meter.execute_meter":
		to := g.find(c.Args[1].Place)
		color := g.result("color", 2, lir.Meter, array, g.cellIndex(c.Args[0].Value), g.length(), num(0, 1))
		g.store(to, resized(wordValue(color, 2), widthOf(to.t), false))
	case "direct_meter.read":
		to := g.find(c.Args[0].Place)
		color := lir.Expr(num(0, 2))
		if l := g.last[o.Table]; known && l != nil {
			color = g.result("color", 2, lir.Meter, array, use(l), g.length(), num(0, 1))
		}
		g.store(to, resized(wordValue(color, 2), widthOf(to.t), false))
	case "register.read":
		g.readRegister(array, g.find(c.Args[0].Place), c.Args[1].Value)
	case "register.write":
		g.writeRegister(array, c.Args[0].Value, c.Args[1].Value)
	default:
		g.refusal("%s is an extern of this program's own, and compiled programs run those of the architecture", name)
	}
}

// cellIndex is an index of an array: one that is too large for any is all ones.
func (g *gen) cellIndex(x ir.Expr) lir.Expr {
	v := g.index(x)
	i := v.limb(0)
	for k := 1; k < len(v.w); k++ {
		i = cond(cmp(lir.Eq, v.limb(k), num(0, 1)), i, num(mask(64), 64))
	}
	return i
}

// length is the bytes of the packet as it came in.
func (g *gen) length() lir.Expr { return g.read(g.slot("length")) }

// readRegister reads a cell; one outside is zero.
func (g *gen) readRegister(array int, to *ref, index ir.Expr) {
	w := packetWidth(to.t)
	i := g.temp("i", g.cellIndex(index))
	if w <= 64 {
		v := g.result("v", 64, lir.Read, array, i)
		if !isAggregate(to.t) {
			g.store(to, resized(wordValue(v, 64), w, false).like(to.t))
			return
		}
		at := g.scratch(8)
		g.storeBits(g.recordAt(at), 0, w, resized(wordValue(v, 64), w, false))
		g.lookAt(to, g.recordAt(at), 0)
		return
	}
	words := g.scratch(8 * words(w))
	g.call(lir.ReadWide, array, []lir.Expr{i, g.recordAt(words)})
	v := g.loaded(words, zeroOf(w))
	if !isAggregate(to.t) {
		g.store(to, v)
		return
	}
	at := g.scratch((w + 7) / 8)
	g.storeBits(g.recordAt(at), 0, w, v)
	g.lookAt(to, g.recordAt(at), 0)
}

// writeRegister stores a value in a cell; outside it stores nothing.
func (g *gen) writeRegister(array int, index, x ir.Expr) {
	i := g.temp("i", g.cellIndex(index))
	w := packetWidth(x.Type())
	v := zeroOf(w)
	if isAggregate(x.Type()) {
		v = value{}
		for _, l := range g.leavesIn(x) {
			part := wordValueOf(l.v)
			if v.w == nil {
				v = part
			} else {
				v = concat(v, part)
			}
		}
	} else {
		v = wordValueOf(g.value(x))
	}
	if w <= 64 {
		g.call(lir.Write, array, []lir.Expr{i, v.limb(0)})
		return
	}
	v = g.keep("v", v)
	at := g.scratch(8 * words(w))
	g.spill(at, v)
	g.call(lir.WriteWide, array, []lir.Expr{i, g.recordAt(at)})
}

// wordValueOf is a bool as a word.
func wordValueOf(v value) value {
	if v.bool {
		return wordValue(v.asWord(), 1)
	}
	return v
}

// markToDrop: the port of drops, and no multicast group.
func (g *gen) markToDrop(c *ir.CallExtern) {
	if len(c.Args) == 0 {
		g.write(g.slot("dropped"), num(1, 1))
		return
	}
	s := g.find(c.Args[0].Place)
	for i, f := range s.t.(*ir.RecordType).Fields {
		switch f.Name {
		case "egress_spec":
			g.store(g.step(s, ir.Step{Field: i}), wordValue(num(dropPort, 9), widthOf(f.Type)))
		case "mcast_grp":
			g.store(g.step(s, ir.Step{Field: i}), zeroOf(widthOf(f.Type)))
		}
	}
}

// dropPort is the port of what is dropped, in v1model.
const dropPort = 511

// leavesIn is the parts of an expression that have none.
func (g *gen) leavesIn(x ir.Expr) (list []leaf) {
	switch e := x.(type) {
	case *ir.Make:
		for _, e := range e.Elems {
			list = append(list, g.leavesIn(e)...)
		}
		return list
	case *ir.Const:
		if l, ok := e.Value.(*ir.ListConst); ok {
			for _, v := range l.Elems {
				list = append(list, g.leavesIn(&ir.Const{Value: v})...)
			}
			return list
		}
	}
	if isAggregate(x.Type()) || isVarbit(x.Type()) {
		return g.leavesOf(nil, g.refOf(x))
	}
	return []leaf{{v: g.value(x), t: x.Type()}}
}

// pieces is leavesIn, with where in headers they lie.
func (g *gen) pieces(x ir.Expr) (list []piece) {
	switch e := x.(type) {
	case *ir.Make:
		for _, e := range e.Elems {
			list = append(list, g.pieces(e)...)
		}
		return list
	case *ir.Load:
		r := g.find(e.Place)
		if !isAggregate(r.t) && !isVarbit(r.t) && r.ptr != nil && !r.none && r.many == nil {
			return []piece{{v: g.load(r), bits: packetWidth(r.t), ptr: r.ptr, bit: r.bit, alone: g.written()[lastField(e.Place)]}}
		}
	}
	for _, l := range g.leavesIn(x) {
		list = append(list, piece{v: l.v, bits: packetWidth(l.t)})
	}
	return list
}

// algorithm is the member of HashAlgorithm that an argument names.
func (g *gen) algorithm(o ir.Operand) int {
	c, ok := o.Value.(*ir.Const)
	if !ok {
		g.refusal("a hash algorithm that is not constant is not supported")
	}
	m, ok := c.Value.(*ir.MemberConst)
	if !ok {
		g.refusal("a hash algorithm that is no member of its enum is not supported")
	}
	return algorithmIndex(m.Name)
}

// algorithmIndex is where an algorithm stands in lir.Algorithms: identity for one that is
// not known.
func algorithmIndex(name string) int { return max(0, slices.Index(lir.Algorithms, name)) }

// hashOf is a hash of data and, if payload is not nil, of so many bytes more: by a
// service, or as words are added.
func (g *gen) hashOf(algorithm int, x ir.Expr, payload, length lir.Expr) lir.Expr {
	if lir.Algorithms[algorithm] == "csum16" && !hasVarbit(x.Type()) {
		return g.csum16(g.pieces(x), payload, length)
	}
	if payload == nil {
		ptr, n := g.pack(g.leavesIn(x), 0)
		return g.result("hash", 64, lir.Hash, algorithm, ptr, n)
	}
	ptr, n := g.pack(g.leavesIn(x), maxPacket)
	n = g.temp("n", n)
	g.emit(&lir.Copy{At: g.at, Dst: plus(ptr, n), Src: payload, N: length})
	return g.result("hash", 64, lir.Hash, algorithm, ptr, bin(lir.Add, n, length, 32))
}

// maxPacket is the most bytes that a packet can have.
const maxPacket = 1 << 16

func hasVarbit(t ir.Type) bool {
	switch t := under(t).(type) {
	case *ir.VarbitType:
		return true
	case *ir.StackType:
		return hasVarbit(t.Elem)
	case *ir.RecordType:
		for _, f := range t.Fields {
			if hasVarbit(f.Type) {
				return true
			}
		}
	}
	return false
}

// hashExtern: result = base + hash(data) mod max, or base where max is 0.
func (g *gen) hashExtern(c *ir.CallExtern) {
	h := g.temp("hash", g.hashOf(g.algorithm(c.Args[1]), c.Args[3].Value, nil, nil))
	to := g.find(c.Args[0].Place)
	top, base := g.value(c.Args[4].Value), g.value(c.Args[2].Value)
	w := max(widthOf(to.t), base.bits, top.bits, 65)
	// The hash has 64 bits: it is less than any greater maximum.
	small := g.temp("max", top.limb(0))
	r := bin(lir.Rem, h, cond(cmp(lir.Eq, small, num(0, 1)), num(1, 1), small), 64)
	large := truth(false)
	for i := 1; i < len(top.w); i++ {
		large = either(large, cmp(lir.Ne, top.limb(i), num(0, 1)))
	}
	r = cond(large, h, cond(cmp(lir.Eq, small, num(0, 1)), num(0, 1), r))
	sum := g.sum(resized(wordValue(g.temp("hash", r), 64), w, false), resized(base, w, isSigned(c.Args[2].Value.Type())), num(0, 1))
	g.store(to, resized(sum, widthOf(to.t), false))
}

// randomExtern is one of lo to hi; lo where hi is less.
func (g *gen) randomExtern(c *ir.CallExtern) {
	to := g.find(c.Args[0].Place)
	w := widthOf(to.t)
	if w > 64 {
		g.refusal("a random number of more than 64 bits is not supported")
	}
	lo, hi := g.temp("lo", g.value(c.Args[1].Value).limb(0)), g.temp("hi", g.value(c.Args[2].Value).limb(0))
	span := g.temp("span", bin(lir.Add, bin(lir.Sub, hi, lo, 64), num(1, 1), 64)) // 0 for all of 64 bits
	r := g.result("random", 64, lir.Random, 0)
	// The upper half of a product spreads 64 random bits over the range.
	pick := cond(cmp(lir.Eq, span, num(0, 1)), r, &lir.Binary{Op: lir.MulH, X: r, Y: span, T: word(64)})
	n := bin(lir.Add, lo, cond(cmp(lir.Lt, hi, lo), num(0, 1), pick), 64)
	g.store(to, wordValue(cutTo(n, w), w))
}

// checksum is that of a call's data and, where its name says so, of the payload.
func (g *gen) checksum(c *ir.CallExtern) value {
	a := g.algorithm(c.Args[3])
	payload := len(c.Name) > len("update_checksum") && c.Name[len(c.Name)-len("payload"):] == "payload"
	if !payload {
		return wordValue(g.hashOf(a, c.Args[1].Value, nil, nil), 64)
	}
	ptr, n := g.payload()
	return wordValue(g.hashOf(a, c.Args[1].Value, ptr, n), 64)
}

// payload is the bytes behind what the parser has read.
func (g *gen) payload() (ptr, n lir.Expr) {
	at := g.temp("read", g.read(g.slot("payload")))
	start := toPtr(g.read(g.slot("packet")))
	return g.temp("rest", plus(start, at)), bin(lir.Sub, g.read(g.slot("length")), at, 32)
}

func (g *gen) verifyChecksum(c *ir.CallExtern) {
	g.when(g.temp("verify", g.truth(c.Args[0].Value)), func() {
		g.when(g.temp("wrong", not(g.checksumIs(c))), func() { g.write(g.slot("std.checksum_error"), num(1, 1)) })
	})
}

// checksumIs says whether the checksum of a call is right.
func (g *gen) checksumIs(c *ir.CallExtern) lir.Expr {
	if want := g.pieces(c.Args[2].Value); c.Name == "verify_checksum" && len(want) == 1 && want[0].ptr != nil &&
		lir.Algorithms[g.algorithm(c.Args[3])] == "csum16" && !hasVarbit(c.Args[1].Value.Type()) {
		return g.csumIs(g.pieces(c.Args[1].Value), want[0])
	}
	want := g.value(c.Args[2].Value)
	return equalValues(resized(g.checksum(c), want.bits, false), want)
}

// Lists of fields that requests keep.
const (
	noList  = ^uint64(0)     // -1
	allList = ^uint64(0) - 1 // -2
	ownList = 1 << 20        // the first of lists that older calls give
)

// request notes what is asked for at the end of the block: argument i is the number of a
// field list, or, of the older calls, the fields themselves.
func (g *gen) request(name string, c *ir.CallExtern, i int) {
	g.write(g.slot(name+".on"), num(1, 1))
	list := lir.Expr(num(noList, 64))
	switch {
	case i >= len(c.Args):
	case len(c.Name) > 11 && c.Name[len(c.Name)-11:] == "_field_list":
		list = g.value(c.Args[i].Value).limb(0)
	default:
		list = num(uint64(g.ownFields(c.Args[i].Value)), 64)
	}
	g.write(g.slot(name+".list"), list)
}

func (g *gen) cloneExtern(c *ir.CallExtern) {
	session := g.temp("session", cutTo(resized(g.value(c.Args[1].Value), 32, false).limb(0), 32))
	set := func(name string) func() {
		return func() {
			g.request(name, c, 2)
			g.write(g.slot(name+".session"), session)
		}
	}
	kind := g.temp("type", g.value(c.Args[0].Value).limb(0))
	ingress := cmp(lir.Eq, kind, num(0, 1)) // CloneType.I2E
	g.when(ingress, set("clone_i2e"))
	g.when(not(ingress), set("clone_e2e"))
}

// logMessage sends what the program says to people; {} stands for the next value.
func (g *gen) logMessage(c *ir.CallExtern) {
	text := ""
	if k, ok := c.Args[0].Value.(*ir.Const); ok {
		if s, ok := k.Value.(ir.StringConst); ok {
			text = string(s)
		}
	}
	var list []leaf
	if len(c.Args) > 1 {
		list = g.leavesIn(c.Args[1].Value)
	}
	g.sendLog(text, list)
}

func (g *gen) sendLog(text string, list []leaf) {
	m := lir.Log{Text: text}
	for _, l := range list {
		m.Values = append(m.Values, lir.LogValue{Bits: keyBits(l.t), Signed: isSigned(l.t)})
	}
	ptr, n := g.packAligned(list)
	g.lir.Logs = append(g.lir.Logs, m)
	g.call(lir.SendLog, len(g.lir.Logs)-1, []lir.Expr{ptr, n})
}

// field is a field of a type of headers.
type field struct {
	t *ir.RecordType
	i int
}

// lastField is the field that a place ends with.
func lastField(p *ir.Place) field {
	t := p.Root.Type
	var last field
	for _, s := range p.Path {
		if r, ok := under(t).(*ir.RecordType); ok {
			last = field{r, s.Field}
		}
		t = ir.StepType(t, s)
	}
	return last
}

// written are the fields that the program stores to one by one.
func (p *program) written() map[field]bool {
	if p.stores != nil {
		return p.stores
	}
	p.stores = map[field]bool{}
	for _, f := range p.ir.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ir.Assign:
					p.stores[lastField(i.Dst)] = true
				case *ir.Call:
					p.storesOf(i.Args)
				case *ir.CallExtern:
					p.storesOf(i.Args)
				}
			}
		}
	}
	return p.stores
}

func (p *program) storesOf(args []ir.Operand) {
	for _, a := range args {
		if a.Place != nil && a.Dir != ir.In {
			p.stores[lastField(a.Place)] = true
		}
	}
}
