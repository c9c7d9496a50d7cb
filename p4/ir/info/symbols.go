package info

import (
	"slices"
	"strings"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
	"up4/p4/source"
)

// kind is the kind of an object with an id: the id's first byte (P4Runtime 6.3).
type kind = config.P4Ids_Prefix

// symbol is an object that has an id, whether or not it is shown.
type symbol struct {
	kind kind
	name string
}

// symbols gives ids and aliases to names: all are added, then finish is called,
// then they are asked for.
type symbols struct {
	ids   map[symbol]uint32
	used  map[uint32]bool
	order []symbol // without an id of their own
	// suffixes is how many names end in the components that make up the key.
	suffixes map[string]int
	names    map[string]bool
}

func newSymbols() *symbols {
	return &symbols{
		ids: map[symbol]uint32{}, used: map[uint32]bool{},
		suffixes: map[string]int{}, names: map[string]bool{},
	}
}

// add makes a name known. Actions that several controls use come more than once;
// the first one's annotations count.
func (b *builder) add(k kind, name string, list []ir.Annotation, at source.Span) {
	s, key := b.symbols, symbol{k, name}
	if _, known := s.ids[key]; known {
		return
	}
	s.ids[key] = 0
	if id, ok := b.chosenID(k, list, at); ok {
		s.ids[key] = id
		s.used[id] = true
	} else {
		s.order = append(s.order, key)
	}
	if s.names[name] {
		return
	}
	s.names[name] = true
	for suffix := range suffixesOf(name) {
		s.suffixes[suffix]++
	}
}

// chosenID is the id that @id gives. It may leave out the kind's byte
// (P4Runtime 6.3).
func (b *builder) chosenID(k kind, list []ir.Annotation, at source.Span) (uint32, bool) {
	n, ok := b.number(list, "id", at)
	if !ok {
		return 0, false
	}
	id := uint32(n)
	if prefix := id >> 24; n != int64(id) || prefix != 0 && prefix != uint32(k) {
		b.diags.Errorf(at, CodeID, "@id(%d) does not fit: an id here is at most 24 bits, or begins with the byte 0x%02x", n, uint32(k))
		return 0, false
	}
	id |= uint32(k) << 24
	if b.symbols.used[id] {
		b.diags.Errorf(at, CodeID, "@id(%d) is given to something else already", n)
		return 0, false
	}
	return id, true
}

// finish gives an id to every name that has none: the kind's byte, then 24 bits
// of the name's hash, or the next free number. The order of collisions is that of
// the kinds, then of the names.
func (s *symbols) finish() {
	slices.SortFunc(s.order, func(a, b symbol) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		return strings.Compare(a.name, b.name)
	})
	for _, x := range s.order {
		h := hash(x.name)
		id := uint32(x.kind)<<24 | h&0xffffff
		for s.used[id] {
			h++
			id = uint32(x.kind)<<24 | h&0xffffff
		}
		s.used[id] = true
		s.ids[x] = id
	}
}

// hash is Bob Jenkins's one-at-a-time hash.
func hash(s string) uint32 {
	var h uint32
	for i := range len(s) {
		h += uint32(s[i])
		h += h << 10
		h ^= h >> 6
	}
	h += h << 3
	h ^= h >> 11
	h += h << 15
	return h
}

// suffixesOf calls its body with the last component of a name, the last two, …
func suffixesOf(name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for i := len(name) - 1; i >= 0; i-- {
			if name[i] == '.' && !yield(name[i+1:]) {
				return
			}
		}
		yield(name)
	}
}

// alias is the shortest ending of a name that no other name has (P4Runtime 6.1.2).
func (s *symbols) alias(name string) string {
	for suffix := range suffixesOf(name) {
		if s.suffixes[suffix] < 2 {
			return suffix
		}
	}
	return name
}

func (b *builder) id(k kind, name string) uint32 { return b.symbols.ids[symbol{k, name}] }
