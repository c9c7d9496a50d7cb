package main

import (
	"bytes"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
)

// port opens a socket on a free port of loopback.
func port(t *testing.T) (fd int, at netip.AddrPort) {
	t.Helper()
	fd, err := openSocket(loopback(0), 1<<20, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	if at, err = mmsg.LocalAddr(fd); err != nil {
		t.Fatal(err)
	}
	return fd, at
}

// receive waits for a datagram.
func receive(t *testing.T, fd int) []byte {
	t.Helper()
	b := make([]byte, 2048)
	poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); {
		if n, _, err := unix.Recvfrom(fd, b, unix.MSG_DONTWAIT); err == nil {
			return b[:n]
		}
		_, _ = unix.Poll(poll, 100)
	}
	t.Fatal("nothing came")
	return nil
}

// A train of three datagrams, the last one shorter, and one alone come out as
// they went in, again and again: what one turn leaves behind does not harm the
// next.
func TestBareForwards(t *testing.T) {
	for _, trains := range []bool{true, false} {
		sink, to := port(t)
		from, _ := port(t)
		b, err := newBare(loopback(0), to, 100, trains)
		if err != nil {
			t.Fatal(err)
		}
		defer b.close()
		at, err := mmsg.LocalAddr(b.fd)
		if err != nil {
			t.Fatal(err)
		}
		b.start(benchCPUs()[0])
		var ctl mmsg.Control
		ctl.PutSegment(100)
		sent := 0
		for turn := range 40 {
			train := bytes.Repeat([]byte{byte(turn)}, 250)
			oob := ctl[:]
			want := []int{100, 100, 50}
			if turn%2 == 1 {
				train, oob, want = train[:70], nil, []int{70}
			}
			if err := unix.Sendmsg(from, train, oob, mmsg.Sockaddr(at), 0); err != nil {
				t.Fatal(err)
			}
			for _, n := range want {
				if got := receive(t, sink); !bytes.Equal(got, train[:n]) {
					t.Fatalf("trains %v, turn %d: %d bytes of %d, want %d of %d", trains, turn, len(got), got[0], n, turn)
				}
			}
			sent += len(train)
		}
		for end := time.Now().Add(5 * time.Second); b.bytes.Load() != uint64(sent) && time.Now().Before(end); {
			time.Sleep(time.Millisecond) // it is counted after it was sent
		}
		s, err := b.sample()
		if err != nil || s.frames != uint64(sent)/100 || s.cpuNs <= 0 {
			t.Errorf("%+v, %v", s, err)
		}
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	d, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(d)
}

// What cannot be opened whole leaves nothing open.
func TestNothingStaysOpen(t *testing.T) {
	_, busy := port(t)
	descriptors(t) // the first look opens the poller of package os
	before := descriptors(t)
	options := loadOptions{frameBytes: 64, flows: 8, dsts: destination(8), trains: true, tx: loopback(0), rx: busy}
	if _, err := newBare(busy, loopback(1), 100, true); err == nil || !strings.Contains(err.Error(), "bind to") {
		t.Errorf("forwarder: %v", err)
	}
	if _, err := newLoad(options); err == nil || !strings.Contains(err.Error(), "bind to") {
		t.Errorf("load: %v", err)
	}
	options.rx = loopback(0)
	l, err := newLoad(options)
	if err != nil {
		t.Fatal(err)
	}
	l.close() // never started
	b, err := newBare(loopback(0), loopback(1), 100, false)
	if err != nil {
		t.Fatal(err)
	}
	b.close()
	if after := descriptors(t); after != before {
		t.Errorf("%d descriptors open before, %d after", before, after)
	}
}
