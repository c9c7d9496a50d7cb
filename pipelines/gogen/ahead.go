package gogen

import (
	"fmt"
	"slices"

	"up4/pipelines/lir"
)

// guesses are the lookups of main that are made ahead, for all frames of a batch.
func (w *writer) guesses() []lir.Guess {
	n := slices.IndexFunc(w.program.Funcs, func(f *lir.Func) bool { return f.Name == "main" })
	if n < 0 {
		return nil
	}
	f := w.program.Funcs[n]
	i := slices.IndexFunc(f.Locals, func(l *lir.Local) bool { return l.Name == "start" })
	if i < 0 {
		return nil
	}
	return lir.Guesses(f, f.Locals[i])
}

// engine writes the type, with room for what is looked up ahead.
func (w *writer) engine() {
	list := w.guesses()
	w.printf("type engine struct {\nh *compiled.Host\n")
	if len(list) > 0 {
		w.printf("// Of the first frames of a batch, keys as they were guessed, and the offsets of what\n// they lead to in the tables of a version.\n")
		w.printf("version uint64\nready int\ntouched uint64\n")
	}
	for i := range list {
		w.printf("keys%d [frame.BatchCap]uint64\nahead%d [frame.BatchCap]uint32\n", i, i)
	}
	w.printf("}\n\n")
}

// ahead writes what guesses the keys of a batch and looks them up: not again for what is
// left of it. One entry is on its way from memory while the next is asked for; a part of
// each is read, so that it is near.
func (c *code) ahead() {
	list := c.guesses()
	if len(list) == 0 {
		return
	}
	for k, g := range list {
		c.guessed[g.Lookup] = k
		c.printf("keys%d, ahead%d := e.keys%d[:len(frames)], e.ahead%d[:len(frames)]\n", k, k, k, k)
	}
	c.host = true
	c.printf("if version := h.View.Version(); from == 0 || version != e.version || e.ready < len(frames) {\ne.version, e.ready = version, len(frames)\ntouched := e.touched\n")
	for k, g := range list {
		c.printf("for i := range frames {\nd := &frames[i]\nkeys%d[i] = 0\nif int(d.BodyLen) >= %d {\n", k, g.Bytes)
		c.printf("%s := mem.Add(%s, uint64(d.Body))\nkeys%d[i] = %s\n}\n}\n", c.locals[g.From], c.base(), k, expr(c, lir.Fold(g.Key), 0))
		c.printf("for i, key := range keys%d {\nr := %s\n", k, c.findWord(g.Lookup, "key"))
		c.printf("ahead%d[i] = uint32(mem.Sub(mem.Ptr(r), %s))\ntouched += uint64(r.Hit)\n}\n", k, c.base())
		if !g.Lookup.Silent { // its counter is as far away as the entry
			c.printf("for _, off := range ahead%d {\ntouched += mem.Hits(hits%d, mem.Add(%s, uint64(off)))\n}\n", k, g.Lookup.Table, c.base())
		}
	}
	c.printf("e.touched = touched\n}\n")
}

// findWord is a search by a word.
func (c *code) findWord(l *lir.Lookup, key string) string {
	if l.Find == lir.FindPrefix {
		return fmt.Sprintf("t%d.Find32(uint32(%s))", l.Table, key)
	}
	return fmt.Sprintf("t%d.Find64(%s)", l.Table, key)
}
