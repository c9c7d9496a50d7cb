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
    action set() { h.x.a = 1; } meter(4, MeterType.packets) rate;
    table busy { key = { s.deq_timedelta : exact; } actions = { set; NoAction; } } %s
    apply {
%s
    }
}
RUN(Work)
`
	for _, tt := range []struct{ code, want, declared string }{
		{"idle.apply();", "", ""},
		{"if (idle.apply().hit) { h.x.a = 1; }", "x.p4:4:26: standard_metadata.enq_qdepth is read", ""},
		{"busy.apply();", "x.p4:6:26: standard_metadata.deq_timedelta is read", ""},
		{"h.x.a = (bit<8>)s.deq_qdepth;", "x.p4:8:", ""},
		{"s.deq_qdepth = 3;", "", ""},
		{"digest(1, s);", "x.p4:8:1: the whole of standard_metadata, with enq_qdepth, is read", ""},
		{"log_msg(\"{}\", {h.x.a, s});", "x.p4:8:1: the whole of standard_metadata", ""},
		{"standard_metadata_t old = s; old.egress_spec = 1; s = old;", "", ""},
		{"standard_metadata_t old = s; if (old != s) { h.x.a = 1; }", "x.p4:8:", ""},
		{"resubmit(s); recirculate({ m, s }); clone3(CloneType.I2E, 1, s);", "", ""},
		{"bool r; hash(r, HashAlgorithm.crc16, 16w0, h.x, 16w4); h.x.a = r ? 8w1 : 0;", "x.p4:8:9: the result of hash is no number", ""},
		{"hash(h.x.a, HashAlgorithm.crc16, true, h.x, 16w4);", "x.p4:8:1: the base of hash is no number", ""},
		{"hash(h.x.a, HashAlgorithm.crc16, 8w0, h.x, false);", "x.p4:8:1: the max of hash is no number", ""},
		{"error r; random(r, error.NoError, error.NoMatch); if (r == error.NoMatch) { h.x.a = 1; }", "x.p4:8:10: the result of random is no number", ""},
		{"bool r; rate.execute_meter(0, r); h.x.a = r ? 8w1 : 0;", "x.p4:8:9: the result of meter.execute_meter is no number", ""},
		{"shown.apply();", "x.p4:6:153: the result of direct_meter.read is no number",
			"direct_meter<bool>(MeterType.packets) marks; action mark() { bool r; marks.read(r); } table shown { key = { h.x.a : exact; } actions = { mark; } meters = marks; }"},
		{"update_checksum(true, h.x, h.x, HashAlgorithm.crc16);", "x.p4:8:1: the checksum of update_checksum is no number", ""},
		{"verify_checksum_with_payload(true, h.x, true, HashAlgorithm.crc16);", "x.p4:8:1: the checksum of verify_checksum_with_payload is no number", ""},
		{"own(h.x.a);", "x.p4:8:1: own is an extern of this program's own", ""},
	} {
		p, err := Read("./x.p4", Reading{Read: func(path string) ([]byte, error) {
			if strings.HasSuffix(path, "x.p4") {
				return fmt.Appendf(nil, frame, tt.declared, tt.code), nil
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
