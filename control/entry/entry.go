// Package entry turns the text of table entries into typed operations and back:
// words of a command line, JSON entries and route files on one side, package
// table's packed bytes on the other, under a program's schema.
//
// What it prints it reads again as the same entry, and there is one printed
// form an entry. It applies nothing and knows no running switch.
package entry

import (
	"fmt"
	"strconv"

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
	byName  map[string]*layout
}

// layout is a table with what its packed form needs.
type layout struct {
	*pipelines.Table
	index    int
	kind     table.Match // what the table as a whole is
	fields   []field
	keyBytes int
	lpm      int // the field a prefix length is about, -1 if the table has none
	actions  []action
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
	c := &Coder{program: p, byName: map[string]*layout{}}
	for i := range p.Tables {
		l := newLayout(&p.Tables[i], i)
		c.tables = append(c.tables, l)
		c.byName[l.Name] = l
	}
	return c
}

func newLayout(t *pipelines.Table, index int) *layout {
	l := &layout{Table: t, index: index, lpm: -1}
	for i, k := range t.Keys {
		f := field{Key: k, off: l.keyBytes, n: (k.Bits + 7) / 8}
		l.fields = append(l.fields, f)
		l.keyBytes += f.n
		if k.Match > l.kind {
			l.kind = k.Match
		}
		if k.Match == table.LPM {
			l.lpm = i
		}
	}
	if l.kind != table.LPM {
		l.lpm = -1 // in a ternary table a prefix is a mask
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

// Table is the index of the table called name.
func (c *Coder) Table(name string) (int, error) {
	l, err := c.layout(name)
	if err != nil {
		return 0, err.api()
	}
	return l.index, nil
}

func (c *Coder) layout(name string) (*layout, *fault) {
	if l, ok := c.byName[name]; ok {
		return l, nil
	}
	var names []string
	for _, l := range c.tables {
		names = append(names, l.Name)
	}
	if name == "" {
		return nil, faultf(api.UnknownTable, "table", "no table is named%s", nearest.Hint(name, names))
	}
	return nil, faultf(api.UnknownTable, "table", "%s has no table %s%s", c.program.Name, quote(name), nearest.Hint(name, names))
}

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
		return nil, faultf(api.BadRequest, "", "there is no operation %s%s", quote(string(op.Kind)),
			nearest.Hint(string(op.Kind), []string{string(api.Add), string(api.Modify), string(api.Delete), string(api.Default), string(api.Clear)}))
	}
	name := op.Table
	if op.Entry != nil {
		if name == "" {
			name = op.Entry.Table
		} else if op.Entry.Table != "" && op.Entry.Table != name {
			return nil, faultf(api.BadEntry, "table", "the step is for table %s, its entry for %s", quote(name), quote(op.Entry.Table))
		}
	}
	l, err := c.layout(name)
	if err != nil {
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

var kinds = map[api.Kind]table.OpKind{
	api.Add: table.Insert, api.Modify: table.Modify, api.Delete: table.Delete, api.Default: table.SetDefault,
}

func (c *Coder) clear(op api.Op) ([]table.Op, *fault) {
	if len(op.Words) > 0 || op.Entry != nil {
		return nil, faultf(api.BadEntry, "", "clear takes a table and nothing else")
	}
	if op.Table != "" {
		l, err := c.layout(op.Table)
		if err != nil {
			return nil, err
		}
		return []table.Op{{Kind: table.Clear, Table: l.index}}, nil
	}
	ops := make([]table.Op, len(c.tables))
	for i := range ops {
		ops[i] = table.Op{Kind: table.Clear, Table: i}
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
