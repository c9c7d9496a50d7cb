package rig

import (
	"fmt"
	"math/big"

	"up4/p4/stf"
	"up4/pipelines/state"
)

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
