package interp

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"up4/p4/ir"
	"up4/pipelines"
	"up4/pipelines/arch"
)

// tracer writes down what happens to one packet. All of its methods do nothing on nil,
// which is what a machine has while nobody asks.
type tracer struct {
	pipelines.Trace
	where arch.Where
}

// traced is Process with a trace.
func (e *engine) traced(port uint16, bytes []byte) []arch.Output {
	t := &tracer{Trace: pipelines.Trace{Port: port, Bytes: bytes}, where: e.where}
	e.machine.tracer = t
	out := e.path.Process(port, bytes)
	e.machine.tracer = nil
	for _, o := range out {
		ev := pipelines.TraceEvent{Kind: pipelines.TraceDrop, Name: fateText[o.Fate]}
		if o.Fate == arch.Sent {
			ev = pipelines.TraceEvent{Kind: pipelines.TraceSend, Port: o.Port, Bytes: o.Bytes}
		}
		t.Events = append(t.Events, ev)
	}
	e.trace.Traced(&t.Trace)
	return out
}

var fateText = map[arch.Fate]string{
	arch.Dropped: "the program drops it", arch.NoGroup: "its multicast group has no members",
	arch.NoSession: "a clone's session is not there", arch.Fault: "it did not end", arch.Assert: "an assertion failed",
	arch.Looped: "it was cloned, resubmitted or recirculated too often",
}

func (t *tracer) add(ev pipelines.TraceEvent, at arch.Span) {
	if t.where != nil {
		ev.At = t.where(at)
	}
	t.Events = append(t.Events, ev)
}

func (t *tracer) block(f *ir.Func) {
	if t == nil {
		return
	}
	kind := pipelines.TraceBlock
	if f.Kind != ir.Parser && f.Kind != ir.Control {
		kind = pipelines.TraceCall
	}
	t.add(pipelines.TraceEvent{Kind: kind, Name: f.Local}, f.At)
}

func (t *tracer) state(b *ir.Block) {
	if t != nil && b.State != "" {
		t.add(pipelines.TraceEvent{Kind: pipelines.TraceState, Name: b.State}, begin(b))
	}
}

// begin is where the code of a block begins.
func begin(b *ir.Block) arch.Span {
	if len(b.Instrs) > 0 {
		return b.Instrs[0].Span()
	}
	return b.Term.Span()
}

func (t *tracer) reject(err string) {
	if t != nil {
		t.Events = append(t.Events, pipelines.TraceEvent{Kind: pipelines.TraceReject, Name: err})
	}
}

func (t *tracer) copy(text string) {
	if t != nil {
		t.Events = append(t.Events, pipelines.TraceEvent{Kind: pipelines.TraceCopy, Name: text})
	}
}

func (t *tracer) extract(i *ir.Extract, m *machine, v Value) {
	if t != nil {
		t.add(pipelines.TraceEvent{Kind: pipelines.TraceExtract, Name: m.placeName(i.Dst), Fields: fieldsOf(v)}, i.Span())
	}
}

func (t *tracer) emit(i *ir.Emit, m *machine, n int) {
	if t == nil {
		return
	}
	name := ""
	if l, ok := i.Value.(*ir.Load); ok {
		name = m.placeName(l.Place)
	}
	t.add(pipelines.TraceEvent{Kind: pipelines.TraceEmit, Name: name, Length: n}, i.Span())
}

func (t *tracer) extern(c *ir.CallExtern, m *machine, args []Value) {
	if t == nil {
		return
	}
	ev := pipelines.TraceEvent{Kind: pipelines.TraceExtern, Name: c.Name}
	if o := m.object(c); o != nil {
		ev.Name = o.Name + "." + c.Name
	}
	for i, a := range args {
		o := c.Args[i]
		f := pipelines.TraceField{}
		switch {
		case o.Place != nil && o.Dir == ir.Out:
			f.Name = "out"
			f.Value = m.placeName(o.Place)
		case o.Place != nil:
			f.Value = m.placeName(o.Place)
		case o.Value != nil:
			f.Value = valueText(a, o.Value.Type(), m.prog)
		default:
			continue
		}
		ev.Args = append(ev.Args, f)
	}
	t.add(ev, c.Span())
}

func (t *tracer) table(a *ir.Apply, found match, keys []Value) {
	if t == nil {
		return
	}
	ev := pipelines.TraceEvent{Kind: pipelines.TraceTable, Name: a.Table.Name, Table: found.table, Found: found.hit, Hit: found.entry}
	for i, k := range a.Table.Keys {
		ev.Fields = append(ev.Fields, pipelines.TraceField{Name: k.Name, Value: valueText(keys[i], k.Expr.Type(), nil)})
	}
	if found.action < len(a.Table.Actions) {
		act := a.Table.Actions[found.action]
		ev.Action = act.Func.ControlName()
		for i, p := range act.Func.Params[len(act.Bound):] {
			ev.Args = append(ev.Args, pipelines.TraceField{Name: p.Declared, Value: valueText(found.args[i], p.Type, nil)})
		}
	}
	t.add(ev, a.Span())
}

// traceable is what a place holds, to be compared afterwards; nil if nobody asks, or
// the place is none of the program's.
func (m *machine) traceable(p *ir.Place) Value {
	if m.tracer == nil || p.Root.Temp {
		return nil
	}
	return clone(m.load(affected(p)))
}

// affected is what a change of a place may change: the whole of a union that it is in,
// whose other headers become invalid (8.19).
func affected(p *ir.Place) *ir.Place {
	t := p.Root.Type
	for i, step := range p.Path {
		switch r := under(t).(type) {
		case *ir.StackType:
			t = r.Elem
		case *ir.RecordType:
			if r.Kind == ir.Union {
				return &ir.Place{Root: p.Root, Path: p.Path[:i], T: t}
			}
			t = r.Fields[step.Field].Type
		}
	}
	return p
}

// changed tells of what changed at a place. by is what changed it.
func (m *machine) changed(by ir.Instr, p *ir.Place, before Value) {
	if before == nil {
		return
	}
	p = affected(p)
	m.difference(m.placeName(p), before, m.load(p), p.T, by.Span())
}

// difference tells of each part without parts that is different.
func (m *machine) difference(name string, before, after Value, t ir.Type, at arch.Span) {
	switch b := before.(type) {
	case *Record:
		a := after.(*Record)
		if b.T.Kind == ir.Header && b.Valid != a.Valid {
			m.tracer.add(pipelines.TraceEvent{Kind: pipelines.TraceSet, Name: name + ".isValid()",
				Before: strconv.FormatBool(b.Valid), After: strconv.FormatBool(a.Valid)}, at)
		}
		for i, f := range b.T.Fields {
			m.difference(name+"."+f.Name, b.Fields[i], a.Fields[i], f.Type, at)
		}
	case *Stack:
		for i := range b.Elems {
			m.difference(fmt.Sprintf("%s[%d]", name, i), b.Elems[i], after.(*Stack).Elems[i], b.T.Elem, at)
		}
	case Object:
	default:
		if !equal(before, after) {
			m.tracer.add(pipelines.TraceEvent{Kind: pipelines.TraceSet, Name: name,
				Before: valueText(before, t, m.prog), After: valueText(after, t, m.prog)}, at)
		}
	}
}

// placeName is a place as the program writes it.
func (m *machine) placeName(p *ir.Place) string {
	var b strings.Builder
	b.WriteString(p.Root.Name)
	if p.Root.Declared != "" {
		b.Reset()
		b.WriteString(p.Root.Declared)
	}
	t := ir.Underlying(p.Root.Type)
	way := ir.Place{Root: p.Root}
	for _, step := range p.Path {
		switch r := t.(type) {
		case *ir.StackType:
			if s, ok := m.load(&way).(*Stack); ok {
				if i, inside := m.element(s, step); inside {
					fmt.Fprintf(&b, "[%d]", i)
				} else {
					b.WriteString("[…]")
				}
			}
			t = ir.Underlying(r.Elem)
			way.T = r.Elem
		case *ir.RecordType:
			b.WriteString("." + r.Fields[step.Field].Name)
			t = ir.Underlying(r.Fields[step.Field].Type)
			way.T = r.Fields[step.Field].Type
		}
		way.Path = append(way.Path, step)
	}
	return b.String()
}

// fieldsOf is the fields of a header.
func fieldsOf(v Value) (out []pipelines.TraceField) {
	r, ok := v.(*Record)
	if !ok {
		return nil
	}
	for i, f := range r.T.Fields {
		out = append(out, pipelines.TraceField{Name: f.Name, Value: valueText(r.Fields[i], f.Type, nil)})
	}
	return out
}

// decimalBits is the width up to which people read numbers in decimal.
const decimalBits = 16

// valueText is a value as people read it. p, if not nil, knows the names of errors.
func valueText(v Value, t ir.Type, p *ir.Program) string {
	switch v := v.(type) {
	case Bool:
		return strconv.FormatBool(bool(v))
	case Text:
		return strconv.Quote(string(v))
	case Varbit:
		return fmt.Sprintf("0x%s (%d bits)", v.V.Text(16), v.Len)
	case *Record:
		var parts []string
		if r, ok := ir.Underlying(t).(*ir.RecordType); ok && v.T.Kind == ir.Header && !v.Valid {
			return "invalid " + r.Name
		}
		for i, f := range v.T.Fields {
			parts = append(parts, valueText(v.Fields[i], f.Type, p))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *Stack:
		var parts []string
		for _, e := range v.Elems {
			parts = append(parts, valueText(e, v.T.Elem, p))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Int:
		return numberText(v.V, t, p)
	}
	return ""
}

func numberText(n *big.Int, t ir.Type, p *ir.Program) string {
	switch t := ir.Underlying(t).(type) {
	case *ir.EnumType:
		if t.Repr == nil && n.IsInt64() && n.Int64() >= 0 && int(n.Int64()) < len(t.Members) {
			return t.Members[n.Int64()]
		}
	case *ir.ErrorType:
		if p != nil && n.IsInt64() && n.Int64() >= 0 && int(n.Int64()) < len(p.Errors) {
			return "error." + p.Errors[n.Int64()]
		}
	case *ir.BitsType:
		if !t.Signed && t.Width > decimalBits {
			return fmt.Sprintf("0x%0*s", (t.Width+3)/4, n.Text(16))
		}
	}
	return n.String()
}
