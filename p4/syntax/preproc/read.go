package preproc

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"up4/internal/nearest"
	"up4/internal/textfile"
)

// ReadFile reads a program's file of this machine, or a pipe, such as a shell makes
// of <(command), to its end. A pipe that nobody writes to is an error, and what is
// neither is refused, and so is a file that has nothing to give yet, as a log of the
// kernel: reading them may wait without end, or take away what somebody else waits
// for.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := hasText(path, info); err != nil {
		return nil, err
	}
	// Opening a pipe does not wait for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := hasText(path, info); err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeNamedPipe != 0 {
		text, err := textfile.ReadFrom(f, path, textfile.Program)
		if err == nil && len(text) == 0 {
			err = &fs.PathError{Op: "read", Path: path, Err: errNothingWritten}
		}
		return text, err
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

// hasText is an error if a file is none with a text of its own, and no pipe.
func hasText(path string, info fs.FileInfo) error {
	err := errors.New("it is a device, not a regular file")
	switch mode := info.Mode(); {
	case mode.IsRegular(), mode&fs.ModeNamedPipe != 0:
		return nil
	case mode.IsDir():
		err = errors.New("it is a folder, not a file")
	case mode&fs.ModeSocket != 0:
		err = errors.New("it is a socket, not a regular file")
	}
	return &fs.PathError{Op: "read", Path: path, Err: err}
}

var (
	errNothingWritten = errors.New("it is a pipe that nothing was written to")
	errNothingYet     = errors.New("it has nothing to read now, as no file with a program would")
)

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

// unread is why the program at path was not read, and what was probably meant.
func (p *Preproc) unread(path string, err error) error {
	switch {
	case errors.Is(err, textfile.ErrTooLong):
		return err // it names the file
	case path == "":
		return errors.New("the program's name is empty")
	case errors.Is(err, fs.ErrNotExist):
		dir, base := filepath.Split(path)
		if n, ok := nearest.Name(base, p.opt.List(dir)); ok {
			return fmt.Errorf("%s cannot be read: %w; did you mean %q?", path, cause(err), dir+n)
		}
	}
	return fmt.Errorf("%s cannot be read: %w", path, cause(err))
}

// cause is what is wrong with a file, without its name.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
