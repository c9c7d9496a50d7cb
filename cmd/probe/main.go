// Command probe tells what up4 can do on this machine, without any privilege.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"up4/internal/probe"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], &environment{
		out: os.Stdout, err: os.Stderr, getenv: os.Getenv,
		terminal: term.IsTerminal(int(os.Stdout.Fd())), probe: probe.Run,
	})
	stop()
	os.Exit(code)
}

// environment is what a run of the command has around it.
type environment struct {
	out, err io.Writer
	getenv   func(string) string
	terminal bool // out is one
	probe    func(context.Context, probe.Options) probe.Report
}
