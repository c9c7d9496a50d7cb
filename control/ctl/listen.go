package ctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/socketpath"
)

func checkPath(path string) error {
	switch {
	case path == "":
		return errors.New("the control socket has no path")
	case len(path) > socketpath.Max:
		return fmt.Errorf("control socket path %q has %d bytes, a unix socket's path at most %d: choose a shorter one",
			path, len(path), socketpath.Max)
	}
	return nil
}

// listen binds path, which only this user may connect to from the first
// moment: the socket file takes the mode that the socket had when it was bound
// (Linux, net/unix/af_unix.c, unix_bind_bsd), so no umask and no chmod
// afterwards come into it. What a dead process left behind is removed.
func listen(path string) (*net.UnixListener, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	lc := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var err error
		if e := c.Control(func(fd uintptr) { err = unix.Fchmod(int(fd), 0o600) }); e != nil {
			return e
		}
		return err
	}}
	l, err := lc.Listen(context.Background(), "unix", path)
	if err != nil {
		return nil, fmt.Errorf("open control socket: %w", err)
	}
	ul := l.(*net.UnixListener)
	fi, err := os.Lstat(path)
	if err == nil && fi.Mode().Perm() != 0o600 {
		err = fmt.Errorf("its mode is %v, not -rw-------", fi.Mode().Perm())
	}
	if err != nil {
		ul.Close()
		return nil, fmt.Errorf("open control socket %s: %w", path, err)
	}
	return ul, nil
}

// staleTimeout is how long a socket that is there may take to answer.
const staleTimeout = time.Second

// removeStale removes the socket of a process that is gone. Anything else at
// that path is an error.
func removeStale(path string) error {
	fi, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("look for an old control socket: %w", err)
	case fi.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("control socket %s: there is something else of that name (%v)", path, fi.Mode())
	}
	switch err := InUse(path); {
	case errors.Is(err, ErrInUse):
		return err
	case !errors.Is(err, unix.ECONNREFUSED):
		return fmt.Errorf("control socket %s is there and does not answer: %w", path, err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the control socket of a dead process: %w", err)
	}
	return nil
}

// InUse tries whether somebody answers at path: it wraps ErrInUse then, and what
// dialling gave otherwise. It changes nothing.
func InUse(path string) error {
	c, err := net.DialTimeout("unix", path, staleTimeout)
	if err != nil {
		return err
	}
	defer c.Close()
	return fmt.Errorf("control socket %s is %w%s", path, ErrInUse, peer(c))
}

// peer is " (pid 12)" of the process at the other end.
func peer(c net.Conn) string {
	raw, err := c.(*net.UnixConn).SyscallConn()
	if err != nil {
		return ""
	}
	out := ""
	_ = raw.Control(func(fd uintptr) {
		if cred, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil {
			out = fmt.Sprintf(" (pid %d)", cred.Pid)
		}
	})
	return out
}
