package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/internal/commandline"
	"up4/internal/socketpath"
	"up4/internal/version"
)

// environment is what a run of the command has around it.
type environment struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
	terminal bool // out is one
}

// app is one run of the command.
type app struct {
	*environment
	socket  string
	timeout time.Duration
	json    bool
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, env *environment) int {
	a := &app{environment: env}
	root := a.command()
	root.SetArgs(args)
	root.SetIn(env.in)
	root.SetOut(env.out)
	root.SetErr(env.err)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return commandline.OK
	}
	fmt.Fprintf(env.err, "up4ctl: %v\n", err)
	if !commandline.IsFailure(err) {
		fmt.Fprintf(env.err, "usage: %s\n", cmd.UseLine())
		return commandline.Usage
	}
	return exitCode(err)
}

func exitCode(err error) int {
	var e *api.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errNotEnded), errors.As(err, &e) && e.Code == api.Timeout:
		return commandline.Timeout
	case errors.Is(err, client.ErrUnreachable):
		return commandline.Unreachable
	case errors.Is(err, errSeveral):
		return commandline.Usage
	}
	return commandline.Failed
}

const defaultTimeout = 10 * time.Second

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "up4ctl",
		Short: "ask and change a running up4 switch",
		Long: "up4ctl asks and changes a running up4 switch over its control socket.\n\n" +
			"The socket is --socket, else $UP4_SOCKET, else the only up4-*.sock in $XDG_RUNTIME_DIR\n" +
			"or, where that is not set, in up4-<uid> of the temporary directory.\n\n" +
			"Exit codes: 0 ok, 1 the switch refused or something failed, 2 bad usage, 3 the switch cannot\n" +
			"be reached, 4 no answer in time.",
		Version:       version.String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          commandline.NoCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var names []string
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() && c.Name() != "completion" {
					names = append(names, c.Name())
				}
			}
			return fmt.Errorf("a command is missing: %s", strings.Join(names, ", "))
		},
	}
	root.SetVersionTemplate("up4ctl {{.Version}}\n")
	root.SetFlagErrorFunc(commandline.FlagError)
	root.SetHelpCommand(commandline.HelpCommand())
	flags := root.PersistentFlags()
	flags.StringVarP(&a.socket, "socket", "s", "", "control socket of the switch (default $UP4_SOCKET, or the only one there is)")
	flags.DurationVar(&a.timeout, "timeout", defaultTimeout, "how long to wait for an answer ($UP4_TIMEOUT)")
	flags.BoolVarP(&a.json, "json", "j", false, "print JSON")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return a.fromEnvironment(cmd) }
	root.AddCommand(a.infoCommand(), a.tablesCommand(), a.tableCommand(), a.dumpAllCommand())
	for _, o := range objects {
		root.AddCommand(a.objectCommand(o))
	}
	for _, k := range []api.ArrayKind{api.Counter, api.Meter, api.Register} {
		root.AddCommand(a.cellsCommand(k))
	}
	root.AddCommand(a.digestsCommand(), a.traceCommand(), a.countersCommand(), a.puntsCommand(), a.shutdownCommand())
	return root
}

// fromEnvironment fills in what no flag has set.
func (a *app) fromEnvironment(cmd *cobra.Command) error {
	if v := a.getenv("UP4_TIMEOUT"); v != "" && !cmd.Flags().Changed("timeout") {
		d, err := time.ParseDuration(v)
		if err != nil {
			return fmt.Errorf("UP4_TIMEOUT: %q is no duration such as 10s", v)
		}
		a.timeout = d
	}
	if a.timeout <= 0 {
		return fmt.Errorf("--timeout must be more than zero, not %v", a.timeout)
	}
	if a.socket == "" {
		a.socket = a.getenv("UP4_SOCKET")
	}
	return nil
}

// do makes a command's run out of what it does with the switch.
func (a *app) do(f func(ctx context.Context, sw *client.Client, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		sw, err := a.connect()
		if err == nil {
			err = f(cmd.Context(), sw, args)
		}
		return commandline.Failure(err)
	}
}

// show makes a command's run out of one question and the text of its answer.
func show[R any](a *app, ask func(context.Context, *client.Client, []string) (R, error), text func(R) string) func(*cobra.Command, []string) error {
	return a.do(func(ctx context.Context, sw *client.Client, args []string) error {
		ctx, cancel := a.within(ctx)
		defer cancel()
		answer, err := ask(ctx, sw, args)
		switch {
		case err != nil:
			return err
		case a.json:
			return a.printJSON(answer)
		}
		return a.print(text(answer))
	})
}

// errSeveral: the switch that is meant cannot be told.
var errSeveral = errors.New("several switches run here: choose one with --socket")

// connect finds the switch's socket.
func (a *app) connect() (*client.Client, error) {
	if a.socket != "" {
		return client.New(a.socket), nil
	}
	found := socketpath.Present()
	if len(found) > 1 {
		if alive := answering(found); len(alive) > 0 {
			found = alive
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("%w: there is no up4-*.sock in %s: is up4d running? (--socket names another place)", client.ErrUnreachable, socketpath.Dir())
	case 1:
		return client.New(found[0]), nil
	}
	return nil, fmt.Errorf("%w:\n  %s", errSeveral, strings.Join(found, "\n  "))
}

// answering is the sockets that someone listens on.
func answering(paths []string) []string {
	var alive []string
	for _, p := range paths {
		if c, err := net.DialTimeout("unix", p, time.Second); err == nil {
			c.Close()
			alive = append(alive, p)
		}
	}
	return alive
}

// within bounds one exchange with the switch.
func (a *app) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, a.timeout)
}

// printJSON prints a result as one line.
func (a *app) printJSON(v any) error {
	b, err := encode(v)
	if err != nil {
		return err
	}
	return a.print(b)
}

// encode is v as one line of JSON, in which &&& stays readable.
func encode(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("print JSON: %w", err)
	}
	return b.String(), nil
}

// print prints human output.
func (a *app) print(s string) error {
	_, err := io.WriteString(a.out, s)
	return err
}

// warn tells of what was done all the same.
func (a *app) warn(warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(a.err, "up4ctl: warning: %s\n", w)
	}
}
