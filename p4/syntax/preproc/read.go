package preproc

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"up4/internal/textfile"
)

// ReadFile reads a program's file of this machine. What is no regular file is
// refused, and so is one that has nothing to give yet, as a log of the kernel:
// reading them may wait without end, or take away what somebody else waits for.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	// Should it become a pipe meanwhile, opening it does not wait for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	text, err := textfile.ReadFrom(ready{conn}, path, textfile.Program)
	if err != nil && !errors.Is(err, textfile.ErrTooLong) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, err
}

// regular is an error if a file is none with a text of its own.
func regular(path string, info fs.FileInfo) error {
	what := "device"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "pipe"
	case mode&fs.ModeSocket != 0:
		what = "socket"
	}
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is a %s, %w", what, ErrIrregular)}
}

// ErrIrregular is wrapped where a file is of a kind that holds no program.
var ErrIrregular = errors.New("not a regular file")

var errNothingYet = errors.New("it has nothing to read now, as no file with a program would")

// ready reads a file opened with O_NONBLOCK, and fails where that would have to
// wait.
type ready struct{ conn syscall.RawConn }

func (r ready) Read(b []byte) (n int, err error) {
	failed := r.conn.Read(func(fd uintptr) bool {
		for err = syscall.EINTR; err == syscall.EINTR; {
			n, err = syscall.Read(int(fd), b)
		}
		return true // whatever came of it: do not wait
	})
	switch {
	case failed != nil:
		return 0, failed
	case err == syscall.EAGAIN:
		return 0, errNothingYet
	case err != nil:
		return 0, err
	case n == 0 && len(b) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// cause is what is wrong with a file, without its name.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
