package generator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"golang.org/x/sys/unix"
)

// socket is the peer's UDP socket.
type socket struct {
	fd             int
	addr           netip.AddrPort
	gso, gro       bool // asked for and supported
	rcvBuf, sndBuf int  // bytes granted
}

func openSocket(cfg *Config) (*socket, error) {
	fd, err := unix.Socket(family(cfg.Bind.Addr()), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open UDP socket: %w", err)
	}
	s := &socket{fd: fd}
	if err := s.setup(cfg); err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return s, nil
}

func (s *socket) setup(cfg *Config) (err error) {
	level, option, do := unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, unix.IP_PMTUDISC_DO
	if !cfg.Bind.Addr().Is4() {
		level, option, do = unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, unix.IPV6_PMTUDISC_DO
	}
	// A frame too long for the route is to be seen, not cut into fragments.
	if err := unix.SetsockoptInt(s.fd, level, option, do); err != nil {
		return fmt.Errorf("set IP_MTU_DISCOVER: %w", err)
	}
	if s.rcvBuf, err = buffer(s.fd, unix.SO_RCVBUF, unix.SO_RCVBUFFORCE, cfg.RcvBuf); err != nil {
		return fmt.Errorf("set SO_RCVBUF: %w", err)
	}
	if s.sndBuf, err = buffer(s.fd, unix.SO_SNDBUF, unix.SO_SNDBUFFORCE, cfg.SndBuf); err != nil {
		return fmt.Errorf("set SO_SNDBUF: %w", err)
	}
	s.gro = cfg.GRO && unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1) == nil
	s.gso = cfg.GSO && unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_SEGMENT, 0) == nil
	if err := unix.Bind(s.fd, sockaddr(cfg.Bind)); err != nil {
		return fmt.Errorf("bind UDP socket to %v: %w", cfg.Bind, err)
	}
	s.addr, err = localAddr(s.fd)
	return err
}

// buffer asks for a buffer size and returns what was granted: the limit clamps
// without an error, and only the privileged form passes it.
func buffer(fd, option, force, bytes int) (int, error) {
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, option, bytes); err != nil {
		return 0, err
	}
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, force, bytes)
	n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, option)
	return n / 2, err // the kernel doubles it for its overhead
}

func localAddr(fd int) (netip.AddrPort, error) {
	sa, err := unix.Getsockname(fd)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("read socket address: %w", err)
	}
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port)), nil
	case *unix.SockaddrInet6:
		return netip.AddrPortFrom(netip.AddrFrom16(sa.Addr), uint16(sa.Port)), nil
	}
	return netip.AddrPort{}, errors.New("read socket address: not an IP socket")
}

func family(ip netip.Addr) int {
	if ip.Is4() {
		return unix.AF_INET
	}
	return unix.AF_INET6
}

func sockaddr(a netip.AddrPort) unix.Sockaddr {
	if a.Addr().Is4() {
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: a.Addr().As4()}
	}
	return &unix.SockaddrInet6{Port: int(a.Port()), Addr: a.Addr().As16(), ZoneId: zone(a.Addr())}
}

// zone is the interface index of a link-local address, numeric or by name.
func zone(ip netip.Addr) uint32 {
	if n, err := strconv.ParseUint(ip.Zone(), 10, 32); err == nil {
		return uint32(n)
	}
	if i, err := net.InterfaceByName(ip.Zone()); err == nil {
		return uint32(i.Index)
	}
	return 0
}

// rawName is room for struct sockaddr_in and sockaddr_in6.
type rawName [28]byte

// put writes a and returns its length in bytes.
func (n *rawName) put(a netip.AddrPort) uint32 {
	*n = rawName{}
	binary.BigEndian.PutUint16(n[2:], a.Port())
	if a.Addr().Is4() {
		binary.NativeEndian.PutUint16(n[:], unix.AF_INET)
		v4 := a.Addr().As4()
		copy(n[4:], v4[:])
		return 16
	}
	binary.NativeEndian.PutUint16(n[:], unix.AF_INET6)
	v6 := a.Addr().As16()
	copy(n[8:], v6[:])
	binary.NativeEndian.PutUint32(n[24:], zone(a.Addr()))
	return 28
}

// same says whether two names are the same address and port.
func (n *rawName) same(m *rawName) bool {
	if [4]byte(n[:4]) != [4]byte(m[:4]) { // family and port
		return false
	}
	if binary.NativeEndian.Uint16(n[:]) == unix.AF_INET {
		return [4]byte(n[4:8]) == [4]byte(m[4:8])
	}
	return [16]byte(n[8:24]) == [16]byte(m[8:24])
}
