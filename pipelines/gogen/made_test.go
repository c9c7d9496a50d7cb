package gogen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"up4/internal/arena"
	"up4/pipelines"
	"up4/pipelines/compiled"
	"up4/pipelines/gogen"
	"up4/pipelines/gogen/mem"
	"up4/pipelines/lir"
	"up4/pipelines/lir/lirtest"
	"up4/pipelines/lower"
	"up4/pipelines/schema"
)

// madeFuncs is how many functions are made up, of which each is run so many times.
const (
	madeFuncs = 400
	madeRuns  = 20
)

// madeEnv is set in the test binary that made-up functions were compiled into.
const madeEnv = "UP4_TEST_MADE"

// runMade runs the made-up function with a number; it is nil where none were compiled in.
var runMade func(h *compiled.Host, fn int, rec mem.Ptr, a, b uint64) uint64

// madeUp is the function with a number.
func madeUp(n int) *lir.Func {
	f := lirtest.Random(uint64(n)).Funcs[0]
	f.Name = fmt.Sprintf("f%d", n)
	return f
}

// TestMade compiles made-up functions to Go, into a binary of this test.
func TestMade(t *testing.T) {
	if os.Getenv(madeEnv) != "" {
		t.Skip("this is the binary that it builds")
	}
	p := &lir.Program{Name: "made"}
	var calls strings.Builder
	for n := range madeFuncs {
		p.Funcs = append(p.Funcs, madeUp(n))
		fmt.Fprintf(&calls, "\tcase %d:\n\t\treturn e.f%d(rec, a, b)\n", n, n)
	}
	text, err := gogen.Generate(p, gogen.About{Package: "made", Source: "made.p4"})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	buildAndRun(t, map[string]string{
		"made/made_unsafe.go": string(text),
		"made/run.go": `package made

import (
	"up4/pipelines/compiled"
	"up4/pipelines/gogen/mem"
)

// Run runs a function.
func Run(h *compiled.Host, fn int, rec mem.Ptr, a, b uint64) uint64 {
	e := &engine{h: h}
	switch fn {
` + calls.String() + "\t}\n\treturn 0\n}\n",
		"with_made_test.go": "package gogen_test\n\nimport \"up4/pipelines/gogen/made\"\n\nfunc init() { runMade = made.Run }\n",
	}, "^TestRunMade$", madeEnv+"=1")
}

// buildAndRun builds this package's tests with files added to it, and runs one.
func buildAndRun(t *testing.T, files map[string]string, test string, env ...string) {
	t.Helper()
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string]string{}
	for name, text := range files {
		path := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(here, name)] = path
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "built.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", list, "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%.4000s", err, out)
	}
	run := exec.Command(binary, "-test.run", test)
	run.Env = append(os.Environ(), env...)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.4000s", err, out)
	}
}

// hosted is a host with an arena.
func hosted(t *testing.T) (*compiled.Host, *arena.Arena) {
	t.Helper()
	a, err := arena.New(8 << 20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	var host *compiled.Host
	c := compiled.New(&compiled.Program{
		Schema:  &schema.Schema{Program: &pipelines.Program{Arch: "v1model"}},
		Lowered: &lower.Lowered{LIR: &lir.Program{}},
		Make: func(h *compiled.Host) compiled.Code {
			host = h
			return nil
		},
	})
	if _, err := c.Replicate(pipelines.Place{Arena: a}); err != nil {
		t.Fatal(err)
	}
	return host, a
}

// TestRunMade compares what was compiled with the machine.
func TestRunMade(t *testing.T) {
	if runMade == nil {
		t.Skip("it runs what TestMade compiles")
	}
	h, a := hosted(t)
	rec, err := a.Alloc(lirtest.RecordBytes+lir.Slack, 8)
	if err != nil {
		t.Fatal(err)
	}
	record := a.Bytes(rec, lirtest.RecordBytes+lir.Slack)
	m := lirtest.Machine{Mem: a.Bytes(0, int(a.Size())), Call: func(i *lir.Call, args []uint64) uint64 { return serve(h, i, args) }}
	for n := range madeFuncs {
		f := madeUp(n)
		r := rand.New(rand.NewPCG(uint64(n), 2))
		for range madeRuns {
			before := make([]byte, len(record))
			for i := range before {
				before[i] = byte(r.Uint32() >> (r.IntN(4) * 8))
			}
			x, y := r.Uint64()>>r.IntN(64), r.Uint64N(1<<16)
			copy(record, before)
			m.Steps = 1000
			want, err := m.Run(f, uint64(rec), x, y)
			if err != nil {
				t.Fatalf("%v\n%s", err, lir.FuncText(f))
			}
			after := bytes.Clone(record)
			copy(record, before)
			if got := runMade(h, n, h.At(rec), x, y); got != want || !bytes.Equal(after, record) {
				t.Fatalf("f%d(%x, %d, %d): %d and\n%x, not %d and\n%x\n%s", n, before, x, y, got, record, want, after, lir.FuncText(f))
			}
		}
	}
}

// serve asks a host for the services that made-up functions ask for.
func serve(h *compiled.Host, i *lir.Call, args []uint64) uint64 {
	switch i.Service {
	case lir.Sum:
		return h.Sum(h.Ptr(args[0]), args[1])
	case lir.Hash:
		return h.Hash(i.Index, h.Ptr(args[0]), args[1])
	case lir.Same:
		return h.Same(h.Ptr(args[0]), h.Ptr(args[1]), args[2])
	}
	h.MoveBits(h.Ptr(args[0]), args[1], h.Ptr(args[2]), args[3], args[4])
	return 0
}
