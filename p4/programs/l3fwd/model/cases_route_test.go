package model

import (
	"encoding/binary"
	"fmt"
	"net/netip"

	"up4/p4/corpus"
	"up4/p4/corpus/packet"
)

// routeCases are about which route wins.
func routeCases() []*corpus.Case {
	return []*corpus.Case{empty(), nested(), neighbours(), addresses(), manyRoutes()}
}

// to is an ordinary frame to a destination.
func to(addr string) corpus.Step {
	p := ip()
	p.Dst = netip.MustParseAddr(addr).As4()
	return in(ether(p))
}

func empty() *corpus.Case {
	return &corpus.Case{Name: "no_routes", About: "without a route everything that is not punted is dropped",
		Steps: []corpus.Step{to("10.0.2.33"), to("0.0.0.0"), to("255.255.255.255")}}
}

// nested has all 33 prefixes of one address, a port each, and for each of them a
// destination that leaves the address just below it.
func nested() *corpus.Case {
	c := &corpus.Case{Name: "nested_prefixes", About: "all 33 prefixes of 170.85.204.51, and destinations that share 0 to 32 of its bits; then the prefixes deleted from the longest on"}
	addr := netip.MustParseAddr("170.85.204.51")
	bits := binary.BigEndian.Uint32(addr.AsSlice())
	var ops []corpus.Op
	var names []string
	for n := 0; n <= 32; n++ {
		p, _ := addr.Prefix(n)
		names = append(names, p.String())
		ops = append(ops, forward(p.String(), 100+n))
	}
	// Short and long in turn, so that no order of insertion is favoured.
	var mixed []corpus.Op
	for i := range ops {
		if i%2 == 0 {
			mixed = append(mixed, ops[i/2])
		} else {
			mixed = append(mixed, ops[len(ops)-1-i/2])
		}
	}
	probe := func() {
		for n := range 32 {
			var b [4]byte
			binary.BigEndian.PutUint32(b[:], bits^0x80000000>>n)
			c.Steps = append(c.Steps, to(netip.AddrFrom4(b).String()))
		}
		c.Steps = append(c.Steps, to(addr.String()))
	}
	c.Steps = append(c.Steps, tables(mixed...))
	probe()
	c.Steps = append(c.Steps, hits(names...))
	for n := 32; n >= 0; n-- {
		c.Steps = append(c.Steps, tables(corpus.Op{Op: corpus.Delete, Table: "ipv4_lpm", Match: dst(names[n])}), to(addr.String()))
		if n%8 == 0 {
			probe()
		}
	}
	return c
}

func neighbours() *corpus.Case {
	c := &corpus.Case{Name: "prefix_edges", About: "first and last address of a prefix and the addresses beside it, at every length that is or is not a whole number of bytes"}
	for i, s := range []string{"64.0.0.0/3", "10.0.0.0/8", "11.128.0.0/9", "12.34.0.0/15", "12.36.0.0/16", "12.37.128.0/17",
		"20.1.2.0/23", "20.1.4.0/24", "20.1.5.128/25", "20.1.6.4/30", "20.1.6.8/31", "20.1.6.10/32"} {
		c.Steps = append(c.Steps, tables(forward(s, i+1)))
		p := netip.MustParsePrefix(s)
		first := binary.BigEndian.Uint32(p.Addr().AsSlice())
		last := first | uint32(uint64(1)<<(32-p.Bits())-1)
		for _, a := range []uint32{first - 1, first, first + 1, last - 1, last, last + 1} {
			var b [4]byte
			binary.BigEndian.PutUint32(b[:], a)
			c.Steps = append(c.Steps, to(netip.AddrFrom4(b).String()))
		}
	}
	return c
}

func addresses() *corpus.Case {
	c := &corpus.Case{Name: "addresses", About: "addresses of special meaning are routed like any: the program has no filter of its own", Steps: routed()}
	for _, a := range []string{"0.0.0.0", "0.0.0.1", "127.0.0.1", "128.0.0.0", "169.254.1.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"} {
		c.Steps = append(c.Steps, to(a))
	}
	c.Steps = append(c.Steps, hits("0.0.0.0/0"))
	return c
}

// manyRoutes fills several pages of any table with routes of two lengths.
func manyRoutes() *corpus.Case {
	c := &corpus.Case{Name: "many_routes", About: "300 overlapping routes, looked up in another order than written, half of them deleted, looked up again"}
	var ops []corpus.Op
	var names, addrs []string
	for i := range 150 {
		a, b := (i*37)%150+1, (i*91)%256
		names = append(names, fmt.Sprintf("%d.%d.0.0/16", a, b), fmt.Sprintf("%d.%d.%d.0/24", a, b, i))
		addrs = append(addrs, fmt.Sprintf("%d.%d.%d.%d", a, b, (i+1)%256, i), fmt.Sprintf("%d.%d.%d.%d", a, b, i, i))
	}
	for i, n := range names {
		ops = append(ops, forward(n, i%500))
	}
	probe := func() {
		for i := range addrs {
			c.Steps = append(c.Steps, to(addrs[i*7%len(addrs)]))
		}
	}
	c.Steps = append(c.Steps, tables(ops...))
	probe()
	c.Steps = append(c.Steps, hits(names...))
	var gone []corpus.Op
	for i := 0; i < len(names); i += 2 {
		gone = append(gone, corpus.Op{Op: corpus.Delete, Table: "ipv4_lpm", Match: dst(names[i])})
	}
	c.Steps = append(c.Steps, tables(gone...))
	probe()
	return c
}

// entryCases are about what entries say and how they change.
func entryCases() []*corpus.Case {
	return []*corpus.Case{actions(), lifecycle(), defaults()}
}

func actions() *corpus.Case {
	c := &corpus.Case{Name: "actions", About: "forward to every kind of port, the CPU port (rewritten) and the drop port among them; punt (unchanged); drop"}
	ports := []int{0, 1, 2, 127, 128, 255, 256, 257, 508, 509, 510, 511}
	var ops []corpus.Op
	var names []string
	for i, p := range ports {
		name := fmt.Sprintf("10.%d.0.0/16", i)
		names = append(names, name)
		ops = append(ops, forward(name, p))
	}
	ops = append(ops, insert("11.0.0.0/8", "punt", nil), insert("12.0.0.0/8", "drop", nil))
	c.Steps = append(c.Steps, tables(ops...))
	for round := range 3 {
		for i := range ports {
			c.Steps = append(c.Steps, to(fmt.Sprintf("10.%d.0.%d", i, round)))
		}
		c.Steps = append(c.Steps, to("11.0.0.1"), to("12.0.0.1"))
	}
	c.Steps = append(c.Steps, hits(append(names, "11.0.0.0/8", "12.0.0.0/8")...))
	return c
}

func lifecycle() *corpus.Case {
	change := func(op, prefix, action string, params map[string]corpus.Value) corpus.Step {
		return tables(corpus.Op{Op: op, Table: "ipv4_lpm", Match: dst(prefix), Action: action, Params: params})
	}
	const host, net, all = "10.0.2.33/32", "10.0.2.0/24", "0.0.0.0/0"
	frame, other := to("10.0.2.33"), to("10.0.2.34")
	again := func(s corpus.Step) corpus.Step { f := *s.Frame; return corpus.Step{Frame: &f} }
	return &corpus.Case{Name: "lifecycle", About: "entries inserted, modified (hits go on), deleted, cleared: each change seen by the next frame",
		Steps: []corpus.Step{
			again(frame),
			tables(forward(net, 1)), again(frame), again(other),
			tables(forward(host, 2)), again(frame), again(other),
			tables(forward(all, 3)), again(frame), again(other), to("9.9.9.9"),
			change(corpus.Modify, host, "forward", via(4, "06:05:04:03:02:01")), again(frame), again(other),
			hits(host, net, all),
			change(corpus.Modify, host, "punt", nil), again(frame),
			change(corpus.Modify, host, "drop", nil), again(frame),
			change(corpus.Modify, host, "forward", via(5, "0a:0b:0c:0d:0e:0f")), again(frame),
			hits(host, net, all),
			change(corpus.Delete, host, "", nil), again(frame), again(other),
			change(corpus.Delete, net, "", nil), again(frame), again(other),
			hits(all),
			tables(corpus.Op{Op: corpus.Clear, Table: "ipv4_lpm"}), again(frame), to("9.9.9.9"),
			tables(forward(host, 6)), again(frame), again(other),
			hits(host), // counts from zero
		}}
}

func defaults() *corpus.Case {
	set := func(action string, params map[string]corpus.Value) corpus.Step {
		return tables(corpus.Op{Op: corpus.Default, Table: "ipv4_lpm", Action: action, Params: params})
	}
	expired := ip()
	expired.TTL = 1
	return &corpus.Case{Name: "default_action", About: "the action of a miss set to each action; no entry counts a miss; clearing keeps it",
		Steps: []corpus.Step{
			tables(forward("10.0.0.0/8", 1)),
			to("11.0.0.1"), to("10.0.0.1"),
			set("punt", nil), to("11.0.0.1"), to("10.0.0.1"),
			set("forward", via(7, "02:00:00:00:00:77")), to("11.0.0.1"), to("10.0.0.1"),
			in(ether(expired)), in(packet.Ethernet{Type: packet.TypeIPv6}.Bytes()),
			hits("10.0.0.0/8"),
			tables(corpus.Op{Op: corpus.Clear, Table: "ipv4_lpm"}), to("10.0.0.1"),
			set("drop", nil), to("10.0.0.1"),
		}}
}
