package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"up4/internal/generator"
	"up4/internal/version"
)

// The exit codes of all of up4's commands.
const (
	exitOK      = 0
	exitFailed  = 1
	exitUsage   = 2
	exitTimeout = 4
	exitSIGTERM = 143 // 128 + the signal's number
)

// environment is what a run of the command has around it.
type environment struct {
	out, err io.Writer
	getenv   func(string) string
	terminal bool // err is one
}

// failure marks an error of a command that ran, as opposed to one of usage.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// errUnexpected: the run went through, and was not what it should have been.
var errUnexpected = errors.New("not as expected")

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, env *environment) int {
	root := command(env)
	root.SetArgs(args)
	root.SetOut(env.out)
	root.SetErr(env.err)
	err := root.ExecuteContext(ctx)
	var end signalled
	terminated := errors.As(context.Cause(ctx), &end) && end.Signal == unix.SIGTERM
	var f failure
	switch {
	case err == nil && terminated:
		return exitSIGTERM
	case err == nil:
		return exitOK
	}
	fmt.Fprintf(env.err, "pktgen: %v\n", err)
	switch {
	case terminated && errors.As(err, &end): // before there was anything to report
		return exitSIGTERM
	case errors.Is(err, generator.ErrNoPeer):
		return exitTimeout
	case errors.As(err, &f) && !errors.Is(err, generator.ErrConfig):
		return exitFailed
	}
	fmt.Fprintf(env.err, "usage: %s\n", root.UseLine())
	return exitUsage
}

func command(env *environment) *cobra.Command {
	var s settings
	root := &cobra.Command{
		Use:   "pktgen --bind ADDRESS:PORT --target ADDRESS:PORT",
		Short: "send numbered frames to a switch and account for what comes back",
		Long: `pktgen is a peer of a switch: over one UDP socket it sends the frames of many
interleaved flows, each with a number and a time inside, and takes in what the
switch sends to it, its own frames or those of other pktgens.

It ends after --duration or --count, or on Ctrl-C, and then reports. Exit codes:
0 ok, 1 failed or not as expected, 2 usage, 4 the switch did not answer, 143
ended by SIGTERM. Each flag can be given in the environment: --frame-size as
UP4_PKTGEN_FRAME_SIZE.`,
		Example: `  pktgen --bind 127.0.0.1:7500 --target 127.0.0.1:7400 --dst 10.0.2.0/24 --rate-pps 100000
  pktgen --bind 127.0.0.1:7501 --target 127.0.0.1:7400 --receive-only --duration 15s -j
  pktgen --bind 127.0.0.1:7500 --target 127.0.0.1:7400 --frame-size 64:7,570:4,1460:1 --flows 4096 --expect-no-loss`,
		Version: version.String(), SilenceErrors: true, SilenceUsage: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd, env.getenv); err != nil {
				return err
			}
			cfg, err := s.config(cmd)
			if err != nil {
				return err
			}
			return s.run(cmd.Context(), cfg, env)
		},
	}
	root.SetVersionTemplate("pktgen {{.Version}}\n")
	s.flags(root)
	return root
}

// run runs one generator and prints its report.
func (s *settings) run(ctx context.Context, cfg generator.Config, env *environment) error {
	peer, err := generator.New(cfg)
	if err != nil {
		return failure{err}
	}
	defer peer.Close()
	done := func() {}
	if env.terminal && !s.json {
		done = showProgress(peer, &cfg, env)
	}
	report, err := peer.Run(ctx)
	done()
	if err != nil {
		return failure{err}
	}
	if err := s.print(env.out, &report); err != nil {
		return failure{fmt.Errorf("print the report: %w", err)}
	}
	for _, p := range s.problems(&report) {
		err = errors.Join(err, fmt.Errorf("%w: %s", errUnexpected, p))
	}
	if err != nil {
		return failure{err}
	}
	return nil
}

// result is what -j prints.
type result struct {
	generator.Report
	Problems []string `json:"problems"` // what --expect-no-loss found
}

func (s *settings) print(w io.Writer, r *generator.Report) error {
	if !s.json {
		_, err := io.WriteString(w, reportText(r))
		return err
	}
	out := result{Report: *r, Problems: s.problems(r)}
	if out.Problems == nil {
		out.Problems = []string{}
	}
	return json.NewEncoder(w).Encode(out)
}

// problems is what is not as it should be, if no loss is expected.
func (s *settings) problems(r *generator.Report) (found []string) {
	if !s.expectNoLoss {
		return nil
	}
	say := func(n uint64, format string) {
		if n > 0 {
			found = append(found, fmt.Sprintf(format, n))
		}
	}
	for name, n := range r.SendFailures {
		say(n, "%d frames were refused by the kernel: "+name)
	}
	in := &r.Received
	// Frames of mine may be for another's ears: then his come here instead.
	if mine := in.Mine; mine != nil && (mine.Received > 0 || len(in.Others) == 0) {
		say(mine.Lost+mine.Unreturned, "%d frames of this generator are lost")
	}
	for _, o := range in.Others {
		say(o.Lost, fmt.Sprintf("%%d frames of generator %d are lost", o.ID))
	}
	say(in.Corrupted, "%d frames are corrupted")
	say(in.Truncated, "%d datagrams are truncated")
	if in.Frames == 0 {
		found = append(found, "no frame came in")
	}
	return found
}
