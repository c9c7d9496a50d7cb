package model

import (
	"fmt"

	"up4/p4/corpus"
	"up4/p4/corpus/packet"
)

// bridgeCases are about where frames go.
func bridgeCases() []*corpus.Case {
	return []*corpus.Case{basics(), truncated(), filtering(), groups(), types(), large(), bits()}
}

func basics() *corpus.Case {
	return &corpus.Case{Name: "basics", About: "known stations by their port, unknown ones and groups to all ports but the one they came in by",
		Steps: []corpus.Step{
			group(0, 1, 2, 3),
			tables(forward(alice, "1"), forward(bob, "2")),
			to(alice, 0), to(bob, 0), to(alice, 2), to(bob, 1),
			to(stranger, 0), to(stranger, 3),
			to(broadcast, 0), to(broadcast, 1),
			to(packet.MAC{0x01, 0x00, 0x5e, 0, 0, 0x01}, 0), // IPv4 multicast
			to(packet.MAC{0x33, 0x33, 0, 0, 0, 0x01}, 2),    // IPv6 multicast
			to(packet.MAC{0x01, 0x80, 0xc2, 0, 0, 0}, 1),    // spanning tree
			to(packet.MAC{}, 0),
			hits(alice, bob),
		}}
}

func truncated() *corpus.Case {
	c := &corpus.Case{Name: "truncated", About: "every length from 0 to 60 bytes: below an Ethernet header dropped, else bridged",
		Steps: []corpus.Step{group(0, 1, 2), tables(forward(alice, "1"))}}
	for n := 0; n <= 60; n++ {
		for _, dst := range []packet.MAC{alice, broadcast} {
			s := to(dst, 0)
			s.Frame.Bytes = s.Frame.Bytes[:n]
			c.Steps = append(c.Steps, s)
		}
	}
	c.Steps = append(c.Steps, hits(alice))
	return c
}

func filtering() *corpus.Case {
	return &corpus.Case{Name: "filtering", About: "no frame goes back where it came from (802.1D 7.7.1): not to a known station there, not as a copy, not from the CPU port to itself",
		Steps: []corpus.Step{
			group(0, 1),
			tables(forward(alice, "1"), forward(bob, "510"), op(corpus.Insert, stranger, "punt", "")),
			to(alice, 1), to(alice, 0), to(alice, 510),
			to(bob, 510), to(bob, 0), to(stranger, 510), to(stranger, 1),
			to(broadcast, 0), to(broadcast, 1), to(broadcast, 510),
			group(1),
			to(broadcast, 1), to(broadcast, 0),
			hits(alice, bob, stranger),
		}}
}

func groups() *corpus.Case {
	c := &corpus.Case{Name: "groups", About: "a flood without a group, with an empty group, and with 1 to 64 members in the order they stand in"}
	c.Steps = append(c.Steps, to(broadcast, 0), group(), to(broadcast, 0), to(stranger, 0))
	for _, n := range []int{1, 2, 3, 4, 5, 8, 16, 64} {
		var members []uint16
		for i := range n {
			members = append(members, uint16(7*i%509))
		}
		c.Steps = append(c.Steps, group(members...), to(broadcast, 0), to(stranger, 7), to(broadcast, 500))
	}
	c.Steps = append(c.Steps, group(9, 3, 509, 0), to(broadcast, 3), to(broadcast, 509), group(), to(broadcast, 3))
	return c
}

func types() *corpus.Case {
	c := &corpus.Case{Name: "ether_type", About: "what a frame carries does not matter, nor where it comes from",
		Steps: []corpus.Step{group(0, 1), tables(forward(alice, "1"))}}
	for _, t := range []uint16{packet.TypeARP, packet.TypeIPv6, packet.TypeVLAN, packet.TypeQinQ, packet.TypeLLDP, 0, 46, 0x0600, 0xffff} {
		c.Steps = append(c.Steps, raw(packet.Ethernet{Dst: alice, Src: bob, Type: t, Payload: packet.Pattern(50)}.Bytes(), 0))
		c.Steps = append(c.Steps, raw(packet.Ethernet{Dst: broadcast, Src: broadcast, Type: t}.Bytes(), 0))
	}
	c.Steps = append(c.Steps, raw(packet.Ethernet{Dst: alice, Src: alice, Type: packet.TypeIPv4}.Bytes(), 0))
	return c
}

func large() *corpus.Case {
	c := &corpus.Case{Name: "large", About: "frames up to jumbo size, forwarded and flooded",
		Steps: []corpus.Step{group(0, 1, 2), tables(forward(alice, "1"))}}
	for _, n := range []int{64, 65, 1460, 1514, 9014, 32767} {
		payload := make([]byte, n-14)
		payload[len(payload)-1] = 0x77
		for _, dst := range []packet.MAC{alice, broadcast} {
			c.Steps = append(c.Steps, raw(packet.Ethernet{Dst: dst, Src: bob, Type: packet.TypeIPv4, Payload: payload}.Bytes(), 0))
		}
	}
	return c
}

// bits has the 48 addresses one bit away from a known station; all are unknown.
func bits() *corpus.Case {
	c := &corpus.Case{Name: "address_bits", About: "every bit of the address counts: 48 addresses that differ from a known one in one bit, first unknown, then each with its own port",
		Steps: []corpus.Step{group(0, 1), tables(forward(packet.MAC{0x02, 0x13, 0x57, 0x9b, 0xdf, 0xe1}, "1"))}}
	var ops []corpus.Op
	var all []packet.MAC
	for bit := range 48 {
		m := packet.MAC{0x02, 0x13, 0x57, 0x9b, 0xdf, 0xe1}
		m[bit/8] ^= 0x80 >> (bit % 8)
		all = append(all, m)
		ops = append(ops, forward(m, corpus.Value(fmt.Sprint(100+bit))))
		c.Steps = append(c.Steps, to(m, 0))
	}
	c.Steps = append(c.Steps, tables(ops...))
	for _, m := range all {
		c.Steps = append(c.Steps, to(m, 0))
	}
	c.Steps = append(c.Steps, hits(all...))
	return c
}

// entryCases are about what entries say and how they change.
func entryCases() []*corpus.Case {
	return []*corpus.Case{actions(), lifecycle(), defaults(), many()}
}

func actions() *corpus.Case {
	c := &corpus.Case{Name: "actions", About: "forward to every kind of port, flood, punt and drop, for stations and for group addresses",
		Steps: []corpus.Step{group(0, 1, 2)}}
	var ops []corpus.Op
	var all []packet.MAC
	add := func(action string, port corpus.Value) {
		for _, first := range []byte{0x02, 0x03} {
			m := packet.MAC{first, 0, 0, 0, 1, byte(len(all))}
			all = append(all, m)
			ops = append(ops, op(corpus.Insert, m, action, port))
		}
	}
	for _, p := range []corpus.Value{"0", "1", "127", "128", "255", "256", "509", "510", "511"} {
		add("forward", p)
	}
	add("flood", "")
	add("punt", "")
	add("drop", "")
	c.Steps = append(c.Steps, tables(ops...))
	for _, m := range all {
		c.Steps = append(c.Steps, to(m, 0), to(m, 1))
	}
	c.Steps = append(c.Steps, hits(all...))
	return c
}

func lifecycle() *corpus.Case {
	return &corpus.Case{Name: "lifecycle", About: "entries inserted, modified (hits go on), deleted, cleared: each change seen by the next frame",
		Steps: []corpus.Step{
			group(0, 1, 2),
			to(alice, 0),
			tables(forward(alice, "1")), to(alice, 0), to(bob, 0),
			tables(forward(bob, "2")), to(alice, 0), to(bob, 0),
			hits(alice, bob),
			tables(op(corpus.Modify, alice, "forward", "2")), to(alice, 0),
			tables(op(corpus.Modify, alice, "punt", "")), to(alice, 0),
			tables(op(corpus.Modify, alice, "drop", "")), to(alice, 0),
			tables(op(corpus.Modify, alice, "flood", "")), to(alice, 0),
			hits(alice, bob),
			tables(op(corpus.Delete, alice, "", "")), to(alice, 0), to(bob, 0),
			hits(bob),
			tables(op(corpus.Insert, broadcast, "drop", "")), to(broadcast, 0), to(stranger, 0),
			tables(corpus.Op{Op: corpus.Clear, Table: "dmac"}), to(bob, 0), to(broadcast, 0),
			tables(forward(alice, "1"), op(corpus.Modify, alice, "forward", "2"), op(corpus.Delete, alice, "", ""), forward(bob, "1")),
			to(alice, 0), to(bob, 0),
			hits(bob), // counts from zero
		}}
}

func defaults() *corpus.Case {
	set := func(action string, port corpus.Value) corpus.Step {
		o := op(corpus.Default, packet.MAC{}, action, port)
		o.Match = nil
		return tables(o)
	}
	round := func() []corpus.Step {
		return []corpus.Step{to(alice, 0), to(stranger, 0), to(broadcast, 0), to(packet.MAC{0x33, 0x33, 0, 0, 0, 1}, 2), to(bob, 0)}
	}
	c := &corpus.Case{Name: "default_action", About: "the action of a miss set to each action: it holds for unknown stations; groups without an entry are flooded all the same",
		Steps: []corpus.Step{group(0, 1, 2), tables(forward(alice, "1"), op(corpus.Insert, bob, "flood", ""))}}
	for _, s := range []corpus.Step{set("drop", ""), set("punt", ""), set("forward", "2"), set("forward", "511"), set("flood", "")} {
		c.Steps = append(c.Steps, s)
		c.Steps = append(c.Steps, round()...)
	}
	c.Steps = append(c.Steps, group(), set("drop", ""))
	c.Steps = append(c.Steps, round()...)
	c.Steps = append(c.Steps, hits(alice, bob))
	return c
}

func many() *corpus.Case {
	c := &corpus.Case{Name: "many_entries", About: "600 stations, each looked up, every other one deleted, each looked up again", Steps: []corpus.Step{group(0, 1)}}
	var ops, gone []corpus.Op
	var all []packet.MAC
	for i := range 600 {
		m := packet.MAC{0x02, byte(i % 3), 0, byte(i >> 8), byte(i), byte(i % 7)}
		all = append(all, m)
		ops = append(ops, forward(m, corpus.Value(fmt.Sprint(1+i%500))))
		if i%2 == 1 {
			gone = append(gone, op(corpus.Delete, m, "", ""))
		}
	}
	probe := func() {
		for i := range all {
			s := to(all[i*7%len(all)], 0)
			s.Frame.Bytes = s.Frame.Bytes[:20]
			c.Steps = append(c.Steps, s)
		}
	}
	c.Steps = append(c.Steps, tables(ops...))
	probe()
	c.Steps = append(c.Steps, hits(all...), tables(gone...))
	probe()
	return c
}
