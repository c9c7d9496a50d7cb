package lower

import (
	"math"
	"strconv"

	"up4/p4/ir"
	"up4/p4/syntax"
)

// entries are those that the program gives (14.2.1.4).
func (c *code) entries(x *table, d *syntax.TableDecl, p *syntax.Property) {
	x.t.EntriesAre = ir.Constness(p.Const)
	ts := make([]ir.Type, len(x.t.Keys))
	for i, k := range x.t.Keys {
		ts[i] = k.Expr.Type()
	}
	for _, e := range p.Entries {
		if e.Action == nil {
			continue
		}
		call, ok := c.tableCallOf(x, e.Action)
		if !ok {
			continue
		}
		s := c.known()
		sets := s.keysets(e.Keyset, ts)
		for i, k := range sets {
			sets[i] = c.entryKey(e, x.t.Keys[i], constantSet(k))
			if !isConstant(sets[i]) {
				c.l.errorf(e.Keyset.Span(), CodeNotKnown, "this has to be known when the program is instantiated")
				sets[i] = &ir.Anything{}
			}
			if key := x.t.Keys[i]; !ir.MatchTakes(key.Match, sets[i]) {
				c.l.errorf(e.Keyset.Span(), CodeEntryKey, "an entry's key %s, of match kind %s, cannot be %s", key.Name, key.Match, setWord(sets[i]))
			}
		}
		entry := ir.Entry{Const: e.Const, Keys: sets, Call: call, Annotations: c.l.annotations(e.Annotations), At: e.Span()}
		if e.Priority != nil {
			entry.HasPriority, entry.Priority = true, c.constInt(e.Priority)
		}
		x.t.Entries = append(x.t.Entries, entry)
	}
	c.priorities(x.t, d)
}

// entryKey is a set as one that its key's match kind has: a mask of an lpm key is a
// prefix.
func (c *code) entryKey(e *syntax.Entry, k ir.Key, s ir.Keyset) ir.Keyset {
	m, ok := s.(*ir.Masked)
	if !ok {
		return s
	}
	mask, ok := intOf(m.Mask)
	if !ok {
		return s
	}
	t, ok := ir.Underlying(k.Expr.Type()).(*ir.BitsType)
	if !ok {
		return s
	}
	switch k.Match {
	case "exact", "optional":
		// &&& with all bits set is the value itself.
		if ones(mask, t.Width) == t.Width {
			return &ir.Exactly{V: m.Value}
		}
	case "lpm":
		n := ones(mask, t.Width)
		if n < 0 {
			c.l.errorf(e.Keyset.Span(), CodePrefixMask, "the key %s is matched by prefix, but the mask is not ones and then zeros", k.Name)
			return &ir.Anything{}
		}
		return &ir.Prefix{Value: m.Value, Len: n}
	}
	return s
}

// setWord is a set in the words of the language.
func setWord(k ir.Keyset) string {
	switch k.(type) {
	case *ir.Masked:
		return "a value and a mask"
	case *ir.Between:
		return "a range"
	}
	return "_ or default"
}

func intOf(x ir.Expr) (ir.Int, bool) {
	k, ok := x.(*ir.Const)
	if !ok {
		return nil, false
	}
	n, ok := k.Value.(*ir.IntConst)
	if !ok {
		return nil, false
	}
	return n.V, true
}

// ones is how many ones a mask begins with, if zeros follow, else -1.
func ones(mask ir.Int, width int) int {
	m := ir.Wrap(mask, ir.Bits(width))
	n := 0
	for n < width && m.Bit(width-1-n) == 1 {
		n++
	}
	for i := n; i < width; i++ {
		if m.Bit(width-1-i) == 1 {
			return -1
		}
	}
	return n
}

// constantSet folds what folds.
func constantSet(k ir.Keyset) ir.Keyset {
	if e, ok := k.(*ir.Exactly); ok {
		return &ir.Exactly{V: ir.Fold(e.V)}
	}
	return k
}

func isConstant(k ir.Keyset) bool {
	known := func(xs ...ir.Expr) bool {
		for _, x := range xs {
			if _, ok := x.(*ir.Const); !ok {
				return false
			}
		}
		return true
	}
	switch k := k.(type) {
	case *ir.Exactly:
		return known(k.V)
	case *ir.Masked:
		return known(k.Value, k.Mask)
	case *ir.Between:
		return known(k.Lo, k.Hi)
	case *ir.Prefix:
		return known(k.Value)
	case *ir.InSet:
		return false
	}
	return true
}

// priorities computes those that are not given, where entries have one (14.2.1.4).
func (c *code) priorities(t *ir.Table, d *syntax.TableDecl) {
	largest, delta := true, 1
	for _, p := range d.Properties {
		if p.Name == nil || p.Value == nil {
			continue
		}
		switch p.Name.Text {
		case "largest_priority_wins":
			largest = c.constant(p.Value, ir.Bool) == ir.BoolConst(true)
		case "priority_delta":
			delta = c.constInt(p.Value)
		}
	}
	if !t.HasPriorities() {
		return
	}
	given := false
	for _, e := range t.Entries {
		given = given || e.HasPriority
	}
	if !given && annotated(t.Entries) {
		turned(t.Entries)
		return
	}
	n := len(t.Entries)
	for i := range t.Entries {
		e := &t.Entries[i]
		switch {
		case e.HasPriority:
			continue
		case !given && largest:
			e.Priority = 1 + (n-1-i)*delta
		case !given:
			e.Priority = 1 + i*delta
		case i == 0:
			e.Priority = 1
		case largest:
			e.Priority = t.Entries[i-1].Priority - delta
		default:
			e.Priority = t.Entries[i-1].Priority + delta
		}
		if e.HasPriority = true; e.Priority < 0 {
			c.l.errorf(e.At, CodePriority, "the priority of this entry would be negative: %d", e.Priority)
			return
		}
		if e.Priority > math.MaxInt32 { // as control planes send them
			c.l.errorf(e.At, CodePriority, "the priority of this entry would be %d, and the greatest is %d", e.Priority, math.MaxInt32)
			return
		}
	}
	if !largest {
		turned(t.Entries)
	}
}

// annotated gives entries the priorities that programs for BMv2 had before the language
// had any: that of @priority, else the entry's number, from 1; the smallest wins. It
// says whether an entry has such an annotation.
func annotated(entries []ir.Entry) bool {
	found := false
	for i := range entries {
		e := &entries[i]
		e.Priority, e.HasPriority = i+1, true
		for _, a := range e.Annotations {
			if n, err := strconv.ParseInt(a.Body, 0, 31); a.Name == "priority" && err == nil && n >= 0 {
				e.Priority, found = int(n), true
			}
		}
	}
	if !found {
		for i := range entries {
			entries[i].Priority, entries[i].HasPriority = 0, false
		}
	}
	return found
}

// turned makes the entry with the smallest priority that with the largest, as the
// control plane counts; all are 1 at least.
func turned(es []ir.Entry) {
	most := 0
	for _, e := range es {
		most = max(most, e.Priority)
	}
	for i := range es {
		es[i].Priority = 1 + most - es[i].Priority
	}
}
