package ir

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Print writes the text form of p, the same for the same program. Read reads it
// back. The program has to be whole: one that Validate accepts.
func Print(w io.Writer, p *Program) error {
	t := &printer{}
	t.program(p)
	_, err := io.WriteString(w, t.b.String())
	return err
}

// Text is what Print writes.
func Text(p *Program) string {
	t := &printer{}
	t.program(p)
	return t.b.String()
}

type printer struct{ b strings.Builder }

func (t *printer) printf(format string, args ...any) { fmt.Fprintf(&t.b, format, args...) }

// line is one line within braces.
func (t *printer) line(format string, args ...any) {
	t.b.WriteString("  ")
	t.printf(format, args...)
	t.b.WriteByte('\n')
}

// names is quoted names, separated by commas.
func names(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return strings.Join(out, ", ")
}

func (t *printer) program(p *Program) {
	t.printf("errors { %s }\n", names(p.Errors))
	t.printf("match_kinds { %s }\n", names(p.MatchKinds))
	for _, x := range p.Types {
		t.typeDecl(x)
	}
	for _, o := range p.Objects {
		t.object(o)
	}
	for _, s := range p.Sets {
		t.valueSet(s)
	}
	for _, f := range p.Funcs {
		t.fun(f)
	}
	for _, x := range p.Tables {
		t.table(x)
	}
	if p.Main != nil {
		t.printf("\nmain ")
		t.pkg(p.Main, "")
		t.printf("\n")
	}
}

var recordWords = [...]string{"struct", "header", "union", "tuple"}

func (t *printer) typeDecl(x Type) {
	switch x := x.(type) {
	case *EnumType:
		t.printf("\nenum %s", quote(x.Name))
		if x.Repr != nil {
			t.printf(": %s", typeText(x.Repr))
		}
		t.printf("%s {\n", annotations(x.Annotations))
		for i, m := range x.Members {
			if x.Repr != nil {
				t.line("%s = %s", quote(m), x.Values[i])
			} else {
				t.line("%s", quote(m))
			}
		}
		t.printf("}\n")
	case *NewType:
		t.printf("\nnewtype %s = %s%s\n", quote(x.Name), typeText(x.Under), annotations(x.Annotations))
	case *RecordType:
		t.printf("\n%s %s%s {\n", recordWords[x.Kind], quote(x.Name), annotations(x.Annotations))
		for _, f := range x.Fields {
			t.line("%s: %s%s", fieldName(f.Name), typeText(f.Type), annotations(f.Annotations))
		}
		t.printf("}\n")
	}
}

// typeText is a reference to a type.
func typeText(x Type) string {
	switch x := x.(type) {
	case *EnumType:
		return quote(x.Name)
	case *NewType:
		return quote(x.Name)
	case *RecordType:
		return quote(x.Name)
	case *StackType:
		return fmt.Sprintf("%s[%d]", typeText(x.Elem), x.Size)
	case *ListType:
		return "list<" + typeText(x.Elem) + ">"
	case *ActionEnum:
		return "action_run(" + quote(x.Table.Name) + ")"
	case *ObjectType:
		if len(x.Args) == 0 {
			return "extern " + quote(x.Name)
		}
		return "extern " + quote(x.Name) + "<" + typeTexts(x.Args) + ">"
	}
	return x.String()
}

func typeTexts(list []Type) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = typeText(x)
	}
	return strings.Join(out, ", ")
}

// annotations are @name, @name "body", @name "body" [values] or @name "body" [k = v].
func annotations(list []Annotation) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(" " + annotation(a))
	}
	return b.String()
}

func annotation(a Annotation) string {
	s := "@" + a.Name // any word is clear behind the @
	if !isIdent(a.Name) {
		s = "@" + quote(a.Name)
	}
	if a.Body != "" {
		s += " " + strconv.Quote(a.Body)
	}
	if !a.Structured {
		return s
	}
	parts := make([]string, len(a.Values))
	for i, v := range a.Values {
		if i < len(a.Keys) {
			parts[i] = quote(a.Keys[i]) + " = "
		}
		parts[i] += valueText(v)
	}
	return s + " [" + strings.Join(parts, ", ") + "]"
}

func (t *printer) annotationLines(list []Annotation) {
	for _, a := range list {
		t.line("%s", annotation(a))
	}
}

// ValueText is a constant in the text form.
func ValueText(v Value) string { return valueText(v) }

// valueText is a constant: VALUE:TYPE but for bool and string.
func valueText(v Value) string {
	switch v := v.(type) {
	case *IntConst:
		return v.V.String() + ":" + typeText(v.T)
	case BoolConst:
		return strconv.FormatBool(bool(v))
	case StringConst:
		return strconv.Quote(string(v))
	case *MemberConst:
		return quote(v.Name) + ":" + typeText(v.T)
	case *ListConst:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = valueText(e)
		}
		return "{" + strings.Join(parts, ", ") + "}:" + typeText(v.T)
	case *InvalidConst:
		return "{#}:" + typeText(v.T)
	}
	return "?"
}
