package runtime

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
)

// A socket whose filter is locked cannot be told to refuse datagrams. The drain
// says so, and ends although the peer never stops sending.
func TestDrainTellsOfAGateThatStaysOpen(t *testing.T) {
	r := newRigToClose(t, through(1), options{shards: 2, vports: 2})
	for _, s := range r.node.sockets {
		if err := unix.SetsockoptInt(s.FD(), unix.SOL_SOCKET, unix.SO_LOCK_FILTER, 1); err != nil {
			t.Skipf("no locked filters here: %v", err)
		}
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for b := uint8(0); ; b++ {
			select {
			case <-stop:
				return
			default:
				_ = unix.Sendto(r.peers[0].fd, r.peers[0].datagram(b%64, make([]byte, 64)), 0, r.peers[0].to)
			}
		}
	}()
	r.waitFor("frames", func() bool { return r.total(1, counter.TxFrames) > 1000 })
	at := time.Now()
	err := r.node.Close()
	close(stop)
	<-ended
	if !errors.Is(err, unix.EPERM) {
		t.Errorf("Close returned %v, want the kernel's refusal", err)
	}
	if d := time.Since(at); d >= drainTime {
		t.Errorf("the drain took %v", d)
	}
}
