// Package socketpath says where a switch's control socket lies when nobody said
// otherwise, so that the daemon and its control tool agree. It opens no socket.
package socketpath

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Max is the longest path of a unix socket in bytes: unix(7), sun_path is 108
// with its closing zero.
const Max = 107

// Dir is $XDG_RUNTIME_DIR, or up4-<uid> in the temporary directory where that
// is not set: a folder of this user's own, so that users of one host do not
// meet each other's switches.
func Dir() string {
	if d := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(d) {
		return d
	}
	return own()
}

func own() string { return filepath.Join(os.TempDir(), "up4-"+strconv.Itoa(os.Getuid())) }

// Default is the socket path of the switch called id.
func Default(id string) string { return filepath.Join(Dir(), "up4-"+id+".sock") }

// Prepare makes the folder of a socket path where that is this user's in the
// temporary directory, and refuses it if somebody else could put files there.
// Any other folder must be there already, and is not looked at.
func Prepare(path string) error {
	dir := filepath.Dir(path)
	if dir != own() {
		return nil
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make the folder of the control socket: %w", err)
	}
	return private(dir)
}

// private says what is wrong with a folder that must be this user's alone: in
// a directory that all may write to, others can have made it first.
func private(dir string) error {
	fi, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("look at the folder of the control socket: %w", err)
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !fi.IsDir():
		return fmt.Errorf("%s is to be the folder of the control socket, and is no folder", dir)
	case !ok || int(st.Uid) != os.Getuid():
		return fmt.Errorf("%s is to be the folder of the control socket, and belongs to another user", dir)
	case fi.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%s is to be the folder of the control socket, and others may write to it (%v): chmod 700 it", dir, fi.Mode().Perm())
	}
	return nil
}

// Present lists the sockets in Dir that carry a default name, in the order of
// their names. Whether anybody listens is not looked at. A folder in the
// temporary directory that is not this user's alone has none.
func Present() []string {
	dir := Dir()
	if dir == own() && private(dir) != nil {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(escape(dir), "up4-*.sock"))
	if err != nil {
		return nil
	}
	var socks []string
	for _, n := range names {
		if fi, err := os.Stat(n); err == nil && fi.Mode().Type() == os.ModeSocket {
			socks = append(socks, n)
		}
	}
	return socks
}

// escape keeps glob's special characters in a directory name from matching.
func escape(dir string) string {
	var out []byte
	for i := 0; i < len(dir); i++ {
		switch dir[i] {
		case '*', '?', '[', '\\':
			out = append(out, '\\')
		}
		out = append(out, dir[i])
	}
	return string(out)
}
