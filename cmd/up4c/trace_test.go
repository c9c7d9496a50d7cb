package main

import (
	"encoding/json"
	"strings"
	"testing"

	"up4/control/api"
)

// traced has a bit of everything that a trace tells of.
const traced = `#include <core.p4>
#include <v1model.p4>
header b_t { bit<8> v; bit<24> w; }
struct headers_t { b_t a; b_t[2] s; }
struct meta_t { bit<8> m; }
parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start { p.extract(h.a); transition select(h.a.v) { 0: accept; default: more; } }
    state more { p.extract(h.s.next); verify(h.s[0].v != 9, error.NoMatch); transition accept; }
}
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    counter(4, CounterType.packets) seen;
    action note() { m.m = 7; }
    action out_by(bit<9> port) { s.egress_spec = port; }
    table t {
        key = { h.a.v: ternary; }
        actions = { out_by; NoAction; }
        const default_action = NoAction();
    }
    apply {
        note();
        seen.count(3);
        t.apply();
        h.a.w[7:0] = 0xee;
        h.s[0].setInvalid();
    }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply { if (h.a.v == 2) mark_to_drop(s); } }
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply { p.emit(h.a); p.emit(h.s); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`

const tracedScript = `add t 4 a.v:1 out_by(port:5)
packet 3 01000000 42424242 99
expect 5 010000ee 99 $
packet 3 02000000
no_packet
packet 3 01000000 09000000
expect 5 010000ee $
`

// The text is the program followed by hand.
const tracedText = `t.stf:1: add t 4 a.v:0x1 out_by(port:0x5)
t.stf:2: packet 3 01000000 42424242 99
in by vport 3, 9 bytes: 010000004242424299
  P  (t.p4:6)
    state start  (t.p4:7)
      extract h.a v=1, w=0x000000  (t.p4:7)
    state more  (t.p4:8)
      extract h.s[0] v=66, w=0x424242  (t.p4:8)
  V  (t.p4:10)
  I  (t.p4:11)
    call note  (t.p4:13)
    m.m: 0 → 7  (t.p4:13)
    extern I.seen.count(0x00000003)  (t.p4:22)
    table I.t with h.a.v=1  (t.p4:23)
      hit of a.v=1 priority=4: action I.out_by(port=5)
    s.egress_spec: 0 → 5  (t.p4:14)
    h.a.w: 0x000000 → 0x0000ee  (t.p4:24)
    h.s[0].isValid(): true → false  (t.p4:25)
  E  (t.p4:28)
  C  (t.p4:29)
  D  (t.p4:30)
    emit h.a: 4 bytes  (t.p4:30)
    emit h.s: 0 bytes  (t.p4:30)
  out by vport 5, 5 bytes: 010000ee99
	port 5: 010000ee99
t.stf:3: expect 5 010000ee 99 $
t.stf:4: packet 3 02000000
in by vport 3, 4 bytes: 02000000
  P  (t.p4:6)
    state start  (t.p4:7)
      extract h.a v=2, w=0x000000  (t.p4:7)
    state more  (t.p4:8)
    reject: error.PacketTooShort
  V  (t.p4:10)
  I  (t.p4:11)
    call note  (t.p4:13)
    m.m: 0 → 7  (t.p4:13)
    extern I.seen.count(0x00000003)  (t.p4:22)
    table I.t with h.a.v=2  (t.p4:23)
      miss: action NoAction()
`

func TestStfTrace(t *testing.T) {
	b := newBench(t, map[string]string{"t.p4": traced, "t.stf": tracedScript})
	code, out, errText := b.run("stf --trace t.p4 t.stf")
	if code != 0 || errText != "" {
		t.Fatalf("exit %d: %s", code, errText)
	}
	want, got := strings.Split(tracedText, "\n"), strings.Split(out, "\n")
	for i, line := range want {
		if line != "" && (i >= len(got) || got[i] != line) {
			t.Fatalf("line %d is not %q in\n%s", i+1, line, out)
		}
	}
	for _, line := range []string{"    extern mark_to_drop(s)  (t.p4:28)", "    s.egress_spec: 0 → 511  (t.p4:28)", "  dropped: the program drops it", "    reject: error.NoMatch"} {
		if !strings.Contains(out, "\n"+line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
}

// A header of a union that becomes valid makes the others invalid (8.19), which shows.
func TestStfTraceUnion(t *testing.T) {
	r := strings.NewReplacer("struct headers_t { b_t a; b_t[2] s; }", "header_union u_t { b_t x; b_t y; } struct headers_t { b_t a; b_t[2] s; u_t u; }",
		"h.s[0].setInvalid();", "h.u.x.setValid(); h.u.y = { 1, 2 }; h.u.x.setValid();")
	b := newBench(t, map[string]string{"t.p4": r.Replace(traced), "t.stf": "packet 0 00000000\nexpect 0"})
	code, out, errText := b.run("stf --trace t.p4 t.stf")
	if code != 0 || errText != "" {
		t.Fatalf("exit %d: %s", code, errText)
	}
	want := `    h.u.x.isValid(): false → true  (t.p4:25)
    h.u.x.isValid(): true → false  (t.p4:25)
    h.u.y.isValid(): false → true  (t.p4:25)
    h.u.y.v: 0 → 1  (t.p4:25)
    h.u.y.w: 0x000000 → 0x000002  (t.p4:25)
    h.u.x.isValid(): false → true  (t.p4:25)
    h.u.y.isValid(): true → false  (t.p4:25)
`
	if !strings.Contains(out, want) {
		t.Errorf("no\n%s in\n%s", want, out)
	}
}

func TestStfTraceJSON(t *testing.T) {
	b := newBench(t, map[string]string{"t.p4": traced, "t.stf": tracedScript})
	code, out, errText := b.run("stf --trace --json t.p4 t.stf")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || errText != "" || len(lines) != 3 {
		t.Fatalf("exit %d: %s, %d lines", code, errText, len(lines))
	}
	var x api.Trace
	if err := json.Unmarshal([]byte(lines[0]), &x); err != nil {
		t.Fatal(err)
	}
	last := x.Events[len(x.Events)-1]
	if x.Vport != 3 || len(x.Bytes) != 9 || last.Event != "send" || *last.Vport != 5 || last.Length != 5 {
		t.Errorf("got %s", lines[0])
	}
}

// A back end that does not trace says so.
func TestStfTraceOnNative(t *testing.T) {
	b := newBench(t, map[string]string{"t.stf": "packet 0 00\n"})
	code, _, errText := b.run("stf --trace --backend native l3fwd t.stf")
	if code != 1 || !strings.Contains(errText, "back end native does not trace; --backend interp does") {
		t.Errorf("exit %d: %s", code, errText)
	}
}
