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

// entryKeys are the names an entry has. hits, which dumps carry, is read over.
var entryKeys = []string{"table", "default_action", "match", "priority", "action", "params", "hits"}

// File reads a route file: a JSON array of entries, strictly. An error is an
// *api.Error with the place of the first fault.
func (c *Coder) File(f api.File) (*Parsed, error) {
	r := &fileReader{c: c, w: newWalker([]byte(f.Text)), p: &Parsed{c: c, name: f.Name}}
	if err := r.file(f.Replace); err != nil {
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
	return fmt.Sprintf("table %s is full: it holds at most %d entries", l.Name, l.Size)
}

type fileReader struct {
	c     *Coder
	w     *walker
	p     *Parsed
	added []int // entries so far, by table
}

func (r *fileReader) file(replace bool) error {
	const array = `an array of entries: [{"table": …, "match": {…}, "action": …, "params": {…}}]`
	if _, err := r.w.open('[', array); err != nil {
		return err
	}
	var ops []table.Op
	named := map[int]bool{}
	r.added = make([]int, len(r.c.tables))
	for r.w.dec.More() {
		off, err := r.w.open('{', "an entry, which is an object")
		if err != nil {
			return err
		}
		op, err := r.entry(off)
		if err != nil {
			return err
		}
		if replace && !named[op.Table] {
			r.p.Ops = append(r.p.Ops, table.Op{Kind: table.Clear, Table: op.Table})
			named[op.Table] = true
		}
		ops = append(ops, op)
		line, column := r.w.place(off)
		r.p.places = append(r.p.places, spot{line, column})
	}
	if _, _, err := r.w.token(); err != nil {
		return err
	}
	if r.w.dec.More() {
		_, off, err := r.w.token()
		if err != nil {
			return err
		}
		return &walkError{off, "there is more after the array of entries"}
	}
	r.p.Cleared, r.p.Entries = len(r.p.Ops), len(ops)
	r.p.Ops = append(r.p.Ops, ops...)
	return nil
}

// entry reads one entry whose brace, at offset start, is taken.
func (r *fileReader) entry(start int) (table.Op, error) {
	var e api.Entry
	at := map[string]int{} // offsets of the parts a fault can be about
	err := r.w.members(func(key string, off int) error {
		at[key] = off
		return r.member(&e, key, off, at)
	})
	if err != nil {
		return table.Op{}, err
	}
	ops, f := r.c.op(api.Op{Kind: kindOfEntry(&e), Entry: &e})
	if f != nil {
		off, ok := at[f.field]
		if !ok {
			off = start
		}
		return table.Op{}, &entryFault{f, off}
	}
	// More than the table holds cannot be applied, and need not be kept.
	if l := r.c.tables[ops[0].Table]; ops[0].Kind == table.Insert {
		if r.added[l.index]++; r.added[l.index] > l.Size {
			return table.Op{}, &entryFault{faultf(api.Full, "", "%s", fullText(l)), start}
		}
	}
	return ops[0], nil
}

func kindOfEntry(e *api.Entry) api.Kind {
	if e.DefaultAction {
		return api.Default
	}
	return api.Add
}

func (r *fileReader) member(e *api.Entry, key string, off int, at map[string]int) (err error) {
	switch key {
	case "table":
		e.Table, err = r.w.str("a table's name")
	case "action":
		e.Action, err = r.w.str("an action's name")
	case "match":
		e.Match, err = r.values("match", at)
	case "params":
		e.Params, err = r.values("params", at)
	case "priority":
		var s string
		s, err = r.w.scalar()
		p := api.Value(s)
		e.Priority = &p
	case "hits":
		_, err = r.w.scalar()
	case "default_action":
		tok, at, terr := r.w.token()
		if terr != nil {
			return terr
		}
		b, ok := tok.(bool)
		if !ok {
			return &walkError{at, "expected true or false, got " + kindOf(tok)}
		}
		e.DefaultAction = b
	default:
		return &walkError{off, fmt.Sprintf("an entry has no %s%s", quote(key), nearest.Hint(key, entryKeys[:6]))}
	}
	return err
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
