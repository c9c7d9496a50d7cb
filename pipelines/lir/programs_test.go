package lir_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"up4/p4/front"
	"up4/pipelines/lir"
	"up4/pipelines/lir/lirtest"
	"up4/pipelines/lower"
	"up4/pipelines/schema"
)

// programs lowers the project's own programs, and gives each to f by its name.
func programs(t *testing.T, f func(t *testing.T, p *lir.Program)) {
	t.Helper()
	for _, pattern := range []string{"clauses/*.p4", "externs/*.p4", "programs/*/*.p4"} {
		list, err := filepath.Glob(filepath.Join("..", "..", "p4", pattern))
		if err != nil || len(list) == 0 {
			t.Fatalf("no programs: %v", err)
		}
		for _, path := range list {
			u := front.Check(path, front.Options{})
			if !u.OK() {
				t.Fatalf("%s is rejected", path)
			}
			name := strings.TrimSuffix(filepath.Base(path), ".p4")
			p, err := u.Lower("")
			if err != nil {
				t.Fatal(err)
			}
			s := schema.Of(p, schema.Origin{Name: name, Source: path}, u.Diags)
			if s == nil {
				t.Fatalf("%s has no schema", path)
			}
			l, err := lower.Lower(p, s)
			if err != nil {
				t.Logf("%s: %v", path, err)
				continue
			}
			t.Run(name, func(t *testing.T) { f(t, l.LIR) })
		}
	}
}

// TestLowered: what lowering makes of programs is valid, and its text says all of it.
func TestLowered(t *testing.T) {
	programs(t, func(t *testing.T, p *lir.Program) {
		for _, err := range lir.Validate(p) {
			t.Error(err)
		}
		text := lir.Text(p)
		q, err := lirtest.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range lir.Validate(q) {
			t.Errorf("read back: %v", err)
		}
		if d := cmp.Diff(text, lir.Text(q)); d != "" {
			t.Errorf("read back:\n%s", d)
		}
	})
}

// TestPassesOnPrograms: programs stay valid, and become no longer.
func TestPassesOnPrograms(t *testing.T) {
	programs(t, func(t *testing.T, p *lir.Program) {
		before := len(lir.Text(p))
		for _, pass := range lir.Passes {
			for _, f := range p.Funcs {
				pass.Run(f)
			}
			for _, err := range lir.Validate(p) {
				t.Errorf("after %s: %v", pass.Name, err)
			}
		}
		began := time.Now()
		lir.Simplify(p)
		if took := time.Since(began); took > 100*time.Millisecond {
			t.Logf("%v", took)
		}
		for _, err := range lir.Validate(p) {
			t.Errorf("in the end: %v", err)
		}
		after := len(lir.Text(p))
		t.Logf("%d bytes of text, %d before", after, before)
		if after > before {
			t.Errorf("%d bytes of text, %d before", after, before)
		}
	})
}
