package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/io/overlay"
)

// reflector sends a frame back to where it came from, with a byte put in front.
const reflector = `#include <core.p4>
#include <v1model.p4>
header tag_t { bit<8> v; }
header eth_t { bit<48> dst; bit<48> src; bit<16> type; }
struct headers_t { tag_t tag; eth_t eth; }
struct meta_t {}
parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start { p.extract(h.eth); transition accept; }
}
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    action back(bit<8> v) { s.egress_spec = s.ingress_port; h.tag.setValid(); h.tag.v = v; }
    table t {
        key = { h.eth.type : exact; }
        actions = { back; NoAction; }
        const entries = { 0x1234 : back(%s); }
    }
    apply { mark_to_drop(s); t.apply(); }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply {} }
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`

// A .p4 by its path is a pipeline: what it says is what comes out, also after it was
// edited.
func TestProgramByPath(t *testing.T) {
	for _, tag := range []string{"0x41", "0x42"} {
		src, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		port := freePort(t)
		cfg := config(t, port, fmt.Sprintf("[[vport]]\nid = 1\npeer = %q\n", src.LocalAddr()))
		program := filepath.Join(filepath.Dir(cfg), "reflector.p4")
		text, err := os.ReadFile(cfg)
		if err != nil {
			t.Fatal(err)
		}
		text = []byte(strings.Replace(string(text), `"l3fwd"`, fmt.Sprintf("%q", program), 1))
		for path, text := range map[string][]byte{cfg: text, program: fmt.Appendf(nil, reflector, tag)} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d := start(t, cfg)
		frame := make([]byte, overlay.Size+60)
		overlay.Header{Vport: 0, Seq: 1}.Put(frame)
		inner := frame[overlay.Size:]
		inner[12], inner[13], inner[20] = 0x12, 0x34, 0x99
		if _, err := src.WriteToUDP(frame, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}); err != nil {
			t.Fatal(err)
		}
		want := append([]byte{tag[3] - '0' + 0x40}, inner...)
		if got := answer(t, src); !bytes.Equal(got, want) {
			t.Errorf("%s: got %x, want %x", tag, got, want)
		}
		if err := d.cmd.Process.Signal(unix.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if code := d.end(); code != 143 {
			t.Errorf("exit code %d; %s", code, d.err.String())
		}
	}
}

// answer is the first frame that arrives; datagrams of a header alone are greetings.
func answer(t *testing.T, c *net.UDPConn) []byte {
	t.Helper()
	b := make([]byte, 2000)
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	for {
		n, err := c.Read(b)
		if err != nil {
			t.Fatalf("no frame came back: %v", err)
		}
		if n > overlay.Size {
			return b[overlay.Size:n]
		}
	}
}
