package mmsg

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"golang.org/x/sys/unix"
)

// Control is room for one control message of at most 4 bytes (struct cmsghdr on
// 64-bit: length u64, level i32, type i32, data).
type Control [24]byte

const cmsgHeader = 16

// PutSegment makes c a message UDP_SEGMENT: cut what is sent every n bytes.
func (c *Control) PutSegment(n int) {
	*c = Control{0: cmsgHeader + 2, 8: unix.IPPROTO_UDP, 12: unix.UDP_SEGMENT}
	binary.NativeEndian.PutUint16(c[cmsgHeader:], uint16(n))
}

// Segment is the segment size of a received message UDP_GRO of n bytes of
// control, 0 if it is none.
func (c *Control) Segment(n uint64) int {
	if n < cmsgHeader+4 || binary.NativeEndian.Uint32(c[8:]) != unix.IPPROTO_UDP ||
		binary.NativeEndian.Uint32(c[12:]) != unix.UDP_GRO {
		return 0
	}
	return int(binary.NativeEndian.Uint32(c[cmsgHeader:]))
}

// Name is room for struct sockaddr_in and sockaddr_in6.
type Name [28]byte

// Put writes a and returns its length in bytes.
func (n *Name) Put(a netip.AddrPort) uint32 {
	*n = Name{}
	ip := a.Addr().Unmap()
	binary.BigEndian.PutUint16(n[2:], a.Port())
	if ip.Is4() {
		binary.NativeEndian.PutUint16(n[:], unix.AF_INET)
		v4 := ip.As4()
		copy(n[4:], v4[:])
		return 16
	}
	binary.NativeEndian.PutUint16(n[:], unix.AF_INET6)
	v6 := ip.As16()
	copy(n[8:], v6[:])
	binary.NativeEndian.PutUint32(n[24:], zone(ip))
	return 28
}

// Source is an address and port as a comparable key.
type Source struct {
	hi, lo uint64
	port   uint16 // network byte order
	v4     bool
}

// Source is the address and port of n.
func (n *Name) Source() Source {
	if binary.NativeEndian.Uint16(n[:]) == unix.AF_INET {
		return Source{lo: uint64(binary.NativeEndian.Uint32(n[4:])), port: binary.NativeEndian.Uint16(n[2:]), v4: true}
	}
	return Source{
		hi:   binary.NativeEndian.Uint64(n[8:]),
		lo:   binary.NativeEndian.Uint64(n[16:]),
		port: binary.NativeEndian.Uint16(n[2:]),
	}
}

// Family is AF_INET or AF_INET6.
func Family(ip netip.Addr) int {
	if ip.Unmap().Is4() {
		return unix.AF_INET
	}
	return unix.AF_INET6
}

// Sockaddr is a in the form of the ordinary calls.
func Sockaddr(a netip.AddrPort) unix.Sockaddr {
	ip := a.Addr().Unmap()
	if ip.Is4() {
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: ip.As4()}
	}
	return &unix.SockaddrInet6{Port: int(a.Port()), Addr: ip.As16(), ZoneId: zone(ip)}
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

// LocalAddr is the address a socket is bound to.
func LocalAddr(fd int) (netip.AddrPort, error) {
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

// Buffers asks for buffer sizes in bytes, 0 for none in particular, and returns
// what was granted: rmem_max and wmem_max clamp without an error, and only the
// privileged form passes them.
func Buffers(fd, rcv, snd int) (rcvGranted, sndGranted int, err error) {
	if rcvGranted, err = buffer(fd, unix.SO_RCVBUF, unix.SO_RCVBUFFORCE, rcv); err != nil {
		return 0, 0, fmt.Errorf("set SO_RCVBUF: %w", err)
	}
	if sndGranted, err = buffer(fd, unix.SO_SNDBUF, unix.SO_SNDBUFFORCE, snd); err != nil {
		return 0, 0, fmt.Errorf("set SO_SNDBUF: %w", err)
	}
	return rcvGranted, sndGranted, nil
}

func buffer(fd, option, force, bytes int) (int, error) {
	if bytes > 0 {
		if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, option, bytes); err != nil {
			return 0, err
		}
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, force, bytes)
	}
	n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, option)
	return n / 2, err // the kernel doubles it for its overhead
}

// NeverFragment makes a datagram too long for its route an error (EMSGSIZE)
// instead of IP fragments nobody asked for.
func NeverFragment(fd int, ip netip.Addr) error {
	level, option, do := unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, unix.IP_PMTUDISC_DO
	if Family(ip) == unix.AF_INET6 {
		level, option, do = unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, unix.IPV6_PMTUDISC_DO
	}
	if err := unix.SetsockoptInt(fd, level, option, do); err != nil {
		return fmt.Errorf("set IP_MTU_DISCOVER: %w", err)
	}
	return nil
}
