package rig

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"up4/io/frame"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/state"
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

// SetMulticast makes a multicast group.
func (d *Device) SetMulticast(group uint32, replicas []stf.Replica) error {
	if group > 0xffff {
		return fmt.Errorf("there is no multicast group %d: they are 1 to 65535", group)
	}
	to := make([]table.Replica, len(replicas))
	for i, r := range replicas {
		if err := checkReplica(r); err != nil {
			return err
		}
		to[i] = table.Replica{Port: uint16(r.Port), RID: uint16(r.RID)}
	}
	return d.SetGroup(uint16(group), to)
}

// checkReplica is an error for a copy that cannot be: CPUPort and DropPort are ports
// too, to which a packet may go.
func checkReplica(r stf.Replica) error {
	if r.Port > frame.DropPort || r.RID > math.MaxUint16 {
		return fmt.Errorf("a copy to port %d with replication id %d: ports are 0 to %d, replication ids 0 to %d", r.Port, r.RID, frame.DropPort, math.MaxUint16)
	}
	return nil
}

func (d *Device) sessions() (int, error) {
	for i, t := range d.program.Tables {
		if t.Is == pipelines.Sessions {
			return i, nil
		}
	}
	return 0, errors.New("the architecture has no clone sessions")
}

// SetSession makes a clone session, or changes it.
func (d *Device) SetSession(session uint32, to stf.Session) error {
	t, err := d.sessions()
	if err != nil {
		return err
	}
	if session > 0xffff {
		return fmt.Errorf("there is no clone session %d: they are 0 to 65535", session)
	}
	if len(to.Replicas) >= len(d.program.Tables[t].Actions) {
		return fmt.Errorf("a clone session has at most %d replicas", len(d.program.Tables[t].Actions)-1)
	}
	if to.Length > math.MaxUint16 {
		return fmt.Errorf("a clone session cuts to %d bytes at most", math.MaxUint16)
	}
	e := table.Entry{Key: packed(big.NewInt(int64(session)), 16), Action: uint16(len(to.Replicas)), Data: packed(big.NewInt(int64(to.Length)), 16)}
	for _, r := range to.Replicas {
		if err := checkReplica(r); err != nil {
			return err
		}
		e.Data = append(e.Data, byte(r.Port>>8), byte(r.Port), byte(r.RID>>8), byte(r.RID))
	}
	kind := table.Insert
	if there, _ := d.HasSession(session); there {
		kind = table.Modify
	}
	return d.Apply([]table.Op{{Kind: kind, Table: t, Entry: e}})
}

// DeleteSession removes a clone session.
func (d *Device) DeleteSession(session uint32) error {
	t, err := d.sessions()
	if err != nil {
		return err
	}
	return d.Apply([]table.Op{{Kind: table.Delete, Table: t, Entry: table.Entry{Key: packed(big.NewInt(int64(session)), 16)}}})
}

// HasSession says whether a clone session is there.
func (d *Device) HasSession(session uint32) (bool, error) {
	t, err := d.sessions()
	if err != nil {
		return false, err
	}
	key := string(packed(big.NewInt(int64(session)), 16))
	for _, e := range d.Entries(t) {
		if string(e.Key) == key {
			return true, nil
		}
	}
	return false, nil
}

// array is the array of a kind that a name means, and the cell.
func (d *Device) array(name string, kind state.Kind, at stf.Cell) (array, cell int, err error) {
	var full []string
	var index []int
	for i, a := range d.program.Arrays {
		if a.Kind == kind {
			full, index = append(full, a.Name), append(index, i)
		}
	}
	i, err := stf.Resolve(name, full)
	if err != nil {
		return 0, 0, err
	}
	array = index[i]
	a := &d.program.Arrays[array]
	if a.Table < 0 {
		if at.Entry != nil || at.Index >= uint64(a.Size) {
			return 0, 0, fmt.Errorf("%s has cells 0 to %d", a.Name, a.Size-1)
		}
		return array, int(at.Index), nil
	}
	if at.Entry == nil {
		return 0, 0, fmt.Errorf("%s belongs to the entries of a table: name one", a.Name)
	}
	t, want, err := d.entry(at.Entry)
	if err != nil {
		return 0, 0, err
	}
	for _, e := range d.Entries(t) {
		if t == a.Table && string(e.Key) == string(want.Key) && string(e.Mask) == string(want.Mask) &&
			e.PrefixLen == want.PrefixLen && e.Priority == want.Priority {
			return array, int(e.Hit), nil
		}
	}
	return 0, 0, fmt.Errorf("%s does not belong to that entry", a.Name)
}

// Counter reads a cell of a counter.
func (d *Device) Counter(name string, at stf.Cell) (stf.Count, error) {
	a, i, err := d.array(name, state.Counter, at)
	if err != nil {
		return stf.Count{}, err
	}
	if t := d.program.Arrays[a].Table; t >= 0 && d.program.Arrays[a].Unit == state.Packets {
		return stf.Count{Packets: d.Hits(t, uint32(i))}, nil
	}
	packets, bytes := d.state.Counted(a, i)
	return stf.Count{Packets: packets, Bytes: bytes}, nil
}

// SetCounter writes a cell of a counter.
func (d *Device) SetCounter(name string, at stf.Cell, to stf.Count) error {
	a, i, err := d.array(name, state.Counter, at)
	if err != nil {
		return err
	}
	if t := d.program.Arrays[a].Table; t >= 0 && d.program.Arrays[a].Unit == state.Packets {
		d.hit(t, uint32(i)).Set(to.Packets)
		return nil
	}
	d.state.SetCount(a, i, to.Packets, to.Bytes)
	return nil
}

// Register reads a cell of a register.
func (d *Device) Register(name string, index uint64) (*big.Int, error) {
	a, i, err := d.array(name, state.Register, stf.Cell{Index: index})
	if err != nil {
		return nil, err
	}
	words := make([]uint64, (d.program.Arrays[a].Bits+63)/64)
	d.state.Read(a, i, words)
	v := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(words[k]))
	}
	return v, nil
}

// SetRegister writes a cell of a register.
func (d *Device) SetRegister(name string, index uint64, to *big.Int) error {
	a, i, err := d.array(name, state.Register, stf.Cell{Index: index})
	if err != nil {
		return err
	}
	if width := d.program.Arrays[a].Bits; to.BitLen() > width || to.Sign() < 0 {
		return fmt.Errorf("%d does not fit in %d bits", to, width)
	}
	words := make([]uint64, (d.program.Arrays[a].Bits+63)/64)
	v := new(big.Int).Set(to)
	for k := range words {
		words[k] = new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0))).Uint64()
		v.Rsh(v, 64)
	}
	d.state.Write(a, i, words)
	return nil
}

// ResetRegister makes all cells zero.
func (d *Device) ResetRegister(name string) error {
	a, _, err := d.array(name, state.Register, stf.Cell{})
	if err != nil {
		return err
	}
	for i := range d.program.Arrays[a].Size {
		d.state.Write(a, i, make([]uint64, (d.program.Arrays[a].Bits+63)/64))
	}
	return nil
}

// Meter reads the rates of a meter.
func (d *Device) Meter(name string, at stf.Cell) (stf.Rates, error) {
	a, i, err := d.array(name, state.Meter, at)
	if err != nil {
		return stf.Rates{}, err
	}
	r, _ := d.state.Rates(a, i)
	return stf.Rates{Committed: stf.Rate{PerSecond: r.CIR, Burst: r.CBS}, Peak: stf.Rate{PerSecond: r.PIR, Burst: r.PBS}}, nil
}

// SetMeter configures a meter, or all cells of one.
func (d *Device) SetMeter(name string, at stf.Cell, to stf.Rates) error {
	if at.All {
		at.Index = 0
	}
	a, i, err := d.array(name, state.Meter, at)
	if err != nil {
		return err
	}
	first, last := i, i
	if at.All {
		first, last = 0, d.program.Arrays[a].Size-1
	}
	for i := first; i <= last; i++ {
		err := d.state.Configure(a, i, state.Rates{CIR: to.Committed.PerSecond, CBS: to.Committed.Burst, PIR: to.Peak.PerSecond, PBS: to.Peak.Burst})
		if err != nil {
			return err
		}
	}
	return nil
}

// DigestName is the full name of a digest.
func (d *Device) DigestName(name string) (string, error) {
	var full []string
	for _, g := range d.program.Digests {
		full = append(full, g.Name)
	}
	i, err := stf.Resolve(name, full)
	if err != nil {
		return "", err
	}
	return full[i], nil
}

// TakeDigests is the digests since the last call.
func (d *Device) TakeDigests() (list []stf.Digest, err error) {
	for _, g := range d.digests {
		desc := d.program.Digests[g.Index]
		out := stf.Digest{Name: desc.Name}
		for _, f := range desc.Fields {
			n := (f.Bits + 7) / 8
			out.Fields = append(out.Fields, stf.Arg{Name: f.Name, Value: new(big.Int).SetBytes(g.Fields[:n])})
			g.Fields = g.Fields[n:]
		}
		list = append(list, out)
	}
	d.digests = nil
	return list, nil
}
