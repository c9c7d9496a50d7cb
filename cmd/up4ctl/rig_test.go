package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"up4/control/api"
	"up4/control/api/apitest"
	"up4/control/ctl"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

// rig is a fake switch behind a real socket, and the command before it.
type rig struct {
	t   *testing.T
	sw  *apitest.Switch
	dir string
	srv *ctl.Server
	env map[string]string

	in       string
	terminal bool
}

func newRig(t *testing.T) *rig {
	t.Helper()
	dir, err := os.MkdirTemp("", "up4ctl")
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, dir: dir, sw: fakeSwitch()}
	t.Setenv("XDG_RUNTIME_DIR", dir)
	r.srv, err = ctl.Listen(r.socket(), r.sw, ctl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.env = map[string]string{"UP4_SOCKET": r.socket()}
	t.Cleanup(func() {
		if err := r.srv.Close(); err != nil {
			t.Error(err)
		}
		os.RemoveAll(dir)
	})
	return r
}

func (r *rig) socket() string { return filepath.Join(r.dir, "up4-a.sock") }

// run runs the words of a line; single quotes keep one together.
func (r *rig) run(line string) (code int, out, errOut string) {
	r.t.Helper()
	var args []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	var o, e bytes.Buffer
	code = run(context.Background(), args, &environment{in: strings.NewReader(r.in), out: &o, err: &e,
		getenv: func(k string) string { return r.env[k] }, terminal: r.terminal})
	return code, o.String(), e.String()
}

// want runs a line that must succeed and print text.
func (r *rig) want(line, text string) {
	r.t.Helper()
	code, out, errOut := r.run(line)
	text = strings.TrimPrefix(text, "\n")
	if code != 0 || errOut != "" || out != text {
		r.t.Errorf("%s: exit %d\n%s(-want +got)\n%s", line, code, errOut, cmp.Diff(text, out))
	}
}

// fails runs a line that must fail with a code and print text on stderr.
func (r *rig) fails(line string, want int, text string) {
	r.t.Helper()
	code, out, errOut := r.run(line)
	if code != want || out != "" || !strings.HasPrefix(errOut, text) {
		r.t.Errorf("%s: exit %d, want %d; stdout %q\n got %s\nwant %s", line, code, want, out, errOut, text)
	}
}

func value(s string) *api.Value { v := api.Value(s); return &v }

func fakeSwitch() *apitest.Switch {
	pv, hits, none := 3, uint64(12), uint64(0)
	lpm := api.Table{Name: "ipv4_lpm", Size: 1024, Default: "drop",
		Keys: []api.Key{{Name: "ipv4.dst", Match: "lpm", Bits: 32, Type: "ipv4", Example: "10.0.2.0/24"}},
		Actions: []api.Action{{Name: "drop"}, {Name: "forward", Params: []api.Param{
			{Name: "port", Bits: 9, Type: "port", Example: "1"}, {Name: "dmac", Bits: 48, Type: "mac", Example: "02:00:00:00:00:02"}}},
			{Name: "miss", DefaultOnly: true}},
		Example: []string{"10.0.2.0/24", "forward", "port=1", "dmac=02:00:00:00:00:02"}}
	acl := api.Table{Name: "acl", Size: 16, Default: "drop", Priority: true,
		Keys:    []api.Key{{Name: "tcp.dport", Match: "ternary", Bits: 16, Type: "number", Example: "1"}},
		Actions: []api.Action{{Name: "drop"}}, Example: []string{"1&&&0xf", "drop", "priority=10"}}
	return &apitest.Switch{
		InfoReply: api.Info{ID: "a", Version: "v1.2", PID: 77, Incarnation: 2, UptimeNs: 3723_900_000_000, Bind: "10.0.0.1:7400",
			Program: api.Program{Name: "l3fwd", Arch: "v1model", Source: "p4/programs/l3fwd/l3fwd.p4", SHA256: "ab12"},
			Backend: "native", Mode: "compiled", Allocation: "none per frame", Steer: "peer", Spread: true, Wait: "adaptive",
			ArenaBytes: 300 << 20, ArenaFree: 20 << 20, Oversubscribed: true,
			Shards: []api.ShardInfo{{Index: 0, CPU: 1, RcvBuf: 8388608, SndBuf: 425984, GSO: true, GRO: true}, {Index: 1, CPU: -1, RcvBuf: 212992, SndBuf: 425984}},
			Vports: []api.VportInfo{{ID: 0, Peer: "10.0.0.2:7400", MTU: 1460},
				{ID: 10, Peer: "10.0.0.3:7400", PeerVport: &pv, MTU: 9000, PeerShards: 4, GSOFallback: true}},
			Warnings: []string{"receive buffer: 8388608 bytes asked for, 212992 granted"}},
		SchemaReply: api.Schema{Program: "l3fwd", Tables: []api.Table{lpm, acl}},
		WriteReply:  api.Written{Applied: 1, Warnings: []string{}},
		DumpReply: api.Dump{Tables: []api.TableDump{
			{Table: "ipv4_lpm", Entries: []api.Entry{
				{Table: "ipv4_lpm", Match: map[string]api.Value{"ipv4.dst": "10.0.2.0/24"}, Action: "forward", Params: map[string]api.Value{"port": "1", "dmac": "02:00:00:00:00:02"}, Hits: &hits},
				{Table: "ipv4_lpm", Match: map[string]api.Value{"ipv4.dst": "10.0.99.0/24"}, Action: "drop", Hits: &none}},
				Default: &api.Entry{Table: "ipv4_lpm", DefaultAction: true, Action: "forward", Params: map[string]api.Value{"port": "cpu", "dmac": "02:00:00:00:00:09"}}},
			{Table: "acl", Entries: []api.Entry{{Table: "acl", Match: map[string]api.Value{"tcp.dport": "80&&&0xf0"}, Priority: value("7"), Action: "drop", Hits: &none}},
				Default: &api.Entry{Table: "acl", DefaultAction: true, Action: "drop"}}}},
		CountersReply: []api.Counters{counters(0, 100)},
		ExplainReply: []api.CounterText{
			{Name: "rx_frames", Scope: "vport", Class: api.Traffic, Text: "frames received"},
			{Name: "drop_program", Scope: "vport", Class: api.Drop, Text: "frames the program dropped"},
			{Name: "tx_socket_full", Scope: "vport", Class: api.Harness, Text: "send buffer full"},
			{Name: "restarts", Scope: "vport", Class: api.Note, Text: "restarts seen"},
			{Name: "batches", Scope: "shard", Class: api.Note, Text: "calls of the engine"},
			{Name: "ring_peak", Scope: "shard", Class: api.Note, Peak: true, Text: "largest number waiting"}},
		PuntsReply: api.Punts{Punts: []api.Punt{}},
	}
}

// counters is two vports and a shard, seconds after the start.
func counters(seconds int64, rx uint64) api.Counters {
	a, b, s, total := api.NewCounts(), api.NewCounts(), api.NewCounts(), api.NewCounts()
	a.Traffic["rx_frames"], b.Traffic["rx_frames"], total.Traffic["rx_frames"] = rx, 20, rx+20
	b.Drops["drop_program"], total.Drops["drop_program"] = 7, 7
	a.HarnessDrops["tx_socket_full"], total.HarnessDrops["tx_socket_full"] = 3, 3
	s.Notes["batches"], total.Notes["batches"] = 9, 9
	s.Notes["ring_peak"], total.Notes["ring_peak"] = 4, 4
	return api.Counters{Time: time.Unix(1700000000, 0).UTC(), UptimeNs: seconds * 1e9, Total: total, Drops: 7, HarnessDrops: 3,
		Vports: []api.VportCounters{{ID: 0, Counts: a}, {ID: 10, Counts: b}}, Shards: []api.ShardCounters{{Index: 0, CPU: 1, Counts: s}}}
}
