// Package mmsg is the kernel's many-messages calls, recvmmsg(2) and
// sendmmsg(2), as the data path needs them: no allocation, no copy, nothing
// that sleeps; and the few socket facts around them. It knows nothing of what
// the messages hold.
package mmsg

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Iovec is a piece of memory (struct iovec on 64-bit Linux). Addresses are
// integers: a store needs no write barrier, and all they point at is mapped
// memory, which does not move.
type Iovec struct {
	Base uintptr
	Len  uint64
}

// Header is struct msghdr (include/linux/socket.h, 64-bit).
type Header struct {
	Name       uintptr
	Namelen    uint32
	_          uint32
	Iov        uintptr
	Iovlen     uint64
	Control    uintptr
	Controllen uint64
	Flags      int32
	_          uint32
}

// Message is struct mmsghdr.
type Message struct {
	Hdr Header
	Len uint32 // bytes received or sent
	_   uint32
}

// Kernel is the two calls, so that tests can fail them. msgs are sent or filled
// in order; the result is how many were done, and the error of the first if
// none was.
type Kernel interface {
	Recv(fd int, msgs []Message) (int, unix.Errno)
	Send(fd int, msgs []Message) (int, unix.Errno)
}

// Linux is the real kernel. Both calls have MSG_DONTWAIT and never sleep, so
// they may skip the scheduler's entry and exit. A received message longer than
// its buffer has its true length in Len (MSG_TRUNC).
type Linux struct{}

var _ Kernel = Linux{}

// Recv is recvmmsg.
func (Linux) Recv(fd int, msgs []Message) (int, unix.Errno) {
	n, _, errno := unix.RawSyscall6(unix.SYS_RECVMMSG, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(msgs))),
		uintptr(len(msgs)), unix.MSG_DONTWAIT|unix.MSG_TRUNC, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// Send is sendmmsg.
func (Linux) Send(fd int, msgs []Message) (int, unix.Errno) {
	n, _, errno := unix.RawSyscall6(unix.SYS_SENDMMSG, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(msgs))),
		uintptr(len(msgs)), unix.MSG_DONTWAIT, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// Memory is for what the kernel reads and writes on the caller's behalf:
// private, so that no engine sees addresses in it, and mapped, so that it stays
// where it is.
type Memory struct {
	mem  []byte
	used int
}

// NewMemory maps size bytes.
func NewMemory(size int) (*Memory, error) {
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, fmt.Errorf("map %d bytes for messages: %w", size, err)
	}
	return &Memory{mem: mem}, nil
}

// Close unmaps it; a nil or closed Memory has nothing to unmap.
func (m *Memory) Close() error {
	if m == nil || m.mem == nil {
		return nil
	}
	err := unix.Munmap(m.mem)
	m.mem = nil
	return err
}

// Carve takes n values of type T from m, 64-byte aligned. It panics if m was
// made too small: sizes are the caller's own.
func Carve[T any](m *Memory, n int) []T {
	var zero T
	m.used = (m.used + 63) &^ 63
	size := n * int(unsafe.Sizeof(zero))
	p := m.mem[m.used : m.used+size]
	m.used += size
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(p))), n)
}

// SizeOf is the space Carve needs for n values of type T.
func SizeOf[T any](n int) int {
	var zero T
	return n*int(unsafe.Sizeof(zero)) + 64
}

// Addr is the address of a value in mapped memory.
func Addr[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// The array that SO_MEMINFO fills (include/uapi/linux/sock_diag.h).
const (
	skMeminfoDrops = 8
	skMeminfoVars  = 9
)

// Drops is how many messages the kernel dropped at a socket so far; a train
// counts once, and the count wraps at 32 bits. It is current, where SO_RXQ_OVFL comes only with a later
// datagram. Any thread.
func Drops(fd int) (uint32, error) {
	var info [skMeminfoVars]uint32
	n := uint32(unsafe.Sizeof(info))
	_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
		uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&n)), 0)
	if errno != 0 {
		return 0, fmt.Errorf("read SO_MEMINFO: %w", errno)
	}
	return info[skMeminfoDrops], nil
}
