package entry

import (
	"errors"
	"slices"
	"strconv"

	"up4/control/api"
	"up4/internal/nearest"
	"up4/pipelines/table"
)

// draft is an operation that is being put together.
type draft struct {
	l    *layout
	kind table.OpKind
	e    table.Entry

	keys     []bool // which fields were given
	priority bool   // whether one was given
	action   int    // index, -1 until given
	params   []bool // which of its parameters were given
}

func newDraft(l *layout, kind table.OpKind) *draft {
	d := &draft{l: l, kind: kind, action: -1}
	if d.takesKey() {
		d.keys = make([]bool, len(l.fields))
		d.e.Key = make([]byte, l.keyBytes)
		if l.kind == table.Ternary {
			d.e.Mask = make([]byte, l.keyBytes)
		}
	}
	return d
}

func (d *draft) takesKey() bool    { return d.kind != table.SetDefault }
func (d *draft) takesAction() bool { return d.kind != table.Delete }

func (d *draft) keyIndex(name string) int {
	return slices.IndexFunc(d.l.fields, func(f field) bool { return f.Name == name })
}

func (d *draft) setKey(i int, s string) *fault {
	f := d.l.fields[i]
	at := "match:" + f.Name
	if d.keys[i] {
		return faultf(api.BadEntry, at, "key %s is given twice", f.Name)
	}
	m, err := f.parseMatch(s)
	if err != nil {
		code := api.BadValue
		if errors.Is(err, errBits) {
			code = api.BadPrefix
		}
		return faultf(code, at, "key %s: %v", f.Name, err)
	}
	d.keys[i] = true
	copy(d.e.Key[f.off:], m.value)
	if d.e.Mask != nil {
		copy(d.e.Mask[f.off:], m.mask)
	}
	if i == d.l.lpm {
		d.e.PrefixLen = m.prefix
	}
	return nil
}

func (d *draft) setPriority(s string) *fault {
	switch {
	case d.kind == table.SetDefault || d.l.kind != table.Ternary:
		return faultf(api.BadPriority, "priority", "only entries of a ternary table have a priority")
	case d.priority:
		return faultf(api.BadEntry, "priority", "priority is given twice")
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < 1 {
		return faultf(api.BadPriority, "priority", "a priority is 1 to 2147483647, and the larger wins; got %s", quote(s))
	}
	d.e.Priority, d.priority = int32(n), true
	return nil
}

func (d *draft) setAction(name string) *fault {
	if d.action >= 0 {
		return faultf(api.BadEntry, "action", "action is given twice")
	}
	var names []string
	for i, a := range d.l.actions {
		if a.DefaultOnly && d.takesKey() {
			if a.Name == name {
				return faultf(api.UnknownAction, "action", "action %s can only be the default action of table %s", name, d.l.Name)
			}
			continue
		}
		if a.Name == name {
			d.action = i
			d.params = make([]bool, len(a.params))
			d.e.Action, d.e.Data = uint16(i), make([]byte, a.bytes)
			return nil
		}
		names = append(names, a.Name)
	}
	return faultf(api.UnknownAction, "action", "table %s has no action %s%s", d.l.Name, quote(name), nearest.Hint(name, names))
}

func (d *draft) paramIndex(name string) int {
	return slices.IndexFunc(d.l.actions[d.action].params, func(p param) bool { return p.Name == name })
}

func (d *draft) setParam(i int, s string) *fault {
	p := d.l.actions[d.action].params[i]
	at := "params:" + p.Name
	if d.params[i] {
		return faultf(api.BadEntry, at, "parameter %s is given twice", p.Name)
	}
	b, err := typeOf(p.Type, p.Bits).parse(s)
	if err != nil {
		return faultf(api.BadValue, at, "parameter %s: %v", p.Name, err)
	}
	d.params[i] = true
	copy(d.e.Data[p.off:], b)
	return nil
}

func (d *draft) unknownKey(name string) *fault {
	var names []string
	for _, f := range d.l.fields {
		names = append(names, f.Name)
	}
	return faultf(api.UnknownKey, "match:"+name, "table %s has no key %s%s", d.l.Name, quote(name), nearest.Hint(name, names))
}

func (d *draft) unknownParam(name string) *fault {
	a := d.l.actions[d.action]
	if len(a.params) == 0 {
		return faultf(api.UnknownParam, "params:"+name, "action %s takes no parameters, got %s", a.Name, quote(name))
	}
	var names []string
	for _, p := range a.params {
		names = append(names, p.Name)
	}
	return faultf(api.UnknownParam, "params:"+name, "action %s has no parameter %s%s", a.Name, quote(name), nearest.Hint(name, names))
}

// finish checks that nothing is missing. Ternary and LPM fields that were not
// given match everything, as P4Runtime has it (9.1.1).
func (d *draft) finish() (table.Op, *fault) {
	op := table.Op{Kind: d.kind, Table: d.l.index}
	if d.takesKey() {
		if len(d.l.fields) == 0 {
			return op, faultf(api.BadEntry, "", "table %s has no key: only its default action can be set", d.l.Name)
		}
		for i, f := range d.l.fields {
			if !d.keys[i] && f.Match == table.Exact {
				return op, faultf(api.MissingKey, "", "table %s needs key %s, such as %s=%s", d.l.Name, f.Name, f.Name, f.example())
			}
		}
		if d.l.kind == table.Ternary && !d.priority {
			return op, faultf(api.BadPriority, "", "an entry of a ternary table needs a priority, such as priority=10; the larger wins")
		}
	}
	if d.takesAction() {
		if d.action < 0 {
			return op, faultf(api.MissingAction, "", "no action is given; table %s has %s", d.l.Name, d.actionNames())
		}
		a := d.l.actions[d.action]
		for i, p := range a.params {
			if !d.params[i] {
				return op, faultf(api.MissingParam, "", "action %s needs parameter %s, such as %s=%s",
					a.Name, p.Name, p.Name, typeOf(p.Type, p.Bits).example())
			}
		}
	}
	op.Entry = d.e
	return op, nil
}

func (d *draft) actionNames() string {
	s := ""
	for _, a := range d.l.actions {
		if a.DefaultOnly && d.takesKey() {
			continue
		}
		if s != "" {
			s += ", "
		}
		s += a.Name
	}
	return s
}
