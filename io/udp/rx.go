package udp

import (
	"encoding/binary"
	"math/bits"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/overlay"
)

// receiver is the receiving half of a link: an array of messages, each with a
// slab behind it, and a cursor over those of the last Poll.
type receiver struct {
	msgs  []mmsg.Message
	iovs  []mmsg.Iovec
	names []mmsg.Name
	ctls  []mmsg.Control
	slabs []rxSlab
	armed int // messages that have a slab and are ready for the kernel

	got int // messages of the last Poll
	at  int // the one being read

	// The message being read, once begun.
	begun   bool
	peer    *peer
	off     int    // bytes, next datagram
	end     int    // bytes that arrived
	segment int    // bytes, all datagrams but the last
	buckets uint64 // of the frames so far

	// What the last datagram's first word led to, in this message: the common
	// case is that the next one differs in its bucket only.
	word uint32
	port *port
	row  *peerShard

	lastSource mmsg.Source
	lastPeer   *peer
}

type rxSlab struct {
	handle frame.Handle
	off    arena.Off
}

// What the kernel may write of each.
const (
	nameLen = uint32(len(mmsg.Name{}))
	ctlLen  = uint64(len(mmsg.Control{}))
)

func receiverSize() int {
	return mmsg.SizeOf[mmsg.Message](rxSingles) + mmsg.SizeOf[mmsg.Iovec](rxSingles) +
		mmsg.SizeOf[mmsg.Name](rxSingles) + mmsg.SizeOf[mmsg.Control](rxSingles)
}

func (rx *receiver) init(l *Link) {
	n := rxSingles
	if l.gro {
		n = rxTrains
	}
	rx.msgs = mmsg.Carve[mmsg.Message](l.host, n)
	rx.iovs = mmsg.Carve[mmsg.Iovec](l.host, n)
	rx.names = mmsg.Carve[mmsg.Name](l.host, n)
	rx.ctls = mmsg.Carve[mmsg.Control](l.host, n)
	rx.slabs = make([]rxSlab, n)
	for i := range rx.msgs {
		h := &rx.msgs[i].Hdr
		h.Name, h.Iov, h.Iovlen = mmsg.Addr(&rx.names[i]), mmsg.Addr(&rx.iovs[i]), 1
		h.Control = mmsg.Addr(&rx.ctls[i])
	}
	rx.arm(l)
}

func (rx *receiver) close(l *Link) {
	for _, s := range rx.slabs[:rx.armed] {
		l.pool.Release(s.handle, 1)
	}
	rx.armed, rx.got = 0, 0
}

// arm gives every message a slab and resets what the kernel overwrites. A slab
// whose frames have all been sent is used again at once, while it is in cache;
// one that still holds frames goes its way and is replaced.
func (rx *receiver) arm(l *Link) {
	for i := 0; i < rx.got; i++ {
		rx.reset(i)
		s := &rx.slabs[i]
		if l.pool.Refs(s.handle) == 1 {
			continue
		}
		l.pool.Release(s.handle, 1)
		if !rx.fill(l, i) {
			// Keep the armed ones in front.
			rx.armed--
			rx.swap(i, rx.armed)
			if rx.got > rx.armed {
				rx.got = rx.armed
			}
			i--
		}
	}
	for rx.armed < len(rx.slabs) && rx.fill(l, rx.armed) {
		rx.reset(rx.armed)
		rx.armed++
	}
	rx.got, rx.at, rx.begun = 0, 0, false
}

func (rx *receiver) fill(l *Link, i int) bool {
	h, off, ok := l.pool.TakeSlab()
	if !ok {
		return false
	}
	rx.slabs[i] = rxSlab{h, off}
	rx.iovs[i] = mmsg.Iovec{Base: uintptr(l.base) + uintptr(off), Len: frame.SlabPayload}
	return true
}

// reset restores what a receive overwrote. Without msg_controllen the kernel
// would withhold the segment size.
func (rx *receiver) reset(i int) {
	h := &rx.msgs[i].Hdr
	h.Namelen, h.Controllen, h.Flags = nameLen, ctlLen, 0
}

func (rx *receiver) swap(i, j int) {
	if i == j {
		return
	}
	rx.slabs[i] = rx.slabs[j]
	rx.iovs[i] = rx.iovs[j]
	rx.reset(i)
}

// Poll receives what waits in the socket, one call.
func (l *Link) Poll(now int64) int {
	l.setNow(now)
	rx := &l.rx
	rx.arm(l)
	if rx.armed == 0 {
		l.tallies[counter.NoSlab].Add(1)
		return 0
	}
	n, errno := l.k.Recv(l.sock.fd, rx.msgs[:rx.armed])
	if errno != 0 {
		// EAGAIN is nothing there; ECONNREFUSED is noise of an ICMP error that
		// concerned some peer; neither, nor EINTR, loses anything.
		return 0
	}
	rx.got = n
	return n
}

// Next moves frames of the last Poll into b.
func (l *Link) Next(b *frame.Batch) bool {
	rx := &l.rx
	n := 0
	for n < frame.BatchCap && rx.at < rx.got {
		if !rx.begun && !l.begin() {
			rx.at++
			continue
		}
		n = l.fillBatch(b, n)
		if rx.off >= rx.end {
			rx.begun = false
			rx.at++
		}
	}
	b.N, b.NCopies = n, 0
	return n > 0
}

// begin opens the message at the cursor: whose it is, and how it is cut.
func (l *Link) begin() bool {
	rx := &l.rx
	m := &rx.msgs[rx.at]
	rx.off, rx.end, rx.segment, rx.buckets = 0, int(m.Len), int(m.Len), 0
	if l.gro {
		if seg := rx.ctls[rx.at].Segment(m.Hdr.Controllen); seg > 0 {
			rx.segment = seg
		}
	}
	rx.peer = l.lookup(&rx.names[rx.at])
	if rx.peer == nil {
		l.tallies[counter.UnknownPeer].Add(uint64(datagrams(rx.end, rx.segment)))
		return false
	}
	rx.word = 0 // no valid first word: look the next one up
	l.account(m)
	if rx.end == 0 {
		return false
	}
	rx.begun = true
	return true
}

// datagrams is how many datagrams n bytes hold, at least one.
func datagrams(n, segment int) int {
	if segment <= 0 || n <= segment {
		return 1
	}
	return (n + segment - 1) / segment
}

func (l *Link) lookup(name *mmsg.Name) *peer {
	key := name.Source()
	rx := &l.rx
	if rx.lastPeer == nil || key != rx.lastSource {
		rx.lastSource, rx.lastPeer = key, l.peers[key]
	}
	return rx.lastPeer
}

// account counts the message at the cursor on the vport of its first datagram,
// and cuts off what did not fit the slab.
func (l *Link) account(m *mmsg.Message) {
	rx := &l.rx
	p := rx.peer.only
	whole := datagrams(rx.end, rx.segment)
	if p == nil && rx.end >= overlay.Size {
		p = rx.peer.find(binary.BigEndian.Uint32(l.message(4)))
	}
	if rx.end > int(rx.iovs[rx.at].Len) || m.Hdr.Flags&unix.MSG_TRUNC != 0 {
		rx.end = min(rx.end, int(rx.iovs[rx.at].Len))
		rx.end -= rx.end % rx.segment
		kept := rx.end / rx.segment
		l.charge(p, counter.RxTruncated, whole-kept)
		l.excuse(p, whole-kept)
		whole = kept
	}
	if p != nil && whole > 0 {
		p.tally[counter.RxTrains].Add(1)
		p.tally[counter.RxTrain1+counter.TrainBucket(whole)].Add(1)
	}
	if min(rx.segment, rx.end) < overlay.Size {
		l.charge(p, counter.RxShort, whole)
		for off := 0; off+numbered <= rx.end; off += rx.segment {
			l.refuse(p, rx.slabs[rx.at].off+arena.Off(off))
		}
		rx.end = 0
	}
}

// charge counts n drops on the vport, or on the shard where none is known.
func (l *Link) charge(p *port, c counter.Port, n int) {
	if n == 0 {
		return
	}
	if p == nil {
		l.tallies[counter.UnknownPeer].Add(uint64(n))
		return
	}
	p.tally[c].Add(uint64(n))
}

// excuse keeps n frames of the message at the cursor, which arrived but whose
// numbers were cut off, from showing as lost too. Precondition: its first header
// was not cut off.
func (l *Link) excuse(p *port, n int) {
	if p == nil || n == 0 {
		return
	}
	h, err := overlay.Parse(l.message(overlay.Size))
	if err != nil || h.HeaderOnly {
		return
	}
	life, _ := p.meet(h.Incarnation, l.now)
	p.row(h.Shard, life).RefusedUnread(n)
}

// numbered is how many bytes of a header it takes to know whose it is and its number.
const numbered = 8

// refuse notes the number of a datagram from p that is refused for another reason,
// so that it does not show as lost too. Precondition: it has numbered bytes.
func (l *Link) refuse(p *port, from arena.Off) {
	if p == nil {
		return
	}
	h := bits.ReverseBytes64(*arena.At[uint64](l.base, from))
	w := uint32(h >> 32)
	if r := p.known(overlay.WordShard(w), overlay.WordIncarnation(w)); r != nil {
		r.Refused(uint32(overlay.WordBucket(w)), uint32(h))
	}
}

// message is the first n bytes of the message at the cursor.
func (l *Link) message(n int) []byte {
	return arena.Slice[byte](l.base, l.rx.slabs[l.rx.at].off, n)
}
