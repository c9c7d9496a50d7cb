package registry

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/internal/seeded"
)

// bug is a mistake as one makes it, seeded into the back end native: in file,
// old becomes wrong.
type bug struct{ name, file, old, wrong string }

var bugs = []bug{
	{"checksum not verified", "l3fwd_unsafe.go",
		"load16(p, offChecksum) != 0xffff && sumsUp(p)", "load16(p, offChecksum) != 0xffff"},
	{"checksum 0xffff let through", "l3fwd_unsafe.go",
		"load16(p, offChecksum) != 0xffff && sumsUp(p)", "sumsUp(p)"},
	{"checksum reaches 0xffff, as by RFC 1141", "l3fwd_unsafe.go",
		"if v >= 0xffff<<16 {", "if false {"},
	{"carry of the checksum lost", "l3fwd.go",
		"uint16(s + (s+1)>>16)", "uint16(s)"},
	{"expired packets forwarded", "l3fwd_unsafe.go",
		"load8(p, offTTL) > 1", "load8(p, offTTL) > 0"},
	{"total length beyond the frame accepted", "l3fwd_unsafe.go",
		"<= uint32(d.BodyLen)-headersLen", "<= uint32(d.BodyLen)-headersLen+1"},
	{"source address half rewritten", "l3fwd_unsafe.go",
		"store32(p, 8, uint32(old>>16))", "store32(p, 8, uint32(old>>24))"},
	{"head of a frame ignored", "l3fwd_unsafe.go",
		"d.HeadLen == 0 && d.BodyLen >= headersLen &&", "d.BodyLen >= headersLen &&"},
	{"forward's port cut to 8 bits", "l3fwd_unsafe.go",
		"d.Egress = bits.ReverseBytes16(uint16(data))", "d.Egress = uint16(data) >> 8"},
	{"punt by a route taken for drop", "l3fwd.go",
		"if r.Action == l3Punt {", "if r.Action == l3Drop {"},
	{"routed packets not counted", "l3fwd_unsafe.go",
		"tally(hits, r).Add(1)", "_ = hits"},
	{"options forwarded", "l3fwd.go",
		"case ihl > 5:\n\t\treturn punt\n", ""},
	{"ARP dropped", "l3fwd.go",
		"case typeARP:\n\t\treturn punt", "case typeARP:\n\t\treturn drop"},
	{"headers in two pieces half written back", "l3fwd.go",
		"copy(body, h[n:])", "_ = n"},
	{"address of a short frame looked up", "l2fwd.go",
		"if d.Len() < ethernetLen {", "if d.Len() < 6 {"},
	{"unknown groups left to the default action", "l2fwd.go",
		"missed && f&groupBit != 0", "missed && false"},
	{"known groups flooded", "l2fwd.go",
		"missed && f&groupBit != 0", "(missed || true) && f&groupBit != 0"},
	{"frames sent back where they came from", "l2fwd.go",
		"if d.Egress == d.Ingress {", "if false {"},
	{"copy to the ingress port", "l2fwd.go",
		"if m.Port == d.Ingress {\n\t\t\tcontinue\n\t\t}\n", ""},
	{"frame lost when copies run out", "l2fwd.go",
		"return i\n", "return i + 1\n"},
	{"empty group counted as the program's drop", "l2fwd.go",
		"d.Reason = frame.NoGroup", "d.Reason = frame.ByProgram"},
	{"address read behind the head", "l2fwd_unsafe.go",
		"d.HeadLen == 0 && d.BodyLen >= ethernetLen", "d.BodyLen >= ethernetLen"},
	{"last byte of the address ignored", "l2fwd_unsafe.go",
		"(1<<48 - 1)", "(1<<40 - 1)"},
}

// TestCorporaFindSeededBugs builds the back end native with each bug in turn and
// plays the corpora to it: every one must fail them.
func TestCorporaFindSeededBugs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test binary for each bug")
	}
	for _, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			r := corporaWith(t, b)
			if r.Outcome == seeded.NotBuilt {
				t.Fatalf("%s with %q for %q does not build:\n%s", b.file, b.wrong, b.old, r.Output)
			}
			if !strings.Contains(r.Output, "--- FAIL: TestCorpora") {
				t.Errorf("in %s, %q became %q, and the corpora did not see it:\n%s", b.file, b.old, b.wrong, r.Output)
			}
		})
	}
}

// corporaWith is what TestCorpora says with the bug built in.
func corporaWith(t *testing.T, b bug) seeded.Result {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "native", b.file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), b.old) != 1 {
		t.Fatalf("%s holds %q %d times, want once: the bug no longer fits the code", b.file, b.old, strings.Count(string(text), b.old))
	}
	wrong := []byte(strings.Replace(string(text), b.old, b.wrong, 1))
	r, err := seeded.Test(".", &seeded.Mistake{Path: path, Text: wrong}, "-test.run", "^TestCorpora$")
	if err != nil {
		t.Fatal(err)
	}
	return r
}
