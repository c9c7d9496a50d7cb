package registry

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"up4/io/frame"
	"up4/p4/corpus"
	"up4/p4/corpus/packet"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/replay"
	"up4/pipelines/rig"
)

// What is lost on its way is counted by a reason of its own, as often as the scripts lose
// something, and for no other reason.
func TestDropsHaveReasons(t *testing.T) {
	type counts map[frame.Reason]uint64
	for name, want := range map[string]counts{
		// Five clones find no session: of two the packet is dropped as well, of three it
		// leaves. A sixth packet leaves twice. All six became several.
		"nosession": {frame.NoSession: 5, frame.ByProgram: 2, frame.Copied: 6},
		// One packet too many each of three ways round. Of the last the program drops all
		// that was cloned before, which counts once, as nothing leaves.
		"looped": {frame.Looped: 3, frame.ByProgram: 1, frame.Copied: 1},
		// The packet whose assertion holds leaves, and its clone.
		"assert":             {frame.Assert: 9, frame.Copied: 1, frame.ByProgram: 1},
		"../clauses/endless": {frame.Fault: 2},
		"ubpfports":          {frame.Fault: 2, frame.ByProgram: 3, frame.Copied: 3},
	} {
		p, s := externProgram(t, name)
		for _, b := range p.Offering() {
			r := benchOf(t, p, b)
			if report := stf.Run(s, &rig.Device{Rig: r}, stf.Options{}); !report.Passed() {
				t.Errorf("%s: %s", b, report)
			}
			for why := range frame.NumReasons {
				if got := r.Drops(why); got != want[why] {
					t.Errorf("%s on %s: %d frames ended for reason %d, want %d", name, b, got, why, want[why])
				}
			}
		}
	}
}

func externProgram(t *testing.T, name string) (*Program, *stf.Script) {
	t.Helper()
	path := filepath.Join("..", "..", "p4", "externs", name)
	p, err := Read(path+".p4", Reading{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path + ".stf")
	if err != nil {
		t.Fatal(err)
	}
	s, err := stf.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

func benchOf(t *testing.T, p *Program, backend string) *rig.Rig {
	t.Helper()
	c, err := Compile(p, backend)
	if err != nil {
		t.Fatal(err)
	}
	return bench(t, c)
}

// What the programs say while their scripts run, in this order.
func TestLogMessages(t *testing.T) {
	for name, want := range map[string][]string{
		// 0x12 = 18, 0x34 = 52, 0x1234 = 4660; 0xff01 = 65281. Where a value is missing
		// the braces stay.
		"logmsg": {
			"begins", "a = 18, b = 52, both 4660", "more 18 than {}",
			"begins", "a = 255, b = 1, both 65281", "more 255 than {}", "true 1 and signed -1",
		},
		"assert": {
			"assert failed", "assert failed", "assert failed", "assume failed", "assert failed", "assume failed", "assert failed",
			"assert failed", "assert failed",
		},
	} {
		p, s := externProgram(t, name)
		for _, b := range p.Offering() {
			r := benchOf(t, p, b)
			var got []string
			r.Log = func(text string) { got = append(got, text) }
			if report := stf.Run(s, &rig.Device{Rig: r}, stf.Options{}); !report.Passed() {
				t.Errorf("%s: %s", b, report)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s on %s: got %q, want %q", name, b, got, want)
			}
		}
	}
}

// A packet of which more copies are made than a batch has room for is dropped for want
// of room, and the next one is as ever.
func TestMoreCopiesThanRoom(t *testing.T) {
	p, s := externProgram(t, "flood")
	for _, b := range p.Offering() {
		r := benchOf(t, p, b)
		if report := stf.Run(s, &rig.Device{Rig: r}, stf.Options{}); !report.Passed() {
			t.Errorf("%s: %s", b, report)
		}
		if got := r.Drops(frame.NoCell); got != 1 {
			t.Errorf("%s: %d packets were dropped for want of room, want 1", b, got)
		}
	}
}

// Frames that wait for room for their copies are run once: each counts one hit.
func TestWaitingFrames(t *testing.T) {
	const frames, members = 40, 8
	cs := &corpus.Case{Name: "floods", Steps: []corpus.Step{{Groups: map[uint16][]uint16{frame.FloodGroup: {0, 1, 2, 3, 4, 5, 6, 7}}}}}
	dst := packet.MAC{2, 0, 0, 0, 0, 9}
	match := map[string]string{"ethernet.dst": dst.String()}
	cs.Steps = append(cs.Steps, corpus.Step{Tables: []corpus.Op{{Op: corpus.Insert, Table: "dmac", Match: match, Action: "flood"}}})
	for range frames {
		f := packet.Ethernet{Dst: dst, Src: packet.MAC{2, 1}, Type: packet.TypeIPv4, Payload: packet.Pattern(50)}.Bytes()
		cs.Steps = append(cs.Steps, corpus.Step{Frame: &corpus.Frame{Port: 9, Bytes: f}})
	}
	cs.Steps = append(cs.Steps, corpus.Step{Hits: []corpus.Hit{{Table: "dmac", Match: match}}})
	if err := corpus.Fill(models["l2fwd"](), cs); err != nil {
		t.Fatal(err)
	}
	onEveryBackend(t, "l2fwd", func(t *testing.T, c pipelines.Compiled) {
		if err := replay.Case(c, cs, replay.Options{Batch: 64, Copies: 3 * members}); err != nil {
			t.Error(err)
		}
	})
}
