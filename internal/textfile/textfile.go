// Package textfile reads files that people name on a command line, and does not
// let one that never ends take the memory of the machine.
package textfile

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrTooLong is wrapped where a file is longer than its kind may be.
var ErrTooLong = errors.New("file too long")

// Limits in bytes, by kind of file.
const (
	Config  = 1 << 20
	Program = 16 << 20
	Tables  = 256 << 20 // 1.8 million routes
)

// Read reads the file at path, which may be a pipe, up to limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > limit {
		return nil, fmt.Errorf("read %s: %w: more than %d bytes", path, ErrTooLong, limit)
	}
	return b, nil
}
