// Package socketpath says where a switch's control socket lies when nobody said
// otherwise, so that the daemon and its control tool agree. It opens nothing.
package socketpath

import (
	"os"
	"path/filepath"
)

// Max is the longest path of a unix socket in bytes: unix(7), sun_path is 108
// with its closing zero.
const Max = 107

// Dir is $XDG_RUNTIME_DIR, or the temporary directory where that is not set.
func Dir() string {
	if d := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(d) {
		return d
	}
	return os.TempDir()
}

// Default is the socket path of the switch called id.
func Default(id string) string { return filepath.Join(Dir(), "up4-"+id+".sock") }

// Present lists the sockets in Dir that carry a default name, in the order of
// their names. Whether anybody listens is not looked at.
func Present() []string {
	names, err := filepath.Glob(filepath.Join(escape(Dir()), "up4-*.sock"))
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
