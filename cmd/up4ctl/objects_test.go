package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
)

// TestObjectSteps: what a line asks of the switch.
func TestObjectSteps(t *testing.T) {
	r := newRig(t)
	var want []api.Batch
	for line, op := range map[string]api.Op{
		"member add ecmp 1 forward port=2":    {Kind: api.Add, Object: api.Member, Table: "ecmp", Words: []string{"1", "forward", "port=2"}},
		"member delete ecmp 1":                {Kind: api.Delete, Object: api.Member, Table: "ecmp", Words: []string{"1"}},
		"member clear ecmp":                   {Kind: api.Clear, Object: api.Member, Table: "ecmp"},
		"group modify ecmp 7 1 2":             {Kind: api.Modify, Object: api.Group, Table: "ecmp", Words: []string{"7", "1", "2"}},
		"group add ecmp 7":                    {Kind: api.Add, Object: api.Group, Table: "ecmp", Words: []string{"7"}},
		"value-set add types 0x8100":          {Kind: api.Add, Object: api.ValueSet, Table: "types", Words: []string{"0x8100"}},
		"clone add 5 4:1 length=64":           {Kind: api.Add, Object: api.CloneSession, Words: []string{"5", "4:1", "length=64"}},
		"clone clear":                         {Kind: api.Clear, Object: api.CloneSession},
		"multicast set 2 1 2":                 {Kind: api.Set, Object: api.MulticastGroup, Words: []string{"2", "1", "2"}},
		"multicast delete 2":                  {Kind: api.Delete, Object: api.MulticastGroup, Words: []string{"2"}},
		"table add routes 10.0.0.0/8 group=7": {Kind: api.Add, Table: "routes", Words: []string{"10.0.0.0/8", "group=7"}},
	} {
		r.want(line, "")
		want = append(want, api.Batch{Ops: []api.Op{op}})
	}
	if d := cmp.Diff(want, r.sw.Writes()); d != "" {
		t.Error(d)
	}
	r.fails("member", 2, "up4ctl: a command is missing: member add, modify, delete, clear or dump\n")
	r.fails("member add ecmp", 2, "up4ctl: NUMBER is missing\n")
	r.fails("multicast set", 2, "up4ctl: GROUP is missing\n")
	r.fails("group clear ecmp 7", 2, "up4ctl: clear takes nothing more\n")
	r.fails("clone dump 5", 2, "up4ctl: clone dump takes no argument, but \"5\" was given\n")
}

func TestObjectDumps(t *testing.T) {
	r := newRig(t)
	r.sw.SchemaReply.Profiles = []api.Table{{Name: "ecmp", Actions: []api.Action{{Name: "forward", Params: []api.Param{{Name: "port"}, {Name: "mac"}}}}}}
	r.sw.SchemaReply.ValueSets = []api.Table{{Name: "types", Keys: []api.Key{{Name: "b"}, {Name: "a"}}}}
	r.sw.DumpReply = api.Dump{Tables: []api.TableDump{
		{Object: api.Member, Table: "ecmp", Entries: []api.Entry{{Profile: "ecmp", Member: value("1"), Action: "forward", Params: map[string]api.Value{"mac": "9", "port": "2"}}}},
		{Object: api.Group, Table: "ecmp", Entries: []api.Entry{{Profile: "ecmp", Group: value("7"), Members: []api.Value{"1", "1"}}}},
		{Object: api.ValueSet, Table: "types", Entries: []api.Entry{{ValueSet: "types", Match: map[string]api.Value{"a": "1", "b": "2"}}}},
		{Object: api.CloneSession, Entries: []api.Entry{{CloneSession: value("5"), Replicas: []api.Replica{{Port: "4"}, {Port: "cpu", RID: "3"}}, Length: value("64")}}},
		{Object: api.MulticastGroup, Entries: []api.Entry{{MulticastGroup: value("1"), Replicas: []api.Replica{{Port: "1"}}}}},
	}}
	r.want("dump", `
members of ecmp: 1
  1  forward port=2 mac=9

groups of ecmp: 1
  7  1 1

values of types: 1
  2  1

clone sessions: 1
  5  4 cpu:3 length=64

multicast groups: 1
  1  1
`)
	r.want("dump --json", `
[{"profile":"ecmp","action":"forward","params":{"mac":9,"port":2},"member":1},
 {"profile":"ecmp","group":7,"members":[1,1]},
 {"value_set":"types","match":{"a":1,"b":2}},
 {"clone_session":5,"replicas":[{"port":4},{"port":"cpu","rid":3}],"length":64},
 {"multicast_group":1,"replicas":[{"port":1}]}]
`)
	r.sw.DumpReply = api.Dump{}
	r.want("member dump ecmp", "")
	r.want("clone dump", "")
	want := []api.DumpParams{{All: true}, {All: true}, {Object: api.Member, Table: "ecmp"}, {Object: api.CloneSession}}
	if d := cmp.Diff(want, r.sw.Dumped()); d != "" {
		t.Error(d)
	}
}

func TestCells(t *testing.T) {
	r := newRig(t)
	r.sw.SchemaReply.Arrays = []api.Array{{Name: "hits", Kind: api.Counter, Of: "acl"}, {Name: "seen", Kind: api.Counter, Size: 9}}
	three, n := 3, uint64(8)
	r.sw.CellsReply = api.Cells{Array: r.sw.SchemaReply.Arrays[1], Cells: []api.Cell{{Index: &three, Packets: &n, Bytes: &n}}}
	r.want("counter read seen", "counter seen: 1 of 9 cells\n  3  packets=8  bytes=8\n")
	r.sw.CellsReply = api.Cells{Array: api.Array{Name: "police", Kind: api.Meter, Of: "acl"}, Cells: []api.Cell{
		{Entry: &api.Entry{Match: map[string]api.Value{"k": "1"}, Priority: value("5")}},
		{Entry: &api.Entry{Match: map[string]api.Value{"k": "2"}}, Rates: &api.Rates{CIR: 1, CBS: 2, PIR: 3, PBS: 4}}}}
	r.want("meter read police", "meter police: of the entries of table acl\n  k=1 priority=5  no rates: green\n  k=2             cir=1 cbs=2 pir=3 pbs=4\n")
	r.want("counter set seen 3 packets=5", "")
	r.want("counter set hits 80 priority=7 bytes=2", "")
	r.want("meter set police all cir=1 cbs=2 pir=3 pbs=4", "")
	r.want("register set flows 3 0x2a", "")
	r.want("register reset flows", "")
	want := []api.SetCells{
		{CellsParams: api.CellsParams{Kind: api.Counter, Name: "seen"}},
		{CellsParams: api.CellsParams{Kind: api.Meter, Name: "police"}},
		{CellsParams: api.CellsParams{Kind: api.Counter, Name: "seen", Index: &three}, Packets: 5},
		{CellsParams: api.CellsParams{Kind: api.Counter, Name: "hits", Words: []string{"80", "priority=7"}}, Bytes: 2},
		{CellsParams: api.CellsParams{Kind: api.Meter, Name: "police"}, All: true, Rates: &api.Rates{CIR: 1, CBS: 2, PIR: 3, PBS: 4}},
		{CellsParams: api.CellsParams{Kind: api.Register, Name: "flows", Index: &three}, Value: value("0x2a")},
		{CellsParams: api.CellsParams{Kind: api.Register, Name: "flows"}, All: true},
	}
	if d := cmp.Diff(want, r.sw.Celled()); d != "" {
		t.Error(d)
	}
	for line, text := range map[string]string{
		"counter read seen x":           "the index of a cell is a number from 0 on, not \"x\"",
		"counter read seen 1 2":         "counter seen has cells with an index, and \"2\" is one word more",
		"counter set seen 1":            "what to set is missing: [packets=N] [bytes=N]",
		"counter set seen packets=1":    "the cell is missing: its index, its entry's key, or all",
		"counter set seen 1 packets=-1": "packets is a whole number, not \"-1\"",
		"meter set police 1 cir=1":      "a meter needs cir, cbs, pir, pbs; cbs is missing",
		"register set flows 1":          "the value is missing",
	} {
		r.fails(line, 1, "up4ctl: "+text+"\n")
	}
	r.fails("register set flows", 2, "up4ctl: the cell is missing\n")
	r.fails("meter", 2, "up4ctl: a command is missing: meter read, set or reset\n")
}

func TestDigests(t *testing.T) {
	r := newRig(t)
	r.want("digests", "the program has sent no digest\n")
	r.sw.DigestsReply = api.Digests{Digests: []api.DigestMessage{{Seq: 7, Time: time.Unix(1700000000, 5000).UTC(), Digest: "learn",
		Fields: map[string]api.Value{"port": "1", "mac": "02:00:00:00:00:01"}}}}
	r.want("digests", `
SEQ  TIME             DIGEST  FIELDS
  7  22:13:20.000005  learn   mac=02:00:00:00:00:01 port=1
`)
}

func TestTrace(t *testing.T) {
	r := newRig(t)
	of := func(vport int) api.Trace {
		return api.Trace{Vport: vport, Bytes: api.Hex{1}, Events: []api.TraceEvent{{Event: "drop", Name: "so"}}}
	}
	r.sw.TraceReplies = []api.Traces{{Traces: []api.Trace{of(1), of(2)}}, {}, {Traces: []api.Trace{of(2), of(2)}}}
	r.want("trace --vport 4 -n 2 --match 'vport == 2'", "in by vport 2, 1 bytes: 01\n  dropped: so\nin by vport 2, 1 bytes: 01\n  dropped: so\n")
	four := 4
	p := api.TraceParams{Vport: &four, N: 100, WaitMs: 1000}
	if d := cmp.Diff([]api.TraceParams{p, p, p}, r.sw.Traced()); d != "" {
		t.Error(d)
	}
	r.sw.TraceReplies = []api.Traces{{Traces: []api.Trace{of(1)}, Lost: 3}}
	code, out, errText := r.run("trace --json -n 1")
	if code != 0 || out != `{"shard":0,"vport":1,"bytes":"01","events":[{"event":"drop","name":"so"}]}`+"\n" || errText != "up4ctl: 3 frames were not traced: too many at once\n" {
		t.Errorf("exit %d, %s, %s", code, out, errText)
	}
	r.fails("trace --match 'ttl'", 1, "up4ctl: --match: \"ttl\" is no comparison such as ipv4.ttl == 1\n")
}
