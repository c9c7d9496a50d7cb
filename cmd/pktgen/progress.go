package main

import (
	"fmt"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"up4/internal/generator"
)

// refresh is how often the progress line is drawn.
const refresh = 100 * time.Millisecond

// showProgress draws how far the peer has got, until the returned function is
// called, which clears the line.
func showProgress(peer *generator.Peer, cfg *generator.Config, env *environment) (done func()) {
	p := mpb.New(mpb.WithOutput(env.err), mpb.WithRefreshRate(refresh), mpb.WithAutoRefresh(), mpb.WithWidth(40))
	text := decor.Any(func(decor.Statistics) string { return progressText(peer.Snapshot(), cfg.ReceiveOnly) })
	var bar *mpb.Bar
	total := goal(cfg)
	if total > 0 {
		bar = p.AddBar(total, mpb.AppendDecorators(text))
	} else {
		bar = p.AddSpinner(0, mpb.AppendDecorators(text))
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(refresh)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				// The last step is not reported, or the bar would count as
				// complete and stay.
				bar.SetCurrent(min(reached(cfg, peer.Snapshot()), max(total-1, 0)))
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		bar.Abort(true)
		p.Wait()
	}
}

// goal is what a full bar stands for: frames, or milliseconds; 0 if the run has
// no end of its own.
func goal(cfg *generator.Config) int64 {
	if cfg.Count > 0 {
		return int64(min(cfg.Count, 1<<62))
	}
	return cfg.Duration.Milliseconds()
}

// reached is how much of the goal there is.
func reached(cfg *generator.Config, g generator.Progress) int64 {
	switch {
	case cfg.Count == 0:
		return g.Elapsed.Milliseconds()
	case cfg.ReceiveOnly:
		return int64(g.Received)
	}
	return int64(g.Offered)
}

func progressText(g generator.Progress, receiveOnly bool) string {
	state := "draining"
	switch {
	case g.Elapsed == 0:
		state = "greeting"
	case g.Sending && receiveOnly:
		state = "receiving"
	case g.Sending:
		state = "sending"
	}
	pps := 0.0
	if s := g.Elapsed.Seconds(); s > 0 {
		pps = float64(g.Offered) / s
	}
	if receiveOnly {
		return fmt.Sprintf(" %s, %s in", state, grouped(g.Received))
	}
	return fmt.Sprintf(" %s, %s out (%s/s), %s in", state, grouped(g.Offered), grouped(uint64(pps)), grouped(g.Received))
}
