package entry

import (
	"math/big"
	"strings"

	"up4/control/api"
	"up4/internal/nearest"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// arrayKinds are the kinds of arrays, for people and in package state.
var arrayKinds = map[api.ArrayKind]state.Kind{
	api.Counter: state.Counter, api.Meter: state.Meter, api.Register: state.Register,
}

// arrayNames is the last part of each array's name, where that is of one of its kind
// alone, else the whole.
func arrayNames(arrays []state.Array) []string {
	last := func(a *state.Array) string { return a.Name[strings.LastIndexByte(a.Name, '.')+1:] }
	type known struct {
		kind state.Kind
		name string
	}
	n := map[known]int{}
	for i := range arrays {
		n[known{arrays[i].Kind, last(&arrays[i])}]++
	}
	out := make([]string, len(arrays))
	for i := range arrays {
		a := &arrays[i]
		if out[i] = last(a); n[known{a.Kind, out[i]}] > 1 {
			out[i] = a.Name
		}
	}
	return out
}

// FindArray is the index of the array of a kind called name.
func (c *Coder) FindArray(kind api.ArrayKind, name string) (int, error) {
	want, ok := arrayKinds[kind]
	if !ok {
		return 0, api.Errorf(api.BadRequest, "there is no kind of array %s: they are counter, meter and register", quote(string(kind)))
	}
	var names []string
	for i, a := range c.program.Arrays {
		switch {
		case a.Kind != want:
		case c.arrays[i] == name || a.Name == name:
			return i, nil
		default:
			names = append(names, c.arrays[i])
		}
	}
	return 0, api.Errorf(api.UnknownArray, "%s has no %s %s%s", c.program.Name, kind, quote(name), nearest.Hint(name, names))
}

// Key is an entry of table t with nothing but its key, from the words of a delete.
func (c *Coder) Key(t int, words []string) (table.Entry, error) {
	d := newDraft(c.tables[t], table.Delete)
	f := d.words(words)
	if f == nil {
		var op table.Op
		if op, f = d.finish(); f == nil {
			return op.Entry, nil
		}
	}
	return table.Entry{}, f.api()
}

// ParseCell reads a register's value into 64-bit words, the lowest first, as package
// state has them.
func (c *Coder) ParseCell(array int, text string) ([]uint64, error) {
	a := &c.program.Arrays[array]
	digits, negative := strings.CutPrefix(text, "-")
	v, ok := number(digits)
	if ok && negative && a.Signed {
		if v.Neg(v); v.BitLen() <= a.Bits && new(big.Int).Neg(v).Cmp(new(big.Int).Lsh(big.NewInt(1), uint(max(a.Bits-1, 0)))) <= 0 {
			v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(a.Bits)))
		}
	} else if negative {
		ok = false
	}
	switch {
	case !ok:
		return nil, api.Errorf(api.BadCell, "register %s: expected a number of %d bits, got %s", c.arrays[array], a.Bits, quote(text))
	case v.Sign() < 0 || v.BitLen() > a.Bits:
		return nil, api.Errorf(api.BadCell, "register %s: %s does not fit in %d bits", c.arrays[array], quote(text), a.Bits)
	}
	words := make([]uint64, max(1, (a.Bits+63)/64))
	low := new(big.Int).SetUint64(^uint64(0))
	for i := range words {
		words[i] = new(big.Int).And(v, low).Uint64()
		v.Rsh(v, 64)
	}
	return words, nil
}

// PrintCell is ParseCell back, in canonical form.
func (c *Coder) PrintCell(array int, words []uint64) api.Value {
	a := &c.program.Arrays[array]
	v := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(words[i]))
	}
	if a.Signed && a.Bits > 0 && v.Bit(a.Bits-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(a.Bits)))
	}
	if a.Bits > 64 && v.Sign() >= 0 {
		return api.Value("0x" + v.Text(16))
	}
	return api.Value(v.String())
}

// FormatDigest is the packed fields of a digest as people read them.
func (c *Coder) FormatDigest(digest int, data []byte) (string, map[string]api.Value) {
	if digest < 0 || digest >= len(c.program.Digests) {
		return "", nil
	}
	d := &c.program.Digests[digest]
	fields := map[string]api.Value{}
	for _, f := range d.Fields {
		n := (f.Bits + 7) / 8
		if n > len(data) {
			break
		}
		fields[f.Name] = api.Value(typeOf(f.Type, f.Bits).print(data[:n]))
		data = data[n:]
	}
	return d.Name, fields
}
