package syntax

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// DumpJSON writes a tree as JSON. A node is an object of its kind, its place
// ("FILE:LINE:COL", if set is given) and its fields in the order of the type; what
// is absent (nil, empty, false) is left out. The same tree gives the same bytes.
func DumpJSON(w io.Writer, n Node, set *source.Set) error {
	d := dumper{w: bufio.NewWriter(w), set: set}
	d.json(reflect.ValueOf(n), 0)
	d.w.WriteByte('\n')
	return d.w.Flush()
}

// DumpText writes a tree as indented lines: a node's kind and place, then its
// fields below.
func DumpText(w io.Writer, n Node, set *source.Set) error {
	d := dumper{w: bufio.NewWriter(w), set: set}
	d.text("", reflect.ValueOf(n), 0)
	return d.w.Flush()
}

// Dump writes a program as JSON, without places.
func Dump(w io.Writer, prog *Program) error { return DumpJSON(w, prog, nil) }

type dumper struct {
	w   *bufio.Writer
	set *source.Set
}

// field is a field of a node that holds something.
type field struct {
	name  string
	value reflect.Value
}

// fields lists the fields of a node's struct, those of embedded structs among them.
func fields(v reflect.Value) (list []field) {
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch {
		case name == "node" || name == "At" || f.Type() == reflect.TypeFor[source.Span]():
		case v.Type().Field(i).Anonymous:
			list = append(list, fields(f)...)
		case f.IsZero() && name != "Value" || f.Kind() == reflect.Slice && f.Len() == 0,
			f.Kind() == reflect.Interface && f.IsNil():
		default:
			list = append(list, field{name, f})
		}
	}
	return list
}

// scalar is the value of a leaf, or false for a node or a list.
func scalar(v reflect.Value) (any, bool) {
	switch x := v.Interface().(type) {
	case *big.Int:
		return x.String(), true
	case *Name:
		return x.Text, true
	case token.Kind:
		return x.String(), true
	case token.Token:
		return x.Text, true
	case Direction:
		return [...]string{"", "in", "out", "inout"}[x], true
	case AnnotationKind:
		return [...]string{"bare", "unstructured", "list", "pairs"}[x], true
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.String:
		return v.Interface(), true
	}
	return nil, false
}

func (d *dumper) place(v reflect.Value) string {
	n, ok := v.Interface().(Node)
	if !ok || d.set == nil {
		return ""
	}
	return d.set.Position(n.Span().From).String()
}

func (d *dumper) line(depth int) { d.w.WriteString("\n" + strings.Repeat("  ", depth)) }

func (d *dumper) json(v reflect.Value, depth int) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if x, ok := scalar(v); ok {
		d.value(x)
		return
	}
	if v.Kind() == reflect.Slice {
		d.w.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				d.w.WriteByte(',')
			}
			d.line(depth + 1)
			d.json(v.Index(i), depth+1)
		}
		d.line(depth)
		d.w.WriteByte(']')
		return
	}
	fmt.Fprintf(d.w, `{"kind": %q`, v.Elem().Type().Name())
	if at := d.place(v); at != "" {
		d.w.WriteString(`, "at": `)
		d.value(at)
	}
	for _, f := range fields(v.Elem()) {
		d.w.WriteByte(',')
		d.line(depth + 1)
		fmt.Fprintf(d.w, "%q: ", jsonName(f.name))
		d.json(f.value, depth+1)
	}
	d.w.WriteByte('}')
}

// value writes a leaf. A string that is not UTF-8 becomes one, as JSON must be; < and >
// stay as they are.
func (d *dumper) value(x any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(x) // a number, a string or a bool
	d.w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// jsonName is a field's name with a small first letter. Kind is the node's own.
func jsonName(name string) string {
	if name == "Kind" {
		return "form"
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func (d *dumper) text(label string, v reflect.Value, depth int) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	indent := strings.Repeat("  ", depth)
	if label != "" {
		label += ": "
	}
	if x, ok := scalar(v); ok {
		if s, isText := x.(string); isText {
			x = fmt.Sprintf("%q", s)
		}
		fmt.Fprintf(d.w, "%s%s%v\n", indent, label, x)
		return
	}
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			d.text(fmt.Sprintf("%s[%d]", strings.TrimSuffix(label, ": "), i), v.Index(i), depth)
		}
		return
	}
	at := d.place(v)
	if at != "" {
		at = " " + at
	}
	fmt.Fprintf(d.w, "%s%s%s%s\n", indent, label, v.Elem().Type().Name(), at)
	for _, f := range fields(v.Elem()) {
		d.text(jsonName(f.name), f.value, depth+1)
	}
}
