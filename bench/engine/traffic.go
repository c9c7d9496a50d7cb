package engine

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"

	"up4/internal/arena"
	"up4/p4/corpus/packet"
	"up4/p4/programs/l3fwd/routes"
	"up4/pipelines"
	"up4/pipelines/registry"
	"up4/pipelines/table"
)

const egressPorts = 4

// schema is a program as any back end has it.
func schema(program string) (*pipelines.Program, error) {
	c, err := registry.Load(program, registry.Auto)
	if err != nil {
		return nil, err
	}
	return c.Program(), nil
}

// l3Traffic has routes as package routes makes them, and for each flow an
// address inside a route drawn at random, so that every route is as likely.
func l3Traffic(s setting) (traffic, error) {
	p, err := schema(s.program)
	if err != nil {
		return traffic{}, err
	}
	t := traffic{specs: p.Specs(), look: lookupLPM}
	all := routes.Generate(s.entries, egressPorts)
	byPrefix := map[netip.Prefix]uint16{}
	for _, r := range all {
		byPrefix[r.Prefix] = r.Port
		addr := r.Prefix.Addr().As4()
		data := binary.BigEndian.AppendUint16(nil, r.Port)
		t.ops = append(t.ops, table.Op{Kind: table.Insert, Entry: table.Entry{
			Key: addr[:], PrefixLen: r.Prefix.Bits(), Action: 0, Data: append(data, r.DMAC[:]...)}})
	}
	rng := rand.New(rand.NewPCG(1, uint64(s.entries)))
	for range s.targets {
		r := all[rng.IntN(len(all))].Prefix
		first := r.Addr().As4()
		v := binary.BigEndian.Uint32(first[:]) | rng.Uint32()&uint32(uint64(1)<<(32-r.Bits())-1)
		dst := netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, v)))
		port, err := longest(byPrefix, dst)
		if err != nil {
			return traffic{}, err
		}
		t.flows = append(t.flows, flow{header: ipHeader(s, dst, rng), key: uint64(v), port: port})
	}
	return t, nil
}

// longest is the port of the longest prefix that holds dst.
func longest(byPrefix map[netip.Prefix]uint16, dst netip.Addr) (uint16, error) {
	for n := 32; n >= 0; n-- {
		p, err := dst.Prefix(n)
		if err != nil {
			return 0, err
		}
		if port, ok := byPrefix[p]; ok {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no route to %v", dst)
}

// ipHeader is the Ethernet and IPv4 headers of a frame to dst.
func ipHeader(s setting, dst netip.Addr, rng *rand.Rand) []byte {
	p := packet.IPv4{
		ID: uint16(rng.Uint32()), TTL: 64, Protocol: 17, Src: [4]byte{10, 0, 0, 1}, Dst: dst.As4(),
		Payload: make([]byte, s.frameBytes-34),
	}
	f := packet.Ethernet{Dst: packet.MAC{2, 0, 0, 0, 0, 1}, Src: packet.MAC{2, 0, 0, 0, 0, 2}, Type: packet.TypeIPv4, Payload: p.Bytes()}
	return f.Bytes()[:34:34]
}

func lookupLPM(base arena.Base, flows []flow) lookLoop {
	keys := make([]uint32, len(flows))
	for i := range flows {
		keys[i] = uint32(flows[i].key)
	}
	return func(root arena.Off, from, to int) uint64 {
		lpm := table.Open(base, root).LPM(0)
		sum := uint64(0)
		for _, k := range keys[from:to] {
			sum += uint64(lpm.Find32(k).Hit)
		}
		return sum
	}
}

// l2Traffic has a station for each entry and sends to each in turn, in an order
// drawn at random.
func l2Traffic(s setting) (traffic, error) {
	p, err := schema(s.program)
	if err != nil {
		return traffic{}, err
	}
	t := traffic{specs: p.Specs(), look: lookupExact}
	rng := rand.New(rand.NewPCG(2, uint64(s.entries)))
	for _, i := range rng.Perm(s.entries) {
		mac := packet.MAC{0x02, 0x1b, 0x21, byte(i >> 16), byte(i >> 8), byte(i)}
		port := uint16(i % egressPorts)
		t.ops = append(t.ops, table.Op{Kind: table.Insert, Entry: table.Entry{
			Key: mac[:], Action: 0, Data: binary.BigEndian.AppendUint16(nil, port)}})
		f := packet.Ethernet{Dst: mac, Src: packet.MAC{2, 0, 0, 0, 0, 2}, Type: packet.TypeIPv4}
		key := append(mac[:], 0, 0)
		t.flows = append(t.flows, flow{header: f.Bytes(), key: binary.LittleEndian.Uint64(key), port: port})
	}
	return t, nil
}

func lookupExact(base arena.Base, flows []flow) lookLoop {
	keys := make([]uint64, len(flows))
	for i := range flows {
		keys[i] = flows[i].key
	}
	return func(root arena.Off, from, to int) uint64 {
		dmac := table.Open(base, root).Exact(0)
		sum := uint64(0)
		for _, k := range keys[from:to] {
			sum += uint64(dmac.Find64(k).Hit)
		}
		return sum
	}
}
