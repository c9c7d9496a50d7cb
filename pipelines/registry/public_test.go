package registry

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"up4/p4/source/sourcetest"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/rig"
)

// knownToFail are public scripts that cannot pass, with the reason.
var knownToFail = map[string]string{
	"lpm_ebpf.p4": "its prefix has the bytes in the order of memory",
}

// externModels are functions in P4 for externs that some of the programs have in C or C++.
const externModels = "../../p4/externs/models.p4i"

// The scripts beside the public programs pass on every back end that runs them.
func TestPublicScripts(t *testing.T) {
	for _, list := range []string{"stf-v1model.txt", "stf-ubpf.txt", "stf-ebpf.txt"} {
		checkout, lines := sourcetest.Listed(t, list)
		passed := 0
		for _, l := range lines {
			path := filepath.Join(checkout, "testdata", l[0])
			if why := knownToFail[filepath.Base(path)]; why != "" {
				t.Logf("left out: %s: %s", l[0], why)
				continue
			}
			if playScript(t, path) {
				passed++
			}
		}
		t.Logf("%s: %d of %d scripts pass", list, passed, len(lines))
	}
}

func playScript(t *testing.T, path string) (ok bool) {
	t.Helper()
	p, err := Read(path, Reading{Externs: externModels})
	if err != nil {
		t.Error(err)
		return false
	}
	script := strings.TrimSuffix(path, ".p4") + ".stf"
	text, err := os.ReadFile(script)
	if err != nil {
		t.Error(err)
		return false
	}
	s, err := stf.Parse(script, text)
	if err != nil {
		t.Error(err)
		return false
	}
	offering := p.Offering()
	if len(offering) == 0 {
		_, err := Compile(p, Auto)
		t.Errorf("%s: %v", path, err)
	}
	ok = len(offering) > 0
	for _, b := range offering {
		c, err := Compile(p, b)
		if err != nil {
			t.Fatal(err)
		}
		if !play(t, path, b, c, s, stf.Options{IgnoreUnnamed: true}) {
			ok = false
		}
	}
	return ok
}

// play plays a script to a program on a back end.
func play(t *testing.T, program, backend string, c pipelines.Compiled, s *stf.Script, o stf.Options) bool {
	t.Helper()
	r, err := rig.New(c)
	if err != nil {
		t.Errorf("%s on %s: %v", program, backend, err)
		return false
	}
	report := stf.Run(s, &rig.Device{Rig: r}, o)
	if !report.Passed() {
		t.Errorf("%s on %s:\n%s", program, backend, report)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	return report.Passed()
}

// Every public program for v1model that loads takes packets of random bytes, of every
// short length too, without a crash or a hang; what does not load says why.
func TestRandomPackets(t *testing.T) {
	checkout, lines := sourcetest.Listed(t, "accept.txt")
	rng := rand.New(rand.NewPCG(1, 2))
	ran := 0
	for _, l := range lines {
		path := filepath.Join(checkout, "testdata", l[0])
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "v1model.p4") {
			continue
		}
		c, err := Load(path, "interp")
		if err != nil {
			t.Logf("%s does not load: %s", l[0], strings.SplitN(err.Error(), "\n", 3)[0])
			continue
		}
		r, err := rig.New(c)
		if err != nil {
			t.Logf("%s has no tables: %v", l[0], err)
			continue
		}
		for n := range 80 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(rng.Uint32())
			}
			begun := time.Now()
			if _, _, err := r.Send(uint16(n), b); err != nil {
				t.Errorf("%s: %v", l[0], err)
			}
			if d := time.Since(begun); d > 10*time.Second {
				t.Errorf("%s: a packet took %v", l[0], d)
			}
		}
		ran++
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d programs took 80 packets each", ran)
}
