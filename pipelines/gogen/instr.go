package gogen

import (
	"fmt"
	"strings"

	"up4/pipelines/lir"
)

// instr writes an instruction.
func (c *code) instr(i lir.Instr) {
	switch i := i.(type) {
	case *lir.Set:
		c.printf("%s\n", c.assign(i, i.Dst, expr(c, i.X, 0)))
	case *lir.Store:
		name := "Set8"
		if i.Bytes > 1 {
			name = "Set" + access(i.Bytes, i.Big)
		}
		c.printf("mem.%s(%s, %d, %s)\n", name, expr(c, i.Ptr, 0), i.Off, expr(c, i.X, 0))
	case *lir.Copy:
		c.printf("mem.Copy(%s, %s, %s)\n", expr(c, i.Dst, 0), expr(c, i.Src, 0), expr(c, i.N, 0))
	case *lir.Clear:
		c.printf("mem.Clear(%s, %d)\n", expr(c, i.Dst, 0), i.N)
	case *lir.Lookup:
		c.lookup(i)
	case *lir.Call:
		c.call(i)
	}
}

// assign is the text that gives a local a value, and declares it where that is due.
func (c *code) assign(i lir.Instr, l *lir.Local, value string) string {
	switch {
	case !c.needed[l]:
		return value
	case !c.fresh[i]:
		return c.locals[l] + " = " + value
	}
	if s, ok := i.(*lir.Set); ok && isConst(s.X) && l.T.Kind == lir.Word {
		value = "uint64(" + value + ")"
	}
	return c.locals[l] + " := " + value
}

func (c *code) lookup(i *lir.Lookup) {
	k, guessed := c.guessed[i]
	key := expr(c, i.Key, 0)
	switch {
	case guessed && c.needed[i.Entry]:
		c.printf("%s\n", c.assign(i, i.Entry, fmt.Sprintf("mem.Add(%s, uint64(ahead%d[i]))", c.base(), k)))
		again, init := key, ""
		if _, ok := i.Key.(*lir.Use); !ok {
			again, init = "key", "key := "+key+"; "
		}
		c.printf("if %s%s != keys%d[i] {\n%s = mem.Ptr(%s)\n}\n", init, again, k, c.locals[i.Entry], c.findWord(i, again))
	default:
		find := fmt.Sprintf("mem.Ptr(%s)", c.find(i, key))
		if !c.needed[i.Entry] {
			if !i.Silent {
				c.printf("mem.Hit(%s, %s)\n", c.hits(i), find)
			}
			return
		}
		c.printf("%s\n", c.assign(i, i.Entry, find))
	}
	if !i.Silent {
		c.printf("mem.Hit(%s, %s)\n", c.hits(i), c.locals[i.Entry])
	}
}

// hits are the counters of a table's entries.
func (c *code) hits(i *lir.Lookup) string {
	if c.loop {
		return fmt.Sprintf("hits%d", i.Table)
	}
	c.host = true
	return fmt.Sprintf("h.Hits[%d]", i.Table)
}

// find is a search.
func (c *code) find(i *lir.Lookup, key string) string {
	t := fmt.Sprintf("t%d", i.Table)
	if !c.loop {
		c.host = true
		t = fmt.Sprintf("h.View.%s(%d)", opener(i.Find), i.Table)
	}
	switch i.Find {
	case lir.FindWord:
		return fmt.Sprintf("%s.Find64(%s)", t, key)
	case lir.FindPrefix:
		return fmt.Sprintf("%s.Find32(uint32(%s))", t, key)
	}
	return fmt.Sprintf("%s.Find(mem.Bytes(%s, %d))", t, key, i.Len)
}

func (c *code) call(i *lir.Call) {
	c.host = true
	var args []string
	if i.Service.Indexed() {
		args = append(args, fmt.Sprint(i.Index))
	}
	for _, a := range i.Args {
		args = append(args, expr(c, a, 0))
	}
	call := fmt.Sprintf("h.%s(%s)", methodOf(i.Service), strings.Join(args, ", "))
	if len(i.Dst) > 0 {
		call = c.assign(i, i.Dst[0], call)
	}
	c.printf("%s\n", call)
}

// methodOf is the name of a service's method: ReadWide of read_wide.
func methodOf(s lir.Service) string {
	switch s {
	case lir.SendDigest:
		return "SendDigest"
	case lir.SendLog:
		return "SendLog"
	}
	out := ""
	for _, p := range strings.Split(s.String(), "_") {
		out += strings.ToUpper(p[:1]) + p[1:]
	}
	return out
}
