package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
)

func vport(n int) *int { return &n }

func sample() api.Trace {
	yes, prio := true, api.Value("5")
	return api.Trace{Vport: 510, Bytes: api.Hex{0xab, 0xcd}, Events: []api.TraceEvent{
		{Event: "block", Name: "P", At: "a.p4:3"},
		{Event: "state", Name: "start"},
		{Event: "extract", Name: "hdr.ipv4", Fields: []api.TraceField{{Name: "ttl", Value: "64"}, {Name: "dst", Value: "0x0a000201"}, {Name: "mac", Value: "0x020000000002"}}},
		{Event: "call", Name: "f"},
		{Event: "reject", Name: "PacketTooShort"},
		{Event: "table", Name: "I.acl", Fields: []api.TraceField{{Name: "ipv4.dst", Value: "0x0a000201"}}, Hit: &yes,
			Entry: &api.Entry{Match: map[string]api.Value{"ipv4.dst": "10.0.0.0/8", "a": "*"}, Priority: &prio}, Action: "I.fwd", Args: []api.TraceField{{Name: "port", Value: "3"}}},
		{Event: "table", Name: "I.other", Hit: new(bool)},
		{Event: "set", Name: "hdr.ipv4.ttl", Before: "64", After: "63", At: "a.p4:9"},
		{Event: "extern", Name: "I.seen.count", Args: []api.TraceField{{Value: "7"}, {Name: "out", Value: "m.x"}}},
		{Event: "emit", Name: "hdr", Length: 14},
		{Event: "copy", Name: "cloned by session 5 to port 1"},
		{Event: "send", Vport: vport(3), Length: 2, Bytes: api.Hex{1, 2}},
		{Event: "drop", Name: "the program drops it"},
	}}
}

func TestTrace(t *testing.T) {
	want := `in by vport cpu, 2 bytes: abcd
  P  (a.p4:3)
    state start
      extract hdr.ipv4 ttl=64, dst=0x0a000201, mac=0x020000000002
    call f
    reject: error.PacketTooShort
    table I.acl with ipv4.dst=0x0a000201
      hit of a=* ipv4.dst=10.0.0.0/8 priority=5: action I.fwd(port=3)
    table I.other
      miss: no action
    hdr.ipv4.ttl: 64 → 63  (a.p4:9)
    extern I.seen.count(7, out=m.x)
    emit hdr: 14 bytes
  cloned by session 5 to port 1
  out by vport 3, 2 bytes: 0102
  dropped: the program drops it
`
	if d := cmp.Diff(want, Trace(sample())); d != "" {
		t.Error(d)
	}
}

func TestMatch(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "  ": true,
		"vport == 510": true, "vport==1": false, "vport != 1": true, "length<3": true, "length > 2": false,
		"out == 3": true, "out >= 4": false, "dropped == true": true, "dropped == false": false,
		"table == acl": true, "table == I.acl": true, "table == cl": false, "action == fwd": true, "action == f": true, "action == P": false,
		"extern == count": true, "extern == seen": false,
		"ipv4.dst == 10.0.2.1": true, "hdr.ipv4.dst == 0x0a000201": true, "dst == 167772673": true, "dst == 10.0.2.2": false,
		"mac == 02:00:00:00:00:02": true, "mac > 02:00:00:00:00:01": true,
		// The field had both values.
		"ttl == 64": true, "ttl == 63": true, "ttl <= 62": false, "tl == 64": false,
		"ttl == 63 && out == 3": true, "ttl == 63 && out == 4": false, "ttl == 1 || out == 3": true,
		"ttl == 1 && out == 3 || vport == 510": true, "ttl == 1 || out == 4 && vport == 510": false,
	} {
		m, err := ParseMatch(s)
		if err != nil || m.Holds(sample()) != want {
			t.Errorf("%q: %v, %v", s, !want, err)
		}
	}
	for s, want := range map[string]string{
		"ttl":             `"ttl" is no comparison such as ipv4.ttl == 1`,
		"ttl ==":          `"ttl ==" lacks a name or a value`,
		"== 1":            `"== 1" lacks a name or a value`,
		"ttl = 1":         "the comparisons are == != <= >= < >",
		"action < fwd":    `< takes a number or an address, not "fwd"`,
		"ttl == 1 && ":    `"" is no comparison such as ipv4.ttl == 1`,
		"ttl == 1 || x":   `"x" is no comparison such as ipv4.ttl == 1`,
		"dst < 10.0.0.0x": `< takes a number or an address, not "10.0.0.0x"`,
	} {
		if _, err := ParseMatch(s); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", s, err, want)
		}
	}
}
