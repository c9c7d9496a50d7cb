package stf

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func runScript(t *testing.T, d *fake, o Options, text string) *Report {
	t.Helper()
	s, err := Parse("x.stf", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Run(s, d, o)
}

// TestMatching has a script for each rule, held and broken. The packets say themselves
// what comes out: 0301aa is a copy aa of one byte out of port 3.
func TestMatching(t *testing.T) {
	cases := []struct {
		name, script string
		want         []string // the lines, kinds and messages of the failures
	}{
		{"nothing", "", nil},
		{"prefix", "packet 0 0302aabb\nexpect 3 aa", nil},
		{"prefix of half a byte", "packet 0 0302aabb\nexpect 3 aab", nil},
		{"wrong half byte", "packet 0 0302aabb\nexpect 3 aac",
			[]string{"2:1 differs: packet 1 of port 3, which came of line 1, differs in byte 1"}},
		{"exact", "packet 0 0302aabb\nexpect 3 AABB$", nil},
		{"too long", "packet 0 0302aabb\nexpect 3 aa$",
			[]string{"2:1 differs: packet 1 of port 3, which came of line 1, is longer than the 1 bytes expected"}},
		{"too short", "packet 0 0302aabb\nexpect 3 aabbcc",
			[]string{"2:1 differs: packet 1 of port 3, which came of line 1, ends too early, after 2 bytes"}},
		{"too short for a star", "packet 0 0302aabb\nexpect 3 aabb**",
			[]string{"2:1 differs: packet 1 of port 3, which came of line 1, ends too early, after 2 bytes"}},
		{"stars", "packet 0 0302aabb\nexpect 3 *a b*$", nil},
		{"star for one digit", "packet 0 0302aabb\nexpect 3 *abc",
			[]string{"2:1 differs: packet 1 of port 3, which came of line 1, differs in byte 1"}},
		{"empty", "packet 0 0300\nexpect 3 $", nil},
		{"not empty", "packet 0 0301aa\nexpect 3 $",
			[]string{"2:1 differs: packet 1 of port 3, which came of line 1, is longer than the 0 bytes expected"}},
		{"any", "packet 0 0301aa\nexpect 3", nil},
		{"any is one", "packet 0 0301aa0301aa\nexpect 3",
			[]string{"1:1 unexpected: more packets than expected came out: port 3 emitted 2 packets of 1"}},
		{"any must come", "packet 0 00\nexpect 3",
			[]string{"2:1 missing: the packet did not come: port 3 emitted 0 packets of 1"}},
		{"expect before packet", "expect 3 aa\npacket 0 0301aa", nil},
		{"order", "packet 0 0301aa0301bb\nexpect 3 aa\nexpect 3 bb", nil},
		{"wrong order", "packet 0 0301aa0301bb\nexpect 3 bb\nexpect 3 aa", []string{
			"2:1 differs: packet 1 of port 3, which came of line 1, differs in byte 0",
			"3:1 differs: packet 2 of port 3, which came of line 1, differs in byte 0"}},
		{"order of ports is free", "packet 0 0401aa0301bb\nexpect 3 bb\nexpect 4 aa", nil},
		{"too many", "packet 0 0301aa\npacket 0 0301bb\nexpect 3 aa",
			[]string{"2:1 unexpected: more packets than expected came out: port 3 emitted 2 packets of 1"}},
		{"too few", "packet 0 0301aa\nexpect 3 aa\nexpect 3 aa",
			[]string{"3:1 missing: the packet did not come: port 3 emitted 1 packets of 2"}},
		{"named without expect", "packet 0 0001aa",
			[]string{"1:1 unexpected: a packet came out of port 0, where none is expected"}},
		{"not named", "packet 0 0301aa\nexpect 0 aa", []string{
			"1:1 unexpected: a packet came out of port 3, where none is expected",
			"2:1 missing: the packet did not come: port 0 emitted 0 packets of 1"}},
		{"no_packet", "packet 0 0301aa\npacket 0 00\nno_packet\nexpect 3 aa", nil},
		{"no_packet is of one packet", "packet 0 00\nno_packet\npacket 0 0301aa\nexpect 3 aa", nil},
		{"no_packet broken", "packet 0 0301aa0401bb\nwait\nno_packet", []string{
			"3:1 unexpected: the packet of line 1 came out of port 3",
			"3:1 unexpected: the packet of line 1 came out of port 4"}},
		{"raw", "packet 5 00\nexpect 3 $", []string{"2:1 missing: the packet did not come: port 3 emitted 0 packets of 1"}},

		{"digest", "packet 0 dd0102\nexpect_digest d x:1 y:0x0*", nil},
		{"digest by full name", "packet 0 dd0102\nexpect_digest c.d", nil},
		{"no digest", "packet 0 00\nexpect_digest d x:1", []string{"2:1 missing: the digest did not come: 0 came of 1"}},
		{"digest of other name", "packet 0 dd0102\nexpect_digest e", []string{"2:1 missing: the digest did not come: 0 came of 1"}},
		{"digest differs", "packet 0 dd0102\nexpect_digest d y:1", []string{"2:1 differs: the digest's field y is 0x2"}},
		{"digest order", "packet 0 dd0102\npacket 0 dd0103\nexpect_digest d y:2\nexpect_digest d y:3", nil},
		{"digest wrong order", "packet 0 dd0102\npacket 0 dd0103\nexpect_digest d y:3\nexpect_digest d", []string{"3:1 differs: the digest's field y is 0x2"}},
		{"more digests", "packet 0 dd0102\npacket 0 dd0103\nexpect_digest d y:2", []string{"3:1 unexpected: more digests came: 2 came of 1"}},
		{"digest field", "packet 0 dd0102\nexpect_digest d zzzzzz:2", []string{"2:1 differs: there is no zzzzzz"}},
		{"digests are free", "packet 0 dd0102", nil},
	}
	for _, c := range cases {
		r := runScript(t, newFake(), Options{}, c.script)
		var got []string
		for _, f := range r.Failures {
			got = append(got, f.At.String()+" "+f.Kind.String()+": "+f.Msg)
		}
		if !slices.Equal(got, c.want) || r.Passed() != (c.want == nil) || r.Stopped {
			t.Errorf("%s: got\n\t%s\nwant\n\t%s", c.name, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
	}
}

func TestIgnoreUnnamed(t *testing.T) {
	r := runScript(t, newFake(), Options{IgnoreUnnamed: true}, "packet 0 0301aa0001bb")
	if len(r.Failures) != 1 || r.Failures[0].Port != 0 {
		t.Errorf("want a failure for port 0 alone:\n%s", r)
	}
	if len(r.Ports) != 2 || r.Ports[0].Port != 0 || !r.Ports[0].Named || r.Ports[1].Port != 3 || r.Ports[1].Named {
		t.Errorf("ports %+v", r.Ports)
	}
}

func TestReport(t *testing.T) {
	r := runScript(t, newFake(), Options{}, "packet 7 0401aa03050011223344\npacket 7 0301bb\n\nexpect 3 00112* 43 44 $\n expect 3 bb\nexpect 5 0a**")
	want := "x.stf:1:1: packet 7 0401aa03 05001122 3344: a packet came out of port 4, where none is expected\n" +
		"\tgot      aa\n" +
		"x.stf:4:1: expect 3 00112*43 44 $: packet 1 of port 3, which came of line 1, differs in byte 3\n" +
		"\texpected 00112*43 44$\n" +
		"\tgot      00112233 44\n" +
		"\t               ^\n" +
		"x.stf:6:1: expect 5 0a**: the packet did not come: port 5 emitted 0 packets of 1\n" +
		"\texpected 0a**\n"
	if r.String() != want {
		t.Errorf("got\n%s\nwant\n%s", r, want)
	}
	type port struct {
		port     uint32
		expected int
		arrivals string
	}
	var got []port
	for _, p := range r.Ports {
		var all []string
		for _, a := range p.Arrivals {
			all = append(all, strings.Join([]string{a.Cause.String(), string(rune('0' + a.Order)), output{Output: Output{Data: a.Data}}.hex()}, " "))
		}
		got = append(got, port{p.Port, p.Expected, strings.Join(all, ", ")})
	}
	if want := []port{{3, 2, "1:1 1 0011223344, 2:1 2 bb"}, {4, 0, "1:1 0 aa"}, {5, 1, ""}, {7, 0, ""}}; !slices.Equal(got, want) {
		t.Errorf("ports %v, want %v", got, want)
	}
	// The mark stands below the first digit that differs, with the spaces between groups.
	f := Failure{At: Position{1, 1}, Statement: "s", Msg: "m", Expected: "00112233445", Got: "00112233495", Digit: 9}
	if want := "n:1:1: s: m\n\texpected 00112233 445\n\tgot      00112233 495\n\t                   ^\n"; f.Text("n") != want {
		t.Errorf("got\n%s\nwant\n%s", f.Text("n"), want)
	}
}

// TestCalls has what the device is told for each statement.
func TestCalls(t *testing.T) {
	d := newFake()
	r := runScript(t, d, Options{}, `
add t 5 k:1 a(x:2) = E
add t k:0x1* member(7)
setdefault t a()
member_add p 7 a(x:1)
group_add s 1 7 8
value_set_add v 1 2..3
remove $E
remove all
packet 1 00
wait
wait 1500
mc_mgrp_create 3
mirroring_add_mc 8 3
mc_node_create 400 9 6 9
mc_node_create 401 7
mc_node_associate 3 1
mc_node_associate 3 0
mirroring_get 8
mc_node_update 1 5
mirroring_delete 8
mc_node_update 1 4
mirroring_add 5 2 64
meter_set_rates m 2 0.000005:4 0.00002:5
meter_array_set_rates m 0.000006:7 0.00008:9
register_reset r
`)
	if !r.Passed() {
		t.Fatal(r)
	}
	want := []string{
		"add t 5 k:0x1 a(x:0x2)",
		"add t k:0x1* member(7)",
		"default t a()",
		"member p 7 a(x:0x1)",
		"group s 1 [7 8]",
		"set v [0x1 0x2..0x3]",
		"remove t 5 k:0x1 a(x:0x2)",
		"remove all",
		"packet 1 00",
		"wait 1500",
		"multicast 3 []",
		"session 8 {[] 0}",
		"multicast 3 [{7 401}]",
		"session 8 {[{7 401}] 0}",
		"multicast 3 [{7 401} {6 400} {9 400}]",
		"session 8 {[{7 401} {6 400} {9 400}] 0}",
		"multicast 3 [{5 401} {6 400} {9 400}]",
		"session 8 {[{5 401} {6 400} {9 400}] 0}",
		"no session 8",
		"multicast 3 [{4 401} {6 400} {9 400}]",
		"session 5 {[{2 0}] 64}",
		"set meter m(2) 5:4 20:5",
		"set meter m(*) 6:7 80:9",
		"reset register r",
	}
	if !slices.Equal(d.calls, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(d.calls, "\n"), strings.Join(want, "\n"))
	}
}

// TestState has checks of state that hold and, marked by !, that do not.
func TestState(t *testing.T) {
	script := `add t k:1 a() = E
counter_write c 1 2 128
counter_write dc $E 3 9
register_write r 4 0x1ffffffffffffffff
meter_set m 0 5:6 7:8
check_counter c(1) packets == 2
check_counter c(1) packets == 3 !
check_counter c(1) bytes == 128
check_counter c(1) bytes 2 !
check_counter c(1) != 3
check_counter c(1) != 2 !
check_counter c(1) < 3
check_counter c(1) < 2 !
check_counter c(1) <= 2
check_counter c(1) <= 1 !
check_counter c(1) > 1
check_counter c(1) > 2 !
check_counter c(1) >= 2
check_counter c(1) >= 3 !
check_counter c(0) 0
check_counter dc(E) packets == 3
check_counter dc($E) bytes == 8 !
register_read r 4 0x1ffffffffffffffff
register_read r 4 == 1 !
register_read r 4 > 0xffffffffffffffff
register_read r 3 0
meter_read m 0 5:6 7:8
meter_read m 0 5:6 7:9 !
mirroring_get 1 !
mirroring_add 1 2
mirroring_get 1
check_counter dc(E)
register_read r 4
meter_get_rates m 0
`
	var lines []string
	for _, l := range strings.Split(script, "\n") {
		lines = append(lines, strings.TrimSuffix(l, " !"))
	}
	r := runScript(t, newFake(), Options{}, strings.Join(lines, "\n"))
	failed := map[int]Failure{}
	for _, f := range r.Failures {
		failed[f.At.Line] = f
		if f.Kind != Unequal {
			t.Errorf("line %d is %s", f.At.Line, f.Kind)
		}
	}
	for i, l := range strings.Split(script, "\n") {
		if _, is := failed[i+1]; is != strings.HasSuffix(l, "!") {
			t.Errorf("%s: fails: %t", l, is)
		}
	}
	if f := failed[7]; f.Expected != "packets == 3" || f.Got != "packets 2" {
		t.Errorf("%+v", f)
	}
	if f := failed[28]; f.Expected != "5:6 7:9" || f.Got != "5:6 7:8" {
		t.Errorf("%+v", f)
	}
	want := []Read{
		{Position{32, 1}, "counter dc($E)", "3 packets, 9 bytes"},
		{Position{33, 1}, "register r[4]", "0x1ffffffffffffffff"},
		{Position{34, 1}, "meter m(0)", "5:6 7:8"},
	}
	if !slices.Equal(r.Reads, want) {
		t.Errorf("reads %v, want %v", r.Reads, want)
	}
}

// TestRefused has statements that cannot run. Nothing after them does, and only they
// are told of.
func TestRefused(t *testing.T) {
	for line, want := range map[string]string{
		"add bad a()":                  "refused by the fake",
		"setdefault bad a()":           "refused by the fake",
		"member_add bad 1 a()":         "refused by the fake",
		"group_add bad 1":              "refused by the fake",
		"value_set_add bad 1":          "refused by the fake",
		"packet 0 ff":                  "refused by the fake",
		"check_counter bad(1)":         "refused by the fake",
		"counter_write bad 1 1 1":      "refused by the fake",
		"counter_write c $X 1 1":       "no entry with the ID X is in a table",
		"register_read bad 1":          "refused by the fake",
		"register_write bad 1 1":       "refused by the fake",
		"register_reset bad":           "refused by the fake",
		"meter_read bad 1":             "refused by the fake",
		"meter_read m $X":              "no entry with the ID X is in a table",
		"meter_set bad 1 1:1 1:1":      "refused by the fake",
		"meter_set m $X 1:1 1:1":       "no entry with the ID X is in a table",
		"check_counter c(X)":           "no entry with the ID X is in a table",
		"remove $X":                    "no entry with the ID X is in a table",
		"remove $GONE":                 "no entry with the ID GONE is in a table",
		"mc_mgrp_create 1":             "there is a multicast group 1 already",
		"mc_node_associate 2 0":        "there is no multicast group 2",
		"mc_node_associate 1 0":        "node 0 is in multicast group 1 already",
		"mc_node_associate 1 1":        "there is no node 1: 1 were created, and they count from 0",
		"mc_node_update 4000000000 1":  "there is no node 4000000000: 1 were created, and they count from 0",
		"expect_digest f":              "there is no f",
		"expect_digest something_else": "there is no something_else",
	} {
		d := newFake()
		r := runScript(t, d, Options{}, "add t a() = GONE\nremove $GONE\nmc_mgrp_create 1\nmc_node_create 1 1\nmc_node_associate 1 0\npacket 0 0301aa\n"+
			line+"\npacket 0 0301bb\nexpect 0 aa")
		if len(r.Failures) != 1 || !r.Stopped || r.Failures[0].At != (Position{7, 1}) || r.Failures[0].Kind != Refused || r.Failures[0].Msg != want {
			t.Errorf("%s:\n got %s\nwant %s", line, r, want)
			continue
		}
		if strings.Contains(want, "fake") != errors.Is(r.Failures[0].Err, errFake) {
			t.Errorf("%s: error %v", line, r.Failures[0].Err)
		}
		if slices.Contains(d.calls, "packet 0 0301bb") {
			t.Errorf("%s: the statement after it ran", line)
		}
		if len(r.Ports) != 2 || len(r.Ports[1].Arrivals) != 1 {
			t.Errorf("%s: ports %+v", line, r.Ports)
		}
	}
}

func TestNoDigests(t *testing.T) {
	d := newFake()
	d.deaf = true
	r := runScript(t, d, Options{}, "packet 0 dd0102\nexpect_digest e\nexpect_digest d\nexpect_digest e")
	if len(r.Failures) != 1 || r.Failures[0].Kind != Refused || r.Failures[0].At.Line != 2 || !errors.Is(r.Failures[0].Err, errFake) {
		t.Errorf("got %s", r)
	}
}

func TestTrace(t *testing.T) {
	var b strings.Builder
	runScript(t, newFake(), Options{Trace: &b}, "packet 0 0302AABB # out\n\nregister_read r 1\nexpect 3")
	want := "x.stf:1: packet 0 0302aabb\n\tport 3: aabb\nx.stf:3: register_read r 1\n\tregister r[1] is 0x0\nx.stf:4: expect 3\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
