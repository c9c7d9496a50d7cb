package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a datagram may take over loopback. Delivery there is
// done before the send returns; the rest is for a machine under load.
const patience = 500 * time.Millisecond

var (
	loop4 = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	loop6 = netip.IPv6Loopback()
)

// open opens a socket on a free port of a.
func open(k sockets, a netip.Addr) (int, netip.AddrPort, error) {
	fd, err := k.socket(a)
	if err != nil {
		return -1, netip.AddrPort{}, fmt.Errorf("open UDP socket: %w", err)
	}
	if err = k.bind(fd, netip.AddrPortFrom(a, 0)); err != nil {
		err = fmt.Errorf("bind UDP socket to %v: %w", a, err)
	}
	var at netip.AddrPort
	if err == nil {
		if at, err = k.address(fd); err != nil {
			err = fmt.Errorf("read socket address: %w", err)
		}
	}
	if err != nil {
		_ = k.close(fd)
		return -1, netip.AddrPort{}, err
	}
	return fd, at, nil
}

// pair is two sockets on loopback.
type pair struct {
	sockets
	tx, rx int
	to     netip.AddrPort // rx
}

// openPair opens a pair over IPv4, or over IPv6 on a machine without.
func openPair(k sockets) (*pair, error) {
	var errs []error
	for _, a := range []netip.Addr{loop4, loop6} {
		p, err := openPairOn(k, a)
		if err == nil {
			return p, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

func openPairOn(k sockets, a netip.Addr) (*pair, error) {
	rx, to, err := open(k, a)
	if err != nil {
		return nil, err
	}
	tx, _, err := open(k, a)
	if err != nil {
		_ = k.close(rx)
		return nil, err
	}
	return &pair{sockets: k, tx: tx, rx: rx, to: to}, nil
}

func (p *pair) closeBoth() {
	_ = p.close(p.tx)
	_ = p.close(p.rx)
}

// exchange sends one datagram over loopback and wants it back unchanged.
func exchange(k sockets, a netip.Addr) error {
	p, err := openPairOn(k, a)
	if err != nil {
		return err
	}
	defer p.closeBoth()
	// up4d sets it on every socket, also for a single shard.
	if err := p.setOption(p.rx, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
		return fmt.Errorf("set SO_REUSEPORT: %w", err)
	}
	sent := pattern(1472)
	if err := p.send(p.tx, sent, nil, p.to); err != nil {
		return fmt.Errorf("send a datagram to %v: %w", p.to, err)
	}
	buf := make([]byte, 2048)
	n, _, _, err := p.receive(p.rx, buf, nil, patience)
	if err != nil {
		return fmt.Errorf("receive it: %w", lost(err))
	}
	if !bytes.Equal(buf[:n], sent) {
		return errors.New("the datagram came back changed")
	}
	return nil
}

// lost says what a timeout means where a datagram should have come.
func lost(err error) error {
	if err == unix.EAGAIN {
		return errors.New("it never came")
	}
	return err
}

// overLoopback is the answer to a trial that failed. A network namespace whose
// loopback interface is down says nothing of what sockets can do.
func overLoopback(err error) result {
	for _, e := range []error{unix.ENETUNREACH, unix.EHOSTUNREACH, unix.ENETDOWN} {
		if errors.Is(err, e) {
			return unknown("could not be tried, loopback is down: %v", err).advise("raise it (ip link set lo up) and try again")
		}
	}
	return no("%v", err)
}

// pattern is n bytes, no two neighbouring segments of which are equal.
func pattern(n int) []byte {
	b := make([]byte, n)
	x := uint32(2463534242) // xorshift32's seed and shifts (Marsaglia 2003)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return b
}

func checkUDP(_ context.Context, k kernel, _ Options) result {
	err4 := exchange(k, loop4)
	if err4 == nil {
		return ok("a datagram over 127.0.0.1 came back")
	}
	if err := exchange(k, loop6); err != nil {
		return overLoopback(errors.Join(err4, err))
	}
	return limited("over ::1 only: %v", err4).advise("bind up4d to IPv6 addresses")
}

func checkIPv6(_ context.Context, k kernel, _ Options) result {
	if err := exchange(k, loop6); err != nil {
		return no("%v", err)
	}
	return ok("a datagram over ::1 came back")
}
