// Package textfile reads files that people name on a command line, and does not
// let one that never ends take the memory of the machine.
package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrTooLong is wrapped where a file is longer than its kind may be.
var ErrTooLong = errors.New("file too long")

// Kind is how long a file may be.
type Kind struct {
	Bytes int64
	// Line is the longest line in bytes, 0 for any.
	Line int
}

// The kinds of files. A configuration has 510 ports at most; what a TOML parser
// does with a key of many parts grows with the square of their number, and a key
// stands on one line.
var (
	Config  = Kind{Bytes: 256 << 10, Line: 1 << 10}
	Program = Kind{Bytes: 16 << 20}
	Tables  = Kind{Bytes: 256 << 20} // 1.8 million routes
)

// Read reads the file at path, which may be a pipe, as far as its kind allows.
func Read(path string, kind Kind) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadFrom(f, path, kind)
}

// ReadFrom reads r to its end, as far as its kind allows; name is for messages.
func ReadFrom(r io.Reader, name string, kind Kind) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, kind.Bytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > kind.Bytes {
		return nil, fmt.Errorf("read %s: %w: more than %d bytes", name, ErrTooLong, kind.Bytes)
	}
	if kind.Line > 0 {
		n := 0
		for line := range bytes.Lines(b) {
			if n++; len(bytes.TrimRight(line, "\r\n")) > kind.Line {
				return nil, fmt.Errorf("read %s: %w: line %d has more than %d bytes", name, ErrTooLong, n, kind.Line)
			}
		}
	}
	return b, nil
}
