// Command up4c is the P4-16 compiler's front end: it checks programs, prints their
// syntax trees, intermediate form and P4Info, formats them, and runs packet tests.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/version"
	"up4/p4/source"
	"up4/p4/syntax/preproc"
)

// streams is what a run of the command has around it.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// app is one run of the command.
type app struct {
	streams
	dirs, defines []string
	externs       string
	output        string
	noWarn        bool
	silent        []source.Code // warnings that are not shown
	strict        bool          // warnings are errors

	typed []byte // the program on standard input, once it has been read
}

func main() { os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})) }

// run runs the command line and returns the exit code.
func run(args []string, s streams) int {
	a := &app{streams: s}
	root := a.command()
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	cmd, err := root.ExecuteC()
	if err == nil {
		return commandline.OK
	}
	if commandline.IsFailure(err) {
		if !isRejected(err) {
			fmt.Fprintln(s.err, "up4c:", err)
		}
		return commandline.Failed
	}
	fmt.Fprintf(s.err, "up4c: %v\nusage: %s\n", err, cmd.UseLine())
	return commandline.Usage
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "up4c",
		Short: "check, print, format and test P4-16 programs",
		Long: "up4c reads P4-16 programs (language version 1.2.5). Results go to standard output,\n" +
			"what is wrong with a program to standard error, as FILE:LINE:COL: error: … [code].\n" +
			"A FILE of - is standard input, which messages call <stdin>.\n\n" +
			"core.p4, v1model.p4, psa.p4, pna.p4, ebpf_model.p4, ubpf_model.p4 and xdp_model.p4 come\n" +
			"with it; a file of that name in a folder given by -I is taken before.\n\n" +
			"Exit codes: 0 accepted or done, 1 rejected or failed, 2 bad usage.",
		Version: version.String(), SilenceErrors: true, SilenceUsage: true, Args: noCommand,
		RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("a command is missing: check, ast, ir, p4info, fmt, stf, corpus or explain")
		},
	}
	root.SetVersionTemplate("up4c {{.Version}}\n")
	root.SetFlagErrorFunc(commandline.FlagError)
	root.SetHelpCommand(commandline.HelpCommand())
	root.AddCommand(a.checkCommand(), a.astCommand(), a.irCommand(), a.stfCommand(), a.corpusCommand(), a.p4infoCommand(), a.fmtCommand(), a.explainCommand())
	return root
}

// noCommand says what was meant by a word that is no command.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasSuffix(args[0], ".p4") {
		return fmt.Errorf("a command is missing before %s; to check it: up4c check %s", args[0], args[0])
	}
	return commandline.NoCommand(cmd, args)
}

// reading adds the flags of every command that reads a program as a compiler does.
func (a *app) reading(cmd *cobra.Command) *cobra.Command {
	f := cmd.Flags()
	f.StringArrayVarP(&a.dirs, "include", "I", nil, "look for included files in `DIR` too (may be repeated)")
	f.StringArrayVarP(&a.defines, "define", "D", nil, "define a macro: `NAME[=VALUE]` (may be repeated)")
	f.StringVar(&a.externs, "externs", "", "a `FILE` with functions in P4 that stand for extern functions of the program's own")
	_ = cmd.MarkFlagFilename("externs", "p4")
	f.BoolVar(&a.noWarn, "no-warn", false, "print errors only")
	var values []string
	f.StringSliceVarP(&values, "warn", "W", nil, "switch off a warning: `no-CODE`, with commas between several (may be repeated)")
	_ = cmd.RegisterFlagCompletionFunc("warn", cobra.FixedCompletions(warningNames(), cobra.ShellCompDirectiveNoFileComp))
	f.BoolVar(&a.strict, "werror", false, "reject a program that draws a warning")
	return before(cmd, func() error {
		// Made here for its errors: they are of the command line, not of a program.
		pre := preproc.New(&source.Set{}, &source.List{}, preproc.Options{Defines: a.defines})
		if err := pre.OpenText("", nil); err != nil {
			return err
		}
		return a.silence(values)
	})
}

// before makes a command check a flag before it runs.
func before(cmd *cobra.Command, check func() error) *cobra.Command {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := check(); err != nil {
			return err
		}
		return run(cmd, args)
	}
	return cmd
}

// outputs adds -o and checks its value before the command runs.
func (a *app) outputs(cmd *cobra.Command, forms ...string) *cobra.Command {
	last := len(forms) - 1
	known := strings.Join(forms[:last], ", ") + " or " + forms[last]
	cmd.Flags().StringVarP(&a.output, "output", "o", forms[0], "`FORM` of the result: "+known)
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
	return before(cmd, func() error {
		if !slices.Contains(forms, a.output) {
			return fmt.Errorf("--output %q: want %s", a.output, known)
		}
		return nil
	})
}

// write prints a result.
func (a *app) write(text string) error {
	_, err := io.WriteString(a.out, text)
	return err
}

// programs completes the names of programs.
func programs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"p4"}, cobra.ShellCompDirectiveFilterFileExt
}
