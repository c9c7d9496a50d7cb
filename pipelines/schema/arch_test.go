package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/pipelines"
	"up4/pipelines/schema"
	"up4/pipelines/state"
)

// The externs of PSA, and of PNA with its prefix.
func TestPortable(t *testing.T) {
	for name, pkg := range map[string]string{"psa": "PSA_Switch", "pna": "PNA_NIC"} {
		p, set := lowered(t, "p.p4", []byte(`match_kind { exact, selector } error { NoError } action NoAction() {}
control C();
package `+pkg+`(C c);
enum Hash { IDENTITY, CRC32 }
enum Units { PACKETS, BYTES, PACKETS_AND_BYTES }
enum Rate { PACKETS, BYTES }
extern ActionSelector { ActionSelector(Hash algo, bit<32> size, bit<32> outputWidth); }
extern Counter<W, S> { Counter(bit<32> n_counters, Units type); void count(in S index); }
extern DirectCounter<W> { DirectCounter(Units type); }
extern Meter<S> { Meter(bit<32> n_meters, Rate type); void execute(in S index); }
extern DirectMeter { DirectMeter(Rate type); }
extern Register<T, S> { Register(bit<32> size); void write(in S index, in T value); }
extern Digest<T> { Digest(); void pack(in T data); }
struct pair { @name("sure") bool yes; bit<7> n; }
control c() {
    ActionSelector(Hash.CRC32, 20, 16) groups;
    DirectCounter<bit<64>>(Units.PACKETS_AND_BYTES) hits;
    Counter<bit<32>, bit<8>>(10, Units.BYTES) seen;
    DirectMeter(Rate.BYTES) pace;
    Meter<bit<8>>(11, Rate.PACKETS) rate;
    Register<pair, bit<8>>(12) kept;
    Digest<pair>() one;
    Digest<bit<9>>() two;
    bit<8> x = 1; bit<16> y = 2; pair z = { true, 3 };
    table t {
        key = { y : selector; x : exact; }
        actions = { NoAction; }
        `+name+`_implementation = groups;
        `+name+`_direct_counter = hits;
        `+name+`_direct_meter = pace;
    }
    apply { t.apply(); seen.count(1); rate.execute(1); kept.write(0, z); one.pack(z); two.pack(9); }
}
`+pkg+`(c()) main;
`))
		s := of(t, p, set, schema.Origin{Name: "p"})
		got := s.Program
		if got.Arch != name || s.Sessions != -1 || len(got.Tables) != 3 {
			t.Fatalf("%s: %+v", name, got)
		}
		if d := cmp.Diff([]state.Array{
			{Name: "c.seen", Kind: state.Counter, Unit: state.Bytes, Size: 10, Table: -1},
			{Name: "c.rate", Kind: state.Meter, Unit: state.Packets, Size: 11, Table: -1},
			{Name: "c.kept", Kind: state.Register, Size: 12, Bits: 8, Table: -1},
			{Name: "c.hits", Kind: state.Counter, Unit: state.Both, Size: 1024, Table: 0},
			{Name: "c.pace", Kind: state.Meter, Unit: state.Bytes, Size: 1024, Table: 0},
		}, got.Arrays); d != "" {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
		if d := cmp.Diff([]pipelines.Digest{
			{Name: "c.one", Fields: []pipelines.Param{{Name: "sure", Bits: 1}, {Name: "n", Bits: 7}}},
			{Name: "c.two", Fields: []pipelines.Param{{Name: "value", Bits: 9}}},
		}, got.Digests); d != "" {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
		if d := cmp.Diff([]int{1}, s.Keys[p.Tables[0]]); d != "" {
			t.Error(d)
		}
		main, members := got.Tables[0], got.Tables[1]
		if main.Counter != 3 || main.Meter != 4 || main.Profile != 1 || len(main.Keys) != 1 {
			t.Errorf("%s: %+v", name, main)
		}
		if members.Is != pipelines.Members || members.Hash != "CRC32" || members.Size != 20 || members.Groups != 2 || got.Tables[2].Is != pipelines.Groups {
			t.Errorf("%s: %+v", name, members)
		}
	}
}

// Those for the kernel: a table's size may stand in what is behind it.
func TestKernel(t *testing.T) {
	p, set := lowered(t, "p.p4", []byte(`match_kind { exact } error { NoError } action NoAction() {}
control C();
package ebpfFilter(C c);
extern CounterArray { CounterArray(bit<32> max_index, bool sparse); void increment(in bit<32> index); }
extern hash_table { hash_table(bit<32> size); }
control c() {
    CounterArray(32w16, true) seen;
    bit<8> x = 1;
    table t { key = { x : exact; } actions = { NoAction; } implementation = hash_table(64); }
    table u { key = { x : exact; } actions = { NoAction; } implementation = hash_table(64); size = 5; }
    apply { t.apply(); u.apply(); seen.increment(1); }
}
ebpfFilter(c()) main;
`))
	s := of(t, p, set, schema.Origin{Name: "p"}).Program
	if s.Arch != "ebpf" || len(s.Tables) != 2 || s.Tables[0].Size != 64 || s.Tables[1].Size != 5 || s.Tables[0].Profile != 0 {
		t.Errorf("%+v", s)
	}
	if d := cmp.Diff([]state.Array{{Name: "c.seen", Kind: state.Counter, Unit: state.Packets, Size: 16, Table: -1}}, s.Arrays); d != "" {
		t.Error(d)
	}
	p, set = lowered(t, "p.p4", []byte(`match_kind { exact } error { NoError } action NoAction() {}
control C();
package ubpf(C c);
extern Register<T, S> { Register(bit<32> size); T read(in S index); }
control c() {
    Register<bit<48>, bit<32>>(3) kept;
    apply { kept.read(1); }
}
ubpf(c()) main;
`))
	s = of(t, p, set, schema.Origin{Name: "p"}).Program
	if d := cmp.Diff([]state.Array{{Name: "c.kept", Kind: state.Register, Size: 3, Bits: 48, Table: -1}}, s.Arrays); d != "" || s.Arch != "ubpf" {
		t.Error(s.Arch, d)
	}
}

// An action profile without tables is there, but nothing can be a member of it; one
// made in a table's property is named after that.
func TestProfiles(t *testing.T) {
	p, set := lowered(t, "p.p4", []byte(`match_kind { exact } error { NoError } action NoAction() {}
control C();
package V1Switch(C c);
extern action_profile { action_profile(bit<32> size); }
bit<8> f(in bit<8> x) { if (x == 0) { return 1; } return x; }
control c() {
    action_profile(4) unused;
    bit<8> x = 1;
    action a(in bit<8> y, bit<8> z) {}
    table t { key = { x : exact; } actions = { a(f(x)); } default_action = a(f(x), 3); @name(".ap") implementation = action_profile(8); }
    apply { t.apply(); }
}
V1Switch(c()) main;
`))
	s := of(t, p, set, schema.Origin{Name: "p"}).Program
	got := map[string]int{}
	for _, x := range s.Tables {
		got[x.Full] = x.Size
	}
	if d := cmp.Diff(map[string]int{"c.t": 1024, "$members.c.unused": 4, "$members.ap": 8, "$sessions": 1024}, got); d != "" {
		t.Error(d)
	}
	// Lowering wraps the action, since its argument takes instructions.
	if d := cmp.Diff(pipelines.Action{Name: "a", Full: "c.a", Params: []pipelines.Param{{Name: "z", Bits: 8}}}, s.Tables[0].Actions[0]); d != "" {
		t.Error(d)
	}
	for _, x := range s.Tables {
		if x.Full == "$members.c.unused" && (len(x.Actions) != 1 || !x.Actions[0].DefaultOnly) {
			t.Errorf("%+v", x)
		}
	}
	if err := specs(s); err != nil {
		t.Error(err)
	}
}
