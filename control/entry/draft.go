package entry

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"up4/control/api"
	"up4/internal/nearest"
	"up4/pipelines"
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
		if l.spec.Masked() {
			d.e.Mask = make([]byte, l.keyBytes)
		}
	}
	return d
}

func (d *draft) takesKey() bool    { return d.kind != table.SetDefault }
func (d *draft) takesAction() bool { return d.kind != table.Delete && d.l.Is != pipelines.Set }

// takesPriority says whether entries of the table have one that people give: values of
// a set are there or not.
func (l *layout) takesPriority() bool { return l.spec.Ranked() && l.Is != pipelines.Set }

func (d *draft) keyIndex(name string) int {
	i := slices.IndexFunc(d.l.fields, func(f field) bool { return f.Name == name })
	if i < 0 {
		i = slices.IndexFunc(d.l.fields, func(f field) bool {
			return f.Full != "" && (f.Full == name || strings.TrimPrefix(f.Full, "hdr.") == name)
		})
	}
	return i
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
	if f.Match == table.LPM && !d.l.spec.Ranked() {
		d.e.PrefixLen += m.prefix
	}
	return nil
}

func (d *draft) setPriority(s string) *fault {
	switch {
	case d.kind == table.SetDefault || !d.l.takesPriority():
		return faultf(api.BadPriority, "priority", "only entries of a table with ternary, range or optional keys have a priority")
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
		switch {
		case d.takesKey() && a.DefaultOnly && a.called(name):
			return faultf(api.UnknownAction, "action", "action %s can only be the default action of table %s", a.Name, d.l.name)
		case !d.allows(a):
		case a.called(name):
			d.action = i
			d.params = make([]bool, len(a.params))
			d.e.Action, d.e.Data = uint16(i), make([]byte, a.bytes)
			return nil
		default:
			names = append(names, a.Name)
		}
	}
	if d.takesKey() && d.l.profile != "" {
		return faultf(api.UnknownAction, "action", "entries of table %s lead to a member or a group of %s, such as %s, not to an action", d.l.name, d.l.profile, d.targets())
	}
	return faultf(api.UnknownAction, "action", "%s %s has no action %s%s", nouns[d.l.object], d.l.name, quote(name), nearest.Hint(name, names))
}

func (a action) called(name string) bool { return a.Name == name || a.Full != "" && a.Full == name }

// allows says whether the operation may name an action.
func (d *draft) allows(a action) bool {
	target := a.Name == pipelines.MemberAction || a.Name == pipelines.GroupAction
	if d.takesKey() {
		return !a.DefaultOnly && !target && d.l.profile == ""
	}
	return !target
}

// setTarget is the member or the group that an entry leads to; name is one of the
// actions that say so.
func (d *draft) setTarget(name, field, s string) *fault {
	i := slices.IndexFunc(d.l.actions, func(a action) bool { return a.Name == name })
	switch {
	case d.action >= 0:
		return faultf(api.BadEntry, field, "action is given twice")
	case !d.takesKey() || d.l.profile == "":
		return faultf(api.BadEntry, field, "table %s has no action profile: its entries have actions, not a %s", d.l.name, field)
	case i < 0:
		return faultf(api.BadEntry, field, "%s has members, no groups", d.l.profile)
	}
	b, err := typed{pipelines.Number, 32}.parse(s)
	if err != nil {
		return faultf(api.BadValue, field, "%s: %v", field, err)
	}
	d.action, d.params = i, []bool{true}
	d.e.Action, d.e.Data = uint16(i), b
	return nil
}

// targets is what entries of a table with a profile may lead to, as people write it.
func (d *draft) targets() string {
	if slices.ContainsFunc(d.l.actions, func(a action) bool { return a.Name == pipelines.GroupAction }) {
		return "member=1 or group=1"
	}
	return "member=1"
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
	return faultf(api.UnknownKey, "match:"+name, "%s has no key %s%s", d.l.title(), quote(name), nearest.Hint(name, names))
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

// finish checks that nothing is missing. Ternary, range, optional and LPM fields
// that were not given match everything, as P4Runtime has it (9.1.1).
func (d *draft) finish() (table.Op, *fault) {
	op := table.Op{Kind: d.kind, Table: d.l.index}
	if d.takesKey() {
		if err := d.finishKey(); err != nil {
			return op, err
		}
	}
	if d.takesAction() && d.l.actions != nil {
		if err := d.finishAction(); err != nil {
			return op, err
		}
	}
	op.Entry = d.e
	return op, nil
}

func (d *draft) finishKey() *fault {
	if len(d.l.fields) == 0 {
		return faultf(api.BadEntry, "", "table %s has no key: only its default action can be set", d.l.name)
	}
	for i, f := range d.l.fields {
		switch {
		case d.keys[i]:
		case f.Match == table.Exact:
			return faultf(api.MissingKey, "", "%s needs key %s, such as %s=%s", d.l.title(), f.Name, f.Name, f.example())
		case f.Match == table.Range:
			copy(d.e.Mask[f.off:], prefixMask(f.Bits, f.Bits)) // the upper bound
		}
	}
	switch {
	case d.l.Is == pipelines.Set && d.l.spec.Ranked():
		d.e.Priority = 1
	case d.l.takesPriority() && !d.priority:
		return faultf(api.BadPriority, "", "an entry of table %s needs a priority, such as priority=10; the larger wins", d.l.name)
	}
	return nil
}

// title is the table as people call it: table acl, value set types, …
func (l *layout) title() string {
	if l.name == "" {
		return "a clone session"
	}
	return nouns[l.object] + " " + l.name
}

func (d *draft) finishAction() *fault {
	if d.action < 0 {
		if d.takesKey() && d.l.profile != "" {
			return faultf(api.MissingAction, "", "an entry of table %s needs a member or group of %s: %s", d.l.name, d.l.profile, d.targets())
		}
		return faultf(api.MissingAction, "", "no action is given; %s has %s", d.l.title(), d.actionNames())
	}
	a := d.l.actions[d.action]
	for i, p := range a.params {
		if !d.params[i] {
			return faultf(api.MissingParam, "", "action %s needs parameter %s, such as %s=%s",
				a.Name, p.Name, p.Name, typeOf(p.Type, p.Bits).example())
		}
	}
	return nil
}

func (d *draft) actionNames() string {
	var names []string
	for _, a := range d.l.actions {
		if d.allows(a) {
			names = append(names, a.Name)
		}
	}
	return strings.Join(names, ", ")
}
