package udp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"golang.org/x/sys/unix"
)

// Options of the sockets of one switch, the same for every shard.
type Options struct {
	Bind   netip.AddrPort
	RcvBuf int // bytes asked for; 0 leaves the kernel's default
	SndBuf int
	GSO    bool // send trains
	GRO    bool // receive trains
	// ByBucket attaches a program to the reuseport group that gives a datagram
	// to shard bucket mod Shards, by its first datagram where it is a train.
	ByBucket bool
	Shards   int
}

// Socket is one shard's socket of the group.
type Socket struct {
	fd     int
	opt    Options
	RcvBuf int // bytes granted (getsockopt says twice that: the kernel adds its overhead)
	SndBuf int
	GSO    bool // asked for and supported
	GRO    bool
}

// Open opens the sockets of one switch: opt.Shards sockets on the same
// address, in index order, since the kernel numbers a reuseport group by order
// of binding. They must be closed together: closing one renumbers the others.
func Open(opt Options) ([]*Socket, error) {
	var socks []*Socket
	fail := func(err error) ([]*Socket, error) {
		for _, s := range socks {
			_ = s.Close()
		}
		return nil, err
	}
	var err error
	if opt.Bind, err = claim(opt.Bind); err != nil {
		return fail(err)
	}
	for i := range opt.Shards {
		s, err := open(opt)
		if err != nil {
			return fail(fmt.Errorf("open UDP socket %d of %d on %v: %w", i+1, opt.Shards, opt.Bind, err))
		}
		socks = append(socks, s)
	}
	if opt.ByBucket && opt.Shards > 1 {
		if err := steerByBucket(socks[0].fd, opt.Shards); err != nil {
			return fail(err)
		}
	}
	return socks, nil
}

// claim binds the address once without SO_REUSEPORT, and returns it with the
// port the kernel chose where it had none. With the option, a second daemon of
// the same user would join the first one's group and take its frames, and even
// a port "of the kernel's choice" may be one that such a group has.
func claim(addr netip.AddrPort) (netip.AddrPort, error) {
	fd, err := unix.Socket(family(addr), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return addr, fmt.Errorf("open UDP socket: %w", err)
	}
	defer unix.Close(fd)
	if err := unix.Bind(fd, sockaddr(addr)); err != nil {
		if errors.Is(err, unix.EADDRINUSE) {
			return addr, fmt.Errorf("UDP address %v is in use by another process: %w", addr, err)
		}
		return addr, fmt.Errorf("bind UDP socket to %v: %w", addr, err)
	}
	got, err := (&Socket{fd: fd}).Addr()
	return netip.AddrPortFrom(addr.Addr(), got.Port()), err
}

func open(opt Options) (*Socket, error) {
	fd, err := unix.Socket(family(opt.Bind), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	s := &Socket{fd: fd, opt: opt}
	if err := s.setup(); err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return s, nil
}

func (s *Socket) setup() error {
	set := func(what string, err error) error {
		if err != nil {
			return fmt.Errorf("set %s: %w", what, err)
		}
		return nil
	}
	if err := set("SO_REUSEPORT", unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)); err != nil {
		return err
	}
	if err := s.buffers(); err != nil {
		return err
	}
	// A datagram longer than the route's MTU is an error of the topology, to be
	// counted, not to be cut into IP fragments unseen.
	if family(s.opt.Bind) == unix.AF_INET6 {
		if err := set("IPV6_V6ONLY", unix.SetsockoptInt(s.fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1)); err != nil {
			return err
		}
		if err := set("IPV6_MTU_DISCOVER", unix.SetsockoptInt(s.fd, unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, unix.IPV6_PMTUDISC_DO)); err != nil {
			return err
		}
	} else if err := set("IP_MTU_DISCOVER", unix.SetsockoptInt(s.fd, unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, unix.IP_PMTUDISC_DO)); err != nil {
		return err
	}
	if s.opt.GRO {
		s.GRO = unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1) == nil
	}
	if s.opt.GSO {
		// Zero leaves the size to each message; the call fails where the kernel
		// does not know segmentation offload for UDP (before 4.18).
		s.GSO = unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_SEGMENT, 0) == nil
	}
	return unix.Bind(s.fd, sockaddr(s.opt.Bind))
}

// buffers asks for the buffer sizes and reads back what was granted: rmem_max
// and wmem_max clamp without an error.
func (s *Socket) buffers() (err error) {
	if s.opt.RcvBuf > 0 {
		if err := unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_RCVBUF, s.opt.RcvBuf); err != nil {
			return fmt.Errorf("set SO_RCVBUF: %w", err)
		}
		// The privileged form ignores the limit; without the privilege it fails.
		_ = unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, s.opt.RcvBuf)
	}
	if s.opt.SndBuf > 0 {
		if err := unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_SNDBUF, s.opt.SndBuf); err != nil {
			return fmt.Errorf("set SO_SNDBUF: %w", err)
		}
		_ = unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_SNDBUFFORCE, s.opt.SndBuf)
	}
	if s.RcvBuf, err = unix.GetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_RCVBUF); err != nil {
		return fmt.Errorf("read SO_RCVBUF: %w", err)
	}
	if s.SndBuf, err = unix.GetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_SNDBUF); err != nil {
		return fmt.Errorf("read SO_SNDBUF: %w", err)
	}
	s.RcvBuf /= 2
	s.SndBuf /= 2
	return nil
}

// steerByBucket attaches the classic BPF program of the group. It sees the
// datagram from its payload: the bucket is bits 10–15 of the 16-bit word at 2.
// A datagram too short for the load gives 0, the first shard.
func steerByBucket(fd, shards int) error {
	prog := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_H | unix.BPF_ABS, K: 2},
		{Code: unix.BPF_ALU | unix.BPF_RSH | unix.BPF_K, K: 10},
		{Code: unix.BPF_ALU | unix.BPF_MOD | unix.BPF_K, K: uint32(shards)},
		{Code: unix.BPF_RET | unix.BPF_A},
	}
	fprog := unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	if err := unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF, &fprog); err != nil {
		return fmt.Errorf("attach the steering program (SO_ATTACH_REUSEPORT_CBPF): %w", err)
	}
	return nil
}

// CloseGate attaches a filter that drops whatever arrives from now on; the
// kernel counts it among Drops.
func (s *Socket) CloseGate() error {
	prog := []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: 0}}
	fprog := unix.SockFprog{Len: 1, Filter: &prog[0]}
	if err := unix.SetsockoptSockFprog(s.fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &fprog); err != nil {
		return fmt.Errorf("attach the draining filter: %w", err)
	}
	return nil
}

// Drops is how many messages the kernel dropped at this socket so far. It reads
// SO_MEMINFO, which is current, where SO_RXQ_OVFL comes only with a later
// datagram. A train counts once. Any thread.
func (s *Socket) Drops() (uint64, error) {
	info, err := sockMeminfo(s.fd)
	if err != nil {
		return 0, fmt.Errorf("read SO_MEMINFO: %w", err)
	}
	return uint64(info[skMeminfoDrops]), nil
}

// Addr is the address the socket is bound to.
func (s *Socket) Addr() (netip.AddrPort, error) {
	sa, err := unix.Getsockname(s.fd)
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

// FD is the socket's descriptor.
func (s *Socket) FD() int { return s.fd }

// Close closes the socket.
func (s *Socket) Close() error {
	if s.fd < 0 {
		return nil
	}
	err := unix.Close(s.fd)
	s.fd = -1
	return err
}

func family(a netip.AddrPort) int {
	if a.Addr().Unmap().Is4() {
		return unix.AF_INET
	}
	return unix.AF_INET6
}

func sockaddr(a netip.AddrPort) unix.Sockaddr {
	ip := a.Addr().Unmap()
	if ip.Is4() {
		return &unix.SockaddrInet4{Port: int(a.Port()), Addr: ip.As4()}
	}
	return &unix.SockaddrInet6{Port: int(a.Port()), Addr: ip.As16(), ZoneId: zone(ip)}
}

// zone is the interface index of a link-local address, numeric or by name.
func zone(ip netip.Addr) uint32 {
	if ip.Zone() == "" {
		return 0
	}
	if n, err := strconv.ParseUint(ip.Zone(), 10, 32); err == nil {
		return uint32(n)
	}
	if i, err := net.InterfaceByName(ip.Zone()); err == nil {
		return uint32(i.Index)
	}
	return 0
}

// rawSockaddrLen is the longest socket address, sockaddr_in6.
const rawSockaddrLen = 28

// putSockaddr writes a as struct sockaddr_in or sockaddr_in6 and returns its length.
func putSockaddr(b []byte, a netip.AddrPort) int {
	clear(b[:rawSockaddrLen])
	ip := a.Addr().Unmap()
	binary.BigEndian.PutUint16(b[2:], a.Port())
	if ip.Is4() {
		binary.NativeEndian.PutUint16(b, unix.AF_INET)
		v4 := ip.As4()
		copy(b[4:8], v4[:])
		return 16
	}
	binary.NativeEndian.PutUint16(b, unix.AF_INET6)
	v6 := ip.As16()
	copy(b[8:24], v6[:])
	binary.NativeEndian.PutUint32(b[24:], zone(ip))
	return 28
}

// source is a peer's address as a comparable key.
type source struct {
	hi, lo uint64
	port   uint16 // network byte order
	v4     bool
}

// readSource reads a socket address that the kernel wrote.
func readSource(b []byte) source {
	if binary.NativeEndian.Uint16(b) == unix.AF_INET {
		return source{lo: uint64(binary.NativeEndian.Uint32(b[4:])), port: binary.NativeEndian.Uint16(b[2:]), v4: true}
	}
	return source{
		hi:   binary.NativeEndian.Uint64(b[8:]),
		lo:   binary.NativeEndian.Uint64(b[16:]),
		port: binary.NativeEndian.Uint16(b[2:]),
	}
}
