package registry

import (
	"encoding/binary"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"up4/io/frame"
	"up4/p4/corpus"
	"up4/p4/corpus/packet"
	l2model "up4/p4/programs/l2fwd/model"
	l3model "up4/p4/programs/l3fwd/model"
	"up4/pipelines"
	"up4/pipelines/replay"
)

// models are what engines are compared with, by program.
var models = map[string]func() corpus.Model{
	"l2fwd": func() corpus.Model { return l2model.New() },
	"l3fwd": func() corpus.Model { return l3model.New() },
}

// stories draw random cases, by program.
var stories = map[string]func(*rapid.T) *corpus.Case{"l2fwd": drawL2, "l3fwd": drawL3}

// onEveryBackend runs f for the program on each back end that has it.
func onEveryBackend(t *testing.T, program string, f func(*testing.T, pipelines.Compiled)) {
	for _, b := range Offering(program) {
		t.Run(program+"/"+b, func(t *testing.T) {
			c, err := Load(program, b)
			if err != nil {
				t.Fatal(err)
			}
			f(t, c)
		})
	}
}

// TestRandomStories compares every engine of a program that has a model with that model,
// on random tables, groups, frames and layouts.
func TestRandomStories(t *testing.T) {
	for name := range stories {
		onEveryBackend(t, name, func(t *testing.T, c pipelines.Compiled) {
			rapid.Check(t, func(t *rapid.T) {
				cs := stories[name](t)
				cs.Name = "random"
				if err := corpus.Fill(models[name](), cs); err != nil {
					t.Fatal(err)
				}
				if err := replay.Case(c, cs, drawOptions(t)); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// TestEveryChecksum sends 65,536 right packets, one for each checksum there is
// but 0xffff, and then one packet with each value in its checksum field, of
// which one is right.
func TestEveryChecksum(t *testing.T) {
	onEveryBackend(t, "l3fwd", func(t *testing.T, c pipelines.Compiled) {
		p := packet.IPv4{TTL: 64, Protocol: 17, Src: [4]byte{192, 168, 0, 1}, Dst: [4]byte{10, 0, 2, 1}, Payload: packet.Pattern(8)}
		send := func(cs *corpus.Case, p packet.IPv4) {
			f := packet.Ethernet{Dst: packet.MAC{2, 1}, Src: packet.MAC{2, 2}, Type: packet.TypeIPv4, Payload: p.Bytes()}.Bytes()
			cs.Steps = append(cs.Steps, corpus.Step{Frame: &corpus.Frame{Bytes: f}})
		}
		for from := 0; from < 1<<16; from += 1 << 12 {
			cs := &corpus.Case{Name: fmt.Sprintf("checksums from %#04x", from), Steps: []corpus.Step{{Tables: []corpus.Op{route("10.0.2.0/24", 1)}}}}
			for v := from; v < from+1<<12; v++ {
				p.ID, p.Checksum = uint16(v), nil // every identification, so every checksum
				send(cs, p)
				p.ID, p.Checksum = 0x1234, ref(uint16(v))
				send(cs, p)
			}
			if err := corpus.Fill(models["l3fwd"](), cs); err != nil {
				t.Fatal(err)
			}
			for _, o := range []replay.Options{{Batch: frame.BatchCap, Copies: 1}, {Batch: frame.BatchCap, Copies: 1, Head: 25}} {
				if err := replay.Case(c, cs, o); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func ref[T any](v T) *T { return &v }

func drawOptions(t *rapid.T) replay.Options {
	return replay.Options{
		Head:   rapid.SampledFrom([]int{0, 0, 0, 1, 5, 14, 20, 33, 34, 60}).Draw(t, "head"),
		Shift:  rapid.IntRange(0, 63).Draw(t, "shift"),
		Batch:  rapid.IntRange(1, frame.BatchCap).Draw(t, "batch"),
		Copies: rapid.IntRange(8, 40).Draw(t, "copies"),
		Fill:   rapid.Byte().Draw(t, "fill"),
	}
}

func route(prefix string, port int) corpus.Op {
	return corpus.Op{Op: corpus.Insert, Table: "ipv4_lpm", Match: map[string]string{"ipv4.dst": prefix}, Action: "forward",
		Params: map[string]corpus.Value{"port": corpus.Value(fmt.Sprint(port)), "dmac": "02:00:00:00:00:01"}}
}

// ports are those where something is different, and an ordinary one.
func drawPort(t *rapid.T, label string) int {
	return rapid.SampledFrom([]int{0, 1, 2, 255, 256, 509, 510, 511}).Draw(t, label)
}

// story grows a case whose entries it knows, so that every operation is legal.
type story struct {
	t       *rapid.T
	table   string
	field   string
	steps   []corpus.Step
	entries []string
}

// change appends a batch of operations on keys out of draw.
func (s *story) change(draw func() string, actions map[string]func() map[string]corpus.Value) {
	var ops []corpus.Op
	for range rapid.IntRange(1, 6).Draw(s.t, "ops") {
		ops = append(ops, s.op(draw(), actions))
	}
	s.steps = append(s.steps, corpus.Step{Tables: ops})
}

func (s *story) op(key string, actions map[string]func() map[string]corpus.Value) corpus.Op {
	o := corpus.Op{Op: corpus.Insert, Table: s.table, Match: map[string]string{s.field: key}}
	at := -1
	for i, e := range s.entries {
		if e == key {
			at = i
		}
	}
	switch {
	case rapid.IntRange(0, 9).Draw(s.t, "set default") == 0:
		o.Op, o.Match = corpus.Default, nil
	case at < 0:
		s.entries = append(s.entries, key)
	case rapid.Bool().Draw(s.t, "delete"):
		o.Op = corpus.Delete
		s.entries = append(s.entries[:at], s.entries[at+1:]...)
		return o
	default:
		o.Op = corpus.Modify
	}
	var names []string
	for _, n := range []string{"forward", "flood", "punt", "drop"} {
		if actions[n] != nil {
			names = append(names, n)
		}
	}
	o.Action = rapid.SampledFrom(names).Draw(s.t, "action")
	o.Params = actions[o.Action]()
	return o
}

func (s *story) send(port int, f []byte) {
	s.steps = append(s.steps, corpus.Step{Frame: &corpus.Frame{Port: uint16(port), Bytes: f}})
}

// hits asks for the counts of all entries there are.
func (s *story) hits() {
	var hits []corpus.Hit
	for _, e := range s.entries {
		hits = append(hits, corpus.Hit{Table: s.table, Match: map[string]string{s.field: e}})
	}
	if hits != nil {
		s.steps = append(s.steps, corpus.Step{Hits: hits})
	}
}

func none() map[string]corpus.Value { return nil }

func drawL3(t *rapid.T) *corpus.Case {
	s := &story{t: t, table: "ipv4_lpm", field: "ipv4.dst"}
	// Few bits vary, so that prefixes nest and addresses meet them.
	addr := func(label string) uint32 { return rapid.Uint32().Draw(t, label)&0xc0030083 | 0x0a000000 }
	prefix := func() string {
		n := rapid.IntRange(0, 32).Draw(t, "length")
		a := uint32(uint64(addr("prefix")) & (^uint64(0) << (32 - n)))
		return fmt.Sprintf("%d.%d.%d.%d/%d", a>>24, a>>16&255, a>>8&255, a&255, n)
	}
	actions := map[string]func() map[string]corpus.Value{"punt": none, "drop": none, "forward": func() map[string]corpus.Value {
		mac := packet.MAC(rapid.SliceOfN(rapid.Byte(), 6, 6).Draw(t, "dmac"))
		return map[string]corpus.Value{"port": corpus.Value(fmt.Sprint(drawPort(t, "port"))), "dmac": corpus.Value(mac.String())}
	}}
	for range rapid.IntRange(1, 4).Draw(t, "rounds") {
		s.change(prefix, actions)
		for range rapid.IntRange(1, 20).Draw(t, "frames") {
			p := packet.IPv4{
				TOS: rapid.Byte().Draw(t, "tos"), ID: rapid.Uint16().Draw(t, "id"), Frag: rapid.Uint16().Draw(t, "frag"),
				TTL: rapid.SampledFrom([]byte{0, 1, 2, 64, 255}).Draw(t, "ttl"), Protocol: rapid.Byte().Draw(t, "protocol"),
				Src: [4]byte(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "src")), Payload: rapid.SliceOfN(rapid.Byte(), 0, 50).Draw(t, "payload"),
			}
			binary.BigEndian.PutUint32(p.Dst[:], addr("dst"))
			f := packet.Ethernet{Dst: packet.MAC(rapid.SliceOfN(rapid.Byte(), 6, 6).Draw(t, "to")), Src: packet.MAC{2, 9}, Type: packet.TypeIPv4, Payload: p.Bytes()}.Bytes()
			s.send(rapid.IntRange(0, 3).Draw(t, "ingress"), spoil(t, f))
		}
	}
	s.hits()
	return &corpus.Case{Steps: s.steps}
}

func drawL2(t *rapid.T) *corpus.Case {
	s := &story{t: t, table: "dmac", field: "ethernet.dst"}
	mac := func() packet.MAC {
		return packet.MAC{rapid.SampledFrom([]byte{2, 3, 255}).Draw(t, "first"), 0, 0, 0, 0, byte(rapid.IntRange(0, 5).Draw(t, "last"))}
	}
	actions := map[string]func() map[string]corpus.Value{"punt": none, "drop": none, "flood": none, "forward": func() map[string]corpus.Value {
		return map[string]corpus.Value{"port": corpus.Value(fmt.Sprint(drawPort(t, "port")))}
	}}
	for range rapid.IntRange(1, 4).Draw(t, "rounds") {
		members := rapid.SliceOfNDistinct(rapid.Uint16Range(0, 509), 0, 8, rapid.ID[uint16]).Draw(t, "members")
		s.steps = append(s.steps, corpus.Step{Groups: map[uint16][]uint16{frame.FloodGroup: members}})
		s.change(func() string { return mac().String() }, actions)
		for range rapid.IntRange(1, 20).Draw(t, "frames") {
			f := packet.Ethernet{Dst: mac(), Src: mac(), Type: rapid.Uint16().Draw(t, "type"), Payload: rapid.SliceOfN(rapid.Byte(), 0, 50).Draw(t, "payload")}.Bytes()
			ingress := drawPort(t, "ingress")
			if len(members) > 0 && rapid.Bool().Draw(t, "from a member") {
				ingress = int(members[0])
			}
			s.send(min(ingress, frame.CPUPort), spoil(t, f))
		}
	}
	s.hits()
	return &corpus.Case{Steps: s.steps}
}

// spoil leaves most frames as they are, cuts some and flips a bit in others.
func spoil(t *rapid.T, f []byte) []byte {
	switch rapid.IntRange(0, 5).Draw(t, "spoil") {
	case 0:
		return f[:rapid.IntRange(0, len(f)).Draw(t, "cut")]
	case 1:
		bit := rapid.IntRange(0, 8*min(len(f), 34)-1).Draw(t, "bit")
		f[bit/8] ^= 0x80 >> (bit % 8)
	}
	return f
}
