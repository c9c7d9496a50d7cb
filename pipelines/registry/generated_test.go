package registry

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"runtime/debug"

	"up4/p4/programs"
	"up4/p4/source/sourcetest"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/gogen"
)

// generatedEnv is set in a test binary that holds programs compiled to Go.
const generatedEnv = "UP4_TEST_GENERATED"

// subject is a program and its scripts.
type subject struct {
	path    string
	scripts []string
}

// subjects are all programs that scripts come with: the project's own and, if there is a
// checkout, the public ones.
func subjects(t *testing.T) (list []subject) {
	t.Helper()
	for _, dir := range []string{"clauses", "externs"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "p4", dir, "*.p4"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no programs in p4/%s: %v", dir, err)
		}
		for _, p := range paths {
			list = append(list, subject{p, []string{strings.TrimSuffix(p, ".p4") + ".stf"}})
		}
	}
	for _, name := range programs.Names() {
		dir := filepath.Join("..", "..", "p4", "programs", name)
		scripts, err := filepath.Glob(filepath.Join(dir, "corpus", "*.stf"))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, subject{filepath.Join(dir, name+".p4"), scripts})
	}
	for _, l := range []string{"stf-v1model.txt", "stf-ubpf.txt", "stf-ebpf.txt"} {
		if os.Getenv("P4C") == "" {
			t.Logf("without the public programs: P4C names no checkout of p4lang/p4c")
			break
		}
		checkout, lines := sourcetest.Listed(t, l)
		for _, line := range lines {
			p := filepath.Join(checkout, "testdata", line[0])
			if knownToFail[filepath.Base(p)] == "" {
				list = append(list, subject{p, []string{strings.TrimSuffix(p, ".p4") + ".stf"}})
			}
		}
	}
	return list
}

// TestGenerated compiles every program to Go, all into one test binary, and plays all
// scripts in that.
func TestGenerated(t *testing.T) {
	if os.Getenv(generatedEnv) != "" {
		t.Skip("this is the binary that it builds")
	}
	dir := t.TempDir()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string]string{}
	add := func(name string, text []byte) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, "pipelines", "gogen", "programs", name)] = file
	}
	var list []gogen.Entry
	seen := map[string]bool{}
	for i, s := range subjects(t) {
		p, err := Read(s.path, Reading{Externs: externModels})
		if err != nil {
			t.Error(err)
			continue
		}
		g, err := Generate(p, fmt.Sprintf("p%d", i))
		if err != nil {
			t.Errorf("%s: %v", s.path, err)
			continue
		}
		if seen[g.Digest] {
			continue
		}
		seen[g.Digest] = true
		add(g.Folder+"/"+g.Folder+".go", g.Text)
		list = append(list, g.Entry)
	}
	all, err := gogen.Index(list)
	if err != nil {
		t.Fatal(err)
	}
	add("all.go", all)
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "generated.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%.4000s", err, out)
	}
	run := exec.Command(binary, "-test.run", "^TestPlayGenerated$", "-test.v")
	run.Env = append(os.Environ(), generatedEnv+"=1")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Errorf("%v", err)
	}
	t.Logf("%s", out[max(0, len(out)-3000):])
}

// TestPlayGenerated plays all scripts to the programs that were compiled to Go.
func TestPlayGenerated(t *testing.T) {
	if os.Getenv(generatedEnv) == "" {
		t.Skip("it plays what TestGenerated compiles")
	}
	passed, failed := 0, 0
	for _, s := range subjects(t) {
		p, err := Read(s.path, Reading{Externs: externModels})
		if err != nil {
			t.Error(err)
			continue
		}
		c, err := Compile(p, goBackend)
		if err != nil {
			t.Errorf("%s: %v", s.path, err)
			continue
		}
		for _, script := range s.scripts {
			if playOn(t, p, c, script) {
				passed++
			} else {
				failed++
			}
		}
	}
	t.Logf("%d scripts pass on go, %d fail", passed, failed)
}

// playOn plays a script to a compiled program.
func playOn(t *testing.T, p *Program, c pipelines.Compiled, script string) (ok bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v\n%s", script, r, debug.Stack())
			ok = false
		}
	}()
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
	return play(t, p.Path, goBackend, c, s, stf.Options{IgnoreUnnamed: true})
}
