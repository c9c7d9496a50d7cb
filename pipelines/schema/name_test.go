package schema

import (
	"slices"
	"testing"

	"up4/p4/ir"
	"up4/pipelines"
)

func TestShortest(t *testing.T) {
	for _, c := range []struct{ full, want []string }{
		{[]string{"I.a", "I.b"}, []string{"a", "b"}},
		{[]string{"I.a", "E.a", "I.b"}, []string{"I.a", "E.a", "b"}},
		{[]string{"a", "I.a"}, []string{"a", "I.a"}},
		{[]string{"I.sub.a", "I.other.a"}, []string{"I.sub.a", "I.other.a"}},
		{[]string{"odd."}, []string{"odd."}},
	} {
		if got := shortest(c.full); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.full, got, c.want)
		}
	}
}

func TestKeyNames(t *testing.T) {
	for _, c := range []struct{ full, want []string }{
		{[]string{"hdr.ipv4.dst"}, []string{"ipv4.dst"}},
		{[]string{"hdr.ipv4.$valid$"}, []string{"ipv4.$valid$"}},
		{[]string{"meta.x", "x"}, []string{"meta.x", "x"}},
		{[]string{"hdr.vlan[0].vid"}, []string{"vlan[0].vid"}},
		{[]string{"hdr.ipv4.dst[7:0]"}, []string{"ipv4.dst[7:0]"}},
		{[]string{"hdr.ipv4.dst & 0xff"}, []string{"ipv4.dst & 0xff"}},
		{[]string{"hdr.a.b + hdr.a.c"}, []string{"hdr.a.b + hdr.a.c"}},
		{[]string{"f(hdr.a.b)"}, []string{"f(hdr.a.b)"}},
		// Without the first part these would be one.
		{[]string{"hdr.ip.dst", "meta.ip.dst", "hdr.ip.src"}, []string{"hdr.ip.dst", "meta.ip.dst", "ip.src"}},
	} {
		if got := keyNames(c.full); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.full, got, c.want)
		}
	}
}

func TestPeople(t *testing.T) {
	format := func(s string) []ir.Annotation { return []ir.Annotation{{Name: "format", Body: s}} }
	port := &ir.NewType{Name: "PortId_t", Under: ir.Bits(9)}
	tagged := &ir.NewType{Name: "host_t", Under: ir.Bits(32), Annotations: format("IPV4_ADDRESS")}
	for _, c := range []struct {
		name string
		typ  ir.Type
		list []ir.Annotation
		want pipelines.Type
	}{
		{"hdr.ethernet.dst", ir.Bits(48), nil, pipelines.MAC},
		{"hdr.ipv6.dst", ir.Bits(128), nil, pipelines.IPv6},
		{"hdr.ipv4.dst", ir.Bits(32), nil, pipelines.IPv4},
		{"hdr.ip.src", ir.Bits(32), nil, pipelines.IPv4},
		{"meta.dstAddr", ir.Bits(32), nil, pipelines.IPv4},
		{"next_hop_ip", ir.Bits(32), nil, pipelines.IPv4},
		{"hdr.tcp.seqNo", ir.Bits(32), nil, pipelines.Number},
		{"meta.skip", ir.Bits(32), nil, pipelines.Number},
		{"meta.multiplier", ir.Bits(32), nil, pipelines.Number},
		{"meta.ipv4", &ir.BitsType{Width: 32, Signed: true}, nil, pipelines.Number},
		{"standard_metadata.egress_spec", ir.Bits(9), nil, pipelines.Port},
		{"standard_metadata.ingress_port", ir.Bits(9), nil, pipelines.Port},
		{"port.number", ir.Bits(9), nil, pipelines.Number}, // no port itself
		{"index", ir.Bits(9), nil, pipelines.Number},
		{"hdr.tcp.srcPort", ir.Bits(16), nil, pipelines.Number},
		{"out", port, nil, pipelines.Port},
		{"x", tagged, nil, pipelines.IPv4},
		{"x", ir.Bits(32), format("IPV4_ADDRESS"), pipelines.IPv4},
		{"x", ir.Bits(16), format("IPV4_ADDRESS"), pipelines.Number}, // not the width of one
		{"x", ir.Bits(48), format("STRING"), pipelines.MAC},
		{"addr", ir.Bool, nil, pipelines.Number},
	} {
		if got := people(c.name, c.typ, width(c.typ), c.list); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.name, c.typ, got, c.want)
		}
	}
}

// Priorities are above zero; equal ones are told apart only where none can come
// between.
func TestPriorities(t *testing.T) {
	for _, c := range []struct {
		is        ir.Constness
		gave, got []int
	}{
		{ir.Mutable, []int{3, 2, 1}, []int{3, 2, 1}},
		{ir.Mutable, []int{10, 0, 10}, []int{11, 1, 11}},
		{ir.Constant, []int{10, 20, 30}, []int{10, 20, 30}},
		{ir.Constant, []int{10, 0, 10}, []int{3, 1, 2}},
		{ir.Constant, []int{0, 5}, []int{1, 6}},
	} {
		table := &ir.Table{EntriesAre: c.is}
		for _, p := range c.gave {
			table.Entries = append(table.Entries, ir.Entry{HasPriority: true, Priority: p})
		}
		if got := priorities(table); !slices.Equal(got, c.got) {
			t.Errorf("%v of %v: %v, want %v", c.gave, c.is, got, c.got)
		}
	}
}
