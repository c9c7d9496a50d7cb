package probe

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// machineOf is a machine where all is well, but for the checks given.
func machineOf(other ...Check) []Check {
	list := []Check{
		{Name: "udp", Status: OK}, {Name: "memfd", Status: OK}, {Name: "gso", Status: OK}, {Name: "gro", Status: OK},
		{Name: "segments", Status: OK, Figures: map[string]int64{"segments": 128}},
		{Name: "steering", Status: OK},
		{Name: "rcvbuf", Status: OK, Figures: map[string]int64{"granted_bytes": 8 << 20}},
		{Name: "sndbuf", Status: OK, Figures: map[string]int64{"granted_bytes": 8 << 20}},
		{Name: "cpus", Status: OK, Figures: map[string]int64{"shards": 4}},
		{Name: "mtu", Status: OK, Figures: map[string]int64{"mtu_bytes": 1500, "frame_bytes": 1460}},
	}
	for _, c := range other {
		i := slices.IndexFunc(list, func(l Check) bool { return l.Name == c.Name })
		list[i] = c
	}
	return list
}

// fine is the verdict on machineOf() with a peer b.
func fine() Verdict {
	return Verdict{Runs: true, SendTrains: true, ReceiveTrains: true, Segments: 64, Steer: "flow", MaxShards: 4,
		RcvBufBytes: 8 << 20, SndBufBytes: 8 << 20, MTUBytes: 1500, FrameBytes: 1460,
		Lines: []string{
			"up4d runs here",
			"trains: on, sent and received, of at most 64 datagrams",
			"shards: at most 4, steered by flow",
			"buffers: 8 MiB to receive and 8 MiB to send for each shard, of 8 MiB asked for",
			"frames: at most 1460 bytes to b",
		}}
}

func line(v *Verdict, i int, s string) { v.Lines[i] = s }

// verdicts is what other findings make of it.
var verdicts = []struct {
	name   string
	checks []Check
	want   func(*Verdict)
}{
	{"all well", nil, func(*Verdict) {}},
	{"no UDP", []Check{{Name: "udp", Status: No}}, func(v *Verdict) {
		v.Runs, v.Missing, v.Lines = false, []string{"udp"}, []string{"up4d cannot run here: it needs udp"}
	}},
	{"neither", []Check{{Name: "memfd", Status: No}, {Name: "udp", Status: No}}, func(v *Verdict) {
		v.Runs, v.Missing, v.Lines = false, []string{"udp", "memfd"}, []string{"up4d cannot run here: it needs udp and memfd"}
	}},
	{"UDP over IPv6 only", []Check{{Name: "udp", Status: Limited}}, func(*Verdict) {}},
	{"memfd not tried", []Check{{Name: "memfd", Status: Unknown}}, func(v *Verdict) {
		line(v, 0, "up4d may run here, but memfd could not be tried")
	}},
	{"no GSO", []Check{{Name: "gso", Status: No}, {Name: "segments", Status: No}}, func(v *Verdict) {
		v.SendTrains, v.Segments = false, 0
		line(v, 1, "trains: received; sent datagram by datagram")
	}},
	{"no GRO", []Check{{Name: "gro", Status: Limited}}, func(v *Verdict) {
		v.ReceiveTrains = false
		line(v, 1, "trains: sent, of at most 64 datagrams; received datagram by datagram")
	}},
	{"no trains", []Check{{Name: "gso", Status: No}, {Name: "segments", Status: No}, {Name: "gro", Status: No}}, func(v *Verdict) {
		v.SendTrains, v.ReceiveTrains, v.Segments = false, false, 0
		line(v, 1, "trains: off, every datagram is a message of its own")
	}},
	{"no GSO to try GRO with", []Check{{Name: "gso", Status: No}, {Name: "segments", Status: No}, {Name: "gro", Status: Unknown}}, func(v *Verdict) {
		v.SendTrains, v.ReceiveTrains, v.Segments = false, false, 0
		line(v, 1, "trains: not sent; whether they can be received is unknown")
	}},
	{"no loopback", []Check{{Name: "gso", Status: Unknown}, {Name: "segments", Status: Unknown}, {Name: "gro", Status: Unknown}}, func(v *Verdict) {
		v.SendTrains, v.ReceiveTrains, v.Segments = false, false, 0
		line(v, 1, "trains: unknown, they could not be tried")
	}},
	{"short trains are refused trains", []Check{{Name: "segments", Status: Limited, Figures: map[string]int64{"segments": 10}}}, func(v *Verdict) {
		v.SendTrains, v.Segments = false, 0
		line(v, 1, "trains: received; sent datagram by datagram")
	}},
	{"length not tried", []Check{{Name: "segments", Status: Unknown}}, func(v *Verdict) {
		v.Segments = 0
		line(v, 1, "trains: on, sent and received")
	}},
	{"no steering", []Check{{Name: "steering", Status: No}}, func(v *Verdict) {
		v.Steer = "peer"
		line(v, 2, "shards: at most 4, with --steer peer: the kernel does not steer by flow here")
	}},
	{"steering not tried", []Check{{Name: "steering", Status: Unknown}}, func(v *Verdict) {
		v.Steer = ""
		line(v, 2, "shards: at most 4; whether they can be steered by flow is unknown")
	}},
	{"one CPU", []Check{{Name: "steering", Status: No}, {Name: "cpus", Status: OK, Figures: map[string]int64{"shards": 1}}}, func(v *Verdict) {
		v.Steer, v.MaxShards = "peer", 1
		line(v, 2, "shards: at most 1")
	}},
	{"a large machine", []Check{{Name: "cpus", Status: OK, Figures: map[string]int64{"shards": 512}}}, func(v *Verdict) {
		v.MaxShards = 255
		line(v, 2, "shards: at most 255, steered by flow")
	}},
	{"unknown CPUs", []Check{{Name: "cpus", Status: Unknown}}, func(v *Verdict) {
		v.MaxShards = 0
		line(v, 2, "shards: an unknown number, steered by flow")
	}},
	{"small buffers", []Check{{Name: "rcvbuf", Status: Limited, Figures: map[string]int64{"granted_bytes": 212992}}, {Name: "sndbuf", Status: No}}, func(v *Verdict) {
		v.RcvBufBytes, v.SndBufBytes = 212992, 0
		line(v, 3, "buffers: 208 KiB to receive and an unknown number of bytes to send for each shard, of 8 MiB asked for")
	}},
	{"no route", []Check{{Name: "mtu", Status: No, Value: "no route to b"}}, func(v *Verdict) {
		v.MTUBytes, v.FrameBytes = 0, 0
		line(v, 4, "frames: none to b: no route to b")
	}},
	{"a tunnel", []Check{{Name: "mtu", Status: Limited, Figures: map[string]int64{"mtu_bytes": 1400, "frame_bytes": 1360}}}, func(v *Verdict) {
		v.MTUBytes, v.FrameBytes = 1400, 1360
		line(v, 4, "frames: at most 1360 bytes to b")
	}},
}

func TestVerdict(t *testing.T) {
	for _, c := range verdicts {
		want := fine()
		c.want(&want)
		if d := cmp.Diff(want, verdict(machineOf(c.checks...), "b"), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
	if got := verdict(machineOf(), "").Lines[4]; got != "frames: at most 1460 bytes to loopback" {
		t.Errorf("without a peer: %q", got)
	}
}
