package udp

import (
	"errors"
	"fmt"
	"net/netip"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
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

	drops atomic.Uint64 // at the last look
	// gated is set once the gate is closed: what it turns away is no want of room.
	gated atomic.Bool
}

// Open opens the sockets of one switch: opt.Shards sockets on the same
// address, in index order, since the kernel numbers a reuseport group by order
// of binding. They must be closed together: closing one renumbers the others.
//
// The first is bound alone and may be joined only then: a second daemon of the same
// user would otherwise enter the first one's group and take its frames, and even a
// port of the kernel's choice may be one that such a group has.
func Open(opt Options) ([]*Socket, error) {
	var socks []*Socket
	fail := func(err error) ([]*Socket, error) {
		for _, s := range socks {
			_ = s.Close()
		}
		return nil, err
	}
	for i := range opt.Shards {
		s, err := open(opt, i > 0)
		if errors.Is(err, unix.EADDRINUSE) {
			return fail(fmt.Errorf("UDP address %v is in use by another process: %w", opt.Bind, unix.EADDRINUSE))
		}
		if err != nil {
			return fail(fmt.Errorf("open UDP socket %d of %d on %v: %w", i+1, opt.Shards, opt.Bind, err))
		}
		socks = append(socks, s)
		if i > 0 || opt.Shards == 1 {
			continue
		}
		if opt.Bind, err = s.Addr(); err == nil {
			err = s.joinable()
		}
		if err != nil {
			return fail(err)
		}
	}
	if opt.ByBucket && opt.Shards > 1 {
		if err := steerByBucket(socks[0].fd, opt.Shards); err != nil {
			return fail(err)
		}
	}
	return socks, nil
}

func open(opt Options, join bool) (*Socket, error) {
	fd, err := unix.Socket(mmsg.Family(opt.Bind.Addr()), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	s := &Socket{fd: fd, opt: opt}
	if err := s.setup(join); err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return s, nil
}

// joinable lets further sockets bind to the address.
func (s *Socket) joinable() error {
	if err := unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
		return fmt.Errorf("set SO_REUSEPORT: %w", err)
	}
	return nil
}

func (s *Socket) setup(join bool) (err error) {
	if join {
		if err := s.joinable(); err != nil {
			return err
		}
	}
	if s.RcvBuf, s.SndBuf, err = mmsg.Buffers(s.fd, s.opt.RcvBuf, s.opt.SndBuf); err != nil {
		return err
	}
	if err := mmsg.NeverFragment(s.fd, s.opt.Bind.Addr()); err != nil {
		return err
	}
	if mmsg.Family(s.opt.Bind.Addr()) == unix.AF_INET6 {
		if err := unix.SetsockoptInt(s.fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1); err != nil {
			return fmt.Errorf("set IPV6_V6ONLY: %w", err)
		}
	}
	if s.opt.GRO {
		s.GRO = unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1) == nil
	}
	if s.opt.GSO {
		// Zero leaves the size to each message; the call fails where the kernel
		// does not know segmentation offload for UDP (before 4.18).
		s.GSO = unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_SEGMENT, 0) == nil
	}
	return unix.Bind(s.fd, mmsg.Sockaddr(s.opt.Bind))
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

// CloseGate attaches a filter that drops whatever arrives from now on. Drops
// does not count that.
func (s *Socket) CloseGate() error {
	_, _ = s.Drops()
	s.gated.Store(true)
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
	for {
		seen := s.drops.Load()
		if s.gated.Load() {
			return seen, nil
		}
		n, err := mmsg.Drops(s.fd)
		if err != nil {
			return seen, err
		}
		// The kernel counts in 32 bits, which wrap.
		now := seen + uint64(n-uint32(seen))
		if s.drops.CompareAndSwap(seen, now) {
			return now, nil
		}
	}
}

// Addr is the address the socket is bound to.
func (s *Socket) Addr() (netip.AddrPort, error) {
	return mmsg.LocalAddr(s.fd)
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
