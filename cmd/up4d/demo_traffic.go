package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"up4/internal/generator"
)

// demoMix is the lengths of the demo's frames: small, middle and full.
const demoMix = "64:7,570:4,1460:1"

// traffic runs both generators of one phase and waits for the routers to fall
// silent.
func (d *demo) traffic(ctx context.Context, p *phase) error {
	mix, err := generator.ParseMix(demoMix)
	if err != nil {
		return err
	}
	var peers [2]*generator.Peer
	defer func() {
		for _, g := range peers {
			if g != nil {
				_ = g.Close()
			}
		}
	}()
	for i, port := range []int{d.west, d.east} {
		nets := []string{westNet, eastNet}
		g, err := generator.New(generator.Config{
			Bind: demoAddr(port), Target: demoAddr(d.routers[i].port), ID: uint16(1 + i),
			Flows: 1000, Sizes: mix, RatePPS: p.rate, Duration: time.Duration(d.seconds * float64(time.Second)),
			Src: netip.MustParsePrefix(nets[i]), Dsts: []netip.Prefix{netip.MustParsePrefix(nets[1-i])}, GSO: true, GRO: true,
		})
		if err != nil {
			return fmt.Errorf("generator on port %d: %w", port, err)
		}
		peers[i] = g
	}
	errs := make(chan error, 2)
	stop := d.progress(p, peers)
	for i, g := range peers {
		go func() {
			var err error
			p.both[i], err = g.Run(ctx)
			errs <- err
		}()
	}
	err = errors.Join(<-errs, <-errs)
	stop()
	time.Sleep(settle)
	return err
}

func demoAddr(port int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(port))
}

// progress keeps a line on a terminal up to date until its stop is called, and
// says once what goes on elsewhere.
func (d *demo) progress(p *phase, peers [2]*generator.Peer) (stop func()) {
	rate := "as fast as it goes"
	if p.rate > 0 {
		rate = fmt.Sprintf("%.0f frames/s", p.rate)
	}
	text := fmt.Sprintf("%s: both ways, frames of %s bytes, %s, %.3g s", p.name, demoMix, rate, d.seconds)
	if !isatty.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprintln(os.Stderr, text)
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			a, b := peers[0].Snapshot(), peers[1].Snapshot()
			fmt.Fprintf(os.Stderr, "\r%s  %d sent, %d received ", text, a.Offered+b.Offered, a.Received+b.Received)
			select {
			case <-done:
				fmt.Fprintln(os.Stderr, strings.Repeat(" ", 4))
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return func() { close(done); <-ended }
}
