package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/internal/commandline"
)

// countersView is what is shown of the counters.
type countersView struct {
	text.View
	explain  bool
	watch    bool
	interval time.Duration
	rounds   int // of watch; 0 until interrupted
}

func (a *app) countersCommand() *cobra.Command {
	v := countersView{interval: time.Second}
	cmd := &cobra.Command{
		Use:   "counters",
		Short: "what was counted, per vport and per shard",
		Long: "Counters are shown where they are not zero. A drop is a frame that ended by the program's or the\n" +
			"topology's will, or that the network lost or refused; a harness drop is one lost for want of a\n" +
			"resource of the process or the host. --explain says what each counter counts.",
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.do(func(ctx context.Context, sw *client.Client, _ []string) error {
			v.Color = a.terminal && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
			if v.watch {
				return a.watchCounters(ctx, sw, v)
			}
			return a.showCounters(ctx, sw, v)
		}),
	}
	f := cmd.Flags()
	f.IntSliceVar(&v.Vports, "vport", nil, "these vports only")
	f.BoolVar(&v.All, "all", false, "zero counters too")
	f.BoolVar(&v.explain, "explain", false, "say what each counter counts")
	f.BoolVarP(&v.watch, "watch", "w", false, "show again and again, with rates")
	f.DurationVar(&v.interval, "interval", v.interval, "time between two rounds of --watch")
	f.IntVar(&v.rounds, "rounds", 0, "rounds of --watch; 0 until interrupted")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		for _, name := range []string{"rounds", "interval"} {
			if cmd.Flags().Changed(name) && !v.watch {
				return fmt.Errorf("--%s goes with --watch", name)
			}
		}
		switch {
		case v.interval <= 0:
			return fmt.Errorf("--interval must be more than zero, not %v", v.interval)
		case v.rounds < 0:
			return fmt.Errorf("--rounds must not be negative, as %d is", v.rounds)
		case v.watch && v.explain:
			return errors.New("--watch and --explain do not go together")
		}
		return nil
	}
	_ = cmd.RegisterFlagCompletionFunc("vport", a.completeVport)
	return cmd
}

func (a *app) completeVport(cmd *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if a.fromEnvironment(cmd) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	sw, err := a.connect()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx, cancel := context.WithTimeout(context.Background(), completeTimeout)
	defer cancel()
	in, _ := sw.Info(ctx)
	var ids []string
	for _, p := range in.Vports {
		ids = append(ids, strconv.Itoa(p.ID))
	}
	return matching(ids, toComplete), cobra.ShellCompDirectiveNoFileComp
}

// readCounters asks once, and leaves out what is not to be shown.
func (a *app) readCounters(ctx context.Context, sw *client.Client, v countersView) (api.Counters, error) {
	ctx, cancel := a.within(ctx)
	defer cancel()
	c, err := sw.Counters(ctx)
	if err != nil || len(v.Vports) == 0 {
		return c, err
	}
	return onlyVports(c, v.Vports)
}

func (a *app) readTexts(ctx context.Context, sw *client.Client) ([]api.CounterText, error) {
	ctx, cancel := a.within(ctx)
	defer cancel()
	return sw.Explain(ctx)
}

func (a *app) showCounters(ctx context.Context, sw *client.Client, v countersView) error {
	c, err := a.readCounters(ctx, sw, v)
	if err != nil {
		return err
	}
	if a.json && !v.explain {
		return a.printJSON(c)
	}
	texts, err := a.readTexts(ctx, sw)
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(explained(c, texts))
	case v.explain:
		return a.print(text.Explain(c, texts, v.View))
	}
	return a.print(text.Counters(c, nil, texts, v.View))
}

const clearScreen = "\x1b[H\x1b[2J"

func (a *app) watchCounters(ctx context.Context, sw *client.Client, v countersView) error {
	var texts []api.CounterText
	if !a.json {
		var err error
		if texts, err = a.readTexts(ctx, sw); err != nil {
			return err
		}
	}
	tick := time.NewTicker(v.interval)
	defer tick.Stop()
	var last *api.Counters
	for round := 1; ; round++ {
		c, err := a.readCounters(ctx, sw, v)
		if err == nil {
			err = a.showRound(c, last, texts, v)
		}
		if ctx.Err() != nil {
			return nil // interrupted, as such a command ends
		}
		if err != nil || round == v.rounds {
			return err
		}
		last = &c
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (a *app) showRound(c api.Counters, last *api.Counters, texts []api.CounterText, v countersView) error {
	if a.json {
		return a.printJSON(c)
	}
	shown := text.Counters(c, last, texts, v.View)
	switch {
	case a.terminal:
		shown = clearScreen + shown
	case last != nil:
		shown = "\n" + shown
	}
	return a.print(shown)
}

// onlyVports is the counters of some vports, with their sums, and no shards.
func onlyVports(c api.Counters, ids []int) (api.Counters, error) {
	out := api.Counters{Time: c.Time, UptimeNs: c.UptimeNs, Total: api.NewCounts(), Vports: []api.VportCounters{}, Shards: []api.ShardCounters{}}
	for _, id := range ids {
		i := slices.IndexFunc(c.Vports, func(p api.VportCounters) bool { return p.ID == id })
		if i < 0 {
			var have []string
			for _, p := range c.Vports {
				have = append(have, strconv.Itoa(p.ID))
			}
			return out, fmt.Errorf("there is no vport %d; there are %s", id, strings.Join(have, ", "))
		}
		p := c.Vports[i]
		out.Vports = append(out.Vports, p)
		for _, class := range []api.Class{api.Traffic, api.Drop, api.Harness, api.Note} {
			for name, n := range p.Of(class) {
				out.Total.Of(class)[name] += n
			}
		}
	}
	for _, n := range out.Total.Drops {
		out.Drops += n
	}
	for _, n := range out.Total.HarnessDrops {
		out.HarnessDrops += n
	}
	return out, nil
}

// explanation is a counter's text with its count.
type explanation struct {
	api.CounterText
	Total uint64 `json:"total"`
}

func explained(c api.Counters, texts []api.CounterText) []explanation {
	out := []explanation{}
	for _, t := range texts {
		out = append(out, explanation{t, c.Total.Get(t.Name)})
	}
	return out
}
