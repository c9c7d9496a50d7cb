package table

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"up4/internal/arena"
)

// Store is the writer's side of all tables of a program, and of its multicast
// groups. Its methods may be called from any goroutine. It never writes what a
// published root leads to.
type Store struct {
	mu     sync.Mutex
	m      *memory
	tables []*state
	groups arena.Off // multicast directory
	root   arena.Off
	number uint64 // version

	undo    []step
	dirty   []*state
	hits    []retired
	saved   arena.Off // groups before the batch
	scratch []byte    // for ids
}

// retired is the hit counter of a deleted entry.
type retired struct {
	table int
	hit   uint32
}

// Change is a new version, and what is left of the one before.
type Change struct {
	Root arena.Off
	Garbage
}

// Garbage is what only older versions lead to. The zero Garbage is empty.
type Garbage struct{ held *held }

type held struct {
	offs []arena.Off
	hits []retired
}

// EachHit calls f for the hit counter of each entry that was deleted. After the
// grace period and before Free no one counts there any more: that is the moment
// to set them to zero.
func (g Garbage) EachHit(f func(table int, hit uint32)) {
	if g.held == nil {
		return
	}
	for _, r := range g.held.hits {
		f(r.table, r.hit)
	}
}

// step is one change of a table's contents, to be undone if the batch fails.
type step struct {
	kind  stepKind
	table *state
	id    string
	entry stored
	whole *contents
}

type stepKind uint8

const (
	linked   stepKind = iota // entry was added, with its hit counter
	unlinked                 // entry was taken out
	swapped                  // entry is the one before
	emptied                  // whole is the contents before
)

// NewStore makes the tables of a program, without entries, in a region of its
// own of the given number of bytes in a.
func NewStore(a *arena.Arena, bytes uint64, specs []Spec) (*Store, error) {
	var seed [8]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return nil, fmt.Errorf("seed the hashes of tables: %w", err)
	}
	return newStore(a, bytes, specs, binary.LittleEndian.Uint64(seed[:]))
}

// newStore is NewStore with a given seed, so that tests can be repeated.
func newStore(a *arena.Arena, bytes uint64, specs []Spec, seed uint64) (*Store, error) {
	if len(specs) > MaxTables {
		return nil, fmt.Errorf("%d tables, %d at most", len(specs), MaxTables)
	}
	layouts := make([]*layout, len(specs))
	for i, s := range specs {
		l, err := newLayout(s)
		if err != nil {
			return nil, err
		}
		layouts[i] = l
	}
	m, err := newMemory(a, bytes)
	if err != nil {
		return nil, err
	}
	if err := m.makeEmpties(); err != nil {
		return nil, err
	}
	s := &Store{m: m, groups: m.emptyNode}
	for i, l := range layouts {
		seed = hashEnd(hashWord(seed, uint64(i)))
		t, err := newState(l, m, seed)
		if err != nil {
			return nil, err
		}
		s.tables = append(s.tables, t)
		s.touch(t)
	}
	if _, err := s.commit(); err != nil {
		return nil, err
	}
	return s, nil
}

// Root is the newest version.
func (s *Store) Root() arena.Off {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.root
}

// Apply makes a new version of which all of ops are part, in order, and returns
// it; or it returns an *OpError and changes nothing. The version before stays as
// it is until its garbage is freed. ErrMemory may pass when garbage of earlier
// changes is freed.
func (s *Store) Apply(ops []Op) (Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved = s.groups
	for i := range ops {
		if err := s.step(&ops[i]); err != nil {
			s.rollback()
			return Change{}, &OpError{Index: i, Err: err}
		}
	}
	c, err := s.commit()
	if err != nil {
		s.rollback()
		return Change{}, &OpError{Index: max(len(ops)-1, 0), Err: err}
	}
	return c, nil
}

// Free gives back what a change left behind. The caller must know that no
// reader uses a root from before that change any more. Freeing the same garbage
// twice does nothing.
func (s *Store) Free(g Garbage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.held == nil {
		return
	}
	s.m.release(g.held.offs)
	for _, r := range g.held.hits {
		s.tables[r.table].hits.give(r.hit)
	}
	*g.held = held{}
}

// touch notes that the batch under way changes t.
func (s *Store) touch(t *state) {
	if !t.begun {
		t.begun, t.saved = true, t.v
		t.v.blocks = slices.Clone(t.v.blocks)
		s.dirty = append(s.dirty, t)
	}
}

// commit publishes the batch under way.
func (s *Store) commit() (Change, error) {
	for _, t := range s.dirty {
		if err := t.publish(); err != nil {
			return Change{}, err
		}
	}
	off, err := s.m.alloc(rootBytes + 4*len(s.tables))
	if err != nil {
		return Change{}, fmt.Errorf("write root: %w", err)
	}
	*arena.At[root](s.m.base, off) = root{
		Magic: rootMagic, Tables: uint32(len(s.tables)), Version: s.number + 1, Groups: uint32(s.groups),
	}
	descs := s.m.words(off+rootBytes, len(s.tables))
	for i, t := range s.tables {
		descs[i] = uint32(t.v.desc)
	}
	if s.root != 0 {
		s.m.drop(s.root)
	}
	s.root = off
	s.number++
	g := &held{offs: s.m.commit(), hits: s.hits}
	s.hits = nil
	s.end()
	return Change{Root: off, Garbage: Garbage{g}}, nil
}

// rollback undoes the batch under way.
func (s *Store) rollback() {
	for i := len(s.undo) - 1; i >= 0; i-- {
		u := &s.undo[i]
		switch t := u.table; u.kind {
		case linked:
			t.c.unlink(t.layout, u.id)
			t.hits.give(u.entry.hit)
		case unlinked:
			t.c.link(t.layout, u.id, u.entry)
			if u.entry.born > s.number {
				t.hits.take()
			}
		case swapped:
			t.c.entries[u.id] = u.entry
		case emptied:
			t.c = u.whole
		}
	}
	for _, t := range s.dirty {
		t.v = t.saved
	}
	s.groups = s.saved
	s.hits = s.hits[:0]
	s.m.rollback()
	s.end()
}

// end forgets the batch under way.
func (s *Store) end() {
	for _, t := range s.dirty {
		t.begun = false
		if t.kind == kindTuple {
			t.c.tuples.settle()
		}
	}
	clear(s.undo)
	s.undo, s.dirty = s.undo[:0], s.dirty[:0]
}
