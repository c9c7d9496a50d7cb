package rig

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"up4/io/frame"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Device runs scripts of package stf on a Rig.
type Device struct {
	*Rig
	added []table.Op // what RemoveAll undoes
}

var _ stf.Device = (*Device)(nil)

// Packet sends a frame in.
func (d *Device) Packet(port uint32, data []byte) ([]stf.Output, error) {
	if port >= frame.NumPorts {
		return nil, fmt.Errorf("there is no port %d: they are 0 to %d", port, frame.NumPorts-1)
	}
	out, _, err := d.Send(uint16(port), data)
	if err != nil {
		return nil, err
	}
	list := make([]stf.Output, len(out))
	for i, o := range out {
		list[i] = stf.Output{Port: uint32(o.Port), Data: o.Bytes}
	}
	return list, nil
}

// Wait moves the clock on.
func (d *Device) Wait(microseconds uint64) error {
	if microseconds > math.MaxInt64/1000 {
		return fmt.Errorf("wait at most %d µs", math.MaxInt64/1000)
	}
	return d.Advance(int64(microseconds) * 1000)
}

// find is the table of a purpose that a name means.
func (d *Device) find(name string, is pipelines.Purpose) (int, error) {
	var full []string
	var at []int
	for i, t := range d.program.Tables {
		if t.Is == is {
			full, at = append(full, t.Full), append(at, i)
		}
	}
	i, err := stf.Resolve(name, full)
	if err != nil {
		return 0, err
	}
	return at[i], nil
}

// action packs a call of an action of a table.
func (d *Device) action(t int, c stf.Call) (uint16, []byte, error) {
	actions := d.program.Tables[t].Actions
	names := make([]string, len(actions))
	for i, a := range actions {
		names[i] = a.Name
		if a.Full != "" {
			names[i] = a.Full
		}
	}
	i, err := stf.Resolve(c.Name, names)
	if err != nil {
		return 0, nil, err
	}
	a := actions[i]
	if len(c.Args) == 0 && (d.program.Arch == "ebpf" || d.program.Arch == "ubpf") {
		// The maps of BPF have no other value than zeros where a script gives none.
		n := 0
		for _, p := range a.Params {
			n += (p.Bits + 7) / 8
		}
		return uint16(i), make([]byte, n), nil
	}
	if len(c.Args) != len(a.Params) {
		return 0, nil, fmt.Errorf("%d arguments given, action %s has %d", len(c.Args), a.Name, len(a.Params))
	}
	var data []byte
	for k, p := range a.Params {
		var v *big.Int
		for j, arg := range c.Args {
			if arg.Name == p.Name || arg.Name == "" && j == k {
				v = arg.Value
			}
		}
		if v == nil {
			return 0, nil, fmt.Errorf("the argument %s of %s is missing", p.Name, a.Name)
		}
		if v.BitLen() > p.Bits {
			return 0, nil, fmt.Errorf("the argument %s of %s: %#x does not fit in %d bits", p.Name, a.Name, v, p.Bits)
		}
		data = append(data, packed(v, p.Bits)...)
	}
	return uint16(i), data, nil
}

func packed(v *big.Int, bits int) []byte { return v.FillBytes(make([]byte, (bits+7)/8)) }

// target packs what an entry leads to.
func (d *Device) target(t int, to stf.Target) (uint16, []byte, error) {
	name := map[stf.TargetKind]string{stf.ToMember: pipelines.MemberAction, stf.ToGroup: pipelines.GroupAction}[to.Is]
	if name == "" {
		return d.action(t, to.Action)
	}
	for i, a := range d.program.Tables[t].Actions {
		if a.Name == name {
			return uint16(i), packed(new(big.Int).SetUint64(uint64(to.ID)), 32), nil
		}
	}
	return 0, nil, fmt.Errorf("the table %s has no action profile", d.program.Tables[t].Name)
}

// entry packs an entry's key, action and priority.
func (d *Device) entry(e *stf.Entry) (t int, out table.Entry, err error) {
	if t, err = d.find(e.Table, pipelines.Match); err != nil {
		return 0, out, err
	}
	keys := d.program.Tables[t].Keys
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Name
		if k.Full != "" {
			names[i] = k.Full
		}
	}
	given := make([]*stf.Value, len(keys))
	for i := range e.Keys {
		k, err := stf.ResolveKey(e.Keys[i].Name, names)
		if err != nil {
			return 0, out, fmt.Errorf("key %w", err)
		}
		if given[k] != nil {
			return 0, out, fmt.Errorf("the key %s is given twice", names[k])
		}
		given[k] = &e.Keys[i].Value
	}
	if out, err = d.match(t, given, e.Priority); err != nil {
		return 0, out, err
	}
	out.Action, out.Data, err = d.target(t, e.Target)
	return t, out, err
}

// match packs a key; a field that is not given holds every value.
func (d *Device) match(t int, given []*stf.Value, priority int32) (out table.Entry, err error) {
	keys := d.program.Tables[t].Keys
	ranked := d.specs[t].Ranked()
	for i, k := range keys {
		v := stf.Value{Form: stf.Any}
		if given[i] != nil {
			v = *given[i]
		}
		if err := packKey(&out, k, v, ranked); err != nil {
			return out, fmt.Errorf("key %s: %w", k.Name, err)
		}
	}
	if ranked {
		if priority == math.MaxInt32 {
			return out, fmt.Errorf("a priority is at most %d", math.MaxInt32-1)
		}
		out.Priority = priority + 1 // package table counts from 1
	}
	return out, nil
}

// packKey appends a key field to an entry, in the form of package table.
func packKey(out *table.Entry, k pipelines.Key, v stf.Value, masked bool) error {
	value, mask := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(k.Bits)), big.NewInt(1))
	var err error
	switch k.Match {
	case table.Exact:
		value, err = v.Exact(k.Bits)
	case table.LPM:
		var n int
		if value, n, err = v.LPM(k.Bits); err == nil {
			mask.Lsh(mask.Rsh(mask, uint(k.Bits-n)), uint(k.Bits-n))
			out.PrefixLen += n
		}
	case table.Range:
		value, mask, err = v.Between(k.Bits)
	case table.Optional:
		if value, err = v.Optional(k.Bits); err == nil && value == nil {
			value, mask = new(big.Int), new(big.Int)
		}
	default:
		value, mask, err = v.Ternary(k.Bits)
	}
	if err != nil {
		return err
	}
	if value.BitLen() > k.Bits {
		return fmt.Errorf("%#x does not fit in %d bits", value, k.Bits)
	}
	out.Key = append(out.Key, packed(value, k.Bits)...)
	if masked {
		out.Mask = append(out.Mask, packed(mask, k.Bits)...)
	}
	return nil
}

func (d *Device) insert(t int, e table.Entry) error {
	if err := d.Apply([]table.Op{{Kind: table.Insert, Table: t, Entry: e}}); err != nil {
		return err
	}
	d.added = append(d.added, table.Op{Kind: table.Delete, Table: t, Entry: e})
	return nil
}

// AddEntry adds an entry.
func (d *Device) AddEntry(e stf.Entry) error {
	t, out, err := d.entry(&e)
	if err != nil {
		return err
	}
	return d.insert(t, out)
}

// RemoveEntry removes an entry that was added.
func (d *Device) RemoveEntry(e stf.Entry) error {
	t, out, err := d.entry(&e)
	if err != nil {
		return err
	}
	return d.Apply([]table.Op{{Kind: table.Delete, Table: t, Entry: out}})
}

// RemoveAll removes what was added.
func (d *Device) RemoveAll() error {
	for _, op := range d.added {
		if err := d.Apply([]table.Op{op}); err != nil && !errors.Is(err, table.ErrNotFound) {
			return err
		}
	}
	d.added = nil
	return nil
}

// SetDefault sets the action of a miss.
func (d *Device) SetDefault(name string, c stf.Call) error {
	t, err := d.find(name, pipelines.Match)
	if err != nil {
		return err
	}
	action, data, err := d.action(t, c)
	if err != nil {
		return err
	}
	return d.Apply([]table.Op{{Kind: table.SetDefault, Table: t, Entry: table.Entry{Action: action, Data: data}}})
}

func number(id uint32) []byte { return packed(new(big.Int).SetUint64(uint64(id)), 32) }

// AddMember adds a member of an action profile.
func (d *Device) AddMember(profile string, member uint32, c stf.Call) error {
	t, err := d.find(profile, pipelines.Members)
	if err != nil {
		return err
	}
	action, data, err := d.action(t, c)
	if err != nil {
		return err
	}
	return d.insert(t, table.Entry{Key: number(member), Action: action, Data: data})
}

// AddGroup adds a group of a selector.
func (d *Device) AddGroup(selector string, group uint32, members []uint32) error {
	t, err := d.find(selector, pipelines.Members)
	if err != nil {
		return err
	}
	g := d.program.Tables[t].Groups
	if g == 0 {
		return fmt.Errorf("%s has no groups: it is no selector", selector)
	}
	if len(members) >= len(d.program.Tables[g].Actions) {
		return fmt.Errorf("a group has at most %d members", len(d.program.Tables[g].Actions)-1)
	}
	var data []byte
	for _, m := range members {
		data = append(data, number(m)...)
	}
	return d.insert(g, table.Entry{Key: number(group), Action: uint16(len(members)), Data: data})
}

// AddSetValue adds a member of a value set.
func (d *Device) AddSetValue(set string, fields []stf.Value) error {
	t, err := d.find(set, pipelines.Set)
	if err != nil {
		return err
	}
	if len(fields) != len(d.program.Tables[t].Keys) {
		return fmt.Errorf("%d values given, the set %s has %d", len(fields), set, len(d.program.Tables[t].Keys))
	}
	given := make([]*stf.Value, len(fields))
	for i := range fields {
		given[i] = &fields[i]
	}
	e, err := d.match(t, given, 1)
	if err != nil {
		return err
	}
	return d.insert(t, e)
}
