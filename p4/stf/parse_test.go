package stf

import (
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"up4/p4/source/sourcetest"
)

// same compares statements but for their positions.
var same = cmp.Options{
	cmp.Comparer(func(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }),
	cmp.Comparer(func(a, b Position) bool { return true }),
	cmpopts.EquateEmpty(),
}

func n(x int64) *big.Int { return big.NewInt(x) }

func exact(x int64) Value { return Value{Number: n(x)} }

func TestParse(t *testing.T) {
	cases := []struct {
		line string
		want Statement
	}{
		{"packet 0 00ff A1b2", &Packet{Port: 0, Data: []byte{0, 255, 0xa1, 0xb2}}},
		{"PACKET 511 0 0 1 2 # three", &Packet{Port: 511, Data: []byte{0, 0x12}}},
		{"\tpacket\t7\t00\r", &Packet{Port: 7, Data: []byte{0}}},
		{"packet 7 # empty", &Packet{Port: 7}},
		{"expect 3", &Expect{Port: 3}},
		{"expect 3 # any", &Expect{Port: 3}},
		{"expect 3 0011 2*FF", &Expect{Port: 3, Pattern: "00112*ff"}},
		{"expect 3 00 112", &Expect{Port: 3, Pattern: "00112"}},
		{"expect 3 00 ** $", &Expect{Port: 3, Pattern: "00**", Exact: true}},
		{"expect 3 00**$", &Expect{Port: 3, Pattern: "00**", Exact: true}},
		{"expect 3 00000009# comment", &Expect{Port: 3, Pattern: "00000009"}},
		{"expect 3 $", &Expect{Port: 3, Exact: true}},
		{"no_packet", &NoPacket{}},
		{"wait", &Wait{}},
		{"wait 1500 # µs", &Wait{Microseconds: 1500}},
		{"Wait 0x10", &Wait{Microseconds: 16}},

		{"add t a:1 act()", &Add{Entry: Entry{Table: "t", Keys: []Key{{"a", exact(1)}}, Target: Target{Action: Call{Name: "act"}}}}},
		{"add t act()", &Add{Entry: Entry{Table: "t", Target: Target{Action: Call{Name: "act"}}}}},
		{"add c.t 100 extra$0.h:0x25** h.stack[3].f:0b10 act1(val:0x25, b:2) = A", &Add{ID: "A", Entry: Entry{
			Table: "c.t", Priority: 100, HasPriority: true,
			Keys:   []Key{{"extra$0.h", Value{Form: Wild, Number: n(0x2500), Free: n(0xff)}}, {"h.stack[3].f", exact(2)}},
			Target: Target{Action: Call{"act1", []Arg{{"val", n(0x25)}, {"b", n(2)}}}},
		}}},
		{"add t 0 data.$valid:1 x.f[7:4] : 2 .act ( a : 0b11 )", &Add{Entry: Entry{
			Table: "t", HasPriority: true, Keys: []Key{{"data.$valid", exact(1)}, {"x.f[7:4]", exact(2)}},
			Target: Target{Action: Call{".act", []Arg{{"a", n(3)}}}},
		}}},
		{`add "my table" "k#1":1 hdr.ip.isValid():0 "a-b"("x y":5)`, &Add{Entry: Entry{
			Table: "my table", Keys: []Key{{"k#1", exact(1)}, {"hdr.ip.isValid()", exact(0)}},
			Target: Target{Action: Call{"a-b", []Arg{{"x y", n(5)}}}},
		}}},
		{"add t a:0x0a000000/8 b:1..0x10 c:1->2 d:0xff&&&0x0f e:* f:0b1*0* g:0o7* act()", &Add{Entry: Entry{
			Table: "t",
			Keys: []Key{
				{"a", Value{Form: Prefix, Number: n(0x0a000000), Length: 8}},
				{"b", Value{Form: Range, Number: n(1), High: n(16)}},
				{"c", Value{Form: Range, Number: n(1), High: n(2)}},
				{"d", Value{Form: Masked, Number: n(255), Mask: n(15)}},
				{"e", Value{Form: Any}},
				{"f", Value{Form: Wild, Number: n(0b1000), Free: n(0b0101)}},
				{"g", Value{Form: Wild, Number: n(0o70), Free: n(7)}},
			},
			Target: Target{Action: Call{Name: "act"}},
		}}},
		{"add t a:1 member(7)", &Add{Entry: Entry{Table: "t", Keys: []Key{{"a", exact(1)}}, Target: Target{Is: ToMember, ID: 7}}}},
		{"add t a:1 group(0x10) = g", &Add{ID: "g", Entry: Entry{Table: "t", Keys: []Key{{"a", exact(1)}}, Target: Target{Is: ToGroup, ID: 16}}}},
		{"add t a:1 member(id:7)", &Add{Entry: Entry{Table: "t", Keys: []Key{{"a", exact(1)}}, Target: Target{Action: Call{"member", []Arg{{"id", n(7)}}}}}}},
		{"setdefault t act(rej:0, bar:1)", &SetDefault{Table: "t", Action: Call{"act", []Arg{{"rej", n(0)}, {"bar", n(1)}}}}},
		{"remove all", &Remove{}},
		{"remove $A", &Remove{ID: "A"}},

		{"member_add prof 3 act(port:2)", &MemberAdd{Profile: "prof", ID: 3, Action: Call{"act", []Arg{{"port", n(2)}}}}},
		{"group_add sel 1 3 4 3", &GroupAdd{Profile: "sel", ID: 1, Members: []uint32{3, 4, 3}}},
		{"group_add sel 1", &GroupAdd{Profile: "sel", ID: 1}},
		{"value_set_add pvs 0x800 0x08** 1..2", &ValueSetAdd{Set: "pvs", Values: []Value{
			exact(0x800), {Form: Wild, Number: n(0x800), Free: n(0xff)}, {Form: Range, Number: n(1), High: n(2)}}}},

		{"check_counter c(10) packets == 2", &CheckCounter{Counter: "c", Cell: Cell{Index: 10}, Op: Equal, Want: 2}},
		{"check_counter c($A)", &CheckCounter{Counter: "c", Cell: Cell{ID: "A"}}},
		{"check_counter c(A) bytes >= 0x10", &CheckCounter{Counter: "c", Cell: Cell{ID: "A"}, Unit: Bytes, Op: GreaterEqual, Want: 16}},
		{"check_counter c(1) <= 3", &CheckCounter{Counter: "c", Cell: Cell{Index: 1}, Op: LessEqual, Want: 3}},
		{"check_counter c(1) bytes 3", &CheckCounter{Counter: "c", Cell: Cell{Index: 1}, Unit: Bytes, Op: Equal, Want: 3}},
		{"check_counter c(1) 3", &CheckCounter{Counter: "c", Cell: Cell{Index: 1}, Op: Equal, Want: 3}},
		{"counter_read c 4", &CheckCounter{Counter: "c", Cell: Cell{Index: 4}}},
		{"counter_write c $A 5 6", &CounterWrite{Counter: "c", Cell: Cell{ID: "A"}, Count: Count{5, 6}}},
		{"register_write r 5 100", &RegisterWrite{Register: "r", Index: 5, Value: n(100)}},
		{"register_read a.r 5", &RegisterRead{Register: "a.r", Index: 5}},
		{"register_read r 5 0x64", &RegisterRead{Register: "r", Index: 5, Op: Equal, Want: n(100)}},
		{"register_read r 5 != 1", &RegisterRead{Register: "r", Index: 5, Op: NotEqual, Want: n(1)}},
		{"register_read r 5 < 1", &RegisterRead{Register: "r", Index: 5, Op: Less, Want: n(1)}},
		{"register_read r 5 > 1", &RegisterRead{Register: "r", Index: 5, Op: Greater, Want: n(1)}},
		{"register_reset r", &RegisterReset{Register: "r"}},
		// 0.000005 in a microsecond is 5 in a second.
		{"meter_set_rates m 2 0.000005:4 0.00002:5", &MeterSet{Meter: "m", Cell: Cell{Index: 2}, Rates: Rates{Rate{5, 4}, Rate{20, 5}}}},
		{"meter_set_rates m 2 1:4 2.5:5", &MeterSet{Meter: "m", Cell: Cell{Index: 2}, Rates: Rates{Rate{1000000, 4}, Rate{2500000, 5}}}},
		{"meter_array_set_rates m 0.000006:7 0.00008:9", &MeterSet{Meter: "m", Cell: Cell{All: true}, Rates: Rates{Rate{6, 7}, Rate{80, 9}}}},
		{"meter_set m 2 5:4 20:5", &MeterSet{Meter: "m", Cell: Cell{Index: 2}, Rates: Rates{Rate{5, 4}, Rate{20, 5}}}},
		{"meter_set m * 5:4 20:5", &MeterSet{Meter: "m", Cell: Cell{All: true}, Rates: Rates{Rate{5, 4}, Rate{20, 5}}}},
		{"meter_get_rates m 2", &MeterRead{Meter: "m", Cell: Cell{Index: 2}}},
		{"meter_read m $A 5:4 20:5", &MeterRead{Meter: "m", Cell: Cell{ID: "A"}, Compare: true, Want: Rates{Rate{5, 4}, Rate{20, 5}}}},

		{"mirroring_add 5 4", &MirroringAdd{Session: 5, Port: 4}},
		{"mirroring_add 5 4 64", &MirroringAdd{Session: 5, Port: 4, Length: 64}},
		{"mirroring_add_mc 8 3", &MirroringAddMC{Session: 8, Group: 3}},
		{"mirroring_get 8", &MirroringGet{Session: 8}},
		{"mirroring_delete 8", &MirroringDelete{Session: 8}},
		{"mc_mgrp_create 1113", &GroupCreate{Group: 1113}},
		{"mc_node_create 400 6 8", &NodeCreate{RID: 400, Ports: []uint32{6, 8}}},
		{"mc_node_update 0 6", &NodeUpdate{Node: 0, Ports: []uint32{6}}},
		{"mc_node_associate 1113 2", &NodeAssociate{Group: 1113, Node: 2}},
		{"expect_digest d", &ExpectDigest{Digest: "d"}},
		{"expect_digest d mac:0x02**** port : 3", &ExpectDigest{Digest: "d", Fields: []Key{
			{"mac", Value{Form: Wild, Number: n(0x020000), Free: n(0xffff)}}, {"port", exact(3)}}}},
	}
	seen := map[string]bool{}
	for _, c := range cases {
		// The two lines before it are what some need.
		text := "packet 0 00\n\n" + c.line + "\n"
		s, err := Parse("x.stf", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		got := s.Statements[1]
		if diff := cmp.Diff(c.want, got, same); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.line, diff)
		}
		if at := (Position{3, 1 + len(c.line) - len(strings.TrimLeft(c.line, "\t"))}); got.Pos() != at {
			t.Errorf("%s: at %s, want %s", c.line, got.Pos(), at)
		}
		again, err := Parse("x.stf", Format(s))
		if err != nil {
			t.Errorf("%s: written as %s: %v", c.line, got, err)
		} else if diff := cmp.Diff(s, again, same); diff != "" {
			t.Errorf("%s: written as %s:\n%s", c.line, got, diff)
		}
		seen[strings.ToLower(strings.Fields(c.line)[0])] = true
	}
	for keyword := range statements {
		if !seen[keyword] {
			t.Errorf("no case has the statement %s", keyword)
		}
	}
}

func TestParseErrors(t *testing.T) {
	cases := []struct{ line, want string }{
		{"frob 1", "1: no statement is called frob"},
		{"  = 1", "3: want a statement, not \"=\""},
		{"packet", "7: the port is missing"},
		{"packet x 00", "8: want the port, not \"x\""},
		{"packet 4294967296 00", "8: the port is at most 4294967295"},
		{"packet 0x** 00", "8: the port has no free digits"},
		{"packet 0 $", "10: want the end of the line, not \"$\""},
		{"packet 0 00 1", "10: a packet has whole bytes, and these are 3 hex digits"},
		{"packet 0 00 **", "13: want the end of the line, not \"*\""},
		{"packet 0 00 gg", "13: want the end of the line, not \"gg\""},
		{"expect 0 00 0$", "10: a packet has whole bytes, and $ makes it end after 3 hex digits"},
		{"expect 0 00 $ 00", "15: want the end of the line, not \"00\""},
		{"expect", "7: the port is missing"},
		{"wait x", "6: want the microseconds, not \"x\""},
		{"wait 18446744073709551616", "6: the microseconds is at most 18446744073709551615"},
		{"no_packet", "1: no packet stands before this no_packet"},
		{"wait 5 us", "8: want the end of the line, not \"us\""},
		{"add", "4: a table is missing"},
		{"add t", "6: a key or an action is missing"},
		{"add t 2147483648 a()", "7: the priority is at most 2147483647"},
		{"add t a", "8: the : of a key or the ( of an action is missing"},
		{"add t a:", "9: the key's value is missing"},
		{"add t a:b c()", "9: want the key's value, not \"b\""},
		{"add t a:0xg c()", "9: 0xg is no number in base 16"},
		{"add t a:1_0 c()", "9: 1_0 is no number in base 10"},
		{"add t a:1* c()", "9: 1*: the * digit wants 0x, 0o or 0b before it"},
		{"add t a:0x c()", "9: 0x has no digits"},
		{"add t a:0b1*/3 c()", "9: the key's value with free digits takes no prefix, mask or range"},
		{"add t a:1/2049 c()", "11: the length of the prefix is at most 2048"},
		{"add t a:5..4 c()", "9: the range 0x5..0x4 ends before it starts"},
		{"add t a:1&&&0x* c()", "13: the mask has no free digits"},
		{"add t a:1 c(", "13: an argument's name or the closing ) is missing"},
		{"add t a:1 c( # (", "17: an argument's name or the closing ) is missing"},
		{"add t a:1 c(x)", "14: want the : of an argument, not \")\""},
		{"add t a:1 c(x:1", "16: the , or ) behind an argument is missing"},
		{"add t a:1 c(x:1,)", "17: want an argument's name or the closing ), not \")\""},
		{"add t a:1 c(x:0x*)", "15: the argument's value has no free digits"},
		{"add t a:1 c() = 5", "17: an entry's ID is a letter or _ and then letters, digits and _"},
		{"add t a:1 c() x", "15: want the end of the line, not \"x\""},
		{"add t a:1 member(5", "19: the closing ) is missing"},
		{"add \"t a:1 c()", "5: the closing \" of a table is missing"},
		{"add \"\" a:1 c()", "5: a table in quotes is empty or holds what cannot be printed"},
		{"setdefault t a", "15: the ( of an action is missing"},
		{"remove", "7: want all or the ID of an entry, as in $ID"},
		{"remove A", "8: want all or the ID of an entry, as in $ID"},
		{"value_set_add s", "16: a value is missing"},
		{"check_counter c", "16: the ( before the index is missing"},
		{"check_counter c(1", "18: the ) behind the index is missing"},
		{"check_counter c(1) frames 1", "20: want packets or bytes, not \"frames\""},
		{"check_counter c(1) packets", "27: the count is missing"},
		{"meter_set m 1 5:4", "18: the peak rate is missing"},
		{"meter_set m 1 5:4 0.5:4", "20: want the : between a rate and a burst, not \".\""},
		{"meter_set_rates m 1 0.0000005:4 1:1", "21: the committed rate is no number with up to 6 decimals, of packets or bytes in a microsecond"},
		{"meter_set_rates m 1 20000000000000:4 1:1", "21: the committed rate is more than 64 bits hold"},
		{"mc_node_create 1", "17: a port is missing"},
		{"expect_digest d f:1/2", "19: a prefix is for keys; a digest's field takes a number, * digits, a mask or a range"},
		{"add t a:" + strings.Repeat("9", 3000) + " c()", "9: this number has 3000 digits; numbers have at most 2048 bits"},
	}
	for _, c := range cases {
		_, err := Parse("x.stf", []byte("\n"+c.line+"\nwait"))
		if want := "x.stf:2:" + c.want; err == nil || err.Error() != want {
			t.Errorf("%.60s:\n got %v\nwant %s", c.line, err, want)
		}
	}
	_, err := Parse("x.stf", []byte("frob\nadd t a() = A\nadd t b() = A\npacket 0 00\nno_packet\n\xff"))
	want := "x.stf:1:1: no statement is called frob\n" +
		"x.stf:3:1: an entry with the ID A stands before this one\n" +
		"x.stf:6:1: want a statement, not \"\\xff\""
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	_, err = Parse("x.stf", []byte(strings.Repeat("frob\n", 1000)))
	if errs, ok := err.(Errors); !ok || len(errs) != 20 {
		t.Errorf("a thousand bad lines: %v", err)
	}
}

// TestPublic reads the scripts beside the listed public programs.
func TestPublic(t *testing.T) {
	files := map[string]bool{}
	for _, list := range []string{"stf-v1model.txt", "stf-v1model-ub-warned.txt", "stf-ubpf.txt", "stf-ebpf.txt"} {
		checkout, lines := sourcetest.Listed(t, list)
		for _, l := range lines {
			files[filepath.Join(checkout, "testdata", strings.TrimSuffix(l[0], ".p4")+".stf")] = true
		}
	}
	readAll(t, files)
}

// TestPublicAll reads every script of the checkout.
func TestPublicAll(t *testing.T) {
	files := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(sourcetest.Checkout(t), "testdata"), func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".stf" {
			files[path] = true
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	readAll(t, files)
}

func readAll(t *testing.T, files map[string]bool) {
	t.Helper()
	for f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Error(err)
			continue
		}
		s, err := Parse(filepath.Base(f), text)
		if err != nil {
			t.Error(err)
			continue
		}
		statements := 0
		for _, l := range strings.Split(string(text), "\n") {
			if l, _, _ = strings.Cut(l, "#"); strings.TrimSpace(l) != "" {
				statements++
			}
		}
		if len(s.Statements) != statements {
			t.Errorf("%s: %d statements of %d", f, len(s.Statements), statements)
		}
		again, err := Parse(f, Format(s))
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(s.Statements, again.Statements, same); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
	}
	t.Logf("%d scripts", len(files))
}

// TestLong reads and writes lines of a megabyte. Time that grows with the square of a
// line's length would be minutes here.
func TestLong(t *testing.T) {
	const n = 1 << 18
	start := time.Now()
	for _, text := range []string{
		"packet 0 " + strings.Repeat("00 ", n),
		"expect 0 " + strings.Repeat("0* ", n),
		"add t " + strings.Repeat("a:1 ", n) + "a()",
		"add t a(" + strings.Repeat("b:1,", n) + "c:1)",
		"value_set_add v " + strings.Repeat("0b1* ", n),
		"mc_node_create 1 " + strings.Repeat("1 ", n),
		"expect_digest d " + strings.Repeat("a:1 ", n),
		"add " + strings.Repeat("a.", n) + "b c()",
		strings.Repeat("add t k:"+strings.Repeat("9", 616)+" c()\n", n/616),
	} {
		s, err := Parse("x.stf", []byte(text))
		if err != nil {
			t.Error(err)
			continue
		}
		Format(s)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("packet 0 00ff\nexpect 1 0* $\nno_packet\nwait\nremove all\nremove $A")
	f.Add("add t 5 a$0.b[1]:0x1*/3 \"x y\":1..2 c:1->2 d():1&&&0b0 e:* f(x:1, y:0o7) = A")
	f.Add("setdefault t a()\nmember_add p 1 a(b:1)\ngroup_add p 1 2 3\nvalue_set_add v 1 2\nadd t member(1)\nadd t group(1)")
	f.Add("check_counter c($A) bytes >= 2\ncounter_write c 1 2 3\nregister_read r 1 == 2\nregister_write r 1 2\nregister_reset r")
	f.Add("meter_set m * 1:2 3:4\nmeter_set_rates m 1 0.5:1 2:3\nmeter_read m 1 2:3 4:5\nmirroring_add 1 2 3\nmirroring_add_mc 1 2")
	f.Add("mirroring_get 1\nmirroring_delete 1\nmc_mgrp_create 1\nmc_node_create 1 2 3\nmc_node_update 1 2\nmc_node_associate 1 2\nexpect_digest d a:1")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("f", []byte(text))
		if err != nil {
			if s != nil || err.Error() == "" {
				t.Fatal("an error with a script or without a text")
			}
			return
		}
		again, err := Parse("f", Format(s))
		if err != nil {
			t.Fatalf("%q is written as\n%s%v", text, Format(s), err)
		}
		if diff := cmp.Diff(s, again, same); diff != "" {
			t.Fatalf("%q is written as\n%s%s", text, Format(s), diff)
		}
	})
}
