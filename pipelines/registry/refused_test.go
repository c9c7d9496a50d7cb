package registry

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"up4/internal/textfile"
)

// What up4 does not model is refused by file, line and name; what only looks at it and
// does nothing is not.
func TestRefusedByLine(t *testing.T) {
	const frame = `#include "../../p4/clauses/frame.p4i"
extern void own(in bit<8> x);
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    table idle { key = { s.enq_qdepth : exact; } actions = { NoAction; } const default_action = NoAction(); }
    action set() { h.x.a = 1; }
    table busy { key = { s.deq_timedelta : exact; } actions = { set; NoAction; } }
    apply {
%s
    }
}
RUN(Work)
`
	for _, tt := range []struct{ code, want string }{
		{"idle.apply();", ""},
		{"if (idle.apply().hit) { h.x.a = 1; }", "x.p4:4:26: standard_metadata.enq_qdepth is read"},
		{"busy.apply();", "x.p4:6:26: standard_metadata.deq_timedelta is read"},
		{"h.x.a = (bit<8>)s.deq_qdepth;", "x.p4:8:"},
		{"s.deq_qdepth = 3;", ""},
		{"own(h.x.a);", "x.p4:8:1: own is an extern of this program's own"},
	} {
		p, err := Read("./x.p4", Reading{Read: func(path string) ([]byte, error) {
			if strings.HasSuffix(path, "x.p4") {
				return fmt.Appendf(nil, frame, tt.code), nil
			}
			return textfile.Read(path, textfile.Program)
		}})
		if err != nil {
			t.Errorf("%s: %v", tt.code, err)
			continue
		}
		_, err = Compile(p, "interp")
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrNotOffered) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.code, err, tt.want)
		}
	}
}
