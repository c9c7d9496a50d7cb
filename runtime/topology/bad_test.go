package topology

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"up4/io/frame"
)

// node is a sound [node] in five lines, so that what follows begins at line 6.
const node = "[node]\nid = \"a\"\nbind = \"10.0.0.1:7400\"\npipeline = \"l3fwd\"\n\n"

// vport is a sound [[vport]] in three lines.
const vport = "[[vport]]\nid = 0\npeer = \"10.0.0.2:7400\"\n"

// TestBadFiles has one file a case and, line by line, everything it must be
// told. The messages are part of the interface: people read them.
func TestBadFiles(t *testing.T) {
	seen := map[Code]bool{Unreadable: true} // in TestLoadReadsTheEnvironment
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"half a string", node + "[[vport]]\nid = 0\npeer = \"10.0.", []string{
			`f:8:8: basic string not terminated by " [syntax]`}},
		{"half a line", node + "[[vport]]\nid = 0\npeer", []string{
			`f:8:1: expected = after a key, but the document ends there [syntax]`}},
		{"half a header", node + "[[vport]]\nid = 0\npeer = \"10.0.0.2:7400\"\n[[vpo", []string{
			`f:9:3: expected character ] but the document ended here [syntax]`}},
		{"cut after node", node, []string{
			`f: vport: there is none: a switch needs at least one [[vport]] with id and peer [missing-key]`}},
		{"cut inside a vport", node + "[[vport]]\nid = 0\n", []string{
			`f:6:3: vport[0].peer: is missing: where the port's frames go and come from (address:port, numeric, of the family of node.bind) [missing-key]`}},
		{"empty", "", []string{
			`f: node.id: is missing: name of the switch in logs and in its default socket path (letters, digits, '.', '_', '-'; at most 64) [missing-key]`,
			`f: node.bind: is missing: UDP address all shards receive on and send from; an IPv6 address carries IPv6 only (address:port, numeric, e.g. 10.0.0.11:7400 or [2001:db8::1]:7400) [missing-key]`,
			`f: node.pipeline: is missing: the P4 program (a program's name, or a path to a .p4 seen from the working directory) [missing-key]`}},
		{"key twice", "[node]\nid = \"a\"\nid = \"b\"\n", []string{
			`f:3:1: key id is already defined [syntax]`}},
		{"node twice", "[node]\nid = \"a\"\n[node]\nbind = \"10.0.0.1:7400\"\n", []string{
			`f:3:2: table node already exists [syntax]`}},
		{"node after its keys", "node.id = \"a\"\n[node]\nbind = \"10.0.0.1:7400\"\n", []string{
			`f:2:2: table node already exists [syntax]`}},
		{"not TOML at all", "{\"node\": 1}", []string{
			`f:1:1: invalid character at start of key: { [syntax]`}},

		{"a byte order mark", "\ufeff" + node + vport, []string{
			`f:1:1: begins with a byte order mark (EF BB BF): save it as UTF-8 without one [syntax]`}},
		{"UTF-16", "\xff\xfe[\x00n\x00", []string{`f:1:1: is UTF-16: save it as UTF-8 [syntax]`}},
		{"a number of 20 digits", node + "shards = 99999999999999999999\n", []string{
			`f:6:10: the number 99999999999999999999 is too large [syntax]`}},
		{"a large hexadecimal number", node + "shards = 0xffffffffffffffffff\n", []string{
			`f:6:10: the number ffffffffffffffffff is too large [syntax]`}},
		{"a large float", node + "shards = 1e400\n", []string{
			`f:6:10: the number 1e400 is too large [syntax]`}},

		{"unknown keys", strings.Replace(node, "\n\n", "\nshard = 2\nzzz = 1\n", 1) + "[[vport]]\nid = 0\npeer = \"10.0.0.2:7400\"\nmut = 9000\n", []string{
			`f:5:1: node.shard: there is no such key; did you mean "shards"? [unknown-key]`,
			`f:6:1: node.zzz: there is no such key; known are id, bind, pipeline, externs, backend, shards, oversubscribe, steer, spread, wait, gso, gro, rcvbuf, sndbuf, slabs, table_mib, socket [unknown-key]`,
			`f:10:1: vport[0].mut: there is no such key; did you mean "mtu"? [unknown-key]`}},
		{"unknown table", node + vport + "[nod]\nx = 1\n", []string{
			`f:9:2: nod: there is no such table; did you mean "node"? [unknown-key]`}},
		{"table below node", node + vport + "[node.tls]\nx = 1\n", []string{
			`f:9:2: node.tls: there is no such table; known are node, vport [unknown-key]`}},
		{"table below a vport", node + vport + "[vport.x]\ny = 1\n", []string{
			`f:9:2: vport.x: there is no such table; did you mean "vport"? [unknown-key]`}},
		{"key at the top", "shards = 2\n" + node + vport, []string{
			`f:1:1: shards: no key may stand outside [node] and [[vport]] [unknown-key]`}},
		{"dotted key", node + strings.Replace(vport, "id", "x.y = 1\nid", 1), []string{
			`f:7:1: vport[0].x.y: there is no such key; known are id, peer, peer_vport, mtu [unknown-key]`}},
		{"node as an array", "[[node]]\nid = \"a\"\n" + vport, []string{
			`f:1:3: node[0]: must be one table, written [node] [bad-value]`}},
		{"node as a value", "node = 3\n" + vport, []string{
			`f:1:1: node: must be one table, written [node] [bad-value]`}},
		{"vport as a table", node + "[vport]\nid = 0\n", []string{
			`f:6:2: vport: must be an array of tables, each written [[vport]] [bad-value]`}},
		{"vport as a value", "vport = 7\n" + node, []string{
			`f:1:1: vport: must be an array of tables, each written [[vport]] [bad-value]`}},

		{"wrong types", "[node]\nid = 7\nbind = true\npipeline = 1.5\nshards = \"two\"\ngso = 1\nwait = []\n" + vport, []string{
			`f:2:1: node.id: must be a string, not an integer [bad-value]`,
			`f:3:1: node.bind: must be a string, not a boolean [bad-value]`,
			`f:4:1: node.pipeline: must be a string, not a float [bad-value]`,
			`f:5:1: node.shards: must be a whole number from 1 to 255, not "two" [bad-value]`,
			`f:6:1: node.gso: must be true or false, not an integer [bad-value]`,
			`f:7:1: node.wait: must be a string, not an array [bad-value]`}},
		{"out of range", strings.Replace(node, "\n\n", "\nshards = 256\nslabs = 31\ntable_mib = 0\nrcvbuf = 1073741824\nsndbuf = -1\n", 1) +
			"[[vport]]\nid = 510\npeer = \"10.0.0.2:7400\"\nmtu = 59\npeer_vport = 1024\n" +
			"[[vport]]\nid = -1\npeer = \"10.0.0.3:7400\"\nmtu = 65482\n", []string{
			`f:5:1: node.shards: must be 1 to 255, not 256 [bad-value]`,
			`f:6:1: node.slabs: must be 32 to 32768, not 31 [bad-value]`,
			`f:7:1: node.table_mib: must be 1 to 4079, not 0 [bad-value]`,
			`f:8:1: node.rcvbuf: must be 32768 to 1073741823, not 1073741824 [bad-value]`,
			`f:9:1: node.sndbuf: must be 32768 to 1073741823, not -1 [bad-value]`,
			`f:11:1: vport[0].id: must be 0 to 509, not 510 [bad-value]`,
			`f:13:1: vport[0].mtu: must be 60 to 65481, not 59 [bad-value]`,
			`f:14:1: vport[0].peer_vport: must be 0 to 1023, not 1024 [bad-value]`,
			`f:16:1: vport[1].id: must be 0 to 509, not -1 [bad-value]`,
			`f:18:1: vport[1].mtu: must be 60 to 65481, not 65482 [bad-value]`}},
		{"words", strings.Replace(node, "\n\n", "\nsteer = \"flows\"\nwait = \"poll\"\ngso = \"maybe\"\nbackend = \"nativ\"\n", 1) + vport, []string{
			`f:5:1: node.steer: must be one of flow, peer, not "flows"; did you mean "flow"? [bad-value]`,
			`f:6:1: node.wait: must be one of adaptive, spin, block, not "poll" [bad-value]`,
			`f:7:1: node.gso: must be true or false, not "maybe" [bad-value]`,
			`f:8:1: node.backend: no back end is called "nativ"; did you mean "native"? [bad-value]`}},
		{"unknown program", strings.Replace(node, "l3fwd", "l3fw", 1) + vport, []string{
			`f:4:1: node.pipeline: no program is called "l3fw"; did you mean "l3fwd"? [bad-value]`}},
		{"ids", "[node]\nid = \"a/b\"\nbind = \"10.0.0.1:7400\"\npipeline = \"\"\n" + vport, []string{
			`f:2:1: node.id: must be 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit, not "a/b" [bad-value]`,
			`f:4:1: node.pipeline: must not be empty [bad-value]`}},
		{"a long socket path", strings.Replace(node, "\n\n", "\nsocket = \"/"+strings.Repeat("x", 107)+"\"\n", 1) + vport, []string{
			`f:5:1: node.socket: a unix socket's path has at most 107 bytes, "/` + strings.Repeat("x", 107) + `" has 108 [bad-value]`}},

		{"duplicate vport", node + vport + strings.Replace(vport, "10.0.0.2", "10.0.0.3", 1), []string{
			`f:10:1: vport[1].id: 0 is taken by vport[0] (line 7) [duplicate]`}},
		{"shared peer, neither tells", node + vport + "[[vport]]\nid = 1\npeer = \"10.0.0.2:7400\"\n", []string{
			`f:11:1: vport[1].peer: 10.0.0.2:7400 is the peer of vport[0] (line 8) as well; give both a peer_vport, the peer's own number for each link [duplicate]`}},
		{"shared peer, the first does not tell", node + vport + "[[vport]]\nid = 1\npeer = \"10.0.0.2:7400\"\npeer_vport = 1\n", []string{
			`f:8:1: vport[0].peer: 10.0.0.2:7400 is the peer of vport[1] (line 11) as well; give both a peer_vport, the peer's own number for each link [duplicate]`}},
		{"shared peer, same number", node + vport + "peer_vport = 1\n[[vport]]\nid = 1\npeer = \"10.0.0.2:7400\"\npeer_vport = 1\n", []string{
			`f:13:1: vport[1].peer_vport: 10.0.0.2:7400 is the peer of vport[0] (line 8) as well, with peer_vport 1 too [duplicate]`}},
		{"families", node + "[[vport]]\nid = 0\npeer = \"[2001:db8::2]:7400\"\n", []string{
			`f:8:1: vport[0].peer: [2001:db8::2]:7400 and node.bind 10.0.0.1:7400 are of different families [conflict]`}},
		{"itself", node + "[[vport]]\nid = 0\npeer = \"10.0.0.1:7400\"\n", []string{
			`f:8:1: vport[0].peer: 10.0.0.1:7400 is this switch's own address [conflict]`}},
		{"spread by flow", strings.Replace(node, "\n\n", "\nspread = true\n", 1) + vport, []string{
			`f:5:1: node.spread: spreads what steer = "peer" gave to one shard; with steer = "flow" frames are spread already [conflict]`}},
		{"more shards than buckets", strings.Replace(node, "\n\n", "\nshards = 65\n", 1) + vport, []string{
			`f:5:1: node.shards: steer = "flow" spreads flows over at most 64 shards, 65 are asked for and 1 would never be given a frame: ` +
				`set shards to 64 or less, or steer = "peer" [conflict]`}},
		{"spread over more shards than buckets", strings.Replace(node, "\n\n", "\nsteer = \"peer\"\nspread = true\nshards = 100\n", 1) + vport, []string{
			`f:7:1: node.shards: spread = true spreads flows over at most 64 shards, 100 are asked for and 36 would never be given a frame: ` +
				`set shards to 64 or less, or spread = false [conflict]`}},
	} {
		_, err := Parse("f", []byte(c.text), Options{Environ: []string{}, Backends: []string{"native"}, Pipelines: []string{"l2fwd", "l3fwd"}})
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		for _, code := range codes(err) {
			seen[code] = true
		}
		if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n  %s\nwant\n  %s", c.name, strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
		}
	}
	for _, code := range []Code{Unreadable, Syntax, UnknownKey, MissingKey, BadValue, Duplicate, Conflict} {
		if !seen[code] {
			t.Errorf("code %s has no example", code)
		}
	}
}

// TestTooMuchMemory: the payload of 255 × 256 slabs of 64 KiB alone is 4,080
// MiB, one more than the arena has.
func TestTooMuchMemory(t *testing.T) {
	text := strings.Replace(node, "\n\n", "\nshards = 255\ntable_mib = 100\nsteer = \"peer\"\n", 1) + vport
	_, err := Parse("f", []byte(text), Options{Environ: []string{}})
	pages := (frame.DefaultPool.Bytes() + 4095) / 4096
	need := (1+255*pages)*4096>>20 + 100
	want := fmt.Sprintf("f:6:1: node.table_mib: shards = 255, slabs = 256 and table_mib = 100 need %d MiB of memory "+
		"in one piece, 4079 at most: lower one of them [conflict]", need)
	if need < 4080+100 || err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestBadAddresses(t *testing.T) {
	for addr, want := range map[string]string{
		"10.0.0.2":               `"10.0.0.2" has no port; write "10.0.0.2:7400"`,
		"2001:db8::2":            `"2001:db8::2" has no port; write "[2001:db8::2]:7400"`,
		"router-2:7400":          `"router-2:7400" is no numeric address:port (names are not looked up), e.g. "10.0.0.11:7400" or "[2001:db8::11]:7400"`,
		"10.0.0.256:1":           `"10.0.0.256:1" is no numeric address:port (names are not looked up), e.g. "10.0.0.11:7400" or "[2001:db8::11]:7400"`,
		"10.0.0.2:70000":         `"10.0.0.2:70000": the port must be 1 to 65535`,
		"10.0.0.2:0":             `"10.0.0.2:0": the port must be 1 to 65535`,
		"10.0.0.2:http":          `"10.0.0.2:http": the port must be 1 to 65535`,
		":7400":                  `":7400" has no address; write "0.0.0.0:7400" to receive on every IPv4 address`,
		"[fe80::1%eth0]:7400":    `"[fe80::1%eth0]:7400": an address with a zone cannot be used; give the interface a global or unique local address`,
		"[fe80::1]:7400":         `"[fe80::1]:7400": a link-local IPv6 address needs a zone and cannot be used`,
		"[::ffff:10.0.0.2]:7400": `"[::ffff:10.0.0.2]:7400": write an IPv4 address as "10.0.0.2:7400"`,
		"224.0.0.1:7400":         `"224.0.0.1:7400": must be a unicast address`,
		"[ff02::1]:7400":         `"[ff02::1]:7400": must be a unicast address`,
		"255.255.255.255:7400":   `"255.255.255.255:7400": must be a unicast address`,
		"0.0.0.0:7400":           `"0.0.0.0:7400": a peer needs an address of its own`,
		"[10.0.0.2]:7400":        `"[10.0.0.2]:7400" is no address:port, e.g. "10.0.0.11:7400" or "[2001:db8::11]:7400"`,
		"nonsense":               `"nonsense" is no address:port, e.g. "10.0.0.11:7400" or "[2001:db8::11]:7400"`,
	} {
		_, err := value{raw: addr}.peerAddr()
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", addr, err, want)
		}
	}
}

// TestBadOverrides: what comes from a flag or a variable names it.
func TestBadOverrides(t *testing.T) {
	o := Options{
		Environ: []string{"UP4_SHARDS=many", "UP4_SHRADS=2", "UP4_TABLEMIB=1", "UP4_WAIT=", "UP4_PORT_7400_TCP=tcp://10.1.1.1:7400"},
		Flags:   map[string]any{"table_mib": -1, "gso": "perhaps", "bakend": "x"},
	}
	want := []string{
		`--bakend: there is no such flag; did you mean "backend"? [unknown-key]`,
		`UP4_SHRADS: there is no such variable; did you mean "UP4_SHARDS"? [unknown-key]`,
		`UP4_TABLEMIB: there is no such variable; did you mean "UP4_TABLE_MIB"? [unknown-key]`,
		`UP4_SHARDS: must be a whole number from 1 to 255, not "many" [bad-value]`,
		`--gso: must be true or false, not "perhaps" [bad-value]`,
		`--table-mib: must be 1 to 4079, not -1 [bad-value]`,
	}
	_, err := Parse("f", []byte(node+vport), o)
	if err == nil {
		t.Fatal("accepted")
	}
	if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// TestDefaultsAreValues: the defaults as documented are what the keys take.
func TestDefaultsAreValues(t *testing.T) {
	for _, k := range nodeKeys {
		if k.Text == "" || k.Values == "" {
			t.Errorf("%s has no text", k.Name)
		}
		if k.Default == "" {
			continue
		}
		var n Node
		v := value{raw: strings.Trim(k.Default, `"`), spelt: true}
		if err := k.set(&loader{}, &n, v); err != nil {
			t.Errorf("%s: default %s: %v", k.Name, k.Default, err)
		}
	}
}

// FuzzParse: any bytes give a sound topology or Errors with places inside the
// text, and a topology survives a second reading.
func FuzzParse(f *testing.F) {
	for _, s := range []string{good, node + vport, "node = 3", "[vport]\n", "[[node]]\n", "vport=[{}]", "\"\" = 1", "a.b.c = {d = [1]}", "[node]\n[vport.node]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		top, err := Parse("f", []byte(text), Options{Environ: []string{}})
		if err == nil {
			if len(top.Vports) == 0 || !top.Node.Bind.IsValid() || top.Node.Shards < 1 || top.Node.ID == "" {
				t.Fatalf("accepted %q as %+v", text, top)
			}
			return
		}
		list, ok := err.(Errors)
		if !ok || len(list) == 0 {
			t.Fatalf("%q gives %T: %v", text, err, err)
		}
		lines := strings.Split(text, "\n")
		for _, e := range list {
			if e.Code == "" || e.Msg == "" || e.Line < 0 || e.Line > len(lines) || e.Line > 0 && (e.Column < 1 || e.Column > len(lines[e.Line-1])+1) {
				t.Fatalf("%q gives %+v", text, e)
			}
		}
	})
}
