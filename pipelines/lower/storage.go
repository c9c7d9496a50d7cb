package lower

import (
	"fmt"

	"up4/p4/ir"
	"up4/pipelines/lir"
)

// scalar is where a word, a truth value or an address is kept: in a local, or in a slot
// of 8 bytes of the record.
type scalar struct {
	local *lir.Local
	at    int // in the record, if local is nil
	t     lir.Type
}

// cell is where a value of a type is kept. Values without parts are scalars, the least
// significant 64 bits first; headers are bytes in memory.
type cell struct {
	t     ir.Type // without the names that type gives
	words []*scalar
	head  *header
	parts []*cell // of structs, tuples, unions, arrays and stacks
	next  *scalar // of a stack
	// Of a varbit: its bits, and how many there are, whole bytes always.
	home   int // in the record
	length *scalar
}

// header is where a header is: its bytes lie at ptr, as they stand on the wire, be it
// valid or not.
type header struct {
	t          *ir.RecordType
	valid, ptr *scalar
	length     *scalar // of its varbit, bits; nil without one
	home       int     // in the record: room for its bytes
	bytes      int     // at most
}

// under is a type without the names that type gives.
func under(t ir.Type) ir.Type {
	for {
		n, ok := t.(*ir.NewType)
		if !ok {
			return t
		}
		t = n.Under
	}
}

func isBool(t ir.Type) bool {
	_, ok := under(t).(*ir.BoolType)
	return ok
}

func isHeader(t ir.Type) bool {
	r, ok := under(t).(*ir.RecordType)
	return ok && r.Kind == ir.Header
}

func isUnion(t ir.Type) bool {
	r, ok := under(t).(*ir.RecordType)
	return ok && r.Kind == ir.Union
}

// indexBits is the width of values that are indices: of errors, of enums without a
// representation, of actions.
const indexBits = 32

// widthOf is the bits of a value without parts, 1 for a bool.
func widthOf(t ir.Type) int {
	switch t := under(t).(type) {
	case *ir.BitsType:
		return t.Width
	case *ir.BoolType:
		return 1
	case *ir.EnumType:
		if t.Repr != nil {
			return t.Repr.Width
		}
	}
	return indexBits
}

func isSigned(t ir.Type) bool {
	switch t := under(t).(type) {
	case *ir.BitsType:
		return t.Signed
	case *ir.EnumType:
		return t.Repr != nil && t.Repr.Signed
	}
	return false
}

// packetWidth is the bits that a value has in a packet, without those of a varbit.
func packetWidth(t ir.Type) int {
	switch t := under(t).(type) {
	case *ir.RecordType:
		n := 0
		for _, f := range t.Fields {
			n += packetWidth(f.Type)
		}
		return n
	case *ir.StackType:
		return t.Size * packetWidth(t.Elem)
	case *ir.VarbitType:
		return 0
	}
	return widthOf(t)
}

// varbitOf is the greatest width of the varbit of a header, -1 without one.
func varbitOf(t *ir.RecordType) int {
	for _, f := range t.Fields {
		if v, ok := under(f.Type).(*ir.VarbitType); ok {
			return v.Max
		}
	}
	return -1
}

// layout hands out the record.
type layout struct {
	bytes int
	slots []lir.Slot
}

func (l *layout) room(name string, bytes int) int {
	at := l.bytes
	l.slots = append(l.slots, lir.Slot{Name: name, At: at, Bytes: bytes})
	l.bytes += (bytes + 7) &^ 7
	return at
}

// words is how many words bits fill, 1 for none.
func words(bits int) int { return max(1, (bits+63)/64) }

// storage makes cells: of the record, or of a function's locals.
type storage struct {
	record *layout
	f      *lir.Func // nil for slots of the record
	names  map[string]bool
	homes  map[string]int // of the packet's headers, by name
	shared bool           // headers have the rooms in homes
}

func (s *storage) scalar(name string, t lir.Type) *scalar {
	if s.f == nil {
		return &scalar{at: s.record.room(name, 8), t: t}
	}
	return &scalar{local: s.local(name, t), t: t}
}

// local makes a local with a name like that.
func (s *storage) local(name string, t lir.Type) *lir.Local {
	unique := name
	for n := 2; s.names[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	s.names[unique] = true
	l := &lir.Local{Name: unique, T: t}
	s.f.Locals = append(s.f.Locals, l)
	return l
}

// cell makes room for a value.
func (s *storage) cell(name string, t ir.Type) *cell {
	t = under(t)
	c := &cell{t: t}
	switch t := t.(type) {
	case *ir.RecordType:
		if t.Kind == ir.Header {
			c.head = s.header(name, t)
			break
		}
		for _, f := range t.Fields {
			c.parts = append(c.parts, s.cell(name+"."+f.Name, f.Type))
		}
	case *ir.StackType:
		for i := range t.Size {
			c.parts = append(c.parts, s.cell(fmt.Sprintf("%s.%d", name, i), t.Elem))
		}
		if isHeader(t.Elem) || isUnion(t.Elem) {
			c.next = s.scalar(name+".next", word(32))
		}
	case *ir.VarbitType:
		c.home, c.length = s.record.room(name, (t.Max+7)/8+lir.Slack), s.scalar(name+".length", word(32))
	case *ir.BoolType:
		c.words = []*scalar{s.scalar(name, boolean)}
	case *ir.ObjectType, *ir.StringType, *ir.VoidType:
	default:
		c.words = s.words(name, widthOf(t))
	}
	return c
}

func (s *storage) words(name string, width int) (list []*scalar) {
	for i := range words(width) {
		n := name
		if i > 0 {
			n = fmt.Sprintf("%s.w%d", name, i)
		}
		list = append(list, s.scalar(n, word(max(1, min(64, width-64*i)))))
	}
	return list
}

func (s *storage) header(name string, t *ir.RecordType) *header {
	h := &header{t: t, bytes: (packetWidth(t) + max(0, varbitOf(t)) + 7) / 8}
	h.valid = s.scalar(name+".valid", boolean)
	h.ptr = s.scalar(name, pointer)
	if varbitOf(t) >= 0 {
		h.length = s.scalar(name+".length", word(32))
	}
	if s.shared {
		h.home = s.homes[name]
		return h
	}
	h.home = s.record.room(name+".home", h.bytes+lir.Slack)
	if s.f == nil {
		s.homes[name] = h.home
	}
	return h
}
