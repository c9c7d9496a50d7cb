package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"up4/internal/commandline"
	"up4/internal/generator"
	"up4/internal/version"
)

// environment is what a run of the command has around it.
type environment struct {
	out, err io.Writer
	getenv   func(string) string
	terminal bool // err is one
}

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
	switch {
	case err == nil && terminated:
		return commandline.SIGTERM
	case err == nil:
		return commandline.OK
	}
	fmt.Fprintf(env.err, "pktgen: %v\n", err)
	switch {
	case terminated && errors.As(err, &end): // before there was anything to report
		return commandline.SIGTERM
	case errors.Is(err, generator.ErrNoPeer):
		return commandline.Timeout
	case commandline.IsFailure(err) && !errors.Is(err, generator.ErrConfig):
		return commandline.Failed
	}
	fmt.Fprintf(env.err, "usage: %s\n", root.UseLine())
	return commandline.Usage
}

func command(env *environment) *cobra.Command {
	var s settings
	root := &cobra.Command{
		Use:   "pktgen --bind ADDRESS:PORT --target ADDRESS:PORT",
		Short: "send numbered frames to a switch and account for what comes back",
		Long: `pktgen is a peer of a switch: over one UDP socket it sends the frames of many
interleaved flows, each with a number and a time inside, and takes in what the
switch sends to it, its own frames or those of other pktgens.

It ends after --duration or --count, or on Ctrl-C, and then reports. Each flag
can be given in the environment: --frame-size as UP4_PKTGEN_FRAME_SIZE.

Exit codes:
  0    the run went through (also if Ctrl-C ended it early)
  1    it failed, no frame could be sent, the switch was never heard of, or
       --expect-no-loss found something
  2    usage: a flag or an argument is wrong
  4    the switch did not answer the greeting within --hello-timeout
  143  ended by SIGTERM`,
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
	root.SetFlagErrorFunc(commandline.FlagError)
	s.flags(root)
	return root
}

// run runs one generator and prints its report.
func (s *settings) run(ctx context.Context, cfg generator.Config, env *environment) error {
	peer, err := generator.New(cfg)
	if err != nil {
		return commandline.Failure(err)
	}
	defer peer.Close()
	done := func() {}
	if env.terminal && !s.json {
		done = showProgress(peer, &cfg, env)
	}
	report, err := peer.Run(ctx)
	done()
	if err != nil {
		return commandline.Failure(err)
	}
	problems := s.problems(&report)
	if err := s.print(env.out, &report, problems); err != nil {
		return commandline.Failure(fmt.Errorf("print the report: %w", err))
	}
	for _, p := range problems {
		err = errors.Join(err, fmt.Errorf("%w: %s", errUnexpected, p))
	}
	return commandline.Failure(err)
}

// result is what -j prints.
type result struct {
	generator.Report
	Problems []string `json:"problems"` // why the exit code is not 0
}

func (s *settings) print(w io.Writer, r *generator.Report, problems []string) error {
	if !s.json {
		_, err := io.WriteString(w, reportText(r))
		return err
	}
	return json.NewEncoder(w).Encode(result{Report: *r, Problems: append([]string{}, problems...)})
}

// problems is what is not as it should be.
func (s *settings) problems(r *generator.Report) []string {
	found := s.unreached(r)
	if s.expectNoLoss {
		found = append(found, losses(r)...)
	}
	return found
}

// unreached is that no frame can have reached the switch.
func (s *settings) unreached(r *generator.Report) []string {
	refused := uint64(0)
	for _, n := range r.SendFailures {
		refused += n
	}
	names := strings.Join(slices.Sorted(maps.Keys(r.SendFailures)), ", ")
	switch {
	case r.OfferedFrames == 0 && refused > 0:
		return []string{fmt.Sprintf("none of %d frames could be sent: the kernel refused them (%s)", refused, names)}
	case s.target != "" && !r.Received.Heard():
		return []string{fmt.Sprintf("nothing was heard of the switch at %s: is it there, and is %s one of its peers?", s.target, r.Bind)}
	}
	return nil
}

// losses is what --expect-no-loss finds.
func losses(r *generator.Report) (found []string) {
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
