package registry

import (
	"os"
	"path/filepath"
	"testing"

	"up4/io/frame"
	"up4/p4/stf"
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
		"assert": {frame.Assert: 7},
	} {
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
		for _, b := range p.Offering() {
			c, err := Compile(p, b)
			if err != nil {
				t.Fatal(err)
			}
			r, err := rig.New(c)
			if err != nil {
				t.Fatal(err)
			}
			if report := stf.Run(s, &rig.Device{Rig: r}, stf.Options{}); !report.Passed() {
				t.Errorf("%s: %s", b, report)
			}
			for why := range frame.NumReasons {
				if got := r.Drops(why); got != want[why] {
					t.Errorf("%s on %s: %d frames ended for reason %d, want %d", name, b, got, why, want[why])
				}
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
