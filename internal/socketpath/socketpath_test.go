package socketpath

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestDir(t *testing.T) {
	t.Setenv("TMPDIR", "/var/tmp")
	for xdg, want := range map[string]string{
		"/run/user/1000": "/run/user/1000/up4-a.sock",
		"":               "/var/tmp/up4-a.sock",
		"relative":       "/var/tmp/up4-a.sock", // the specification says to ignore it
	} {
		t.Setenv("XDG_RUNTIME_DIR", xdg)
		if got := Default("a"); got != want {
			t.Errorf("XDG_RUNTIME_DIR=%q: %s, want %s", xdg, got, want)
		}
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
