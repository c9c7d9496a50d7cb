package generator

import (
	"encoding/binary"

	"up4/internal/mmsg"
	"up4/io/overlay"
)

const (
	// maxSegments is the most datagrams in a train that every kernel with
	// UDP_SEGMENT takes.
	maxSegments = 64
	// maxTrain is the most bytes in a train: more would arrive uncoalesced.
	maxTrain = 65493
	// maxMessages is how many messages one burst can make: one a frame, where
	// lengths and shards alternate.
	maxMessages = 128
	// slotSize is the part of a datagram that is its own; padding is shared. In
	// frames of MinFrame it is all, and a train of those is one piece of memory.
	slotSize = headSize + stampSize
)

// trains are the messages of one burst: built, numbered, sent. One thread.
type trains struct {
	flows []flow
	mix   Mix
	pads  []uint32 // by index in mix: the sum of the padding
	pad   []byte   // the padding of the longest frame
	slots []byte   // maxSegments × slotSize bytes a message
	msgs  []mmsg.Message
	iovs  []mmsg.Iovec // two a datagram
	ctls  []mmsg.Control
	to    *mmsg.Name
	toLen uint32

	info     [maxMessages]train
	n        int                     // messages built
	open     [overlay.Buckets]int16  // residue → message being filled, or -1
	residue  [overlay.Buckets]uint8  // bucket → residue modulo the peer's shards
	residues int                     // how many there are
	limit    int                     // datagrams a message: maxSegments, or 1
	seq      [overlay.Buckets]uint32 // last overlay sequence number used
	at       int                     // the flow of the next frame
	lengths  cycle
}

// train is one message.
type train struct {
	count   int
	segment int // bytes of all datagrams but the last
	last    int // bytes of the last
	flow    [maxSegments]uint16
}

// bytes is the length of the whole message.
func (t *train) bytes() int { return (t.count-1)*t.segment + t.last }

// length is that of datagram k in bytes.
func (t *train) length(k int) int {
	if k == t.count-1 {
		return t.last
	}
	return t.segment
}

// fits says whether a datagram of so many bytes can be the next one.
func (t *train) fits(bytes, limit int) bool {
	return t.count < limit && bytes <= t.segment && t.last == t.segment && t.bytes()+bytes <= maxTrain
}

func trainsSize(m Mix) int {
	return mmsg.SizeOf[byte](maxMessages*maxSegments*slotSize+longest(m)) + mmsg.SizeOf[mmsg.Message](maxMessages) +
		mmsg.SizeOf[mmsg.Iovec](2*maxSegments*maxMessages) + mmsg.SizeOf[mmsg.Control](maxMessages) + mmsg.SizeOf[mmsg.Name](1) + 64
}

func longest(m Mix) (n int) {
	for _, sh := range m {
		n = max(n, sh.Bytes)
	}
	return n
}

func (t *trains) init(mem *mmsg.Memory, cfg *Config, flows []flow) {
	t.flows, t.mix = flows, cfg.Sizes
	t.slots = mmsg.Carve[byte](mem, maxMessages*maxSegments*slotSize)
	t.pad = mmsg.Carve[byte](mem, max(1, longest(t.mix)-MinFrame))
	fillPadding(t.pad)
	for _, sh := range t.mix {
		t.pads = append(t.pads, uint32(fold(onesSum(t.pad[:sh.Bytes-MinFrame]))))
	}
	t.msgs = mmsg.Carve[mmsg.Message](mem, maxMessages)
	t.iovs = mmsg.Carve[mmsg.Iovec](mem, 2*maxSegments*maxMessages)
	t.ctls = mmsg.Carve[mmsg.Control](mem, maxMessages)
	t.to = &mmsg.Carve[mmsg.Name](mem, 1)[0]
	if cfg.Target.IsValid() {
		t.toLen = t.to.Put(cfg.Target)
	}
	t.regroup(1)
}

// regroup makes trains hold buckets of one residue modulo the peer's shards.
func (t *trains) regroup(shards int) {
	t.residues = shards
	for b := range t.residue {
		t.residue[b] = uint8(b % shards)
	}
}

// setTrains switches between trains and single datagrams.
func (t *trains) setTrains(on bool) {
	t.limit = 1
	if on {
		t.limit = maxSegments
	}
	t.lengths = newCycle(t.mix, stretchFor(t.mix, t.limit))
}

// build makes messages of the next n frames. A flow's frames are all of one
// residue, and trains of one residue fill one after the other: so a flow keeps
// its order. Precondition: n ≤ maxMessages.
func (t *trains) build(n int) {
	t.n = 0
	for i := range min(t.residues, overlay.Buckets) {
		t.open[i] = -1
	}
	for range n {
		share := t.lengths.next()
		f := &t.flows[t.at]
		bytes := t.mix[share].Bytes
		m := t.messageFor(t.residue[f.bucket], overlaySize+bytes)
		t.gather(m, f, bytes, t.pads[share])
		if t.at++; t.at == len(t.flows) {
			t.at = 0
		}
	}
	for m := range t.n {
		t.seal(m)
	}
}

// messageFor is the message that the next datagram of a residue goes to.
func (t *trains) messageFor(residue uint8, bytes int) int {
	if m := t.open[residue]; m >= 0 && t.info[m].fits(bytes, t.limit) {
		return int(m)
	}
	m := t.n
	t.n++
	t.open[residue] = int16(m)
	tr := &t.info[m]
	tr.count, tr.segment, tr.last = 0, bytes, bytes
	t.msgs[m].Hdr.Iovlen = 0
	return m
}

// gather adds the frame of f that is next to message m.
func (t *trains) gather(m int, f *flow, bytes int, padSum uint32) {
	tr := &t.info[m]
	slot := t.slot(m, tr.count)
	f.put(slot, bytes, padSum)
	tr.flow[tr.count] = uint16(t.at)
	tr.count++
	tr.last = overlaySize + bytes
	h := &t.msgs[m].Hdr
	iovs := t.iovs[2*maxSegments*m:][:2*maxSegments]
	base := mmsg.Addr(&slot[0])
	if n := h.Iovlen; n > 0 && iovs[n-1].Base+uintptr(iovs[n-1].Len) == base {
		iovs[n-1].Len += slotSize
	} else {
		iovs[n] = mmsg.Iovec{Base: base, Len: slotSize}
		h.Iovlen++
	}
	if bytes > MinFrame {
		iovs[h.Iovlen] = mmsg.Iovec{Base: mmsg.Addr(&t.pad[0]), Len: uint64(bytes - MinFrame)}
		h.Iovlen++
	}
}

// slot is the own part of datagram k of message m.
func (t *trains) slot(m, k int) []byte {
	return t.slots[(m*maxSegments+k)*slotSize:][:slotSize]
}

// seal makes message m ready to be sent.
func (t *trains) seal(m int) {
	h := &t.msgs[m].Hdr
	h.Name, h.Namelen = mmsg.Addr(t.to), t.toLen
	h.Iov = mmsg.Addr(&t.iovs[2*maxSegments*m])
	h.Control, h.Controllen = 0, 0
	if tr := &t.info[m]; tr.count > 1 {
		t.ctls[m].PutSegment(tr.segment)
		h.Control, h.Controllen = mmsg.Addr(&t.ctls[m]), uint64(len(mmsg.Control{}))
	}
}

// number gives the frames from datagram k of message m on their sequence
// numbers, in their flow and in their bucket, and their times.
func (t *trains) number(m, k int, id uint16, c *clock) {
	for ; m < t.n; m, k = m+1, 0 {
		now := c.now()
		tr := &t.info[m]
		for ; k < tr.count; k++ {
			slot := t.slot(m, k)
			f := &t.flows[tr.flow[k]]
			f.seq++
			t.seq[f.bucket]++
			binary.BigEndian.PutUint32(slot[4:], t.seq[f.bucket])
			binary.BigEndian.PutUint32(slot[8:], uint32(now/1000))
			s := stamp{id: id, flow: tr.flow[k], seq: uint32(f.seq), nanos: uint64(now)}
			s.put(slot[headSize:])
		}
	}
}

// unnumber takes the numbers of the frames from datagram k of message m on
// back: what the kernel refused must not show as lost behind it.
func (t *trains) unnumber(m, k int) {
	for ; m < t.n; m, k = m+1, 0 {
		tr := &t.info[m]
		for ; k < tr.count; k++ {
			f := &t.flows[tr.flow[k]]
			f.seq--
			t.seq[f.bucket]--
		}
	}
}

// single makes s the message of datagram k of message m alone.
func (t *trains) single(s *mmsg.Message, iovs *[2]mmsg.Iovec, m, k int) {
	iovs[0] = mmsg.Iovec{Base: mmsg.Addr(&t.slot(m, k)[0]), Len: slotSize}
	iovs[1] = mmsg.Iovec{Base: mmsg.Addr(&t.pad[0]), Len: uint64(t.info[m].length(k) - slotSize)}
	*s = mmsg.Message{Hdr: mmsg.Header{Name: mmsg.Addr(t.to), Namelen: t.toLen, Iov: mmsg.Addr(&iovs[0]), Iovlen: 2}}
}
