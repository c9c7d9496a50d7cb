package random

import (
	"strings"
	"testing"
)

// The same bytes make the same program, and other bytes another.
func TestPrograms(t *testing.T) {
	for name, make := range map[string]func(*Choice) string{"Program": Program, "PSA": PSA, "Own": Own} {
		a, b, c := make(NewChoice([]byte("a"))), make(NewChoice([]byte("a"))), make(NewChoice([]byte("c")))
		if a != b {
			t.Errorf("%s: two programs of the same bytes", name)
		}
		if a == c {
			t.Errorf("%s: one program of different bytes", name)
		}
	}
}

func TestGraft(t *testing.T) {
	const text = "#include <core.p4>\nconst bit<8> a = 1;\nconst bit<8> b = a + 2;\n"
	pool := &Pool{}
	pool.Add("const bit<16> other = 16w7;")
	grafted := false
	for i := range 50 {
		c := NewChoice([]byte{byte(i)})
		got := Graft(c, pool, text, 2)
		if !strings.HasPrefix(got, "#include <core.p4>\n") {
			t.Errorf("the directive is changed: %s", got)
		}
		grafted = grafted || strings.Contains(got, "16")
	}
	if !grafted {
		t.Error("nothing of the pool was grafted in")
	}
	if got := Graft(NewChoice(nil), &Pool{}, text, 0); got != text {
		t.Errorf("no graft changes a program to %s", got)
	}
}

func TestMangle(t *testing.T) {
	const text = "const bit<8> a = 1;"
	kinds := map[string]bool{}
	for i := range 50 {
		got := Mangle(NewChoice([]byte{byte(i)}), text, 1)
		switch n := len(tokens(got)) - len(tokens(text)); n {
		case -1:
			kinds["deleted"] = true
		case 0:
			kinds["exchanged"] = true
		case 1:
			kinds["repeated"] = true
		default:
			t.Errorf("%d tokens more in %s", n, got)
		}
	}
	if len(kinds) != 3 {
		t.Errorf("only %v", kinds)
	}
	if got := Mangle(NewChoice(nil), "", 3); got != "" {
		t.Errorf("nothing becomes %q", got)
	}
}
