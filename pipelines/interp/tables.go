package interp

import (
	"math/big"

	"up4/p4/ir"
	"up4/pipelines"
	"up4/pipelines/schema"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// tables are a program's tables, value sets and state as the control plane keeps them.
type tables struct {
	*schema.Schema
	view    table.View
	state   *state.State
	shard   int
	hits    func(table int, hit uint32)                // counts a hit
	last    map[*ir.Table]uint32                       // index of the hit counter of the entry that matched last in the block that runs
	choose  func(algorithm string, data []byte) uint64 // of a selector's members
	counted func() int                                 // bytes of the packet, for direct counters
}

// Lookup finds the entry that matches (14.2.2), through its profile if it has one.
func (t *tables) Lookup(irt *ir.Table, keys []Value) match {
	i := t.Tables[irt]
	d := &t.Program.Tables[i]
	var key []byte
	var selector writer // bit by bit, as hash has its data
	for k, v := range keys {
		if irt.Keys[k].Match == "selector" {
			selector.append(v, irt.Keys[k].Expr.Type())
			continue
		}
		key = append(key, padded(v, irt.Keys[k].Expr.Type())...)
	}
	rec := t.view.Find(i, key)
	t.hits(i, rec.Hit)
	t.last[irt] = rec.Hit
	entry, hit := rec.Hit, rec.Hit != 0
	if hit && d.Counter >= 0 && t.Program.Arrays[d.Counter].Unit != state.Packets {
		t.state.Count(t.shard, d.Counter, int(rec.Hit), t.counted())
	}
	if int(rec.Action) >= len(irt.Actions) {
		if d.Profile == 0 || !hit {
			return match{table: i, entry: entry, hit: hit, action: len(irt.Actions)} // a table without a default action
		}
		member, ok := t.member(d, rec, selector.bytes)
		if !ok {
			return match{table: i, entry: entry, hit: hit, action: len(irt.Actions)}
		}
		rec = member
	}
	return match{table: i, entry: entry, hit: hit, action: int(rec.Action), args: t.args(irt, rec)}
}

// member is the member of its profile that an entry names, or, of a group, the one
// that the hash of the selector's keys picks.
func (t *tables) member(d *pipelines.Table, rec *table.Record, selector []byte) (*table.Record, bool) {
	number := rec.Data(4)
	members := &t.Program.Tables[d.Profile]
	if d.Actions[rec.Action].Name == pipelines.GroupAction {
		group := t.view.Find(members.Groups, number)
		n := uint64(group.Action)
		if group.Hit == 0 || n == 0 {
			return nil, false
		}
		pick := int(t.choose(members.Hash, selector) % n)
		number = group.Data(4 * int(n))[4*pick:][:4]
	}
	rec = t.view.Find(d.Profile, number)
	return rec, rec.Hit != 0
}

// args are the values of the parameters that the control plane gives.
func (t *tables) args(irt *ir.Table, rec *table.Record) []Value {
	a := irt.Actions[rec.Action]
	params := a.Func.Params[len(a.Bound):]
	args := make([]Value, len(params))
	size := 0
	for _, p := range params {
		size += (fixedWidth(p.Type) + 7) / 8
	}
	data := rec.Data(size)
	for i, p := range params {
		w := fixedWidth(p.Type)
		n := (w + 7) / 8
		args[i] = typed(new(big.Int).SetBytes(data[:n]), p.Type)
		data = data[n:]
	}
	return args
}

// typed is a number of the control plane as a value of a type.
func typed(n *big.Int, t ir.Type) Value {
	if isBool(t) {
		return Bool(n.Sign() != 0)
	}
	return Int{ir.Wrap(n, bits(t))}
}

// padded is a key field as tables have it: big-endian, right-aligned, in whole bytes.
func padded(v Value, t ir.Type) []byte {
	w := max(keyWidth(t), 1)
	return ir.Wrap(integerOf(v), &ir.BitsType{Width: w}).FillBytes(make([]byte, (w+7)/8))
}

// keyWidth is the bits of a key: of a varbit as many as it may have.
func keyWidth(t ir.Type) int {
	if v, ok := under(t).(*ir.VarbitType); ok {
		return v.Max
	}
	return fixedWidth(t)
}

// InSet says whether a value set holds the values.
func (t *tables) InSet(s *ir.ValueSet, fields []Value) bool {
	i := t.Sets[s]
	var key []byte
	for k, f := range t.Program.Tables[i].Keys {
		n := integerOf(fields[k])
		key = append(key, ir.Wrap(n, &ir.BitsType{Width: f.Bits}).FillBytes(make([]byte, (f.Bits+7)/8))...)
	}
	return t.view.Find(i, key).Hit != 0
}

// hitOf is the cell of a direct counter or meter: that of the entry of its table that
// matched last.
func (t *tables) hitOf(o *ir.Object) int { return int(t.last[o.Table]) }
