package mmsg

import (
	"bytes"
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"
)

// The bytes of struct cmsghdr on a little-endian 64-bit machine, by hand:
// length 18, level 17 (UDP), type 103 (UDP_SEGMENT), data 1472 = 0x05c0.
func TestSegmentControl(t *testing.T) {
	var c Control
	c.PutSegment(1472)
	want := []byte{18, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 103, 0, 0, 0, 0xc0, 0x05, 0, 0, 0, 0, 0, 0}
	if !bytes.Equal(c[:], want) {
		t.Errorf("got  %v\nwant %v", c[:], want)
	}
	if n := c.Segment(24); n != 0 {
		t.Errorf("UDP_SEGMENT was taken for UDP_GRO: %d", n)
	}
	gro := Control{0: 20, 8: 17, 12: 104, 16: 0xc0, 17: 0x05} // UDP_GRO is 104
	for _, c := range []struct {
		n    uint64
		want int
	}{{24, 1472}, {20, 1472}, {19, 0}, {0, 0}} {
		if got := gro.Segment(c.n); got != c.want {
			t.Errorf("%d bytes of control: segment %d, want %d", c.n, got, c.want)
		}
	}
}

func TestName(t *testing.T) {
	var n Name
	if got := n.Put(netip.MustParseAddrPort("10.0.0.11:7400")); got != 16 ||
		!bytes.Equal(n[:8], []byte{unix.AF_INET, 0, 0x1c, 0xe8, 10, 0, 0, 11}) {
		t.Errorf("%d bytes: %v", got, n[:16])
	}
	v4 := n.Source()
	n.Put(netip.MustParseAddrPort("[::ffff:10.0.0.11]:7400"))
	if n.Source() != v4 {
		t.Error("an IPv4-mapped address is another source")
	}
	if got := n.Put(netip.MustParseAddrPort("[2001:db8::1%7]:7400")); got != 28 || n[0] != unix.AF_INET6 || n[8] != 0x20 || n[24] != 7 {
		t.Errorf("%d bytes: %v", got, n)
	}
	if n.Source() == v4 {
		t.Error("IPv6 and IPv4 are one source")
	}
}

func TestSendAndReceive(t *testing.T) {
	mem, err := NewMemory(SizeOf[Message](2) + SizeOf[Iovec](2) + SizeOf[Name](2) + SizeOf[[64]byte](2))
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	open := func() (int, netip.AddrPort) {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Close(fd) })
		if err := unix.Bind(fd, Sockaddr(netip.MustParseAddrPort("127.0.0.1:0"))); err != nil {
			t.Fatal(err)
		}
		at, err := LocalAddr(fd)
		if err != nil {
			t.Fatal(err)
		}
		return fd, at
	}
	from, fromAddr := open()
	to, toAddr := open()
	msgs, iovs := Carve[Message](mem, 2), Carve[Iovec](mem, 2)
	names, bufs := Carve[Name](mem, 2), Carve[[64]byte](mem, 2)
	copy(bufs[0][:], "hello")
	iovs[0] = Iovec{Base: Addr(&bufs[0]), Len: 5}
	msgs[0].Hdr = Header{Name: Addr(&names[0]), Namelen: names[0].Put(toAddr), Iov: Addr(&iovs[0]), Iovlen: 1}
	if n, errno := (Linux{}).Send(from, msgs[:1]); n != 1 || errno != 0 {
		t.Fatalf("sent %d: %v", n, errno)
	}
	iovs[1] = Iovec{Base: Addr(&bufs[1]), Len: 3} // too short: the true length is told
	msgs[1].Hdr = Header{Name: Addr(&names[1]), Namelen: 28, Iov: Addr(&iovs[1]), Iovlen: 1}
	if n, errno := (Linux{}).Recv(to, msgs[1:]); n != 1 || errno != 0 || msgs[1].Len != 5 || string(bufs[1][:3]) != "hel" {
		t.Fatalf("received %d (%v) of %d bytes: %q", n, errno, msgs[1].Len, bufs[1][:5])
	}
	var want Name
	want.Put(fromAddr)
	if names[1].Source() != want.Source() {
		t.Errorf("came from %v, want %v", names[1], want)
	}
	if _, errno := (Linux{}).Recv(to, msgs[1:]); errno != unix.EAGAIN {
		t.Errorf("an empty socket: %v", errno)
	}
	if d, err := Drops(to); err != nil || d != 0 {
		t.Errorf("drops %d, %v", d, err)
	}
}
