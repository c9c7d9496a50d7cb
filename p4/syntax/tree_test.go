package syntax

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax/scan"
	"up4/p4/syntax/token"
)

// squeeze leaves of a text its tokens alone, without a comma that ends a list.
func squeeze(t testing.TB, text string) string {
	var set source.Set
	f, err := set.Add("", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for s := scan.New(f, nil, 0); ; {
		tok := s.Next()
		if tok.Kind == token.EOF {
			return strings.Join(words, " ")
		}
		if n := len(words); tok.Kind == token.RBrace && n > 0 && words[n-1] == "," {
			words = words[:n-1]
		}
		words = append(words, tok.Text)
	}
}

// checkSpans holds the spans and the printing against the text: what an expression
// or a type prints as is what its span covers.
func checkSpans(t testing.TB, prog *Program, set *source.Set) {
	t.Helper()
	checkWithin(t, prog, set)
	Inspect(prog, func(n Node) bool {
		var printed string
		switch n := n.(type) {
		case *StackType:
			return true // the name may stand before the size
		case *SelectExpr, *BadExpr:
			return true
		case Expr:
			printed = ExprString(n)
		case Type:
			printed = TypeString(n)
		case *Name:
			printed = n.Text
		default:
			return true
		}
		f := set.File(n.Span().From)
		text := string(f.Text[f.Offset(n.Span().From):f.Offset(n.Span().To)])
		if strings.Contains(text, "\\") {
			return true // strings may be written in several ways
		}
		if got, want := squeeze(t, printed), squeeze(t, text); got != want {
			t.Errorf("%s: %T prints\n%s\nfor\n%s", set.Position(n.Span().From), n, got, want)
		}
		return true
	})
}

// checkWithin holds that each node's span covers those of the nodes within it.
func checkWithin(t testing.TB, outer Node, set *source.Set) {
	t.Helper()
	Inspect(outer, func(n Node) bool {
		if n == outer {
			return true
		}
		in, out := n.Span(), outer.Span()
		if in.From < out.From || in.To > out.To {
			t.Errorf("%s: %T reaches out of the %T around it", set.Position(in.From), n, outer)
		}
		checkWithin(t, n, set)
		return false
	})
}

// grouped prints an expression with parentheses that show the tree.
func grouped(e Expr) string {
	switch e := e.(type) {
	case *BinaryExpr:
		return "(" + grouped(e.X) + e.Op.String() + grouped(e.Y) + ")"
	case *UnaryExpr:
		return "(" + e.Op.String() + grouped(e.X) + ")"
	case *CondExpr:
		return "(" + grouped(e.Cond) + "?" + grouped(e.Then) + ":" + grouped(e.Else) + ")"
	case *CastExpr:
		return "(cast " + TypeString(e.Type) + " " + grouped(e.X) + ")"
	case *MemberExpr:
		return grouped(e.X) + "." + e.Sel.Text
	case *ParenExpr:
		return "[" + grouped(e.X) + "]"
	case *CallExpr:
		return fmt.Sprintf("(call %s %d %d)", grouped(e.Fun), len(e.TypeArgs), len(e.Args))
	}
	return ExprString(e)
}

// Precedence and associativity (appendix H), and what names of types decide.
func TestExpressions(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a + b * c - d", "((a+(b*c))-d)"},
		{"a ++ b + c", "((a++b)+c)"},
		{"a << b + c >> d", "((a<<(b+c))>>d)"},
		{"a & b | c ^ d & e", "((a&b)|(c^(d&e)))"},
		{"a == b & c", "(a==(b&c))"},
		{"a < b == c > d", "((a<b)==(c>d))"},
		{"a && b || c && d", "((a&&b)||(c&&d))"},
		{"a || b ? c : d ? e : f", "((a||b)?c:(d?e:f))"},
		{"a ? b ? c : d : e", "(a?(b?c:d):e)"},
		{"-a * !b.c[1]", "((-a)*(!b.c[1]))"},
		{"- -a + ~a", "((-(-a))+(~a))"},
		{"(a) - b", "([a]-b)"},
		{"(T) - b", "(cast T (-b))"},
		{"(T) a.b + c", "((cast T a.b)+c)"},
		{"(T.A + b)", "[(T.A+b)]"},
		{"(T(1)).f()", "(call [(call T 0 1)].f 0 0)"},
		{"(bit<8>) a == b", "((cast bit<8> a)==b)"},
		{"(G<T>) {a = 1}", "(cast G<T> {a = 1})"},
		{"f<T>(x)", "(call f 1 1)"},
		{"a + f<bit<8>>(x)", "(a+(call f 1 1))"},
		{"f<b>(x)", "((f<b)>[x])"},
		{"a.f<T, b>(x, _)", "(call a.f 2 2)"},
		{"G<T>(x)", "(call G 1 1)"},
		{"a < T.A", "(a<T.A)"},
		{"a > T.A", "(a>T.A)"},
		{"a |+| b |-| c", "((a|+|b)|-|c)"},
		{"a >> b >= c", "((a>>b)>=c)"},
		{"error.X == a", "(error.X==a)"},
		{".a + .T.b", "(.a+.T.b)"},
	}
	for _, test := range tests {
		prog, diags, set := parse(t, "struct T {} struct G<A> {} const bit<8> c = "+test.text+";")
		if len(diags.All) != 0 {
			t.Errorf("%s: %v", test.text, diags.All[0].Msg)
			continue
		}
		e := prog.Decls[2].(*ConstDecl).Value
		if got := grouped(e); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
		checkSpans(t, prog, set)
	}
}

// Integers as clause 6.4.3.2 has them; a value too large keeps its lower bits.
func TestIntegers(t *testing.T) {
	tests := []struct {
		text, value string
		width       int
		signed      bool
		base        int
	}{
		{"32w255", "255", 32, false, 10},
		{"32w0d255", "255", 32, false, 10},
		{"32w0xFF", "255", 32, false, 16},
		{"32s0xFF", "255", 32, true, 16},
		{"8w0b10101010", "170", 8, false, 2},
		{"8w0b_1010_1010", "170", 8, false, 2},
		{"8s0b1010_1010", "-86", 8, true, 2}, // 170 - 256
		{"16w0377", "377", 16, false, 10},
		{"16w0o377", "255", 16, false, 8},
		{"0", "0", 0, false, 10},
		{"1_000", "1000", 0, false, 10},
		{"0XfF", "255", 0, false, 16},
		{"8w257", "1", 8, false, 10},
		{"1s1", "-1", 1, true, 10},
		{"0w0", "0", 0, false, 10},
	}
	for _, test := range tests {
		prog, _, _ := parse(t, "const int a = "+test.text+";")
		lit := prog.Decls[0].(*ConstDecl).Value.(*IntLit)
		if lit.Sized != strings.ContainsAny(test.text, "ws") {
			t.Errorf("%s: sized %v", test.text, lit.Sized)
		}
		if lit.Value.String() != test.value || lit.Width != test.width || lit.Signed != test.signed || lit.Base != test.base {
			t.Errorf("%s: got %v, width %d, signed %v, base %d", test.text, lit.Value, lit.Width, lit.Signed, lit.Base)
		}
	}
}

// Inspect reaches every node that the tree holds.
func TestInspect(t *testing.T) {
	for _, text := range programs(t, "testdata/accepted.p4") {
		prog, _, _ := parse(t, text)
		seen := map[Node]bool{}
		Inspect(prog, func(n Node) bool {
			if seen[n] {
				t.Errorf("%T is visited twice", n)
			}
			seen[n] = true
			return true
		})
		var walk func(v reflect.Value)
		walk = func(v reflect.Value) {
			switch v.Kind() {
			case reflect.Interface:
				if !v.IsNil() {
					walk(v.Elem())
				}
			case reflect.Pointer:
				if n, ok := v.Interface().(Node); ok && !v.IsNil() {
					if !seen[n] {
						t.Errorf("%T is not visited", n)
					}
					walk(v.Elem())
				}
			case reflect.Slice:
				for i := range v.Len() {
					walk(v.Index(i))
				}
			case reflect.Struct:
				for i := range v.NumField() {
					if f := v.Type().Field(i); f.IsExported() || f.Name == "declared" {
						walk(v.Field(i))
					}
				}
			}
		}
		walk(reflect.ValueOf(prog))
	}
}

func TestDump(t *testing.T) {
	prog, _, set := parse(t, "@a(x) const bit<8> c =\n  -d[1:0];")
	var text, js strings.Builder
	if err := DumpText(&text, prog, set); err != nil {
		t.Fatal(err)
	}
	want := `Program a.p4:1:1
  decls[0]: ConstDecl a.p4:1:1
    annotations[0]: Annotation a.p4:1:1
      name: "a"
      form: "unstructured"
      tokens[0]: "x"
    name: "c"
    type: BaseType a.p4:1:13
      form: "bit"
      width: IntLit a.p4:1:17
        text: "8"
        value: "8"
        base: 10
    value: UnaryExpr a.p4:2:3
      op: "-"
      x: SliceExpr a.p4:2:4
        x: Ident a.p4:2:4
          name: "d"
        hi: IntLit a.p4:2:6
          text: "1"
          value: "1"
          base: 10
        lo: IntLit a.p4:2:8
          text: "0"
          value: "0"
          base: 10
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
	if err := DumpJSON(&js, prog, set); err != nil {
		t.Fatal(err)
	}
	var v struct {
		Kind  string
		Decls []struct{ Kind, At, Name string }
	}
	if err := json.Unmarshal([]byte(js.String()), &v); err != nil {
		t.Fatalf("%v\n%s", err, js.String())
	}
	if v.Kind != "Program" || len(v.Decls) != 1 || v.Decls[0].Kind != "ConstDecl" || v.Decls[0].Name != "c" || v.Decls[0].At != "a.p4:1:1" {
		t.Errorf("got %+v", v)
	}
	if regexp.MustCompile(`"0x|null`).MatchString(js.String()) {
		t.Errorf("got %s", js.String())
	}
}
