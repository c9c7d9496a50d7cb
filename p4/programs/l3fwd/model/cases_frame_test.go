package model

import (
	"up4/p4/corpus"
	"up4/p4/corpus/packet"
)

// frameCases are about the frame around the packet.
func frameCases() []*corpus.Case {
	return []*corpus.Case{truncated(), etherTypes(), tunnels(), macs(), large(), ingressPorts()}
}

func truncated() *corpus.Case {
	c := &corpus.Case{Name: "truncated", About: "every length from 0 to 60 bytes: a frame cut short, and one whose total length says where it ends", Steps: routed()}
	whole := ether(ip())
	for n := 0; n <= 60; n++ {
		c.Steps = append(c.Steps, in(whole[:n]))
		if n >= 34 {
			p := ip()
			p.Payload = packet.Pattern(n - 34)
			c.Steps = append(c.Steps, in(ether(p)))
		}
	}
	// ARP is punted at any length that has an Ethernet type.
	arp := packet.Ethernet{Dst: packet.MAC{255, 255, 255, 255, 255, 255}, Src: host, Type: packet.TypeARP, Payload: packet.Pattern(46)}.Bytes()
	for n := 0; n <= 60; n++ {
		c.Steps = append(c.Steps, in(arp[:n]))
	}
	c.Steps = append(c.Steps, hits("10.0.2.0/24", "0.0.0.0/0"))
	return c
}

func etherTypes() *corpus.Case {
	c := &corpus.Case{Name: "ether_type", About: "ARP is punted, what is neither ARP nor IPv4 dropped, whatever it carries", Steps: routed()}
	payload := ip().Bytes()
	arp := []byte{
		0, 1, 8, 0, 6, 4, 0, 1, // Ethernet, IPv4, request (RFC 826)
		0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 192, 168, 7, 9,
		0, 0, 0, 0, 0, 0, 192, 168, 7, 1,
	}
	vlan := append([]byte{0x00, 0x64, 0x08, 0x00}, payload...)
	v6 := append([]byte{0x60, 0, 0, 0, 0, 8, 17, 64}, packet.Pattern(40)...)
	for _, e := range []packet.Ethernet{
		{Dst: packet.MAC{255, 255, 255, 255, 255, 255}, Src: host, Type: packet.TypeARP, Payload: arp},
		{Dst: router, Src: host, Type: packet.TypeARP, Payload: payload},
		{Dst: router, Src: host, Type: packet.TypeIPv6, Payload: v6},
		{Dst: router, Src: host, Type: packet.TypeVLAN, Payload: vlan},
		{Dst: router, Src: host, Type: packet.TypeQinQ, Payload: append([]byte{0, 5, 0x81, 0}, vlan...)},
		{Dst: packet.MAC{1, 0x80, 0xc2, 0, 0, 0x0e}, Src: host, Type: packet.TypeLLDP, Payload: payload},
		{Dst: router, Src: host, Type: 46, Payload: payload}, // IEEE 802.3: a length
		{Dst: router, Src: host, Type: 0x0008, Payload: payload},
		{Dst: router, Src: host, Type: 0x0608, Payload: payload},
		{Dst: router, Src: host, Type: 0x0801, Payload: payload},
		{Dst: router, Src: host, Type: 0x0807, Payload: payload},
		{Dst: router, Src: host, Type: 0x0900, Payload: payload},
		{Dst: router, Src: host, Type: 0x1800, Payload: payload},
		{Dst: router, Src: host, Type: 0, Payload: payload},
		{Dst: router, Src: host, Type: 0xffff, Payload: payload},
	} {
		c.Steps = append(c.Steps, in(e.Bytes()))
	}
	c.Steps = append(c.Steps, hits("10.0.2.0/24", "0.0.0.0/0"))
	return c
}

// tunnels has frames inside of frames, each right by itself.
func tunnels() *corpus.Case {
	c := &corpus.Case{Name: "tunnels", About: "only the outermost headers count: packets that carry whole frames and packets, with another destination and TTL"}
	c.Steps = append(c.Steps, tables(forward("10.0.2.0/24", 1), forward("172.16.0.0/12", 2)))
	inner := ip()
	inner.Dst, inner.TTL = [4]byte{172, 16, 0, 1}, 33
	frame := packet.Ethernet{Dst: packet.MAC{2, 2, 2, 2, 2, 2}, Src: packet.MAC{4, 4, 4, 4, 4, 4}, Type: packet.TypeIPv4, Payload: inner.Bytes()}.Bytes()
	for _, payload := range [][]byte{frame, inner.Bytes(), append(packet.Pattern(1), frame...), append(packet.Pattern(30), frame...)} {
		p := ip()
		p.Payload = payload
		c.Steps = append(c.Steps, in(ether(p)))
		p.TTL = 1
		c.Steps = append(c.Steps, in(ether(p)))
	}
	// The same behind an Ethernet header of another type.
	c.Steps = append(c.Steps, in(packet.Ethernet{Dst: router, Src: host, Type: packet.TypeLLDP, Payload: frame}.Bytes()))
	c.Steps = append(c.Steps, hits("10.0.2.0/24", "172.16.0.0/12"))
	return c
}

func macs() *corpus.Case {
	c := &corpus.Case{Name: "macs", About: "the old destination becomes the source, the next hop the destination, byte by byte"}
	c.Steps = append(c.Steps, tables(
		insert("10.1.0.0/16", "forward", via(1, "01:23:45:67:89:ab")),
		insert("10.2.0.0/16", "forward", via(2, "fe:dc:ba:98:76:54")),
		insert("10.3.0.0/16", "forward", via(3, "00:00:00:00:00:00")),
		insert("10.4.0.0/16", "forward", via(4, "ff:ff:ff:ff:ff:ff")),
	))
	for _, second := range []byte{1, 2, 3, 4} {
		for _, d := range []packet.MAC{{0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0xf6}, {}, {255, 255, 255, 255, 255, 255}, {1, 0, 0x5e, 1, 2, 3}} {
			p := ip()
			p.Dst = [4]byte{10, second, 0, 1}
			c.Steps = append(c.Steps, in(packet.Ethernet{Dst: d, Src: host, Type: packet.TypeIPv4, Payload: p.Bytes()}.Bytes()))
		}
	}
	return c
}

func large() *corpus.Case {
	c := &corpus.Case{Name: "large", About: "frames up to jumbo size, odd lengths among them", Steps: routed()}
	for _, n := range []int{64, 65, 127, 512, 1024, 1459, 1460, 1514, 9014, 32767} {
		p := ip()
		p.Payload = make([]byte, n-34)
		p.Payload[len(p.Payload)-1] = 0x77
		c.Steps = append(c.Steps, in(ether(p)))
	}
	return c
}

func ingressPorts() *corpus.Case {
	c := &corpus.Case{Name: "ingress_port", About: "the way in does not matter: a packet may go back where it came from, and one from the CPU port is routed like any", Steps: routed()}
	for _, port := range []uint16{0, 1, 2, 255, 256, 509, 510} {
		s := in(ether(ip()))
		s.Frame.Port = port
		c.Steps = append(c.Steps, s)
	}
	return c
}
