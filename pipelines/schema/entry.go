package schema

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"

	"up4/p4/ir"
	"up4/pipelines"
	"up4/pipelines/table"
)

// entries describes the entries that the program gives. One that can never be chosen,
// since an earlier one has the same keys, or a range no value, is left out.
func (b *builder) entries(out *pipelines.Table, t *ir.Table) {
	out.ConstEntries = t.EntriesAre == ir.Constant
	if len(t.Entries) == 0 {
		return
	}
	if b.profileOf(t) != nil {
		b.diags.Errorf(t.Entries[0].At, CodeEntry, "table %s has an action profile, so its entries name members, which only the control plane can give: take the entries out", t.Name)
		return
	}
	priority := priorities(t)
	seen := map[string]bool{}
	for i, e := range t.Entries {
		made, possible, ok := b.match(out.Keys, e, b.Keys[t])
		if !ok {
			b.diags.Errorf(e.At, CodeEntry, "this entry of table %s has a key that its match kind cannot have", t.Name)
			continue
		}
		if made.Mask != nil { // a selector key alone gives the program's entries a priority, but no masks
			if priority[i] > math.MaxInt32 {
				b.diags.Errorf(e.At, CodeEntry, "the priority of this entry of table %s would be %d, and the greatest is %d", t.Name, priority[i], math.MaxInt32)
				continue
			}
			made.Priority = int32(priority[i])
		}
		id := string(made.Key) + string(made.Mask) + strconv.Itoa(made.PrefixLen) + " " + strconv.Itoa(int(made.Priority))
		if !possible || seen[id] {
			continue
		}
		seen[id] = true
		made.Action = uint16(e.Call.Action)
		made.Data = data(e.Call.Args, out.Actions[e.Call.Action].Params)
		out.Entries = append(out.Entries, made)
	}
}

// priorities is those of a table's entries as package table takes them: above zero.
// Where nobody can add entries between, equal ones are told apart too, since the first
// of them wins.
func priorities(t *ir.Table) []int {
	out := make([]int, len(t.Entries))
	order := make([]int, len(t.Entries))
	equal := map[int]bool{}
	repeated := false
	least := 1
	for i, e := range t.Entries {
		out[i], order[i] = e.Priority, i
		repeated = repeated || equal[e.Priority]
		equal[e.Priority] = true
		least = min(least, e.Priority)
	}
	if t.EntriesAre == ir.Constant && repeated {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(t.Entries[j].Priority, t.Entries[i].Priority) })
		for rank, i := range order {
			out[i] = len(out) - rank
		}
		return out
	}
	for i := range out {
		out[i] += 1 - least
	}
	return out
}

// match is what an entry matches. It is not possible if no value can.
func (b *builder) match(keys []pipelines.Key, e ir.Entry, at []int) (out table.Entry, possible, ok bool) {
	masks := slices.ContainsFunc(keys, func(k pipelines.Key) bool { return k.Match >= table.Ternary })
	possible = true
	for i, k := range keys {
		f, ok := field(e.Keys[at[i]], k)
		if !ok {
			return table.Entry{}, false, false
		}
		if k.Match == table.Range && f.value.Cmp(f.mask) > 0 {
			possible = false
		}
		out.Key = append(out.Key, pack(f.value, k.Bits)...)
		switch {
		case masks:
			out.Mask = append(out.Mask, pack(f.mask, k.Bits)...)
		case k.Match == table.LPM:
			out.PrefixLen = f.prefix
		}
	}
	return out, possible, true
}

// fieldMatch is what an entry wants of one key: the value in the bits of the mask, or
// of a range the lowest and the highest value.
type fieldMatch struct {
	value, mask ir.Int
	prefix      int // bits, of lpm keys
}

func field(set ir.Keyset, k pipelines.Key) (fieldMatch, bool) {
	all := ones(k.Bits)
	isRange := k.Match == table.Range
	masked := func(v, m ir.Int, prefix int) (fieldMatch, bool) {
		if v == nil || m == nil || isRange {
			return fieldMatch{}, false
		}
		return fieldMatch{new(big.Int).And(v, m), new(big.Int).And(m, all), prefix}, true
	}
	switch s := set.(type) {
	case *ir.Exactly:
		v := constant(s.V)
		if isRange && v != nil {
			return fieldMatch{value: v, mask: v}, true
		}
		return masked(v, all, k.Bits)
	case *ir.Anything:
		if isRange {
			return fieldMatch{value: new(big.Int), mask: all}, true
		}
		return masked(new(big.Int), new(big.Int), 0)
	case *ir.Masked:
		return masked(constant(s.Value), constant(s.Mask), 0)
	case *ir.Prefix:
		if s.Len < 0 || s.Len > k.Bits {
			return fieldMatch{}, false
		}
		below := ones(k.Bits - s.Len)
		return masked(constant(s.Value), new(big.Int).Xor(all, below), s.Len)
	case *ir.Between:
		lo, hi := constant(s.Lo), constant(s.Hi)
		if lo == nil || hi == nil || !isRange {
			return fieldMatch{}, false
		}
		return fieldMatch{value: lo, mask: hi}, true
	}
	return fieldMatch{}, false
}
