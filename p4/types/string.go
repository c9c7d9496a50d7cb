package types

import (
	"fmt"
	"math/big"
	"strings"
)

// maxTypeText bounds a type in a message: nested types double with each level.
const maxTypeText = 160

func typeText(t Type) string {
	var b strings.Builder
	writeType(&b, t)
	return b.String()
}

func (t Basic) String() string {
	return [...]string{
		Invalid: "invalid", Void: "void", Bool: "bool", Int: "int", String: "string", ErrorType: "error",
		MatchKind: "match_kind", State: "state", TableType: "table", Any: "_", NoHeader: "{#}",
	}[t]
}

func (t *Bits) String() string {
	if t.Signed {
		return fmt.Sprintf("int<%d>", t.Width)
	}
	return fmt.Sprintf("bit<%d>", t.Width)
}

func (t *Varbit) String() string    { return fmt.Sprintf("varbit<%d>", t.Max) }
func (t *Record) String() string    { return typeText(t) }
func (t *Enum) String() string      { return t.Name }
func (t *NewType) String() string   { return t.Name }
func (t *Stack) String() string     { return typeText(t) }
func (t *Tuple) String() string     { return typeText(t) }
func (t *Anonymous) String() string { return typeText(t) }
func (t *List) String() string      { return typeText(t) }
func (t *Set) String() string       { return typeText(t) }
func (t *Extern) String() string    { return typeText(t) }
func (t *Block) String() string     { return typeText(t) }
func (t *Signature) String() string { return typeText(t) }
func (t *TypeVar) String() string   { return t.Name }
func (t *TypeOf) String() string    { return "type " + typeText(t.Of) }

func (t *Generic) String() string { return nameOf(t.Of) }

// writeType writes a type, cut where it gets too long.
func writeType(b *strings.Builder, t Type) {
	if b.Len() > maxTypeText {
		b.WriteString("…")
		return
	}
	switch t := t.(type) {
	case *Record:
		b.WriteString(t.Name)
		writeArgs(b, t.Args)
	case *Extern:
		b.WriteString(t.Name)
		writeArgs(b, t.Args)
	case *Block:
		b.WriteString(t.Name)
		writeArgs(b, t.Args)
	case *Stack:
		writeType(b, t.Elem)
		fmt.Fprintf(b, "[%d]", t.Size)
	case *Tuple:
		if t.Literal {
			writeList(b, "{", t.Elems, "}")
		} else {
			writeList(b, "tuple<", t.Elems, ">")
		}
	case *List:
		writeList(b, "list<", []Type{t.Elem}, ">")
	case *Set:
		writeList(b, "set<", []Type{t.Elem}, ">")
	case *Anonymous:
		writeAnonymous(b, t)
	case *Signature:
		writeSignature(b, t)
	case nil:
		b.WriteString("_")
	default:
		b.WriteString(t.String())
	}
}

func writeArgs(b *strings.Builder, args []Type) {
	if len(args) > 0 {
		writeList(b, "<", args, ">")
	}
}

func writeList(b *strings.Builder, open string, ts []Type, end string) {
	b.WriteString(open)
	for i, t := range ts {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > maxTypeText {
			b.WriteString("…")
			break
		}
		if t == Any && end == "}" { // the end of a list, not a type argument
			b.WriteString("...")
			break
		}
		writeType(b, t)
	}
	b.WriteString(end)
}

func writeAnonymous(b *strings.Builder, t *Anonymous) {
	b.WriteByte('{')
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > maxTypeText {
			b.WriteString("…")
			break
		}
		b.WriteString(f.Name + " = ")
		writeType(b, f.Type)
	}
	if t.Dots {
		b.WriteString(", ...")
	}
	b.WriteByte('}')
}

func writeSignature(b *strings.Builder, t *Signature) {
	if t.Result != nil {
		writeType(b, t.Result)
		b.WriteByte(' ')
	}
	b.WriteString(t.Name + "(")
	for i, p := range t.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > maxTypeText {
			b.WriteString("…")
			break
		}
		b.WriteString([...]string{"", "in ", "out ", "inout "}[p.Dir])
		writeType(b, p.Type)
		b.WriteString(" " + p.Name)
	}
	b.WriteByte(')')
}

// numText is a number in a message: its digits while they can be read.
func numText(v *big.Int) string {
	if v.BitLen() > 256 {
		return fmt.Sprintf("a number of %d bits", v.BitLen())
	}
	return v.String()
}

func (v *IntValue) String() string {
	if t, ok := v.Type.(*Bits); ok {
		if t.Signed {
			return fmt.Sprintf("%ds%s", t.Width, v.V)
		}
		return fmt.Sprintf("%dw%s", t.Width, v.V)
	}
	return v.V.String()
}

func (v BoolValue) String() string {
	if v {
		return "true"
	}
	return "false"
}

func (v StringValue) String() string { return `"` + string(v) + `"` }

func (v *MemberValue) String() string {
	if v.Type == MatchKind {
		return v.Name
	}
	return v.Type.String() + "." + v.Name
}

func (v *ListValue) String() string {
	parts := make([]string, 0, len(v.Elems))
	for _, e := range v.Elems {
		parts = append(parts, e.String())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (v *InvalidHeader) String() string { return "{#}" }
