package model

import (
	"encoding/binary"

	"up4/p4/corpus"
	"up4/p4/corpus/packet"
)

// headerCases are about the checks of RFC 1812 5.2.2 and the fields they read.
func headerCases() []*corpus.Case {
	return []*corpus.Case{
		versions(), headerLengths(), totalLengths(), checksums(), bitErrors(), ttls(), options(), fields(),
	}
}

func versions() *corpus.Case {
	c := &corpus.Case{Name: "version", About: "every IP version in an IPv4 frame; all but 4 are dropped", Steps: routed()}
	for v := range byte(16) {
		p := ip()
		p.Version = ref(v)
		c.Steps = append(c.Steps, in(ether(p)))
	}
	c.Steps = append(c.Steps, hits("10.0.2.0/24"))
	return c
}

func headerLengths() *corpus.Case {
	c := &corpus.Case{Name: "ihl", About: "every header length: below 5 words dropped, above 5 punted if the packet is that long, else dropped", Steps: routed()}
	for n := range byte(16) {
		p := ip() // 46 bytes: room for 11 words
		p.IHL = ref(n)
		c.Steps = append(c.Steps, in(ether(p)))
		p.Payload = packet.Pattern(100)
		c.Steps = append(c.Steps, in(ether(p)))
	}
	return c
}

func totalLengths() *corpus.Case {
	c := &corpus.Case{Name: "total_length", About: "total length against header and frame: shorter than the header or longer than the frame is dropped, shorter than the frame is padding", Steps: routed()}
	for _, n := range []uint16{0, 1, 14, 19, 20, 21, 28, 45, 46, 47, 60, 61, 255, 256, 0x2e00, 32767, 32768, 65535} {
		p := ip()
		p.TotalLen = ref(n)
		c.Steps = append(c.Steps, in(ether(p)))
	}
	// With options: the header's own length is the lower bound.
	for n := range uint16(48) {
		p := ip()
		p.Options, p.Payload = []byte{1, 1, 1, 0}, packet.Pattern(22)
		p.TotalLen = ref(n)
		c.Steps = append(c.Steps, in(ether(p)))
	}
	// Padding of a short packet up to Ethernet's minimum, and a long trailer.
	p := ip()
	p.Payload = packet.Pattern(8)
	c.Steps = append(c.Steps, in(ether(p, make([]byte, 18)...)), in(ether(p, packet.Pattern(200)...)))
	p.Payload = nil
	c.Steps = append(c.Steps, in(ether(p)), in(ether(p, 0xff)))
	return c
}

// checksums sends headers whose right checksum lies where RFC 1624 has its
// corners: the result of the update must not be 0xffff, and the end-around
// carry must not be lost.
func checksums() *corpus.Case {
	c := &corpus.Case{Name: "checksum_edges", About: "right checksums around 0x0000, 0xfeff, 0xff00 and 0xfffe, each forwarded; then the same with the field off by one, and 0xffff for 0x0000 (RFC 1624 section 3), each dropped", Steps: routed()}
	for _, sum := range []uint16{0x0000, 0x0001, 0x00ff, 0x0100, 0x7fff, 0x8000, 0xfdff, 0xfefe, 0xfeff, 0xff00, 0xff01, 0xfffd, 0xfffe} {
		p := withChecksum(sum)
		c.Steps = append(c.Steps, in(ether(p)))
		for _, wrong := range []uint16{sum + 1, sum - 1, ^sum} {
			p.Checksum = ref(wrong)
			c.Steps = append(c.Steps, in(ether(p)))
		}
	}
	return c
}

// withChecksum is a packet whose right checksum is sum, by choice of its
// identification.
func withChecksum(sum uint16) packet.IPv4 {
	p := ip()
	for id := range 1 << 16 {
		p.ID = uint16(id)
		if binary.BigEndian.Uint16(p.Bytes()[10:]) == sum {
			return p
		}
	}
	panic("no identification gives this checksum")
}

func bitErrors() *corpus.Case {
	c := &corpus.Case{Name: "bit_errors", About: "each bit of a right header flipped in turn", Steps: routed()}
	right := ether(ip())
	for bit := range 8 * 20 {
		wrong := append([]byte(nil), right...)
		wrong[14+bit/8] ^= 0x80 >> (bit % 8)
		c.Steps = append(c.Steps, in(wrong))
	}
	c.Steps = append(c.Steps, hits("10.0.2.0/24", "0.0.0.0/0"))
	return c
}

func ttls() *corpus.Case {
	c := &corpus.Case{Name: "ttl", About: "every time to live: 0 and 1 punted unchanged, the others one less", Steps: routed()}
	for ttl := range 256 {
		p := ip()
		p.TTL = byte(ttl)
		c.Steps = append(c.Steps, in(ether(p)))
	}
	// A wrong checksum outweighs an expired TTL.
	p := ip()
	p.TTL, p.Checksum = 1, ref(uint16(0x1234))
	c.Steps = append(c.Steps, in(ether(p)), hits("10.0.2.0/24"))
	return c
}

func options() *corpus.Case {
	c := &corpus.Case{Name: "options", About: "packets with options are punted unchanged, their checksum left to the CPU; a length error still drops them", Steps: routed()}
	for words := 1; words <= 10; words++ {
		p := ip()
		p.Options = append(packet.Pattern(4*words-1), 0)
		c.Steps = append(c.Steps, in(ether(p)))
		p.Checksum = ref(uint16(0x5555))
		c.Steps = append(c.Steps, in(ether(p)))
		p.TTL, p.Checksum = 0, nil
		c.Steps = append(c.Steps, in(ether(p)))
		// The frame ends one byte before the options do.
		whole := ether(packet.IPv4{TTL: 9, Dst: destIP, Options: p.Options})
		c.Steps = append(c.Steps, in(whole), in(whole[:len(whole)-1]))
	}
	return c
}

func fields() *corpus.Case {
	c := &corpus.Case{Name: "fields", About: "fields the router must carry unchanged: DSCP and ECN, fragments, identification, protocol, source", Steps: routed()}
	for _, change := range []func(*packet.IPv4){
		func(p *packet.IPv4) { p.TOS = 0xff },
		func(p *packet.IPv4) { p.TOS = 0xb8 },
		func(p *packet.IPv4) { p.Frag = 0x4000 }, // don't fragment
		func(p *packet.IPv4) { p.Frag = 0x2000 }, // first fragment
		func(p *packet.IPv4) { p.Frag = 0x20b9 },
		func(p *packet.IPv4) { p.Frag = 0xffff },
		func(p *packet.IPv4) { p.ID = 0 },
		func(p *packet.IPv4) { p.ID = 0xffff },
		func(p *packet.IPv4) { p.Protocol = 0 },
		func(p *packet.IPv4) { p.Protocol = 1 },
		func(p *packet.IPv4) { p.Protocol = 6 },
		func(p *packet.IPv4) { p.Protocol = 255 },
		func(p *packet.IPv4) { p.Src = [4]byte{} },
		func(p *packet.IPv4) { p.Src = [4]byte{255, 255, 255, 255} },
		func(p *packet.IPv4) { p.Src = p.Dst },
	} {
		p := ip()
		change(&p)
		c.Steps = append(c.Steps, in(ether(p)))
	}
	return c
}
