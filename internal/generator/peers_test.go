package generator

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func loopback(v6 bool) netip.AddrPort {
	if v6 {
		return netip.MustParseAddrPort("[::1]:0")
	}
	return netip.MustParseAddrPort("127.0.0.1:0")
}

// freeAddr is an address that was free a moment ago.
func freeAddr(t testing.TB, v6 bool) netip.AddrPort {
	t.Helper()
	fd, err := unix.Socket(mmsg.Family(loopback(v6).Addr()), unix.SOCK_DGRAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if err := unix.Bind(fd, mmsg.Sockaddr(loopback(v6))); err != nil {
		t.Fatal(err)
	}
	a, err := mmsg.LocalAddr(fd)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func mustPeer(t testing.TB, cfg Config, k mmsg.Kernel) *Peer {
	t.Helper()
	p, err := newPeer(cfg, k)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// runAll runs peers together.
func runAll(t testing.TB, peers ...*Peer) []Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	reports := make([]Report, len(peers))
	var wg sync.WaitGroup
	for i, p := range peers {
		wg.Go(func() {
			var err error
			if reports[i], err = p.Run(ctx); err != nil {
				t.Errorf("peer %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	return reports
}

// Two peers talk to each other: each frame of either is accounted for at the
// other, and by name.
func TestTwoPeers(t *testing.T) {
	for _, c := range []struct {
		name     string
		gso, gro bool
		v6       bool
		sizes    string
		flows    int
	}{
		{"trains", true, true, false, "1460", 1000},
		{"trains of the shortest", true, true, false, "64", 4096},
		{"mixed lengths", true, true, false, "64:7,570:4,1460:1", 333},
		{"one flow, mixed lengths", true, true, false, "64:7,570:4,1460:1", 1},
		{"trains received singly", true, false, false, "200", 10},
		{"singles", false, false, false, "64:7,570:4,1460:1", 100},
		{"IPv6", true, true, true, "1440", 1000},
		{"IPv6 singles", false, true, true, "100", 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			mix, err := ParseMix(c.sizes)
			if err != nil {
				t.Fatal(err)
			}
			addrs := [2]netip.AddrPort{freeAddr(t, c.v6), freeAddr(t, c.v6)}
			var peers []*Peer
			for i := range 2 {
				peers = append(peers, mustPeer(t, Config{
					Bind: addrs[i], Target: addrs[1-i], ID: uint16(1 + i), Flows: c.flows, Sizes: mix, GSO: c.gso, GRO: c.gro,
					Count: 12000, RatePPS: 60000, Verify: true, Drain: 100 * time.Millisecond,
				}, mmsg.Linux{}))
			}
			reports := runAll(t, peers...)
			bytes := uint64(12000 * mix[0].Bytes)
			if len(mix) == 3 {
				bytes = 12000 / 12 * (7*64 + 4*570 + 1460)
			}
			for i := range 2 {
				checkSent(t, &reports[i], len(mix) == 1, bytes, c.gso)
				checkReceived(t, &reports[i], &reports[1-i])
			}
		})
	}
}

// checkSent looks at what a peer says it sent. A mix is exact only over whole
// stretched turns (of at most 64 frames of a kind).
func checkSent(t *testing.T, r *Report, exact bool, bytes uint64, trains bool) {
	t.Helper()
	if r.OfferedFrames != 12000 || r.PeerShards != 1 || !r.Quiet {
		t.Errorf("peer %d offered %d frames, its peer has %d shards, quiet %v", r.ID, r.OfferedFrames, r.PeerShards, r.Quiet)
	}
	if d := int64(r.OfferedBytes) - int64(bytes); exact && d != 0 || d < -100000 || d > 100000 {
		t.Errorf("peer %d offered %d bytes, want %d", r.ID, r.OfferedBytes, bytes)
	}
	if trains && r.TrainsSent > 6000 || !trains && r.TrainsSent != 12000 {
		t.Errorf("peer %d sent %d messages", r.ID, r.TrainsSent)
	}
	if m := r.Received.Mine; m == nil || m.Received != 0 || m.Lost != 0 || m.Unreturned != 12000 {
		t.Errorf("peer %d: own frames %+v", r.ID, m)
	}
}

// checkReceived compares what a peer received with what the other sent.
func checkReceived(t *testing.T, r, other *Report) {
	t.Helper()
	in := r.Received
	o := in.From(other.ID)
	// Where this machine stalls, the socket overflows: the overlay's numbers say
	// by how much.
	lost := in.Link.Lost
	if lost != 0 && r.SocketDrops == 0 {
		t.Errorf("peer %d: %d lost, but not at its socket", r.ID, lost)
	}
	if o.Received+lost != 12000 || o.Lost > lost || o.Highest-o.Lost != o.Received || o.Duplicates+o.Reordered+o.Stale != 0 ||
		o.Flows != other.Flows || lost == 0 && o.Bytes != other.OfferedBytes {
		t.Errorf("peer %d received %+v of the other, %d lost", r.ID, o, lost)
	}
	if in.Corrupted+in.Foreign+in.Strangers+in.Malformed+in.Truncated != 0 || in.Link != (Link{Lost: lost}) || in.HeaderOnly == 0 {
		t.Errorf("peer %d received %+v", r.ID, in)
	}
	if l := o.Latency; l.Count != o.Received || l.Unclocked != 0 || l.Min <= 0 || l.P50 < l.Min || l.P99 < l.P50 || l.Max < l.P99 || l.Max > 30e9 {
		t.Errorf("peer %d: latency %+v", r.ID, l)
	}
}
