package ctl

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// ErrInUse is wrapped by the errors of Lock and Listen where another process
// has the control socket.
var ErrInUse = errors.New("in use by another process")

// Lock makes the control socket at path this process's own, until release or
// until the process is gone, however it goes. The lock is a flock on path.lock,
// a file that stays: it holds the owner's process id and its incarnation.
//
// The incarnation, 0–3, is one more than the last owner's, modulo 4, so that
// peers can tell a restart from a loss. It starts at 0 where the file is new or
// holds nothing sensible.
func Lock(path string) (incarnation uint8, release func(), err error) {
	if err := checkPath(path); err != nil {
		return 0, nil, err
	}
	name := path + ".lock"
	// O_NOFOLLOW, for where the directory is shared with other users.
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return 0, nil, fmt.Errorf("open lock file of the control socket: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := flock(f); err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			return 0, nil, fmt.Errorf("control socket %s is %w%s", path, ErrInUse, owner(f))
		}
		return 0, nil, fmt.Errorf("lock %s: %w", name, err)
	}
	_, last, ok := readLock(f)
	if ok {
		incarnation = (last + 1) & 3
	}
	text := fmt.Sprintf("%d %d\n", os.Getpid(), incarnation)
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return 0, nil, fmt.Errorf("write %s: %w", name, err)
	}
	if err := f.Truncate(int64(len(text))); err != nil {
		return 0, nil, fmt.Errorf("write %s: %w", name, err)
	}
	return incarnation, func() { f.Close() }, nil
}

func flock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != unix.EINTR {
			return err
		}
	}
}

// owner is " (pid 12)" of the process that holds the lock, if it says so.
func owner(f *os.File) string {
	if pid, _, ok := readLock(f); ok {
		return fmt.Sprintf(" (pid %d)", pid)
	}
	return ""
}

func readLock(f *os.File) (pid int, incarnation uint8, ok bool) {
	b, err := io.ReadAll(io.NewSectionReader(f, 0, 64))
	if err != nil || !strings.HasSuffix(string(b), "\n") {
		return 0, 0, false
	}
	n, err := fmt.Sscanf(string(b), "%d %d\n", &pid, &incarnation)
	return pid, incarnation, err == nil && n == 2 && pid > 0 && incarnation < 4
}
