package lower

import (
	"strings"
	"testing"
)

// TestExtractToNext: what an extraction to a stack's next element comes to (13.8.2,
// 8.18), where its size has an effect and where not.
func TestExtractToNext(t *testing.T) {
	const before = `#include <core.p4>
header H { bit<8> a; }
header V { bit<8> len; varbit<256> data; }
header_union U { H h; V v; }
struct S { V[3] s; U[2] u; bit<32> n; }
parser Pr(packet_in p, out S s);
package P(Pr p);
bit<32> pop(inout S s) { s.s.pop_front(1); return 8; }
parser pr(packet_in p, out S s) {
    state start {
        `
	const after = `
        transition accept;
    }
}
P(pr()) main;
`
	for _, c := range []struct{ code, want string }{
		{"p.extract(s.s.next, s.n);", "check_next s.s\nextract p, s.s.next, s.n"},
		{"p.extract(s.s.next, (bit<32>) s.s.lastIndex);", "check_next s.s\nextract p, s.s.next, last_index(s.s)"},
		{"p.extract(s.s.next, pop(s));", "check_next s.s\ncall pop(inout s) -> result\ncheck_next s.s\nextract p, s.s.next, result"},
		{"p.extract(s.u.next.v, pop(s));", "check_next s.u\ncall pop(inout s) -> result\ncheck_next s.u\nextract p, s.u.next.v, result"},
		{"p.extract(s.s[s.n], pop(s));", "tmp = s.n\ncall pop(inout s) -> result\nextract p, s.s[tmp], result"},
	} {
		f := check(t, "extract.p4", before+c.code+after)
		if s := f.errors(); s != "" {
			t.Errorf("%s: %s", c.code, s)
			continue
		}
		_, text, err := lowered(f)
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		_, text, _ = strings.Cut(text, "start: state start\n")
		text, _, _ = strings.Cut(text, "\n  goto ")
		if got := strings.ReplaceAll(strings.TrimSpace(text), "\n  ", "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.code, got, c.want)
		}
	}
}
