package interp

import (
	"math/big"
	"strings"

	"up4/p4/ir"
	"up4/pipelines/arch/hash"
	"up4/pipelines/arch/v1model"
)

// v1env is v1model's externs over the tables and the state of a program.
type v1env struct {
	*world
	blocks *v1blocks

	dropped bool // by mark_to_drop without an argument, in this block
}

// extern is an extern function or method. a is the call's arguments; out ones are to
// be set.
type extern func(e *v1env, c *ir.CallExtern, a []Value)

// v1functions are v1model's extern functions (v1model.p4).
var v1functions = map[string]extern{
	"mark_to_drop":                      (*v1env).markToDrop,
	"hash":                              (*v1env).hash,
	"random":                            (*v1env).randomNumber,
	"digest":                            (*v1env).sendDigest,
	"verify_checksum":                   func(e *v1env, c *ir.CallExtern, a []Value) { e.verify(c, a, nil) },
	"verify_checksum_with_payload":      func(e *v1env, c *ir.CallExtern, a []Value) { e.verify(c, a, e.payload()) },
	"update_checksum":                   func(e *v1env, c *ir.CallExtern, a []Value) { e.update(c, a, nil) },
	"update_checksum_with_payload":      func(e *v1env, c *ir.CallExtern, a []Value) { e.update(c, a, e.payload()) },
	"clone":                             (*v1env).clone,
	"clone_preserving_field_list":       (*v1env).clone,
	"clone3":                            (*v1env).clone,
	"resubmit":                          (*v1env).resubmit,
	"resubmit_preserving_field_list":    (*v1env).resubmit,
	"recirculate":                       (*v1env).recirculate,
	"recirculate_preserving_field_list": (*v1env).recirculate,
	"truncate":                          func(e *v1env, _ *ir.CallExtern, a []Value) { e.packet().Truncate = int(integerOf(a[0]).Int64()) },
	"assert":                            (*v1env).check,
	"assume":                            (*v1env).check,
	"log_msg":                           (*v1env).logMessage,
}

// v1methods are the methods of v1model's extern objects, by the object's type.
var v1methods = map[string]extern{
	"counter.count": func(e *v1env, c *ir.CallExtern, a []Value) {
		e.state.Count(e.shard, e.array(c), small(a[0]), len(e.packet().Bytes))
	},
	"direct_counter.count": func(*v1env, *ir.CallExtern, []Value) {}, // the match counts, as in BMv2
	"meter.execute_meter": func(e *v1env, c *ir.CallExtern, a []Value) {
		a[1] = e.color(c.Args[1].Place.T, e.array(c), small(a[0]))
	},
	"direct_meter.read": func(e *v1env, c *ir.CallExtern, a []Value) {
		a[0] = e.color(c.Args[0].Place.T, e.array(c), e.hitOf(e.m.object(c)))
	},
	"register.read": func(e *v1env, c *ir.CallExtern, a []Value) {
		a[0] = e.readRegister(c.Args[0].Place.T, e.array(c), small(a[1]))
	},
	"register.write": func(e *v1env, c *ir.CallExtern, a []Value) {
		e.writeRegister(c.Args[1].Value.Type(), e.array(c), small(a[0]), a[1])
	},
}

func (e *v1env) Extern(c *ir.CallExtern, args []Value) Value {
	if o := e.m.object(c); o != nil {
		if o.Type.Name == "Checksum16" {
			return Int{new(big.Int).SetUint64(hash.Csum16(pack(args[0], c.Args[0].Value.Type())))}
		}
		v1methods[o.Type.Name+"."+c.Name](e, c, args)
		return nil
	}
	v1functions[c.Name](e, c, args)
	return nil
}

func (e *v1env) packet() *v1model.Packet { return e.blocks.p }

func (e *v1env) payload() []byte { return e.packet().Bytes[e.packet().Payload:] }

func (e *v1env) markToDrop(_ *ir.CallExtern, a []Value) {
	if len(a) == 0 {
		e.dropped = true
		return
	}
	r := a[0].(*Record)
	r.Fields[e.blocks.field["egress_spec"]] = number(v1model.DropPort)
	r.Fields[e.blocks.field["mcast_grp"]] = zero
}

// sum is a hash of data by an algorithm of the enum HashAlgorithm.
func (e *v1env) sum(algorithm string, data []byte) uint64 {
	switch algorithm {
	case "crc32", "crc32_custom":
		return hash.CRC32(data)
	case "crc16", "crc16_custom":
		return hash.CRC16(data)
	case "csum16":
		return hash.Csum16(data)
	case "xor16":
		return hash.Xor16(data)
	case "random":
		return e.random.Uint64()
	}
	return hash.Identity(data)
}

// algorithm is the name of a member of HashAlgorithm.
func algorithm(o ir.Operand, v Value) string {
	t := under(o.Value.Type()).(*ir.EnumType)
	if i := small(v); i >= 0 && i < len(t.Members) {
		return t.Members[i]
	}
	return ""
}

// hash: result = base + hash(data) mod max, or base where max is 0.
func (e *v1env) hash(c *ir.CallExtern, a []Value) {
	h := new(big.Int).SetUint64(e.sum(algorithm(c.Args[1], a[1]), pack(a[3], c.Args[3].Value.Type())))
	if top := integerOf(a[4]); top.Sign() == 0 {
		h.SetInt64(0)
	} else {
		h.Mod(h, top)
	}
	h.Add(h, integerOf(a[2]))
	a[0] = Int{ir.Wrap(h, bits(c.Args[0].Place.T))}
}

// randomNumber is one of lo to hi; lo where hi is less.
func (e *v1env) randomNumber(c *ir.CallExtern, a []Value) {
	lo, hi := integerOf(a[1]), integerOf(a[2])
	span := new(big.Int).Sub(hi, lo)
	r := new(big.Int)
	if span.Sign() > 0 {
		span.Add(span, big.NewInt(1))
		// 64 bits more than the range has make the bias too small to see.
		for range (span.BitLen() + 127) / 64 {
			r.Lsh(r, 64)
			r.Or(r, new(big.Int).SetUint64(e.random.Uint64()))
		}
		r.Mod(r, span)
	}
	a[0] = Int{ir.Wrap(r.Add(r, lo), bits(c.Args[0].Place.T))}
}

func (e *v1env) sendDigest(c *ir.CallExtern, a []Value) {
	if e.digest == nil {
		return
	}
	var fields []byte
	for _, f := range leaves(nil, a[1], c.Args[1].Value.Type()) {
		fields = append(fields, padded(f.v, f.t)...)
	}
	e.digest(e.Digest(c), fields)
}

// checksum is that of data and what follows, in the width of the result.
func (e *v1env) checksum(c *ir.CallExtern, a []Value, payload []byte) *big.Int {
	data := append(pack(a[1], c.Args[1].Value.Type()), payload...)
	return new(big.Int).SetUint64(e.sum(algorithm(c.Args[3], a[3]), data))
}

func (e *v1env) verify(c *ir.CallExtern, a []Value, payload []byte) {
	if !bool(a[0].(Bool)) {
		return
	}
	got := ir.Wrap(e.checksum(c, a, payload), bits(c.Args[2].Value.Type()))
	if got.Cmp(integerOf(a[2])) != 0 {
		e.packet().ChecksumError = true
	}
}

func (e *v1env) update(c *ir.CallExtern, a []Value, payload []byte) {
	if bool(a[0].(Bool)) {
		a[2] = Int{ir.Wrap(e.checksum(c, a, payload), bits(c.Args[2].Place.T))}
	}
}

// clone: the type, the session, and perhaps the number of a field list or the fields.
func (e *v1env) clone(c *ir.CallExtern, a []Value) {
	r := v1model.Request{On: true, List: -1, Session: uint32(small(a[1]))}
	e.keep(&r, c, 2, a)
	if small(a[0]) == 0 { // CloneType.I2E
		e.packet().CloneI2E = r
	} else {
		e.packet().CloneE2E = r
	}
}

func (e *v1env) resubmit(c *ir.CallExtern, a []Value) {
	e.packet().Resubmit = v1model.Request{On: true, List: -1}
	e.keep(&e.packet().Resubmit, c, 0, a)
}

func (e *v1env) recirculate(c *ir.CallExtern, a []Value) {
	e.packet().Recirculate = v1model.Request{On: true, List: -1}
	e.keep(&e.packet().Recirculate, c, 0, a)
}

// keep notes what keeps its value: argument i is the number of a field list, or, of
// the older calls, the fields themselves.
func (e *v1env) keep(r *v1model.Request, c *ir.CallExtern, i int, a []Value) {
	if i >= len(a) {
		return
	}
	if strings.HasSuffix(c.Name, "_field_list") {
		r.List = small(a[i])
		return
	}
	r.Fields = keptOf(c.Args[i].Value)
}

// kept is the fields that an older call keeps: places in the metadata, with the values
// that they have when the copy is made.
type kept []*ir.Place

// keptOf is the places that make up a value.
func keptOf(x ir.Expr) (k kept) {
	switch x := x.(type) {
	case *ir.Load:
		return kept{x.Place}
	case *ir.Make:
		for _, e := range x.Elems {
			k = append(k, keptOf(e)...)
		}
	case *ir.Cast:
		return keptOf(x.X)
	}
	return k
}

// copy copies the fields of the program's metadata; those of the standard metadata are
// the packet's own.
func (k kept) copy(b *v1blocks, to, from *v1model.Packet) {
	for _, p := range k {
		if p.Root.Type != b.meta {
			continue
		}
		s, d := from.State.(*v1state).meta, to.State.(*v1state).meta
		if len(p.Path) == 0 {
			to.State.(*v1state).meta = clone(s)
		}
		for i, step := range p.Path {
			r, ok := s.(*Record)
			if !ok || step.Kind != ir.FieldStep {
				break
			}
			if i == len(p.Path)-1 {
				d.(*Record).Fields[step.Field] = clone(r.Fields[step.Field])
				break
			}
			s, d = r.Fields[step.Field], d.(*Record).Fields[step.Field]
		}
	}
}

// check is assert and assume: what must hold and does not is a fault.
func (e *v1env) check(c *ir.CallExtern, a []Value) {
	if !bool(a[0].(Bool)) {
		e.packet().Refuted = true
		if e.log != nil {
			e.log(c.Name + " failed")
		}
	}
}

// logMessage writes a message; {} stands for the next value.
func (e *v1env) logMessage(c *ir.CallExtern, a []Value) {
	if e.log == nil {
		return
	}
	msg := string(a[0].(Text))
	if len(a) > 1 {
		for _, v := range flatten(nil, a[1]) {
			msg = strings.Replace(msg, "{}", integerOf(v).String(), 1)
		}
	}
	e.log(msg)
}

func (e *v1env) color(t ir.Type, array, i int) Value {
	c := e.state.Execute(array, i, len(e.packet().Bytes), e.now())
	return Int{ir.Wrap(big.NewInt(int64(c)), bits(t))}
}
