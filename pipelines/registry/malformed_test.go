package registry

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"up4/p4/programs"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/rig"
)

// reporting parses Ethernet, IPv4 with options, and a stack of tags, and puts the
// parser's error, as a byte, in front of what is left.
const reporting = `#include <core.p4>
#include <v1model.p4>
header eth_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t { bit<4> version; bit<4> ihl; bit<72> a; bit<80> b; }
header options_t { varbit<320> all; }
header tag_t { bit<16> next; }
header report_t { bit<8> code; }
struct headers_t { report_t r; eth_t eth; ipv4_t ip; options_t o; tag_t[40] tags; }
struct meta_t {}
parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start {
        p.extract(h.eth);
        transition select(h.eth.type) { 0x0800: ip; 0x8100: tag; default: accept; }
    }
    state ip {
        p.extract(h.ip);
        verify(h.ip.ihl >= 5, error.HeaderTooShort);
        p.extract(h.o, ((bit<32>)h.ip.ihl - 5) * 32);
        transition accept;
    }
    state tag {
        p.extract(h.tags.next);
        transition select(h.tags.last.next) { 0: accept; default: tag; }
    }
}
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        s.egress_spec = 1;
        h.r.setValid();
        if (s.parser_error == error.NoError) h.r.code = 0;
        else if (s.parser_error == error.PacketTooShort) h.r.code = 1;
        else if (s.parser_error == error.StackOutOfBounds) h.r.code = 3;
        else if (s.parser_error == error.HeaderTooShort) h.r.code = 4;
        else h.r.code = 0xff;
    }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply {} }
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`

// eachEngine runs f with a bench for every back end that runs a program.
func eachEngine(t *testing.T, p *Program, f func(*testing.T, *rig.Rig)) {
	t.Helper()
	for _, b := range p.Offering() {
		t.Run(p.Name+"/"+b, func(t *testing.T) {
			c, err := Compile(p, b)
			if err != nil {
				t.Fatal(err)
			}
			f(t, bench(t, c))
		})
	}
}

func bench(t *testing.T, c pipelines.Compiled) *rig.Rig {
	t.Helper()
	r, err := rig.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// Packets that are cut anywhere, that have header lengths which cannot be, or more
// headers than there is room for, give the error that the specification names
// (13.8), and every byte of them leaves again.
func TestMalformed(t *testing.T) {
	p, err := Read("reporting.p4", Reading{Read: func(string) ([]byte, error) { return []byte(reporting), nil }})
	if err != nil {
		t.Fatal(err)
	}
	const eth = "020000000002020000000001"
	cases := map[string]byte{}
	for ihl := range 16 {
		whole := eth + "0800" + fmt.Sprintf("4%x", ihl) + strings.Repeat("00", 19) + strings.Repeat("ab", 40) // room for all options
		for n := 0; n <= len(whole)/2; n++ {
			want := byte(0)
			switch {
			case n < 14+20: // the fixed header
				want = 1
			case ihl < 5:
				want = 4 // as the program says
			case n < 14+4*ihl: // the options
				want = 1
			}
			cases[whole[:2*n]] = want
		}
	}
	for tags := 1; tags <= 42; tags++ {
		whole := eth + "8100" + strings.Repeat("8100", tags-1) + "0000"
		for n := 15; n <= len(whole)/2; n++ {
			want := byte(0)
			switch read := (n - 14) / 2; { // whole tags that are there
			case tags > 40 && read >= 40:
				want = 3 // the 41st has no room, whether it is there or not
			case n < len(whole)/2:
				want = 1
			}
			cases[whole[:2*n]] = want
		}
	}
	eachEngine(t, p, func(t *testing.T, r *rig.Rig) {
		for in, want := range cases {
			frame, err := hex.DecodeString(in)
			if err != nil {
				t.Fatal(err)
			}
			out, _, err := r.Send(0, frame)
			if err != nil || len(out) != 1 || out[0].Port != 1 || out[0].Bytes[0] != want || !bytes.Equal(out[0].Bytes[1:], frame) {
				t.Fatalf("%s: %v, %v; want error %d and the frame", in, out, err, want)
			}
		}
	})
}

// packets are those of a program's scripts, and the entries that go with them.
func packets(t *testing.T, name string) (scripts []*stf.Script, list [][]byte) {
	dir, _ := programs.Corpus(name)
	scripts = loadScripts(t, dir)
	for _, s := range scripts {
		for _, st := range s.Statements {
			if p, ok := st.(*stf.Packet); ok {
				list = append(list, p.Data)
			}
		}
	}
	return scripts, list
}

// Every program that ships takes each packet of its scripts cut at every length, and
// with bytes changed at random, and goes on.
func TestProgramsTakeAnything(t *testing.T) {
	for _, name := range programs.Names() {
		p, err := Read(name, Reading{})
		if err != nil {
			t.Fatal(err)
		}
		scripts, list := packets(t, name)
		eachEngine(t, p, func(t *testing.T, r *rig.Rig) {
			for _, s := range scripts[:min(1, len(scripts))] { // with entries in the tables
				stf.Run(s, &rig.Device{Rig: r}, stf.Options{})
			}
			random := rand.New(rand.NewPCG(1, 2))
			for _, frame := range list {
				for n := range frame {
					takes(t, r, random, frame[:n])
				}
				for range 20 {
					changed := slices.Clone(frame)
					for range 1 + random.IntN(4) {
						if len(changed) > 0 {
							changed[random.IntN(len(changed))] = byte(random.Uint32())
						}
					}
					takes(t, r, random, changed)
				}
			}
		})
	}
}

func takes(t *testing.T, r *rig.Rig, random *rand.Rand, frame []byte) {
	t.Helper()
	if _, _, err := r.Send(uint16(random.IntN(8)), frame); err != nil {
		t.Fatalf("%x: %v", frame, err)
	}
}

// FuzzPacket lets any bytes come in to each program that ships, and to one with stacks
// and varbits.
func FuzzPacket(f *testing.F) {
	var benches []*rig.Rig
	add := func(p *Program, err error) {
		if err != nil {
			f.Fatal(err)
		}
		c, err := Compile(p, "interp")
		if err != nil {
			f.Fatal(err)
		}
		r, err := rig.New(c)
		if err != nil {
			f.Fatal(err)
		}
		benches = append(benches, r)
	}
	add(Read("reporting.p4", Reading{Read: func(string) ([]byte, error) { return []byte(reporting), nil }}))
	for _, name := range programs.Names() {
		add(Read(name, Reading{}))
	}
	f.Add(uint8(0), uint16(0), []byte{})
	f.Add(uint8(0), uint16(1), append(make([]byte, 12), 0x81, 0, 0x81, 0, 0, 0))
	f.Add(uint8(0), uint16(509), append(make([]byte, 12), 0x08, 0, 0x4f, 0, 0, 0))
	for i := range benches {
		f.Add(uint8(i), uint16(1), append(make([]byte, 12), 0x08, 0, 0x45, 0, 0, 20, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0, 80, 0, 80))
	}
	f.Fuzz(func(t *testing.T, program uint8, port uint16, frame []byte) {
		if len(frame) > 4000 {
			return
		}
		out, _, err := benches[int(program)%len(benches)].Send(port%510, frame)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range out {
			if len(o.Bytes) > len(frame)+1024 {
				t.Errorf("%d bytes of %d", len(o.Bytes), len(frame))
			}
		}
	})
}

// FuzzScript runs what reads as a script on a program: a device refuses statements, and
// goes on.
func FuzzScript(f *testing.F) {
	p, err := Read("l3fwd", Reading{})
	if err != nil {
		f.Fatal(err)
	}
	c, err := Compile(p, "interp")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("add ipv4_lpm ipv4.dst:0x0a000200/24 forward(port:1, dmac:0x020000000002) = A\npacket 0 0200\nexpect 1 02** $\ncheck_counter ipv4_lpm_hits($A) packets == 1\nremove $A\nremove all\nwait\n")
	f.Add("setdefault ipv4_lpm punt()\nmc_mgrp_create 7\nmc_node_create 400 6 8\nmc_node_associate 7 0\nmirroring_add 5 4 64\nmirroring_add_mc 8 7\nmirroring_get 8\nmirroring_delete 8\nno_packet\n")
	f.Add("register_read x 0\nmeter_set m * 1:2 3:4\ncounter_write c 0 1 2\nmember_add p 1 drop()\ngroup_add p 1 1\nvalue_set_add v 1\nexpect_digest d\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := stf.Parse("fuzz", []byte(text))
		if err != nil {
			return
		}
		r, err := rig.New(c)
		if err != nil {
			t.Fatal(err)
		}
		_ = stf.Run(s, &rig.Device{Rig: r}, stf.Options{}).String()
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}
