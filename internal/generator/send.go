package generator

import (
	"math/bits"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/overlay"
)

const (
	// burstSingles is how many datagrams one call sends where there are no
	// trains: each costs the kernel more than a microsecond, and the time in a
	// stamp is that of the call.
	burstSingles = 32
	// noise is how often in a row ECONNREFUSED, an echo of an earlier datagram,
	// is taken as such.
	noise = 8
	// announceEvery is how often the peer is told our shard count and one
	// bucket's last number while frames flow: a peer that came late needs it.
	announceEvery = 100 * time.Millisecond
	// poise is the longest sleep of the sender: it looks at stop in between.
	poise = 2 * time.Millisecond
)

// sender is the sending half of a peer. Its thread owns all fields but the
// tallies' and shared's reading side.
type sender struct {
	half
	trains trains
	gso    bool
	pace   pacer
	word   uint32 // first word of the overlay header, bucket zero
	sent   sentTallies

	singles  []mmsg.Message // one train cut, or announcements
	pieces   [][2]mmsg.Iovec
	hellos   [][overlay.Size]byte
	fallback uint64 // trains that were refused and cut
	failed   map[unix.Errno]uint64
	waits    uint64 // times the send buffer was full
	refusals int    // ECONNREFUSED in a row
	tried    uint64 // frames handed to the kernel, refused ones included
	told     int64  // time of the last announcement
	began    int64  // time of the first frame's turn
	ended    int64  // time when the sending ended
	cut      bool   // by stop
	poll     [1]unix.PollFd
}

// sentTallies are read by Snapshot.
type sentTallies struct {
	frames counter.Tally
	bytes  counter.Tally // inner
	trains counter.Tally // messages
}

// newSender makes the half of a socket that sends trains (gso), or not.
func newSender(h half, gso bool, incarnation uint8) (*sender, error) {
	cfg := h.cfg
	s := &sender{
		half: h, gso: gso, failed: map[unix.Errno]uint64{},
		word: overlay.Word(incarnation, 0, 0, cfg.Vport), pace: pacer{rate: cfg.RatePPS},
	}
	var err error
	size := trainsSize(cfg.Sizes) + mmsg.SizeOf[mmsg.Message](maxSegments) + mmsg.SizeOf[[2]mmsg.Iovec](maxSegments) + mmsg.SizeOf[[overlay.Size]byte](overlay.Buckets)
	if s.mem, err = mmsg.NewMemory(size); err != nil {
		return nil, err
	}
	s.trains.init(s.mem, cfg, newFlows(cfg, s.word))
	s.trains.setTrains(s.gso)
	s.singles = mmsg.Carve[mmsg.Message](s.mem, maxSegments)
	s.pieces = mmsg.Carve[[2]mmsg.Iovec](s.mem, maxSegments)
	s.hellos = mmsg.Carve[[overlay.Size]byte](s.mem, overlay.Buckets)
	return s, nil
}

// run greets the peer, sends, says how far it got, and waits until nothing
// comes in any more.
func (s *sender) run() error {
	// The thread is not given back: it ends with the goroutine.
	runtime.LockOSThread()
	if s.cfg.Target.IsValid() {
		if err := s.greet(); err != nil {
			return err
		}
	}
	s.began = s.clock.now()
	s.shared.began.Store(s.began)
	if s.cfg.ReceiveOnly {
		s.attend()
	} else {
		s.generate()
	}
	s.cut = s.shared.stop.Load()
	s.ended = s.clock.now()
	s.shared.ended.Store(s.ended)
	s.drain()
	return nil
}

// generate sends until the duration or the count is reached, or stop.
func (s *sender) generate() {
	s.pace.start = s.began
	for !s.shared.stop.Load() {
		now := s.clock.now()
		most := s.left(now)
		if most == 0 {
			return
		}
		if now-s.told >= int64(announceEvery) {
			s.keepUp()
		}
		n, wait := s.pace.due(now, most)
		if n == 0 {
			nap(min(wait, poise))
			continue
		}
		s.trains.build(n)
		s.trains.number(0, 0, s.cfg.ID, &s.clock)
		s.send()
		s.tried += uint64(n)
		s.pace.sent += uint64(n)
	}
}

// left is how many frames the next burst may have.
func (s *sender) left(now int64) int {
	most := burstSingles
	if s.gso {
		most = maxMessages
	}
	if s.cfg.Count > 0 {
		most = int(min(uint64(most), s.cfg.Count-s.tried))
	}
	if s.cfg.Duration > 0 && now-s.began >= int64(s.cfg.Duration) {
		return 0
	}
	return most
}

// attend waits like generate, for frames of others.
func (s *sender) attend() {
	for !s.shared.stop.Load() {
		now := s.clock.now()
		if s.cfg.Duration > 0 && now-s.began >= int64(s.cfg.Duration) {
			return
		}
		if s.cfg.Count > 0 && s.shared.good.Load() >= s.cfg.Count {
			return
		}
		if s.cfg.Target.IsValid() && now-s.told >= int64(announceEvery) {
			s.keepUp()
		}
		nap(poise)
	}
}

// send sends the burst, whatever the kernel says.
func (s *sender) send() {
	t := &s.trains
	for at := 0; at < t.n; {
		n, errno := s.k.Send(s.fd, t.msgs[at:t.n])
		for i := at; i < at+n; i++ {
			s.count(t.info[i].count, t.info[i].bytes()-t.info[i].count*overlaySize)
		}
		at += n
		if n > 0 {
			s.refusals = 0
		}
		if errno == 0 || s.again(errno) {
			continue
		}
		switch {
		case s.shared.stop.Load() && full(errno):
			t.unnumber(at, 0)
			return
		case t.info[at].count > 1 && (errno == unix.EIO || errno == unix.EINVAL || errno == unix.EMSGSIZE):
			if !s.sendSingly(at) {
				return
			}
		default:
			s.refuse(errno, t.info[at].count, at, 0)
			t.number(at+1, 0, s.cfg.ID, &s.clock)
		}
		at++
	}
}

// count notes one message that was sent.
func (s *sender) count(frames, bytes int) {
	s.sent.frames.Add(uint64(frames))
	s.sent.bytes.Add(uint64(bytes))
	s.sent.trains.Add(1)
}

func full(errno unix.Errno) bool { return errno == unix.EAGAIN || errno == unix.ENOBUFS }

// over says whether the run is to stop, or has been stuck for a second beyond
// its time.
func (s *sender) over() bool {
	return s.shared.stop.Load() || s.cfg.Duration > 0 && s.began > 0 &&
		s.clock.now()-s.began >= int64(s.cfg.Duration+time.Second)
}

// again says whether to try the same message once more. It waits for room in
// the send buffer, unless the run is over.
func (s *sender) again(errno unix.Errno) bool {
	switch errno {
	case unix.EINTR:
		return true
	case unix.EAGAIN:
		s.waits++
		s.poll[0] = unix.PollFd{Fd: int32(s.fd), Events: unix.POLLOUT}
		_, _ = unix.Poll(s.poll[:], int(poise/time.Millisecond))
		return !s.over()
	case unix.ENOBUFS: // of a device's queue: poll knows nothing of it
		s.waits++
		nap(minSleep)
		return !s.over()
	case unix.ECONNREFUSED:
		s.refusals++
		return s.refusals < noise
	}
	return false
}

// refuse counts frames that the kernel did not take, and takes the numbers of
// all from datagram k of message m on back.
func (s *sender) refuse(errno unix.Errno, frames, m, k int) {
	s.refusals = 0
	s.failed[errno] += uint64(frames)
	s.trains.unnumber(m, k)
}

// sendSingly resends a train that was refused whole, datagram by datagram, at
// once. Where that works the route takes no trains, and there are none from now
// on; where a datagram is refused as well, its length was the matter. It says no
// if the run is to stop.
func (s *sender) sendSingly(m int) bool {
	t := &s.trains
	count := t.info[m].count
	for k := range count {
		t.single(&s.singles[k], &s.pieces[k], m, k)
	}
	taken := 0
	for k := 0; k < count; {
		n, errno := s.k.Send(s.fd, s.singles[k:count])
		for i := k; i < k+n; i++ {
			s.count(1, t.info[m].length(i)-overlaySize)
		}
		taken += n
		k += n
		if errno == 0 || s.again(errno) {
			continue
		}
		if full(errno) {
			t.unnumber(m, k)
			return false
		}
		s.refuse(errno, 1, m, k)
		k++
		t.number(m, k, s.cfg.ID, &s.clock)
	}
	s.fallback++
	if taken == count {
		s.gso = false
		t.setTrains(false)
	}
	return true
}

// announce sends a header-only datagram for each bucket of a set: the last
// number used there, and our one shard.
func (s *sender) announce(buckets uint64) (last error) {
	n := bits.OnesCount64(buckets)
	for i := range n {
		b := uint8(bits.TrailingZeros64(buckets))
		buckets &= buckets - 1
		h := overlay.Header{
			HeaderOnly: true, Incarnation: overlay.WordIncarnation(s.word), Vport: s.cfg.Vport,
			Bucket: b, Seq: s.trains.seq[b], Micros: 1,
		}
		h.Put(s.hellos[i][:])
		s.pieces[i][0] = mmsg.Iovec{Base: mmsg.Addr(&s.hellos[i]), Len: overlay.Size}
		s.singles[i] = mmsg.Message{Hdr: mmsg.Header{Name: mmsg.Addr(s.trains.to), Namelen: s.trains.toLen, Iov: mmsg.Addr(&s.pieces[i]), Iovlen: 1}}
	}
	for at := 0; at < n; {
		sent, errno := s.k.Send(s.fd, s.singles[at:n])
		at += sent
		if errno != 0 && !s.again(errno) {
			last = errno
			at++
		}
	}
	s.refusals = 0
	s.told = s.clock.now()
	return last
}

// used is the buckets that frames were sent in.
func (s *sender) used() (buckets uint64) {
	for b, n := range s.trains.seq {
		if n != 0 {
			buckets |= 1 << b
		}
	}
	return buckets
}

// keepUp announces one bucket, and regroups if the peer's shards have changed.
func (s *sender) keepUp() {
	s.regroup()
	buckets := s.used()
	if buckets == 0 {
		buckets = 1
	}
	_ = s.announce(buckets & -buckets)
}

func (s *sender) regroup() {
	if n := int(s.shared.shards.Load()); n > 0 && n != s.trains.residues {
		s.trains.regroup(n)
	}
}
