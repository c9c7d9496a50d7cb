// Package entry turns the text of entries into typed operations and back: words of a
// command line, JSON entries and files of them on one side, package table's packed
// bytes on the other, under a program's schema. Entries are those of tables, of action
// profiles and selectors, of value sets, clone sessions and multicast groups.
//
// What it prints it reads again as the same entry, and there is one printed
// form an entry. It applies nothing and knows no running switch.
package entry

import (
	"fmt"
	"strconv"
	"strings"

	"up4/control/api"
	"up4/internal/nearest"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Coder reads and prints the entries of one program. It never changes, and may
// be used from any goroutine.
type Coder struct {
	program *pipelines.Program
	tables  []*layout
	arrays  []string // names for people
}

// layout is a table with what its packed form needs.
type layout struct {
	*pipelines.Table
	spec     table.Spec
	name     string // of the table, profile or value set, for people
	object   api.Object
	index    int
	fields   []field
	keyBytes int
	lpm      int // the field a prefix length is about, -1 if the table has none
	actions  []action
	profile  string // where the entries' actions come from, "" for the table itself
}

// field is a key field and its place in the packed key.
type field struct {
	pipelines.Key
	off, n int // bytes
}

// action is an action and the places of its packed parameters.
type action struct {
	pipelines.Action
	params []param
	bytes  int
}

type param struct {
	pipelines.Param
	off, n int // bytes
}

// New is the coder of program p, which must not change afterwards.
func New(p *pipelines.Program) *Coder {
	c := &Coder{program: p, arrays: arrayNames(p.Arrays)}
	specs := p.Specs()
	for i := range p.Tables {
		c.tables = append(c.tables, newLayout(&p.Tables[i], specs[i], i))
	}
	for _, l := range c.tables {
		if l.Profile > 0 {
			l.profile = c.tables[l.Profile].name
		}
	}
	return c
}

func newLayout(t *pipelines.Table, spec table.Spec, index int) *layout {
	l := &layout{Table: t, spec: spec, name: t.Name, object: objects[t.Is], index: index, lpm: -1}
	if t.Is != pipelines.Match {
		_, l.name, _ = strings.Cut(t.Name, ".") // $members.ecmp
	}
	for i, k := range t.Keys {
		f := field{Key: k, off: l.keyBytes, n: (k.Bits + 7) / 8}
		l.fields = append(l.fields, f)
		l.keyBytes += f.n
		if k.Match == table.LPM && !spec.Masked() {
			l.lpm = i
		}
	}
	if t.Is == pipelines.Groups || t.Is == pipelines.Sessions {
		return l // whose actions are numbers
	}
	for _, a := range t.Actions {
		x := action{Action: a}
		for _, p := range a.Params {
			q := param{Param: p, off: x.bytes, n: (p.Bits + 7) / 8}
			x.params = append(x.params, q)
			x.bytes += q.n
		}
		l.actions = append(l.actions, x)
	}
	return l
}

// objects are what tables are to people.
var objects = map[pipelines.Purpose]api.Object{
	pipelines.Match: api.TableEntry, pipelines.Members: api.Member, pipelines.Groups: api.Group,
	pipelines.Set: api.ValueSet, pipelines.Sessions: api.CloneSession,
}

// Tables are the indices of the tables that are an object.
func (c *Coder) Tables(object api.Object) (list []int) {
	if object == "" {
		object = api.TableEntry
	}
	for i, l := range c.tables {
		if l.object == object {
			list = append(list, i)
		}
	}
	return list
}

// Table is the index of the table of an object called name.
func (c *Coder) Table(object api.Object, name string) (int, error) {
	l, err := c.layout(object, name)
	if err != nil {
		return 0, err.api()
	}
	return l.index, nil
}

// Name is what an entry of table t is, and the name of the table, profile or value set.
func (c *Coder) Name(t int) (object api.Object, name string) {
	return c.tables[t].object, c.tables[t].name
}

// Const says whether the program lets the entries of table t, or its default action,
// not change.
func (c *Coder) Const(t int, defaultAction bool) bool {
	if defaultAction {
		return c.tables[t].ConstDefault
	}
	return c.tables[t].ConstEntries
}

// called says whether a name means the table: its own, or that of P4Info.
func (l *layout) called(name string) bool {
	full := l.Full
	if l.Is != pipelines.Match {
		_, full, _ = strings.Cut(full, ".")
	}
	return l.name == name || full != "" && full == name
}

// nouns are the objects' places, for people.
var nouns = map[api.Object]string{
	api.TableEntry: "table", api.Member: "action profile", api.Group: "action selector", api.ValueSet: "value set",
}

func (c *Coder) layout(object api.Object, name string) (*layout, *fault) {
	if object == "" {
		object = api.TableEntry
	}
	var names []string
	for _, l := range c.tables {
		switch {
		case l.object != object:
		case l.called(name):
			return l, nil
		default:
			names = append(names, l.name)
		}
	}
	noun, named := nouns[object]
	switch {
	case object == api.CloneSession && name == "":
		return nil, faultf(api.UnknownTable, "clone_session", "%s has no clone sessions", c.program.Name)
	case object == api.CloneSession:
		return nil, faultf(api.BadEntry, "table", "clone sessions have numbers, and no table")
	case !named:
		return nil, faultf(api.BadRequest, "", "there is no object %s%s", quote(string(object)), nearest.Hint(string(object), objectNames))
	case name == "":
		return nil, faultf(api.UnknownTable, place[object], "no %s is named%s", noun, nearest.Hint(name, names))
	}
	return nil, faultf(api.UnknownTable, place[object], "%s has no %s %s%s", c.program.Name, noun, quote(name), nearest.Hint(name, names))
}

// place is where an entry says the name.
var place = map[api.Object]string{api.TableEntry: "table", api.Member: "profile", api.Group: "profile", api.ValueSet: "value_set"}

var objectNames = []string{string(api.TableEntry), string(api.Member), string(api.Group), string(api.ValueSet),
	string(api.CloneSession), string(api.MulticastGroup)}

// Op reads one step of a batch. A Clear of every table gives several
// operations, everything else one.
func (c *Coder) Op(op api.Op) ([]table.Op, error) {
	ops, err := c.op(op)
	if err != nil {
		return nil, err.api()
	}
	return ops, nil
}

func (c *Coder) op(op api.Op) ([]table.Op, *fault) {
	if op.Entry != nil && op.Words != nil {
		return nil, faultf(api.BadEntry, "", "a step has words or an entry, not both")
	}
	if op.Kind == api.Clear {
		return c.clear(op)
	}
	kind, ok := kinds[op.Kind]
	if !ok {
		return nil, faultf(api.BadRequest, "", "there is no operation %s%s", quote(string(op.Kind)), nearest.Hint(string(op.Kind), kindNames))
	}
	object, name, err := objectOf(&op)
	if err != nil {
		return nil, err
	}
	if object == api.MulticastGroup {
		o, err := multicast(op)
		return []table.Op{o}, err
	}
	l, err := c.layout(object, name)
	if err != nil {
		return nil, err
	}
	if err := l.writable(kind); err != nil {
		return nil, err
	}
	d := newDraft(l, kind)
	if op.Entry != nil {
		err = d.object(op.Entry)
	} else {
		err = d.words(op.Words)
	}
	if err != nil {
		return nil, err
	}
	o, err := d.finish()
	return []table.Op{o}, err
}

// objectOf is what a step is about, and the name of the table, profile or value set.
func objectOf(op *api.Op) (api.Object, string, *fault) {
	if op.Entry == nil {
		return op.Object, op.Table, nil
	}
	object, name, where := shape(op.Entry)
	if op.Object != "" && op.Object != object {
		return "", "", faultf(api.BadEntry, where, "the step is about a %s, its entry about a %s", quote(string(op.Object)), quote(string(object)))
	}
	if name == "" {
		name = op.Table
	} else if op.Table != "" && op.Table != name {
		return "", "", faultf(api.BadEntry, where, "the step is for %s %s, its entry for %s", nouns[object], quote(op.Table), quote(name))
	}
	return object, name, nil
}

// shape is what an entry is one of, the name in it, and the member that says so.
func shape(e *api.Entry) (object api.Object, name, where string) {
	switch {
	case e.Table != "":
		return api.TableEntry, e.Table, "table"
	case e.Profile != "" && e.Group != nil:
		return api.Group, e.Profile, "profile"
	case e.Profile != "":
		return api.Member, e.Profile, "profile"
	case e.ValueSet != "":
		return api.ValueSet, e.ValueSet, "value_set"
	case e.CloneSession != nil:
		return api.CloneSession, "", "clone_session"
	case e.MulticastGroup != nil:
		return api.MulticastGroup, "", "multicast_group"
	}
	return api.TableEntry, "", "table"
}

var kinds = map[api.Kind]table.OpKind{
	api.Add: table.Insert, api.Modify: table.Modify, api.Delete: table.Delete, api.Default: table.SetDefault, api.Set: table.SetGroup,
}

var kindNames = []string{string(api.Add), string(api.Modify), string(api.Delete), string(api.Default), string(api.Set), string(api.Clear)}

// writable says whether the control plane may do this to a table.
func (l *layout) writable(kind table.OpKind) *fault {
	switch {
	case kind == table.SetGroup:
		return faultf(api.BadRequest, "", "only multicast groups are set; an entry is added, modified or deleted")
	case kind == table.SetDefault && l.Is != pipelines.Match:
		return faultf(api.BadRequest, "", "only tables have a default action")
	case kind == table.SetDefault && l.ConstDefault:
		return faultf(api.ReadOnly, "", "the default action of table %s is const", l.name)
	case kind != table.SetDefault && l.ConstEntries:
		return faultf(api.ReadOnly, "", "the entries of table %s are const", l.name)
	}
	return nil
}

func (c *Coder) clear(op api.Op) ([]table.Op, *fault) {
	if len(op.Words) > 0 || op.Entry != nil {
		return nil, faultf(api.BadEntry, "", "clear takes a table and nothing else")
	}
	if op.Table != "" || op.Object != "" {
		l, err := c.layout(op.Object, op.Table)
		if err == nil {
			err = l.writable(table.Clear)
		}
		if err != nil {
			return nil, err
		}
		return []table.Op{{Kind: table.Clear, Table: l.index}}, nil
	}
	var ops []table.Op
	for i, l := range c.tables {
		if l.writable(table.Clear) == nil {
			ops = append(ops, table.Op{Kind: table.Clear, Table: i})
		}
	}
	return ops, nil
}

// fault is what is wrong with an entry, and with which part of it: table,
// action, priority, match:NAME, params:NAME, or the whole for "".
type fault struct {
	code  api.Code
	field string
	msg   string
}

func faultf(code api.Code, field, format string, args ...any) *fault {
	return &fault{code: code, field: field, msg: fmt.Sprintf(format, args...)}
}

func (f *fault) api() *api.Error { return &api.Error{Code: f.code, Message: f.msg} }

// maxQuoted keeps what somebody sent from filling the error message.
const maxQuoted = 80

// quote is s in quotes, cut where it is long.
func quote(s string) string {
	if len(s) > maxQuoted {
		return strconv.Quote(s[:maxQuoted]) + "…"
	}
	return strconv.Quote(s)
}
