package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/control/api"
	"up4/control/api/apitest"
	"up4/control/client"
	"up4/io/overlay"
)

// The test binary is up4d itself when it is told so.
func TestMain(m *testing.M) {
	if os.Getenv("UP4D_TEST_AS_MAIN") != "" {
		os.Exit(run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

func command(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "UP4D_TEST_AS_MAIN=1")
	return c
}

// once runs up4d to its end and returns its code and what it wrote.
func once(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	c := command(args...)
	var out, err bytes.Buffer
	c.Stdout, c.Stderr = &out, &err
	_ = c.Run()
	return c.ProcessState.ExitCode(), out.String(), err.String()
}

// freePort is a UDP port nobody has.
func freePort(t *testing.T) int {
	t.Helper()
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).Port
}

// config writes a configuration; extra is appended.
func config(t *testing.T, port int, extra string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "up4.toml")
	text := fmt.Sprintf("[node]\nid = \"t\"\nbind = \"127.0.0.1:%d\"\npipeline = \"l3fwd\"\nsocket = %q\n[[vport]]\nid = 0\npeer = \"127.0.0.1:1\"\n%s",
		port, filepath.Join(dir, "s"), extra)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRefusals(t *testing.T) {
	busy, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	busyPort := busy.LocalAddr().(*net.UDPAddr).Port
	half := filepath.Join(t.TempDir(), "half.toml")
	if err := os.WriteFile(half, []byte("[node]\nid = \"a\"\nbind = \"127.0."), 0o600); err != nil {
		t.Fatal(err)
	}
	endlessKey := filepath.Join(t.TempDir(), "key.toml")
	if err := os.WriteFile(endlessKey, []byte(strings.Repeat("a.", 100_000)+"a = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	routes := filepath.Join(t.TempDir(), "r.json")
	if err := os.WriteFile(routes, []byte(`[{"table":"ipv4_lpn","match":{"ipv4.dst":"10.0.0.0/8"},"action":"drop"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	good := config(t, freePort(t), "")
	for _, c := range []struct {
		name string
		args []string
		code int
		want []string // all in stderr
	}{
		{"no configuration", nil, 2, []string{"--config"}},
		{"missing file", []string{"--config", "/nonexistent/x.toml"}, 2, []string{"/nonexistent/x.toml"}},
		{"half-written configuration", []string{"--config", half}, 2, []string{half + ":3:"}},
		{"duplicate vport", []string{"--config", config(t, freePort(t), "[[vport]]\nid = 0\npeer = \"127.0.0.1:2\"\n")}, 2, []string{"up4.toml:10:", "0"}},
		{"unknown key", []string{"--config", config(t, freePort(t), "mtuu = 1400\n")}, 2, []string{"up4.toml:9:", "mtuu", "mtu"}},
		{"busy port", []string{"--config", config(t, busyPort, "")}, 1, []string{fmt.Sprintf("127.0.0.1:%d is in use by another process", busyPort)}},
		{"unknown program", []string{"--config", good, "--pipeline", "l3fdw"}, 2, []string{"l3fdw", "l3fwd"}},
		{"unknown back end", []string{"--config", good, "--backend", "natve"}, 2, []string{"natve", "native"}},
		{"too many shards", []string{"--config", good, "--shards", "60"}, 2, []string{"more shards than allowed CPUs: 60 asked for", "--oversubscribe"}},
		{"shards that are no number", []string{"--config", good, "--shards", "two"}, 2, []string{"two", "shards"}},
		{"unknown flag", []string{"--config", good, "--shard", "2"}, 2, []string{"--shard"}},
		{"tables with a wrong name", []string{"--config", good, "--tables", routes}, 2, []string{"r.json", "ipv4_lpn", "ipv4_lpm"}},
		{"tables with a wrong name, checked", []string{"--config", good, "--check", "--tables", routes}, 2, []string{"r.json", "ipv4_lpn", "ipv4_lpm"}},
		{"missing tables", []string{"--config", good, "--tables", "/nonexistent/r.json"}, 2, []string{"/nonexistent/r.json"}},
		{"a configuration without end", []string{"--config", "/dev/zero", "--check"}, 2, []string{"/dev/zero", "too long"}},
		{"a key without end", []string{"--config", endlessKey, "--check"}, 2, []string{endlessKey, "line 1 has more than 1024 bytes"}},
		{"tables without end", []string{"--config", good, "--check", "--tables", "/dev/zero"}, 2, []string{"/dev/zero", "too long"}},
		{"no folder for the control socket", []string{"--config", good, "--check", "--socket", "/nonexistent/s"}, 2, []string{"/nonexistent/s"}},
		{"no number of seconds", []string{"demo", "--seconds", "soon"}, 2, []string{`--seconds "soon": want a number`}},
		{"bad log level", []string{"--config", good, "--log-level", "loud"}, 2, []string{"loud"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := once(t, c.args...)
			if code != c.code {
				t.Errorf("exit code %d, want %d; %s", code, c.code, stderr)
			}
			if stdout != "" {
				t.Errorf("stdout: %s", stdout)
			}
			for _, w := range c.want {
				if !strings.Contains(stderr, w) {
					t.Errorf("stderr lacks %q:\n%s", w, stderr)
				}
			}
			if strings.Contains(stderr, "goroutine") {
				t.Errorf("a panic:\n%s", stderr)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	code, stdout, stderr := once(t, "--config", config(t, freePort(t), ""), "--check", "--tables", "../../p4/programs/l3fwd/routes-1000.json")
	if code != 0 || !strings.Contains(stdout, "ok: l3fwd, 1 vport, 1 shard\n") || strings.Contains(stderr, "in use") {
		t.Errorf("code %d, %s%s", code, stdout, stderr)
	}
	code, stdout, stderr = once(t, "--config", config(t, freePort(t), ""), "--check", "-j")
	if want := `{"ok":true,"program":"l3fwd","shards":1,"vports":1}` + "\n"; code != 0 || stdout != want {
		t.Errorf("code %d, %s%s", code, stdout, stderr)
	}
}

// What is busy at this moment is no fault of the configuration, and is told.
func TestCheckBesideTheSwitch(t *testing.T) {
	port := freePort(t)
	cfg := config(t, port, "")
	d := start(t, cfg)
	code, stdout, stderr := once(t, "--config", cfg, "--check")
	if code != 0 || !strings.Contains(stdout, "ok: l3fwd") {
		t.Errorf("code %d, %s%s", code, stdout, stderr)
	}
	for _, w := range []string{fmt.Sprintf("UDP address 127.0.0.1:%d is in use at this moment", port),
		fmt.Sprintf("control socket %s is in use by another process (pid %d)", d.socket, d.cmd.Process.Pid)} {
		if !strings.Contains(stderr, w) {
			t.Errorf("stderr lacks %q:\n%s", w, stderr)
		}
	}
	if _, err := client.New(d.socket).Info(t.Context()); err != nil {
		t.Errorf("the switch after the check: %v", err)
	}
}

// Variables stand for the command's own flags, and give way to them.
func TestEnvironment(t *testing.T) {
	good := config(t, freePort(t), "")
	for _, c := range []struct {
		env  string
		args []string
		code int
		want string // in stdout and stderr together
	}{
		{"UP4_CONFIG=" + good, nil, 0, good + ": ok: l3fwd"},
		{"UP4_CONFIG=/nonexistent/x.toml", nil, 2, "/nonexistent/x.toml"},
		{"UP4_CONFIG=/nonexistent/x.toml", []string{"--config", good}, 0, good + ": ok: l3fwd"},
		{"UP4_CONFIG=", nil, 2, "give --config FILE or UP4_CONFIG"},
		{"UP4_TABLES=/nonexistent/r.json", []string{"--config", good}, 2, "/nonexistent/r.json"},
		{"UP4_LOG_LEVEL=loud", []string{"--config", good}, 2, `"loud": want debug, info, warn or error`},
		{"UP4_NO_PIN=perhaps", []string{"--config", good}, 2, `UP4_NO_PIN "perhaps": want true or false`},
		{"UP4_SHRADS=2", []string{"--config", good}, 2, "UP4_SHARDS"},
		{"UP4_NONSENSE=2", []string{"--config", good}, 0, "UP4_NONSENSE"},
	} {
		name, value, _ := strings.Cut(c.env, "=")
		t.Run(c.env, func(t *testing.T) {
			t.Setenv(name, value)
			code, stdout, stderr := once(t, append([]string{"--check"}, c.args...)...)
			if code != c.code || !strings.Contains(stdout+stderr, c.want) {
				t.Errorf("code %d, want %d and %q:\n%s%s", code, c.code, c.want, stdout, stderr)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	code, stdout, _ := once(t, "--help")
	for _, w := range []string{"Exit codes: 0 ", "143 ended by SIGTERM", "send trains (UDP_SEGMENT): on or off (default on)", "UP4_CONFIG"} {
		if code != 0 || !strings.Contains(stdout, w) {
			t.Errorf("code %d, the help lacks %q:\n%s", code, w, stdout)
		}
	}
}

// The last counters are a table for people and JSON for machines.
func TestReport(t *testing.T) {
	counts := api.NewCounts()
	counts.Traffic["rx_frames"] = 7
	sw := &apitest.Switch{
		CountersReply: []api.Counters{{Total: counts, Vports: []api.VportCounters{{ID: 3, Counts: counts}}}},
		ExplainReply:  []api.CounterText{{Name: "rx_frames", Scope: "vport", Class: api.Traffic, Text: "frames received"}},
	}
	var people, machines bytes.Buffer
	if err := report(&people, sw, true); err != nil || !strings.Contains(people.String(), "\nrx_frames  traffic        7\n") {
		t.Errorf("%v\n%s", err, people.String())
	}
	var c api.Counters
	if err := report(&machines, sw, false); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(machines.Bytes(), &c); err != nil || c.Total.Traffic["rx_frames"] != 7 {
		t.Errorf("%v\n%s", err, machines.String())
	}
}

// daemonProcess is a running up4d.
type daemonProcess struct {
	t      *testing.T
	cmd    *exec.Cmd
	socket string
	out    bytes.Buffer
	err    bytes.Buffer
}

// start starts up4d and waits until its control socket answers.
func start(t *testing.T, cfg string, args ...string) *daemonProcess {
	t.Helper()
	d := &daemonProcess{t: t, cmd: command(append([]string{"--config", cfg}, args...)...), socket: filepath.Join(filepath.Dir(cfg), "s")}
	d.cmd.Stdout, d.cmd.Stderr = &d.out, &d.err
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if d.cmd.ProcessState == nil {
			_ = d.cmd.Process.Kill()
			_ = d.cmd.Wait()
		}
	})
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := client.New(d.socket).Info(t.Context()); err == nil {
			return d
		}
		if time.Now().After(deadline) {
			_ = d.cmd.Process.Kill()
			_ = d.cmd.Wait()
			t.Fatalf("up4d does not answer: %s", d.err.String())
		}
	}
}

// end waits for the process and returns its code.
func (d *daemonProcess) end() int {
	d.t.Helper()
	done := make(chan struct{})
	go func() { _ = d.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(15 * time.Second):
		_ = d.cmd.Process.Kill()
		d.t.Fatal("up4d does not end")
	}
	return d.cmd.ProcessState.ExitCode()
}

// SIGTERM under load: the switch drains, writes its counters, and every frame
// it received is in them.
func TestSIGTERMUnderLoad(t *testing.T) {
	port := freePort(t)
	src, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	cfg := config(t, port, fmt.Sprintf("[[vport]]\nid = 1\npeer = %q\n", src.LocalAddr()))
	d := start(t, cfg)
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		frame := make([]byte, overlay.Size+100)
		for seq := uint32(1); ; seq++ {
			select {
			case <-stop:
				return
			default:
			}
			overlay.Header{Vport: 0, Seq: seq}.Put(frame)
			frame[overlay.Size+12], frame[overlay.Size+13] = 0x86, 0xdd // not IPv4: l3fwd drops it
			_, _ = src.WriteToUDP(frame, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
		}
	}()
	time.Sleep(200 * time.Millisecond)
	if err := d.cmd.Process.Signal(unix.SIGTERM); err != nil {
		t.Fatal(err)
	}
	code := d.end()
	close(stop)
	<-done
	if code != 143 {
		t.Errorf("exit code %d, want 143; %s", code, d.err.String())
	}
	var counters struct {
		Vports []struct {
			ID      int               `json:"id"`
			Traffic map[string]uint64 `json:"traffic"`
			Drops   map[string]uint64 `json:"drops"`
		} `json:"vports"`
	}
	if err := json.Unmarshal(d.out.Bytes(), &counters); err != nil {
		t.Fatalf("counters on stdout: %v\n%s", err, d.out.String())
	}
	v := counters.Vports[1]
	if in := v.Traffic["rx_frames"]; v.ID != 1 || in == 0 || in != v.Drops["drop_program"] {
		t.Errorf("received %d, dropped by the program %d", in, v.Drops["drop_program"])
	}
	if _, err := os.Stat(d.socket); !os.IsNotExist(err) {
		t.Errorf("the control socket is still there: %v", err)
	}
}

func TestShutdownRequest(t *testing.T) {
	d := start(t, config(t, freePort(t), ""))
	if err := client.New(d.socket).Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if code := d.end(); code != 0 {
		t.Errorf("exit code %d; %s", code, d.err.String())
	}
}

// A second daemon on the same socket path is refused with the first one's
// process id; after the first was killed, its socket file is no hindrance, and
// the next one has another incarnation.
func TestControlSocketIsOneDaemons(t *testing.T) {
	cfg := config(t, freePort(t), "")
	d := start(t, cfg)
	first, err := client.New(d.socket).Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	code, _, stderr := once(t, "--config", cfg, "--bind", fmt.Sprintf("127.0.0.1:%d", freePort(t)))
	if code != 1 || !strings.Contains(stderr, d.socket) || !strings.Contains(stderr, fmt.Sprint(d.cmd.Process.Pid)) {
		t.Errorf("code %d: %s", code, stderr)
	}
	if err := d.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	d.end()
	if _, err := os.Stat(d.socket); err != nil {
		t.Fatalf("the test wants a socket left behind: %v", err)
	}
	next := start(t, cfg)
	second, err := client.New(next.socket).Info(t.Context())
	if err != nil || second.Incarnation != (first.Incarnation+1)%4 {
		t.Errorf("incarnation %d after %d, %v", second.Incarnation, first.Incarnation, err)
	}
	if fi, err := os.Stat(next.socket); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("control socket: %v %v", fi, err)
	}
	_ = next.cmd.Process.Signal(unix.SIGINT)
	if code := next.end(); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
}

// The demo holds its accounts, also where it drowns the routers.
func TestDemo(t *testing.T) {
	code, stdout, stderr := once(t, "demo", "--seconds", "0.3")
	if code != 0 || strings.Count(stdout, "holds: every frame is accounted for") != 2 {
		t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
	}
	for _, w := range []string{"west → east", "east → west", "overload:", "rx_frames"} {
		if !strings.Contains(stdout, w) {
			t.Errorf("the output lacks %q:\n%s", w, stdout)
		}
	}
}

// The demo runs a program by its path, edited or not.
func TestDemoOfAProgram(t *testing.T) {
	code, stdout, stderr := once(t, "demo", "--seconds", "0.3", "--overload=false", "--pipeline", "../../p4/programs/l3fwd/l3fwd.p4", "--backend", "interp")
	if code != 0 || strings.Count(stdout, "holds: every frame is accounted for") != 2 || !strings.Contains(stderr, "2000 frames/s") {
		t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
	}
	code, _, stderr = once(t, "demo", "--pipeline", "l3fdw")
	if code != 2 || stderr != "up4d: demo: unknown program \"l3fdw\"; did you mean \"l3fwd\"?\n" {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// An account that does not add up is said so, and is an error.
func TestAccountThatDoesNotHold(t *testing.T) {
	a := account{title: "west → east", offered: 10, delivered: 7, drops: []term{{"router a", "lost", 2}}}
	var b bytes.Buffer
	a.print(&b)
	if a.holds() || !strings.Contains(b.String(), "DOES NOT HOLD: 10 offered, 9 accounted for") {
		t.Error(b.String())
	}
}
