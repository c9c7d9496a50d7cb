package ir

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDoc: docs/ir.md names each operator, each word of the text form, and each pass.
func TestDoc(t *testing.T) {
	text, err := os.ReadFile("../../docs/ir.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	for w := range words {
		if w != "_" && !regexp.MustCompile(`\b`+w+`\b`).MatchString(doc) {
			t.Errorf("docs/ir.md does not speak of %q", w)
		}
	}
	for _, pass := range Passes {
		if !strings.Contains(doc, "| `"+pass.Name+"` |") {
			t.Errorf("docs/ir.md does not speak of the pass %q", pass.Name)
		}
	}
	for _, w := range regexp.MustCompile("(?m)^\\| `([a-z_]+) ").FindAllStringSubmatch(doc, -1) {
		if !words[w[1]] && w[1] != "x" {
			t.Errorf("docs/ir.md speaks of %q, which does not exist", w[1])
		}
	}
}

// TestInstructions: each instruction, terminator and expression that code.go declares
// is printed, validated and mapped: its type is named by a case in each of these.
func TestInstructions(t *testing.T) {
	declared := map[string][]string{}
	fset := token.NewFileSet()
	f, err := goparser.ParseFile(fset, "methods.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		m, ok := d.(*ast.FuncDecl)
		if !ok || m.Recv == nil {
			continue
		}
		if star, ok := m.Recv.List[0].Type.(*ast.StarExpr); ok {
			declared[m.Name.Name] = append(declared[m.Name.Name], star.X.(*ast.Ident).Name)
		}
	}
	for kind, files := range map[string][]string{
		"instr":  {"print_code.go", "validate_code.go", "visit.go"},
		"term":   {"print_code.go", "validate_code.go"},
		"expr":   {"print_code.go", "validate_expr.go", "visit.go"},
		"keyset": {"print_code.go", "validate_table.go"},
	} {
		if len(declared[kind]) < 5 {
			t.Errorf("only %d of %s are declared", len(declared[kind]), kind)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range declared[kind] {
				if kind == "expr" && x == "Const" && name == "visit.go" {
					continue // it has no parts
				}
				if !regexp.MustCompile(`case .*\*` + x + `\b`).Match(text) {
					t.Errorf("%s does not know %s", name, x)
				}
			}
		}
	}
}
