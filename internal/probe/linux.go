package probe

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/cpu"
)

// linux is the real machine.
type linux struct{}

var _ kernel = linux{}

func (linux) socket(like netip.Addr) (int, error) {
	family := unix.AF_INET6
	if like.Is4() {
		family = unix.AF_INET
	}
	return unix.Socket(family, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
}

func (linux) close(fd int) error                      { return unix.Close(fd) }
func (linux) bind(fd int, to netip.AddrPort) error    { return unix.Bind(fd, sockaddr(to)) }
func (linux) connect(fd int, to netip.AddrPort) error { return unix.Connect(fd, sockaddr(to)) }

func (linux) address(fd int) (netip.AddrPort, error) {
	sa, err := unix.Getsockname(fd)
	if err != nil {
		return netip.AddrPort{}, err
	}
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port)), nil
	case *unix.SockaddrInet6:
		return netip.AddrPortFrom(netip.AddrFrom16(sa.Addr), uint16(sa.Port)), nil
	}
	return netip.AddrPort{}, fmt.Errorf("socket address of type %T", sa)
}

func (linux) setOption(fd, level, name, value int) error {
	return unix.SetsockoptInt(fd, level, name, value)
}

func (linux) option(fd, level, name int) (int, error) { return unix.GetsockoptInt(fd, level, name) }

func (linux) attachReuseport(fd int, prog []unix.SockFilter) error {
	fprog := unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF, &fprog)
}

func (linux) send(fd int, data, control []byte, to netip.AddrPort) error {
	_, err := unix.SendmsgN(fd, data, control, sockaddr(to), unix.MSG_DONTWAIT)
	return err
}

func (linux) receive(fd int, data, control []byte, wait time.Duration) (n, nc, flags int, err error) {
	end := time.Now().Add(wait)
	for {
		n, nc, flags, _, err = unix.Recvmsg(fd, data, control, unix.MSG_DONTWAIT)
		if err != unix.EAGAIN && err != unix.EINTR {
			return n, nc, flags, err
		}
		left := time.Until(end)
		if left <= 0 {
			return 0, 0, 0, unix.EAGAIN
		}
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(ready, int(left.Milliseconds())+1); err != nil && err != unix.EINTR {
			return 0, 0, 0, err
		}
	}
}

func (linux) memfd(name string) (int, error) {
	return unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
}

func (linux) truncate(fd int, size int64) error { return unix.Ftruncate(fd, size) }
func (linux) closeFile(fd int) error            { return unix.Close(fd) }

func (linux) seal(fd, seals int) error {
	_, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals)
	return err
}

func (linux) seals(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_GET_SEALS, 0) }

func (linux) mmap(fd, size, prot, flags int) ([]byte, error) {
	return unix.Mmap(fd, 0, size, prot, flags)
}

func (linux) protect(b []byte, prot int) error  { return unix.Mprotect(b, prot) }
func (linux) advise(b []byte, advice int) error { return unix.Madvise(b, advice) }
func (linux) unmap(b []byte) error              { return unix.Munmap(b) }

func (linux) uname() (release, machine string, err error) {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return "", "", err
	}
	return unix.ByteSliceToString(u.Release[:]), unix.ByteSliceToString(u.Machine[:]), nil
}

func (linux) read(path string) (string, error) {
	b, err := os.ReadFile(path)
	return string(b), err
}

func (linux) exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (linux) getenv(name string) string { return os.Getenv(name) }
func (linux) euid() int                 { return os.Geteuid() }
func (linux) cpus() (cpu.Set, error)    { return cpu.Allowed() }

func (linux) lookup(ctx context.Context, name string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
}

// sockaddr is a as the kernel's calls take it.
func sockaddr(a netip.AddrPort) unix.Sockaddr {
	ip := a.Addr().Unmap()
	if ip.Is4() {
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: ip.As4()}
	}
	return &unix.SockaddrInet6{Port: int(a.Port()), Addr: ip.As16(), ZoneId: zone(ip.Zone())}
}

// zone is the interface index of a link-local address, numeric or by name.
func zone(name string) uint32 {
	if n, err := strconv.ParseUint(name, 10, 32); err == nil {
		return uint32(n)
	}
	if i, err := net.InterfaceByName(name); err == nil {
		return uint32(i.Index)
	}
	return 0
}
