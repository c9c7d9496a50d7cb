package ctl

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"up4/control/api"
	"up4/control/api/apitest"
)

// TestReadme: the protocol's description names every method and every code, and
// its example is one.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(codes(t), methodNames...) {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("README.md does not name %s", name)
		}
	}
	if len(methodNames) != len(methods) {
		t.Errorf("%d methods, %d names of methods", len(methods), len(methodNames))
	}

	_, example, _ := strings.Cut(string(text), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	lines := bufio.NewScanner(strings.NewReader(example))
	zero := 0
	sw := &apitest.Switch{WriteReply: api.Written{Applied: 1, Warnings: []string{}}}
	c := dial(t, serve(t, sw, Options{}))
	for lines.Scan() {
		request := lines.Text()
		if !lines.Scan() {
			t.Fatalf("no reply to %s", request)
		}
		if got := c.ask(request); got != lines.Text() {
			t.Errorf("%s:\n got %s\nwant %s", request, got, lines.Text())
		}
		sw.Err = &api.Error{Code: api.NotFound, Message: "no such entry", Index: &zero}
	}
	if n := len(sw.Calls()); n != 2 {
		t.Errorf("the example has %d requests", n)
	}
}

// codes is every constant of type api.Code, from its source.
func codes(t *testing.T) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../api/errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := v.Type.(*ast.Ident); ok && id.Name == "Code" {
			s, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		return true
	})
	if len(out) < 20 {
		t.Fatalf("only %d codes were found", len(out))
	}
	return out
}
