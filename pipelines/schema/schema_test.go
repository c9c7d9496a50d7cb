package schema_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/internal/arena"
	"up4/p4/front"
	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines"
	"up4/pipelines/schema"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// lowered reads a program, which must be right; text is its text, or nil to read the
// file.
func lowered(t *testing.T, path string, text []byte) (*ir.Program, *source.Set) {
	t.Helper()
	var opt front.Options
	if text != nil {
		opt.Read = func(name string) ([]byte, error) {
			if name != path {
				return nil, os.ErrNotExist
			}
			return text, nil
		}
	}
	u := front.Check(path, opt)
	p, err := u.Lower("")
	if p == nil || err != nil {
		var b strings.Builder
		_ = u.Diags.Write(&b, u.Set)
		t.Fatalf("%s: %v\n%s", path, err, b.String())
	}
	return p, u.Set
}

// of describes a program that has a description.
func of(t *testing.T, p *ir.Program, set *source.Set, o schema.Origin) *schema.Schema {
	t.Helper()
	var diags source.List
	s := schema.Of(p, o, &diags)
	if s == nil || len(diags.All) > 0 {
		var b strings.Builder
		_ = diags.Write(&b, set)
		t.Fatalf("%s", b.String())
	}
	return s
}

// specs makes the tables of a program and adds its entries.
func specs(p *pipelines.Program) error {
	a, err := arena.New(12 << 20)
	if err != nil {
		return err
	}
	defer a.Close()
	s, err := table.NewStore(a, 8<<20, p.Specs())
	if err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	var ops []table.Op
	for i, t := range p.Tables {
		for _, e := range t.Entries {
			ops = append(ops, table.Op{Kind: table.Insert, Table: i, Entry: e})
		}
	}
	if len(ops) > 0 {
		if _, err := s.Apply(ops); err != nil {
			return fmt.Errorf("add entries: %w", err)
		}
	}
	return nil
}

var (
	noAction   = pipelines.Action{Name: "NoAction", Full: "NoAction", DefaultOnly: true}
	memberOf   = pipelines.Action{Name: "$member", Full: "$member", Params: []pipelines.Param{{Name: "member", Bits: 32}}}
	groupOf    = pipelines.Action{Name: "$group", Full: "$group", Params: []pipelines.Param{{Name: "group", Bits: 32}}}
	dropAction = pipelines.Action{Name: "drop", Full: "MyIngress.drop"}
	forward    = pipelines.Action{Name: "forward", Full: "MyIngress.forward", Params: []pipelines.Param{
		{Name: "to", Bits: 9, Type: pipelines.Port}, {Name: "dmac", Bits: 48, Type: pipelines.MAC},
	}}
)

func key(name, full string, bits int, m table.Match, typ pipelines.Type) pipelines.Key {
	return pipelines.Key{Name: name, Full: full, Bits: bits, Match: m, Type: typ}
}

// wantTables is the tables of testdata/all.p4, but for the actions of those that have
// one for each number of members or replicas.
func wantTables() []pipelines.Table {
	return []pipelines.Table{
		{
			Name: "MyIngress.route", Full: "MyIngress.route",
			Keys:    []pipelines.Key{key("ipv4.dst", "hdr.ipv4.dst", 32, table.LPM, pipelines.IPv4)},
			Actions: []pipelines.Action{forward, dropAction, noAction},
			Size:    512, Default: "forward", DefaultData: []byte{1, 0xff, 2, 0, 0, 0, 0, 1}, ConstDefault: true,
			Counter: 4, Meter: 5,
		},
		{
			Name: "classify", Full: "MyIngress.classify",
			Keys: []pipelines.Key{
				key("ethernet.etherType", "hdr.ethernet.etherType", 16, table.Ternary, pipelines.Number),
				key("ipv4.$valid$", "hdr.ipv4.$valid$", 1, table.Exact, pipelines.Number),
				key("inner.vlan", "meta.inner.vlan", 12, table.Range, pipelines.Number),
				key("meta.kind", "meta.kind", 8, table.Optional, pipelines.Number),
				key("ipv4.dst", "hdr.ipv4.dst", 32, table.LPM, pipelines.IPv4),
			},
			Actions: []pipelines.Action{
				// where and bound are the list's.
				{Name: "note", Full: "MyIngress.note", Params: []pipelines.Param{
					{Name: "port", Bits: 9, Type: pipelines.Port}, {Name: "delta", Bits: 12}, {Name: "colour", Bits: 32},
				}},
				dropAction,
			},
			Size: 1024, Default: "drop",
			// The first of three has the highest priority. A range has its ends for
			// value and mask.
			Entries: []table.Entry{
				{
					Key: []byte{8, 0, 1, 0, 100, 7, 10, 0, 0, 0}, Mask: []byte{0xff, 0, 1, 0, 200, 0xff, 0xff, 0, 0, 0},
					Priority: 3, Data: []byte{1, 0xfe, 0xf, 0xff, 0, 0, 0, 2},
				},
				{Key: []byte{0, 0, 0, 0, 5, 0, 0, 0, 0, 0}, Mask: []byte{0, 0, 1, 0, 5, 0, 0, 0, 0, 0}, Priority: 2, Action: 1},
				{
					Key: []byte{0, 0, 0, 0, 5, 0, 0, 0, 0, 0}, Mask: []byte{0, 0, 1, 0, 5, 0, 0, 0, 0, 0},
					Priority: 1, Data: []byte{0, 1, 0, 1, 0, 0, 0, 0},
				},
			},
			ConstEntries: true, Counter: -1, Meter: -1,
		},
		{
			Name: "balance", Full: "MyIngress.balance",
			Keys:    []pipelines.Key{key("ipv4.dst", "hdr.ipv4.dst", 32, table.Exact, pipelines.IPv4)},
			Actions: []pipelines.Action{forward, dropAction, noAction, memberOf, groupOf},
			Size:    100, Default: "NoAction", Profile: 6, Counter: -1, Meter: -1,
		},
		{
			Name: "choose", Full: "MyIngress.choose",
			Keys: []pipelines.Key{
				key("meta.colour", "meta.colour", 32, table.Exact, pipelines.Number),
				key("meta.target", "meta.target", 32, table.Exact, pipelines.IPv4), // by @format
				key("meta.delta", "meta.delta", 12, table.Exact, pipelines.Number),
				key("meta.to", "meta.to", 9, table.Exact, pipelines.Port), // by its type
			},
			Actions: []pipelines.Action{dropAction, memberOf, groupOf},
			Size:    1024, Default: "drop", Profile: 5, Counter: -1, Meter: -1,
		},
		{
			Name: "MyEgress.route", Full: "MyEgress.route",
			Keys:    []pipelines.Key{key("standard_metadata.egress_port", "standard_metadata.egress_port", 9, table.Exact, pipelines.Port)},
			Actions: []pipelines.Action{{Name: "NoAction", Full: "NoAction"}},
			Size:    1024, Default: "NoAction",
			Entries:      []table.Entry{{Key: []byte{0, 3}}, {Key: []byte{0, 4}}}, // the second one never matches
			ConstEntries: true, Counter: -1, Meter: -1,
		},
		{
			Name: "$members.plain", Full: "$members.MyIngress.plain", Is: pipelines.Members,
			Keys: []pipelines.Key{key("member", "member", 32, table.Exact, pipelines.Number)}, Actions: []pipelines.Action{dropAction},
			Size: 64, Default: "drop", ConstDefault: true, Counter: -1, Meter: -1,
		},
		{
			Name: "$members.ecmp", Full: "$members.MyIngress.ecmp", Is: pipelines.Members,
			Keys: []pipelines.Key{key("member", "member", 32, table.Exact, pipelines.Number)}, Actions: []pipelines.Action{forward, dropAction, noAction},
			Size: 128, Default: "forward", ConstDefault: true, Groups: 7, Hash: "crc16", Counter: -1, Meter: -1,
		},
		{
			Name: "$groups.ecmp", Full: "$groups.MyIngress.ecmp", Is: pipelines.Groups,
			Keys: []pipelines.Key{key("group", "group", 32, table.Exact, pipelines.Number)},
			Size: 128, Default: "0", ConstDefault: true, Counter: -1, Meter: -1,
		},
		{
			Name: "$set.pvs", Full: "$set.MyParser.pvs", Is: pipelines.Set,
			Keys: []pipelines.Key{
				key("etherType", "etherType", 16, table.Ternary, pipelines.Number),
				key("low", "low", 7, table.Range, pipelines.Number),
			},
			Actions: []pipelines.Action{{Name: "$in", Full: "$in"}},
			Size:    4, Default: "$in", ConstDefault: true, Counter: -1, Meter: -1,
		},
		{
			Name: "$sessions", Full: "$sessions", Is: pipelines.Sessions,
			Keys: []pipelines.Key{key("session", "session", 16, table.Exact, pipelines.Number)},
			Size: 1024, Default: "0", ConstDefault: true, Counter: -1, Meter: -1,
		},
	}
}

// A program with everything, and what it is written down as by hand.
func TestAll(t *testing.T) {
	p, set := lowered(t, "testdata/all.p4", nil)
	s := of(t, p, set, schema.Origin{Name: "all", Source: "testdata/all.p4", SHA256: "00ff"})
	got := *s.Program
	groups, sessions := got.Tables[7].Actions, got.Tables[9].Actions
	got.Tables[7].Actions, got.Tables[9].Actions = nil, nil
	want := pipelines.Program{
		Name: "all", Source: "testdata/all.p4", SHA256: "00ff", Arch: "v1model",
		Tables: wantTables(),
		Arrays: []state.Array{
			{Name: "MyIngress.seen", Kind: state.Counter, Unit: state.Both, Size: 16, Table: -1},
			{Name: "MyIngress.rate", Kind: state.Meter, Unit: state.Bytes, Size: 8, Table: -1},
			{Name: "MyIngress.last", Kind: state.Register, Size: 32, Bits: 12, Signed: true, Table: -1},
			{Name: "MyIngress.states", Kind: state.Register, Size: 5, Bits: 13, Table: -1},
			{Name: "MyIngress.route_hits", Kind: state.Counter, Unit: state.Bytes, Size: 512, Table: 0},
			{Name: "MyIngress.route_rate", Kind: state.Meter, Unit: state.Packets, Size: 512, Table: 0},
		},
		Digests: []pipelines.Digest{
			{Name: "learn_t", Fields: []pipelines.Param{
				{Name: "mac", Bits: 48, Type: pipelines.MAC}, {Name: "port", Bits: 9, Type: pipelines.Port},
				{Name: "inner.vlan", Bits: 12}, {Name: "inner.up", Bits: 1},
			}},
			{Name: "digest_1", Fields: []pipelines.Param{{Name: "f0", Bits: 8}, {Name: "f1", Bits: 1}}},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if n := len(groups); n != 257 {
		t.Errorf("%d sizes of groups, want 0 to 256", n)
	}
	for n, a := range groups {
		if len(a.Params) != n || a.Name != fmt.Sprint(n) || n > 0 && a.Params[n-1].Bits != 32 {
			t.Errorf("a group of %d: %+v", n, a)
		}
	}
	if n := len(sessions); n != 17 {
		t.Errorf("%d sizes of sessions, want 0 to 16", n)
	}
	for n, a := range sessions {
		bits := 0
		for _, q := range a.Params {
			bits += q.Bits
		}
		if a.Name != fmt.Sprint(n) || bits != 8*(2+4*n) || a.Params[0].Name != "length" {
			t.Errorf("a session of %d: %+v", n, a)
		}
	}
	indices(t, p, s)
}

// indices checks what is where in the description of testdata/all.p4.
func indices(t *testing.T, p *ir.Program, s *schema.Schema) {
	t.Helper()
	for x, i := range s.Tables {
		if got := s.Program.Tables[i].Full; got != x.Name || p.Tables[i] != x {
			t.Errorf("%s is %s", x.Name, got)
		}
	}
	for o, i := range s.Arrays {
		if got := s.Program.Arrays[i].Name; got != o.Name {
			t.Errorf("%s is %s", o.Name, got)
		}
	}
	for o, i := range s.Members {
		if got := s.Program.Tables[i].Full; got != "$members."+o.Name {
			t.Errorf("%s is %s", o.Name, got)
		}
	}
	if len(s.Tables) != 5 || len(s.Arrays) != 6 || len(s.Members) != 2 || len(s.Sets) != 1 || s.Sets[p.Sets[0]] != 8 || s.Sessions != 9 {
		t.Errorf("%v %v %v %v %d", s.Tables, s.Arrays, s.Members, s.Sets, s.Sessions)
	}
	balance := p.Tables[2]
	if d := cmp.Diff([]int{0}, s.Keys[balance]); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{1, 2}, s.Selectors[balance]); d != "" {
		t.Error(d)
	}
	var sent []int
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(*ir.CallExtern); ok && c.Name == "digest" {
					sent = append(sent, s.Digest(c))
				} else if ok && s.Digest(c) != -1 {
					t.Errorf("%s sends a digest", c.Name)
				}
			}
		}
	}
	if d := cmp.Diff([]int{0, 1, 0}, sent); d != "" {
		t.Error(d)
	}
}

// The programs that come with up4.
func TestShipped(t *testing.T) {
	act := func(control, name string, params ...pipelines.Param) pipelines.Action {
		return pipelines.Action{Name: name, Full: control + "." + name, Params: params}
	}
	port := pipelines.Param{Name: "port", Bits: 9, Type: pipelines.Port}
	for name, want := range map[string]pipelines.Table{
		"l3fwd": {
			Name: "ipv4_lpm", Full: "L3Ingress.ipv4_lpm",
			Keys: []pipelines.Key{key("ipv4.dst", "hdr.ipv4.dst", 32, table.LPM, pipelines.IPv4)},
			Actions: []pipelines.Action{
				act("L3Ingress", "forward", port, pipelines.Param{Name: "dmac", Bits: 48, Type: pipelines.MAC}),
				act("L3Ingress", "punt"), act("L3Ingress", "drop"),
			},
			Size: 131072, Default: "drop", Counter: 0, Meter: -1,
		},
		"l2fwd": {
			Name: "dmac", Full: "L2Ingress.dmac",
			Keys: []pipelines.Key{key("ethernet.dst", "hdr.ethernet.dst", 48, table.Exact, pipelines.MAC)},
			Actions: []pipelines.Action{
				act("L2Ingress", "forward", port), act("L2Ingress", "flood"), act("L2Ingress", "punt"), act("L2Ingress", "drop"),
			},
			Size: 131072, Default: "flood", Counter: 0, Meter: -1,
		},
	} {
		p, set := lowered(t, "../../p4/programs/"+name+"/"+name+".p4", nil)
		s := of(t, p, set, schema.Origin{Name: name, Arch: "v1model"})
		if n := len(s.Program.Tables); n != 2 || s.Sessions != 1 {
			t.Errorf("%s: %d tables", name, n)
		}
		if d := cmp.Diff(want, s.Program.Tables[0]); d != "" {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
		if len(s.Program.Arrays) != 1 || s.Program.Arrays[0].Table != 0 {
			t.Errorf("%s: %+v", name, s.Program.Arrays)
		}
	}
}
