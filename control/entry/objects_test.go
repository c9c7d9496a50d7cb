package entry

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// richProgram has a table with every kind of key, and one of everything else.
func richProgram() *pipelines.Program {
	forward := pipelines.Action{Name: "forward", Full: "In.forward", Params: []pipelines.Param{{Name: "port", Bits: 9, Type: pipelines.Port}}}
	drop := pipelines.Action{Name: "drop", Full: "In.drop"}
	id := []pipelines.Param{{Name: "id", Bits: 32}}
	numbered := func(n, each int) (out []pipelines.Action) {
		for i := range n + 1 {
			out = append(out, pipelines.Action{Name: strings.Repeat("i", i) + "n", Params: make([]pipelines.Param, i*each)})
		}
		return out
	}
	number := func(name string, bits int) []pipelines.Key { return []pipelines.Key{{Name: name, Bits: bits}} }
	return &pipelines.Program{Name: "rich", Tables: []pipelines.Table{
		{Name: "acl", Full: "In.acl", Size: 16, Default: "drop", Actions: []pipelines.Action{drop, forward}, Keys: []pipelines.Key{
			{Name: "ipv4.src", Full: "hdr.ipv4.src", Bits: 32, Match: table.LPM, Type: pipelines.IPv4},
			{Name: "tcp.dst", Bits: 16, Match: table.Range},
			{Name: "proto", Bits: 8, Match: table.Optional},
			{Name: "vrf", Bits: 4, Match: table.Exact}}},
		{Name: "routes", Full: "In.routes", Size: 8, Default: "drop", Profile: 3,
			Keys: []pipelines.Key{{Name: "dst", Bits: 32, Match: table.LPM, Type: pipelines.IPv4}},
			Actions: []pipelines.Action{drop, forward, {Name: pipelines.MemberAction, Params: id},
				{Name: pipelines.GroupAction, Params: id}}},
		{Name: "fixed", Size: 2, Default: "drop", ConstDefault: true, ConstEntries: true, Keys: number("k", 8), Actions: []pipelines.Action{drop}},
		{Name: "$members.ecmp", Full: "$members.In.ecmp", Is: pipelines.Members, Size: 8, Default: "drop", Keys: number("member", 32),
			Actions: []pipelines.Action{drop, forward}, Groups: 4},
		{Name: "$groups.ecmp", Is: pipelines.Groups, Size: 8, Default: "n", Keys: number("group", 32), Actions: numbered(3, 1)},
		{Name: "$set.types", Is: pipelines.Set, Size: 4, Default: "$in", Actions: []pipelines.Action{{Name: "$in"}},
			Keys: []pipelines.Key{{Name: "f", Bits: 16, Match: table.Ternary}}},
		{Name: "$sessions", Is: pipelines.Sessions, Size: 4, Default: "n", Keys: number("session", 16), Actions: numbered(2, 1)},
	}, Arrays: []state.Array{
		{Name: "In.seen", Kind: state.Register, Size: 4, Bits: 72, Table: -1},
		{Name: "In.low", Kind: state.Register, Size: 4, Bits: 8, Signed: true, Table: -1},
		{Name: "Out.seen", Kind: state.Register, Size: 4, Bits: 1, Table: -1},
		{Name: "In.acl_hits", Kind: state.Counter, Unit: state.Both, Table: 0},
	}, Digests: []pipelines.Digest{{Name: "learn", Fields: []pipelines.Param{{Name: "mac", Bits: 48, Type: pipelines.MAC}, {Name: "port", Bits: 9}}}}}
}

func ref(s string) *api.Value { v := api.Value(s); return &v }

// objectCases are steps in both forms, with the bytes packed by hand: the JSON form is
// what the packed one prints as.
var objectCases = []struct {
	kind   api.Kind
	object api.Object
	name   string
	words  string
	entry  api.Entry
	want   table.Op
}{
	{api.Add, "", "acl", "10.0.0.0/8 80..90 6 1 forward 2 priority=5", api.Entry{Table: "acl", Priority: ref("5"), Action: "forward",
		Params: map[string]api.Value{"port": "2"},
		Match:  map[string]api.Value{"ipv4.src": "10.0.0.0/8", "tcp.dst": "80..90", "proto": "6", "vrf": "1"}},
		table.Op{Table: 0, Entry: table.Entry{Key: unhex("0a000000 0050 06 01"), Mask: unhex("ff000000 005a ff 0f"), Priority: 5, Action: 1, Data: unhex("0002")}}},
	// What is left out matches everything: no mask, and a range from end to end.
	{api.Add, "table", "In.acl", "vrf=15 In.drop priority=1", api.Entry{Table: "acl", Priority: ref("1"), Action: "drop",
		Match: map[string]api.Value{"ipv4.src": "0.0.0.0/0", "tcp.dst": "*", "proto": "*", "vrf": "15"}},
		table.Op{Table: 0, Entry: table.Entry{Key: unhex("00000000 0000 00 0f"), Mask: unhex("00000000 ffff 00 0f"), Priority: 1, Data: []byte{}}}},
	{api.Add, "", "acl", "* 65535 * 0 drop priority=2", api.Entry{Table: "acl", Priority: ref("2"), Action: "drop",
		Match: map[string]api.Value{"ipv4.src": "0.0.0.0/0", "tcp.dst": "65535", "proto": "*", "vrf": "0"}},
		table.Op{Table: 0, Entry: table.Entry{Key: unhex("00000000 ffff 00 00"), Mask: unhex("00000000 ffff 00 0f"), Priority: 2, Data: []byte{}}}},
	{api.Delete, "", "acl", "10.0.0.0/8 80..90 6 1 priority=5", api.Entry{Table: "acl", Priority: ref("5"),
		Match: map[string]api.Value{"ipv4.src": "10.0.0.0/8", "tcp.dst": "80..90", "proto": "6", "vrf": "1"}},
		table.Op{Kind: table.Delete, Table: 0, Entry: table.Entry{Key: unhex("0a000000 0050 06 01"), Mask: unhex("ff000000 005a ff 0f"), Priority: 5}}},
	{api.Add, "", "routes", "10.0.0.0/8 member=258", api.Entry{Table: "routes", Match: map[string]api.Value{"dst": "10.0.0.0/8"}, Member: ref("258")},
		table.Op{Table: 1, Entry: table.Entry{Key: unhex("0a000000"), PrefixLen: 8, Action: 2, Data: unhex("00000102")}}},
	{api.Modify, "", "routes", "group=7", api.Entry{Table: "routes", Match: map[string]api.Value{"dst": "0.0.0.0/0"}, Group: ref("7")},
		table.Op{Kind: table.Modify, Table: 1, Entry: table.Entry{Key: unhex("00000000"), Action: 3, Data: unhex("00000007")}}},
	{api.Default, "", "routes", "forward 3", api.Entry{Table: "routes", DefaultAction: true, Action: "forward", Params: map[string]api.Value{"port": "3"}},
		table.Op{Kind: table.SetDefault, Table: 1, Entry: table.Entry{Action: 1, Data: unhex("0003")}}},
	{api.Add, api.Member, "ecmp", "1 forward port=2", api.Entry{Profile: "ecmp", Member: ref("1"), Action: "forward", Params: map[string]api.Value{"port": "2"}},
		table.Op{Table: 3, Entry: table.Entry{Key: unhex("00000001"), Action: 1, Data: unhex("0002")}}},
	{api.Delete, api.Member, "In.ecmp", "1", api.Entry{Profile: "ecmp", Member: ref("1")},
		table.Op{Kind: table.Delete, Table: 3, Entry: table.Entry{Key: unhex("00000001")}}},
	{api.Add, api.Group, "ecmp", "7 1 2 1", api.Entry{Profile: "ecmp", Group: ref("7"), Members: []api.Value{"1", "2", "1"}},
		table.Op{Table: 4, Entry: table.Entry{Key: unhex("00000007"), Action: 3, Data: unhex("00000001 00000002 00000001")}}},
	{api.Modify, api.Group, "ecmp", "7", api.Entry{Profile: "ecmp", Group: ref("7"), Members: []api.Value{}},
		table.Op{Kind: table.Modify, Table: 4, Entry: table.Entry{Key: unhex("00000007"), Data: []byte{}}}},
	{api.Add, api.ValueSet, "types", "0x8100", api.Entry{ValueSet: "types", Match: map[string]api.Value{"f": "33024"}},
		table.Op{Table: 5, Entry: table.Entry{Key: unhex("8100"), Mask: unhex("ffff"), Priority: 1}}},
	{api.Add, api.CloneSession, "", "5 4 cpu:258 length=64", api.Entry{CloneSession: ref("5"), Replicas: []api.Replica{{Port: "4"}, {Port: "cpu", RID: "258"}}, Length: ref("64")},
		table.Op{Table: 6, Entry: table.Entry{Key: unhex("0005"), Action: 2, Data: unhex("0040 0004 0000 01fe 0102")}}},
	{api.Set, api.MulticastGroup, "", "259 1:10 1:20 9", api.Entry{MulticastGroup: ref("259"), Replicas: []api.Replica{{Port: "1", RID: "10"}, {Port: "1", RID: "20"}, {Port: "9"}}},
		table.Op{Kind: table.SetGroup, Entry: table.Entry{Key: unhex("0103"), Data: unhex("0001 000a 0001 0014 0009 0000")}}},
	{api.Delete, api.MulticastGroup, "", "259", api.Entry{MulticastGroup: ref("259")}, table.Op{Kind: table.SetGroup, Entry: table.Entry{Key: unhex("0103")}}},
}

func TestObjects(t *testing.T) {
	c := New(richProgram())
	for _, x := range objectCases {
		got, err := c.Op(api.Op{Kind: x.kind, Object: x.object, Table: x.name, Words: strings.Fields(x.words)})
		if d := cmp.Diff([]table.Op{x.want}, got); err != nil || d != "" {
			t.Errorf("%s %s %s %s: %v %s", x.kind, x.object, x.name, x.words, err, d)
		}
		e := x.entry
		got, err = c.Op(api.Op{Kind: x.kind, Entry: &e})
		if d := cmp.Diff([]table.Op{x.want}, got); err != nil || d != "" {
			t.Errorf("%s %+v: %v %s", x.kind, e, err, d)
		}
	}
}

// TestObjectsPrinted: what was written is read back in the form it was written in.
func TestObjectsPrinted(t *testing.T) {
	c := New(richProgram())
	for _, x := range objectCases {
		if x.kind == api.Delete || x.kind == api.Default {
			continue
		}
		var got api.Entry
		var err error
		if x.want.Kind == table.SetGroup {
			list, _ := table.Replicas(x.want.Entry.Data)
			got = FormatGroup(table.Group{ID: 259, Replicas: list})
		} else {
			got, err = c.Format(x.want.Table, x.want.Entry)
		}
		if d := cmp.Diff(x.entry, got); err != nil || d != "" {
			t.Errorf("%s: %v %s", x.words, err, d)
		}
	}
}

func TestObjectWordRefusals(t *testing.T) {
	c := New(richProgram())
	for _, x := range []struct {
		kind   api.Kind
		object api.Object
		name   string
		words  string
		want   string
	}{
		{api.Add, "", "acl", "10.0.0.0/8 90..80 6 1 drop priority=1", `key tcp.dst: a range is from the lower value to the higher, got "90..80" [bad-value]`},
		{api.Add, "", "acl", "10.0.0.0/8 1..65536 6 1 drop priority=1", `key tcp.dst: expected a number of 16 bits (0 to 65535), and "65536" does not fit [bad-value]`},
		{api.Add, "", "acl", "10.0.0.0/8 1 6&&&1 1 drop priority=1", `key proto: an optional key is a value, or * for any [bad-value]`},
		{api.Add, "", "acl", "vrf=1 drop", `an entry of table acl needs a priority, such as priority=10; the larger wins [bad-priority]`},
		{api.Add, "", "acl", "vrf=1 member=1", `table acl has no key "member"; known are ipv4.src, tcp.dst, proto, vrf [unknown-key]`},
		{api.Add, "", "routes", "10.0.0.0/8 forward 1", `entries of table routes lead to a member or a group of ecmp, such as member=1 or group=1, not to an action [unknown-action]`},
		{api.Add, "", "routes", "10.0.0.0/8", `an entry of table routes needs a member or group of ecmp: member=1 or group=1 [missing-action]`},
		{api.Add, "", "routes", "10.0.0.0/8 member=x", `member: expected a number of 32 bits (0 to 4294967295), got "x" [bad-value]`},
		{api.Add, "", "routes", "10.0.0.0/8 member=1 2", `the entry leads to a member or group, and "2" is one word more [bad-entry]`},
		{api.Default, "", "routes", "$member 1", `table routes has no action "$member"; known are drop, forward [unknown-action]`},
		{api.Default, "", "fixed", "drop", `the default action of table fixed is const [read-only]`},
		{api.Add, "", "fixed", "1 drop", `the entries of table fixed are const [read-only]`},
		{api.Add, api.Member, "acl", "1 drop", `rich has no action profile "acl"; known are ecmp [unknown-table]`},
		{api.Add, api.Member, "ecmp", "1", `no action is given; action profile ecmp has drop, forward [missing-action]`},
		{api.Add, api.Member, "ecmp", "drop", `key member is missing before action drop; it is written like 1 [missing-key]`},
		{api.Default, api.Member, "ecmp", "drop", `only tables have a default action [bad-request]`},
		{api.Add, api.Group, "ecmp", "7 1 2 3 4", `a group has at most 3 members, got 4 [bad-entry]`},
		{api.Add, api.Group, "ecmp", "7 a", `member: expected a number of 32 bits (0 to 4294967295), got "a" [bad-value]`},
		{api.Add, api.ValueSet, "types", "1 2", `a value set takes values and nothing else, got "2" [bad-entry]`},
		{api.Add, api.ValueSet, "types", "1 priority=2", `only entries of a table with ternary, range or optional keys have a priority [bad-priority]`},
		{api.Add, api.CloneSession, "", "5", `a clone session needs the ports that copies go to, such as 4, or 4:1 for a copy with replication id 1 [missing-param]`},
		{api.Add, api.CloneSession, "", "5 1 2 3", `a clone session has at most 2 replicas, got 3 [bad-entry]`},
		{api.Add, api.CloneSession, "", "5 drop", `a copy goes to a port: 0 to 509, or cpu, got "drop" [bad-value]`},
		{api.Add, api.CloneSession, "", "5 1:65536", `replication id: expected a number of 16 bits (0 to 65535), and "65536" does not fit [bad-value]`},
		{api.Add, api.CloneSession, "", "5 1 length=70000", `length: expected the bytes that copies are cut to, up to 65535, or 0 for all, got "70000" [bad-value]`},
		{api.Add, api.CloneSession, "acl", "5 1", `clone sessions have numbers, and no table [bad-entry]`},
		{api.Set, api.MulticastGroup, "", "0 1", `expected a multicast group's number, 1 to 65535, got "0" [bad-value]`},
		{api.Set, api.MulticastGroup, "", "2", `a multicast group needs the ports that copies go to, such as 4, or 4:1 for a copy with replication id 1 [missing-param]`},
		{api.Add, api.MulticastGroup, "", "2 1", `a multicast group is set or deleted, not "add" [bad-request]`},
		{api.Delete, api.MulticastGroup, "", "2 1", `delete takes the group's number and nothing else [bad-entry]`},
		{api.Set, "", "acl", "1", `only multicast groups are set; an entry is added, modified or deleted [bad-request]`},
		{api.Add, "tabel", "acl", "1", `there is no object "tabel"; did you mean "table"? [bad-request]`},
	} {
		_, err := c.Op(api.Op{Kind: x.kind, Object: x.object, Table: x.name, Words: strings.Fields(x.words)})
		if err == nil || err.Error() != x.want {
			t.Errorf("%s %s %s %s:\n got %v\nwant %s", x.kind, x.object, x.name, x.words, err, x.want)
		}
	}
	for want, e := range map[string]api.Entry{
		`an entry with table has no members [bad-entry]`:                           {Table: "acl", Members: []api.Value{"1"}},
		`an entry with value_set has no action [bad-entry]`:                        {ValueSet: "types", Action: "drop"},
		`an entry with multicast_group has no length [bad-entry]`:                  {MulticastGroup: ref("1"), Length: ref("1")},
		`an entry with profile has no match [bad-entry]`:                           {Profile: "ecmp", Member: ref("1"), Match: map[string]api.Value{"f": "1"}},
		`rich has no action selector "ecpm"; did you mean "ecmp"? [unknown-table]`: {Profile: "ecpm", Group: ref("1")},
		`action profile ecmp needs key member, such as member=1 [missing-key]`:     {Profile: "ecmp", Action: "drop"},
	} {
		kind := api.Add
		if e.MulticastGroup != nil {
			kind = api.Set
		}
		if _, err := c.Op(api.Op{Kind: kind, Entry: &e}); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// TestClearAll: const entries stay.
func TestClearAll(t *testing.T) {
	ops, err := New(richProgram()).Op(api.Op{Kind: api.Clear})
	var tables []int
	for _, op := range ops {
		tables = append(tables, op.Table)
	}
	if d := cmp.Diff([]int{0, 1, 3, 4, 5, 6}, tables); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
}

// The form of the P4 tutorials' files, written for this program.
const runtimeFile = `{
  "target": "bmv2", "p4info": "build/rich.p4.p4info.txt", "bmv2_json": "build/rich.json",
  "table_entries": [
    {"table": "In.acl", "priority": 3, "action_name": "In.forward", "action_params": {"port": 2},
     "match": {"hdr.ipv4.src": ["10.0.0.0", 8], "tcp.dst": [80, 90], "proto": 6, "vrf": [1]}},
    {"table": "In.acl", "default_action": true, "action_name": "In.drop", "action_params": {}}],
  "multicast_group_entries": [{"multicast_group_id": 1, "replicas": [{"egress_port": 1, "instance": 1}, {"egress_port": 2, "instance": 1}]}],
  "clone_session_entries": [{"clone_session_id": 5, "replicas": [{"egress_port": 4, "instance": 0}], "packet_length_bytes": 0}]
}`

func TestRuntimeFile(t *testing.T) {
	p, err := New(richProgram()).File(api.File{Name: "f", Text: runtimeFile})
	if err != nil {
		t.Fatal(err)
	}
	want := []table.Op{
		{Table: 0, Entry: table.Entry{Key: unhex("0a000000 0050 06 01"), Mask: unhex("ff000000 005a ff 0f"), Priority: 3, Action: 1, Data: unhex("0002")}},
		{Kind: table.SetDefault, Table: 0, Entry: table.Entry{Data: []byte{}}},
		{Kind: table.SetGroup, Entry: table.Entry{Key: unhex("0001"), Data: unhex("0001 0001 0002 0001")}},
		{Table: 6, Entry: table.Entry{Key: unhex("0005"), Action: 1, Data: unhex("0000 0004 0000")}},
	}
	if d := cmp.Diff(want, p.Ops); d != "" || p.Entries != 4 {
		t.Errorf("%d entries %s", p.Entries, d)
	}
	for _, x := range []struct{ old, new, want string }{
		{"[80, 90]", "[90, 80]", `f:5:49: key tcp.dst: a range is from the lower value to the higher, got "90..80" [bad-value]`},
		{`"proto": 6`, `"proto": [6, 7]`, `f:5:70: key proto is one value, not two [bad-file]`},
		{`"vrf": [1]`, `"vrf": [1, 2, 3]`, `f:5:82: a match is a value or a list of two, got 3 [bad-file]`},
		{`"vrf": [1]`, `"vfr": [1]`, `f:5:82: table acl has no key "vfr"; did you mean "vrf"? [unknown-key]`},
		{`"action_name": "In.forward"`, `"action_name": "In.forwrad"`, `f:4:40: table acl has no action "In.forwrad"; known are drop, forward [unknown-action]`},
		{`"table": "In.acl", "priority"`, `"table": "In.ack", "priority"`, `f:4:5: rich has no table "In.ack"; known are acl, routes, fixed [unknown-table]`},
		{`"bmv2_json"`, `"bmv2json"`, `f:2:59: a runtime file has no "bmv2json"; did you mean "bmv2_json"? [bad-file]`},
		{`"egress_port": 4`, `"egress": 4`, `f:8:67: a replica has no "egress"; known are egress_port, instance [bad-file]`},
		{`"clone_session_id": 5, `, ``, `f:8:29: the entry has no "clone_session_id" [bad-file]`},
	} {
		text := strings.Replace(runtimeFile, x.old, x.new, 1)
		if _, err := New(richProgram()).File(api.File{Name: "f", Text: text}); err == nil || err.Error() != x.want {
			t.Errorf("%s:\n got %v\nwant %s", x.new, err, x.want)
		}
	}
}

// TestCellValues: numbers as people write them, and back.
func TestCellValues(t *testing.T) {
	c := New(richProgram())
	for _, x := range []struct {
		array     int
		text      string
		words     []uint64
		canonical string
	}{
		{0, "1", []uint64{1, 0}, "0x1"},
		{0, "0xff0000000000000002", []uint64{2, 0xff}, "0xff0000000000000002"},
		{1, "-128", []uint64{0x80}, "-128"},
		{1, "-1", []uint64{0xff}, "-1"},
		{1, "127", []uint64{0x7f}, "127"},
		{2, "1", []uint64{1}, "1"},
	} {
		words, err := c.ParseCell(x.array, x.text)
		if d := cmp.Diff(x.words, words); err != nil || d != "" {
			t.Errorf("%s: %v %s", x.text, err, d)
		}
		if got := c.PrintCell(x.array, x.words); string(got) != x.canonical {
			t.Errorf("%s is printed %s", x.text, got)
		}
	}
	for _, x := range []struct {
		array      int
		text, want string
	}{
		{0, "0x1000000000000000000", `register In.seen: "0x1000000000000000000" does not fit in 72 bits [bad-cell]`},
		{0, "-1", `register In.seen: expected a number of 72 bits, got "-1" [bad-cell]`},
		{1, "-129", `register low: "-129" does not fit in 8 bits [bad-cell]`},
		{2, "2", `register Out.seen: "2" does not fit in 1 bits [bad-cell]`},
		{2, "one", `register Out.seen: expected a number of 1 bits, got "one" [bad-cell]`},
	} {
		if _, err := c.ParseCell(x.array, x.text); err == nil || err.Error() != x.want {
			t.Errorf("%s:\n got %v\nwant %s", x.text, err, x.want)
		}
	}
	for _, x := range []struct {
		kind api.ArrayKind
		name string
		want int
		err  string
	}{
		{api.Register, "low", 1, ""}, {api.Register, "Out.seen", 2, ""}, {api.Counter, "In.acl_hits", 3, ""},
		{api.Register, "seen", 0, `rich has no register "seen"; known are In.seen, low, Out.seen [unknown-array]`},
		{api.Counter, "low", 0, `rich has no counter "low"; known are acl_hits [unknown-array]`},
		{"table", "acl", 0, `there is no kind of array "table": they are counter, meter and register [bad-request]`},
	} {
		got, err := c.FindArray(x.kind, x.name)
		if got != x.want || err != nil && err.Error() != x.err || err == nil && x.err != "" {
			t.Errorf("%s %s: %d, %v", x.kind, x.name, got, err)
		}
	}
}

func TestDigest(t *testing.T) {
	name, fields := New(richProgram()).FormatDigest(0, unhex("020000000001 01fe"))
	want := map[string]api.Value{"mac": "02:00:00:00:00:01", "port": "510"}
	if d := cmp.Diff(want, fields); name != "learn" || d != "" {
		t.Errorf("%s %s", name, d)
	}
}
