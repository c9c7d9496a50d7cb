package generator

import (
	"fmt"
	"net/netip"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
)

// socket is the peer's UDP socket.
type socket struct {
	fd             int
	addr           netip.AddrPort
	gso, gro       bool // asked for and supported
	rcvBuf, sndBuf int  // bytes granted
}

func openSocket(cfg *Config) (*socket, error) {
	fd, err := unix.Socket(mmsg.Family(cfg.Bind.Addr()), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
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
	if err := mmsg.NeverFragment(s.fd, cfg.Bind.Addr()); err != nil {
		return err
	}
	if s.rcvBuf, s.sndBuf, err = mmsg.Buffers(s.fd, cfg.RcvBuf, cfg.SndBuf); err != nil {
		return err
	}
	s.gro = cfg.GRO && unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_GRO, 1) == nil
	s.gso = cfg.GSO && unix.SetsockoptInt(s.fd, unix.IPPROTO_UDP, unix.UDP_SEGMENT, 0) == nil
	if err := unix.Bind(s.fd, mmsg.Sockaddr(cfg.Bind)); err != nil {
		return fmt.Errorf("bind UDP socket to %v: %w", cfg.Bind, err)
	}
	s.addr, err = mmsg.LocalAddr(s.fd)
	return err
}
