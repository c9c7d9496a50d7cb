package probe

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestRunSurvives: no check takes more than its limit or the process with it,
// and those after it are asked all the same.
func TestRunSurvives(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	left := make(chan struct{})
	list := []check{
		{name: "hangs", why: "w", advice: "a", run: func(context.Context, kernel, Options) result { <-hang; return ok("late") }},
		{name: "waits", why: "w", advice: "a", run: func(ctx context.Context, _ kernel, _ Options) result {
			<-ctx.Done()
			close(left)
			return unknown("gave up")
		}},
		{name: "panics", why: "w", advice: "a", run: func(context.Context, kernel, Options) result { panic("boom") }},
		{name: "faults", why: "w", advice: "a", run: fault},
		{name: "lines", why: "w", advice: "a", run: func(context.Context, kernel, Options) result { return no("one\none\ntwo") }},
		{name: "fine", why: "w", advice: "a", run: func(context.Context, kernel, Options) result { return ok("yes").with("n_bytes", 3) }},
	}
	start := time.Now()
	r := run(t.Context(), linux{}, list, Options{Limit: 50 * time.Millisecond})
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
	want := []struct {
		status Status
		value  string
	}{{Unknown, "no answer within 50ms"}, {Unknown, ""}, {Unknown, "boom"}, {Unknown, "nobody thought of"}, {No, "one; two"}, {OK, "yes"}}
	for i, w := range want {
		c := r.Checks[i]
		if c.Name != list[i].name || c.Status != w.status || !strings.Contains(c.Value, w.value) {
			t.Errorf("check %d: %+v, want %+v", i, c, w)
		}
		if (c.Advice == "a") != (c.Status != OK) {
			t.Errorf("%s: advice %q with status %s", c.Name, c.Advice, c.Status)
		}
	}
	select {
	case <-left:
	case <-time.After(5 * time.Second):
		t.Error("a check was not told that its time is over")
	}
}

// fault touches a mapping whose file was cut: the kernel sends SIGBUS.
func fault(_ context.Context, k kernel, _ Options) result {
	fd, err := k.memfd("up4-probe-fault")
	if err != nil {
		return no("%v", err)
	}
	defer k.closeFile(fd)
	if err := k.truncate(fd, 4096); err != nil {
		return no("%v", err)
	}
	b, err := k.mmap(fd, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return no("%v", err)
	}
	defer k.unmap(b)
	if err := k.truncate(fd, 0); err != nil {
		return no("%v", err)
	}
	b[0] = 1
	return ok("no fault")
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := run(ctx, linux{}, checks, Options{})
	if len(r.Checks) != len(checks) {
		t.Fatalf("%d checks of %d", len(r.Checks), len(checks))
	}
	for _, c := range r.Checks {
		if c.Status != Unknown || c.Value != "interrupted" {
			t.Errorf("%+v", c)
		}
	}
	if v := r.Verdict; !v.Runs || len(v.Missing) > 0 || !strings.Contains(v.Lines[0], "may run") {
		t.Errorf("what was not tried is not missing: %+v", v)
	}
}

// TestJSON: scripts rely on these keys.
func TestJSON(t *testing.T) {
	list := []check{
		{name: "rcvbuf", why: "w", advice: "a", run: func(context.Context, kernel, Options) result {
			return limited("v").with("granted_bytes", 7)
		}},
		{name: "mtu", why: "w", run: func(context.Context, kernel, Options) result {
			return ok("v").with("mtu_bytes", 1500).with("frame_bytes", 1460)
		}},
	}
	b, err := json.Marshal(run(t.Context(), linux{}, list, Options{Peer: "x"}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"peer":"x","checks":[` +
		`{"name":"rcvbuf","status":"limited","value":"v","why":"w","advice":"a","figures":{"granted_bytes":7}},` +
		`{"name":"mtu","status":"ok","value":"v","why":"w","figures":{"frame_bytes":1460,"mtu_bytes":1500}}],` +
		`"verdict":{"runs":true,"send_trains":false,"receive_trains":false,"rcvbuf_bytes":7,"mtu_bytes":1500,"frame_bytes":1460,"lines":[`
	if !strings.HasPrefix(string(b), want) {
		t.Errorf("got  %s\nwant %s…", b, want)
	}
}

// TestLeavesNothingOpen: also checks that fail half way close what they opened.
func TestLeavesNothingOpen(t *testing.T) {
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skipf("no /proc: %v", err)
		}
		return len(list)
	}
	Run(t.Context(), Options{}) // whatever Go itself opens once
	before := open()
	space := func() (bool, error) { return true, nil }
	for _, f := range []*faked{
		{}, {down: true}, {noAttach: unix.EPERM}, {noReceive: unix.EIO}, {noSend: unix.EINVAL}, {noRoute: unix.ENETUNREACH},
		{refuse: map[option]error{optReuse: unix.EPERM, optGRO: unix.EPERM, optRcv: unix.EPERM, optBusy: unix.EPERM, optDiscover4: unix.EPERM}},
		{mem: map[string]error{"truncate": unix.ENOSPC}}, {mem: map[string]error{"seal": unix.EPERM}}, {mem: map[string]error{"mmap": unix.ENOMEM}},
	} {
		f.kernel, f.spaces = linux{}, space
		run(t.Context(), f, checks, Options{})
	}
	if after := open(); after != before {
		t.Errorf("%d descriptors open, %d before", after, before)
	}
}

// TestHere asks this machine for what every Linux from 5.0 on has, and passes
// over what a sandbox forbids.
func TestHere(t *testing.T) {
	o := Options{Namespaced: []string{"/proc/self/exe", child}}
	r := Run(t.Context(), o)
	found := map[string]Check{}
	for _, c := range r.Checks {
		t.Logf("%-10s %-8s %s", c.Name, c.Status, c.Value)
		found[c.Name] = c
		if !slices.Contains([]Status{OK, Limited, No, Unknown}, c.Status) || c.Value == "" {
			t.Errorf("%+v", c)
		}
		if strings.Contains(c.Value, "nobody thought of") || strings.Contains(c.Value, "no answer within") {
			t.Errorf("%s: %s", c.Name, c.Value)
		}
	}
	for _, l := range r.Verdict.Lines {
		t.Log(l)
	}
	if found["kernel"].Status != OK {
		t.Skipf("an old kernel: %s", found["kernel"].Value)
	}
	for _, name := range []string{"udp", "gso", "gro", "segments", "steering", "meminfo", "memfd", "cpus", "mtu"} {
		t.Run(name, func(t *testing.T) {
			c := found[name]
			for _, e := range []error{unix.EPERM, unix.EACCES, unix.ENOSYS, unix.EAFNOSUPPORT, unix.ENOPROTOOPT} {
				if c.Status != OK && strings.Contains(c.Value, e.Error()) {
					t.Skipf("forbidden here: %s", c.Value)
				}
			}
			if c.Status != OK && !(c.Status == Limited && (name == "cpus" || name == "udp")) {
				t.Errorf("%s: %s", c.Status, c.Value)
			}
		})
	}
	if n := found["segments"].Figures["segments"]; found["segments"].Status == OK && n != 64 && n != 128 {
		t.Errorf("%d segments", n)
	}
	for _, name := range []string{"rcvbuf", "sndbuf"} {
		f := found[name].Figures
		// The smallest a kernel grants is a few KB (SOCK_MIN_RCVBUF in include/net/sock.h).
		if s := found[name].Status; (s == OK || s == Limited) && (f["granted_bytes"] < 1024 || f["granted_bytes"] > asked) {
			t.Errorf("%s: %v", name, f)
		}
	}
}
