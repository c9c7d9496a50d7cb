package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"up4/io/overlay"
)

const (
	udpHeader  = 8  // bytes
	ipv4Header = 20 // without options
	ipv6Header = 40
	// maxFrame is the longest frame up4 carries: the longest train holds one of
	// it and its overlay header.
	maxFrame = 65493 - overlay.Size
	// defaultPort is where a peer given without a port is looked for. Routes do
	// not depend on it.
	defaultPort = 7400
)

// CheckPeer says what is wrong with the form of a peer: a name or an address,
// with a port or without.
func CheckPeer(s string) error {
	_, _, err := splitPeer(s)
	return err
}

// splitPeer takes a peer apart. Brackets around an IPv6 address may be left out
// where there is no port.
func splitPeer(s string) (name string, port uint16, err error) {
	bare := s
	if inner, found := strings.CutPrefix(s, "["); found && strings.HasSuffix(inner, "]") {
		bare = strings.TrimSuffix(inner, "]")
	}
	if ip, err := netip.ParseAddr(bare); err == nil && !strings.ContainsAny(bare, "[]") {
		return ip.String(), defaultPort, nil
	}
	name, port = s, defaultPort
	if strings.Contains(s, ":") {
		var p string
		if name, p, err = net.SplitHostPort(s); err != nil {
			return "", 0, fmt.Errorf("%q: want HOST or HOST:PORT", s)
		}
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return "", 0, fmt.Errorf("%q: the port must be 1 to 65535, not %q", s, p)
		}
		port = uint16(n)
	}
	if name == "" || strings.ContainsAny(name, " \t\r\n/") {
		return "", 0, fmt.Errorf("%q is no host", s)
	}
	return name, port, nil
}

// peerAddrs is where a peer may be, or loopback if none was asked for.
func peerAddrs(ctx context.Context, k host, peer string) ([]netip.AddrPort, error) {
	if peer == "" {
		return []netip.AddrPort{netip.AddrPortFrom(loop4, defaultPort), netip.AddrPortFrom(loop6, defaultPort)}, nil
	}
	name, port, err := splitPeer(peer)
	if err != nil {
		return nil, err
	}
	ips := []netip.Addr{}
	if ip, err := netip.ParseAddr(name); err == nil {
		ips = append(ips, ip)
	} else if ips, err = k.lookup(ctx, name); err != nil {
		return nil, fmt.Errorf("look up %s: %w", name, err)
	}
	var at []netip.AddrPort
	for _, ip := range ips {
		at = append(at, netip.AddrPortFrom(ip.Unmap(), port))
	}
	if len(at) == 0 {
		return nil, fmt.Errorf("look up %s: it has no address", name)
	}
	return at, nil
}

// pathMTU is the longest IP packet the kernel would send to an address, in
// bytes. Connecting a UDP socket sends nothing.
func pathMTU(k sockets, to netip.AddrPort) (int, error) {
	fd, err := k.socket(to.Addr())
	if err != nil {
		return 0, fmt.Errorf("open UDP socket: %w", err)
	}
	defer k.close(fd)
	level, discover, mode, mtu := unix.IPPROTO_IP, unix.IP_MTU_DISCOVER, unix.IP_PMTUDISC_DO, unix.IP_MTU
	if to.Addr().Is6() {
		level, discover, mode, mtu = unix.IPPROTO_IPV6, unix.IPV6_MTU_DISCOVER, unix.IPV6_PMTUDISC_DO, unix.IPV6_MTU
	}
	if err := k.setOption(fd, level, discover, mode); err != nil {
		return 0, fmt.Errorf("ask for path MTU discovery: %w", err)
	}
	if err := k.connect(fd, to); err != nil {
		return 0, fmt.Errorf("no route to %v: %w", to.Addr(), err)
	}
	n, err := k.option(fd, level, mtu)
	if err != nil {
		return 0, fmt.Errorf("read the route's MTU: %w", err)
	}
	return n, nil
}

// frameSize is the longest frame that fits a packet of mtu bytes.
func frameSize(mtu int, ip netip.Addr) int {
	headers := ipv4Header + udpHeader + overlay.Size
	if ip.Is6() {
		headers = ipv6Header + udpHeader + overlay.Size
	}
	return min(mtu-headers, maxFrame)
}

func checkMTU(ctx context.Context, k kernel, o Options) result {
	at, err := peerAddrs(ctx, k, o.Peer)
	if err != nil {
		return unknown("%v", err)
	}
	var errs []error
	for _, to := range at {
		mtu, err := pathMTU(k, to)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		size := frameSize(mtu, to.Addr())
		r := ok("%d bytes to %v: frames of at most %d", mtu, to.Addr(), size)
		if size < minFrame {
			r = no("%d bytes to %v: too little for a frame", mtu, to.Addr())
		} else if size < usualFrame(to.Addr()) {
			r = limited("%d bytes to %v: frames of at most %d", mtu, to.Addr(), size).
				advise("set mtu = %d for the vports of this peer: the default is %d", size, usualFrame(to.Addr()))
		}
		return r.with("mtu_bytes", int64(mtu)).with("frame_bytes", int64(max(size, 0)))
	}
	return no("%v", errors.Join(errs...))
}

const minFrame = 60 // bytes: a shortest Ethernet frame without its checksum

// usualFrame is a vport's MTU unless its configuration says otherwise: what
// fills a network of 1500 bytes.
func usualFrame(ip netip.Addr) int { return frameSize(1500, ip) }
