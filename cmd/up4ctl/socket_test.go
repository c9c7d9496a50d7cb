package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"up4/control/api/apitest"
	"up4/control/ctl"
)

// TestWhichSocket: flag, variable, the only one there is, an error.
func TestWhichSocket(t *testing.T) {
	r := newRig(t)
	delete(r.env, "UP4_SOCKET")
	r.want("shutdown --no-wait", "") // found in the directory

	// A dead one beside it does not count.
	dead := filepath.Join(r.dir, "up4-dead.sock")
	mustSocket(t, dead)
	r.want("shutdown --no-wait", "")

	second, err := ctl.Listen(filepath.Join(r.dir, "up4-b.sock"), fakeSwitch(), ctl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	r.fails("info", 2, "up4ctl: several switches run here: choose one with --socket:\n  "+r.dir+"/up4-a.sock\n  "+r.dir+"/up4-b.sock\n")
	r.want("shutdown --no-wait --socket "+r.socket(), "")
	r.env["UP4_SOCKET"] = r.socket()
	r.want("shutdown --no-wait", "")

	delete(r.env, "UP4_SOCKET")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	r.fails("info", 3, "up4ctl: the switch cannot be reached: there is no up4-*.sock in "+os.Getenv("XDG_RUNTIME_DIR"))
}

// mustSocket leaves a socket file that nobody listens on.
func mustSocket(t *testing.T, path string) {
	t.Helper()
	s, err := ctl.Listen(path+"x", &apitest.Switch{}, ctl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+"x", path); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCompletion(t *testing.T) {
	r := newRig(t)
	const noFile, noSpace = ":4\n", ":6\n"
	for line, want := range map[string]string{
		"__complete tables ''":                                      "ipv4_lpm\nacl\n" + noFile,
		"__complete table dump a":                                   "acl\n" + noFile,
		"__complete table add ''":                                   "ipv4_lpm\nacl\n" + noFile,
		"__complete table add ipv4_lpm ''":                          "ipv4.dst=\ndrop\nforward\n" + noFile,
		"__complete table add ipv4_lpm i":                           "ipv4.dst=\n" + noSpace,
		"__complete table add ipv4_lpm 10.0.2.0/24 f":               "forward\n" + noFile,
		"__complete table add ipv4_lpm 10.0.2.0/24 forward ''":      "port=\ndmac=\n" + noFile,
		"__complete table add ipv4_lpm 1.2.3.4 forward port=1 ''":   "dmac=\n" + noSpace,
		"__complete table add ipv4_lpm 10.0.2.0/24 ''":              "drop\nforward\n" + noFile,
		"__complete table add ipv4_lpm ipv4.dst=10.0.2.0/24 ''":     "drop\nforward\n" + noFile,
		"__complete table add ipv4_lpm 1.2.3.4 forward 1 ''":        "dmac=\n" + noSpace,
		"__complete table delete acl 80 ''":                         "priority=\n" + noSpace,
		"__complete table delete ipv4_lpm 10.0.2.0/24 ''":           noFile,
		"__complete table default ipv4_lpm ''":                      "drop\nforward\nmiss\n" + noFile,
		"__complete table delete acl tcp.dport=80 ''":               "priority=\n" + noSpace,
		"__complete table add acl tcp.dport=80 drop priority=10 ''": noFile,
		"__complete table add nothing ''":                           noFile,
		"__complete table clear ac":                                 "acl\n" + noFile,
		"__complete counters --vport ''":                            "0\n10\n" + noFile,
		"__complete --socket /none tables ''":                       noFile,
		"__complete --socket /none counters --vport ''":             noFile,
	} {
		if code, out, _ := r.run(line); code != 0 || out != want {
			t.Errorf("%s: exit %d, got %q, want %q", line, code, out, want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if code, out, _ := r.run("completion " + shell); code != 0 || !strings.Contains(out, "up4ctl") {
			t.Errorf("%s: exit %d", shell, code)
		}
	}
}

// TestLinksNoServer: what up4ctl is made of.
func TestLinksNoServer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("no go command here: %v", err)
	}
	got := []string{}
	for _, p := range strings.Fields(string(out)) {
		if strings.HasPrefix(p, "up4/") {
			got = append(got, p)
		}
	}
	want := []string{"up4/cmd/up4ctl", "up4/control/api", "up4/control/client", "up4/control/text", "up4/internal/commandline", "up4/internal/nearest", "up4/internal/socketpath", "up4/internal/textfile", "up4/internal/version"}
	for _, p := range got {
		if !slices.Contains(want, p) {
			t.Errorf("up4ctl links %s", p)
		}
	}
	if len(got) != len(want) {
		t.Errorf("links %v, want %v", got, want)
	}
}
