package udp

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The structures of recvmmsg(2) and sendmmsg(2) on 64-bit Linux
// (include/linux/socket.h), with integers for addresses: a store needs no write
// barrier, and all they point at is mapped memory, which does not move.
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

// hostMem is memory for what the kernel reads and writes on the link's behalf:
// private, so that no engine sees addresses in it, and mapped, so that it stays
// where it is.
type hostMem struct {
	mem  []byte
	used int
}

func newHostMem(size int) (*hostMem, error) {
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, fmt.Errorf("map %d bytes for message headers: %w", size, err)
	}
	return &hostMem{mem: mem}, nil
}

func (m *hostMem) close() error {
	if m.mem == nil {
		return nil
	}
	err := unix.Munmap(m.mem)
	m.mem = nil
	return err
}

// carve takes n values of type T from m, 64-byte aligned. It panics if m was
// made too small: sizes are the link's own.
func carve[T any](m *hostMem, n int) []T {
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

func addrOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// The array that SO_MEMINFO fills (include/uapi/linux/sock_diag.h).
const (
	skMeminfoDrops = 8
	skMeminfoVars  = 9
)

func sockMeminfo(fd int) ([skMeminfoVars]uint32, error) {
	var info [skMeminfoVars]uint32
	n := uint32(unsafe.Sizeof(info))
	_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
		uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&n)), 0)
	if errno != 0 {
		return info, errno
	}
	return info, nil
}
