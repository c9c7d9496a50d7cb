package generator

import (
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"pgregory.net/rapid"

	"up4/internal/mmsg"
	"up4/io/overlay"
)

func TestParseMix(t *testing.T) {
	for _, c := range []struct{ in, want, err string }{
		{"1460", "1460", ""},
		{"64:7,570:4,1460:1", "64:7,570:4,1460:1", ""},
		{" 64 , 128:2", "64:1,128:2", ""},
		{"64", "64", ""},
		{"65481", "65481", ""},
		{"", "", "want a number"},
		{"63", "", "at least 64"},
		{"65482", "", "at most 65481"},
		{"-64", "", "at least 64"},
		{"64:0", "", "weight 0"},
		{"64:10001", "", "weight 10001"},
		{"64:x", "", "weight in"},
		{"64:1:2", "", "weight in"},
		{"64,,128", "", "want a number"},
		{"64:1,128:1,64:2", "", "twice"},
	} {
		m, err := ParseMix(c.in)
		switch {
		case c.err == "" && (err != nil || m.String() != c.want):
			t.Errorf("%q: %v %v, want %s", c.in, m, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: error %v, want %q", c.in, err, c.err)
		}
	}
}

func TestCycle(t *testing.T) {
	m := Mix{{64, 2}, {100, 1}}
	for _, c := range []struct {
		stretch int
		want    string
	}{{1, "001001001"}, {2, "000011000011"}} {
		cy := newCycle(m, c.stretch)
		got := ""
		for range len(c.want) {
			got += string(rune('0' + cy.next()))
		}
		if got != c.want {
			t.Errorf("stretch %d: %s, want %s", c.stretch, got, c.want)
		}
	}
	// 64 segments: 64/7 = 9 turns in one go; never none.
	if got := stretchFor(Mix{{64, 7}, {570, 4}, {1460, 1}}, 64); got != 9 {
		t.Errorf("stretch %d, want 9", got)
	}
	if got := stretchFor(Mix{{64, 100}}, 64); got != 1 {
		t.Errorf("stretch %d, want 1", got)
	}
}

// By hand: the words are 7570 3447 0102 0304 0a0b 0c0d 1011 1213 1415 1617,
// added with the carry brought round:
// 7570+3447=a9b7 +0102=aab9 +0304=adbd +0a0b=b7c8 +0c0d=c3d5 +1011=d3e6
// +1213=e5f9 +1415=fa0e +1617=11025 → 1026; check = ^1026 = efd9.
func TestStampByHand(t *testing.T) {
	s := stamp{id: 0x0102, flow: 0x0304, seq: 0x0a0b0c0d, nanos: 0x1011121314151617}
	var b [stampSize]byte
	s.put(b[:])
	if got, want := hex.EncodeToString(b[:]), "75703447"+"01020304"+"0a0b0c0d"+"1011121314151617"+"efd9"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStampRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := stamp{
			id: rapid.Uint16().Draw(t, "id"), flow: rapid.Uint16().Draw(t, "flow"),
			seq: rapid.Uint32().Draw(t, "seq"), nanos: rapid.Uint64().Draw(t, "nanos"),
		}
		var b [stampSize]byte
		s.put(b[:])
		var got stamp
		if !got.read(b[:]) || got != s {
			t.Fatalf("got %+v, want %+v", got, s)
		}
		at, bit := rapid.IntRange(4, stampSize-1).Draw(t, "at"), rapid.IntRange(0, 7).Draw(t, "bit")
		b[at] ^= 1 << bit
		if got.read(b[:]) {
			t.Fatalf("a flipped bit at %d.%d goes unseen", at, bit)
		}
	})
}

// slowSum is RFC 1071 read out: 16-bit words, one after the other, the carry
// added at the end.
func slowSum(b []byte) uint16 {
	sum := 0
	for i, x := range b {
		if i%2 == 0 {
			sum += int(x) << 8
		} else {
			sum += int(x)
		}
	}
	for sum > 0xffff {
		sum = sum>>16 + sum&0xffff
	}
	return uint16(sum)
}

func TestOnesSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "b")
		if got, want := fold(onesSum(b)), slowSum(b); got != want {
			t.Fatalf("sum of %x is %04x, want %04x", b, got, want)
		}
	})
}

// What is sent is well-formed, as another implementation sees it: every frame
// of every flow and length, with the checksums it computes itself.
func TestFramesAreWellFormed(t *testing.T) {
	cfg, err := Config{
		Bind: loopback(false), Target: netip.MustParseAddrPort("127.0.0.1:1"), Flows: 300, ID: 5, Vport: 9,
		Dsts:   []netip.Prefix{netip.MustParsePrefix("10.2.0.0/16"), netip.MustParsePrefix("192.168.7.0/24")},
		Src:    netip.MustParsePrefix("172.16.0.0/12"),
		DstMAC: [6]byte{2, 1, 2, 3, 4, 5}, SrcMAC: [6]byte{2, 6, 7, 8, 9, 10}, Sizes: Mix{{64, 1}, {65, 1}, {570, 1}, {1460, 1}},
	}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	s, c := testSender(t, &cfg)
	tuples := map[[2]gopacket.Flow]uint16{}
	wantLen := map[int]int{}
	for range 20 {
		s.trains.build(100)
		s.trains.number(0, 0, cfg.ID, &c)
		for m := range s.trains.n {
			b := gathered(&s.trains.msgs[m])
			h, err := overlay.Parse(b)
			if err != nil || h.HeaderOnly || h.Vport != 9 {
				t.Fatalf("overlay header %+v: %v", h, err)
			}
			f := b[overlay.Size:]
			wantLen[len(f)]++
			checkFrame(t, f, &cfg, tuples)
		}
	}
	if len(tuples) != 300 {
		t.Errorf("%d 5-tuples of 300 flows", len(tuples))
	}
	for _, sh := range cfg.Sizes {
		if wantLen[sh.Bytes] != 500 {
			t.Errorf("%d frames of %d bytes, want 500", wantLen[sh.Bytes], sh.Bytes)
		}
	}
}

func checkFrame(t *testing.T, f []byte, cfg *Config, tuples map[[2]gopacket.Flow]uint16) {
	t.Helper()
	p := gopacket.NewPacket(f, layers.LayerTypeEthernet, gopacket.Default)
	eth, ip, udp := p.Layer(layers.LayerTypeEthernet).(*layers.Ethernet), p.Layer(layers.LayerTypeIPv4).(*layers.IPv4), p.Layer(layers.LayerTypeUDP).(*layers.UDP)
	if [6]byte(eth.DstMAC) != cfg.DstMAC || [6]byte(eth.SrcMAC) != cfg.SrcMAC || ip.TTL != 64 || int(ip.Length) != len(f)-14 {
		t.Fatalf("%v %v", eth, ip)
	}
	dst, _ := netip.AddrFromSlice(ip.DstIP)
	src, _ := netip.AddrFromSlice(ip.SrcIP)
	if !cfg.Dsts[0].Contains(dst) && !cfg.Dsts[1].Contains(dst) || !cfg.Src.Contains(src) {
		t.Fatalf("from %v to %v", src, dst)
	}
	var s stamp
	if !s.read(f[stampAt:]) || s.id != cfg.ID {
		t.Fatalf("stamp %+v", s)
	}
	key := [2]gopacket.Flow{ip.NetworkFlow(), udp.TransportFlow()}
	if was, ok := tuples[key]; ok && was != s.flow {
		t.Fatalf("flows %d and %d share %v", was, s.flow, key)
	}
	tuples[key] = s.flow
	again := func(check bool) []byte {
		out := gopacket.NewSerializeBuffer()
		_ = udp.SetNetworkLayerForChecksum(ip)
		if err := gopacket.SerializeLayers(out, gopacket.SerializeOptions{ComputeChecksums: check}, eth, ip, udp, gopacket.Payload(udp.Payload)); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	if got := again(true); string(got) != string(f) {
		t.Fatalf("another implementation makes\n%x of\n%x", got, f)
	}
}

func TestDestinationsAreSpread(t *testing.T) {
	seen := map[byte]int{} // by the second byte of an address in 10.0.0.0/8
	for i := range uint32(4096) {
		a := hostOf(netip.MustParsePrefix("10.0.0.0/8"), i)
		seen[a[1]]++
	}
	for b := range 256 {
		if n := seen[byte(b)]; n < 8 || n > 32 {
			t.Errorf("10.%d.0.0/16 has %d of 4096 destinations, even would be 16", b, n)
		}
	}
	for i := range uint32(10000) {
		if a := hostOf(netip.MustParsePrefix("10.0.0.0/30"), i); a[3] != 1 && a[3] != 2 {
			t.Fatalf("%v is no host of 10.0.0.0/30", a)
		}
		if a := hostOf(netip.MustParsePrefix("10.0.0.7/32"), i); a != [4]byte{10, 0, 0, 7} {
			t.Fatalf("%v", a)
		}
		if a := hostOf(netip.MustParsePrefix("10.0.0.6/31"), i); a[3] != 6+byte(i%2) {
			t.Fatalf("%v", a)
		}
	}
}

// 1000 frames a second: the first is due at once, one each millisecond.
func TestPacer(t *testing.T) {
	p := pacer{rate: 1000, start: 5e9}
	step := func(now int64, frames int, wait time.Duration) {
		t.Helper()
		n, w := p.due(now, 100)
		if n != frames || n == 0 && w != wait {
			t.Errorf("at %d: %d frames, wait %v; want %d, %v", now, n, w, frames, wait)
		}
		p.sent += uint64(n)
	}
	step(5e9, 1, 0)
	step(5e9, 0, time.Millisecond)
	step(5e9+4e5, 0, 600*time.Microsecond)
	step(5e9+98e4, 0, minSleep)
	step(5e9+1e6, 1, 0)
	step(5e9+3e6, 2, 0)
	step(5e9+3e6, 0, time.Millisecond)
	// 10 ms late: 2 of the 10 frames are made up for, 8 given up.
	step(5e9+13e6, 2, 0)
	if p.skipped != 8 {
		t.Errorf("skipped %d, want 8", p.skipped)
	}
	step(5e9+13e6, 0, time.Millisecond)
	if n, _ := (&pacer{}).due(0, 77); n != 77 {
		t.Errorf("without a rate %d are due, want 77", n)
	}
}

func TestRateIsKept(t *testing.T) {
	rel := newRelay(t, 1, asItIs)
	p := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), RatePPS: 4000, Duration: 500 * time.Millisecond, GSO: true, GRO: true, Drain: 50 * time.Millisecond}, mmsg.Linux{})
	r, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// 2000 frames and the one at the start; what the machine held up is named,
	// but for a last stall.
	if due := r.OfferedFrames + r.Skipped; r.OfferedFrames > 2001 || due < 1000 {
		t.Errorf("offered %d, skipped %d of 2001", r.OfferedFrames, r.Skipped)
	}
}

// The model is the set of numbers that came. Within the window, the last 192
// numbers, every arrival is told right.
func TestSequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q sequence
		seen := map[uint64]bool{}
		highest := uint64(0)
		for range rapid.IntRange(1, 300).Draw(t, "n") {
			n := highest + 1
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 1:
				n += uint64(rapid.IntRange(0, 600).Draw(t, "gap"))
			case 2:
				if highest > 0 {
					n = highest - uint64(rapid.IntRange(0, int(min(highest-1, 191))).Draw(t, "back"))
				}
			case 3:
				if highest > 192 {
					n = highest - uint64(rapid.IntRange(192, int(highest-1)).Draw(t, "far"))
				}
			}
			want := inOrder
			switch {
			case n > highest:
				highest = n
			case highest-n >= 192:
				want = stale
			case seen[n]:
				want = repeated
			default:
				want = late
			}
			if got := q.take(uint32(n)); got != want || q.highest != highest {
				t.Fatalf("number %d after %d: %d, want %d", n, highest, got, want)
			}
			seen[n] = true
		}
	})
}

// Numbers on the wire wrap.
func TestSequenceWraps(t *testing.T) {
	q := sequence{highest: 1<<32 - 2}
	for i, n := range []uint32{1<<32 - 1, 0, 2, 1, 1} {
		if got, want := q.take(n), []arrival{inOrder, inOrder, inOrder, late, repeated}[i]; got != want {
			t.Errorf("number %d: %d, want %d", n, got, want)
		}
	}
	if q.highest != 1<<32+2 {
		t.Errorf("highest %d", q.highest)
	}
}

func TestConfigIsChecked(t *testing.T) {
	good := Config{Bind: loopback(false), Target: netip.MustParseAddrPort("127.0.0.1:7400")}
	if _, err := good.withDefaults(); err != nil {
		t.Fatal(err)
	}
	five := uint8(5)
	for want, change := range map[string]func(c *Config){
		"no address":     func(c *Config) { c.Bind = netip.AddrPort{} },
		"no target":      func(c *Config) { c.Target = netip.AddrPort{} },
		"no port":        func(c *Config) { c.Target = netip.MustParseAddrPort("127.0.0.1:0") },
		"IP versions":    func(c *Config) { c.Target = netip.MustParseAddrPort("[::1]:7400") },
		"one switch":     func(c *Config) { c.Target = netip.MustParseAddrPort("224.0.0.1:7400") },
		"vport 1024":     func(c *Config) { c.Vport = 1024 },
		"65537 flows":    func(c *Config) { c.Flows = MaxFlows + 1 },
		"-1 flows":       func(c *Config) { c.Flows = -1 },
		"length 10":      func(c *Config) { c.Sizes = Mix{{10, 1}} },
		"rate of -1":     func(c *Config) { c.RatePPS = -1 },
		"time":           func(c *Config) { c.Duration = -1 },
		"buffer":         func(c *Config) { c.RcvBuf = -1 },
		"incarnation 5":  func(c *Config) { c.Incarnation = &five },
		"prefix fd00::/": func(c *Config) { c.Dsts = []netip.Prefix{netip.MustParsePrefix("fd00::/8")} },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func TestClockIsMonotonicTime(t *testing.T) {
	c, err := newClock()
	if err != nil {
		t.Fatal(err)
	}
	before := monotonic(t)
	now := c.now()
	after := monotonic(t)
	const slack = 100_000 // of the calibration, on a busy machine
	if now < before-slack || now > after+slack {
		t.Errorf("%d is not between %d and %d", now, before, after)
	}
	if binary.BigEndian.Uint32([]byte("up4G")) != stampMagic {
		t.Error("the magic is not its text")
	}
}
