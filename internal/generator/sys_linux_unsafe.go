package generator

import (
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The structures of recvmmsg(2) and sendmmsg(2) on 64-bit Linux
// (include/linux/socket.h), with integers for addresses: all they point at is
// mapped memory, which does not move.
type iovec struct {
	base uintptr
	len  uint64
}

type msghdr struct {
	name       uintptr
	namelen    uint32
	_          uint32
	iov        uintptr
	iovlen     uint64
	control    uintptr
	controllen uint64
	flags      int32
	_          uint32
}

type mmsghdr struct {
	hdr msghdr
	len uint32
	_   uint32
}

// kernel is the two calls of the packet path, so that tests can fail them.
// msgs are sent or filled in order; the result is how many were done, and the
// error of the first if none was.
type kernel interface {
	recv(fd int, msgs []mmsghdr) (int, unix.Errno)
	send(fd int, msgs []mmsghdr) (int, unix.Errno)
}

// linux is the real kernel. Both calls have MSG_DONTWAIT and never sleep, so
// they may skip the scheduler's entry and exit.
type linux struct{}

func (linux) recv(fd int, msgs []mmsghdr) (int, unix.Errno) {
	n, _, errno := unix.RawSyscall6(unix.SYS_RECVMMSG, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(msgs))),
		uintptr(len(msgs)), unix.MSG_DONTWAIT|unix.MSG_TRUNC, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

func (linux) send(fd int, msgs []mmsghdr) (int, unix.Errno) {
	n, _, errno := unix.RawSyscall6(unix.SYS_SENDMMSG, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(msgs))),
		uintptr(len(msgs)), unix.MSG_DONTWAIT, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// memory is mapped memory that the kernel reads and writes for one half of a
// peer.
type memory struct {
	mem  []byte
	used int
}

func newMemory(size int) (*memory, error) {
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, fmt.Errorf("map %d bytes for messages: %w", size, err)
	}
	return &memory{mem: mem}, nil
}

func (m *memory) close() error {
	if m == nil || m.mem == nil {
		return nil
	}
	err := unix.Munmap(m.mem)
	m.mem = nil
	return err
}

// carve takes n values of type T from m, 64-byte aligned. It panics if m was
// made too small: sizes are the peer's own.
func carve[T any](m *memory, n int) []T {
	var zero T
	m.used = (m.used + 63) &^ 63
	size := n * int(unsafe.Sizeof(zero))
	p := m.mem[m.used : m.used+size]
	m.used += size
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(p))), n)
}

// sizeOf is the space carve needs for n values of type T.
func sizeOf[T any](n int) int {
	var zero T
	return n*int(unsafe.Sizeof(zero)) + 64
}

// addr is the address of a value in mapped memory.
func addr[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// The array that SO_MEMINFO fills (include/uapi/linux/sock_diag.h).
const (
	skMeminfoDrops = 8
	skMeminfoVars  = 9
)

// socketDrops is how many messages the kernel dropped at a socket; a train
// counts once.
func socketDrops(fd int) (uint64, error) {
	var info [skMeminfoVars]uint32
	n := uint32(unsafe.Sizeof(info))
	_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
		uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&n)), 0)
	if errno != 0 {
		return 0, fmt.Errorf("read SO_MEMINFO: %w", errno)
	}
	return uint64(info[skMeminfoDrops]), nil
}

// nap sleeps. It goes through the scheduler's entry and exit, so that garbage
// collection need not wait for it.
func nap(d time.Duration) {
	ts := unix.NsecToTimespec(int64(d))
	_, _, _ = unix.Syscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&ts)), 0, 0)
}
