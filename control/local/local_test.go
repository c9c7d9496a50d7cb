package local

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
	"up4/internal/counter"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
	"up4/runtime/status"
)

var start = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

// fakeNode keeps what it was told and plays back what it was given.
type fakeNode struct {
	applied  [][]table.Op
	applyErr error
	entries  [][]table.Listed
	readErr  error
	hits     map[uint32]uint64
	counters status.Counters
	punts    []status.Punt
	digests  []status.Digest
	traces   []status.Trace
	lost     uint64
	groups   []table.Group
	state    *state.State
	program  *pipelines.Program // instead of l3fwd
	shut     int
}

var _ Node = (*fakeNode)(nil)

func (n *fakeNode) Program() *pipelines.Program {
	if n.program != nil {
		return n.program
	}
	return &pipelines.Program{Name: "l3fwd", Source: "p4/programs/l3fwd/l3fwd.p4", SHA256: "abcd", Arch: "v1model", Tables: []pipelines.Table{
		{Name: "ipv4_lpm", Size: 1024, Default: "drop", Counter: -1, Meter: -1,
			Keys: []pipelines.Key{{Name: "ipv4.dst", Bits: 32, Match: table.LPM, Type: pipelines.IPv4}},
			Actions: []pipelines.Action{{Name: "drop"}, {Name: "forward", Params: []pipelines.Param{
				{Name: "port", Bits: 9, Type: pipelines.Port}, {Name: "dmac", Bits: 48, Type: pipelines.MAC}}}}},
		{Name: "smac", Size: 8, Default: "drop", Counter: -1, Meter: -1,
			Keys:    []pipelines.Key{{Name: "egress", Bits: 9, Match: table.Exact, Type: pipelines.Port}},
			Actions: []pipelines.Action{{Name: "drop"}}},
	}}
}

func (n *fakeNode) Apply(ops []table.Op) error {
	n.applied = append(n.applied, ops)
	return n.applyErr
}
func (n *fakeNode) Read(t int) ([]table.Listed, uint16, []byte, error) {
	if t == 0 {
		return n.entries[t], 1, []byte{0, 3, 2, 0, 0, 0, 0, 9}, n.readErr
	}
	return n.entries[t], 0, nil, n.readErr
}
func (n *fakeNode) Hits(t int, hit uint32) uint64 { return n.hits[hit] }
func (n *fakeNode) Info() status.Info {
	return status.Info{ID: "a", Version: "v1", PID: 7, Incarnation: 2, Started: start, Bind: netip.MustParseAddrPort("10.0.0.1:7400"),
		Profile: pipelines.Profile{Backend: "native", Mode: "compiled", Allocation: "none per frame"}, Steer: "flow", Wait: "adaptive",
		ArenaBytes: 1 << 20, ArenaFree: 1 << 10,
		Shards: []status.Shard{{CPU: 3, RcvBuf: 1000, SndBuf: 2000, GSO: true}},
		Vports: []status.Vport{{ID: 0, Peer: netip.MustParseAddrPort("10.0.0.2:7400"), PeerVport: -1, MTU: 1460, PeerShards: 1},
			{ID: 9, Peer: netip.MustParseAddrPort("10.0.0.3:7400"), PeerVport: 0, MTU: 1400, PeerShards: 4, Fallback: true}}}
}
func (n *fakeNode) Groups() ([]table.Group, error) { return n.groups, n.readErr }
func (n *fakeNode) WithState(f func(*state.State) error) error {
	if n.readErr != nil {
		return n.readErr
	}
	return f(n.state)
}
func (n *fakeNode) Trace(context.Context, int, int) ([]status.Trace, uint64, error) {
	return n.traces, n.lost, n.readErr
}
func (n *fakeNode) Digests() []status.Digest  { return n.digests }
func (n *fakeNode) Counters() status.Counters { return n.counters }
func (n *fakeNode) Punts() []status.Punt      { return n.punts }
func (n *fakeNode) Shutdown()                 { n.shut++ }

func newSwitch(n *fakeNode) *Switch {
	s := New(n)
	s.now = func() time.Time { return start.Add(90 * time.Second) }
	return s
}

func TestInfo(t *testing.T) {
	got, err := newSwitch(&fakeNode{}).Info(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	js, _ := json.Marshal(got)
	want := `{"id":"a","version":"v1","pid":7,"incarnation":2,"started":"2024-05-01T12:00:00Z","uptime_ns":90000000000,"bind":"10.0.0.1:7400",` +
		`"program":{"name":"l3fwd","arch":"v1model","source":"p4/programs/l3fwd/l3fwd.p4","sha256":"abcd"},` +
		`"backend":"native","mode":"compiled","allocation":"none per frame","steer":"flow","spread":false,"wait":"adaptive","oversubscribed":false,` +
		`"arena_bytes":1048576,"arena_free_bytes":1024,"shards":[{"index":0,"cpu":3,"rcvbuf":1000,"sndbuf":2000,"gso":true,"gro":false}],` +
		`"vports":[{"id":0,"peer":"10.0.0.2:7400","mtu":1460,"peer_shards":0,"gso_fallback":false},` +
		`{"id":9,"peer":"10.0.0.3:7400","peer_vport":0,"mtu":1400,"peer_shards":4,"gso_fallback":true}],"warnings":[]}`
	if string(js) != want {
		t.Errorf("got\n%s\nwant\n%s", js, want)
	}
}

// TestPeerShards: a number of shards is told once the peer has said it.
func TestPeerShards(t *testing.T) {
	n := &fakeNode{counters: status.Counters{Vports: []status.VportCounters{{ID: 0}, {ID: 9}}}}
	for hellos, want := range []int{0, 1} {
		n.counters.Vports[0].Total[counter.RxHellos] = uint64(hellos)
		in, err := newSwitch(n).Info(context.Background())
		if err != nil || in.Vports[0].PeerShards != want || in.Vports[1].PeerShards != 4 {
			t.Errorf("%d hellos: %+v, %v", hellos, in.Vports, err)
		}
	}
}

func add(words ...string) api.Op { return api.Op{Kind: api.Add, Table: "ipv4_lpm", Words: words} }

func TestWrite(t *testing.T) {
	n := &fakeNode{}
	got, err := newSwitch(n).Write(context.Background(), api.Batch{Ops: []api.Op{
		{Kind: api.Clear},
		add("10.0.2.0/24", "forward", "9", "02:00:00:00:00:02"),
		add("10.0.3.0/24", "forward", "8", "02:00:00:00:00:02"),
		add("10.0.4.0/24", "forward", "cpu", "02:00:00:00:00:02"),
	}})
	want := api.Written{Applied: 4, Warnings: []string{"no vport of this topology: 8 (frames sent there count as drop_no_vport)"}}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	wantOps := [][]table.Op{{
		{Kind: table.Clear}, {Kind: table.Clear, Table: 1},
		{Entry: table.Entry{Key: []byte{10, 0, 2, 0}, PrefixLen: 24, Action: 1, Data: []byte{0, 9, 2, 0, 0, 0, 0, 2}}},
		{Entry: table.Entry{Key: []byte{10, 0, 3, 0}, PrefixLen: 24, Action: 1, Data: []byte{0, 8, 2, 0, 0, 0, 0, 2}}},
		{Entry: table.Entry{Key: []byte{10, 0, 4, 0}, PrefixLen: 24, Action: 1, Data: []byte{1, 0xfe, 2, 0, 0, 0, 0, 2}}},
	}}
	if d := cmp.Diff(wantOps, n.applied); d != "" {
		t.Error(d)
	}
}

// TestWriteRefusals: a bad step means that nothing reaches the node, and a step
// the node refuses is named as the step it was in the batch.
func TestWriteRefusals(t *testing.T) {
	n := &fakeNode{}
	s := newSwitch(n)
	_, err := s.Write(context.Background(), api.Batch{Ops: []api.Op{add("10.0.2.0/24", "drop"), add("10.0.3.0/24", "dorp")}})
	if err == nil || err.Error() != `entry 2 of the batch: table ipv4_lpm has no action "dorp"; did you mean "drop"? [unknown-action]` || n.applied != nil {
		t.Errorf("%v, applied %v", err, n.applied)
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		// Step 2 of the operations is step 1 of the batch: the clear of two tables is one step.
		{&table.OpError{Index: 2, Err: table.ErrExists}, "entry 2 of the batch: entry exists already in table ipv4_lpm: 10.0.2.0/24 [exists]"},
		{&table.OpError{Index: 0, Err: table.ErrFull}, "table ipv4_lpm is full: it holds at most 1024 entries [full]"},
		{&table.OpError{Index: 2, Err: table.ErrNotFound}, "entry 2 of the batch: no such entry in table ipv4_lpm: 10.0.2.0/24 [not-found]"},
		{table.ErrMemory, "table memory exhausted [memory]"},
		{table.ErrInvalid, "invalid entry [bad-entry]"},
		{status.ErrClosing, "the switch is shutting down [closing]"},
		{errors.New("boom"), "boom [internal]"},
	} {
		n.applyErr = c.err
		_, err := s.Write(context.Background(), api.Batch{Ops: []api.Op{{Kind: api.Clear}, add("10.0.2.0/24", "drop")}})
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: got %v, want %s", c.err, err, c.want)
		}
	}
	n.applied = nil
	if got, err := s.Write(context.Background(), api.Batch{}); err != nil || got.Applied != 0 || n.applied != nil {
		t.Errorf("empty batch: %v, %v", got, err)
	}
}

func TestLoad(t *testing.T) {
	n := &fakeNode{}
	s := newSwitch(n)
	text := "[{\"table\":\"ipv4_lpm\",\"match\":{\"ipv4.dst\":\"10.0.2.0/24\"},\"action\":\"drop\"},\n" +
		"{\"table\":\"smac\",\"match\":{\"egress\":1},\"action\":\"drop\"}]"
	got, err := s.Load(context.Background(), api.File{Name: "r.json", Text: text, Replace: true})
	if d := cmp.Diff(api.Written{Applied: 2, Warnings: []string{}}, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	want := [][]table.Op{{{Kind: table.Clear}, {Kind: table.Clear, Table: 1},
		{Entry: table.Entry{Key: []byte{10, 0, 2, 0}, PrefixLen: 24, Data: []byte{}}},
		{Table: 1, Entry: table.Entry{Key: []byte{0, 1}, Data: []byte{}}}}}
	if d := cmp.Diff(want, n.applied); d != "" {
		t.Error(d)
	}
	n.applyErr = &table.OpError{Index: 3, Err: table.ErrExists}
	if _, err := s.Load(context.Background(), api.File{Name: "r.json", Text: text, Replace: true}); err == nil || err.Error() != "r.json:2:1: entry exists already in table smac: 1 [exists]" {
		t.Errorf("got %v", err)
	}
	n.applyErr = status.ErrClosing
	if _, err := s.Load(context.Background(), api.File{Name: "r.json", Text: text}); err == nil || err.Error() != "the switch is shutting down [closing]" {
		t.Errorf("got %v", err)
	}
}

func TestDump(t *testing.T) {
	n := &fakeNode{hits: map[uint32]uint64{5: 77}, entries: [][]table.Listed{
		{{Entry: table.Entry{Key: []byte{10, 0, 2, 0}, PrefixLen: 24, Action: 1, Data: []byte{0, 1, 2, 0, 0, 0, 0, 2}}, Hit: 5}}, {}}}
	s := newSwitch(n)
	got, err := s.Dump(context.Background(), api.DumpParams{})
	if err != nil {
		t.Fatal(err)
	}
	js, _ := json.Marshal(got)
	want := `{"tables":[{"table":"ipv4_lpm","entries":[{"table":"ipv4_lpm","match":{"ipv4.dst":"10.0.2.0/24"},"action":"forward",` +
		`"params":{"dmac":"02:00:00:00:00:02","port":1},"hits":77}],` +
		`"default":{"table":"ipv4_lpm","default_action":true,"action":"forward","params":{"dmac":"02:00:00:00:00:09","port":3}}},` +
		`{"table":"smac","entries":[],"default":{"table":"smac","default_action":true,"action":"drop"}}]}`
	if string(js) != want {
		t.Errorf("got\n%s\nwant\n%s", js, want)
	}
	if one, err := s.Dump(context.Background(), api.DumpParams{Table: "smac"}); err != nil || len(one.Tables) != 1 || one.Tables[0].Table != "smac" {
		t.Errorf("%+v, %v", one, err)
	}
	if _, err := s.Dump(context.Background(), api.DumpParams{Table: "sma"}); err == nil || !strings.Contains(err.Error(), `did you mean "smac"?`) {
		t.Errorf("got %v", err)
	}
	n.readErr = status.ErrClosing
	if _, err := s.Dump(context.Background(), api.DumpParams{}); err == nil || err.Error() != "the switch is shutting down [closing]" {
		t.Errorf("got %v", err)
	}
	n.readErr = nil
	n.entries[0][0].Action = 99 // a node that lost its mind
	if _, err := s.Dump(context.Background(), api.DumpParams{}); err == nil {
		t.Error("an entry that does not fit the schema was printed")
	}
}

// TestCounters: sums by hand, a peak that is no sum, and drops apart from
// harness drops.
func TestCounters(t *testing.T) {
	n := &fakeNode{}
	n.counters.Vports = []status.VportCounters{{ID: 0}, {ID: 9}}
	n.counters.Shards = []status.ShardCounters{{CPU: 3}, {CPU: -1}}
	n.counters.Vports[0].Total[counter.RxFrames] = 100
	n.counters.Vports[1].Total[counter.RxFrames] = 11
	n.counters.Vports[0].Total[counter.DropProgram] = 4
	n.counters.Vports[1].Total[counter.Lost] = 2
	n.counters.Vports[1].Total[counter.TxSocketFull] = 3
	n.counters.Shards[0].Total[counter.UnknownPeer] = 1
	n.counters.Shards[0].Total[counter.RingPeak] = 7
	n.counters.Shards[1].Total[counter.RingPeak] = 5
	got, err := newSwitch(n).Counters(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got.Drops != 4+2+1 || got.HarnessDrops != 3 || got.UptimeNs != 90e9 {
		t.Errorf("drops %d, harness drops %d, uptime %d", got.Drops, got.HarnessDrops, got.UptimeNs)
	}
	for name, want := range map[string]uint64{"rx_frames": 111, "drop_program": 4, "lost": 2, "tx_socket_full": 3, "unknown_peer": 1, "ring_peak": 7, "restarts": 0} {
		if n := got.Total.Get(name); n != want {
			t.Errorf("total %s = %d, want %d", name, n, want)
		}
	}
	if got.Vports[1].ID != 9 || got.Vports[1].Traffic["rx_frames"] != 11 || got.Vports[1].Drops["lost"] != 2 || got.Vports[1].HarnessDrops["tx_socket_full"] != 3 {
		t.Errorf("vport 9: %+v", got.Vports[1])
	}
	if got.Shards[1].Index != 1 || got.Shards[1].CPU != -1 || got.Shards[1].Notes["ring_peak"] != 5 {
		t.Errorf("shard 1: %+v", got.Shards[1])
	}
	if len(got.Vports[0].Traffic)+len(got.Vports[0].Drops)+len(got.Vports[0].HarnessDrops)+len(got.Vports[0].Notes) != int(counter.NumPort) {
		t.Error("not every vport counter is there")
	}
}

func TestExplain(t *testing.T) {
	got, err := newSwitch(&fakeNode{}).Explain(context.Background())
	if err != nil || len(got) != int(counter.NumPort)+int(counter.NumShard) {
		t.Fatalf("%d texts, %v", len(got), err)
	}
	i := slices.IndexFunc(got, func(c api.CounterText) bool { return c.Name == "ring_peak" })
	if c := got[i]; c.Scope != "shard" || c.Class != api.Note || !c.Peak {
		t.Errorf("%+v", c)
	}
	if c := got[0]; c.Name != "rx_frames" || c.Scope != "vport" || c.Class != api.Traffic || c.Peak || c.Text == "" {
		t.Errorf("%+v", c)
	}
}

func TestPunts(t *testing.T) {
	n := &fakeNode{punts: []status.Punt{{Seq: 1}, {Seq: 2, Vport: 9, Length: 3, Bytes: []byte{1, 2, 3}, Time: start}}}
	s := newSwitch(n)
	for ask, want := range map[int][]uint64{0: {1, 2}, -1: {1, 2}, 1: {2}, 5: {1, 2}} {
		got, err := s.Punts(context.Background(), ask)
		if err != nil {
			t.Fatal(err)
		}
		var seqs []uint64
		for _, p := range got.Punts {
			seqs = append(seqs, p.Seq)
		}
		if !slices.Equal(seqs, want) {
			t.Errorf("last %d: %v, want %v", ask, seqs, want)
		}
	}
	got, _ := s.Punts(context.Background(), 1)
	if d := cmp.Diff(api.Punt{Seq: 2, Vport: 9, Length: 3, Bytes: []byte{1, 2, 3}, Time: start}, got.Punts[0]); d != "" {
		t.Error(d)
	}
}

func TestShutdownAndCancel(t *testing.T) {
	n := &fakeNode{}
	s := newSwitch(n)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.Canceled) || n.shut != 0 {
		t.Errorf("%v, %d", err, n.shut)
	}
	if _, err := s.Write(ctx, api.Batch{Ops: []api.Op{add("10.0.2.0/24", "drop")}}); !errors.Is(err, context.Canceled) || n.applied != nil {
		t.Errorf("%v, %v", err, n.applied)
	}
	if err := s.Shutdown(context.Background()); err != nil || n.shut != 1 {
		t.Errorf("%v, %d", err, n.shut)
	}
}
