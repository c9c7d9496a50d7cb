// Package seeded builds the tests of a package with a mistake in one source file, and
// runs them: tests are as good as the mistakes they see. It knows nothing of what is
// tested.
package seeded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Mistake is a file of the module and what is built in its place.
type Mistake struct {
	Path string // absolute
	Text []byte
}

// Outcome is what became of the tests.
type Outcome int

// The outcomes.
const (
	NotBuilt Outcome = iota // the compiler saw the mistake
	Passed
	Failed
)

// Result is an outcome with what the compiler or the tests said.
type Result struct {
	Outcome
	Output string
}

// memory is the address space a test may take, in KiB: a mistake may ask for all there
// is.
const memory = 12 << 20

// Test builds the tests in a directory with a mistake, nil for none, and runs them with
// these flags of a test binary. What it writes lies in a directory of its own, removed
// afterwards. The error is of what keeps it from building or running.
func Test(dir string, m *Mistake, flags ...string) (Result, error) {
	tmp, err := os.MkdirTemp("", "seeded")
	if err != nil {
		return Result{}, fmt.Errorf("make a directory to build in: %w", err)
	}
	defer os.RemoveAll(tmp)
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", filepath.Join(tmp, "tests")}
	if m != nil {
		overlay, err := replace(tmp, m)
		if err != nil {
			return Result{}, err
		}
		args = append(args, "-overlay", overlay)
	}
	build := exec.Command("go", append(args, ".")...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			return Result{NotBuilt, string(out)}, nil
		}
		return Result{}, fmt.Errorf("build the tests in %s: %w", dir, err)
	}
	limited := fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memory)
	run := exec.Command("sh", append([]string{"-c", limited, filepath.Join(tmp, "tests")}, flags...)...)
	run.Dir = dir
	var out bytes.Buffer
	run.Stdout, run.Stderr = &out, &out
	err = run.Run()
	switch exit := (*exec.ExitError)(nil); {
	case err == nil:
		return Result{Passed, out.String()}, nil
	case errors.As(err, &exit):
		return Result{Failed, out.String()}, nil
	}
	return Result{}, fmt.Errorf("run the tests in %s: %w", dir, err)
}

// replace writes the mistake and the file that tells the compiler of it.
func replace(tmp string, m *Mistake) (overlay string, err error) {
	wrong := filepath.Join(tmp, filepath.Base(m.Path))
	if err := os.WriteFile(wrong, m.Text, 0o666); err != nil {
		return "", fmt.Errorf("write the mistake: %w", err)
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {m.Path: wrong}})
	if err != nil {
		return "", fmt.Errorf("write the mistake: %w", err)
	}
	overlay = filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		return "", fmt.Errorf("write the mistake: %w", err)
	}
	return overlay, nil
}

var failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// Seen is the innermost test that failed, with what ended it if that was no check of
// its own.
func (r Result) Seen() string {
	name := ""
	for _, m := range failure.FindAllStringSubmatch(r.Output, -1) {
		if name == "" || strings.HasPrefix(m[1], name+"/") {
			name = m[1]
		}
	}
	how := ""
	switch {
	case strings.Contains(r.Output, "panic: test timed out"):
		how = "by time"
	case strings.Contains(r.Output, "panic: "):
		how = "by a panic"
	case strings.Contains(r.Output, "fatal error: "):
		how = "by a fatal error"
	}
	return strings.TrimSpace(name + " " + how)
}
