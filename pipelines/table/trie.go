package table

import "up4/internal/arena"

// trie is the longest-prefix match over one field of at most 32 bits: nodes of
// 256 slots, eight bits a level. A slot is a record, a node (tagged) or 0. Every
// prefix stands in all the slots it covers and in which no longer one does, so
// that a lookup never looks back. The prefix of length 0 stands in no slot: it
// would stand in too many. It is the table's record for a miss.
//
// A node exists only while a prefix ends inside it.
type trie struct {
	m   *memory
	top arena.Off
}

// paint is one change: the slots under key/plen that hold old (with old = 0:
// nothing or a shorter prefix) shall hold rec.
type paint struct {
	m        *memory
	key      uint32 // left-aligned
	plen     int
	old, rec arena.Off
	fold     bool // nodes may become useless
}

// insert adds a record for key/plen. Preconditions: plen > 0, key is
// left-aligned and canonical, the prefix is new.
func (t *trie) insert(key uint32, plen int, rec arena.Off) error {
	return t.apply(&paint{m: t.m, key: key, plen: plen, rec: rec})
}

// replace puts a new record of key/plen where old stands.
func (t *trie) replace(key uint32, plen int, old, rec arena.Off) error {
	return t.apply(&paint{m: t.m, key: key, plen: plen, old: old, rec: rec})
}

// remove takes the record of key/plen away; shorter is that of the next shorter
// prefix that covers it, 0 if there is none.
func (t *trie) remove(key uint32, plen int, old, shorter arena.Off) error {
	return t.apply(&paint{m: t.m, key: key, plen: plen, old: old, rec: shorter, fold: true})
}

func (t *trie) apply(p *paint) error {
	slot, err := p.within(t.top, 0)
	if err != nil {
		return err
	}
	if slot&tagged == 0 {
		// All slots of the root alike: only "nothing" can fill it, since no
		// painted prefix covers every address.
		t.top = t.m.emptyNode
		return nil
	}
	t.top = arena.Off(slot &^ tagged)
	return nil
}

// within changes a node whose slots resolve the eight bits after the first
// depth, on the way to where the prefix ends. It returns the slot that stands
// for the node from now on: the node's copy, or what all its slots hold alike.
func (p *paint) within(n arena.Off, depth int) (uint32, error) {
	n, err := p.m.own(n)
	if err != nil {
		return 0, err
	}
	s := p.m.node(n)
	i := int(p.key >> (24 - depth) & 255)
	if p.plen > depth+8 {
		child, err := p.child(s[i])
		if err != nil {
			return 0, err
		}
		if s[i], err = p.within(child, depth+8); err != nil {
			return 0, err
		}
		return p.folded(n), nil
	}
	covered := s[i : i+1<<(depth+8-p.plen)]
	for j, slot := range covered {
		if covered[j], err = p.cover(slot); err != nil {
			return 0, err
		}
	}
	return p.folded(n), nil
}

// child is the node behind a slot; a leaf becomes a node full of it.
func (p *paint) child(slot uint32) (arena.Off, error) {
	if slot&tagged != 0 {
		return arena.Off(slot &^ tagged), nil
	}
	n, err := p.m.alloc(nodeBytes)
	if err != nil {
		return 0, err
	}
	s := p.m.node(n)
	for i := range s {
		s[i] = slot
	}
	return n, nil
}

// cover changes a slot that the prefix covers entirely, and all below it.
func (p *paint) cover(slot uint32) (uint32, error) {
	if slot&tagged == 0 {
		if p.wants(slot) {
			return uint32(p.rec), nil
		}
		return slot, nil
	}
	n := arena.Off(slot &^ tagged)
	if !p.touches(n) {
		return slot, nil
	}
	n, err := p.m.own(n)
	if err != nil {
		return 0, err
	}
	s := p.m.node(n)
	for i := range s {
		if s[i], err = p.cover(s[i]); err != nil {
			return 0, err
		}
	}
	return uint32(n) | tagged, nil
}

func (p *paint) wants(leaf uint32) bool {
	if p.old != 0 {
		return leaf == uint32(p.old)
	}
	return leaf == 0 || int(p.m.record(arena.Off(leaf)).Prefix) < p.plen
}

// touches says whether a node below the prefix has anything to change.
func (p *paint) touches(n arena.Off) bool {
	for _, slot := range p.m.node(n) {
		if slot&tagged == 0 {
			if p.wants(slot) {
				return true
			}
		} else if p.touches(arena.Off(slot &^ tagged)) {
			return true
		}
	}
	return false
}

// folded is the slot for node n: n, or the leaf that fills it, and n is dropped.
func (p *paint) folded(n arena.Off) uint32 {
	s := p.m.node(n)
	if !p.fold || s[0]&tagged != 0 {
		return uint32(n) | tagged
	}
	for _, slot := range s {
		if slot != s[0] {
			return uint32(n) | tagged
		}
	}
	leaf := s[0]
	p.m.drop(n)
	return leaf
}

// clear drops every node. The records belong to the caller.
func (t *trie) clear() {
	t.dropNode(t.top)
	t.top = t.m.emptyNode
}

func (t *trie) dropNode(n arena.Off) {
	for _, slot := range t.m.node(n) {
		if slot&tagged != 0 {
			t.dropNode(arena.Off(slot &^ tagged))
		}
	}
	t.m.drop(n)
}
