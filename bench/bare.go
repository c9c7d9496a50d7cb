package main

import (
	"fmt"
	"net/netip"
	goruntime "runtime"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
	"up4/internal/mmsg"
)

// bare is the yardstick: a forwarder that does what any must and nothing else.
// A train comes in, the same memory goes out as one iovec; no byte of it is
// looked at, nor who sent it. Without trains it is a loop of recvmmsg and
// sendmmsg.
type bare struct {
	fd     int
	size   int // bytes of a datagram
	trains bool
	mem    *mmsg.Memory

	// Headers of their own for both ways: next to nothing of them changes from
	// turn to turn.
	in, out         []mmsg.Message
	inIovs, outIovs []mmsg.Iovec
	inCtls, outCtls []mmsg.Control

	bytes counter.Tally // sent on
	tid   atomic.Int32
	stop  atomic.Bool
	done  chan struct{} // nil before start
}

const (
	bareSlab    = 64<<10 + 128 // bytes
	bareRoom    = 64 << 10     // bytes of it that a train may fill
	bareTrains  = 16
	bareSingles = 64
)

// newBare opens a forwarder of datagrams of size bytes. It is to be closed.
func newBare(bind, target netip.AddrPort, size int, trains bool) (*bare, error) {
	b := &bare{size: size, trains: trains}
	var err error
	if b.fd, err = openSocket(bind, socketBuf, trains); err != nil {
		return nil, err
	}
	n := bareSingles
	if trains {
		n = bareTrains
	}
	room := mmsg.SizeOf[byte](n*bareSlab) + 2*(mmsg.SizeOf[mmsg.Message](n)+mmsg.SizeOf[mmsg.Iovec](n)+mmsg.SizeOf[mmsg.Control](n)) + mmsg.SizeOf[mmsg.Name](1)
	if b.mem, err = mmsg.NewMemory(room); err != nil {
		_ = unix.Close(b.fd)
		return nil, err
	}
	b.in, b.out = mmsg.Carve[mmsg.Message](b.mem, n), mmsg.Carve[mmsg.Message](b.mem, n)
	b.inIovs, b.outIovs = mmsg.Carve[mmsg.Iovec](b.mem, n), mmsg.Carve[mmsg.Iovec](b.mem, n)
	b.inCtls, b.outCtls = mmsg.Carve[mmsg.Control](b.mem, n), mmsg.Carve[mmsg.Control](b.mem, n)
	to := &mmsg.Carve[mmsg.Name](b.mem, 1)[0]
	toLen := to.Put(target)
	slabs := mmsg.Carve[byte](b.mem, n*bareSlab)
	for i := range n {
		slab := mmsg.Addr(&slabs[i*bareSlab])
		b.inIovs[i] = mmsg.Iovec{Base: slab, Len: bareRoom}
		b.outIovs[i] = mmsg.Iovec{Base: slab}
		b.in[i].Hdr = mmsg.Header{Iov: mmsg.Addr(&b.inIovs[i]), Iovlen: 1}
		b.out[i].Hdr = mmsg.Header{Name: mmsg.Addr(to), Namelen: toLen, Iov: mmsg.Addr(&b.outIovs[i]), Iovlen: 1}
		if trains {
			b.in[i].Hdr.Control, b.in[i].Hdr.Controllen = mmsg.Addr(&b.inCtls[i]), controlLen
			b.out[i].Hdr.Control = mmsg.Addr(&b.outCtls[i])
		}
	}
	return b, nil
}

// controlLen is the bytes of control that the kernel may write or is to read.
const controlLen = uint64(len(mmsg.Control{}))

// openSocket opens and binds a non-blocking UDP socket.
func openSocket(at netip.AddrPort, buf int, trains bool) (int, error) {
	fd, err := unix.Socket(mmsg.Family(at.Addr()), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, fmt.Errorf("open socket: %w", err)
	}
	if err := setUp(fd, at, buf, trains); err != nil {
		_ = unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

func setUp(fd int, at netip.AddrPort, buf int, trains bool) error {
	if _, _, err := mmsg.Buffers(fd, buf, buf); err != nil {
		return err
	}
	if trains {
		if err := unix.SetsockoptInt(fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1); err != nil {
			return fmt.Errorf("set UDP_GRO: %w", err)
		}
	}
	if err := unix.Bind(fd, mmsg.Sockaddr(at)); err != nil {
		return fmt.Errorf("bind to %v: %w", at, err)
	}
	return nil
}

// start forwards on a thread of its own, on the given CPU, until close.
func (b *bare) start(cpu int) {
	b.done = make(chan struct{})
	go b.run(cpu)
}

func (b *bare) run(cpu int) {
	defer close(b.done)
	goruntime.LockOSThread() // and not given back: it ends with the goroutine
	pin(cpu)
	b.tid.Store(int32(unix.Gettid()))
	poll := []unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	for !b.stop.Load() {
		n, _ := mmsg.Linux{}.Recv(b.fd, b.in)
		if n == 0 {
			_, _ = unix.Poll(poll, 10)
			continue
		}
		b.bytes.Add(b.turn(n) - b.sendOn(n))
	}
}

// turn makes what came in messages to send, and what the kernel overwrote of
// the former as it was. It returns their bytes.
func (b *bare) turn(n int) (bytes uint64) {
	for i := range n {
		in, out := &b.in[i], &b.out[i].Hdr
		b.outIovs[i].Len = uint64(in.Len)
		bytes += uint64(in.Len)
		if !b.trains {
			continue
		}
		out.Controllen = 0
		if segment := b.inCtls[i].Segment(in.Hdr.Controllen); segment > 0 && segment < int(in.Len) {
			b.outCtls[i].PutSegment(segment)
			out.Controllen = controlLen
		}
		in.Hdr.Controllen = controlLen
	}
	return bytes
}

// sendOn sends n messages and returns the bytes of those the kernel refused:
// the yardstick does not mend anything.
func (b *bare) sendOn(n int) (refused uint64) {
	for at := 0; at < n; {
		k, errno := mmsg.Linux{}.Send(b.fd, b.out[at:n])
		if errno != 0 {
			refused += b.outIovs[at].Len
			k = 1
		}
		at += k
	}
	return refused
}

// sample is what the forwarder has done so far, its clock read from here: the
// thread itself spends nothing on being measured.
func (b *bare) sample() (sample, error) {
	cpu, err := threadCPU(int(b.tid.Load()))
	if err != nil {
		return sample{}, err
	}
	return newSample(b.bytes.Load()/uint64(b.size), cpu), nil
}

func (b *bare) close() {
	if b.done != nil {
		b.stop.Store(true)
		<-b.done
	}
	_ = unix.Close(b.fd)
	_ = b.mem.Close()
}
