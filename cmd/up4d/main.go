// Command up4d is the switch: it runs a P4 program over UDP, in a process
// without any privilege.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/version"
	"up4/runtime/topology"
)

// exitError carries the code the process ends with, and whether there is
// anything left to say.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	root := rootCommand()
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return 0
	}
	var e exitError
	if errors.As(err, &e) {
		if e.err != nil {
			complain(e.err)
		}
		return e.code
	}
	complain(err)
	return commandline.Usage // cobra's own: flags and arguments
}

// complain prints an error; of a configuration every fault on a line of its own.
func complain(err error) {
	var faults topology.Errors
	if errors.As(err, &faults) {
		for _, f := range faults {
			fmt.Fprintln(os.Stderr, f)
		}
		return
	}
	fmt.Fprintln(os.Stderr, "up4d:", err)
}

func rootCommand() *cobra.Command {
	var s settings
	root := &cobra.Command{
		Use:   "up4d --config FILE",
		Short: "Run a P4 program as a switch over UDP, without privileges",
		Long: `up4d runs a P4 program as a switch. Its virtual ports are UDP flows to peers,
so it needs nothing but the right to run a process.

Keys of the configuration file can be overridden by environment variables
(UP4_SHARDS=2) and by flags; a flag wins. UP4_CONFIG, UP4_TABLES, UP4_LOG_LEVEL,
UP4_LOG_JSON and UP4_NO_PIN stand for the flags of those names.

--check takes the configuration and the tables as a start would, and binds the
address with another port. That the port or the control socket is in use at this
moment is a warning.

SIGTERM and ctrl-C drain; the last counters go to standard output, for people on
a terminal and as JSON elsewhere.

Exit codes: 0 ended by a shutdown request, or the check was passed, 1 failed,
2 bad usage or configuration, 130 ended by ctrl-C, 143 ended by SIGTERM.`,
		Example: "  up4d --config up4.toml --shards 2 --tables routes.json\n  up4d --config up4.toml --check\n  up4d demo",
		Args:    cobra.NoArgs, SilenceErrors: true, SilenceUsage: true, Version: version.String(),
		RunE: func(cmd *cobra.Command, _ []string) error { return s.serve(cmd) },
	}
	root.SetFlagErrorFunc(commandline.FlagError)
	s.flags(root)
	root.AddCommand(demoCommand())
	return root
}
