package main

import (
	"errors"
	"fmt"
	"io/fs"

	"up4/internal/textfile"
	"up4/p4/front"
	"up4/p4/syntax/preproc"
)

// stdin is the path that stands for standard input, and stdinName what messages
// call it.
const (
	stdin     = "-"
	stdinName = "<stdin>"
)

// options is how the flags say that a program is read.
func (a *app) options() front.Options {
	return front.Options{Dirs: a.dirs, Defines: a.defines, Read: a.read, Externs: a.externs}
}

// named is a program's path as the front end takes it. What stands for standard
// input is changed here, so that a file named - can be included all the same.
func named(path string) string {
	if path == stdin {
		return stdinName
	}
	return path
}

// read reads a program or a file it includes.
func (a *app) read(path string) ([]byte, error) {
	if path != stdinName {
		return preproc.ReadFile(path)
	}
	return a.readStdin()
}

// readStdin reads standard input, which gives its text once only.
func (a *app) readStdin() ([]byte, error) {
	if a.typed != nil {
		return a.typed, nil
	}
	text, err := textfile.ReadFrom(a.in, stdinName, textfile.Program)
	if err != nil {
		return nil, err
	}
	a.typed = text
	return text, nil
}

// readError names the file once, whatever step of reading it failed.
func readError(path string, err error) error {
	if errors.Is(err, textfile.ErrTooLong) {
		return err // it names the file
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
