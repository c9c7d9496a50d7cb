// Command up4ctl asks and changes a running switch over its control socket. It
// links nothing of the switch: what a table entry is, the switch says.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], &environment{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv,
		terminal: term.IsTerminal(int(os.Stdout.Fd())),
	})
	stop()
	os.Exit(code)
}
