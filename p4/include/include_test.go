package include

import (
	"bytes"
	"testing"
)

// Each name has a text whose first line says what it is.
func TestLookup(t *testing.T) {
	if len(Names()) != 10 {
		t.Errorf("%d names", len(Names()))
	}
	for _, name := range Names() {
		text, ok := Lookup(name)
		if !ok || !bytes.HasPrefix(text, []byte("// ")) {
			t.Errorf("%s: found %v, begins %.20q", name, ok, text)
		}
	}
	for _, name := range []string{"", "none.p4", "include.go", "../include/core.p4"} {
		if _, ok := Lookup(name); ok {
			t.Errorf("%q was found", name)
		}
	}
}

// The two names of PSA give one text, so that including both declares it once.
func TestSameText(t *testing.T) {
	a, _ := Lookup("psa.p4")
	b, _ := Lookup("bmv2/psa.p4")
	if !bytes.Equal(a, b) {
		t.Error("psa.p4 and bmv2/psa.p4 differ")
	}
}
