package ir

import (
	"fmt"
	"strings"
)

func exprTexts(list []Expr) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = exprText(x)
	}
	return strings.Join(out, ", ")
}

func exprText(x Expr) string {
	switch x := x.(type) {
	case *Const:
		return valueText(x.Value)
	case *Load:
		return placeText(x.Place)
	case *Unary:
		return fmt.Sprintf("%s(%s)", x.Op, exprText(x.X))
	case *Binary:
		return fmt.Sprintf("%s(%s, %s)", x.Op, exprText(x.X), exprText(x.Y))
	case *Mux:
		return fmt.Sprintf("mux(%s, %s, %s)", exprText(x.Cond), exprText(x.Then), exprText(x.Else))
	case *Cast:
		return fmt.Sprintf("cast<%s>(%s)", typeText(x.T), exprText(x.X))
	case *Slice:
		return fmt.Sprintf("slice(%s, %d, %d)", exprText(x.X), x.Hi, x.Lo)
	case *Make:
		return fmt.Sprintf("make<%s>(%s)", typeText(x.T), exprTexts(x.Elems))
	case *IsValid:
		return fmt.Sprintf("is_valid(%s)", placeText(x.Place))
	case *LastIndex:
		return fmt.Sprintf("last_index(%s)", placeText(x.Place))
	case *Matches:
		return fmt.Sprintf("matches(%s, %s)", exprText(x.X), keysetText(x.Set))
	}
	return "?"
}

func placeText(p *Place) string {
	if p == nil {
		return "?"
	}
	var b strings.Builder
	b.WriteString(quote(p.Root.Name))
	t := p.Root.Type
	for _, s := range p.Path {
		switch s.Kind {
		case FieldStep:
			b.WriteString("." + fieldText(t, s.Field))
		case IndexStep:
			b.WriteString("[" + exprText(s.Index) + "]")
		case NextStep:
			b.WriteString(".next")
		case LastStep:
			b.WriteString(".last")
		}
		t = StepType(t, s)
	}
	return b.String()
}

func fieldText(t Type, i int) string {
	r, ok := t.(*RecordType)
	if !ok || i < 0 || i >= len(r.Fields) {
		return "?"
	}
	return fieldName(r.Fields[i].Name)
}

// fieldName: a tuple's fields are numbers.
func fieldName(s string) string {
	if allDigits(s) {
		return s
	}
	return quote(s)
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func keysets(list []Keyset) string {
	out := make([]string, len(list))
	for i, k := range list {
		out[i] = keysetText(k)
	}
	return strings.Join(out, ", ")
}

func keysetText(k Keyset) string {
	switch k := k.(type) {
	case *Exactly:
		return exprText(k.V)
	case *Masked:
		return fmt.Sprintf("mask(%s, %s)", exprText(k.Value), exprText(k.Mask))
	case *Between:
		return fmt.Sprintf("range(%s, %s)", exprText(k.Lo), exprText(k.Hi))
	case *Anything:
		return "_"
	case *InSet:
		return fmt.Sprintf("in_set(%s)", quote(k.Set.Name))
	case *Prefix:
		return fmt.Sprintf("prefix(%s, %d)", exprText(k.Value), k.Len)
	}
	return "?"
}

func operands(list []Operand) string {
	out := make([]string, len(list))
	for i, o := range list {
		out[i] = operand(o)
	}
	return strings.Join(out, ", ")
}

func operand(o Operand) string {
	switch {
	case o.Object != nil:
		return "object " + quote(o.Object.Name)
	case o.Param != nil:
		return "extern " + quote(o.Param.Name)
	case o.Place != nil:
		return directionWords[o.Dir] + " " + placeText(o.Place)
	case o.Value == nil:
		return "absent"
	}
	return directionWords[o.Dir] + " " + exprText(o.Value)
}

func resultText(p *Place) string {
	if p == nil {
		return ""
	}
	return " -> " + placeText(p)
}

func exitText(b *Block) string {
	if b == nil {
		return ""
	}
	return " exit " + quote(b.Name)
}

func instrText(i Instr) string {
	switch i := i.(type) {
	case *Assign:
		if i.Sliced {
			return fmt.Sprintf("slice(%s, %d, %d) = %s", placeText(i.Dst), i.Hi, i.Lo, exprText(i.Value))
		}
		return placeText(i.Dst) + " = " + exprText(i.Value)
	case *Reset:
		return "reset " + placeText(i.Place)
	case *SetValid:
		if i.Valid {
			return "set_valid " + placeText(i.Place)
		}
		return "set_invalid " + placeText(i.Place)
	case *Shift:
		if i.Count < 0 {
			return fmt.Sprintf("pop_front %s, %d", placeText(i.Place), -i.Count)
		}
		return fmt.Sprintf("push_front %s, %d", placeText(i.Place), i.Count)
	case *CheckStack:
		if i.Last {
			return "check_last " + placeText(i.Place)
		}
		return "check_next " + placeText(i.Place)
	case *Call:
		return fmt.Sprintf("call %s(%s)%s%s", quote(i.Func.Name), operands(i.Args), resultText(i.Result), exitText(i.Exit))
	case *CallExtern:
		return externText(i)
	case *Apply:
		s := "apply " + quote(i.Table.Name)
		if i.Hit != nil {
			s += " hit " + placeText(i.Hit)
		}
		if i.Action != nil {
			s += " action " + placeText(i.Action)
		}
		return s + exitText(i.Exit)
	}
	return packetText(i)
}

// packetText is the instructions on packets.
func packetText(i Instr) string {
	switch i := i.(type) {
	case *Extract:
		s := fmt.Sprintf("extract %s, %s", quote(i.Packet.Name), placeText(i.Dst))
		if i.Size != nil {
			s += ", " + exprText(i.Size)
		}
		return s
	case *Lookahead:
		return fmt.Sprintf("lookahead %s, %s", quote(i.Packet.Name), placeText(i.Dst))
	case *Advance:
		return fmt.Sprintf("advance %s, %s", quote(i.Packet.Name), exprText(i.Bits))
	case *Length:
		return fmt.Sprintf("length %s, %s", quote(i.Packet.Name), placeText(i.Dst))
	case *Verify:
		return fmt.Sprintf("verify %s, %s", exprText(i.Cond), exprText(i.Error))
	case *Emit:
		return fmt.Sprintf("emit %s, %s", quote(i.Packet.Name), exprText(i.Value))
	}
	return "?"
}

func externText(i *CallExtern) string {
	s := "call_extern "
	switch {
	case i.Object != nil:
		s += "object " + quote(i.Object.Name) + "."
	case i.Recv != nil:
		s += "extern " + quote(i.Recv.Name) + "."
	}
	s += quote(i.Name)
	if len(i.TypeArgs) > 0 {
		s += "<" + typeTexts(i.TypeArgs) + ">"
	}
	return s + "(" + operands(i.Args) + ")" + resultText(i.Result)
}

func (t *printer) term(x Term) {
	switch x := x.(type) {
	case *Goto:
		t.line("goto %s", quote(x.To.Name))
	case *If:
		t.line("if %s then %s else %s", exprText(x.Cond), quote(x.Then.Name), quote(x.Else.Name))
	case *Switch:
		t.line("switch %s {", exprText(x.X))
		for _, c := range x.Cases {
			t.line("  %s => %s", keysetText(c.Set), quote(c.To.Name))
		}
		t.line("  default => %s", quote(x.Default.Name))
		t.line("}")
	case *Select:
		t.line("select (%s) {", exprTexts(x.Keys))
		for _, c := range x.Cases {
			if c.Whole != nil {
				t.line("  set %s => %s", quote(c.Whole.Name), quote(c.To.Name))
			} else {
				t.line("  (%s) => %s", keysets(c.Sets), quote(c.To.Name))
			}
		}
		t.line("}")
	case *Return:
		if x.Value == nil {
			t.line("return")
		} else {
			t.line("return %s", exprText(x.Value))
		}
	case *Exit:
		t.line("exit")
	case *Accept:
		t.line("accept")
	case *Reject:
		t.line("reject")
	}
}
