package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/p4/syntax/format"
	"up4/p4/syntax/preproc"
)

func (a *app) fmtCommand() *cobra.Command {
	var write, check bool
	cmd := &cobra.Command{
		Use:   "fmt [FILE...]",
		Short: "lay programs out in one way",
		Long: "fmt prints files laid out in one way; standard input if none is given, or for -. It works on any\n" +
			"file, also one that is only included; comments and directives stay. Formatting a second time\n" +
			"changes nothing. With --check it names the files it would change and exits with 1.",
		Example: "  up4c fmt -w router.p4\n  up4c fmt --check *.p4\n  up4c fmt - < router.p4",
		RunE: func(_ *cobra.Command, args []string) error {
			if write && check {
				return errors.New("--write and --check exclude each other")
			}
			if len(args) == 0 {
				args = []string{stdin}
			}
			if write && slices.Contains(args, stdin) {
				return errors.New("--write needs files")
			}
			var failed error
			for _, path := range args {
				if err := a.formatFile(path, write, check); err != nil {
					if !isRejected(err) {
						fmt.Fprintln(a.err, "up4c:", err)
					}
					failed = errRejected
				}
			}
			return commandline.Failure(failed)
		},
		ValidArgsFunction: programs,
	}
	f := cmd.Flags()
	f.BoolVarP(&write, "write", "w", false, "write the result to the files")
	f.BoolVar(&check, "check", false, "only name the files that would change")
	return cmd
}

func (a *app) formatFile(path string, write, check bool) error {
	if path == stdin {
		text, err := a.readStdin()
		if err != nil {
			return readError(stdinName, err)
		}
		return a.format(stdinName, text, check)
	}
	if write {
		// Before reading, which would take what was written to a pipe, or wait for it.
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("write %s: not a regular file", path)
		}
	}
	text, err := preproc.ReadFile(path)
	if err != nil {
		return readError(path, err)
	}
	if !write {
		return a.format(path, text, check)
	}
	got, err := format.Format(path, text)
	if err != nil || bytes.Equal(got, text) {
		return err
	}
	return replace(path, got)
}

// format prints the text laid out, or with check its name if that would change it.
func (a *app) format(path string, text []byte, check bool) error {
	got, err := format.Format(path, text)
	if err != nil {
		return err
	}
	if !check {
		_, err := a.out.Write(got)
		return err
	}
	if bytes.Equal(got, text) {
		return nil
	}
	if err := a.write(path + "\n"); err != nil {
		return err
	}
	return errRejected
}

// replace puts a new text in a file's place in one step, so that a full disk or an
// interrupt leaves the old one whole. Of a symbolic link it is the file that the
// link leads to, and the link stays.
func replace(path string, text []byte) error {
	failed := func(err error) error { return fmt.Errorf("write %s: %w", path, cause(err)) }
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return failed(err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return failed(err)
	}
	// Renaming would not ask whether the old file may be written.
	f, err := os.OpenFile(real, os.O_WRONLY, 0)
	if err != nil {
		return failed(err)
	}
	_ = f.Close()
	if f, err = os.CreateTemp(filepath.Dir(real), "."+filepath.Base(real)+".*"); err != nil {
		return failed(err)
	}
	_, err = f.Write(text)
	// The mode last: it may be one that forbids writing, and umask does not apply.
	err = errors.Join(err, f.Chmod(info.Mode()), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), real)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return failed(err)
	}
	return nil
}
