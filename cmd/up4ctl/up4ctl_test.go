package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
)

func TestInfo(t *testing.T) {
	r := newRig(t)
	r.want("info", `
switch    a (up4 v1.2, pid 77, incarnation 2, up 1h2m3s)
bind      10.0.0.1:7400
program   l3fwd (v1model)
source    p4/programs/l3fwd/l3fwd.p4
sha256    ab12
back end  native, compiled, allocates none per frame
steering  peer, spread over shards
wait      adaptive
memory    300 MiB for frames and tables
shards    2, more than the CPUs
  SHARD  CPU   RCVBUF  SNDBUF  GSO  GRO
      0    1  8388608  425984  on   on
      1    -   212992  425984  off  off
  VPORT  PEER           PEER-VPORT   MTU  PEER-SHARDS  TRAINS
      0  10.0.0.2:7400           -  1460            -  on
     10  10.0.0.3:7400           3  9000            4  refused by the route
warning: receive buffer: 8388608 bytes asked for, 212992 granted
`)
	r.sw.InfoReply.Shards[0].GSO = false
	if _, out, _ := r.run("info"); !strings.Contains(out, "      0  10.0.0.2:7400           -  1460            -  off\n") {
		t.Errorf("trains without a shard that sends them: %s", out)
	}
	_, out, _ := r.run("info -j")
	if !strings.HasPrefix(out, `{"id":"a","version":"v1.2","pid":77,`) || strings.Count(out, "\n") != 1 {
		t.Errorf("got %s", out)
	}
}

func TestTables(t *testing.T) {
	r := newRig(t)
	lpm := `
table ipv4_lpm: at most 1024 entries; on a miss the program does drop (table dump says what is set now)
          NAME      MATCH         BITS  TYPE  EXAMPLE
  key     ipv4.dst  lpm           32    ipv4  10.0.2.0/24
  action  drop
  action  forward
            port                  9     port  1
            dmac                  48    mac   02:00:00:00:00:02
  action  miss      default only
  e.g. up4ctl table add ipv4_lpm 10.0.2.0/24 forward port=1 dmac=02:00:00:00:00:02
`
	r.want("tables", lpm+`
table acl: at most 16 entries; on a miss the program does drop (table dump says what is set now)
          NAME       MATCH    BITS  TYPE    EXAMPLE
  key     tcp.dport  ternary  16    number  1
          priority            31    number  10
  action  drop
  e.g. up4ctl table add acl '1&&&0xf' drop priority=10
`)
	r.want("tables ipv4_lpm", lpm)
	r.fails("tables ipv4_lmp", 1, `up4ctl: l3fwd has no table "ipv4_lmp"; did you mean "ipv4_lpm"?`)
	_, out, _ := r.run("tables acl --json")
	if want := `{"program":"l3fwd","tables":[{"name":"acl",`; !strings.HasPrefix(out, want) {
		t.Errorf("got %s", out)
	}
}

func TestWrite(t *testing.T) {
	r := newRig(t)
	r.want("table add ipv4_lpm 10.0.2.0/24 forward port=1 dmac=02:00:00:00:00:02", "")
	r.want("table modify ipv4_lpm 10.0.2.0/24 drop", "")
	r.want("table delete acl '1&&&0xf' priority=10", "")
	r.want("table default acl drop --json", `{"applied":1,"warnings":[]}`+"\n")
	r.want("table clear acl", "")
	r.want("table clear --all", "")
	want := []api.Batch{
		{Ops: []api.Op{{Kind: api.Add, Table: "ipv4_lpm", Words: []string{"10.0.2.0/24", "forward", "port=1", "dmac=02:00:00:00:00:02"}}}},
		{Ops: []api.Op{{Kind: api.Modify, Table: "ipv4_lpm", Words: []string{"10.0.2.0/24", "drop"}}}},
		{Ops: []api.Op{{Kind: api.Delete, Table: "acl", Words: []string{"1&&&0xf", "priority=10"}}}},
		{Ops: []api.Op{{Kind: api.Default, Table: "acl", Words: []string{"drop"}}}},
		{Ops: []api.Op{{Kind: api.Clear, Table: "acl"}}},
		{Ops: []api.Op{{Kind: api.Clear}}},
	}
	if d := cmp.Diff(want, r.sw.Writes()); d != "" {
		t.Error(d)
	}
	r.sw.WriteReply.Warnings = []string{"no vport of this topology: 8"}
	if code, out, errOut := r.run("table add ipv4_lpm 10.0.2.0/24 drop"); code != 0 || out != "" || errOut != "up4ctl: warning: no vport of this topology: 8\n" {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
}

func TestLoadAndDump(t *testing.T) {
	r := newRig(t)
	path := filepath.Join(r.dir, "routes.json")
	if err := os.WriteFile(path, []byte("[…]"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.sw.WriteReply.Applied = 1000
	r.want("table load "+path, "1000 entries loaded\n")
	r.in = "[]"
	r.want("table load - --replace --json", `{"applied":1000,"warnings":[]}`+"\n")
	if d := cmp.Diff([]api.File{{Name: path, Text: "[…]"}, {Name: "standard input", Text: "[]", Replace: true}}, r.sw.Files()); d != "" {
		t.Error(d)
	}
	r.fails("table load "+path+"x", 1, "up4ctl: read route file: open "+path+"x: no such file or directory")
	two := 1
	r.sw.Err = &api.Error{Code: api.Exists, Message: "entry exists already", Index: &two, File: "f", Line: 2, Column: 3}
	r.fails("table load "+path, 1, "up4ctl: f:2:3: entry exists already [exists] (--replace clears the file's tables in the same step)\n")
	r.sw.Err = nil

	r.want("table dump", `
table ipv4_lpm: 2 entries of 1024, on a miss forward port=cpu dmac=02:00:00:00:00:09
  ipv4.dst      ACTION                                 HITS
  10.0.2.0/24   forward port=1 dmac=02:00:00:00:00:02    12
  10.0.99.0/24  drop                                      0

table acl: 1 entry of 16, on a miss drop
  tcp.dport  PRIORITY  ACTION  HITS
  80&&&0xf0  7         drop       0
`)
	r.want("table dump --json acl", `
[{"table":"ipv4_lpm","match":{"ipv4.dst":"10.0.2.0/24"},"action":"forward","params":{"dmac":"02:00:00:00:00:02","port":1},"hits":12},
 {"table":"ipv4_lpm","match":{"ipv4.dst":"10.0.99.0/24"},"action":"drop","hits":0},
 {"table":"ipv4_lpm","default_action":true,"action":"forward","params":{"dmac":"02:00:00:00:00:09","port":"cpu"}},
 {"table":"acl","match":{"tcp.dport":"80&&&0xf0"},"priority":7,"action":"drop","hits":0},
 {"table":"acl","default_action":true,"action":"drop"}]
`)
	if d := cmp.Diff([]api.DumpParams{{}, {Table: "acl"}}, r.sw.Dumped()); d != "" {
		t.Error(d)
	}
}

func TestCounters(t *testing.T) {
	r := newRig(t)
	r.want("counters", `
COUNTER         CLASS    VPORT 0  VPORT 10  TOTAL
rx_frames       traffic      100        20    120
drop_program    drop           0         7      7
tx_socket_full  harness        3         0      3

COUNTER    CLASS  SHARD 0
batches    note         9
ring_peak  note         4

drops          7  by the program, the topology or the network (lost is one of them)
harness drops  3  for want of a resource of the process or the host
`)
	r.want("counters --vport 10 --all", `
COUNTER         CLASS    VPORT 10
rx_frames       traffic        20
drop_program    drop            7
tx_socket_full  harness         0
restarts        note            0

drops          7  by the program, the topology or the network (lost is one of them)
harness drops  0  for want of a resource of the process or the host
`)
	r.want("counters --explain", `
COUNTER         CLASS    TOTAL  WHAT IT COUNTS
rx_frames       traffic    120  frames received
drop_program    drop         7  frames the program dropped
tx_socket_full  harness      3  send buffer full
batches         note         9  calls of the engine
ring_peak       note         4  largest number waiting
`)
	r.fails("counters --vport 4", 1, "up4ctl: there is no vport 4; there are 0, 10\n")
	r.want("counters --json --vport 0", `{"time":"2023-11-14T22:13:20Z","uptime_ns":0,"vports":[{"id":0,"traffic":{"rx_frames":100},"drops":{},"harness_drops":{"tx_socket_full":3},"notes":{}}],`+
		`"shards":[],"total":{"traffic":{"rx_frames":100},"drops":{},"harness_drops":{"tx_socket_full":3},"notes":{}},"drops":0,"harness_drops":3}`+"\n")
	_, out, _ := r.run("counters --json --explain")
	if want := `[{"name":"rx_frames","scope":"vport","class":"traffic","text":"frames received","total":120},`; !strings.HasPrefix(out, want) {
		t.Errorf("got %s", out)
	}
	r.fails("counters --explain --watch", 2, "up4ctl: --watch and --explain do not go together")
	r.fails("counters --watch --interval 0s", 2, "up4ctl: --interval must be more than zero, not 0s")
	r.fails("counters --watch --rounds -1", 2, "up4ctl: --rounds must not be negative, as -1 is")
	r.fails("counters --rounds 2", 2, "up4ctl: --rounds goes with --watch")
	r.fails("counters --interval 2s", 2, "up4ctl: --interval goes with --watch")
}

// TestWatch: 50 frames in two seconds are 25 a second; a peak has no rate.
func TestWatch(t *testing.T) {
	r := newRig(t)
	r.sw.CountersReply = []api.Counters{counters(10, 100), counters(12, 150)}
	const end = `
drops          7  by the program, the topology or the network (lost is one of them)
harness drops  3  for want of a resource of the process or the host
`
	r.want("counters --watch --interval 1ms --rounds 2", `
COUNTER         CLASS    VPORT 0  VPORT 10  TOTAL
rx_frames       traffic      100        20    120
drop_program    drop           0         7      7
tx_socket_full  harness        3         0      3

COUNTER    CLASS  SHARD 0
batches    note         9
ring_peak  note         4
`+end+`
COUNTER         CLASS    VPORT 0  VPORT 10  TOTAL  /S
rx_frames       traffic      150        20    170  25
drop_program    drop           0         7      7   0
tx_socket_full  harness        3         0      3   0

COUNTER    CLASS  SHARD 0  /S
batches    note         9   0
ring_peak  note         4   -
`+end)
	r.sw.CountersReply = []api.Counters{counters(10, 100), counters(12, 150)}
	if _, out, _ := r.run("counters --watch --json --interval 1ms --rounds 3"); strings.Count(out, "\n") != 3 {
		t.Errorf("got %s", out)
	}
}

func TestWatchEndsWhenInterrupted(t *testing.T) {
	r := newRig(t)
	ctx, cancel := context.WithCancel(context.Background())
	var o, e bytes.Buffer
	time.AfterFunc(50*time.Millisecond, cancel)
	code := run(ctx, []string{"counters", "--watch", "--interval", "10ms"}, &environment{out: &o, err: &e, getenv: func(k string) string { return r.env[k] }})
	if code != 0 || e.Len() != 0 || o.Len() == 0 {
		t.Errorf("exit %d, %s", code, e.String())
	}
}

// TestColor: losses are coloured on a terminal, and nowhere else.
func TestColor(t *testing.T) {
	r := newRig(t)
	r.terminal = true
	_, out, _ := r.run("counters")
	if !strings.Contains(out, "\x1b[31mtx_socket_full  harness        3         0      3\x1b[0m\n") || !strings.Contains(out, "\x1b[33mdrop_program") {
		t.Errorf("got %q", out)
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		k, v, _ := strings.Cut(env, "=")
		r.env[k] = v
		if _, out, _ := r.run("counters"); strings.Contains(out, "\x1b") {
			t.Errorf("%s: got %q", env, out)
		}
		delete(r.env, k)
	}
}

func TestManyVports(t *testing.T) {
	r := newRig(t)
	c := counters(0, 100)
	for id := 11; id < 20; id++ {
		c.Vports = append(c.Vports, api.VportCounters{ID: id, Counts: api.NewCounts()})
	}
	r.sw.CountersReply = []api.Counters{c}
	_, out, _ := r.run("counters")
	want := "COUNTER         CLASS    TOTAL\nrx_frames       traffic    120\ndrop_program    drop         7\ntx_socket_full  harness      3\n11 vports; --vport N shows one\n"
	if !strings.HasPrefix(out, want) {
		t.Errorf("got %s", out)
	}
}

func TestPunts(t *testing.T) {
	r := newRig(t)
	r.want("punts", "no frame was sent to the CPU port\n")
	r.sw.PuntsReply = api.Punts{Punts: []api.Punt{
		{Seq: 9, Time: time.Date(2024, 5, 1, 12, 0, 0, 1500, time.UTC), Vport: 10, Length: 60,
			Bytes: append([]byte{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45}, make([]byte, 64)...)},
		{Seq: 10, Time: time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC), Vport: 1, Length: 3, Bytes: []byte{1, 2, 3}}}}
	r.want("punts -n 5", `
SEQ  TIME             VPORT  LENGTH  DESTINATION        SOURCE             TYPE    BYTES
  9  12:00:00.000001     10      60  02:00:00:00:00:01  02:00:00:00:00:02  0x0800  45`+strings.Repeat("00", 63)+`…
 10  12:00:00.000000      1       3  -                  -                  -       010203
`)
	r.want("punts --json", `{"punts":[{"seq":9,"time":"2024-05-01T12:00:00.0000015Z","vport":10,"length":60,"bytes":"0200000000010200000000020800`+
		`45`+strings.Repeat("00", 64)+`"},{"seq":10,"time":"2024-05-01T12:00:00Z","vport":1,"length":3,"bytes":"010203"}]}`+"\n")
	if d := cmp.Diff([]int{20, 5, 20}, r.sw.PuntsAsked()); d != "" {
		t.Error(d)
	}
}

func TestShutdown(t *testing.T) {
	r := newRig(t)
	r.want("shutdown --no-wait --json", `{"ended":false}`+"\n")
	r.sw.Before = func(_ context.Context, m string) error {
		if m == api.MethodShutdown {
			go r.srv.Close()
		}
		return nil
	}
	r.want("shutdown", "")
	if _, err := os.Lstat(r.socket()); !errors.Is(err, os.ErrNotExist) {
		t.Error("shutdown returned while the switch was there")
	}
}

func TestShutdownThatTakesTooLong(t *testing.T) {
	r := newRig(t)
	r.fails("shutdown --timeout 100ms", 4, "up4ctl: the switch has not ended within 100ms; it may still be draining\n")
}

// TestTableHelp: each step's help shows an example of that step.
func TestTableHelp(t *testing.T) {
	r := newRig(t)
	for kind, want := range map[string]string{
		"add": "10.0.2.0/24 forward 1 ", "modify": "10.0.2.0/24 forward 2 ", "delete": "ipv4.dst=10.0.2.0/24\n", "default": "forward port=1 ",
	} {
		code, out, _ := r.run("table " + kind + " --help")
		if code != 0 || !strings.Contains(out, "up4ctl table "+kind+" ipv4_lpm "+want) || strings.Count(out, "up4ctl table "+kind) != 3 {
			t.Errorf("%s: exit %d\n%s", kind, code, out)
		}
	}
}

func TestExitCodes(t *testing.T) {
	r := newRig(t)
	r.fails("", 2, "up4ctl: a command is missing: clone, counter, counters, digests, dump, group, info, member, meter, multicast, punts, register, shutdown, table, tables, trace, value-set\nusage: up4ctl")
	r.fails("inof", 2, "up4ctl: there is no command \"inof\"; did you mean \"info\"?\nusage: up4ctl")
	r.fails("table dmup", 2, "up4ctl: there is no command \"table dmup\"; did you mean \"dump\"?\nusage: up4ctl table")
	r.fails("help inof", 2, "up4ctl: there is no command \"inof\"; did you mean \"info\"?\nusage: up4ctl help")
	r.fails("info --jsn", 2, "up4ctl: unknown flag: --jsn; did you mean --json?\nusage: up4ctl info")
	r.fails("info now", 2, "up4ctl: info takes no argument, but \"now\" was given\nusage: up4ctl info")
	r.fails("table", 2, "up4ctl: a command is missing: table add, modify, delete, default, dump, load or clear")
	r.fails("table add ipv4_lpm", 2, "up4ctl: the key and the action are missing\nusage: up4ctl table add TABLE KEY... ACTION [PARAM...] [priority=N]")
	r.fails("table add", 2, "up4ctl: the table, the key and the action are missing\n")
	r.fails("table delete ipv4_lpm", 2, "up4ctl: the key is missing\n")
	r.fails("table default ipv4_lpm", 2, "up4ctl: the action is missing\n")
	r.fails("tables ipv4_lpm acl", 2, "up4ctl: tables takes at most one TABLE, not 2\n")
	r.fails("table load", 2, "up4ctl: load takes one file, or - for standard input\n")
	r.fails("counters --rounds two --watch", 2, "up4ctl: --rounds \"two\": want a whole number\n")
	r.fails("counters --vport 0,x", 2, "up4ctl: --vport \"0,x\": want whole numbers, such as 0,1\n")
	r.fails("counters --all=perhaps", 2, "up4ctl: --all \"perhaps\": want true or false\n")
	r.fails("info --timeout soon", 2, "up4ctl: --timeout \"soon\": want a duration, such as 10s or 500ms\n")
	r.fails("info --socket", 2, "up4ctl: --socket needs a value\n")
	r.fails("table clear", 2, "up4ctl: clear takes one table, or --all")
	r.fails("table clear acl --all", 2, "up4ctl: clear takes one table, or --all")
	r.fails("info --timeout 0s", 2, "up4ctl: --timeout must be more than zero, not 0s")
	r.fails("info --socket "+r.dir+"/none.sock", 3, "up4ctl: the switch cannot be reached: there is no socket "+r.dir+"/none.sock: is up4d running?")
	r.sw.Err = &api.Error{Code: api.UnknownTable, Message: "no such table"}
	r.fails("table add x 1 drop", 1, "up4ctl: no such table [unknown-table]\n")
	r.sw.Err = &api.Error{Code: api.Timeout, Message: "too slow"}
	r.fails("info", 4, "up4ctl: too slow [timeout]\n")
	r.sw.Err = nil
	hold := make(chan struct{})
	r.sw.Before = func(context.Context, string) error { <-hold; return nil }
	r.env["UP4_TIMEOUT"] = "50ms"
	r.fails("info", 4, "up4ctl: no answer from "+r.socket()+" within 50ms\n")
	r.env["UP4_TIMEOUT"] = "soon"
	r.fails("info", 2, `up4ctl: UP4_TIMEOUT: "soon" is no duration such as 10s`)
	if code, out, err := r.run("help info"); code != 0 || !strings.Contains(out, "up4ctl info") {
		t.Errorf("help: exit %d, %s%s", code, out, err)
	}
	close(hold)
}
