package generator

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
	"up4/io/overlay"
)

func monotonic(t testing.TB) int64 {
	t.Helper()
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		t.Fatal(err)
	}
	return ts.Nano()
}

// testHalf is half a peer without a socket.
func testHalf(t testing.TB, cfg *Config) half {
	t.Helper()
	c, err := newClock()
	if err != nil {
		t.Fatal(err)
	}
	return half{cfg: cfg, k: mmsg.Linux{}, fd: -1, clock: c, shared: &shared{}}
}

func testSender(t testing.TB, cfg *Config) (*sender, clock) {
	t.Helper()
	s, err := newSender(testHalf(t, cfg), false, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.mem.Close() })
	return s, s.clock
}

func testReceiver(t testing.TB, cfg *Config) *receiver {
	t.Helper()
	r, err := newReceiver(testHalf(t, cfg), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.mem.Close() })
	return r
}

// arrive puts a message into r as the kernel would.
func arrive(r *receiver, b []byte, segment int) {
	r.msgs[0].Len = uint32(len(b))
	copy(r.bufs[0], b)
	c := &r.ctls[0]
	binary.NativeEndian.PutUint64(c[0:], 20)
	binary.NativeEndian.PutUint32(c[8:], unix.IPPROTO_UDP)
	binary.NativeEndian.PutUint32(c[12:], unix.UDP_GRO)
	binary.NativeEndian.PutUint32(c[16:], uint32(segment))
	r.message(0, 1e9)
	r.reset(0)
}

// sum is all a datagram can be counted as.
func sum(r *receiver) (n uint64) {
	s := &r.seen
	for _, o := range r.origins {
		n += o.frames + o.duplicates + o.stale
	}
	return n + s.corrupted.Load() + s.foreign.Load() + s.strangers.Load() + s.malformed.Load() + s.truncated.Load() + s.headerOnly.Load()
}

func oneFrame(t testing.TB, bytes int) []byte {
	t.Helper()
	cfg, err := Config{Bind: loopback(false), Target: netip.MustParseAddrPort("127.0.0.1:9"), ID: 3, Sizes: Mix{{bytes, 1}}}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	s, c := testSender(t, &cfg)
	s.trains.build(1)
	s.trains.number(0, 0, cfg.ID, &c)
	return gathered(&s.trains.msgs[0])
}

// Whatever arrives, each datagram is counted once, and nothing panics.
func FuzzReceive(f *testing.F) {
	frame := oneFrame(f, 100)
	hello := make([]byte, overlay.Size)
	overlay.Header{HeaderOnly: true, Micros: 2}.Put(hello)
	f.Add(frame, 112, false)
	f.Add(append(append([]byte{}, frame...), frame[:90]...), 112, true)
	f.Add(hello, 12, true)
	f.Add([]byte{}, 0, false)
	f.Add(append(append([]byte{}, frame...), frame...), -1, true)
	f.Fuzz(func(t *testing.T, b []byte, segment int, verify bool) {
		if len(b) > 70000 {
			return
		}
		cfg := Config{ReceiveOnly: true, Verify: verify}
		r := testReceiver(t, &cfg)
		arrive(r, b, segment)
		want := uint64(1)
		if s := int(int32(uint32(segment))); s > 0 && len(b) > s {
			want = uint64((len(b) + s - 1) / s)
		}
		if got := sum(r); got != want {
			t.Errorf("%d datagrams counted, want %d: %+v", got, want, r.seen)
		}
		for _, o := range r.origins {
			o.flush()
		}
		_ = r.report()
	})
}

// Ids that someone makes up do not use up the memory.
func TestTooManyGenerators(t *testing.T) {
	cfg := Config{ReceiveOnly: true}
	r := testReceiver(t, &cfg)
	f := oneFrame(t, 64)
	for id := range uint16(100) {
		s := stamp{id: id, flow: 0, seq: 1, nanos: 5}
		s.put(f[headSize:])
		arrive(r, f, len(f))
	}
	if len(r.origins) != maxOrigins || r.seen.foreign.Load() != 100-maxOrigins {
		t.Errorf("%d generators followed, %d frames foreign", len(r.origins), r.seen.foreign.Load())
	}
}

// A frame's time that is not of this host's clock is no latency.
func TestTimesOfAnotherClock(t *testing.T) {
	cfg := Config{ReceiveOnly: true}
	r := testReceiver(t, &cfg)
	f := oneFrame(t, 64)
	for i, nanos := range []uint64{1e9 + 1, 1 << 63, 0, 1e9 - 500, 1e9 - 500, 1e9 - 1000} { // it is 1e9 now
		s := stamp{id: 1, seq: uint32(i + 1), nanos: nanos}
		s.put(f[headSize:])
		arrive(r, f, len(f))
	}
	r.origins[1].flush()
	rep := r.report()
	l := rep.From(1).Latency
	// 0 is a second ago, which may be. 1% is what the histogram keeps.
	if l.Unclocked != 2 || l.Count != 4 || l.Min > 500 || l.Min < 495 || l.P50 < 500 || l.P50 > 505 || l.Max < 1e9 || l.Max > 101e7 {
		t.Errorf("%+v", l)
	}
}

// A datagram longer than a buffer without GRO, and one from elsewhere.
func TestTruncatedAndStrangers(t *testing.T) {
	at := freeAddr(t, false)
	sender := freeAddr(t, false)
	p := mustPeer(t, Config{Bind: at, Target: sender, ReceiveOnly: true, Count: 50, RcvBuf: 8 << 20, Drain: 100 * time.Millisecond}, mmsg.Linux{})
	q := mustPeer(t, Config{Bind: sender, Target: at, ID: 7, Count: 100, RatePPS: 5000, Sizes: Mix{{20000, 1}, {100, 1}}, Drain: 50 * time.Millisecond}, mmsg.Linux{})
	stranger, err := net.DialUDP("udp4", nil, net.UDPAddrFromAddrPort(at))
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	for range 3 {
		if _, err := stranger.Write(oneFrame(t, 64)); err != nil {
			t.Fatal(err)
		}
	}
	r := runAll(t, p, q)
	in := r[0].Received
	if o := in.From(7); o.Received != 50 || in.Truncated != 50 || in.Strangers != 3 || in.Mine != nil {
		t.Errorf("%+v, of 7: %+v", in, o)
	}
}

// A receiver without a target takes from anyone, greets no one and ends by its
// duration.
func TestReceiverWithoutTarget(t *testing.T) {
	p := mustPeer(t, Config{Bind: loopback(false), ReceiveOnly: true, Duration: 300 * time.Millisecond, GRO: true, Drain: 100 * time.Millisecond}, mmsg.Linux{})
	q := mustPeer(t, Config{Bind: loopback(false), Target: p.Addr(), ID: 7, Count: 500, SkipHello: true, GSO: true, Drain: 50 * time.Millisecond}, mmsg.Linux{})
	r := runAll(t, p, q)
	if o := r[0].Received.From(7); o.Received != 500 || r[0].OfferedFrames != 0 || r[0].Interrupted || r[1].Received.HeaderOnly != 0 {
		t.Errorf("%+v, %+v", o, r[0])
	}
}

// Frames that keep coming do not keep a run from ending.
func TestDrainIsBounded(t *testing.T) {
	p := mustPeer(t, Config{Bind: loopback(false), ReceiveOnly: true, Duration: 20 * time.Millisecond, Drain: 100 * time.Millisecond, DrainMax: 200 * time.Millisecond}, mmsg.Linux{})
	q := mustPeer(t, Config{Bind: loopback(false), Target: p.Addr(), RatePPS: 2000, SkipHello: true}, mmsg.Linux{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _, _ = q.Run(ctx) }()
	r := runAll(t, p)[0]
	if r.Quiet || r.Received.Frames == 0 {
		t.Errorf("quiet %v, %d frames", r.Quiet, r.Received.Frames)
	}
	cancel()
	<-ended
}

// Neither half allocates once it runs: a burst is built, numbered, sent and
// taken in, over real sockets.
func TestNoAllocation(t *testing.T) {
	for _, trains := range []bool{true, false} {
		rcv := mustPeer(t, Config{Bind: loopback(false), ReceiveOnly: true, GRO: trains}, mmsg.Linux{})
		snd := mustPeer(t, Config{Bind: loopback(false), Target: rcv.Addr(), Flows: 50, Sizes: Mix{{64, 2}, {1460, 1}}, GSO: trains}, mmsg.Linux{})
		burst := func() {
			s, r := snd.send, rcv.recv
			s.trains.build(burstSingles)
			s.trains.number(0, 0, snd.cfg.ID, &s.clock)
			s.send()
			for {
				n, errno := r.k.Recv(r.fd, r.msgs)
				if errno != 0 {
					return
				}
				for i := range n {
					r.message(i, r.clock.now())
					r.reset(i)
				}
			}
		}
		for range 10 { // the first frames of flows and generators make rows
			burst()
		}
		if n := testing.AllocsPerRun(100, burst); n != 0 {
			t.Errorf("trains %v: %v allocations a burst", trains, n)
		}
		if got := rcv.recv.seen.frames.Load(); got != 111*burstSingles {
			t.Errorf("trains %v: %d frames came, want %d", trains, got, 111*burstSingles)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, bytes := range []int{64, 1460} {
		b.Run(Mix{{bytes, 1}}.String(), func(b *testing.B) {
			cfg, err := Config{Bind: loopback(false), Target: netip.MustParseAddrPort("127.0.0.1:9"), Flows: 4096, Sizes: Mix{{bytes, 1}}}.withDefaults()
			if err != nil {
				b.Fatal(err)
			}
			s, c := testSender(b, &cfg)
			s.trains.setTrains(true)
			for range b.N {
				s.trains.build(64)
				s.trains.number(0, 0, cfg.ID, &c)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/frame")
		})
	}
}

func BenchmarkReceive(b *testing.B) {
	cfg, err := Config{Bind: loopback(false), Target: netip.MustParseAddrPort("127.0.0.1:9"), Flows: 4096, Sizes: Mix{{1000, 1}}}.withDefaults()
	if err != nil {
		b.Fatal(err)
	}
	s, c := testSender(b, &cfg)
	s.trains.setTrains(true)
	only := Config{ReceiveOnly: true}
	r := testReceiver(b, &only)
	b.ResetTimer()
	elapsed := time.Duration(0)
	for range b.N {
		s.trains.build(64)
		s.trains.number(0, 0, cfg.ID, &c)
		m := gathered(&s.trains.msgs[0])
		began := time.Now()
		arrive(r, m, 1012)
		elapsed += time.Since(began)
	}
	b.ReportMetric(float64(elapsed.Nanoseconds())/float64(b.N)/64, "ns/frame")
}
