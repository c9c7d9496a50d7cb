package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/io/overlay"
)

// richTables is a file with an entry of each kind.
const richTables = `[
 {"profile": "ecmp", "member": 1, "action": "out_by", "params": {"port": 2}},
 {"profile": "I.ecmp", "member": 2, "action": "flood", "params": {"group": 3}},
 {"profile": "ecmp", "group": 7, "members": [1]},
 {"table": "acl", "match": {"key.addr": "10.0.0.0/8", "key.port": "80..90", "key.proto": 6}, "priority": 5, "action": "permit"},
 {"table": "I.acl", "match": {"key.port": 99}, "priority": 9, "action": "I.deny"},
 {"table": "routes", "match": {"h.key.addr": "10.0.0.0/8"}, "group": 7},
 {"table": "routes", "match": {"key.addr": "11.0.0.0/8"}, "member": 2},
 {"value_set": "types", "match": {"value": "0x1234"}},
 {"clone_session": 5, "replicas": [{"port": 1}], "length": 20},
 {"multicast_group": 3, "replicas": [{"port": 1, "rid": 1}, {"port": 2, "rid": 2}]}]`

// richSwitch is a daemon that runs testdata/rich.p4, with a peer at each of its vports.
type richSwitch struct {
	t     *testing.T
	peers [3]*net.UDPConn
	port  int
	seq   uint32
	*client.Client
}

func newRichSwitch(t *testing.T, tables string) *richSwitch {
	r := &richSwitch{t: t, port: freePort(t)}
	vports := ""
	for id := 1; id <= 2; id++ {
		c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		r.peers[id] = c
		vports += fmt.Sprintf("[[vport]]\nid = %d\npeer = %q\n", id, c.LocalAddr())
	}
	cfg := config(t, r.port, vports)
	text, err := os.ReadFile(cfg)
	if err != nil {
		t.Fatal(err)
	}
	program, err := filepath.Abs("testdata/rich.p4")
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), `"l3fwd"`, fmt.Sprintf("%q", program), 1))
	file := filepath.Join(filepath.Dir(cfg), "tables.json")
	if err := os.WriteFile(cfg, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(tables), 0o600); err != nil {
		t.Fatal(err)
	}
	d := start(t, cfg, "--tables", file)
	r.Client = client.New(d.socket)
	return r
}

// send lets a frame come in by vport 1: an Ethernet header of the type, and what follows.
func (r *richSwitch) send(typ, rest string) {
	r.t.Helper()
	inner, err := hex.DecodeString(strings.ReplaceAll("020000000002 020000000001"+typ+rest, " ", ""))
	if err != nil {
		r.t.Fatal(err)
	}
	b := make([]byte, overlay.Size, overlay.Size+len(inner))
	r.seq++
	overlay.Header{Seq: r.seq}.Put(b)
	if _, err := r.peers[1].WriteToUDP(append(b, inner...), &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: r.port}); err != nil {
		r.t.Fatal(err)
	}
}

// gets wants the next frame at a vport's peer to be this.
func (r *richSwitch) gets(vport int, want string) {
	r.t.Helper()
	if got := answer(r.t, r.peers[vport]); hex.EncodeToString(got) != strings.ReplaceAll(want, " ", "") {
		r.t.Errorf("vport %d: got %x, want %s", vport, got, want)
	}
}

// waits returns when the program has counted so many frames.
func (r *richSwitch) waits(ctx context.Context, frames uint64) {
	r.t.Helper()
	one := 1
	for {
		c, err := r.Cells(ctx, api.CellsParams{Kind: api.Counter, Name: "seen", Index: &one})
		if err != nil {
			r.t.Fatal(err)
		}
		if *c.Cells[0].Packets == frames {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Every kind of entry decides frames, and counters, registers and digests tell of them.
func TestControlOfEverything(t *testing.T) {
	r := newRichSwitch(t, richTables)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	const macs = "020000000002 020000000001 "
	// Route by a group with one member, the entry 10/8 80..90 6 * of the ACL, and a clone cut to 20 bytes.
	r.send("1234", "0a000001 0055 06 03 99")
	r.gets(2, macs+"1234 0a000001 0055 06 03 99")
	r.gets(1, macs+"1234 0a000001 0055")
	// A member that floods: both vports, and the clone.
	r.send("1234", "0b000001 0001 11 04")
	r.gets(2, macs+"1234 0b000001 0001 11 04")
	r.gets(1, macs+"1234 0b000001 0001") // clones come first
	r.gets(1, macs+"1234 0b000001 0001 11 04")
	// Denied by the ACL, and of a type that the value set has not: nothing comes of these
	// two, so the next frame is that of the third.
	r.send("1234", "0a000001 0063 06 05")
	r.send("4321", "0a000001 0055 06 06")
	r.waits(ctx, 4) // else they might be decided under what is written next
	write := func(ops ...api.Op) {
		t.Helper()
		if _, err := r.Write(ctx, api.Batch{Ops: ops}); err != nil {
			t.Fatal(err)
		}
	}
	write(api.Op{Kind: api.Add, Object: api.ValueSet, Table: "types", Words: []string{"0x4321"}},
		api.Op{Kind: api.Modify, Object: api.Member, Table: "ecmp", Words: []string{"1", "out_by", "1"}},
		api.Op{Kind: api.Delete, Object: api.CloneSession, Words: []string{"5"}})
	r.send("4321", "0a000001 0055 06 07")
	r.gets(1, macs+"4321 0a000001 0055 06 07")

	cells := func(kind api.ArrayKind, name, want string) {
		t.Helper()
		c, err := r.Cells(ctx, api.CellsParams{Kind: kind, Name: name})
		got, _ := json.Marshal(c.Cells)
		if err != nil || string(got) != want {
			t.Errorf("%s %s: %v\n got %s\nwant %s", kind, name, err, got, want)
		}
	}
	// Frames of 14 + 9, 14 + 8, 14 + 8, 14 + 8 and 14 + 8 bytes.
	cells(api.Counter, "seen", `[{"index":1,"packets":5,"bytes":111}]`)
	cells(api.Counter, "acl_bytes", `[{"entry":{"table":"acl","match":{"key.addr":"0.0.0.0/0","key.port":99,"key.proto":"*","key.vrf":"*"},"priority":9,"action":"deny"},"packets":1,"bytes":22},`+
		`{"entry":{"table":"acl","match":{"key.addr":"10.0.0.0/8","key.port":"80..90","key.proto":6,"key.vrf":"*"},"priority":5,"action":"permit"},"packets":2,"bytes":45}]`)
	cells(api.Register, "last", `[{"index":3,"value":"0xa0000010a000001"},{"index":4,"value":"0xb0000010b000001"},{"index":7,"value":"0xa0000010a000001"}]`)
	digests, err := r.Digests(ctx, 0)
	want := map[string]api.Value{"mac": "02:00:00:00:00:01", "port": "1"}
	if err != nil || len(digests.Digests) != 5 || digests.Digests[4].Seq != 5 || digests.Digests[4].Digest != "learn_t" || cmp.Diff(want, digests.Digests[4].Fields) != "" {
		t.Errorf("digests %+v, %v", digests, err)
	}

	index, value := 3, api.Value("0xff0000000000000001")
	for _, p := range []api.SetCells{
		{CellsParams: api.CellsParams{Kind: api.Register, Name: "last"}, All: true},
		{CellsParams: api.CellsParams{Kind: api.Register, Name: "last", Index: &index}, Value: &value},
		{CellsParams: api.CellsParams{Kind: api.Counter, Name: "seen", Index: &index}, Packets: 8, Bytes: 9},
		{CellsParams: api.CellsParams{Kind: api.Meter, Name: "police", Words: []string{"key.port=99", "priority=9"}}, Rates: &api.Rates{CIR: 1, CBS: 2, PIR: 3, PBS: 4}},
	} {
		if _, err := r.SetCells(ctx, p); err != nil {
			t.Error(err)
		}
	}
	cells(api.Register, "last", `[{"index":3,"value":"0xff0000000000000001"}]`)
	cells(api.Counter, "I.seen", `[{"index":1,"packets":5,"bytes":111},{"index":3,"packets":8,"bytes":9}]`)
	c, err := r.Cells(ctx, api.CellsParams{Kind: api.Meter, Name: "police", Words: []string{"key.port=99", "priority=9"}})
	if err != nil || len(c.Cells) != 1 || c.Cells[0].Rates == nil || *c.Cells[0].Rates != (api.Rates{CIR: 1, CBS: 2, PIR: 3, PBS: 4}) {
		t.Errorf("meter %+v, %v", c, err)
	}
	r.refusals(ctx)
	r.loadsItsDump(ctx)
}

func (r *richSwitch) refusals(ctx context.Context) {
	nine, sixteen := 9, 16
	for _, x := range []struct {
		p    api.SetCells
		want string
	}{
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Counter, Name: "sene"}, All: true}, `rich has no counter "sene"; did you mean "seen"? [unknown-array]`},
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Counter, Name: "seen", Index: &sixteen}}, `counter seen has cells 0 to 15, and no cell 16 [bad-cell]`},
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Counter, Name: "seen"}}, `name one cell, or all [bad-request]`},
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Register, Name: "last", Index: &nine}, Packets: 1}, `register last has cells of another kind [bad-cell]`},
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Counter, Name: "acl_bytes", Index: &nine}}, `the cells of counter acl_bytes belong to the entries of table acl: give an entry's key [bad-cell]`},
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Meter, Name: "police", Words: []string{"key.port=98", "priority=9"}}}, `no such entry in table acl: 0.0.0.0/0 98 * * priority=9 [not-found]`},
		{api.SetCells{CellsParams: api.CellsParams{Kind: api.Meter, Name: "police", Words: []string{"key.port=99", "priority=9"}}, Rates: &api.Rates{CIR: 2, PIR: 1}},
			`invalid rates: the peak rate 1 is less than the committed rate 2 (RFC 2698, 2) [bad-cell]`},
	} {
		if _, err := r.SetCells(ctx, x.p); err == nil || err.Error() != x.want {
			r.t.Errorf("got  %v\nwant %s", err, x.want)
		}
	}
	_, err := r.Write(ctx, api.Batch{Ops: []api.Op{{Kind: api.Default, Table: "routes", Words: []string{"NoAction"}}}})
	if err == nil || err.Error() != "the default action of table routes is const [read-only]" {
		r.t.Errorf("got %v", err)
	}
}

// loadsItsDump: a dump of everything, put into another switch, gives the same dump.
func (r *richSwitch) loadsItsDump(ctx context.Context) {
	file := func(sw *client.Client) []byte {
		d, err := sw.Dump(ctx, api.DumpParams{All: true})
		if err != nil {
			r.t.Fatal(err)
		}
		var all []api.Entry
		for _, x := range d.Tables {
			if all = append(all, x.Entries...); x.Default != nil {
				all = append(all, *x.Default)
			}
		}
		for i := range all {
			all[i].Hits, all[i].Bytes, all[i].Meter = nil, nil, nil
		}
		text, err := json.MarshalIndent(all, "", " ")
		if err != nil {
			r.t.Fatal(err)
		}
		return text
	}
	first := file(r.Client)
	if second := file(newRichSwitch(r.t, string(first)).Client); !bytes.Equal(first, second) {
		r.t.Error(cmp.Diff(string(first), string(second)))
	}
}

// Frames are traced while someone asks, those of the vport alone, with the entries
// that hit.
func TestTrace(t *testing.T) {
	r := newRichSwitch(t, richTables)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	two, nine := 2, 9
	if got, err := r.Trace(ctx, api.TraceParams{Vport: &two, N: 1, WaitMs: 1}); err != nil || len(got.Traces) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	for _, x := range []struct {
		p    api.TraceParams
		want string
	}{
		{api.TraceParams{N: 0, WaitMs: 1}, "trace 1 to 1000 frames at a time, not 0 [bad-request]"},
		{api.TraceParams{N: 1, WaitMs: 20001}, "wait at most 20s for frames [bad-request]"},
		{api.TraceParams{N: 1, Vport: &nine}, "no vport of this topology: 9 [bad-value]"},
	} {
		if _, err := r.Trace(ctx, x.p); err == nil || err.Error() != x.want {
			t.Errorf("got %v, want %s", err, x.want)
		}
	}
	type answer struct {
		api.Traces
		error
	}
	answers := make(chan answer)
	go func() {
		got, err := r.Trace(ctx, api.TraceParams{N: 2, WaitMs: 20000})
		answers <- answer{got, err}
	}()
	busy := false
	for sent := 0; ; sent++ {
		select {
		case a := <-answers:
			if a.error != nil || len(a.Traces.Traces) != 2 || !busy {
				t.Fatalf("%d frames, busy %v, %v", len(a.Traces.Traces), busy, a.error)
			}
			r.traced(a.Traces.Traces[0])
			return
		case <-time.After(20 * time.Millisecond):
		}
		if !busy {
			_, err := r.Trace(ctx, api.TraceParams{N: 1, WaitMs: 1})
			var e *api.Error
			busy = errors.As(err, &e) && e.Code == api.Busy
			continue
		}
		r.send("1234", "0a000001 0055 06 03")
	}
}

// traced checks the trace of a frame that the group's member sends out by vport 2, and
// whose clone goes to vport 1.
func (r *richSwitch) traced(x api.Trace) {
	got := text.Trace(x)
	for _, line := range []string{
		"    table I.acl with h.key.addr=0x0a000001, h.key.port=85, h.key.proto=6, h.key.vrf=3",
		"      hit of key.addr=10.0.0.0/8 key.port=80..90 key.proto=6 key.vrf=* priority=5: action I.permit()",
		"      hit of key.addr=10.0.0.0/8: action I.out_by(port=2)",
		"  cloned by session 5 to port 1",
		"  out by vport 2, 22 bytes: 02000000000202000000000112340a00000100550603",
		"  out by vport 1, 20 bytes: 02000000000202000000000112340a0000010055",
	} {
		if !strings.Contains(got, "\n"+line) {
			r.t.Errorf("no line %q in\n%s", line, got)
		}
	}
}
