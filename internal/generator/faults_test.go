package generator

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
	"up4/io/overlay"
)

// throughFaulty runs one generator against a relay, with a kernel of the test's.
func throughFaulty(t *testing.T, cfg Config, shards uint32, k *faulty) (Report, *relay) {
	t.Helper()
	r := newRelay(t, shards, asItIs)
	cfg.Bind, cfg.Target, cfg.ID, cfg.RcvBuf = loopback(false), r.addr(), 9, defaultBuffer
	if cfg.RatePPS == 0 {
		cfg.RatePPS = 30000
	}
	cfg.Drain = 150 * time.Millisecond
	return runAll(t, mustPeer(t, cfg, k))[0], r
}

// checkNumbers: the numbers of what left run on without a gap, in each bucket
// and in each flow. It returns the frames of each bucket.
func checkNumbers(t *testing.T, k *faulty) map[uint8]uint32 {
	t.Helper()
	buckets, flows := map[uint8]uint32{}, map[uint16]uint32{}
	for _, m := range k.taken {
		for _, d := range m.datagrams {
			h, _ := overlay.Parse(d)
			var s stamp
			if readFrame(d[overlay.Size:], true, &s) != good {
				t.Fatalf("a frame is not whole: %x", d)
			}
			if buckets[h.Bucket]++; h.Seq != buckets[h.Bucket] {
				t.Fatalf("number %d in bucket %d, want %d", h.Seq, h.Bucket, buckets[h.Bucket])
			}
			if flows[s.flow]++; s.seq != flows[s.flow] {
				t.Fatalf("number %d in flow %d, want %d", s.seq, s.flow, flows[s.flow])
			}
		}
	}
	return buckets
}

// A route that refuses trains: they are cut and resent at once, nothing is lost,
// and what follows leaves singly.
func TestTrainsRefused(t *testing.T) {
	for _, errno := range []unix.Errno{unix.EIO, unix.EINVAL} {
		k := &faulty{fail: func(m *mmsg.Message, _ int) unix.Errno {
			if isTrain(m) {
				return errno
			}
			return 0
		}}
		r, _ := throughFaulty(t, Config{Flows: 20, Count: 400, Sizes: Mix{{100, 3}, {64, 1}}, GSO: true, GRO: true}, 1, k)
		if r.OfferedFrames != 400 || r.TrainsSent != 400 || r.GSOFallbacks == 0 || r.GSO || len(r.SendFailures) != 0 {
			t.Errorf("%v: %+v", errno, r)
		}
		if m := r.Received.Mine; m.Received != 400 || m.Lost+m.Reordered != 0 {
			t.Errorf("%v: %+v", errno, m)
		}
		checkNumbers(t, k)
	}
}

// Some frames are too long for the route: they are not offered, show in no
// numbers, and the rest goes on in trains.
func TestTooLong(t *testing.T) {
	k := &faulty{fail: func(m *mmsg.Message, bytes int) unix.Errno {
		switch {
		case isTrain(m) && segmentOf(m) > 1012:
			return unix.EINVAL
		case !isTrain(m) && bytes > 1012:
			return unix.EMSGSIZE
		}
		return 0
	}}
	// A turn of 3 is stretched 32 times: 64 frames of 100 bytes, 32 of 1400.
	r, _ := throughFaulty(t, Config{Flows: 5, Count: 288, Sizes: Mix{{100, 2}, {1400, 1}}, GSO: true, GRO: true}, 1, k)
	if r.OfferedFrames != 192 || r.OfferedBytes != 19200 || r.SendFailures["EMSGSIZE"] != 96 || len(r.SendFailures) != 1 {
		t.Errorf("offered %d frames, %d bytes, failures %v", r.OfferedFrames, r.OfferedBytes, r.SendFailures)
	}
	if m := r.Received.Mine; m.Received != 192 || m.Lost != 0 || !r.GSO {
		t.Errorf("mine %+v, trains %v", m, r.GSO)
	}
	checkNumbers(t, k)
}

// No route at all: each frame is a failure by name, none is offered.
func TestUnreachable(t *testing.T) {
	k := &faulty{fail: func(_ *mmsg.Message, bytes int) unix.Errno {
		if bytes > overlay.Size {
			return unix.EHOSTUNREACH
		}
		return 0
	}}
	r, _ := throughFaulty(t, Config{Flows: 5, Count: 500, GSO: true, GRO: true}, 1, k)
	if r.OfferedFrames != 0 || r.SendFailures["EHOSTUNREACH"] != 500 || r.Received.Mine.Lost+r.Received.Mine.Unreturned != 0 {
		t.Errorf("%+v, mine %+v", r, r.Received.Mine)
	}
}

// A full send buffer is waited for and costs nothing; an echo of an ICMP error
// is tried again.
func TestFullBuffer(t *testing.T) {
	for _, errno := range []unix.Errno{unix.EAGAIN, unix.ENOBUFS, unix.EINTR, unix.ECONNREFUSED} {
		n := 0
		k := &faulty{fail: func(*mmsg.Message, int) unix.Errno {
			if n++; n%3 != 0 {
				return errno
			}
			return 0
		}}
		r, _ := throughFaulty(t, Config{Flows: 20, Count: 400, Sizes: Mix{{100, 1}}, GRO: true}, 1, k)
		if r.OfferedFrames != 400 || len(r.SendFailures) != 0 || r.Received.Mine.Received != 400 {
			t.Errorf("%v: %+v, mine %+v", errno, r, r.Received.Mine)
		}
		if waited := errno == unix.EAGAIN || errno == unix.ENOBUFS; waited != (r.SendWaits >= 400) {
			t.Errorf("%v: %d waits", errno, r.SendWaits)
		}
		checkNumbers(t, k)
	}
}

// A buffer that never has room again ends with the run, and what waited for it
// was not offered.
func TestStoppedWhileFull(t *testing.T) {
	n := 0
	k := &faulty{fail: func(_ *mmsg.Message, bytes int) unix.Errno {
		if n += bytes / 300; n > 40 {
			return unix.EAGAIN
		}
		return 0
	}}
	rel := newRelay(t, 1, asItIs)
	p := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), Flows: 3, Sizes: Mix{{300, 1}}, GRO: true, Drain: 50 * time.Millisecond}, k)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	r, err := p.Run(ctx)
	if err != nil || !r.Interrupted || r.OfferedFrames != 40 || r.Received.Mine.Received != 40 || r.Received.Mine.Lost+r.Received.Mine.Unreturned != 0 {
		t.Errorf("%v: %+v, mine %+v", err, r, r.Received.Mine)
	}
}

// Trains to a switch of three shards hold buckets of one residue modulo three,
// lengths are equal but for the last, and together they are what was asked for.
func TestTrainsAreGroupedByThePeersShards(t *testing.T) {
	k := &faulty{}
	r, rel := throughFaulty(t, Config{Flows: 100, Count: 6000, RatePPS: 200000, Sizes: Mix{{64, 7}, {570, 4}, {1460, 1}}, GSO: true, GRO: true}, 3, k)
	if r.PeerShards != 3 || r.Received.Mine.Reordered != 0 {
		t.Errorf("shards %d, mine %+v", r.PeerShards, r.Received.Mine)
	}
	frames, longestTrain := 0, 0
	for _, m := range k.taken {
		total, first := 0, overlay.WordBucket(binary.BigEndian.Uint32(m.datagrams[0]))
		for i, d := range m.datagrams {
			total += len(d)
			if b := overlay.WordBucket(binary.BigEndian.Uint32(d)); b%3 != first%3 {
				t.Fatalf("a train holds buckets %d and %d", first, b)
			}
			if last := i == len(m.datagrams)-1; len(d) > m.segment || !last && len(d) != m.segment {
				t.Fatalf("a train of segment %d holds %d bytes at %d of %d", m.segment, len(d), i, len(m.datagrams))
			}
		}
		if len(m.datagrams) > 64 || total > 65493 {
			t.Fatalf("a train of %d datagrams, %d bytes", len(m.datagrams), total)
		}
		frames += len(m.datagrams)
		longestTrain = max(longestTrain, len(m.datagrams))
	}
	if frames != 6000 || longestTrain < 8 {
		t.Errorf("%d frames in trains of at most %d", frames, longestTrain)
	}
	checkNumbers(t, k)
	_, hellos := rel.seen()
	told := map[uint8]bool{}
	for _, h := range hellos {
		told[h.Bucket] = told[h.Bucket] || h.Seq == 0
	}
	for b := range uint8(64) {
		if !told[b] {
			t.Errorf("bucket %d was not greeted", b)
		}
	}
}

// The switch is greeted before the first frame and told the last number of each
// bucket after the last one.
func TestAnnouncements(t *testing.T) {
	two := uint8(2)
	cfg := eightFlows
	cfg.Vport, cfg.Incarnation = 77, &two
	k := &faulty{}
	_, rel := throughFaulty(t, cfg, 1, k)
	last := checkNumbers(t, k)
	frames, hellos := rel.seen()
	for _, d := range frames {
		if h, _ := overlay.Parse(d); h.Incarnation != 2 || h.Vport != 77 || h.Shard != 0 {
			t.Fatalf("header %+v", h)
		}
	}
	if want := (overlay.Header{HeaderOnly: true, Incarnation: 2, Vport: 77, Micros: 1}); len(hellos) < 65 || hellos[0] != want {
		t.Errorf("greeting %+v, want %+v", hellos[0], want)
	}
	said := map[uint8]uint32{}
	for _, h := range hellos {
		if h.Micros != 1 || h.Incarnation != 2 || h.Vport != 77 {
			t.Fatalf("announcement %+v", h)
		}
		if h.Seq < said[h.Bucket] {
			t.Errorf("bucket %d: %d announced after %d", h.Bucket, h.Seq, said[h.Bucket])
		}
		said[h.Bucket] = h.Seq
	}
	for b, n := range last {
		if said[b] != n {
			t.Errorf("bucket %d: %d announced, %d sent", b, said[b], n)
		}
	}
}

func TestNobodyAnswers(t *testing.T) {
	rel := newRelay(t, 0, asItIs)
	p := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), Count: 100, HelloTimeout: 150 * time.Millisecond}, mmsg.Linux{})
	began := time.Now()
	r, err := p.Run(t.Context())
	if !errors.Is(err, ErrNoPeer) || r.OfferedFrames != 0 {
		t.Errorf("%v: %+v", err, r)
	}
	if d := time.Since(began); d < 150*time.Millisecond {
		t.Errorf("gave up after %v", d)
	}
	if _, hellos := rel.seen(); len(hellos) < 2 {
		t.Errorf("greeted %d times", len(hellos))
	}
	if _, err := p.Run(t.Context()); !errors.Is(err, ErrUsed) {
		t.Errorf("second run: %v", err)
	}
	// Told not to wait, it sends all the same.
	p = mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), Count: 100, SkipHello: true, Drain: 50 * time.Millisecond}, mmsg.Linux{})
	if r, err := p.Run(t.Context()); err != nil || r.OfferedFrames != 100 || r.Received.Mine.Received != 100 || r.PeerShards != 0 {
		t.Errorf("%v: %+v", err, r)
	}
}

func TestCancelledWhileGreeting(t *testing.T) {
	rel := newRelay(t, 0, asItIs)
	p := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), HelloTimeout: time.Minute}, mmsg.Linux{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// Cancelled in the middle, it drains what is under way.
func TestCancelled(t *testing.T) {
	rel := newRelay(t, 1, asItIs)
	p := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), Flows: 10, RatePPS: 5000, GSO: true, GRO: true, Drain: 100 * time.Millisecond}, mmsg.Linux{})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	r, err := p.Run(ctx)
	if err != nil || !r.Interrupted || r.OfferedFrames == 0 || r.Received.Mine.Received != r.OfferedFrames {
		t.Errorf("%v: %+v, mine %+v", err, r, r.Received.Mine)
	}
	if s := p.Snapshot(); s.Offered != r.OfferedFrames || s.Received != r.OfferedFrames || s.Sending || s.Elapsed <= 0 {
		t.Errorf("snapshot %+v", s)
	}
}

// Close ends a run; a closed peer runs no more.
func TestClosedWhileRunning(t *testing.T) {
	rel := newRelay(t, 1, asItIs)
	p := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr(), RatePPS: 1000, Drain: 20 * time.Millisecond}, mmsg.Linux{})
	ended := make(chan error, 1)
	go func() { _, err := p.Run(context.Background()); ended <- err }()
	for !p.Snapshot().Sending {
		time.Sleep(time.Millisecond)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	q := mustPeer(t, Config{Bind: loopback(false), Target: rel.addr()}, mmsg.Linux{})
	_ = q.Close()
	if _, err := q.Run(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("run after close: %v", err)
	}
}
