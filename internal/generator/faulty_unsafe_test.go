package generator

import (
	"encoding/binary"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
	"up4/io/overlay"
)

// faulty is the kernel, but for what a test makes fail, and it remembers what
// was sent.
type faulty struct {
	mmsg.Linux
	// fail says what becomes of a message about to be sent; zero sends it.
	fail func(m *mmsg.Message, bytes int) unix.Errno

	mu    sync.Mutex
	taken []message // messages that were sent, but for announcements
}

// message is one that was sent.
type message struct {
	segment   int
	datagrams [][]byte
}

func (k *faulty) Send(fd int, msgs []mmsg.Message) (int, unix.Errno) {
	for i := range msgs {
		b := gathered(&msgs[i])
		if k.fail != nil {
			if errno := k.fail(&msgs[i], len(b)); errno != 0 {
				if i > 0 {
					return i, 0
				}
				return 0, errno
			}
		}
		if n, errno := k.Linux.Send(fd, msgs[i:i+1]); n != 1 {
			return i, errno
		}
		k.note(&msgs[i], b)
	}
	return len(msgs), 0
}

func (k *faulty) note(m *mmsg.Message, b []byte) {
	if len(b) == overlay.Size {
		return
	}
	out := message{segment: len(b)}
	if isTrain(m) {
		out.segment = segmentOf(m)
	}
	for len(b) > 0 {
		n := min(out.segment, len(b))
		out.datagrams = append(out.datagrams, b[:n])
		b = b[n:]
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.taken = append(k.taken, out)
}

func isTrain(m *mmsg.Message) bool { return m.Hdr.Controllen != 0 }

// segmentOf is the segment size that a train's control message names.
func segmentOf(m *mmsg.Message) int {
	c := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), m.Hdr.Control)), len(mmsg.Control{}))
	return int(binary.NativeEndian.Uint16(c[16:]))
}

// gathered is what a message gathers.
func gathered(m *mmsg.Message) (b []byte) {
	iovs := unsafe.Slice((*mmsg.Iovec)(unsafe.Add(unsafe.Pointer(nil), m.Hdr.Iov)), m.Hdr.Iovlen)
	for _, v := range iovs {
		b = append(b, unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), v.Base)), v.Len)...)
	}
	return b
}
