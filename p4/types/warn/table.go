package warn

import (
	"math/big"
	"slices"

	"up4/internal/nearest"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// table warns of keys and entries.
func (c *checker) table(d *syntax.TableDecl) {
	var lpm *syntax.KeyElem
	for _, p := range d.Properties {
		c.property(p)
		for _, k := range p.Keys {
			if c.info.Values[k.Expr] != nil {
				c.warnf(k.Expr.Span(), CodeConstantKey, "this key is the same for every packet")
			}
			if k.Match == nil || k.Match.Text != "lpm" {
				continue
			}
			if lpm != nil {
				c.warnf(k.Span(), CodeTwoLPM, "%s has two lpm keys: which prefix is the longest is then not said", d.Name.Text)
			}
			lpm = k
		}
		c.entries(p)
		if len(p.Entries) > 0 && !p.Const {
			c.priorities(d, p)
		}
	}
}

// properties is the names that table properties have in the language (14.2.1) and in
// the architectures that come with the product. Others are legal (14.2.1.6).
var properties = []string{
	"key", "actions", "default_action", "entries", "size", "largest_priority_wins", "priority_delta",
	"implementation", "counters", "meters", "support_timeout",
	"psa_implementation", "psa_direct_counter", "psa_direct_meter", "psa_idle_timeout", "psa_empty_group_action",
	"pna_implementation", "pna_direct_counter", "pna_direct_meter", "pna_idle_timeout", "pna_empty_group_action",
	"add_on_miss", "idle_timeout_with_auto_delete", "default_idle_timeout_for_data_plane_added_entries",
}

// property warns of a property that nothing will look for: its name is a slip.
func (c *checker) property(p *syntax.Property) {
	if p.Name == nil || slices.Contains(properties, p.Name.Text) {
		return
	}
	if n, ok := nearest.Name(p.Name.Text, properties); ok {
		c.warnf(p.Name.Span(), CodeUnknownProperty, "there is no property %s of tables; did you mean %q?", p.Name.Text, n)
	}
}

// entries warns of entries that the same keyset before them hides (14.2.1.4), and of
// masked values with bits outside of the mask.
func (c *checker) entries(p *syntax.Property) {
	seen := map[string]bool{}
	all := false
	for _, e := range p.Entries {
		text, known := c.keysetText(e.Keyset)
		switch {
		case all && e.Priority == nil && p.Const:
			c.warnf(e.Keyset.Span(), CodeUnreachableEntry, "nothing comes to this entry: one before it takes all")
		case known && seen[text] && e.Priority == nil:
			c.warnf(e.Keyset.Span(), CodeDuplicateKeyset, "an entry before it has the same keyset")
		}
		seen[text] = seen[text] || known
		all = all || takesAll(e.Keyset)
		c.prefix(e.Keyset)
		c.masked(e.Keyset)
	}
}

func (c *checker) masked(e syntax.Expr) {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.ListExpr:
		for _, x := range e.Elems {
			c.masked(x)
		}
	case *syntax.BinaryExpr:
		v, ok := c.info.Values[e.X].(*types.IntValue)
		m, ok2 := c.info.Values[e.Y].(*types.IntValue)
		if !ok || !ok2 || e.Op != token.Mask || v.V.Sign() < 0 || m.V.Sign() < 0 {
			return
		}
		for i := range v.V.BitLen() {
			if v.V.Bit(i) == 1 && m.V.Bit(i) == 0 {
				c.warnf(e.Span(), CodeMaskedBits, "the value has bits outside of the mask: they are not looked at")
				return
			}
		}
	}
}

// maxSame is how many entries of one priority are compared with those behind them.
const maxSame = 64

// priorities warns of entries of the same priority that can both match, and of an entry that wins over one before it. An entry that names none has
// the one before's, less the table's priority_delta, or more of it where the smallest
// wins (14.2.1.4).
func (c *checker) priorities(d *syntax.TableDecl, p *syntax.Property) {
	largest, delta := true, big.NewInt(1)
	for _, q := range d.Properties {
		if q.Name == nil || q.Value == nil {
			continue
		}
		switch v := c.info.Values[q.Value].(type) {
		case types.BoolValue:
			largest = largest && (q.Name.Text != "largest_priority_wins" || bool(v))
		case *types.IntValue:
			if q.Name.Text == "priority_delta" {
				delta = v.V
			}
		}
	}
	var last *big.Int
	seen := map[string][]*syntax.Entry{}
	for _, e := range p.Entries {
		var now *big.Int
		switch v, ok := c.info.Values[e.Priority].(*types.IntValue); {
		case ok:
			now = v.V
		case e.Priority != nil || last == nil:
			return // not known, or there are none
		case largest:
			now = new(big.Int).Sub(last, delta)
		default:
			now = new(big.Int).Add(last, delta)
		}
		switch {
		case slices.ContainsFunc(seen[now.String()], func(o *syntax.Entry) bool { return !c.disjoint(o.Keyset, e.Keyset) }):
			c.warnf(e.Span(), CodeDuplicatePriority, "an entry before it has the priority %s too: where both match it is not said which wins", now)
		case last != nil && now.Cmp(last) != 0 && (now.Cmp(last) > 0) == largest:
			c.warnf(e.Span(), CodePriorityOrder, "the entry has the priority %s, and so wins over the one before it with %s", now, last)
		}
		if k := now.String(); len(seen[k]) < maxSame {
			seen[k] = append(seen[k], e)
		}
		last = now
	}
}

// disjoint says whether no key fits both keysets, as far as their values tell.
func (c *checker) disjoint(a, b syntax.Expr) bool {
	x, isList := syntax.Unparen(a).(*syntax.ListExpr)
	y, both := syntax.Unparen(b).(*syntax.ListExpr)
	if isList && both && len(x.Elems) == len(y.Elems) {
		for i := range x.Elems {
			if c.disjoint(x.Elems[i], y.Elems[i]) {
				return true
			}
		}
		return false
	}
	v, m := c.ternary(a)
	w, n := c.ternary(b)
	if v == nil || w == nil {
		return false
	}
	differ := new(big.Int).Xor(v, w)
	for _, mask := range []*big.Int{m, n} {
		if mask != nil {
			differ.And(differ, mask)
		}
	}
	return differ.Sign() != 0
}

// ternary is a keyset as a value and a mask, which is nil for all bits.
func (c *checker) ternary(e syntax.Expr) (value, mask *big.Int) {
	e = syntax.Unparen(e)
	if v, ok := c.info.Values[e].(*types.IntValue); ok {
		return v.V, nil
	}
	b, ok := e.(*syntax.BinaryExpr)
	if !ok || b.Op != token.Mask {
		return nil, nil
	}
	v, ok := c.info.Values[b.X].(*types.IntValue)
	m, ok2 := c.info.Values[b.Y].(*types.IntValue)
	if !ok || !ok2 {
		return nil, nil
	}
	return v.V, m.V
}
