package topology

import (
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const good = `
[node]
id       = "a"
bind     = "10.0.0.11:7400"
pipeline = "l3fwd"
[[vport]]
id   = 0
peer = "10.0.0.12:7400"
[[vport]]
id   = 1
peer = "10.0.0.13:7400"
`

func equalAddr() cmp.Option { return cmpopts.EquateComparable(netip.AddrPort{}) }

func TestDefaults(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/1000")
	got, err := Parse("up4.toml", []byte(good), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Topology{
		Node: Node{
			ID: "a", Bind: netip.MustParseAddrPort("10.0.0.11:7400"), Pipeline: "l3fwd", Backend: "auto",
			Shards: 1, Steer: SteerFlow, Wait: WaitAdaptive, GSO: true, GRO: true,
			RcvBuf: 8 << 20, SndBuf: 8 << 20, Slabs: 256, TableMiB: 256,
			Socket: "/run/user/1000/up4-a.sock",
		},
		Vports: []Vport{
			{ID: 0, Peer: netip.MustParseAddrPort("10.0.0.12:7400"), PeerVport: -1, MTU: 1460},
			{ID: 1, Peer: netip.MustParseAddrPort("10.0.0.13:7400"), PeerVport: -1, MTU: 1460},
		},
	}
	if d := cmp.Diff(want, got, equalAddr()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestEveryKey(t *testing.T) {
	text := `
vport = [{id = 509, peer = "[2001:db8::2]:1", peer_vport = 3, mtu = 9000}, {id = 0, peer = "[2001:db8::2]:1", peer_vport = 4}]
[node]
id = "edge-1.lab_2"
bind = "[::]:65535"
pipeline = "./my/prog.p4"
backend = "native"
shards = 2
oversubscribe = true
steer = "peer"
spread = true
wait = "block"
gso = false
gro = "off"
rcvbuf = 32768
sndbuf = 1073741823
slabs = 32
table_mib = 0x10
socket = "/tmp/x.sock"
`
	got, err := Parse("up4.toml", []byte(text), Options{Backends: []string{"native"}, Pipelines: []string{"l3fwd"}})
	if err != nil {
		t.Fatal(err)
	}
	want := &Topology{
		Node: Node{
			ID: "edge-1.lab_2", Bind: netip.MustParseAddrPort("[::]:65535"), Pipeline: "./my/prog.p4", Backend: "native",
			Shards: 2, Oversubscribe: true, Steer: SteerPeer, Spread: true, Wait: WaitBlock,
			RcvBuf: 32768, SndBuf: 1<<30 - 1, Slabs: 32, TableMiB: 16, Socket: "/tmp/x.sock",
		},
		Vports: []Vport{
			{ID: 509, Peer: netip.MustParseAddrPort("[2001:db8::2]:1"), PeerVport: 3, MTU: 9000},
			{ID: 0, Peer: netip.MustParseAddrPort("[2001:db8::2]:1"), PeerVport: 4, MTU: 1440},
		},
	}
	if d := cmp.Diff(want, got, equalAddr()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestPrecedence holds flag > environment > file > default, key by key.
func TestPrecedence(t *testing.T) {
	text := strings.Replace(good, "[node]", "[node]\nshards = 2\nwait = \"spin\"\nslabs = 64", 1)
	o := Options{
		Environ: []string{"UP4_SHARDS=3", "UP4_WAIT=block", "UP4_GSO=off", "UP4_GRO=", "HOME=/", "UP4_SERVICE_HOST=10.1.1.1"},
		Flags:   map[string]any{"shards": 4, "gro": "off", "oversubscribe": true},
	}
	got, err := Parse("up4.toml", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	n := got.Node
	if n.Shards != 4 || n.Wait != WaitBlock || n.Slabs != 64 || n.TableMiB != 256 || n.GSO || n.GRO || !n.Oversubscribe {
		t.Errorf("got %+v", n)
	}
}

func TestLoadReadsTheEnvironment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "up4.toml")
	if err := os.WriteFile(path, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("UP4_SHARDS", "7")
	got, err := Load(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Node.Shards != 7 {
		t.Errorf("shards = %d, want 7", got.Node.Shards)
	}
	for _, c := range []struct{ path, want string }{
		{path + "x", path + "x: cannot be read: no such file or directory [unreadable]"},
		{filepath.Dir(path), filepath.Dir(path) + ": cannot be read: is a directory [unreadable]"},
	} {
		if _, err := Load(c.path, Options{}); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// Variables that look as if they were for up4d and are not read do not pass in
// silence; those of others do.
func TestUnreadVariables(t *testing.T) {
	top, err := Parse("f", []byte(good), Options{Environ: []string{
		"UP4_VERBOSE_LEVEL=3", "UP4_EMPTY_THING=", "UP4X=1", "HOME=/", "UP4_TIMEOUT=1s", "UP4_PKTGEN_FLOWS=3",
		"UP4_SERVICE_HOST=10.1.1.1", "UP4_SERVICE_PORT=7400", "UP4_SERVICE_PORT_DATA=7400", "UP4_PORT=udp://10.1.1.1:7400",
		"UP4_PORT_7400_UDP=udp://10.1.1.1:7400", "UP4_PORT_7400_UDP_ADDR=10.1.1.1", "UP4_EDGE_SERVICE_HOST=10.1.1.2",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(top.Warnings) != 1 || !strings.HasPrefix(top.Warnings[0], "the variable UP4_VERBOSE_LEVEL is set, but up4d reads none of that name; ") {
		t.Errorf("warnings %q", top.Warnings)
	}
}

func codes(err error) []Code {
	var l Errors
	if !errors.As(err, &l) {
		return nil
	}
	var out []Code
	for _, e := range l {
		out = append(out, e.Code)
	}
	return out
}
