// Package lower makes the low-level form of a program: it lays out a packet's record,
// translates every block of the architecture, and, where a program's packets mostly go
// straight through, all of them in one function. It knows the architectures, and no back
// end.
package lower

import (
	"errors"
	"fmt"
	"strings"

	"up4/p4/ir"
	"up4/pipelines/arch"
	"up4/pipelines/lir"
	"up4/pipelines/schema"
)

// Lowered is a program in its low-level form, with what who runs it must know of the
// record.
type Lowered struct {
	LIR *lir.Program
	// Slots are words of the record by name.
	Slots map[string]int
	// Meta is all of the user's metadata in the record.
	Meta Range
	// Lists are the fields that a field list keeps, in Meta, by its number.
	Lists map[int][]Range
	// Headers are all instances of headers that go from block to block, and Scalars what
	// else does: the next indices of stacks.
	Headers []Header
	Scalars []Range
	// MetaHeaders are headers within the metadata.
	MetaHeaders []Header
	// Steps is how often a packet may go round loops.
	Steps int
}

// Range is bytes of the record.
type Range struct{ From, To int }

// Header is where the record has a header: the words of its validity, its address and
// the bits of its varbit (-1 without one), and its own room.
type Header struct{ Valid, Ptr, Len, Home, Bytes int }

// maxSteps is the budget of a packet: how often it goes round loops.
const maxSteps = 1 << 20

// program is what is being lowered.
type program struct {
	ir     *ir.Program
	schema *schema.Schema
	lir    *lir.Program
	record layout
	homes  map[string]int
	voids  map[*ir.RecordType]int
	errors map[string]int
	// objects are the extern objects that parameters stand for.
	objects map[*ir.Local]*ir.Object
	flags   map[string]*scalar
	own     []kept // what older calls keep
	extern  func(*gen, *ir.CallExtern)
	stores  map[field]bool

	headers, meta, std *cell // in the record
	ends               int   // in the record: where each emitted header ends, 0 if no one asks
}

// kept is the places that an older call keeps.
type kept []*ir.Place

// Lower lowers a program. What it cannot is an *arch.UnsupportedError.
func Lower(p *ir.Program, s *schema.Schema) (out *Lowered, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(*arch.UnsupportedError)
			if !ok {
				panic(r)
			}
			out, err = nil, u
		}
	}()
	b := &program{
		ir: p, schema: s, lir: &lir.Program{Name: s.Program.Name}, homes: map[string]int{}, voids: map[*ir.RecordType]int{},
		errors: map[string]int{}, objects: map[*ir.Local]*ir.Object{}, flags: map[string]*scalar{},
	}
	for i, name := range p.Errors {
		if _, ok := b.errors[name]; !ok {
			b.errors[name] = i
		}
	}
	switch s.Program.Arch {
	case "v1model":
		return b.v1model()
	case "ubpf":
		return b.ubpf()
	case "ebpf":
		return b.ebpf()
	}
	return nil, fmt.Errorf("%w: %s", errArch, s.Program.Arch)
}

var errArch = errors.New("no compiled back end runs programs for this architecture")

// slot is a word of the record by name, made when it is asked for first.
func (p *program) slot(name string) *scalar {
	if field, ok := strings.CutPrefix(name, "std."); ok && p.std != nil {
		for i, f := range under(p.std.t).(*ir.RecordType).Fields {
			if f.Name == field {
				return p.std.parts[i].words[0]
			}
		}
	}
	s := p.flags[name]
	if s == nil {
		s = &scalar{at: p.record.room(name, 8), t: word(64)}
		p.flags[name] = s
	}
	return s
}

// slot is a word of the packet's by name: of the record, or, in the function that runs
// all, a local.
func (g *gen) slot(name string) *scalar {
	if g.fused == nil {
		return g.program.slot(name)
	}
	return g.fused.slot(g, name)
}

// finish gathers what there is to know of the record.
func (p *program) finish() *Lowered {
	out := &Lowered{LIR: p.lir, Slots: map[string]int{}, Lists: map[int][]Range{}, Steps: maxSteps}
	for _, s := range p.record.slots {
		out.Slots[s.Name] = s.At
	}
	p.lir.Record = lir.Record{Bytes: p.record.bytes + lir.Slack, Slots: p.record.slots}
	p.headerSlots(out, p.headers)
	if p.meta != nil {
		var meta Lowered
		p.headerSlots(&meta, p.meta)
		out.MetaHeaders = meta.Headers
	}
	return out
}

func (p *program) headerSlots(out *Lowered, c *cell) {
	if h := c.head; h != nil {
		e := Header{Valid: h.valid.at, Ptr: h.ptr.at, Len: -1, Home: h.home, Bytes: h.bytes}
		if h.length != nil {
			e.Len = h.length.at
		}
		out.Headers = append(out.Headers, e)
	}
	for _, w := range c.words {
		out.Scalars = append(out.Scalars, Range{w.at, w.at + 8})
	}
	if c.next != nil {
		out.Scalars = append(out.Scalars, Range{c.next.at, c.next.at + 8})
	}
	for _, q := range c.parts {
		p.headerSlots(out, q)
	}
}

// ranges are the slots of a cell.
func ranges(c *cell) (list []Range) {
	add := func(s *scalar) {
		if s != nil {
			list = append(list, Range{s.at, s.at + 8})
		}
	}
	for _, w := range c.words {
		add(w)
	}
	add(c.next)
	add(c.length)
	if c.length != nil {
		if v, ok := c.t.(*ir.VarbitType); ok {
			list = append(list, Range{c.home, c.home + (v.Max+7)/8})
		}
	}
	if h := c.head; h != nil {
		add(h.valid)
		add(h.ptr)
		add(h.length)
		list = append(list, Range{h.home, h.home + h.bytes})
	}
	for _, p := range c.parts {
		list = append(list, ranges(p)...)
	}
	return list
}
