package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"up4/io/overlay"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// mirror is a switch that sends everything back, but for every drop-th frame
// (0: none), and answers greetings.
func mirror(t *testing.T, drop int) netip.AddrPort {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 65536)
		for n := 0; ; {
			size, from, err := conn.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			if h, err := overlay.Parse(buf[:size]); err == nil && !h.HeaderOnly {
				if n++; drop > 0 && n%drop == 0 {
					continue
				}
			}
			_, _ = conn.WriteToUDPAddrPort(buf[:size], from)
		}
	}()
	t.Cleanup(func() { conn.Close(); <-done })
	a := conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

// silent is an address where nobody answers.
func silent(t *testing.T) netip.AddrPort {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	a := conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

// safe is a buffer that two threads may write to.
type safe struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

type outcome struct {
	code     int
	out, err string
}

func pktgen(t *testing.T, ctx context.Context, vars map[string]string, terminal bool, args ...string) outcome {
	t.Helper()
	var out, err safe
	code := run(ctx, args, &environment{out: &out, err: &err, getenv: func(n string) string { return vars[n] }, terminal: terminal})
	return outcome{code, out.String(), err.String()}
}

func TestUsage(t *testing.T) {
	base := []string{"--bind", "127.0.0.1:0", "--target", "127.0.0.1:9"}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "--bind is missing"},
		{[]string{"--bind", "127.0.0.1:0"}, "--target is missing"},
		{[]string{"--bind", "here", "--target", "127.0.0.1:9"}, `--bind "here"`},
		{[]string{"--bind", "127.0.0.1:0", "--target", "127.0.0.1"}, `--target "127.0.0.1"`},
		{append(base, "--frame-size", "63"), "--frame-size: frame length 63: at least 64"},
		{append(base, "--frame-size", "big"), "--frame-size"},
		{append(base, "--dst", "10.0.0.0/33"), "--dst"},
		{append(base, "--src", "fd00::/8"), "--src"},
		{append(base, "--dmac", "02:00"), "--dmac"},
		{append(base, "--smac", "x"), "--smac"},
		{append(base, "--gso", "yes"), `--gso "yes": want on or off`},
		{append(base, "--gro", ""), "--gro"},
		{append(base, "--flows", "70000"), "70000 flows"},
		{append(base, "--rate-pps", "-1"), "rate of -1"},
		{append(base, "--duration", "soon"), "duration"},
		{append(base, "--vport", "1024"), "vport 1024"},
		{append(base, "--colour"), "--colour"},
		{append(base, "extra"), "extra"},
		{[]string{"--bind", "127.0.0.1:0", "--target", "[::1]:9"}, "different IP versions"},
		{[]string{"--bind", "127.0.0.1:9", "--target", "127.0.0.1:9"}, "target 127.0.0.1:9 is this generator's own address"},
		{[]string{"--bind", "127.0.0.1:9", "--target", "[::ffff:127.0.0.1]:9"}, "own address"},
		{[]string{"--bind", "0.0.0.0:9", "--target", "127.0.0.1:9"}, "own address"},
		{append(base, "--flows", "0"), "--flows 0: want at least 1"},
		{append(base, "--flows", "-1"), "--flows -1: want at least 1"},
		{append(base, "--rcvbuf", "0"), "--rcvbuf 0: want at least 1"},
		{append(base, "--sndbuf", "0"), "--sndbuf 0: want at least 1"},
		{append(base, "--hello-timeout", "0s"), "--hello-timeout 0s: want more than 0 (--no-hello"},
		{append(base, "--drain", "0"), "--drain 0s: want more than 0"},
		{append(base, "--dst", ""), "--dst is empty"},
		{append(base, "--dmac", "00:00:00:00:00:00"), "--dmac"},
		{append(base, "--flows", "many"), `--flows "many": want a whole number`},
		{append(base, "--vport", "70000"), `--vport "70000" is out of range: want a whole number from 0 to 65535`},
		{append(base, "--duration", "5"), `--duration "5": want a duration`},
		{append(base, "--verify=perhaps"), `--verify "perhaps": want true or false`},
	} {
		o := pktgen(t, t.Context(), nil, false, c.args...)
		for _, word := range []string{"strconv", "parse", "netip", "invalid argument"} {
			if strings.Contains(o.err, word) {
				t.Errorf("%v: %q has Go's words", c.args, o.err)
			}
		}
		if o.code != 2 || o.out != "" || !strings.Contains(o.err, c.want) || !strings.Contains(o.err, "usage: pktgen") {
			t.Errorf("%v: exit %d, out %q, err %q; want 2 and %q", c.args, o.code, o.out, o.err, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	target := mirror(t, 0)
	args := []string{"--bind", "127.0.0.1:0", "--target", target.String(), "--count", "300", "--rate-pps", "5000",
		"--flows", "7", "--frame-size", "64:1,100:2", "--dst", "10.1.0.0/16,10.0.0.7", "--drain", "100ms", "--expect-no-loss", "--id", "42"}
	o := pktgen(t, t.Context(), nil, false, append(args, "-j")...)
	if o.code != 0 || o.err != "" {
		t.Fatalf("exit %d: %s", o.code, o.err)
	}
	var r struct {
		ID       int               `json:"id"`
		Sizes    string            `json:"frame_sizes"`
		Offered  int               `json:"offered_frames"`
		Bytes    int               `json:"offered_bytes"`
		Failures map[string]uint64 `json:"send_failures"`
		Shards   int               `json:"peer_shards"`
		Problems []string          `json:"problems"`
		Received struct {
			Mine struct {
				Received int `json:"received"`
				Lost     int `json:"lost"`
				Latency  struct {
					P50 int64 `json:"p50_ns"`
				} `json:"latency"`
			} `json:"mine"`
			Others []any `json:"others"`
		} `json:"received"`
	}
	if err := json.Unmarshal([]byte(o.out), &r); err != nil || strings.Count(o.out, "\n") != 1 {
		t.Fatalf("%v in %q", err, o.out)
	}
	if r.ID != 42 || r.Sizes != "64:1,100:2" || r.Offered != 300 || r.Shards != 1 || r.Received.Mine.Received != 300 || r.Received.Mine.Lost != 0 ||
		r.Received.Mine.Latency.P50 <= 0 || r.Failures == nil || r.Problems == nil || r.Received.Others == nil {
		t.Errorf("%s", o.out)
	}
	o = pktgen(t, t.Context(), nil, false, args...)
	if o.code != 0 || o.err != "" || !strings.Contains(o.out, "sent      300 frames of 64:1,100:2 bytes on 7 flows") || !strings.Contains(o.out, "\nitself ") {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
}

// Every tenth of 300 frames is dropped: an exit code only if it matters.
func TestLossIsUnexpected(t *testing.T) {
	args := []string{"--bind", "127.0.0.1:0", "--target", mirror(t, 10).String(), "--count", "300", "--rate-pps", "5000", "--drain", "100ms"}
	if o := pktgen(t, t.Context(), nil, false, args...); o.code != 0 {
		t.Errorf("exit %d: %s", o.code, o.err)
	}
	o := pktgen(t, t.Context(), nil, false, append(args, "--expect-no-loss")...)
	if o.code != 1 || !strings.Contains(o.err, "30 frames of this generator are lost") || !strings.Contains(o.out, "received  270 frames") {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
}

// A receiver that is to lose nothing wants something first.
func TestNothingCame(t *testing.T) {
	o := pktgen(t, t.Context(), nil, false, "--bind", "127.0.0.1:0", "--receive-only", "--duration", "20ms", "--drain", "20ms", "--expect-no-loss", "-j")
	if o.code != 1 || !strings.Contains(o.err, "no frame came in") || !strings.Contains(o.out, `"problems":["no frame came in"]`) {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
}

func TestNoAnswer(t *testing.T) {
	args := []string{"--bind", "127.0.0.1:0", "--target", silent(t).String(), "--count", "10", "--hello-timeout", "60ms", "--drain", "20ms"}
	o := pktgen(t, t.Context(), nil, false, args...)
	if o.code != 4 || o.out != "" || !strings.Contains(o.err, "no answer from the switch") || strings.Contains(o.err, "usage") {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
}

// Without a greeting frames go out into nothing: the report says so, and it is
// no success. One that is answered needs no greeting.
func TestNothingHeard(t *testing.T) {
	args := func(target netip.AddrPort, more ...string) []string {
		return append(more, "--bind", "127.0.0.1:0", "--target", target.String(), "--no-hello", "--drain", "20ms")
	}
	nobody := silent(t)
	o := pktgen(t, t.Context(), nil, false, args(nobody, "--count", "10")...)
	if o.code != 1 || !strings.Contains(o.out, "sent      10 frames") || !strings.Contains(o.err, "nothing was heard of the switch at "+nobody.String()) {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
	o = pktgen(t, t.Context(), nil, false, args(nobody, "--receive-only", "--duration", "20ms", "-j")...)
	if o.code != 1 || !strings.Contains(o.out, `"problems":["nothing was heard of the switch`) {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
	// A socket of loopback has no way to an address elsewhere (EINVAL).
	o = pktgen(t, t.Context(), nil, false, args(netip.MustParseAddrPort("192.0.2.1:9"), "--count", "10")...)
	if o.code != 1 || !strings.Contains(o.out, "sent      0 frames") || !strings.Contains(o.err, "none of 10 frames could be sent: the kernel refused them (EINVAL)") {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
	o = pktgen(t, t.Context(), nil, false, args(mirror(t, 0), "--count", "10")...)
	if o.code != 0 || o.err != "" {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
}

func TestBusyAddress(t *testing.T) {
	busy := silent(t)
	o := pktgen(t, t.Context(), nil, false, "--bind", busy.String(), "--target", "127.0.0.1:9")
	if o.code != 1 || !strings.Contains(o.err, "address already in use") {
		t.Errorf("exit %d: %q", o.code, o.err)
	}
}

// A signal ends the run early; it still reports.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		signal unix.Signal
		code   int
	}{{unix.SIGINT, 0}, {unix.SIGTERM, 143}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		timer := time.AfterFunc(150*time.Millisecond, func() { cancel(signalled{c.signal}) })
		o := pktgen(t, ctx, nil, false, "--bind", "127.0.0.1:0", "--target", mirror(t, 0).String(), "--rate-pps", "1000", "--duration", "1m", "--drain", "50ms")
		if o.code != c.code || !strings.Contains(o.out, "ended early") {
			t.Errorf("%v: exit %d: %q, %q", c.signal, o.code, o.out, o.err)
		}
		timer.Stop()
		cancel(nil)
	}
}

// While it greets, a signal ends it with nothing to report.
func TestSignalWhileGreeting(t *testing.T) {
	for signal, code := range map[unix.Signal]int{unix.SIGINT: 1, unix.SIGTERM: 143} {
		ctx, cancel := context.WithCancelCause(t.Context())
		timer := time.AfterFunc(50*time.Millisecond, func() { cancel(signalled{signal}) })
		o := pktgen(t, ctx, nil, false, "--bind", "127.0.0.1:0", "--target", silent(t).String(), "--hello-timeout", "1m")
		if o.code != code || o.out != "" || !strings.Contains(o.err, "ended by signal") {
			t.Errorf("%v: exit %d: %q, %q", signal, o.code, o.out, o.err)
		}
		timer.Stop()
	}
}

// A flag wins over the environment, which wins over the default.
func TestEnvironment(t *testing.T) {
	vars := map[string]string{"UP4_PKTGEN_TARGET": mirror(t, 0).String(), "UP4_PKTGEN_FRAME_SIZE": "100", "UP4_PKTGEN_COUNT": "7", "UP4_PKTGEN_DRAIN": "50ms"}
	o := pktgen(t, t.Context(), vars, false, "--bind", "127.0.0.1:0", "--count", "9")
	if o.code != 0 || !strings.Contains(o.out, "sent      9 frames of 100 bytes") {
		t.Errorf("exit %d: %q, %q", o.code, o.out, o.err)
	}
	vars["UP4_PKTGEN_FLOWS"] = "many"
	if o := pktgen(t, t.Context(), vars, false, "--bind", "127.0.0.1:0"); o.code != 2 || !strings.Contains(o.err, `UP4_PKTGEN_FLOWS "many": want a whole number`) {
		t.Errorf("exit %d: %q", o.code, o.err)
	}
}

// Progress goes to a terminal only, and never among results.
func TestProgress(t *testing.T) {
	args := []string{"--bind", "127.0.0.1:0", "--target", mirror(t, 0).String(), "--rate-pps", "500", "--drain", "20ms"}
	for _, end := range [][]string{{"--duration", "400ms"}, {"--count", "200"}} {
		o := pktgen(t, t.Context(), nil, true, append(args, end...)...)
		if o.code != 0 || !strings.Contains(o.err, "sending, ") || strings.Contains(o.out, "sending, ") {
			t.Errorf("%v: exit %d: %q, %q", end, o.code, o.out, o.err)
		}
	}
	if o := pktgen(t, t.Context(), nil, true, append(args, "--count", "100", "-j")...); o.err != "" {
		t.Errorf("with -j: %q", o.err)
	}
}

// failing is an output that cannot be written to.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full disk") }

func TestReportCannotBePrinted(t *testing.T) {
	var err safe
	code := run(t.Context(), []string{"--bind", "127.0.0.1:0", "--receive-only", "--duration", "10ms", "--drain", "10ms"},
		&environment{out: failing{}, err: &err, getenv: func(string) string { return "" }})
	if code != 1 || !strings.Contains(err.String(), "full disk") {
		t.Errorf("exit %d: %q", code, err.String())
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 100000: "100,000"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
