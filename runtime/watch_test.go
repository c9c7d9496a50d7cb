package runtime

import (
	"bytes"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"up4/internal/counter"
)

// lines makes a watch and a reader of what it has logged since the last call.
func lines(t *testing.T) (*watch, func() string) {
	var b bytes.Buffer
	h := slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
	return newWatch(slog.New(h)), func() string {
		defer b.Reset()
		return strings.TrimSpace(b.String())
	}
}

func TestWatchTells(t *testing.T) {
	w, got := lines(t)
	peer := netip.MustParseAddrPort("10.0.0.2:7400")
	at := time.Unix(1000, 0)
	ms := func(n int) time.Time { return at.Add(time.Duration(n) * time.Millisecond) }
	want := func(what string) {
		t.Helper()
		if g := got(); g != what {
			t.Errorf("got  %s\nwant %s", g, what)
		}
	}
	w.vport(3, peer, 0, 0, ms(0))
	w.shard(0, 0, 4096, ms(0))
	want("")
	w.vport(3, peer, 1, 0, ms(10))
	want(`level=WARN msg="peer restarted" vport=3 peer=10.0.0.2:7400 times=1`)
	w.vport(3, peer, 2, 0, ms(500))
	w.vport(3, peer, 5, 0, ms(1009)) // within the second
	want("")
	w.vport(4, peer, 1, 0, ms(1009)) // another vport
	want(`level=WARN msg="peer restarted" vport=4 peer=10.0.0.2:7400 times=1`)
	w.vport(3, peer, 5, 2, ms(1010)) // another kind goes beside
	want(`level=WARN msg="peer restarted" vport=3 peer=10.0.0.2:7400 times=4` + "\n" +
		`level=WARN msg="the network refuses trains, sending single datagrams from now on" vport=3 peer=10.0.0.2:7400 trains=2`)
	w.vport(3, peer, 5, 2, ms(5000))
	want("")
	w.shard(3, 7, 4096, ms(5000))
	want(`level=WARN msg="the kernel dropped datagrams or trains for lack of receive buffer" shard=3 dropped=7 rcvbuf=4096`)
	w.shard(3, 9, 4096, ms(5999))
	want("")
	w.shard(3, 9, 4096, ms(6000))
	want(`level=WARN msg="the kernel dropped datagrams or trains for lack of receive buffer" shard=3 dropped=2 rcvbuf=4096`)
}

// The running switch tells of a peer that came back in another life.
func TestRestartIsLogged(t *testing.T) {
	r := newRig(t, through(1), options{vports: 2})
	w, got := lines(t)
	r.node.punts.stop() // its goroutine is the watch's owner
	r.node.watch = w
	p := r.peers[0]
	p.hello(3, 0, 1)
	r.waitFor("the greeting", func() bool { return r.total(0, counter.RxHellos) == 1 })
	time.Sleep(150 * time.Millisecond) // a life of less than 100 ms is not believed
	p.inc = 1
	p.hello(3, 0, 1)
	r.waitFor("the greeting", func() bool { return r.total(0, counter.RxHellos) == 2 })
	r.node.look()
	if g, want := got(), `level=WARN msg="peer restarted" vport=0 peer=`+p.addr.String()+` times=1`; g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
}
