package preproc

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"up4/internal/textfile"
	"up4/p4/source"
)

// irregular makes a folder with one file of each kind that is none with a program.
func irregular(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	for name, to := range map[string]string{"device": "/dev/zero", "link": "pipe", "folder": "."} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var irregulars = map[string]string{
	"pipe": "it is a pipe that nothing was written to", "link": "it is a pipe that nothing was written to",
	"socket": "it is a socket, not a regular file", "device": "it is a device, not a regular file",
	"folder": "it is a folder, not a file",
}

func TestReadFile(t *testing.T) {
	dir := irregular(t)
	for name, want := range irregulars {
		path := filepath.Join(dir, name)
		if _, err := ReadFile(path); err == nil || err.Error() != "read "+path+": "+want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	path := filepath.Join(dir, "program")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(path); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.Truncate(path, textfile.Program.Bytes+1); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(path); !errors.Is(err, textfile.ErrTooLong) {
		t.Errorf("%v", err)
	}
}

// The same files are refused where they are included, and named once.
func TestIncludeIrregular(t *testing.T) {
	dir := irregular(t)
	for name, want := range irregulars {
		path := filepath.Join(dir, name)
		var set source.Set
		var diags source.List
		p := New(&set, &diags, Options{})
		if err := p.OpenText(filepath.Join(dir, "main.p4"), []byte("#include \""+name+"\"")); err != nil {
			t.Fatal(err)
		}
		p.Next()
		if len(diags.All) != 1 || diags.All[0].Code != CodeIncludeRead || diags.All[0].Msg != path+" cannot be read: "+want {
			t.Errorf("%s: %v", name, diags.All)
		}
	}
}

// A file that looks regular and has nothing to give yet, as /proc/kmsg, is no wait:
// a pipe with a writer that says nothing is read like one.
func TestReadNothingYet(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	conn, err := r.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("some"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := textfile.ReadFrom(ready{conn}, "log", textfile.Program)
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "nothing to read now") {
			t.Errorf("%v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("still waiting")
	}
}

// Why the program was not read is said with its name once, and what was meant.
func TestUnread(t *testing.T) {
	dir := irregular(t)
	for name, want := range map[string]string{
		"pipe":         "it is a pipe that nothing was written to",
		"folder":       "it is a folder, not a file",
		"devise":       "no such file or directory; did you mean \"" + dir + "/device\"?",
		"none/such.p4": "no such file or directory",
	} {
		path := filepath.Join(dir, name)
		err := New(&source.Set{}, &source.List{}, Options{}).Open(path)
		if err == nil || err.Error() != path+" cannot be read: "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := New(&source.Set{}, &source.List{}, Options{}).Open(""); err == nil || err.Error() != "the program's name is empty" {
		t.Error(err)
	}
}
