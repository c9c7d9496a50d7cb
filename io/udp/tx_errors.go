package udp

import (
	"math/bits"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/overlay"
)

const (
	// patience is how long a flush waits for room in a full send buffer before
	// it drops. The buffer belongs to the socket, not to a peer, so queueing
	// behind it would only move the wait.
	patience = 2 * time.Millisecond
	// noise is how often in a row an ICMP error of another peer (ECONNREFUSED)
	// is taken as such.
	noise = 8
)

// sendAll sends trains[:n] in order, whatever the kernel says.
func (l *Link) sendAll(n int) {
	tx := &l.tx
	var f failing
	for at := 0; at < n; {
		k, errno := l.k.Send(l.sock.fd, tx.msgs[at:n])
		for i := at; i < at+k; i++ {
			tx.trains[i].sent()
		}
		if k > 0 {
			f.refusals = 0
		}
		if at += k; errno != 0 {
			at, n = l.failed(&f, at, n, errno)
		}
	}
}

// failing is what has gone wrong in one flush.
type failing struct {
	refusals int
	until    time.Time // when patience ends
}

// failed deals with the train at, which the kernel did not take, and returns
// what is left to send.
func (l *Link) failed(f *failing, at, n int, errno unix.Errno) (int, int) {
	t := &l.tx.trains[at]
	switch errno {
	case unix.EINTR:
		return at, n
	case unix.EAGAIN, unix.ENOBUFS:
		if l.waitForRoom(f) {
			return at, n
		}
		for n > at { // from the last: nothing behind it needs new numbers
			n--
			l.drop(n, 0, int(l.tx.trains[n].count), n+1, counter.TxSocketFull)
		}
		return at, n
	case unix.ECONNREFUSED:
		if f.refusals++; f.refusals < noise {
			return at, n
		}
	case unix.EINVAL, unix.EIO, unix.EMSGSIZE:
		if t.count > 1 {
			l.sendSingly(f, at, n)
		} else {
			l.drop(at, 0, 1, n, counter.TxRefused)
		}
		return at + 1, n
	}
	return at, l.dropPort(at, n)
}

// waitForRoom waits until the socket can be written to, and says no when the
// flush's patience is over. It may sleep.
func (l *Link) waitForRoom(f *failing) bool {
	now := time.Now()
	if f.until.IsZero() {
		f.until = now.Add(patience)
	}
	left := f.until.Sub(now)
	if left <= 0 {
		return false
	}
	fds := []unix.PollFd{{Fd: int32(l.sock.fd), Events: unix.POLLOUT}}
	_, _ = unix.Poll(fds, max(1, int(left.Milliseconds())))
	return true
}

// dropPort drops the train at and all later ones to the same vport, which has
// become unreachable, closes the gap, and returns how many trains there are.
func (l *Link) dropPort(at, n int) int {
	tx := &l.tx
	p := tx.trains[at].port
	keep := at
	for i := at; i < n; i++ {
		if tx.trains[i].port == p {
			continue
		}
		tx.trains[i], tx.trains[keep] = tx.trains[keep], tx.trains[i]
		tx.msgs[i], tx.msgs[keep] = tx.msgs[keep], tx.msgs[i]
		keep++
	}
	for i := n - 1; i >= keep; i-- {
		l.drop(i, 0, int(tx.trains[i].count), i+1, counter.TxUnreachable)
	}
	return keep
}

// drop counts datagrams [from, to) of train at as dropped, and takes their
// sequence numbers back: what follows in this train and in trains[at+1:n] is
// numbered anew. So a frame dropped here never shows as lost at the peer too.
func (l *Link) drop(at, from, to, n int, why counter.Port) {
	t := &l.tx.trains[at]
	if t.hello {
		return
	}
	p := t.port
	p.tally[why].Add(uint64(to - from))
	var less [overlay.Buckets]uint32
	for k := from; k < to; k++ {
		bucket, _ := l.header(t, k)
		less[bucket]++
	}
	for b, n := range less {
		p.seq[b] -= n
	}
	l.renumber(t, to, &less)
	for i := at + 1; i < n; i++ {
		if later := &l.tx.trains[i]; later.port == p && later.group == t.group {
			l.renumber(later, 0, &less)
		}
	}
}

func (l *Link) renumber(t *train, from int, less *[overlay.Buckets]uint32) {
	for k := from; k < int(t.count); k++ {
		bucket, seq := l.header(t, k)
		if less[bucket] != 0 {
			*seq = bits.ReverseBytes32(bits.ReverseBytes32(*seq) - less[bucket])
		}
	}
}

// header finds the overlay header of datagram k of a train: its bucket, and
// where its sequence number is.
func (l *Link) header(t *train, k int) (bucket uint8, seq *uint32) {
	skip := uint64(k) * uint64(t.segment)
	for _, v := range t.iovs[:t.pieces] {
		if skip < v.Len {
			off := arena.Off(v.Base - uintptr(l.base) + uintptr(skip))
			return overlay.WordBucket(bits.ReverseBytes32(*arena.At[uint32](l.base, off))), arena.At[uint32](l.base, off+4)
		}
		skip -= v.Len
	}
	panic("a train shorter than its count of datagrams")
}

// length is that of datagram k, bytes.
func (t *train) length(k int) int32 { return min(t.segment, t.bytes-int32(k)*t.segment) }

// splitter holds the messages of one train that is sent datagram by datagram.
type splitter struct {
	msgs []mmsg.Message
	iovs []mmsg.Iovec
}

// splitPieces is the most pieces of one datagram: head and body.
const splitPieces = 4

func splitterSize() int {
	return mmsg.SizeOf[mmsg.Message](maxSegments) + mmsg.SizeOf[mmsg.Iovec](maxSegments*splitPieces)
}

func (s *splitter) init(host *mmsg.Memory) {
	s.msgs = mmsg.Carve[mmsg.Message](host, maxSegments)
	s.iovs = mmsg.Carve[mmsg.Iovec](host, maxSegments*splitPieces)
}

// cut makes one message of each datagram of t.
func (s *splitter) cut(t *train) {
	piece, skip := 0, uint64(0) // position in the train: piece, bytes into it
	for k := range int(t.count) {
		left := uint64(t.length(k))
		iovs := s.iovs[k*splitPieces : (k+1)*splitPieces]
		n := 0
		for left > 0 {
			v := t.iovs[piece]
			take := min(left, v.Len-skip)
			iovs[n] = mmsg.Iovec{Base: v.Base + uintptr(skip), Len: take}
			n++
			left -= take
			if skip += take; skip == v.Len {
				piece, skip = piece+1, 0
			}
		}
		s.msgs[k] = mmsg.Message{Hdr: mmsg.Header{
			Name: t.port.name, Namelen: t.port.nlen, Iov: mmsg.Addr(&iovs[0]), Iovlen: uint64(n),
		}}
	}
}

// sendSingly resends a train that the kernel refused whole, datagram by
// datagram, at once. Where that works the route has no segmentation offload,
// and the vport's trains end here; where a datagram is refused as too long,
// the length was the matter and trains go on.
func (l *Link) sendSingly(f *failing, at, n int) {
	t := &l.tx.trains[at]
	p := t.port
	s := &l.tx.single
	s.cut(t)
	tooLong, taken := false, 0
	count := int(t.count)
	for k := 0; k < count; {
		done, errno := l.k.Send(l.sock.fd, s.msgs[k:count])
		for i := k; i < k+done; i++ {
			one := train{port: p, count: 1, bytes: t.length(i), hello: t.hello}
			one.sent()
		}
		taken += done
		if k += done; errno == 0 {
			continue
		}
		why := counter.TxUnreachable
		to := count
		switch errno {
		case unix.EINTR:
			continue
		case unix.EAGAIN, unix.ENOBUFS:
			if l.waitForRoom(f) {
				continue
			}
			why = counter.TxSocketFull
		case unix.ECONNREFUSED:
			if f.refusals++; f.refusals < noise {
				continue
			}
		case unix.EMSGSIZE, unix.EINVAL:
			// All datagrams but the last are of this length.
			why, tooLong = counter.TxRefused, true
			if k < count-1 {
				to = count - 1
			}
		}
		l.drop(at, k, to, n, why)
		k = to
	}
	if !tooLong && taken > 0 {
		p.gso = false
		p.tally[counter.GSOFallbacks].Add(1)
	}
}
