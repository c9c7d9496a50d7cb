package socketpath

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestDir(t *testing.T) {
	t.Setenv("TMPDIR", "/var/tmp")
	own := fmt.Sprintf("/var/tmp/up4-%d/up4-a.sock", os.Getuid())
	for xdg, want := range map[string]string{
		"/run/user/1000": "/run/user/1000/up4-a.sock",
		"":               own,
		"relative":       own, // the specification says to ignore it
	} {
		t.Setenv("XDG_RUNTIME_DIR", xdg)
		if got := Default("a"); got != want {
			t.Errorf("XDG_RUNTIME_DIR=%q: %s, want %s", xdg, got, want)
		}
	}
}

// TestPrepare: the folder in the temporary directory is made for this user
// alone, and not used where others can write to it or have put something else.
func TestPrepare(t *testing.T) {
	top, err := os.MkdirTemp("", "sp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	t.Setenv("TMPDIR", top)
	t.Setenv("XDG_RUNTIME_DIR", "")
	path := Default("a")
	dir := filepath.Dir(path)
	if got := Present(); len(got) != 0 {
		t.Errorf("found %v where there is no folder", got)
	}
	for range 2 { // new, and there already
		if err := Prepare(path); err != nil {
			t.Fatal(err)
		}
	}
	if fi, err := os.Stat(dir); err != nil || fi.Mode() != os.ModeDir|0o700 {
		t.Errorf("%v, %v", fi.Mode(), err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := Present(); !slices.Equal(got, []string{path}) {
		t.Errorf("found %v, want %s", got, path)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Prepare(path); err == nil || !strings.Contains(err.Error(), "others may write to it") {
		t.Errorf("a folder that is open to all: %v", err)
	}
	if got := Present(); len(got) != 0 {
		t.Errorf("found %v in a folder that is open to all", got)
	}
	if err := os.Rename(dir, dir+"x"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir+"x", dir); err != nil {
		t.Fatal(err)
	}
	if err := Prepare(path); err == nil || !strings.Contains(err.Error(), "is no folder") {
		t.Errorf("a link: %v", err)
	}
	if err := Prepare(filepath.Join(top, "none", "s")); err != nil {
		t.Errorf("another folder is not its business: %v", err)
	}
}

// TestPresent: sockets of that name, and nothing else, in a directory whose
// name means something to glob.
func TestPresent(t *testing.T) {
	top, err := os.MkdirTemp("", "sp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	dir := filepath.Join(top, "[x]*")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_RUNTIME_DIR", dir)
	if got := Present(); len(got) != 0 {
		t.Errorf("found %v in an empty directory", got)
	}
	for _, name := range []string{"up4-b.sock", "up4-a.sock", "other.sock"} {
		l, err := net.Listen("unix", filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
	}
	if err := os.WriteFile(filepath.Join(dir, "up4-file.sock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "up4-a.sock"), filepath.Join(dir, "up4-b.sock")}
	if got := Present(); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
