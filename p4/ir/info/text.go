package info

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// text is the protobuf text form, one field a line, fields in the order of their
// numbers, maps in that of their keys. prototext is not used: its spacing varies from
// build to build.
func text(info *config.P4Info) []byte {
	var b bytes.Buffer
	b.WriteString("# proto-file: p4/config/v1/p4info.proto\n# proto-message: p4.config.v1.P4Info\n\n")
	textMessage(&b, info.ProtoReflect(), "")
	return b.Bytes()
}

func textMessage(b *bytes.Buffer, m protoreflect.Message, indent string) {
	var fields []protoreflect.FieldDescriptor
	m.Range(func(f protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		fields = append(fields, f)
		return true
	})
	slices.SortFunc(fields, func(x, y protoreflect.FieldDescriptor) int { return int(x.Number()) - int(y.Number()) })
	for _, f := range fields {
		v := m.Get(f)
		switch {
		case f.IsMap():
			textMap(b, f, v.Map(), indent)
		case f.IsList():
			for i := range v.List().Len() {
				textField(b, f, v.List().Get(i), indent)
			}
		default:
			textField(b, f, v, indent)
		}
	}
}

func textMap(b *bytes.Buffer, f protoreflect.FieldDescriptor, m protoreflect.Map, indent string) {
	var keys []protoreflect.MapKey
	m.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, k)
		return true
	})
	slices.SortFunc(keys, func(x, y protoreflect.MapKey) int { return strings.Compare(x.String(), y.String()) })
	for _, k := range keys {
		fmt.Fprintf(b, "%s%s {\n", indent, f.Name())
		textField(b, f.MapKey(), k.Value(), indent+"  ")
		textField(b, f.MapValue(), m.Get(k), indent+"  ")
		fmt.Fprintf(b, "%s}\n", indent)
	}
}

func textField(b *bytes.Buffer, f protoreflect.FieldDescriptor, v protoreflect.Value, indent string) {
	switch f.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		fmt.Fprintf(b, "%s%s {\n", indent, f.Name())
		textMessage(b, v.Message(), indent+"  ")
		fmt.Fprintf(b, "%s}\n", indent)
	case protoreflect.EnumKind:
		name := strconv.Itoa(int(v.Enum()))
		if d := f.Enum().Values().ByNumber(v.Enum()); d != nil {
			name = string(d.Name())
		}
		fmt.Fprintf(b, "%s%s: %s\n", indent, f.Name(), name)
	case protoreflect.StringKind:
		fmt.Fprintf(b, "%s%s: %s\n", indent, f.Name(), textQuote(v.String()))
	case protoreflect.BytesKind:
		fmt.Fprintf(b, "%s%s: %s\n", indent, f.Name(), textQuote(string(v.Bytes())))
	default:
		fmt.Fprintf(b, "%s%s: %v\n", indent, f.Name(), v.Interface())
	}
}

// textQuote is a string literal of the text format: what is not printable ASCII is
// escaped, byte by byte.
func textQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '"' || c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
