package generator

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"up4/internal/mmsg"
	"up4/io/overlay"
)

// viaRelay runs one generator against a relay.
func viaRelay(t *testing.T, cfg Config, shards uint32, fate func(i int, d []byte) [][]byte) (Report, *relay) {
	t.Helper()
	r := newRelay(t, shards, fate)
	return throughRelay(t, cfg, r), r
}

func throughRelay(t *testing.T, cfg Config, r *relay) Report {
	t.Helper()
	cfg.Bind, cfg.Target, cfg.ID, cfg.RcvBuf = loopback(false), r.addr(), 9, defaultBuffer
	cfg.RatePPS, cfg.Drain = 20000, 150*time.Millisecond
	return runAll(t, mustPeer(t, cfg, mmsg.Linux{}))[0]
}

var eightFlows = Config{Flows: 8, Count: 400, Sizes: Mix{{100, 1}}, GSO: true, GRO: true}

func every(n, from int) func(i int) bool { return func(i int) bool { return i%n == from } }

func TestNothingHappens(t *testing.T) {
	r, _ := viaRelay(t, eightFlows, 1, asItIs)
	m := r.Received.Mine
	if m.Received != 400 || m.Lost != 0 || m.Unreturned != 0 || m.Flows != 8 || m.Bytes != 400*100 || m.Latency.Count != 400 {
		t.Errorf("mine: %+v", m)
	}
	if r.Received.Frames != 400 || len(r.Received.Others) != 0 || r.Received.Link != (Link{}) {
		t.Errorf("received: %+v", r.Received)
	}
}

// 400/10 = 40 frames are dropped by the relay: lost, but not on the way back.
func TestDropped(t *testing.T) {
	drop := every(10, 7)
	r, _ := viaRelay(t, eightFlows, 1, func(i int, d []byte) [][]byte {
		if drop(i) {
			return nil
		}
		return [][]byte{d}
	})
	if m := r.Received.Mine; m.Received != 360 || m.Lost != 40 || m.Unreturned != 0 || m.Reordered+m.Duplicates != 0 {
		t.Errorf("mine: %+v", m)
	}
	if r.Received.Link.Lost != 0 {
		t.Errorf("link: %+v", r.Received.Link)
	}
}

// The last 16 frames, two of each flow, are dropped.
func TestTailDropped(t *testing.T) {
	r, _ := viaRelay(t, eightFlows, 1, func(i int, d []byte) [][]byte {
		if i >= 384 {
			return nil
		}
		return [][]byte{d}
	})
	if m := r.Received.Mine; m.Received != 384 || m.Lost != 16 || m.Highest != 384 {
		t.Errorf("mine: %+v", m)
	}
}

// One flow of eight never comes back.
func TestAFlowThatDoesNotReturn(t *testing.T) {
	r, _ := viaRelay(t, eightFlows, 1, func(i int, d []byte) [][]byte {
		if i%8 == 3 {
			return nil
		}
		return [][]byte{d}
	})
	if m := r.Received.Mine; m.Received != 350 || m.Lost != 0 || m.Unreturned != 50 || m.Flows != 7 {
		t.Errorf("mine: %+v", m)
	}
}

func TestDuplicated(t *testing.T) {
	twice := every(20, 5)
	r, _ := viaRelay(t, eightFlows, 1, func(i int, d []byte) [][]byte {
		if twice(i) {
			return [][]byte{d, slices.Clone(d), slices.Clone(d)}
		}
		return [][]byte{d}
	})
	if m := r.Received.Mine; m.Received != 400 || m.Duplicates != 40 || m.Lost+m.Reordered != 0 || r.Received.Frames != 440 {
		t.Errorf("mine: %+v of %d frames", m, r.Received.Frames)
	}
}

// A frame is held until the next of its flow has gone: one late frame each. Held
// over frames of other flows only, it is not late.
func TestReordered(t *testing.T) {
	hold, slip := every(20, 2), every(20, 11)
	held := map[int][]byte{}
	r, _ := viaRelay(t, eightFlows, 1, func(i int, d []byte) [][]byte {
		out := [][]byte{d}
		switch {
		case hold(i):
			held[i+8], out = d, nil
		case slip(i):
			held[i+7], out = d, nil
		}
		if h, ok := held[i]; ok {
			out = append(out, h)
		}
		return out
	})
	if m := r.Received.Mine; m.Received != 400 || m.Reordered != 20 || m.Lost+m.Duplicates+m.Stale != 0 {
		t.Errorf("mine: %+v", m)
	}
}

// Each kind of change is seen as what it is. Positions count from the start of
// the datagram: 12 bytes of overlay, then Ethernet at 12, IPv4 at 26, UDP at 46,
// stamp at 54, padding at 76.
func TestChanged(t *testing.T) {
	flip := func(at int) func(d []byte) []byte {
		return func(d []byte) []byte { d[at] ^= 0x10; return d }
	}
	for _, c := range []struct {
		name   string
		change func(d []byte) []byte
		verify bool
		seen   func(in *Received) uint64
		whole  bool // the frame still counts
	}{
		{"sequence number", flip(54 + 11), false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"time", flip(54 + 19), false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"check", flip(54 + 21), false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"destination address", flip(26 + 19), false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"TTL without checksum", flip(26 + 8), false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"cut short", func(d []byte) []byte { return d[:100] }, false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"UDP length", flip(46 + 5), false, func(in *Received) uint64 { return in.Corrupted }, false},
		{"padding", flip(90), true, func(in *Received) uint64 { return in.Corrupted }, false},
		{"UDP port", flip(46 + 3), true, func(in *Received) uint64 { return in.Corrupted }, false},
		{"padding, not looked at", flip(90), false, func(in *Received) uint64 { return 40 }, true},
		{"destination MAC", flip(12), true, func(in *Received) uint64 { return 40 }, true},
		{"magic", flip(54), false, func(in *Received) uint64 { return in.Foreign }, false},
		{"EtherType", flip(12 + 12), false, func(in *Received) uint64 { return in.Foreign }, false},
		{"protocol", flip(26 + 9), false, func(in *Received) uint64 { return in.Foreign }, false},
		{"of no generator", func(d []byte) []byte { clear(d[26:]); return d }, false, func(in *Received) uint64 { return in.Foreign }, false},
		{"no frame", func(d []byte) []byte { return d[:20] }, false, func(in *Received) uint64 { return in.Malformed }, false},
		{"no header", func(d []byte) []byte { return d[:11] }, false, func(in *Received) uint64 { return in.Malformed }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			hit := every(10, 7)
			cfg := eightFlows
			cfg.Verify = c.verify
			r, _ := viaRelay(t, cfg, 1, func(i int, d []byte) [][]byte {
				if hit(i) {
					d = c.change(d)
				}
				return [][]byte{d}
			})
			in := &r.Received
			lost := uint64(40)
			if c.whole {
				lost = 0
			}
			if in.Mine.Received != 400-lost || in.Mine.Lost != lost || c.seen(in) != 40 {
				t.Errorf("received: %+v, mine: %+v", in, in.Mine)
			}
			if sum := in.Corrupted + in.Foreign + in.Malformed; sum != lost {
				t.Errorf("%d frames are counted as bad, want %d", sum, lost)
			}
		})
	}
}

// A router changes MACs and TTL and mends the checksum (RFC 1624, equation 3);
// one puts VLAN tags on. The stamp is found and holds.
func TestRewritten(t *testing.T) {
	for tags := range 3 {
		cfg := eightFlows
		cfg.Verify = true
		r, _ := viaRelay(t, cfg, 1, func(_ int, d []byte) [][]byte {
			copy(d[12:], []byte{2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4})
			ip := d[26:]
			old := uint32(binary.BigEndian.Uint16(ip[8:]))
			ip[8]--
			sum := uint32(^binary.BigEndian.Uint16(ip[10:])) + ^old&0xffff + uint32(binary.BigEndian.Uint16(ip[8:]))
			for sum>>16 != 0 {
				sum = sum&0xffff + sum>>16
			}
			binary.BigEndian.PutUint16(ip[10:], ^uint16(sum))
			for range tags {
				d = slices.Insert(d, 24, 0x81, 0x00, 0x00, 0x07)
			}
			return [][]byte{d}
		})
		if m := r.Received.Mine; m.Received != 400 || m.Lost != 0 || r.Received.Corrupted != 0 {
			t.Errorf("%d tags: %+v, mine %+v", tags, r.Received, m)
		}
	}
}

// What is lost on the way from the switch shows in its own numbers: here the
// relay uses a number for each frame but never sends every tenth.
func TestLostBehindTheSwitch(t *testing.T) {
	lost := every(10, 3)
	r := newRelay(t, 1, asItIs)
	r.become(func(i int, d []byte) [][]byte {
		if lost(i) {
			h, _ := overlay.Parse(d)
			r.out[h.Bucket]++
			return nil
		}
		return [][]byte{d}
	})
	got := throughRelay(t, eightFlows, r)
	if m := got.Received.Mine; m.Lost != 40 || got.Received.Link.Lost != 40 {
		t.Errorf("mine %+v, link %+v", m, got.Received.Link)
	}
}
