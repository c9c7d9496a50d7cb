package gogen

import (
	"slices"

	"up4/pipelines/lir"
)

// guesses are the lookups of main that are made ahead, for all frames of a batch.
func (w *writer) guesses(f *lir.Func) []lir.Guess {
	i := slices.IndexFunc(f.Locals, func(l *lir.Local) bool { return l.Name == "start" })
	if i < 0 {
		return nil
	}
	return lir.Guesses(f, f.Locals[i])
}

// engine writes the type with the room for what is looked up ahead.
func (w *writer) engine() {
	w.printf("type engine struct {\nh *compiled.Host\n")
	for _, f := range w.program.Funcs {
		if f.Name != "main" {
			continue
		}
		for i := range w.guesses(f) {
			if i == 0 {
				w.printf("// Of each frame of a batch, keys as they were guessed, and what they lead to.\n")
			}
			w.printf("keys%d [frame.BatchCap]uint64\nahead%d [frame.BatchCap]*table.Record\n", i, i)
		}
	}
	w.printf("touched uint64\n}\n\n")
}

// ahead writes the loops that guess the keys of a batch and look them up.
func (c *code) ahead() {
	for k, g := range c.guesses(c.f) {
		c.guessed[g.Lookup] = k
		c.printf("keys%d, ahead%d := e.keys%d[:len(frames)], e.ahead%d[:len(frames)]\n", k, k, k, k)
		c.printf("for i := from; i < len(frames); i++ {\nd := &frames[i]\nkeys%d[i] = 0\nif int(d.BodyLen) >= %d {\n", k, g.Bytes)
		name := c.locals[g.From]
		c.host = true
		c.printf("%s := h.Ptr(uint64(d.Body))\nkeys%d[i] = %s\n}\n}\n", name, k, expr(c, g.Key, 0))
		c.printf("for i := from; i < len(frames); i++ {\nr := %s\nahead%d[i] = r\ne.touched += uint64(r.Hit) // so that it is near\n}\n", c.findWord(g.Lookup, "keys"+itoa(k)+"[i]"), k)
	}
}

// findWord is a search by a word.
func (c *code) findWord(l *lir.Lookup, key string) string {
	if l.Find == lir.FindPrefix {
		return "t" + itoa(l.Table) + ".Find32(uint32(" + key + "))"
	}
	return "t" + itoa(l.Table) + ".Find64(" + key + ")"
}
