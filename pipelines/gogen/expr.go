package gogen

import (
	"fmt"
	"strconv"
	"strings"

	"up4/pipelines/lir"
)

// Precedences of Go's operators.
const (
	precOr = 1 + iota
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
)

// operator is how an operator is written.
type operator struct {
	text string
	prec int
}

var operators = map[lir.Op]operator{
	lir.Add: {"+", precAdd}, lir.Sub: {"-", precAdd}, lir.Mul: {"*", precMul}, lir.And: {"&", precMul}, lir.Or: {"|", precAdd},
	lir.Xor: {"^", precAdd}, lir.Shl: {"<<", precMul}, lir.Shr: {">>", precMul},
	lir.Eq: {"==", precCompare}, lir.Ne: {"!=", precCompare}, lir.Lt: {"<", precCompare}, lir.Le: {"<=", precCompare},
}

var functions = map[lir.Op]string{lir.MulH: "mem.MulHigh", lir.Rem: "mem.Rem", lir.Div: "mem.Div", lir.Sar: "mem.Sar"}

func itoa(n int) string { return strconv.Itoa(n) }

func number(v uint64) string {
	if v < 4096 {
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("%#x", v)
}

// expr writes an expression for a place that binds so tightly.
func expr(c *code, x lir.Expr, prec int) string {
	switch x := x.(type) {
	case *lir.Const:
		switch x.T.Kind {
		case lir.Bool:
			return map[uint64]string{0: "false", 1: "true"}[x.V]
		case lir.Ptr:
			return "h.At(0)"
		}
		return number(x.V)
	case *lir.Use:
		return c.names[x.Local]
	case *lir.Load:
		return fmt.Sprintf("mem.%s(%s, %d)", access(x.Bytes, x.Big), expr(c, x.Ptr, 0), x.Off)
	case *lir.Unary:
		return unary(c, x, prec)
	case *lir.Binary:
		return binary(c, x, prec)
	case *lir.Cond:
		t := x.Type()
		a, y, z := expr(c, x.C, 0), expr(c, x.X, 0), expr(c, x.Y, 0)
		switch t.Kind {
		case lir.Ptr:
			return fmt.Sprintf("mem.IfPtr(%s, %s, %s)", a, y, z)
		case lir.Bool:
			return paren(fmt.Sprintf("%s && %s || !%s && %s", expr(c, x.C, precAnd), expr(c, x.X, precAnd), expr(c, x.C, precUnary), expr(c, x.Y, precAnd)), precOr, prec)
		}
		return fmt.Sprintf("mem.If(%s, %s, %s)", a, y, z)
	}
	return "?"
}

func access(bytes int, big bool) string {
	switch {
	case bytes == 1:
		return "U8"
	case big:
		return fmt.Sprintf("BE%d", 8*bytes)
	}
	return fmt.Sprintf("LE%d", 8*bytes)
}

func paren(text string, own, prec int) string {
	if own < prec {
		return "(" + text + ")"
	}
	return text
}

func unary(c *code, x *lir.Unary, prec int) string {
	switch x.Op {
	case lir.Not:
		return negated(c, x.X)
	case lir.Swap:
		return fmt.Sprintf("mem.Swap%d(%s)", x.T.Bits, expr(c, x.X, 0))
	case lir.ToWord:
		return fmt.Sprintf("mem.Word(%s)", expr(c, x.X, 0))
	case lir.ToOff:
		return fmt.Sprintf("h.Off(%s)", expr(c, x.X, 0))
	case lir.ToPtr:
		return fmt.Sprintf("h.Ptr(%s)", expr(c, x.X, 0))
	}
	return "?"
}

// opposite are the comparisons that hold where others do not.
var opposite = map[lir.Op]lir.Op{lir.Eq: lir.Ne, lir.Ne: lir.Eq}

// negated writes !x.
func negated(c *code, x lir.Expr) string {
	switch x := x.(type) {
	case *lir.Unary:
		if x.Op == lir.Not {
			return expr(c, x.X, precUnary)
		}
	case *lir.Binary:
		if op, ok := opposite[x.Op]; ok {
			return binary(c, &lir.Binary{Op: op, X: x.X, Y: x.Y, T: x.T}, precUnary)
		}
		if (x.Op == lir.Lt || x.Op == lir.Le) && x.X.Type().Kind == lir.Word {
			op := map[lir.Op]lir.Op{lir.Lt: lir.Le, lir.Le: lir.Lt}[x.Op]
			return binary(c, &lir.Binary{Op: op, X: x.Y, Y: x.X, T: x.T}, precUnary)
		}
	}
	return "!" + expr(c, x, precUnary)
}

func binary(c *code, x *lir.Binary, prec int) string {
	kind := x.X.Type().Kind
	switch {
	case kind == lir.Ptr && x.Op == lir.Add:
		return fmt.Sprintf("mem.Add(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case kind == lir.Ptr && x.Op == lir.Sub:
		return fmt.Sprintf("mem.Sub(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case kind == lir.Ptr && x.Op == lir.Lt:
		return fmt.Sprintf("mem.Before(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case kind == lir.Ptr && x.Op == lir.Le:
		return fmt.Sprintf("mem.NotAfter(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case x.Op == lir.SLt || x.Op == lir.SLe:
		op := map[lir.Op]string{lir.SLt: "<", lir.SLe: "<="}[x.Op]
		return paren(fmt.Sprintf("%s %s %s", signed(c, x.X), op, signed(c, x.Y)), precCompare, prec)
	case kind == lir.Bool && (x.Op == lir.And || x.Op == lir.Or || x.Op == lir.Xor):
		o := map[lir.Op]operator{lir.And: {"&&", precAnd}, lir.Or: {"||", precOr}, lir.Xor: {"!=", precCompare}}[x.Op]
		return paren(fmt.Sprintf("%s %s %s", expr(c, x.X, o.prec), o.text, expr(c, x.Y, o.prec+1)), o.prec, prec)
	}
	if v, ok := x.Y.(*lir.Const); ok && v.V != 0 && (x.Op == lir.Div || x.Op == lir.Rem) {
		o := map[lir.Op]string{lir.Div: "/", lir.Rem: "%"}[x.Op]
		return paren(fmt.Sprintf("%s %s %s", expr(c, x.X, precMul), o, number(v.V)), precMul, prec)
	}
	if f, ok := functions[x.Op]; ok {
		return fmt.Sprintf("%s(%s, %s)", f, expr(c, x.X, 0), expr(c, x.Y, 0))
	}
	o := operators[x.Op]
	left := expr(c, x.X, o.prec)
	if _, ok := x.X.(*lir.Const); ok && (x.Op != lir.Eq && x.Op != lir.Ne && x.Op != lir.Lt && x.Op != lir.Le) {
		left = "uint64(" + left + ")" // constants alone would be computed as integers of any size
	}
	return paren(fmt.Sprintf("%s %s %s", left, o.text, expr(c, x.Y, o.prec+1)), o.prec, prec)
}

// signed writes a word as a signed number of 64 bits.
func signed(c *code, x lir.Expr) string {
	if k, ok := x.(*lir.Const); ok {
		return fmt.Sprintf("int64(%d)", int64(k.V))
	}
	return fmt.Sprintf("int64(%s)", expr(c, x, 0))
}

// instr writes an instruction.
func (c *code) instr(i lir.Instr) {
	switch i := i.(type) {
	case *lir.Set:
		c.printf("%s = %s\n", c.names[i.Dst], expr(c, i.X, 0))
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

func (c *code) lookup(i *lir.Lookup) {
	t, hits := fmt.Sprintf("t%d", i.Table), fmt.Sprintf("hits%d", i.Table)
	if !c.loop {
		t, hits = fmt.Sprintf("h.View.%s(%d)", opener(i.Find), i.Table), fmt.Sprintf("h.Hits[%d]", i.Table)
	}
	key := expr(c, i.Key, 0)
	if k, ok := c.guessed[i]; ok {
		entry := c.names[i.Entry]
		c.printf("if key := %s; key == keys%d[i] {\n%s = mem.Ptr(ahead%d[i])\n} else {\n%s = mem.Ptr(%s)\n}\n", key, k, entry, k, entry, c.findWord(i, "key"))
		if !i.Silent {
			c.printf("mem.Hit(%s, (*table.Record)(%s))\n", hits, entry)
		}
		return
	}
	find := ""
	switch i.Find {
	case lir.FindWord:
		find = fmt.Sprintf("Find64(%s)", key)
	case lir.FindPrefix:
		find = fmt.Sprintf("Find32(uint32(%s))", key)
	default:
		find = fmt.Sprintf("Find(mem.Bytes(%s, %d))", key, i.Len)
	}
	c.printf("%s = mem.Ptr(%s.%s)\n", c.names[i.Entry], t, find)
	if !i.Silent {
		c.printf("mem.Hit(%s, (*table.Record)(%s))\n", hits, c.names[i.Entry])
	}
}

// indexed are the services that are asked for something by an index.
var indexed = map[lir.Service]bool{
	lir.Count: true, lir.Meter: true, lir.Read: true, lir.ReadWide: true, lir.Write: true, lir.WriteWide: true,
	lir.Hash: true, lir.SendDigest: true, lir.SendLog: true,
}

func (c *code) call(i *lir.Call) {
	var args []string
	if indexed[i.Service] {
		args = append(args, fmt.Sprint(i.Index))
	}
	for _, a := range i.Args {
		args = append(args, expr(c, a, 0))
	}
	dst := ""
	if len(i.Dst) > 0 {
		dst = c.names[i.Dst[0]] + " = "
	}
	c.printf("%sh.%s(%s)\n", dst, methodOf(i.Service), strings.Join(args, ", "))
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
