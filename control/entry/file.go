package entry

import (
	"errors"
	"fmt"

	"up4/control/api"
	"up4/internal/nearest"
	"up4/pipelines/table"
)

// Parsed is a route file as one batch.
type Parsed struct {
	Ops []table.Op
	// Entries is the number of entries read, Cleared that of tables cleared
	// first: Ops is Cleared clears and then the entries in the file's order.
	Entries int
	Cleared int

	c      *Coder
	name   string
	places []spot // of each entry
}

type spot struct{ line, column int }

// entryKeys are the names an entry has. Those that only dumps carry are read over.
var entryKeys = []string{"table", "profile", "value_set", "clone_session", "multicast_group", "default_action",
	"match", "priority", "action", "params", "member", "group", "members", "replicas", "length"}

// File reads a file of entries, strictly: a JSON array of them, or an object in the
// form that P4 tutorials use (runtimejson.go). An error is an *api.Error with the
// place of the first fault.
func (c *Coder) File(f api.File) (*Parsed, error) {
	r := &fileReader{c: c, w: newWalker([]byte(f.Text)), p: &Parsed{c: c, name: f.Name},
		added: make([]int, len(c.tables)), replace: f.Replace, cleared: map[int]bool{}}
	var err error
	if first := r.w.skip(0, " \t\r\n"); first < len(f.Text) && f.Text[first] == '{' {
		err = r.runtime()
	} else {
		err = r.array()
	}
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return nil, r.locate(err)
	}
	return r.p, nil
}

// Locate gives an error of applying the batch its place in the file.
func (p *Parsed) Locate(err error) error {
	var step *table.OpError
	if !errors.As(err, &step) || step.Index < 0 || step.Index >= len(p.Ops) {
		return Refusal(err)
	}
	e := p.c.Refusal(step.Err, p.Ops[step.Index])
	if i := step.Index - p.Cleared; i >= 0 && i < len(p.places) {
		e.File, e.Line, e.Column = p.name, p.places[i].line, p.places[i].column
		e.Index = &i
	}
	return e
}

// Refusal is what package table says about a step, in the terms of the API.
func Refusal(err error) *api.Error {
	code := api.Internal
	switch {
	case errors.Is(err, table.ErrExists):
		code = api.Exists
	case errors.Is(err, table.ErrNotFound):
		code = api.NotFound
	case errors.Is(err, table.ErrFull):
		code = api.Full
	case errors.Is(err, table.ErrMemory):
		code = api.Memory
	case errors.Is(err, table.ErrInvalid):
		code = api.BadEntry
	}
	return &api.Error{Code: code, Message: err.Error()}
}

// Refusal is Refusal of a step that is known: the message names its entry, or
// its table where that is full.
func (c *Coder) Refusal(err error, op table.Op) *api.Error {
	e := Refusal(err)
	switch e.Code {
	case api.Exists:
		e.Message = table.ErrExists.Error() + c.named(op)
	case api.NotFound:
		e.Message = table.ErrNotFound.Error() + c.named(op)
	case api.Full:
		if l, err := c.at(op.Table); err == nil {
			e.Message = fullText(l)
		}
	}
	return e
}

func fullText(l *layout) string {
	return fmt.Sprintf("%s is full: it holds at most %d entries", l.title(), l.Size)
}

type fileReader struct {
	c       *Coder
	w       *walker
	p       *Parsed
	added   []int // entries so far, by table
	ops     []table.Op
	replace bool
	cleared map[int]bool // tables
}

func (r *fileReader) array() error {
	const array = `an array of entries: [{"table": …, "match": {…}, "action": …, "params": {…}}]`
	if _, err := r.w.open('[', array); err != nil {
		return err
	}
	return r.w.elements(func() error {
		off, err := r.w.open('{', "an entry, which is an object")
		if err != nil {
			return err
		}
		var e api.Entry
		at := map[string]int{} // offsets of the parts a fault can be about
		err = r.w.members(func(key string, off int) error {
			at[key] = off
			return r.member(&e, key, off, at)
		})
		if err != nil {
			return err
		}
		return r.add(&e, off, at)
	})
}

// end closes the file.
func (r *fileReader) end() error {
	if r.w.dec.More() {
		_, off, err := r.w.token()
		if err != nil {
			return err
		}
		return &walkError{off, "there is more after the entries"}
	}
	r.p.Cleared, r.p.Entries = len(r.p.Ops), len(r.ops)
	r.p.Ops = append(r.p.Ops, r.ops...)
	return nil
}

// add takes one entry that begins at offset start.
func (r *fileReader) add(e *api.Entry, start int, at map[string]int) error {
	if e.Const {
		return nil
	}
	ops, f := r.c.op(api.Op{Kind: kindOfEntry(e), Entry: e})
	if f != nil {
		off, ok := at[f.field]
		if !ok {
			off = start
		}
		return &entryFault{f, off}
	}
	op := ops[0]
	if op.Kind == table.Insert {
		// More than the table holds cannot be applied, and need not be kept.
		l := r.c.tables[op.Table]
		if r.added[l.index]++; r.added[l.index] > l.Size {
			return &entryFault{faultf(api.Full, "", "%s", fullText(l)), start}
		}
	}
	if r.replace && op.Kind != table.SetGroup && !r.cleared[op.Table] {
		r.cleared[op.Table] = true
		if !r.c.tables[op.Table].ConstEntries {
			r.p.Ops = append(r.p.Ops, table.Op{Kind: table.Clear, Table: op.Table})
		}
	}
	r.ops = append(r.ops, op)
	line, column := r.w.place(start)
	r.p.places = append(r.p.places, spot{line, column})
	return nil
}

func kindOfEntry(e *api.Entry) api.Kind {
	switch object, _, _ := shape(e); {
	case object == api.MulticastGroup:
		return api.Set
	case e.DefaultAction:
		return api.Default
	}
	return api.Add
}

func (r *fileReader) member(e *api.Entry, key string, off int, at map[string]int) (err error) {
	switch key {
	case "table":
		e.Table, err = r.w.str("a table's name")
	case "profile":
		e.Profile, err = r.w.str("an action profile's name")
	case "value_set":
		e.ValueSet, err = r.w.str("a value set's name")
	case "action":
		e.Action, err = r.w.str("an action's name")
	case "match":
		e.Match, err = r.values("match", at)
	case "params":
		e.Params, err = r.values("params", at)
	case "priority":
		e.Priority, err = r.value()
	case "clone_session":
		e.CloneSession, err = r.value()
	case "multicast_group":
		e.MulticastGroup, err = r.value()
	case "member":
		e.Member, err = r.value()
	case "group":
		e.Group, err = r.value()
	case "length":
		e.Length, err = r.value()
	case "members":
		e.Members, err = r.list("an array of members' numbers")
	case "replicas":
		e.Replicas, err = r.replicas("port", "rid")
	case "default_action":
		e.DefaultAction, err = r.w.boolean()
	case "const":
		e.Const, err = r.w.boolean()
	case "hits", "bytes", "meter":
		var over any
		err = r.w.dec.Decode(&over)
	default:
		return &walkError{off, fmt.Sprintf("an entry has no %s%s", quote(key), nearest.Hint(key, entryKeys))}
	}
	return err
}

func (r *fileReader) value() (*api.Value, error) {
	s, err := r.w.scalar()
	v := api.Value(s)
	return &v, err
}

// list reads an array of strings and numbers.
func (r *fileReader) list(what string) ([]api.Value, error) {
	if _, err := r.w.open('[', what); err != nil {
		return nil, err
	}
	out := []api.Value{}
	err := r.w.elements(func() error {
		s, err := r.w.scalar()
		out = append(out, api.Value(s))
		return err
	})
	return out, err
}

// replicas reads an array of objects with two numbers of these names.
func (r *fileReader) replicas(port, rid string) ([]api.Replica, error) {
	if _, err := r.w.open('[', "an array of replicas"); err != nil {
		return nil, err
	}
	out := []api.Replica{}
	err := r.w.elements(func() error {
		if _, err := r.w.open('{', fmt.Sprintf(`a replica: {%q: …, %q: …}`, port, rid)); err != nil {
			return err
		}
		var x api.Replica
		err := r.w.members(func(key string, off int) error {
			s, err := r.w.scalar()
			switch key {
			case port:
				x.Port = api.Value(s)
			case rid:
				x.RID = api.Value(s)
			default:
				return &walkError{off, fmt.Sprintf("a replica has no %s%s", quote(key), nearest.Hint(key, []string{port, rid}))}
			}
			return err
		})
		out = append(out, x)
		return err
	})
	return out, err
}

// maxNames is more keys or parameters than any program has.
const maxNames = 1024

// values reads an object of strings and numbers.
func (r *fileReader) values(part string, at map[string]int) (map[string]api.Value, error) {
	if _, err := r.w.open('{', "an object of names and values"); err != nil {
		return nil, err
	}
	vals := map[string]api.Value{}
	err := r.w.members(func(key string, off int) error {
		if len(vals) == maxNames {
			return &walkError{off, fmt.Sprintf("%s has more than %d names", part, maxNames)}
		}
		at[part+":"+key] = off
		s, err := r.w.scalar()
		vals[key] = api.Value(s)
		return err
	})
	return vals, err
}

// entryFault is a fault of an entry and its place.
type entryFault struct {
	*fault
	off int
}

func (f *entryFault) Error() string { return f.msg }

// locate turns an error of reading into one of the API, with its place.
func (r *fileReader) locate(err error) *api.Error {
	out := &api.Error{Code: api.BadFile, Message: err.Error(), File: r.p.name}
	var ef *entryFault
	var we *walkError
	switch {
	case errors.As(err, &ef):
		out.Code = ef.code
		out.Line, out.Column = r.w.place(ef.off)
		i := len(r.p.places)
		out.Index = &i
	case errors.As(err, &we):
		out.Line, out.Column = r.w.place(we.off)
	}
	return out
}
