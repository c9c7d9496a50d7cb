package interp

import (
	"math/big"

	"up4/p4/ir"
)

// machine runs the parsers and controls of one program, for one packet at a time.
type machine struct {
	prog  *ir.Program
	env   env
	index map[*ir.Local]int // of each local, its slot
	slots []Value           // nothing is recursive: each local has one place
	// errors are the members of error by name (13.8).
	errors map[string]int

	in  reader // the packet that a parser reads
	out writer // the packet that a deparser makes

	err    int     // of the parser that runs: index in Program.Errors
	result Value   // of the function that returned last
	steps  int     // blocks that may still run before the packet is given up
	tracer *tracer // of the packet that runs, nil for none
	depth  int     // calls that are open

	regions                  int    // @atomic regions that are open, one in another's calls
	enterRegion, leaveRegion func() // nil if there is no state to share
}

// env is what a machine asks of the architecture and of the control plane.
type env interface {
	// Lookup finds what a table's keys lead to.
	Lookup(t *ir.Table, keys []Value) match
	// InSet says whether a value set holds the values, one for each of its fields.
	InSet(s *ir.ValueSet, fields []Value) bool
	// Extern runs an extern function or method. An argument that is out begins reset;
	// what is left in args of out and inout ones is copied out. It returns the result.
	Extern(c *ir.CallExtern, args []Value) Value
}

// match is what a lookup found.
type match struct {
	hit bool
	// action is the index in the table's actions, their number if none runs.
	action int
	args   []Value // of the action's parameters that the control plane gives
	table  int     // index of the table, and of the entry's hit counter, for traces
	entry  uint32
}

// ending is how a function ends.
type ending int

const (
	returned ending = iota // or, of a parser, accepted
	exited                 // exit (12.5)
	rejected               // of a parser (13.3)
	stopped                // the budget ran out
)

// maxDepth is how many calls may be open: more than any program has functions deep,
// unless an extern's abstract method calls the extern again.
const maxDepth = 1000

func newMachine(p *ir.Program) *machine {
	m := &machine{prog: p, index: map[*ir.Local]int{}, errors: map[string]int{}}
	for _, f := range p.Funcs {
		for _, list := range [][]*ir.Local{f.Params, f.Locals} {
			for _, l := range list {
				m.index[l] = len(m.slots)
				m.slots = append(m.slots, initial(l.Type))
			}
		}
	}
	for i, name := range p.Errors {
		if _, ok := m.errors[name]; !ok {
			m.errors[name] = i
		}
	}
	return m
}

func (m *machine) slot(l *ir.Local) int { return m.index[l] }

// invoke calls a block as the architecture does: args are the parameters' values, in
// order; what is left in those of out and inout ones is their value afterwards.
func (m *machine) invoke(f *ir.Func, args []Value) ending {
	for i, p := range f.Params {
		if args[i] != nil {
			m.slots[m.slot(p)] = args[i]
		}
	}
	m.err = m.errors["NoError"]
	m.tracer.block(f)
	e := m.run(f)
	if e == rejected {
		m.tracer.reject(m.prog.Errors[m.err])
	}
	for i, p := range f.Params {
		if p.Dir == ir.Out || p.Dir == ir.InOut {
			args[i] = m.slots[m.slot(p)]
		}
	}
	return e
}

// run runs a function from its first block on.
func (m *machine) run(f *ir.Func) ending {
	if m.depth == maxDepth {
		return m.giveUp(f)
	}
	m.depth++
	atomic := false
	defer func() {
		m.depth--
		m.region(atomic, false)
	}()
	for b := f.Blocks[0]; ; {
		atomic = m.region(atomic, b.Atomic != 0)
		if m.steps--; m.steps < 0 {
			return m.giveUp(f)
		}
		m.tracer.state(b)
		next, e := m.block(b)
		if next == nil {
			return e
		}
		b = next
	}
}

// region enters or leaves an @atomic region (20.3.4), and says whether this function is
// in one now. Regions within regions are part of them.
func (m *machine) region(was, is bool) bool {
	switch {
	case was == is || m.enterRegion == nil:
	case is:
		if m.regions++; m.regions == 1 {
			m.enterRegion()
		}
	default:
		if m.regions--; m.regions == 0 {
			m.leaveRegion()
		}
	}
	return is
}

// giveUp ends what runs for ever: a parser with ParserTimeout (13.8), the rest as a
// fault.
func (m *machine) giveUp(f *ir.Func) ending {
	if f.Kind == ir.Parser {
		return m.fail("ParserTimeout")
	}
	return stopped
}

// fail rejects with an error; one that the program does not declare leaves NoError.
func (m *machine) fail(name string) ending {
	if i, ok := m.errors[name]; ok {
		m.err = i
	}
	return rejected
}

// block runs a block and says where control goes, or, with nil, how the function ends.
func (m *machine) block(b *ir.Block) (next *ir.Block, e ending) {
	for _, i := range b.Instrs {
		if next, e := m.instr(i); e != returned {
			return next, e
		}
	}
	return m.term(b.Term)
}

func (m *machine) term(t ir.Term) (*ir.Block, ending) {
	switch t := t.(type) {
	case *ir.Goto:
		return t.To, returned
	case *ir.If:
		if m.truth(t.Cond) {
			return t.Then, returned
		}
		return t.Else, returned
	case *ir.Switch:
		x := m.eval(t.X)
		for _, c := range t.Cases {
			if m.holds(c.Set, x) {
				return c.To, returned
			}
		}
		return t.Default, returned
	case *ir.Select:
		return m.selectCase(t)
	case *ir.Return:
		m.result = nil
		if t.Value != nil {
			m.result = clone(m.eval(t.Value))
		}
		return nil, returned
	case *ir.Exit:
		return nil, exited
	case *ir.Accept:
		return nil, returned
	}
	return nil, rejected // Reject, which keeps the error that was set
}

// selectCase is select (13.6): the first case all of whose sets hold.
func (m *machine) selectCase(t *ir.Select) (*ir.Block, ending) {
	keys := make([]Value, len(t.Keys))
	for i, k := range t.Keys {
		keys[i] = m.eval(k)
	}
next:
	for _, c := range t.Cases {
		if c.Whole != nil {
			if m.env.InSet(c.Whole, flatten(nil, keys...)) {
				return c.To, returned
			}
			continue
		}
		for i, s := range c.Sets {
			if !m.holds(s, keys[i]) {
				continue next
			}
		}
		return c.To, returned
	}
	return nil, m.fail("NoMatch")
}

// flatten is values with those in structs one by one.
func flatten(to []Value, vs ...Value) []Value {
	for _, v := range vs {
		if r, ok := v.(*Record); ok {
			to = flatten(to, r.Fields...)
		} else {
			to = append(to, v)
		}
	}
	return to
}

// leaf is a part of a value that has no parts.
type leaf struct {
	v Value
	t ir.Type
}

// leaves is the parts of a value that have none, in order.
func leaves(to []leaf, v Value, t ir.Type) []leaf {
	switch v := v.(type) {
	case *Record:
		for i, f := range v.Fields {
			to = leaves(to, f, v.T.Fields[i].Type)
		}
		return to
	case *Stack:
		for _, e := range v.Elems {
			to = leaves(to, e, v.T.Elem)
		}
		return to
	}
	return append(to, leaf{v, t})
}

// instr runs an instruction. An ending other than returned ends the function, or sends
// control to the block next, which does it.
func (m *machine) instr(i ir.Instr) (next *ir.Block, e ending) {
	switch i := i.(type) {
	case *ir.Assign:
		m.assign(i)
	case *ir.Reset:
		m.store(i.Place, initial(i.Place.T))
	case *ir.SetValid:
		before := m.traceable(i.Place)
		m.setValid(i.Place, i.Valid)
		m.changed(i, i.Place, before)
	case *ir.Shift:
		before := m.traceable(i.Place)
		defer func() { m.changed(i, i.Place, before) }()
		if s, ok := m.header(i.Place).(*Stack); ok {
			s.shift(i.Count)
		}
	case *ir.Call:
		return m.call(i)
	case *ir.CallExtern:
		m.callExtern(i)
	case *ir.Apply:
		return m.apply(i)
	case *ir.Emit:
		from := len(m.out.bytes)
		m.out.emit(m.eval(i.Value))
		m.tracer.emit(i, m, len(m.out.bytes)-from)
	default:
		return nil, m.parse(i)
	}
	return nil, returned
}

// assign stores a value, or the bits of a slice (8.6), evaluated whole before (12.1).
func (m *machine) assign(i *ir.Assign) {
	v := clone(m.eval(i.Value))
	if i.Sliced {
		old := m.load(i.Dst).(Int).V
		v = Int{withBits(old, v.(Int).V, i.Hi, i.Lo, bits(i.Dst.T))}
	}
	before := m.traceable(i.Dst)
	m.store(i.Dst, v)
	m.changed(i, i.Dst, before)
}

// parse runs the instructions that stand in parsers only.
func (m *machine) parse(i ir.Instr) ending {
	switch i := i.(type) {
	case *ir.CheckStack:
		s, ok := m.header(i.Place).(*Stack)
		if !ok || i.Last && s.Next == 0 || !i.Last && s.Next >= len(s.Elems) {
			return m.fail("StackOutOfBounds")
		}
	case *ir.Extract:
		return m.extract(i)
	case *ir.Lookahead:
		r := m.in // a copy: the packet does not move
		v, fault := r.read(i.Dst.T, nil)
		if fault != "" {
			return m.fail(fault)
		}
		m.store(i.Dst, v)
	case *ir.Advance:
		if fault := m.in.skip(m.integer(i.Bits)); fault != "" {
			return m.fail(fault)
		}
	case *ir.Length:
		m.store(i.Dst, Int{ir.Wrap(big.NewInt(int64(len(m.in.bytes))), bits(i.Dst.T))})
	case *ir.Verify:
		if !m.truth(i.Cond) {
			m.err = int(m.integer(i.Error).Int64())
			return rejected
		}
	}
	return returned
}

// extract fills a header (13.8.2). What fails changes nothing.
func (m *machine) extract(i *ir.Extract) ending {
	var size *big.Int
	if i.Size != nil {
		size = m.integer(i.Size)
		if new(big.Int).And(size, big.NewInt(7)).Sign() != 0 {
			// 13.8.2 lets a target take whole bytes only; programs for BMv2 rely on it.
			return m.fail("ParserInvalidArgument")
		}
	}
	v, fault := m.in.read(i.Dst.T, size)
	if fault != "" {
		return m.fail(fault)
	}
	at := m.find(i.Dst)
	m.tracer.extract(i, m, v)
	m.put(at, v)
	if s := at.next; s != nil && s.Next < len(s.Elems) {
		s.Next++
	}
	return returned
}
