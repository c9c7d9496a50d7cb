package generator

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/overlay"
)

const (
	// A train needs a buffer of 64 KiB: less truncates it.
	trainBuffer  = 64 << 10
	trainBuffers = 16 // 1 MiB, which stays in the second-level cache
	// Without GRO there are more, shorter messages.
	singleBuffer  = 16 << 10
	singleBuffers = 64
	// listen is how long the receiver sleeps before it looks at stop.
	listen = 10 * time.Millisecond
	// maxOrigins bounds the generators that are followed, so that made-up ids
	// cannot use up the memory.
	maxOrigins = 64
)

// receiver is the receiving half of a peer. Its thread owns all fields but the
// tallies' reading side.
type receiver struct {
	half
	target *mmsg.Name // whose datagrams are taken; nil for anyone's
	seen   receivedTallies

	msgs  []mmsg.Message
	iovs  []mmsg.Iovec
	names []mmsg.Name
	ctls  []mmsg.Control
	bufs  [][]byte
	gro   bool

	origins map[uint16]*origin
	last    *origin // of the frame before
	links   links
	first   int64 // time of the first good frame
	latest  int64 // and of the last
	poll    [1]unix.PollFd
}

// receivedTallies are read by Snapshot.
type receivedTallies struct {
	frames     counter.Tally // good ones, duplicates included
	bytes      counter.Tally // inner
	messages   counter.Tally // as they came: trains or single datagrams
	corrupted  counter.Tally
	foreign    counter.Tally
	strangers  counter.Tally // datagrams from another address
	malformed  counter.Tally // no overlay header, or no frame behind it
	truncated  counter.Tally
	headerOnly counter.Tally
}

// newReceiver makes the half of a socket that takes trains (gro), or not.
func newReceiver(h half, gro bool) (*receiver, error) {
	r := &receiver{half: h, gro: gro, origins: map[uint16]*origin{}}
	n, size := singleBuffers, singleBuffer
	if gro {
		n, size = trainBuffers, trainBuffer
	}
	var err error
	total := mmsg.SizeOf[mmsg.Message](n) + mmsg.SizeOf[mmsg.Iovec](n) + mmsg.SizeOf[mmsg.Name](n+1) + mmsg.SizeOf[mmsg.Control](n) + n*mmsg.SizeOf[byte](size)
	if r.mem, err = mmsg.NewMemory(total); err != nil {
		return nil, err
	}
	r.msgs, r.iovs, r.ctls = mmsg.Carve[mmsg.Message](r.mem, n), mmsg.Carve[mmsg.Iovec](r.mem, n), mmsg.Carve[mmsg.Control](r.mem, n)
	r.names = mmsg.Carve[mmsg.Name](r.mem, n+1)
	if r.cfg.Target.IsValid() {
		r.target = &r.names[n]
		r.target.Put(r.cfg.Target)
	}
	for i := range r.msgs {
		b := mmsg.Carve[byte](r.mem, size)
		r.bufs = append(r.bufs, b)
		r.iovs[i] = mmsg.Iovec{Base: mmsg.Addr(&b[0]), Len: uint64(size)}
		h := &r.msgs[i].Hdr
		h.Name, h.Iov, h.Iovlen, h.Control = mmsg.Addr(&r.names[i]), mmsg.Addr(&r.iovs[i]), 1, mmsg.Addr(&r.ctls[i])
		r.reset(i)
	}
	return r, nil
}

// reset restores what a receive overwrote. Without msg_controllen the kernel
// would withhold the segment size.
func (r *receiver) reset(i int) {
	h := &r.msgs[i].Hdr
	h.Namelen, h.Controllen, h.Flags = uint32(len(mmsg.Name{})), uint64(len(mmsg.Control{})), 0
}

// run takes what comes in until over.
func (r *receiver) run() {
	runtime.LockOSThread()
	for {
		n, errno := r.k.Recv(r.fd, r.msgs)
		if errno == unix.EAGAIN {
			if r.shared.over.Load() {
				break
			}
			r.poll[0] = unix.PollFd{Fd: int32(r.fd), Events: unix.POLLIN}
			_, _ = unix.Poll(r.poll[:], int(listen/time.Millisecond))
			continue
		}
		if n == 0 { // EINTR, or an ICMP error of some datagram sent
			continue
		}
		now := r.clock.now()
		for i := range n {
			r.message(i, now)
			r.reset(i)
		}
		if r.shared.over.Load() {
			break
		}
	}
	for _, o := range r.origins {
		o.flush()
	}
}

// message takes message i apart into datagrams.
func (r *receiver) message(i int, now int64) {
	m := &r.msgs[i]
	r.seen.messages.Add(1)
	b := r.bufs[i]
	size := int(m.Len)
	segment := size
	if r.gro {
		if n := r.ctls[i].Segment(m.Hdr.Controllen); n > 0 {
			segment = n
		}
	}
	if r.target != nil && r.target.Source() != r.names[i].Source() {
		r.seen.strangers.Add(uint64(datagrams(size, segment)))
		return
	}
	if size > len(b) || m.Hdr.Flags&unix.MSG_TRUNC != 0 {
		whole := datagrams(size, segment)
		size = min(size, len(b))
		size -= size % segment
		r.seen.truncated.Add(uint64(whole - size/segment))
		if size == 0 {
			return
		}
	}
	for b = b[:size]; len(b) > segment; b = b[segment:] {
		r.datagram(b[:segment], now)
	}
	r.datagram(b, now)
	if n := r.seen.frames.Own(); n != r.shared.good.Load() {
		r.shared.good.Store(n)
		r.shared.last.Store(now)
	}
}

// datagrams is how many datagrams n bytes hold, at least one.
func datagrams(n, segment int) int {
	if n <= segment {
		return 1
	}
	return (n + segment - 1) / segment
}

// datagram takes one datagram in.
func (r *receiver) datagram(d []byte, now int64) {
	h, err := overlay.Parse(d)
	if err != nil {
		r.seen.malformed.Add(1)
		return
	}
	if h.HeaderOnly {
		r.hello(h)
		return
	}
	f := d[overlay.Size:]
	if len(f) < ethernetSize {
		r.seen.malformed.Add(1)
		return
	}
	r.links.frame(h)
	var s stamp
	switch readFrame(f, r.cfg.Verify, &s) {
	case corrupted:
		r.seen.corrupted.Add(1)
		return
	case foreign:
		r.seen.foreign.Add(1)
		return
	}
	o := r.origin(s.id)
	if o == nil {
		r.seen.foreign.Add(1)
		return
	}
	if r.first == 0 {
		r.first = now
	}
	r.latest = now
	o.take(&s, len(f), now)
	r.seen.frames.Add(1)
	r.seen.bytes.Add(uint64(len(f)))
}

// origin is the generator of a frame, or nil if there are too many.
func (r *receiver) origin(id uint16) *origin {
	if r.last != nil && r.last.id == id {
		return r.last
	}
	o := r.origins[id]
	if o == nil {
		if len(r.origins) == maxOrigins {
			return nil
		}
		o = newOrigin(id)
		r.origins[id] = o
	}
	r.last = o
	return o
}

// hello takes a header-only datagram in.
func (r *receiver) hello(h overlay.Header) {
	r.seen.headerOnly.Add(1)
	r.links.hello(h)
	if n := h.Micros; n >= 1 && n <= 255 {
		r.shared.shards.Store(n)
	}
	r.shared.hellos.Add(1)
}
