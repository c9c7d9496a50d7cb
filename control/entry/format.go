package entry

import (
	"fmt"
	"math/big"
	"strconv"

	"up4/control/api"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Format is entry e of table t as people read it. Every key field is printed,
// in canonical form. An entry that does not fit the table's schema, which only
// a fault elsewhere can make, is an error.
func (c *Coder) Format(t int, e table.Entry) (api.Entry, error) {
	l, err := c.at(t)
	if err != nil {
		return api.Entry{}, err
	}
	if len(e.Key) != l.keyBytes || e.Mask != nil && len(e.Mask) != l.keyBytes || (e.Mask == nil) != (l.kind != table.Ternary) {
		return api.Entry{}, fmt.Errorf("table %s: entry with a key of %d bytes and a mask of %d, not %d", l.Name, len(e.Key), len(e.Mask), l.keyBytes)
	}
	out := api.Entry{Table: l.Name, Match: map[string]api.Value{}}
	for i, f := range l.fields {
		out.Match[f.Name] = api.Value(f.printMatch(l.matched(e, i)))
	}
	if l.kind == table.Ternary {
		p := api.Value(strconv.Itoa(int(e.Priority)))
		out.Priority = &p
	}
	return out, c.formatAction(l, &out, e.Action, e.Data)
}

// matched is field i of an entry.
func (l *layout) matched(e table.Entry, i int) matched {
	f := l.fields[i]
	m := matched{value: e.Key[f.off : f.off+f.n]}
	switch {
	case e.Mask != nil:
		m.mask = e.Mask[f.off : f.off+f.n]
		m.prefix = prefixOf(m.mask, f.Bits)
	case i == l.lpm:
		m.prefix = e.PrefixLen
	default:
		m.prefix = f.Bits
	}
	return m
}

// named is " in table T: KEY" of a step's entry, the key as the words of a table
// delete; nothing where the step has no key.
func (c *Coder) named(op table.Op) string {
	l, err := c.at(op.Table)
	if err != nil || op.Kind == table.SetDefault || op.Kind == table.Clear || len(op.Entry.Key) != l.keyBytes {
		return ""
	}
	out := " in table " + l.Name + ":"
	for i, f := range l.fields {
		out += " " + f.printMatch(l.matched(op.Entry, i))
	}
	if l.kind == table.Ternary {
		out += " priority=" + strconv.Itoa(int(op.Entry.Priority))
	}
	return out
}

// FormatDefault is the action of a miss in table t.
func (c *Coder) FormatDefault(t int, act uint16, data []byte) (api.Entry, error) {
	l, err := c.at(t)
	if err != nil {
		return api.Entry{}, err
	}
	out := api.Entry{Table: l.Name, DefaultAction: true}
	return out, c.formatAction(l, &out, act, data)
}

func (c *Coder) formatAction(l *layout, out *api.Entry, act uint16, data []byte) error {
	if int(act) >= len(l.actions) {
		return fmt.Errorf("table %s: no action %d of %d", l.Name, act, len(l.actions))
	}
	a := l.actions[act]
	if len(data) != a.bytes {
		return fmt.Errorf("table %s: action %s with %d bytes of parameters, not %d", l.Name, a.Name, len(data), a.bytes)
	}
	out.Action = a.Name
	for _, p := range a.params {
		if out.Params == nil {
			out.Params = map[string]api.Value{}
		}
		out.Params[p.Name] = api.Value(typeOf(p.Type, p.Bits).print(data[p.off : p.off+p.n]))
	}
	return nil
}

func (c *Coder) at(t int) (*layout, error) {
	if t < 0 || t >= len(c.tables) {
		return nil, fmt.Errorf("no table %d of %d", t, len(c.tables))
	}
	return c.tables[t], nil
}

// Schema is the program's tables with an example for each value.
func (c *Coder) Schema() api.Schema {
	s := api.Schema{Program: c.program.Name, Tables: []api.Table{}}
	for _, l := range c.tables {
		t := api.Table{Name: l.Name, Keys: []api.Key{}, Actions: []api.Action{}, Size: l.Size, Default: l.Default,
			Priority: l.kind == table.Ternary, Example: l.example()}
		for _, f := range l.fields {
			t.Keys = append(t.Keys, api.Key{Name: f.Name, Match: f.Match.String(), Bits: f.Bits,
				Type: typeOf(f.Type, f.Bits).typ.String(), Example: f.example()})
		}
		for _, a := range l.actions {
			x := api.Action{Name: a.Name, Params: []api.Param{}, DefaultOnly: a.DefaultOnly}
			for _, p := range a.params {
				v := typeOf(p.Type, p.Bits)
				x.Params = append(x.Params, api.Param{Name: p.Name, Bits: p.Bits, Type: v.typ.String(), Example: v.example()})
			}
			t.Actions = append(t.Actions, x)
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

// example is the words of an add, with the action that says most. A table
// without a key has none.
func (l *layout) example() []string {
	best := -1
	for i, a := range l.actions {
		if !a.DefaultOnly && (best < 0 || len(a.params) > len(l.actions[best].params)) {
			best = i
		}
	}
	if best < 0 || len(l.fields) == 0 {
		return []string{}
	}
	var words []string
	for _, f := range l.fields {
		words = append(words, f.example())
	}
	words = append(words, l.actions[best].Name)
	for _, p := range l.actions[best].params {
		words = append(words, p.Name+"="+typeOf(p.Type, p.Bits).example())
	}
	if l.kind == table.Ternary {
		words = append(words, "priority=10")
	}
	return words
}

// Ports is the vports that the port parameters of op name.
func (c *Coder) Ports(op table.Op) []int {
	var ports []int
	l, err := c.at(op.Table)
	if err != nil || op.Kind == table.Delete || op.Kind == table.Clear || int(op.Entry.Action) >= len(l.actions) {
		return nil
	}
	for _, p := range l.actions[op.Entry.Action].params {
		if p.Type != pipelines.Port || p.off+p.n > len(op.Entry.Data) {
			continue
		}
		n := new(big.Int).SetBytes(op.Entry.Data[p.off : p.off+p.n])
		if n.IsInt64() && n.Int64() <= frame.MaxPort {
			ports = append(ports, int(n.Int64()))
		}
	}
	return ports
}
