package table

import (
	"encoding/binary"
	"fmt"

	"up4/internal/arena"
)

// step applies one operation to the batch under way.
func (s *Store) step(op *Op) error {
	if op.Kind == SetGroup {
		return s.stepGroup(&op.Entry)
	}
	if op.Table < 0 || op.Table >= len(s.tables) {
		return fmt.Errorf("%w: there is no table %d", ErrInvalid, op.Table)
	}
	t := s.tables[op.Table]
	s.touch(t)
	switch op.Kind {
	case SetDefault:
		return s.setDefault(t, &op.Entry)
	case Clear:
		return s.clear(op.Table, &op.Entry)
	case Insert, Modify, Delete:
	default:
		return fmt.Errorf("%w: unknown operation %d", ErrInvalid, op.Kind)
	}
	if err := t.checkMatch(&op.Entry); err != nil {
		return err
	}
	s.scratch = t.appendID(s.scratch[:0], &op.Entry)
	old, exists := t.c.entries[string(s.scratch)]
	switch {
	case exists && op.Kind == Insert:
		return fmt.Errorf("%w in table %s", ErrExists, t.spec.Name)
	case !exists && op.Kind != Insert:
		return fmt.Errorf("%w in table %s", ErrNotFound, t.spec.Name)
	case op.Kind == Delete:
		return s.remove(op.Table, string(s.scratch), old)
	}
	if err := t.checkAction(op.Entry.Action, op.Entry.Data); err != nil {
		return err
	}
	if op.Kind == Insert {
		return s.insert(t, string(s.scratch), &op.Entry)
	}
	return s.modify(t, string(s.scratch), old, &op.Entry)
}

func (s *Store) insert(t *state, id string, e *Entry) error {
	if n := len(t.c.entries); n >= t.spec.Size {
		return fmt.Errorf("%w: table %s has room for %d entries", ErrFull, t.spec.Name, t.spec.Size)
	}
	hit, ok := t.hits.take()
	if !ok {
		return fmt.Errorf("%w: the hit counters of table %s wait for readers of older versions", ErrMemory, t.spec.Name)
	}
	rec, err := t.newRecord(id, e.Action, e.Data, hit)
	if err != nil {
		t.hits.give(hit)
		return err
	}
	added := stored{rec: rec, hit: hit, born: s.number + 1}
	t.c.link(t.layout, id, added)
	s.undo = append(s.undo, step{kind: linked, table: t, id: id, entry: added})
	return t.show(id, rec)
}

func (s *Store) modify(t *state, id string, old stored, e *Entry) error {
	rec, err := t.newRecord(id, e.Action, e.Data, old.hit)
	if err != nil {
		return err
	}
	t.c.entries[id] = stored{rec: rec, hit: old.hit, born: old.born}
	s.undo = append(s.undo, step{kind: swapped, table: t, id: id, entry: old})
	if err := t.swap(id, old.rec, rec); err != nil {
		return err
	}
	t.m.drop(old.rec)
	return nil
}

func (s *Store) remove(table int, id string, old stored) error {
	t := s.tables[table]
	t.c.unlink(t.layout, id)
	s.undo = append(s.undo, step{kind: unlinked, table: t, id: id, entry: old})
	if old.born > s.number {
		t.hits.give(old.hit) // no reader has seen it
	} else {
		s.hits = append(s.hits, retired{table: table, hit: old.hit})
	}
	if err := t.hide(id, old.rec); err != nil {
		return err
	}
	t.m.drop(old.rec)
	return nil
}

func (s *Store) setDefault(t *state, e *Entry) error {
	if err := t.checkKeyless(e); err != nil {
		return err
	}
	if err := t.checkAction(e.Action, e.Data); err != nil {
		return err
	}
	rec, err := t.newRecord("", e.Action, e.Data, 0)
	if err != nil {
		return err
	}
	t.m.drop(t.v.def)
	t.v.def = rec
	return nil
}

func (s *Store) clear(table int, e *Entry) error {
	t := s.tables[table]
	if err := t.checkKeyless(e); err != nil {
		return err
	}
	for _, old := range t.c.entries {
		t.m.drop(old.rec)
		s.hits = append(s.hits, retired{table: table, hit: old.hit})
	}
	s.undo = append(s.undo, step{kind: emptied, table: t, whole: t.c})
	t.c = newContents(t.layout, t.seed)
	if t.kind == kindTuple {
		t.c.tuples.dirty = true
	}
	t.clearIndex()
	return nil
}

// SetGroup makes a new version in which multicast group id has these replicas,
// in this order; none means that the group does not exist.
func (s *Store) SetGroup(id uint16, replicas []Replica) (Change, error) {
	e := Entry{Key: binary.BigEndian.AppendUint16(nil, id)}
	for _, r := range replicas {
		e.Data = AppendReplica(e.Data, r)
	}
	return s.Apply([]Op{{Kind: SetGroup, Entry: e}})
}

// stepGroup is the step SetGroup of a batch.
func (s *Store) stepGroup(e *Entry) error {
	replicas, whole := Replicas(e.Data)
	if len(e.Key) != 2 || !whole || e.Mask != nil || e.PrefixLen != 0 || e.Priority != 0 || e.Action != 0 {
		return fmt.Errorf("%w: a multicast group has a number of 2 bytes and replicas of 4", ErrInvalid)
	}
	id := binary.BigEndian.Uint16(e.Key)
	if len(replicas) > MaxReplicas {
		return fmt.Errorf("%w: multicast group %d has %d replicas, %d at most", ErrInvalid, id, len(replicas), MaxReplicas)
	}
	seen := make(map[Replica]bool, len(replicas))
	for _, r := range replicas {
		if seen[r] {
			return fmt.Errorf("%w: multicast group %d has port %d with replication id %d twice", ErrInvalid, id, r.Port, r.RID)
		}
		seen[r] = true
	}
	if err := s.setGroup(id, replicas); err != nil {
		return fmt.Errorf("set multicast group %d: %w", id, err)
	}
	return nil
}

func (s *Store) setGroup(id uint16, replicas []Replica) error {
	top, err := s.m.own(s.groups)
	if err != nil {
		return err
	}
	s.groups = top
	dir := s.m.node(top)
	low, err := s.m.own(s.childGroups(dir[id>>8]))
	if err != nil {
		return err
	}
	dir[id>>8] = uint32(low)
	leaf := s.m.node(low)
	if old := arena.Off(leaf[id&255]); old != 0 {
		s.m.drop(old)
	}
	leaf[id&255] = 0
	if len(replicas) > 0 {
		off, err := s.m.alloc(8 + 4*len(replicas))
		if err != nil {
			return err
		}
		*arena.At[uint64](s.m.base, off) = uint64(len(replicas))
		copy(arena.Slice[Replica](s.m.base, off+8, len(replicas)), replicas)
		leaf[id&255] = uint32(off)
	}
	// Nothing stays of a directory that leads nowhere.
	if allZero(leaf) {
		s.m.drop(low)
		dir[id>>8] = 0
	}
	if allZero(dir) {
		s.m.drop(top)
		s.groups = s.m.emptyNode
	}
	return nil
}

func (s *Store) childGroups(off uint32) arena.Off {
	if off == 0 {
		return s.m.emptyNode
	}
	return arena.Off(off)
}

func allZero(words []uint32) bool {
	for _, w := range words {
		if w != 0 {
			return false
		}
	}
	return true
}
