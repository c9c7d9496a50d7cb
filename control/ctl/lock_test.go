package ctl

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"up4/control/api/apitest"
)

// sockPath is short enough for a socket wherever the tests run.
func sockPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ctl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "a.sock")
}

// TestIncarnation: 0, 1, 2, 3, 0 over the starts of one path.
func TestIncarnation(t *testing.T) {
	path := sockPath(t)
	for _, want := range []uint8{0, 1, 2, 3, 0, 1} {
		got, release, err := Lock(path)
		if err != nil || got != want {
			t.Fatalf("incarnation %d, %v; want %d", got, err, want)
		}
		release()
	}
	if fi, err := os.Stat(path + ".lock"); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", fi.Mode(), err)
	}
	for text, want := range map[string]uint8{"": 0, "12 2\n": 3, "12 7\n": 0, "12 2": 0, "nonsense\n": 0, "99999999999999999999 1\n": 0} {
		if err := os.WriteFile(path+".lock", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, release, err := Lock(path)
		if err != nil || got != want {
			t.Fatalf("after %q: incarnation %d, %v; want %d", text, got, err, want)
		}
		release()
		if b, _ := os.ReadFile(path + ".lock"); string(b) != fmt.Sprintf("%d %d\n", os.Getpid(), want) {
			t.Errorf("after %q: the file holds %q", text, b)
		}
	}
}

func TestLockIsExclusive(t *testing.T) {
	path := sockPath(t)
	_, release, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Lock(path)
	want := fmt.Sprintf("control socket %s is in use by another process (pid %d)", path, os.Getpid())
	if !errors.Is(err, ErrInUse) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	release()
	_, release, err = Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	release()
}

func TestLockErrors(t *testing.T) {
	if _, _, err := Lock(sockPath(t) + "/no/such/dir"); err == nil || !strings.Contains(err.Error(), "open lock file of the control socket") {
		t.Errorf("got %v", err)
	}
	long := "/tmp/" + strings.Repeat("x", 103)
	want := fmt.Sprintf("control socket path %q has 108 bytes, a unix socket's path at most 107: choose a shorter one", long)
	if _, _, err := Lock(long); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Listen(long, nil, Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Listen("", nil, Options{}); err == nil || err.Error() != "the control socket has no path" {
		t.Errorf("got %v", err)
	}
	path := sockPath(t)
	if err := os.Symlink("/etc/passwd", path+".lock"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Lock(path); !errors.Is(err, unix.ELOOP) {
		t.Errorf("followed a link: %v", err)
	}
}

// TestModeFromTheFirstInstant binds under a umask that takes nothing away:
// nothing but the mode before the bind can make the file 0600.
func TestModeFromTheFirstInstant(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	path := sockPath(t)
	l, err := listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if fi, err := os.Lstat(path); err != nil || fi.Mode() != os.ModeSocket|0o600 {
		t.Errorf("mode %v, %v", fi.Mode(), err)
	}
}

// TestDeadProcess: a process that was killed leaves its socket and lock file
// behind; the next one takes both over and counts on.
func TestDeadProcess(t *testing.T) {
	if path := os.Getenv("CTL_TEST_SOCKET"); path != "" {
		if _, _, err := Lock(path); err != nil {
			t.Fatal(err)
		}
		if _, err := Listen(path, &apitest.Switch{}, Options{}); err != nil {
			t.Fatal(err)
		}
		fmt.Println("ready")
		select {} // until killed
	}
	path := sockPath(t)
	child := exec.Command(os.Args[0], "-test.run=^TestDeadProcess$", "-test.v")
	child.Env = append(os.Environ(), "CTL_TEST_SOCKET="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Process.Kill()
	buf := make([]byte, 4096)
	for seen := ""; !strings.Contains(seen, "ready"); {
		n, err := out.Read(buf)
		if err != nil {
			t.Fatalf("child: %v after %q", err, seen)
		}
		seen += string(buf[:n])
	}
	// Alive: refused by the lock, and, without it, by the socket.
	want := fmt.Sprintf("control socket %s is in use by another process (pid %d)", path, child.Process.Pid)
	if _, _, err := Lock(path); !errors.Is(err, ErrInUse) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Listen(path, &apitest.Switch{}, Options{}); !errors.Is(err, ErrInUse) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	if _, err := os.Lstat(path); err != nil {
		t.Fatalf("the dead process left no socket: %v", err)
	}
	inc, release, err := Lock(path)
	if err != nil || inc != 1 {
		t.Fatalf("incarnation %d, %v; want 1", inc, err)
	}
	defer release()
	s, err := Listen(path, &apitest.Switch{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
}

func TestListenKeepsWhatIsNoSocket(t *testing.T) {
	path := sockPath(t)
	if err := os.WriteFile(path, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(path, nil, Options{}); err == nil || !strings.Contains(err.Error(), "there is something else of that name (-rw-r--r--)") {
		t.Errorf("got %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "precious" {
		t.Errorf("the file holds %q", b)
	}
}

// TestCloseKeepsAnothersSocket: who replaced the file keeps it.
func TestCloseKeepsAnothersSocket(t *testing.T) {
	path := sockPath(t)
	s, err := Listen(path, &apitest.Switch{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	other, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); err != nil {
		t.Errorf("another's socket is gone: %v", err)
	}
}
