package entry

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/table"
)

// testProgram has one table of each kind and every type.
func testProgram() *pipelines.Program {
	forward := pipelines.Action{Name: "forward", Params: []pipelines.Param{
		{Name: "port", Bits: 9, Type: pipelines.Port}, {Name: "dmac", Bits: 48, Type: pipelines.MAC}}}
	drop := pipelines.Action{Name: "drop"}
	miss := pipelines.Action{Name: "miss", DefaultOnly: true}
	return &pipelines.Program{Name: "test", Tables: []pipelines.Table{
		{Name: "ipv4_lpm", Size: 1024, Default: "drop",
			Keys:    []pipelines.Key{{Name: "ipv4.dst", Bits: 32, Match: table.LPM, Type: pipelines.IPv4}},
			Actions: []pipelines.Action{forward, drop, miss}},
		{Name: "dmac", Size: 16, Default: "drop",
			Keys: []pipelines.Key{{Name: "eth.dst", Bits: 48, Match: table.Exact, Type: pipelines.MAC},
				{Name: "meta.vrf", Bits: 12, Match: table.Exact}},
			Actions: []pipelines.Action{drop, forward}},
		{Name: "acl", Size: 16, Default: "drop",
			Keys: []pipelines.Key{{Name: "ipv4.src", Bits: 32, Match: table.Ternary, Type: pipelines.IPv4},
				{Name: "tcp.dport", Bits: 16, Match: table.Ternary},
				{Name: "in", Bits: 9, Match: table.Ternary, Type: pipelines.Port}},
			Actions: []pipelines.Action{drop, {Name: "mark", Params: []pipelines.Param{{Name: "tag", Bits: 80}}}}},
		{Name: "v6", Size: 16, Default: "drop",
			Keys: []pipelines.Key{{Name: "meta.vrf", Bits: 12, Match: table.Exact},
				{Name: "ipv6.dst", Bits: 128, Match: table.LPM, Type: pipelines.IPv6}},
			Actions: []pipelines.Action{drop}},
		{Name: "nokey", Size: 1, Default: "drop", Actions: []pipelines.Action{drop, forward}},
	}}
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// TestWords: the bytes are packed by hand.
func TestWords(t *testing.T) {
	c := New(testProgram())
	lpm := table.Entry{Key: unhex("0a000200"), PrefixLen: 24, Action: 0, Data: unhex("0001 020000000002")}
	host := table.Entry{Key: unhex("0a000201"), PrefixLen: 32, Action: 1, Data: []byte{}}
	for _, x := range []struct {
		kind  api.Kind
		line  string
		table int
		op    table.OpKind
		want  table.Entry
	}{
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward port=1 dmac=02:00:00:00:00:02", 0, table.Insert, lpm},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward 1 02:00:00:00:00:02", 0, table.Insert, lpm},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward dmac=02-00-00-00-00-02 0b1", 0, table.Insert, lpm},
		{api.Add, "ipv4_lpm ipv4.dst=10.0.2.0/24 forward 0o1 2199023255554", 0, table.Insert, lpm},
		{api.Modify, "ipv4_lpm hdr.ipv4.dst=0x0a000200/24 forward 1 0x20000000002", 0, table.Modify, lpm},
		{api.Add, "ipv4_lpm 10.0.2.1 drop", 0, table.Insert, host},
		{api.Add, "ipv4_lpm drop", 0, table.Insert, table.Entry{Key: unhex("00000000"), Action: 1, Data: []byte{}}},
		{api.Add, "ipv4_lpm * drop", 0, table.Insert, table.Entry{Key: unhex("00000000"), Action: 1, Data: []byte{}}},
		{api.Add, "ipv4_lpm 0.0.0.0/0 forward cpu 02:00:00:00:00:02", 0, table.Insert,
			table.Entry{Key: unhex("00000000"), Data: unhex("01fe 020000000002")}},
		{api.Delete, "ipv4_lpm 10.0.2.0/24", 0, table.Delete, table.Entry{Key: unhex("0a000200"), PrefixLen: 24}},
		{api.Default, "ipv4_lpm miss", 0, table.SetDefault, table.Entry{Action: 2, Data: []byte{}}},
		{api.Default, "nokey forward drop 02:00:00:00:00:02", 4, table.SetDefault, table.Entry{Action: 1, Data: unhex("01ff 020000000002")}},
		{api.Add, "dmac ff:ff:ff:ff:ff:ff 4095 drop", 1, table.Insert, table.Entry{Key: unhex("ffffffffffff 0fff"), Data: []byte{}}},
		{api.Add, "dmac meta.vrf=5 02:00:00:00:00:01 drop", 1, table.Insert, table.Entry{Key: unhex("020000000001 0005"), Data: []byte{}}},
		{api.Add, "acl 10.0.0.0/8 80 cpu mark 0x0102 priority=7", 2, table.Insert, table.Entry{
			Key: unhex("0a000000 0050 01fe"), Mask: unhex("ff000000 ffff 01ff"), Priority: 7, Action: 1, Data: unhex("00000000000000000102")}},
		{api.Add, "acl priority=2147483647 tcp.dport=0x50&&&0xf0 drop", 2, table.Insert, table.Entry{
			Key: unhex("00000000 0050 0000"), Mask: unhex("00000000 00f0 0000"), Priority: 2147483647, Data: []byte{}}},
		{api.Add, "acl 10.0.0.1&&&255.0.0.255 _ * drop priority=1", 2, table.Insert, table.Entry{
			Key: unhex("0a000001 0000 0000"), Mask: unhex("ff0000ff 0000 0000"), Priority: 1, Data: []byte{}}},
		// A word that is both a port and an action is a key by position …
		{api.Add, "acl * * drop drop priority=1", 2, table.Insert, table.Entry{
			Key: unhex("00000000 0000 01ff"), Mask: unhex("00000000 0000 01ff"), Priority: 1, Data: []byte{}}},
		// … and the action once keys go by name.
		{api.Add, "acl tcp.dport=80 ipv4.src=* drop priority=1", 2, table.Insert, table.Entry{
			Key: unhex("00000000 0050 0000"), Mask: unhex("00000000 ffff 0000"), Priority: 1, Data: []byte{}}},
		{api.Delete, "acl tcp.dport=80 priority=1", 2, table.Delete, table.Entry{
			Key: unhex("00000000 0050 0000"), Mask: unhex("00000000 ffff 0000"), Priority: 1}},
		{api.Add, "v6 1 2001:db8::/33 drop", 3, table.Insert, table.Entry{
			Key: unhex("0001 20010db8000000000000000000000000"), PrefixLen: 33, Data: []byte{}}},
	} {
		w := strings.Fields(x.line)
		got, err := c.Op(api.Op{Kind: x.kind, Table: w[0], Words: w[1:]})
		if err != nil {
			t.Errorf("%s %s: %v", x.kind, x.line, err)
			continue
		}
		want := []table.Op{{Kind: x.op, Table: x.table, Entry: x.want}}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s %s: (-want +got)\n%s", x.kind, x.line, d)
		}
	}
}

// TestRefusals has an example of every code of this package.
func TestRefusals(t *testing.T) {
	c := New(testProgram())
	for _, x := range []struct {
		kind api.Kind
		line string
		want string
	}{
		{api.Add, "ipv4_lmp 10.0.2.0/24 drop", `test has no table "ipv4_lmp"; did you mean "ipv4_lpm"? [unknown-table]`},
		{api.Add, "zz", `test has no table "zz"; known are ipv4_lpm, dmac, acl, v6, nokey [unknown-table]`},
		{"ad", "ipv4_lpm", `there is no operation "ad"; did you mean "add"? [bad-request]`},

		{api.Add, "ipv4_lpm 10.0.2.1/24 drop", `key ipv4.dst: 10.0.2.1/24 has bits set outside of what is matched; did you mean 10.0.2.0/24? [bad-prefix]`},
		{api.Add, "ipv4_lpm 10.0.2 drop", `key ipv4.dst: expected an IPv4 prefix such as 10.0.2.0/24, got "10.0.2" [bad-value]`},
		{api.Add, "ipv4_lpm 2001:db8::/32 drop", `key ipv4.dst: expected an IPv4 prefix such as 10.0.2.0/24, got "2001:db8::/32" [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.2.0/33 drop", `key ipv4.dst: a prefix length is 0 to 32, got "33" [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.2.0/ drop", `key ipv4.dst: a prefix length is 0 to 32, got "" [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.0.0&&&255.0.0.0 drop", `key ipv4.dst: expected a prefix such as 10.0.2.0/24, not a mask [bad-value]`},
		{api.Add, "ipv4_lpm 4294967296/32 drop", `key ipv4.dst: expected a number of 32 bits (0 to 4294967295), and "4294967296" does not fit [bad-value]`},
		{api.Add, "ipv4_lpm ipv4.dts=10.0.2.0/24 drop", `table ipv4_lpm has no key "ipv4.dts"; did you mean "ipv4.dst"? [unknown-key]`},
		{api.Add, "ipv4_lpm forward 1 02:00:00:00:00:02 10.0.2.0/24", `action forward takes 2 parameters, and "10.0.2.0/24" is one more [bad-entry]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 drop priority=1", `only entries of a table with ternary, range or optional keys have a priority [bad-priority]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forwrd 1 2", `table ipv4_lpm has no action "forwrd"; did you mean "forward"? [unknown-action]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 miss", `action miss can only be the default action of table ipv4_lpm [unknown-action]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24", `no action is given; table ipv4_lpm has forward, drop [missing-action]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward 1", `action forward needs parameter dmac, such as dmac=02:00:00:00:00:02 [missing-param]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward prt=1", `action forward has no parameter "prt"; did you mean "port"? [unknown-param]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 drop 1", `action drop takes no parameters, got "1" [bad-entry]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 drop x=1", `action drop takes no parameters, got "x" [unknown-param]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward port=1 port=2", `parameter port is given twice [bad-entry]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 ipv4.dst=10.0.3.0/24 drop", `key ipv4.dst is given twice [bad-entry]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward 512 1", `parameter port: expected a number of 9 bits (0 to 511), and "512" does not fit [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward eth0 1", `parameter port: expected a port: 0 to 509, cpu or drop, got "eth0" [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward 1 02:00:00:00:00", `parameter dmac: expected a MAC address such as 02:00:00:00:00:02, got "02:00:00:00:00" [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward 010 1", `parameter port: expected a port: 0 to 509, cpu or drop, got "010" [bad-value]`},
		{api.Add, "ipv4_lpm 10.0.2.0/24 forward -1 1", `parameter port: expected a port: 0 to 509, cpu or drop, got "-1" [bad-value]`},
		{api.Delete, "ipv4_lpm 10.0.2.0/24 drop", `delete takes the key and nothing else, got "drop" [bad-entry]`},
		{api.Default, "ipv4_lpm", `no action is given; table ipv4_lpm has forward, drop, miss [missing-action]`},
		{api.Default, "ipv4_lpm drop priority=1", `only entries of a table with ternary, range or optional keys have a priority [bad-priority]`},
		{api.Clear, "ipv4_lpm now", `clear takes a table and nothing else [bad-entry]`},

		{api.Add, "dmac 02:00:00:00:00:01 drop", `key meta.vrf is missing before action drop; it is written like 1 [missing-key]`},
		{api.Add, "dmac 02:00:00:00:00:01", `table dmac needs key meta.vrf, such as meta.vrf=1 [missing-key]`},
		{api.Add, "dmac eth.dst=02:00:00:00:00:01 drop", `table dmac needs key meta.vrf, such as meta.vrf=1 [missing-key]`},
		{api.Add, "dmac * 1 drop", `key eth.dst: expected a MAC address such as 02:00:00:00:00:02, got "*" [bad-value]`},
		{api.Add, "dmac 1 4096 drop", `key meta.vrf: expected a number of 12 bits (0 to 4095), and "4096" does not fit [bad-value]`},

		{api.Add, "acl * * * drop", `an entry of table acl needs a priority, such as priority=10; the larger wins [bad-priority]`},
		{api.Add, "acl * * * drop priority=0", `a priority is 1 to 2147483647, and the larger wins; got "0" [bad-priority]`},
		{api.Add, "acl * * * drop priority=1 priority=1", `priority is given twice [bad-entry]`},
		{api.Add, "acl 10.0.0.1&&&255.0.0.0 * * drop priority=1", `key ipv4.src: 10.0.0.1&&&255.0.0.0 has bits set outside of what is matched; did you mean 10.0.0.0&&&255.0.0.0? [bad-prefix]`},
		{api.Add, "acl 10.0.0.1&&&x * * drop priority=1", `key ipv4.src: mask: expected an IPv4 address such as 10.0.2.1, got "x" [bad-value]`},
		{api.Add, "acl * 80&&&65536 * drop priority=1", `key tcp.dport: mask: expected a number of 16 bits (0 to 65535), and "65536" does not fit [bad-value]`},
		{api.Add, "acl * * * mark 0x1ffffffffffffffffffff priority=1", `parameter tag: expected a number of 80 bits, decimal or 0x…, and "0x1ffffffffffffffffffff" does not fit [bad-value]`},

		{api.Add, "nokey drop", `table nokey has no key: only its default action can be set [bad-entry]`},
	} {
		w := strings.Fields(x.line)
		_, err := c.Op(api.Op{Kind: x.kind, Table: w[0], Words: w[1:]})
		if err == nil || err.Error() != x.want {
			t.Errorf("%s %s:\n got %v\nwant %s", x.kind, x.line, err, x.want)
		}
	}
}

func TestClear(t *testing.T) {
	c := New(testProgram())
	one, err := c.Op(api.Op{Kind: api.Clear, Table: "acl"})
	if d := cmp.Diff([]table.Op{{Kind: table.Clear, Table: 2}}, one); d != "" || err != nil {
		t.Errorf("%v %s", err, d)
	}
	all, err := c.Op(api.Op{Kind: api.Clear})
	if err != nil || len(all) != 5 || all[4].Table != 4 || all[4].Kind != table.Clear {
		t.Errorf("%v %v", all, err)
	}
}

func TestObjectRefusals(t *testing.T) {
	c := New(testProgram())
	one := api.Value("1")
	for want, op := range map[string]api.Op{
		`a default action has no match [bad-entry]`: {Kind: api.Default,
			Entry: &api.Entry{Table: "ipv4_lpm", DefaultAction: true, Match: map[string]api.Value{"ipv4.dst": "10.0.0.0/8"}, Action: "drop"}},
		`a default action can be set, not added, changed or deleted [bad-entry]`: {Kind: api.Add,
			Entry: &api.Entry{Table: "ipv4_lpm", DefaultAction: true, Action: "drop"}},
		`the step is for table "acl", its entry for "dmac" [bad-entry]`:                                                  {Kind: api.Add, Table: "acl", Entry: &api.Entry{Table: "dmac"}},
		`a step has words or an entry, not both [bad-entry]`:                                                             {Kind: api.Add, Words: []string{"x"}, Entry: &api.Entry{}},
		`no table is named; known are ipv4_lpm, dmac, acl, v6, nokey [unknown-table]`:                                    {Kind: api.Add, Entry: &api.Entry{}},
		`no action is given; table ipv4_lpm has forward, drop [missing-action]`:                                          {Kind: api.Add, Entry: &api.Entry{Table: "ipv4_lpm"}},
		`table ipv4_lpm has no key "dst"; known are ipv4.dst [unknown-key]`:                                              {Kind: api.Add, Entry: &api.Entry{Table: "ipv4_lpm", Match: map[string]api.Value{"dst": "1"}}},
		`only entries of a table with ternary, range or optional keys have a priority [bad-priority]`:                    {Kind: api.Add, Entry: &api.Entry{Table: "ipv4_lpm", Priority: &one}},
		`test has no table "` + strings.Repeat("x", 80) + `"…; known are ipv4_lpm, dmac, acl, v6, nokey [unknown-table]`: {Kind: api.Add, Table: strings.Repeat("x", 1000)},
	} {
		_, err := c.Op(op)
		var e *api.Error
		if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
