package model

import (
	"slices"
	"testing"

	"up4/p4/corpus"
	"up4/p4/corpus/packet"
)

// Each line follows from the rule at the head of l2fwd.p4.
func TestRuleByHand(t *testing.T) {
	b := New()
	b.SetGroup(1, []uint16{0, 1, 2})
	for _, o := range []corpus.Op{forward(alice, "1"), op(corpus.Insert, bob, "punt", "")} {
		if err := b.Apply(o); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		dst     packet.MAC
		ingress uint16
		want    []uint16
	}{
		{"known", alice, 0, []uint16{1}},
		{"known, back where it came from", alice, 1, nil},
		{"punted", bob, 2, []uint16{510}},
		{"unknown", stranger, 0, []uint16{1, 2}},
		{"broadcast", broadcast, 1, []uint16{0, 2}},
	} {
		frame := packet.Ethernet{Dst: c.dst, Src: stranger}.Bytes()
		out, drop := b.Process(c.ingress, frame)
		var ports []uint16
		for _, o := range out {
			ports = append(ports, o.Port)
		}
		if !slices.Equal(ports, c.want) || (drop == "") != (c.want != nil) {
			t.Errorf("%s: left by %v, drop %q; want %v", c.name, ports, drop, c.want)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	b := New()
	for _, o := range []corpus.Op{
		{Op: corpus.Insert, Table: "nope"},
		{Op: corpus.Insert, Table: "dmac", Match: map[string]string{"ethernet.dst": "02:00"}, Action: "drop"},
		op(corpus.Insert, alice, "fly", ""),
		op(corpus.Insert, alice, "forward", "512"),
		op(corpus.Delete, alice, "", ""),
	} {
		if err := b.Apply(o); err == nil {
			t.Errorf("%+v accepted", o)
		}
	}
	if _, err := b.Hits("dmac", match(alice)); err == nil {
		t.Error("hits of no entry")
	}
}
