package generator

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

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
	// controlSize is room for one control message of 4 bytes at most.
	controlSize = 24
)

// trains are the messages of one burst: built, numbered, sent. One thread.
type trains struct {
	flows []flow
	mix   Mix
	pads  []uint32 // by index in mix: the sum of the padding
	pad   []byte   // the padding of the longest frame
	slots []byte   // maxSegments × slotSize bytes a message
	msgs  []mmsghdr
	iovs  []iovec // two a datagram
	ctls  [][controlSize]byte
	to    *rawName
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
	return sizeOf[byte](maxMessages*maxSegments*slotSize+longest(m)) + sizeOf[mmsghdr](maxMessages) +
		sizeOf[iovec](2*maxSegments*maxMessages) + sizeOf[[controlSize]byte](maxMessages) + sizeOf[rawName](1) + 64
}

func longest(m Mix) (n int) {
	for _, sh := range m {
		n = max(n, sh.Bytes)
	}
	return n
}

func (t *trains) init(mem *memory, cfg *Config, flows []flow) {
	t.flows, t.mix = flows, cfg.Sizes
	t.slots = carve[byte](mem, maxMessages*maxSegments*slotSize)
	t.pad = carve[byte](mem, max(1, longest(t.mix)-MinFrame))
	fillPadding(t.pad)
	for _, sh := range t.mix {
		t.pads = append(t.pads, uint32(fold(onesSum(t.pad[:sh.Bytes-MinFrame]))))
	}
	t.msgs = carve[mmsghdr](mem, maxMessages)
	t.iovs = carve[iovec](mem, 2*maxSegments*maxMessages)
	t.ctls = carve[[controlSize]byte](mem, maxMessages)
	t.to = &carve[rawName](mem, 1)[0]
	if cfg.Target.IsValid() {
		t.toLen = t.to.put(cfg.Target)
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
	t.msgs[m].hdr.iovlen = 0
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
	h := &t.msgs[m].hdr
	iovs := t.iovs[2*maxSegments*m:][:2*maxSegments]
	base := addr(&slot[0])
	if n := h.iovlen; n > 0 && iovs[n-1].base+uintptr(iovs[n-1].len) == base {
		iovs[n-1].len += slotSize
	} else {
		iovs[n] = iovec{base, slotSize}
		h.iovlen++
	}
	if bytes > MinFrame {
		iovs[h.iovlen] = iovec{addr(&t.pad[0]), uint64(bytes - MinFrame)}
		h.iovlen++
	}
}

// slot is the own part of datagram k of message m.
func (t *trains) slot(m, k int) []byte {
	return t.slots[(m*maxSegments+k)*slotSize:][:slotSize]
}

// seal makes message m ready to be sent.
func (t *trains) seal(m int) {
	h := &t.msgs[m].hdr
	h.name, h.namelen = addr(t.to), t.toLen
	h.iov = addr(&t.iovs[2*maxSegments*m])
	h.control, h.controllen = 0, 0
	if tr := &t.info[m]; tr.count > 1 {
		putSegment(&t.ctls[m], tr.segment)
		h.control, h.controllen = addr(&t.ctls[m]), controlSize
	}
}

// putSegment writes the control message UDP_SEGMENT. Layout of struct cmsghdr
// on 64-bit: len u64, level i32, type i32, data.
func putSegment(c *[controlSize]byte, bytes int) {
	binary.NativeEndian.PutUint64(c[0:], 16+2)
	binary.NativeEndian.PutUint32(c[8:], unix.IPPROTO_UDP)
	binary.NativeEndian.PutUint32(c[12:], unix.UDP_SEGMENT)
	binary.NativeEndian.PutUint16(c[16:], uint16(bytes))
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
func (t *trains) single(s *mmsghdr, iovs *[2]iovec, m, k int) {
	iovs[0] = iovec{addr(&t.slot(m, k)[0]), slotSize}
	iovs[1] = iovec{addr(&t.pad[0]), uint64(t.info[m].length(k) - slotSize)}
	*s = mmsghdr{hdr: msghdr{name: addr(t.to), namelen: t.toLen, iov: addr(&iovs[0]), iovlen: 2}}
}
