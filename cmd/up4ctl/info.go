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

func (a *app) infoCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "info",
		Short:             "what runs: program, back end, shards, ports",
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: show(a, func(ctx context.Context, sw *client.Client, _ []string) (api.Info, error) {
			return sw.Info(ctx)
		}, infoText),
	}
}

func infoText(in api.Info) string {
	g := &text.Grid{}
	up := (time.Duration(in.UptimeNs) / time.Second * time.Second).String()
	g.Add("switch", fmt.Sprintf("%s (up4 %s, pid %d, incarnation %d, up %s)", in.ID, in.Version, in.PID, in.Incarnation, up))
	g.Add("bind", in.Bind)
	g.Add("program", fmt.Sprintf("%s (%s)", in.Program.Name, in.Program.Arch))
	g.Add("source", in.Program.Source)
	g.Add("sha256", in.Program.SHA256)
	g.Add("back end", fmt.Sprintf("%s, %s, allocates %s", in.Backend, in.Mode, in.Allocation))
	steer := in.Steer
	if in.Spread {
		steer += ", spread over shards"
	}
	g.Add("steering", steer)
	g.Add("wait", in.Wait)
	g.Add("memory", mib(in.ArenaBytes)+" for frames and tables")
	over := ""
	if in.Oversubscribed {
		over = ", more than the CPUs"
	}
	g.Add("shards", strconv.Itoa(len(in.Shards))+over)
	out := g.String()

	sh := &text.Grid{Indent: "  ", Right: text.Columns(0, 4)}
	sh.Add("SHARD", "CPU", "RCVBUF", "SNDBUF", "GSO", "GRO")
	for _, s := range in.Shards {
		cpu := "-"
		if s.CPU >= 0 {
			cpu = strconv.Itoa(s.CPU)
		}
		sh.Add(strconv.Itoa(s.Index), cpu, strconv.Itoa(s.RcvBuf), strconv.Itoa(s.SndBuf), onOff(s.GSO), onOff(s.GRO))
	}
	vp := &text.Grid{Indent: "  ", Right: map[int]bool{0: true, 2: true, 3: true, 4: true}}
	vp.Add("VPORT", "PEER", "PEER-VPORT", "MTU", "PEER-SHARDS", "TRAINS")
	for _, v := range in.Vports {
		pv, ps, trains := "-", "-", onOff(slices.ContainsFunc(in.Shards, func(s api.ShardInfo) bool { return s.GSO }))
		if v.PeerVport != nil {
			pv = strconv.Itoa(*v.PeerVport)
		}
		if v.PeerShards > 0 {
			ps = strconv.Itoa(v.PeerShards)
		}
		if v.GSOFallback {
			trains = "refused by the route"
		}
		vp.Add(strconv.Itoa(v.ID), v.Peer, pv, strconv.Itoa(v.MTU), ps, trains)
	}
	out += sh.String() + vp.String()
	for _, w := range in.Warnings {
		out += "warning: " + w + "\n"
	}
	return out
}

func mib(n uint64) string { return strconv.FormatUint(n>>20, 10) + " MiB" }

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

func (a *app) puntsCommand() *cobra.Command {
	n := 20
	cmd := &cobra.Command{
		Use:               "punts",
		Short:             "frames the program sent to the CPU port",
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: show(a, func(ctx context.Context, sw *client.Client, _ []string) (api.Punts, error) {
			return sw.Punts(ctx, n)
		}, puntsText),
	}
	cmd.Flags().IntVarP(&n, "number", "n", n, "how many, the last ones; 0 for all that are kept")
	return cmd
}

// puntBytes is how much of a frame its line shows.
const puntBytes = 64

func puntsText(p api.Punts) string {
	if len(p.Punts) == 0 {
		return "no frame was sent to the CPU port\n"
	}
	g := &text.Grid{Right: map[int]bool{0: true, 2: true, 3: true}}
	g.Add("SEQ", "TIME", "VPORT", "LENGTH", "DESTINATION", "SOURCE", "TYPE", "BYTES")
	for _, f := range p.Punts {
		dst, src, typ, rest := "-", "-", "-", f.Bytes
		if len(rest) >= 14 {
			dst, src, typ, rest = mac(rest[0:6]), mac(rest[6:12]), fmt.Sprintf("0x%x", []byte(rest[12:14])), rest[14:]
		}
		dots := ""
		if len(rest) > puntBytes {
			rest, dots = rest[:puntBytes], "…"
		}
		g.Add(strconv.FormatUint(f.Seq, 10), f.Time.Format("15:04:05.000000"), strconv.Itoa(f.Vport), strconv.Itoa(f.Length),
			dst, src, typ, fmt.Sprintf("%x%s", []byte(rest), dots))
	}
	return g.String()
}

func mac(b []byte) string {
	s := make([]string, len(b))
	for i, x := range b {
		s[i] = fmt.Sprintf("%02x", x)
	}
	return strings.Join(s, ":")
}

// errNotEnded: a switch was asked to end, and was there until the time was over.
var errNotEnded = errors.New("the switch has not ended")

// shutdownPoll is how often a switch is asked whether it is still there.
const shutdownPoll = 20 * time.Millisecond

func (a *app) shutdownCommand() *cobra.Command {
	noWait := false
	cmd := &cobra.Command{
		Use:               "shutdown",
		Short:             "drain and end the switch, and wait until it is gone",
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.do(func(ctx context.Context, sw *client.Client, _ []string) error {
			ctx, cancel := a.within(ctx)
			defer cancel()
			if err := sw.Shutdown(ctx); err != nil {
				return err
			}
			if !noWait {
				switch err := gone(ctx, sw); {
				case errors.Is(err, context.DeadlineExceeded):
					return fmt.Errorf("%w within %v; it may still be draining", errNotEnded, a.timeout)
				case err != nil:
					return errors.New("interrupted; the switch may still be draining")
				}
			}
			if a.json {
				return a.printJSON(map[string]bool{"ended": !noWait})
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&noWait, "no-wait", false, "return as soon as it has begun to end")
	return cmd
}

// gone waits until the switch no longer answers.
func gone(ctx context.Context, sw *client.Client) error {
	for {
		if _, err := sw.Info(ctx); errors.Is(err, client.ErrUnreachable) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(shutdownPoll):
		}
	}
}
