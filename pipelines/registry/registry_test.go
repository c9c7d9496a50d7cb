package registry

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"up4/p4/programs"
)

func TestEveryPairLoads(t *testing.T) {
	for _, p := range Programs() {
		offering := Offering(p)
		for _, b := range append([]string{Auto, ""}, offering...) {
			c, err := Load(p, b)
			if err != nil {
				t.Fatalf("Load(%s, %s): %v", p, b, err)
			}
			want := b
			if b == Auto || b == "" {
				want = offering[0]
			}
			if c.Program().Name != p || c.Profile().Backend != want {
				t.Errorf("Load(%s, %s) gave %s on %s", p, b, c.Program().Name, c.Profile().Backend)
			}
		}
	}
	for _, p := range programs.Names() {
		if !slices.Contains(Programs(), p) {
			t.Errorf("no back end has %s", p)
		}
	}
}

func TestErrorsSayWhatExists(t *testing.T) {
	for _, c := range []struct {
		program, backend string
		err              error
		text             string
	}{
		{"l3fw", "auto", ErrUnknownProgram, `unknown program "l3fw"; did you mean "l3fwd"?`},
		{"firewall", "auto", ErrUnknownProgram, "known are " + strings.Join(Programs(), ", ")},
		{"", "auto", ErrUnknownProgram, `unknown program ""`},
		{"l3fwd", "natve", ErrUnknownBackend, `unknown back end "natve"; did you mean "native"?`},
		{"l3fwd", "quantum", ErrUnknownBackend, "known are auto, native"},
		{"no/such.p4", "auto", fs.ErrNotExist, "no/such.p4"},
		{"nosuch.p4", "auto", fs.ErrNotExist, "nosuch.p4"},
	} {
		_, err := Load(c.program, c.backend)
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("Load(%q, %q): %v; want %v with %q", c.program, c.backend, err, c.err, c.text)
		}
	}
}

func TestPathsOfPrograms(t *testing.T) {
	c, err := Load(filepath.Join("..", "..", programs.Path("l3fwd")), Auto)
	if err != nil || c.Program().Name != "l3fwd" {
		t.Errorf("l3fwd by its path: %v", err)
	}
	text, _ := programs.Source("l3fwd")
	changed := filepath.Join(t.TempDir(), "l3fwd.p4")
	// Native engines are for one text, generated ones for what it says.
	for _, v := range []struct{ text, backend string }{
		{string(text) + "\n", "go"},
		{strings.Replace(string(text), "ttl <= 1", "ttl <= 2", 1), "interp"},
	} {
		if err := os.WriteFile(changed, []byte(v.text), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err = Load(changed, Auto)
		if err != nil {
			t.Fatal(err)
		}
		if p := c.Program(); c.Profile().Backend != v.backend || p.Name != "l3fwd" || p.SHA256 != programs.Digest([]byte(v.text)) {
			t.Errorf("a changed program: %+v on %s, not %s", p, c.Profile().Backend, v.backend)
		}
	}
	if _, err := Load(changed, "native"); !errors.Is(err, ErrNotOffered) || !strings.Contains(err.Error(), "native does not run l3fwd: it has engines for l2fwd and l3fwd alone") {
		t.Errorf("a changed program: %v", err)
	}
	wrong := filepath.Join(t.TempDir(), "wrong.p4")
	if err := os.WriteFile(wrong, []byte("const bit<8> a = b;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(wrong, Auto); !errors.Is(err, ErrRejected) || !strings.Contains(err.Error(), "wrong.p4:1:18: error:") {
		t.Errorf("a wrong program: %v", err)
	}
}
