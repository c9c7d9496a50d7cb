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
	if len(e.Key) != l.keyBytes || e.Mask != nil && len(e.Mask) != l.keyBytes || (e.Mask == nil) == l.spec.Masked() {
		return api.Entry{}, fmt.Errorf("%s: entry with a key of %d bytes and a mask of %d, not %d", l.title(), len(e.Key), len(e.Mask), l.keyBytes)
	}
	out := l.entry()
	switch l.Is {
	case pipelines.Groups:
		out.Group = decimal(e.Key)
		out.Members, err = members(e)
		return out, err
	case pipelines.Sessions:
		out.CloneSession = decimal(e.Key)
		return out, sessionOf(&out, e)
	case pipelines.Members:
		out.Member = decimal(e.Key)
		return out, c.formatAction(l, &out, e.Action, e.Data)
	}
	out.Match = map[string]api.Value{}
	for i, f := range l.fields {
		out.Match[f.Name] = api.Value(f.printMatch(l.matched(e, i)))
	}
	if l.Is == pipelines.Set {
		return out, nil
	}
	if l.takesPriority() {
		p := api.Value(strconv.Itoa(int(e.Priority)))
		out.Priority = &p
	}
	return out, c.formatAction(l, &out, e.Action, e.Data)
}

// entry is an entry that says what it is one of.
func (l *layout) entry() (e api.Entry) {
	switch l.object {
	case api.TableEntry:
		e.Table = l.name
	case api.ValueSet:
		e.ValueSet = l.name
	case api.Member, api.Group:
		e.Profile = l.name
	}
	return e
}

// matched is field i of an entry.
func (l *layout) matched(e table.Entry, i int) matched {
	f := l.fields[i]
	m := matched{value: e.Key[f.off : f.off+f.n]}
	switch {
	case f.Match == table.Range:
		m.mask, m.prefix = e.Mask[f.off:f.off+f.n], -1
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
	if err != nil || op.Kind == table.SetGroup || op.Kind == table.SetDefault || op.Kind == table.Clear || len(op.Entry.Key) != l.keyBytes {
		return ""
	}
	out := " in " + l.title() + ":"
	if l.Is == pipelines.Sessions {
		out = ": clone session"
	}
	for i, f := range l.fields {
		out += " " + f.printMatch(l.matched(op.Entry, i))
	}
	if l.takesPriority() {
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
	out := l.entry()
	out.DefaultAction = true
	return out, c.formatAction(l, &out, act, data)
}

func (c *Coder) formatAction(l *layout, out *api.Entry, act uint16, data []byte) error {
	if int(act) >= len(l.actions) {
		return fmt.Errorf("%s: no action %d of %d", l.title(), act, len(l.actions))
	}
	a := l.actions[act]
	if len(data) != a.bytes {
		return fmt.Errorf("%s: action %s with %d bytes of parameters, not %d", l.title(), a.Name, len(data), a.bytes)
	}
	switch a.Name {
	case pipelines.MemberAction:
		out.Member = decimal(data)
		return nil
	case pipelines.GroupAction:
		out.Group = decimal(data)
		return nil
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

// Ports is the vports that the port parameters of op name, and its replicas.
func (c *Coder) Ports(op table.Op) (ports []int) {
	if op.Kind == table.SetGroup {
		return replicaPorts(op.Entry.Data)
	}
	l, err := c.at(op.Table)
	if err != nil || op.Kind == table.Delete || op.Kind == table.Clear {
		return nil
	}
	if l.Is == pipelines.Sessions {
		return replicaPorts(op.Entry.Data[min(lengthBytes, len(op.Entry.Data)):])
	}
	if int(op.Entry.Action) >= len(l.actions) {
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
