package probe

import (
	"context"
	"net/netip"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/cpu"
)

// kernel is everything the checks ask of the machine, so that tests can have it
// refuse. Errors are the system call's own.
type kernel interface {
	sockets
	memory
	host
}

// sockets is UDP sockets, by descriptor. Addresses are IPv4 or IPv6.
type sockets interface {
	// socket opens one that never blocks, for addresses of the family of like.
	socket(like netip.Addr) (int, error)
	close(fd int) error
	bind(fd int, to netip.AddrPort) error
	connect(fd int, to netip.AddrPort) error
	address(fd int) (netip.AddrPort, error)
	setOption(fd, level, name, value int) error
	option(fd, level, name int) (int, error)
	attachReuseport(fd int, prog []unix.SockFilter) error
	// memInfo is SO_MEMINFO, as far as the kernel fills it.
	memInfo(fd int) ([]uint32, error)
	// send sends one message; control may be empty.
	send(fd int, data, control []byte, to netip.AddrPort) error
	// receive waits at most so long for one message, and returns the bytes
	// written to data and control and the message's flags. Timed out is EAGAIN.
	receive(fd int, data, control []byte, wait time.Duration) (n, nc, flags int, err error)
}

// memory is memory files and mappings.
type memory interface {
	memfd(name string) (int, error)
	truncate(fd int, size int64) error
	seal(fd, seals int) error
	seals(fd int) (int, error)
	closeFile(fd int) error
	// mmap maps size bytes; fd -1 is memory without a file.
	mmap(fd, size, prot, flags int) ([]byte, error)
	protect(b []byte, prot int) error
	advise(b []byte, advice int) error
	unmap(b []byte) error
}

// host is all else.
type host interface {
	uname() (release, machine string, err error)
	read(path string) (string, error)
	exists(path string) bool
	getenv(name string) string
	euid() int
	cpus() (cpu.Set, error)
	// ioUring sets up a ring of one entry and closes it.
	ioUring() error
	// namespaces starts a process in a user and a network namespace of its own
	// and waits for it. made says that there were namespaces; the error is of
	// making them, or else of the process.
	namespaces(ctx context.Context, command []string) (made bool, err error)
	lookup(ctx context.Context, name string) ([]netip.Addr, error)
}
