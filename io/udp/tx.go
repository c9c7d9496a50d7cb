package udp

import (
	"math/bits"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/overlay"
)

// sender is the sending half of a link: a row of trains, filled in the order
// they were begun and sent by one call. Frames of one vport and group go to the
// train that is open for them, so the order of a flow is kept.
type sender struct {
	msgs   []mmsg.Message
	iovs   [][maxPieces]mmsg.Iovec
	ctls   []mmsg.Control
	trains []train
	n      int // trains begun
	single splitter
}

// train is one message being put together. What each frame touches is one
// cache line.
type train struct {
	port    *port
	iovs    *[maxPieces]mmsg.Iovec
	end     uintptr // address after the last piece: the next frame may continue it
	segment int32   // bytes, all datagrams but the last
	bytes   int32
	count   int32     // datagrams
	pieces  int32     // of iovs, in use
	scratch arena.Off // where the next short frame is copied to, if need be
	home    arena.Off // where the scratch memory of this train begins, 0 if none
	group   uint8
	hello   bool // header-only datagrams
	_       [6]byte
}

func senderSize() int {
	return mmsg.SizeOf[mmsg.Message](maxTrains) + mmsg.SizeOf[[maxPieces]mmsg.Iovec](maxTrains) +
		mmsg.SizeOf[mmsg.Control](maxTrains) + splitterSize()
}

// gatherMax is the longest datagram that is copied rather than sent as a piece
// of its own, bytes. The kernel takes about 30 ns for each piece; a copy of this
// length takes less than that.
const gatherMax = 524

// gatherBytes is the scratch memory of one train.
const gatherBytes = maxSegments * gatherMax

func (tx *sender) init(host *mmsg.Memory, scratch arena.Off, n int) {
	tx.msgs = mmsg.Carve[mmsg.Message](host, maxTrains)
	tx.iovs = mmsg.Carve[[maxPieces]mmsg.Iovec](host, maxTrains)
	tx.ctls = mmsg.Carve[mmsg.Control](host, maxTrains)
	tx.trains = make([]train, maxTrains)
	for i := range tx.trains {
		tx.trains[i].iovs = &tx.iovs[i]
		if n >= (i+1)*gatherBytes {
			tx.trains[i].home = scratch + arena.Off(i*gatherBytes)
		}
	}
	tx.single.init(host)
}

// Queue adds frames to the trains of their vports.
func (l *Link) Queue(frames []frame.Desc) (taken int) {
	stamp := bits.ReverseBytes32(l.stamp)
	for i := 0; i < len(frames); i++ {
		d := &frames[i]
		if d.Egress >= frame.NumPorts {
			continue
		}
		p := l.ports[d.Egress]
		if p == nil {
			continue
		}
		taken++
		size := int32(d.HeadLen) + int32(d.BodyLen)
		if size > p.mtu {
			p.tally[counter.DropOversize].Add(1)
			continue
		}
		size += overlay.Size
		bucket := d.Bucket & (overlay.Buckets - 1)
		t := l.trainFor(p, p.residue[bucket], size)
		first := d.First() - overlay.Size
		at := uintptr(l.base) + uintptr(first)
		switch {
		case size <= gatherMax && t.home != 0 && p.gso && at != t.end && !followed(frames[i:], size):
			first = l.copyTogether(t, d)
			l.stampHeader(p, first, bucket, stamp)
			t.gather(uintptr(l.base)+uintptr(first), int(size))
			t.seal(size)
		case d.HeadLen == 0:
			l.stampHeader(p, first, bucket, stamp)
			t.gather(at, int(size))
			t.seal(size)
			n := l.extend(t, frames[i:], stamp)
			i, taken = i+n, taken+n
		default:
			l.stampHeader(p, first, bucket, stamp)
			t.gather(at, overlay.Size+int(d.HeadLen))
			if d.BodyLen != 0 {
				t.gather(uintptr(l.base)+uintptr(d.Body), int(d.BodyLen))
			}
			t.seal(size)
		}
	}
	return taken
}

// followed says whether the frame behind frames[0] in memory is the next to
// leave, by the same vport: then they are one piece as they lie.
func followed(frames []frame.Desc, size int32) bool {
	return len(frames) > 1 && frames[0].HeadLen == 0 &&
		frames[1].Body == frames[0].Body+arena.Off(size) && frames[1].Shape() == frames[0].Shape()
}

// copyTogether copies a frame behind the last one in the train's scratch memory,
// and returns where its overlay header goes.
func (l *Link) copyTogether(t *train, d *frame.Desc) arena.Off {
	off := t.scratch
	n := d.CopyTo(l.base, arena.Slice[byte](l.base, off+overlay.Size, d.Len()))
	t.scratch += overlay.Size + arena.Off(n)
	if d.HeadLen == 0 {
		l.tallies[counter.Gathered].Add(1)
	} else {
		l.tallies[counter.Linearised].Add(1)
	}
	return off
}

// stampHeader writes the overlay header at off, with the next number of the bucket.
func (l *Link) stampHeader(p *port, off arena.Off, bucket uint8, stamp uint32) {
	p.seq[bucket]++
	p.used |= 1 << bucket
	w := uint64(p.word|uint32(bucket)<<10)<<32 | uint64(p.seq[bucket])
	*arena.At[uint64](l.base, off) = bits.ReverseBytes64(w)
	*arena.At[uint32](l.base, off+8) = stamp
}

// extend adds the frames that follow frames[0], which the train has just taken,
// as long as each lies behind the one before, is as long, leaves by the same
// vport and belongs to the same group: a train that passes whole stays one
// piece of memory. It returns their number.
func (l *Link) extend(t *train, frames []frame.Desc, stamp uint32) int {
	d := &frames[0]
	p, size := t.port, int32(d.BodyLen)+overlay.Size
	if p.open[t.group] < 0 || size < t.segment {
		return 0
	}
	most := min(len(frames)-1, int(maxSegments-t.count), int((maxTrain-t.bytes)/size))
	base, shape, body, step := l.base, d.Shape(), d.Body, arena.Off(size)
	word, group, used := p.word, t.group, uint64(0)
	n := 0
	for n < most {
		d = &frames[n+1]
		body += step
		bucket := d.Bucket & (overlay.Buckets - 1)
		if d.Body != body || d.Shape() != shape || p.residue[bucket] != group {
			break
		}
		seq := p.seq[bucket] + 1
		p.seq[bucket] = seq
		used |= 1 << bucket
		h := uint64(word|uint32(bucket)<<10)<<32 | uint64(seq)
		*arena.At[uint64](base, body-overlay.Size) = bits.ReverseBytes64(h)
		*arena.At[uint32](base, body-overlay.Size+8) = stamp
		n++
	}
	p.used |= used
	if n > 0 {
		k := int32(n)
		t.iovs[t.pieces-1].Len += uint64(k * size)
		t.end += uintptr(k * size)
		t.bytes += (k - 1) * size
		t.count += k - 1
		t.seal(size)
	}
	return n
}

// trainFor is the train that takes the next datagram of size bytes for p: the
// open one of the group, or a new one.
func (l *Link) trainFor(p *port, group uint8, size int32) *train {
	if at := p.open[group]; at >= 0 {
		t := &l.tx.trains[at]
		if size <= t.segment && t.bytes+size <= maxTrain && t.pieces+2 <= maxPieces {
			return t
		}
	}
	if l.tx.n == maxTrains {
		l.Flush()
	}
	return l.tx.place(p, group, size)
}

// place begins a train for datagrams of up to size bytes and opens it for its
// group. Precondition: there is room for one more.
func (tx *sender) place(p *port, group uint8, size int32) *train {
	at := tx.n
	tx.n++
	t := &tx.trains[at]
	t.port, t.group, t.segment = p, group, size
	t.pieces, t.end, t.bytes, t.count, t.hello = 0, 0, 0, 0, false
	t.scratch = t.home
	p.open[group] = int16(at)
	return t
}

// gather adds n bytes at addr to the train: to its last piece, where they follow it.
func (t *train) gather(addr uintptr, n int) {
	if addr == t.end {
		t.iovs[(t.pieces-1)%maxPieces].Len += uint64(n)
	} else {
		t.iovs[t.pieces%maxPieces] = mmsg.Iovec{Base: addr, Len: uint64(n)}
		t.pieces++
	}
	t.end = addr + uintptr(n)
}

// seal counts a datagram of size bytes that has been gathered, and closes the
// train if nothing may follow it.
func (t *train) seal(size int32) {
	t.bytes += size
	t.count++
	if size < t.segment || t.count == maxSegments || !t.port.gso {
		t.port.open[t.group] = -1
	}
}

// Flush sends all trains.
func (l *Link) Flush() {
	tx := &l.tx
	n := tx.n
	if n == 0 {
		return
	}
	for i := range tx.trains[:n] {
		t := &tx.trains[i]
		h := &tx.msgs[i].Hdr
		h.Name, h.Namelen = t.port.name, t.port.nlen
		h.Iov, h.Iovlen = mmsg.Addr(&t.iovs[0]), uint64(t.pieces)
		if t.count > 1 {
			tx.ctls[i].PutSegment(int(t.segment))
			h.Control, h.Controllen = mmsg.Addr(&tx.ctls[i]), ctlLen
		} else {
			h.Control, h.Controllen = 0, 0
		}
		t.port.open[t.group] = -1
	}
	l.sendAll(n)
	tx.n = 0
	l.due = min(l.due, l.now+helloSteps[0]) // a silence may begin now
	for i := range tx.trains[:n] {
		l.regroup(tx.trains[i].port)
	}
}

// regroup takes over the peer's number of shards. Precondition: nothing is queued.
func (l *Link) regroup(p *port) {
	if s := p.shared.PeerShards(); s != 0 && s != p.residues {
		p.regroup(s)
	}
}

// sent counts a message that the kernel took.
func (t *train) sent() {
	p := t.port
	if t.hello {
		p.tally[counter.TxHellos].Add(uint64(t.count))
		return
	}
	p.tally[counter.TxFrames].Add(uint64(t.count))
	p.tally[counter.TxBytes].Add(uint64(t.bytes - t.count*overlay.Size))
	p.tally[counter.TxTrains].Add(1)
	p.tally[counter.TxTrain1+counter.TrainBucket(int(t.count))].Add(1)
}
