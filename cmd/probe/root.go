package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/probe"
	"up4/internal/version"
)

// self is the command that the check of namespaces starts: this program again.
var self = []string{"/proc/self/exe", namespaced}

// namespaced is the hidden command of a process in namespaces of its own.
const namespaced = "namespaced"

// errMissing: up4d cannot run here. The report has said why.
var errMissing = errors.New("something essential is missing")

// errCut: a signal came before all was tried.
var errCut = errors.New("ended by a signal before everything was tried")

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, env *environment) int {
	root := command(env)
	root.SetArgs(args)
	root.SetOut(env.out)
	root.SetErr(env.err)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return commandline.OK
	}
	fmt.Fprintf(env.err, "probe: %v\n", err)
	if commandline.IsFailure(err) {
		return commandline.Failed
	}
	fmt.Fprintf(env.err, "usage: %s\n", cmd.UseLine())
	return commandline.Usage
}

func command(env *environment) *cobra.Command {
	var peer string
	var pretty, asJSON bool
	root := &cobra.Command{
		Use:   "probe [--peer HOST] [--pretty | --json]",
		Short: "Tell what up4 can do on this machine",
		Long: `probe tries what up4 needs of this machine, over loopback and without any
privilege, and tells what up4d will do here. Nothing is changed, and nothing is
sent to the peer: its route is only looked up.

It prints a table on a terminal and JSON elsewhere.

Exit codes:
  0  up4d can run here
  1  something essential is missing (UDP sockets, sealed memory files), a signal
     came before everything was tried, or the report could not be printed
  2  usage: a flag or an argument is wrong`,
		Example: "  probe --peer 10.0.0.12\n  probe --json | jq .verdict",
		Args:    cobra.NoArgs, SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true, Version: version.String(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("peer") {
				if err := probe.CheckPeer(peer); err != nil {
					return fmt.Errorf("--peer: %w", err)
				}
			}
			if pretty && asJSON {
				return errors.New("--pretty and --json exclude each other")
			}
			r := env.probe(cmd.Context(), probe.Options{Peer: peer, Namespaced: self})
			var err error
			if pretty || env.terminal && !asJSON {
				_, err = io.WriteString(env.out, text(r, env.terminal && env.getenv("NO_COLOR") == ""))
			} else {
				e := json.NewEncoder(env.out)
				e.SetEscapeHTML(false)
				err = e.Encode(r)
			}
			if err != nil {
				return commandline.Failure(fmt.Errorf("print the report: %w", err))
			}
			switch {
			case cmd.Context().Err() != nil:
				return commandline.Failure(errCut)
			case !r.Verdict.Runs:
				return commandline.Failure(errMissing)
			}
			return nil
		},
	}
	root.SetVersionTemplate("probe {{.Version}}\n")
	root.SetFlagErrorFunc(commandline.FlagError)
	f := root.Flags()
	f.StringVar(&peer, "peer", "", "host to whose address the route is looked up (default loopback)")
	f.BoolVar(&pretty, "pretty", false, "print a table, also where there is no terminal")
	f.BoolVarP(&asJSON, "json", "j", false, "print JSON, also on a terminal")
	root.AddCommand(&cobra.Command{
		Use: namespaced, Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return commandline.Failure(probe.Namespaced())
		},
	})
	return root
}
