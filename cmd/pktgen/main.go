// Command pktgen is a peer of a switch that sends numbered frames at a rate,
// takes back what returns, and says what was lost, late or repeated and how long
// it took.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/mattn/go-isatty"
	"golang.org/x/sys/unix"
)

func main() { os.Exit(begin()) }

func begin() int {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals) // a second one ends the process at once
		cancel(signalled{s})
	}()
	return run(ctx, os.Args[1:], &environment{
		out: os.Stdout, err: os.Stderr, getenv: os.Getenv, terminal: isatty.IsTerminal(os.Stderr.Fd()),
	})
}

// signalled is the cause of a run's early end.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return fmt.Sprintf("ended by signal: %v", s.Signal) }
