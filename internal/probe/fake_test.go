package probe

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/cpu"
)

// child is the first argument of a test binary that runs as the command of
// Options.Namespaced.
const child = "namespaced-child"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == child {
		if err := Namespaced(); err != nil {
			_, _ = os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// option names a socket option as it is set.
type option struct{ level, name int }

// faked is the real machine but for what a test makes of it. A nil field leaves
// the machine's own answer.
type faked struct {
	kernel
	noSocket  map[bool]error // by IPv4 or not
	refuse    map[option]error
	ignore    map[option]bool
	values    map[option]int
	noAttach  error
	program   []unix.SockFilter // attached in place of the one asked for; empty for none
	noSend    error
	maxBytes  int // longer messages with control are EINVAL
	alter     func(data []byte) []byte
	down      bool // no loopback
	lose      bool
	noReceive error
	control   func(n []byte) int // changes received control messages
	info      []uint32
	noInfo    error
	mem       map[string]error // memfd, truncate, seal, mmap, protect, advise
	weakSeal  bool             // a sealed file can be cut
	hasSeals  *int
	files     map[string]string // all there are, if not nil
	paths     map[string]bool
	env       map[string]string
	release   string
	set       *cpu.Set
	noCPUs    error
	ring      error
	spaces    func() (bool, error)
	names     map[string][]netip.Addr
	mtu       int
	noRoute   error
}

func (f *faked) socket(a netip.Addr) (int, error) {
	if err := f.noSocket[a.Is4()]; err != nil {
		return -1, err
	}
	return f.kernel.socket(a)
}

func (f *faked) setOption(fd, level, name, value int) error {
	o := option{level, name}
	if err := f.refuse[o]; err != nil || f.ignore[o] {
		return err
	}
	return f.kernel.setOption(fd, level, name, value)
}

func (f *faked) option(fd, level, name int) (int, error) {
	o := option{level, name}
	if n, found := f.values[o]; found {
		return n, nil
	}
	if f.mtu > 0 && (name == unix.IP_MTU && level == unix.IPPROTO_IP || name == unix.IPV6_MTU && level == unix.IPPROTO_IPV6) {
		return f.mtu, nil
	}
	return f.kernel.option(fd, level, name)
}

func (f *faked) attachReuseport(fd int, prog []unix.SockFilter) error {
	if f.noAttach != nil {
		return f.noAttach
	}
	if f.program != nil {
		if len(f.program) == 0 {
			return nil
		}
		prog = f.program
	}
	return f.kernel.attachReuseport(fd, prog)
}

func (f *faked) connect(fd int, to netip.AddrPort) error {
	if f.noRoute != nil || f.mtu > 0 {
		return f.noRoute
	}
	return f.kernel.connect(fd, to)
}

func (f *faked) send(fd int, data, control []byte, to netip.AddrPort) error {
	switch {
	case f.down:
		return unix.ENETUNREACH
	case f.noSend != nil && len(control) > 0:
		return f.noSend
	case f.maxBytes > 0 && len(control) > 0 && len(data) > f.maxBytes:
		return unix.EINVAL
	case f.lose:
		return nil
	}
	if f.alter != nil {
		data = f.alter(append([]byte(nil), data...))
	}
	return f.kernel.send(fd, data, control, to)
}

func (f *faked) receive(fd int, data, control []byte, wait time.Duration) (n, nc, flags int, err error) {
	if f.noReceive != nil {
		return 0, 0, 0, f.noReceive
	}
	n, nc, flags, err = f.kernel.receive(fd, data, control, min(wait, 20*time.Millisecond))
	if f.control != nil && err == nil {
		nc = f.control(control[:nc])
	}
	return n, nc, flags, err
}

func (f *faked) memInfo(fd int) ([]uint32, error) {
	if f.info != nil || f.noInfo != nil {
		return f.info, f.noInfo
	}
	return f.kernel.memInfo(fd)
}

func (f *faked) memfd(name string) (int, error) {
	if err := f.mem["memfd"]; err != nil {
		return -1, err
	}
	return f.kernel.memfd(name)
}

func (f *faked) truncate(fd int, size int64) error {
	if err := f.mem["truncate"]; err != nil {
		return err
	}
	if size == 0 && f.weakSeal {
		return nil
	}
	return f.kernel.truncate(fd, size)
}

func (f *faked) seal(fd, seals int) error {
	if err := f.mem["seal"]; err != nil {
		return err
	}
	return f.kernel.seal(fd, seals)
}

func (f *faked) seals(fd int) (int, error) {
	if f.hasSeals != nil {
		return *f.hasSeals, nil
	}
	return f.kernel.seals(fd)
}

func (f *faked) mmap(fd, size, prot, flags int) ([]byte, error) {
	if err := f.mem["mmap"]; err != nil {
		return nil, err
	}
	return f.kernel.mmap(fd, size, prot, flags)
}

func (f *faked) protect(b []byte, prot int) error {
	if err := f.mem["protect"]; err != nil {
		return err
	}
	return f.kernel.protect(b, prot)
}

func (f *faked) advise(b []byte, advice int) error {
	if err := f.mem["advise"]; err != nil {
		return err
	}
	return f.kernel.advise(b, advice)
}

func (f *faked) read(path string) (string, error) {
	if f.files != nil {
		s, found := f.files[path]
		if !found {
			return "", unix.ENOENT
		}
		return s, nil
	}
	return f.kernel.read(path)
}

func (f *faked) exists(path string) bool {
	if f.paths != nil {
		return f.paths[path]
	}
	return f.kernel.exists(path)
}

func (f *faked) getenv(name string) string {
	if f.env != nil {
		return f.env[name]
	}
	return f.kernel.getenv(name)
}

func (f *faked) uname() (release, machine string, err error) {
	if f.release != "" {
		return f.release, "x86_64", nil
	}
	return f.kernel.uname()
}

func (f *faked) cpus() (cpu.Set, error) {
	if f.set != nil {
		return *f.set, nil
	}
	if f.noCPUs != nil {
		return cpu.Set{}, f.noCPUs
	}
	return f.kernel.cpus()
}

func (f *faked) ioUring() error { return f.ring }

func (f *faked) namespaces(context.Context, []string) (bool, error) { return f.spaces() }

func (f *faked) lookup(_ context.Context, name string) ([]netip.Addr, error) {
	if at := f.names[name]; at != nil {
		return at, nil
	}
	return nil, errors.New("no such host")
}

// find is the named check of the real list.
func find(t *testing.T, name string) check {
	t.Helper()
	for _, c := range checks {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("there is no check %q", name)
	return check{}
}

// ask makes one check on a faked machine.
func ask(t *testing.T, name string, f *faked, o Options) Check {
	t.Helper()
	f.kernel = linux{}
	return run(t.Context(), f, []check{find(t, name)}, o).Checks[0]
}
