package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/textfile"
	"up4/p4/syntax/format"
	"up4/p4/syntax/preproc"
)

func (a *app) fmtCommand() *cobra.Command {
	var write, check bool
	cmd := &cobra.Command{
		Use:   "fmt [FILE...]",
		Short: "lay programs out in one way",
		Long: "fmt prints files laid out in one way, or standard input if none is given. It works on any\n" +
			"file, also one that is only included; comments and directives stay. Formatting a second time\n" +
			"changes nothing. With --check it names the files it would change and exits with 1.",
		Example: "  up4c fmt -w router.p4\n  up4c fmt --check *.p4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if write && check {
				return errors.New("--write and --check exclude each other")
			}
			if len(args) == 0 {
				if write {
					return errors.New("--write needs files")
				}
				text, err := textfile.ReadFrom(cmd.InOrStdin(), "<standard input>", textfile.Program)
				if err != nil {
					return commandline.Failure(fmt.Errorf("read standard input: %w", err))
				}
				return commandline.Failure(a.format("<standard input>", text, check))
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
	text, err := preproc.ReadFile(path)
	if err != nil {
		return err
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
	fmt.Fprintln(a.out, path)
	return errRejected
}

// replace puts a new text in a file's place in one step, so that a full disk or an
// interrupt leaves the old one whole.
func replace(path string, text []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	tmp := path + ".up4c-new"
	if err := os.WriteFile(tmp, text, info.Mode().Perm()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(tmp, path); err != nil {
		_ = os.Remove(tmp)
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
