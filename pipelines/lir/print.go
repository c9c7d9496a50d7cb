package lir

import (
	"fmt"
	"io"
	"strings"
)

// Print writes a program, the same for the same program.
func Print(w io.Writer, p *Program) error {
	_, err := io.WriteString(w, Text(p))
	return err
}

// Text is a program in the form that Print writes.
func Text(p *Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, "program %s\nrecord %d {\n", p.Name, p.Record.Bytes)
	for _, s := range p.Record.Slots {
		fmt.Fprintf(&b, "  %s at %d bytes %d\n", s.Name, s.At, s.Bytes)
	}
	b.WriteString("}\n")
	for i, l := range p.Logs {
		fmt.Fprintf(&b, "log %d %q", i, l.Text)
		for _, v := range l.Values {
			fmt.Fprintf(&b, " %s%d", map[bool]string{false: "u", true: "s"}[v.Signed], v.Bits)
		}
		b.WriteString("\n")
	}
	for _, f := range p.Funcs {
		b.WriteString("\n" + FuncText(f))
	}
	return b.String()
}

// FuncText is one function.
func FuncText(f *Func) string {
	var b strings.Builder
	b.WriteString("func " + f.Name + "(")
	for i, l := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(l.Name + ": " + l.T.String())
	}
	b.WriteString(") {\n")
	for _, l := range f.Locals {
		fmt.Fprintf(&b, "  var %s: %s\n", l.Name, l.T)
	}
	for _, k := range f.Blocks {
		b.WriteString(k.Name + ":")
		if k.State != "" {
			b.WriteString(" state " + k.State)
		}
		if k.Loop {
			b.WriteString(" loop")
		}
		b.WriteString("\n")
		for _, i := range k.Instrs {
			b.WriteString("  " + InstrText(i) + "\n")
		}
		b.WriteString("  " + termText(k.Term) + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// String is u9, bool or ptr.
func (t Type) String() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Ptr:
		return "ptr"
	}
	return fmt.Sprintf("u%d", t.Bits)
}

var opNames = [...]string{
	Add: "add", Sub: "sub", Mul: "mul", MulH: "mulh", Div: "div", Rem: "rem", And: "and", Or: "or", Xor: "xor",
	Shl: "shl", Shr: "shr", Sar: "sar", Eq: "eq", Ne: "ne", Lt: "lt", Le: "le", SLt: "slt", SLe: "sle",
	Not: "not", Swap: "swap", ToWord: "word", ToOff: "off", ToPtr: "ptr",
}

// String is the operator's name, ? of none.
func (op Op) String() string {
	if int(op) >= len(opNames) {
		return "?"
	}
	return opNames[op]
}

// ExprText is an expression. :uN behind it says that it has at most N bits where that
// does not follow from what it is made of.
func ExprText(x Expr) string {
	t := exprText(x)
	if k := x.Type(); k.Kind == Word && k.Bits < bitsOf(x) {
		return fmt.Sprintf("%s:%s", t, k)
	}
	return t
}

func exprText(x Expr) string {
	switch x := x.(type) {
	case *Const:
		switch x.T.Kind {
		case Bool:
			return map[uint64]string{0: "false", 1: "true"}[x.V]
		case Ptr:
			return "null"
		}
		if x.V > 1<<16 {
			return fmt.Sprintf("%#x", x.V)
		}
		return fmt.Sprint(x.V)
	case *Use:
		return x.Local.Name
	case *Load:
		return memoryText(x.Bytes, x.Big, x.Ptr, x.Off)
	case *Unary:
		if x.Op == Swap {
			return fmt.Sprintf("swap%d(%s)", x.T.Bits, ExprText(x.X))
		}
		return fmt.Sprintf("%s(%s)", x.Op, ExprText(x.X))
	case *Binary:
		return fmt.Sprintf("%s(%s, %s)", x.Op, ExprText(x.X), ExprText(x.Y))
	case *Cond:
		return fmt.Sprintf("cond(%s, %s, %s)", ExprText(x.C), ExprText(x.X), ExprText(x.Y))
	}
	return "?"
}

// memoryText is bytes in memory: be16[p + 12].
func memoryText(bytes int, big bool, ptr Expr, off int) string {
	return fmt.Sprintf("%s[%s + %d]", access(bytes, big), ExprText(ptr), off)
}

// access is how bytes are read or written: be32, le16, byte.
func access(bytes int, big bool) string {
	switch {
	case bytes == 1:
		return "byte"
	case big:
		return fmt.Sprintf("be%d", 8*bytes)
	}
	return fmt.Sprintf("le%d", 8*bytes)
}

func exprTexts(xs []Expr) string {
	list := make([]string, len(xs))
	for i, x := range xs {
		list[i] = ExprText(x)
	}
	return strings.Join(list, ", ")
}

var findNames = [...]string{FindWord: "word", FindPrefix: "prefix", FindExact: "exact", FindLPM: "lpm", FindTernary: "ternary", FindRange: "range"}

// String is the way's name, ? of none.
func (f Find) String() string {
	if int(f) >= len(findNames) {
		return "?"
	}
	return findNames[f]
}

// InstrText is an instruction.
func InstrText(i Instr) string {
	switch i := i.(type) {
	case *Set:
		return i.Dst.Name + " = " + ExprText(i.X)
	case *Store:
		return memoryText(i.Bytes, i.Big, i.Ptr, i.Off) + " = " + ExprText(i.X)
	case *Copy:
		return fmt.Sprintf("copy %s from %s bytes %s", ExprText(i.Dst), ExprText(i.Src), ExprText(i.N))
	case *Clear:
		return fmt.Sprintf("clear %s bytes %d", ExprText(i.Dst), i.N)
	case *Lookup:
		silent := ""
		if i.Silent {
			silent = " silent"
		}
		return fmt.Sprintf("%s = lookup%s table %d by %s %s bytes %d", i.Entry.Name, silent, i.Table, i.Find, ExprText(i.Key), i.Len)
	case *Call:
		dst := ""
		for _, d := range i.Dst {
			dst += d.Name + " = "
		}
		return fmt.Sprintf("%scall %s %d (%s)", dst, i.Service, i.Index, exprTexts(i.Args))
	}
	return "?"
}

func termText(t Term) string {
	switch t := t.(type) {
	case *Goto:
		return "goto " + t.To.Name
	case *If:
		return fmt.Sprintf("if %s then %s else %s", ExprText(t.Cond), t.Then.Name, t.Else.Name)
	case *Switch:
		var b strings.Builder
		fmt.Fprintf(&b, "switch %s {", ExprText(t.X))
		for _, c := range t.Cases {
			for i, v := range c.Values {
				if i > 0 {
					b.WriteString(",")
				}
				fmt.Fprintf(&b, " %d", v)
			}
			fmt.Fprintf(&b, " => %s;", c.To.Name)
		}
		fmt.Fprintf(&b, " default => %s }", t.Default.Name)
		return b.String()
	case *Return:
		return "return " + ExprText(t.Status)
	}
	return "?"
}
