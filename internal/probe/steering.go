package probe

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"golang.org/x/sys/unix"

	"up4/io/overlay"
)

// steered is how many sockets the group has: no divisor of the number of
// buckets, so that a wrong remainder shows.
const steered = 3

// steering is the program up4d attaches to its sockets: the bucket, bits 10–15
// of the 16-bit word at 2 of the payload, modulo the number of sockets.
func steering(n int) []unix.SockFilter {
	return []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_H | unix.BPF_ABS, K: 2},
		{Code: unix.BPF_ALU | unix.BPF_RSH | unix.BPF_K, K: 10},
		{Code: unix.BPF_ALU | unix.BPF_MOD | unix.BPF_K, K: uint32(n)},
		{Code: unix.BPF_RET | unix.BPF_A},
	}
}

// group is sockets that share an address.
type group struct {
	fds []int
	at  netip.AddrPort
}

func (g *group) close(k sockets) {
	for _, fd := range g.fds {
		_ = k.close(fd)
	}
}

// openGroup opens n sockets on one free port of a. The caller closes them, also
// after an error.
func openGroup(k sockets, a netip.Addr, n int) (*group, error) {
	g := &group{at: netip.AddrPortFrom(a, 0)}
	for i := range n {
		fd, err := k.socket(a)
		if err != nil {
			return g, fmt.Errorf("open UDP socket: %w", err)
		}
		g.fds = append(g.fds, fd)
		if err := k.setOption(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
			return g, fmt.Errorf("set SO_REUSEPORT: %w", err)
		}
		if err := k.bind(fd, g.at); err != nil {
			return g, fmt.Errorf("bind socket %d of %d: %w", i+1, n, err)
		}
		if g.at, err = k.address(fd); err != nil {
			return g, fmt.Errorf("read socket address: %w", err)
		}
	}
	return g, nil
}

// steer sends a datagram of every bucket to the group and counts those that
// reach another socket than theirs.
func steer(k sockets, g *group) (wrong int, err error) {
	tx, _, err := open(k, g.at.Addr())
	if err != nil {
		return 0, err
	}
	defer k.close(tx)
	var b [overlay.Size]byte
	for bucket := range uint8(overlay.Buckets) {
		overlay.Header{Bucket: bucket, HeaderOnly: true}.Put(b[:])
		if err := k.send(tx, b[:], nil, g.at); err != nil {
			return 0, fmt.Errorf("send a datagram: %w", err)
		}
	}
	seen := 0
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		for i, fd := range g.fds {
			buckets, err := arrived(k, fd)
			if err != nil {
				return 0, err
			}
			seen += len(buckets)
			for _, bucket := range buckets {
				if int(bucket)%steered != i {
					wrong++
				}
			}
		}
		if seen == overlay.Buckets {
			return wrong, nil
		}
		if time.Now().After(end) {
			return 0, fmt.Errorf("%d of %d datagrams came", seen, overlay.Buckets)
		}
	}
}

// arrived takes the datagrams that wait at a socket: their buckets.
func arrived(k sockets, fd int) ([]uint8, error) {
	var buckets []uint8
	buf := make([]byte, 64)
	for {
		n, _, _, err := k.receive(fd, buf, nil, 0)
		if err == unix.EAGAIN {
			return buckets, nil
		}
		if err != nil {
			return nil, fmt.Errorf("receive a datagram: %w", err)
		}
		h, err := overlay.Parse(buf[:n])
		if err != nil {
			return nil, fmt.Errorf("read a datagram: %w", err)
		}
		buckets = append(buckets, h.Bucket)
	}
}

func checkSteering(_ context.Context, k kernel, _ Options) result {
	var errs []error
	for _, a := range []netip.Addr{loop4, loop6} {
		r, err := steerOn(k, a)
		if err == nil {
			return r
		}
		errs = append(errs, err)
	}
	return overLoopback(errors.Join(errs...))
}

func steerOn(k sockets, a netip.Addr) (result, error) {
	g, err := openGroup(k, a, steered)
	defer g.close(k)
	if err != nil {
		return result{}, err
	}
	if err := k.attachReuseport(g.fds[0], steering(steered)); err != nil {
		return result{}, fmt.Errorf("attach the program: %w", err)
	}
	wrong, err := steer(k, g)
	if err != nil {
		return result{}, err
	}
	if wrong > 0 {
		return no("the program was taken, but %d of %d datagrams went to another socket", wrong, overlay.Buckets), nil
	}
	return ok("datagrams of %d buckets went to socket bucket mod %d", overlay.Buckets, steered), nil
}
