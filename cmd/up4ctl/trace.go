package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/internal/commandline"
)

const (
	traceWait  = time.Second // of one request
	traceBatch = 100         // frames of one request
)

func (a *app) traceCommand() *cobra.Command {
	vport, n, match := -1, 0, ""
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "show what happens to frames, from now on",
		Long: "Show what happens to frames that come in from now on: parser states, headers, tables with the entry that\n" +
			"hit, actions, fields before and after, externs, and where frames go. Nothing is slower while no one asks.\n\n" +
			"--match keeps frames of which an expression holds: terms NAME OP VALUE joined by && and ||, && first. NAME is\n" +
			"vport, out (a vport it left by), length, dropped, table, action or extern, or a field that was extracted or\n" +
			"changed, whole or by its last parts; OP is ==, !=, <, <=, > or >=; VALUE a number, an IPv4, IPv6 or MAC\n" +
			"address, a name, true or false. A term holds if it does of one of the values that the frame had.",
		Example: "  up4ctl trace --vport 1 -n 5\n  up4ctl trace --match 'ipv4.dst == 10.0.2.1 && dropped == true'",
		Args:    commandline.NoArguments,
		RunE: a.do(func(ctx context.Context, sw *client.Client, _ []string) error {
			p := api.TraceParams{}
			if vport >= 0 {
				p.Vport = &vport
			}
			keep, err := text.ParseMatch(match)
			if err != nil {
				return fmt.Errorf("--match: %w", err)
			}
			if n <= 0 {
				n = math.MaxInt
			}
			return a.trace(ctx, sw, p, n, keep)
		}),
	}
	cmd.Flags().IntVar(&vport, "vport", vport, "only frames that come in by this vport")
	cmd.Flags().IntVarP(&n, "number", "n", n, "stop after so many frames; 0 for no end")
	cmd.Flags().StringVar(&match, "match", match, "only frames of which this holds")
	_ = cmd.RegisterFlagCompletionFunc("vport", cobra.NoFileCompletions)
	return cmd
}

// trace asks again and again until there are n frames, or the user has seen enough.
// Between two requests a frame may slip through; the switch says what it lost itself.
func (a *app) trace(ctx context.Context, sw *client.Client, p api.TraceParams, n int, keep text.Match) error {
	for n > 0 {
		p.N, p.WaitMs = traceBatch, int(traceWait.Milliseconds())
		if keep.All() {
			p.N = min(n, traceBatch)
		}
		asking, cancel := context.WithTimeout(ctx, a.timeout+traceWait)
		got, err := sw.Trace(asking, p)
		cancel()
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil
		}
		if err != nil {
			return err
		}
		if got.Lost > 0 {
			fmt.Fprintf(a.err, "up4ctl: %d frames were not traced: too many at once\n", got.Lost)
		}
		for _, t := range got.Traces {
			if n == 0 || !keep.Holds(t) {
				continue
			}
			n--
			if err := a.showTrace(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *app) showTrace(t api.Trace) error {
	if a.json {
		return a.printJSON(t)
	}
	return a.print(text.Trace(t))
}
