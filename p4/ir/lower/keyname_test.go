package lower

import "testing"

// TestKeyNames: each key's name is its @name, or its expression with the names that
// fields have for the control plane and the values of its numbers (18.3.1).
func TestKeyNames(t *testing.T) {
	const before = `match_kind { exact }
header H { bit<8> a; @name("bee") bit<8> b; @name(".c.ross") bit<8> c; @name["dee"] bit<8> d; }
struct S { H h; @name("renamed") H two; H[2] s; bit<64> w; }
extern bit<8> f(bit<8> x);
control C(inout S s);
package P(C c);
action none() {}
control c(inout S s) {
    table t {
        key = {
`
	const after = `
        }
        actions = { none; }
        default_action = none;
    }
    apply { t.apply(); }
}
P(c()) main;
`
	for _, c := range []struct {
		keys string
		want []string
	}{
		{`s.h.a : exact; s.h.a : exact @name("x"); s.h.a : exact @name["y"];`, []string{"s.h.a", "x", "y"}},
		{`s.h.b : exact; s.h.c : exact; s.h.d : exact; s.two.a : exact;`, []string{"s.h.bee", "c.ross", "s.h.dee", "s.renamed.a"}},
		{`s.s[1].a : exact; s.s[8w1].b : exact;`, []string{"s.s[1].a", "s.s[1].bee"}},
		{`s.h.isValid() : exact; s.two.isValid() : exact;`, []string{"s.h.$valid$", "s.renamed.$valid$"}},
		{`s.h.a & 8w0x0F : exact; s.h.b & 8w0b0110 : exact; s.w[15:8] : exact; s.two.b[8w3:0] : exact;`, []string{"s.h.a & 0xf", "s.h.bee & 0b110", "s.w[15:8]", "s.renamed.bee[3:0]"}},
		{`s.h.a & 8w1_0 : exact; s.h.a & 0d7 : exact; s.h.a & 8w0x3648 : exact;`, []string{"s.h.a & 10", "s.h.a & 7", "s.h.a & 0x48"}},
		// A key with an effect puts the values of all in temporaries, but not their names.
		{`f(8w2) : exact @name("f"); s.h.b : exact; s.h.isValid() : exact;`, []string{"f", "s.h.bee", "s.h.$valid$"}},
	} {
		f := check(t, "keys.p4", before+c.keys+after)
		if s := f.errors(); s != "" {
			t.Errorf("%s: %s", c.keys, s)
			continue
		}
		p, _, err := lowered(f)
		if err != nil {
			t.Errorf("%s: %v", c.keys, err)
			continue
		}
		for i, k := range p.Tables[0].Keys {
			if k.Name != c.want[i] {
				t.Errorf("%s: key %d is named %q, want %q", c.keys, i, k.Name, c.want[i])
			}
		}
	}
}
