package main

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	goruntime "runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// bare is the yardstick: a forwarder that does what any must and nothing else.
// A train comes in, the same memory goes out as one iovec; no byte of it is
// looked at. Without trains it is a loop of recvmmsg and sendmmsg.
type bare struct {
	fd     int
	trains bool
	mem    []byte
	msgs   []bareMsg
	iovs   []unix.Iovec
	ctls   []bareControl
	name   [28]byte
	to     [28]byte

	frames atomic.Uint64
	cpuNs  atomic.Int64
	stop   atomic.Bool
	done   chan struct{}
}

type bareMsg struct {
	hdr unix.Msghdr
	len uint32
	_   uint32
}

type bareControl [24]byte

const (
	bareSlab    = 64<<10 + 128
	bareTrains  = 16
	bareSingles = 64
)

func newBare(bind, target netip.AddrPort, trains bool, buf int) (*bare, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open socket: %w", err)
	}
	n := bareSingles
	if trains {
		n = bareTrains
		if err := unix.SetsockoptInt(fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1); err != nil {
			return nil, fmt.Errorf("set UDP_GRO: %w", err)
		}
	}
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, buf)
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, buf)
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUF, buf)
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_SNDBUFFORCE, buf)
	if err := unix.Bind(fd, &unix.SockaddrInet4{Port: int(bind.Port()), Addr: bind.Addr().As4()}); err != nil {
		return nil, fmt.Errorf("bind to %v: %w", bind, err)
	}
	b := &bare{fd: fd, trains: trains, msgs: make([]bareMsg, n), iovs: make([]unix.Iovec, n), ctls: make([]bareControl, n), done: make(chan struct{})}
	if b.mem, err = unix.Mmap(-1, 0, n*bareSlab, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANONYMOUS|unix.MAP_PRIVATE); err != nil {
		return nil, fmt.Errorf("map buffers: %w", err)
	}
	binary.NativeEndian.PutUint16(b.to[:], unix.AF_INET)
	binary.BigEndian.PutUint16(b.to[2:], target.Port())
	ip := target.Addr().As4()
	copy(b.to[4:], ip[:])
	for i := range b.msgs {
		b.iovs[i].Base = &b.mem[i*bareSlab]
		b.msgs[i].hdr = unix.Msghdr{Iov: &b.iovs[i], Iovlen: 1}
	}
	return b, nil
}

func (b *bare) call(nr uintptr, n, flags int) int {
	k, _, errno := unix.RawSyscall6(nr, uintptr(b.fd), uintptr(unsafe.Pointer(&b.msgs[0])), uintptr(n), uintptr(flags|unix.MSG_DONTWAIT), 0, 0)
	if errno != 0 {
		return 0
	}
	return int(k)
}

func (b *bare) run(cpu int) {
	defer close(b.done)
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
	pin(cpu)
	poll := []unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	for !b.stop.Load() {
		for i := range b.msgs {
			h := &b.msgs[i].hdr
			b.iovs[i].Len = 64 << 10
			h.Name, h.Namelen, h.Control, h.Controllen = &b.name[0], 28, &b.ctls[i][0], 24
		}
		n := b.call(unix.SYS_RECVMMSG, len(b.msgs), 0)
		if n == 0 {
			_, _ = unix.Poll(poll, 10)
			continue
		}
		frames := 0
		for i := range n {
			h := &b.msgs[i].hdr
			total, seg := int(b.msgs[i].len), 0
			if b.trains && h.Controllen >= 20 {
				seg = int(binary.NativeEndian.Uint32(b.ctls[i][16:]))
			}
			b.iovs[i].Len = uint64(total)
			h.Name, h.Namelen, h.Control, h.Controllen = &b.to[0], 16, nil, 0
			if seg > 0 && seg < total {
				c := &b.ctls[i]
				*c = bareControl{0: 18, 8: unix.IPPROTO_UDP, 12: unix.UDP_SEGMENT}
				binary.NativeEndian.PutUint16(c[16:], uint16(seg))
				h.Control, h.Controllen = &c[0], 24
				frames += (total + seg - 1) / seg
			} else {
				frames++
			}
		}
		for at := 0; at < n; {
			k, _, errno := unix.RawSyscall6(unix.SYS_SENDMMSG, uintptr(b.fd), uintptr(unsafe.Pointer(&b.msgs[at])), uintptr(n-at), unix.MSG_DONTWAIT, 0, 0)
			if errno != 0 {
				k = 1 // dropped: the yardstick does not mend anything
			}
			at += int(k)
		}
		b.frames.Add(uint64(frames))
		b.cpuNs.Store(threadCPU())
	}
}

func (b *bare) close() {
	b.stop.Store(true)
	<-b.done
	_ = unix.Close(b.fd)
	_ = unix.Munmap(b.mem)
}
