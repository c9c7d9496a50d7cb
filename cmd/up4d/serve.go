package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"up4/control/api"
	"up4/control/ctl"
	"up4/control/local"
	"up4/control/text"
	"up4/internal/commandline"
	"up4/internal/cpu"
	"up4/internal/socketpath"
	"up4/internal/textfile"
	"up4/pipelines"
	"up4/pipelines/registry"
	"up4/runtime"
	"up4/runtime/topology"
)

// serve runs the switch until a signal, a shutdown request or a failure.
func (s *settings) serve(cmd *cobra.Command) error {
	environ, err := fromEnvironment(cmd.Flags(), os.Environ())
	if err != nil {
		return err
	}
	log, err := s.logger()
	if err != nil {
		return err
	}
	top, err := s.topology(cmd, environ)
	if err != nil {
		return err
	}
	d := daemon{settings: s, top: top, log: log.With("node", top.Node.ID)}
	if s.check {
		return d.check()
	}
	return d.run()
}

// daemon is one run of the switch.
type daemon struct {
	*settings
	top  *topology.Topology
	log  *slog.Logger
	node *runtime.Node
	sw   *local.Switch
}

// anyPort is the address with a port of the kernel's choice.
func anyPort(a netip.AddrPort) netip.AddrPort { return netip.AddrPortFrom(a.Addr(), 0) }

// check makes the switch on a port of the kernel's choice, loads the tables,
// and takes it down again: what --check accepts will start where nobody has its
// address or its control socket. That somebody has them now is no fault of the
// configuration, and a warning.
func (d *daemon) check() error {
	if err := socketpath.Prepare(d.top.Node.Socket); err != nil {
		return exitError{commandline.Usage, err}
	}
	if dir := filepath.Dir(d.top.Node.Socket); unix.Access(dir, unix.W_OK) != nil {
		return exitError{commandline.Usage, fmt.Errorf("control socket %s: its folder is not there or cannot be written to", d.top.Node.Socket)}
	}
	bind := d.top.Node.Bind
	d.top.Node.Bind = anyPort(bind)
	if err := d.make(0); err != nil {
		return err
	}
	defer d.node.Close()
	if err := d.loadTables(); err != nil {
		return err
	}
	for _, w := range append(d.node.Info().Warnings, busy(bind, d.top.Node.Socket)...) {
		d.log.Warn(w)
	}
	program, vports, shards := d.node.Program().Name, len(d.top.Vports), d.top.Node.Shards
	if d.json {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"ok": true, "program": program, "vports": vports, "shards": shards})
	}
	fmt.Printf("%s: ok: %s, %s, %s\n", d.config, program, count(vports, "vport"), count(shards, "shard"))
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// busy says what a start would meet at this moment.
func busy(bind netip.AddrPort, socket string) []string {
	var warnings []string
	network := "udp4"
	if bind.Addr().Is6() {
		network = "udp6"
	}
	c, err := net.ListenUDP(network, net.UDPAddrFromAddrPort(bind))
	if err == nil {
		c.Close()
	} else if errors.Is(err, unix.EADDRINUSE) {
		warnings = append(warnings, fmt.Sprintf("UDP address %v is in use at this moment", bind))
	}
	if err := ctl.InUse(socket); errors.Is(err, ctl.ErrInUse) {
		warnings = append(warnings, err.Error())
	}
	return warnings
}

func (d *daemon) make(incarnation uint8) error {
	compiled, err := d.compile()
	if err != nil {
		return exitError{commandline.Usage, err}
	}
	cpus, err := cpu.Allowed()
	if err != nil {
		return exitError{commandline.Failed, err}
	}
	runtime.SetThreads(d.top.Node.Shards)
	d.node, err = runtime.New(runtime.Options{
		Topology: d.top, Compiled: compiled, CPUs: cpus.List, Quota: cpus.Quota, Unpinned: d.unpinned,
		Incarnation: incarnation, Log: d.log,
	})
	if errors.Is(err, runtime.ErrTooManyShards) {
		return exitError{commandline.Usage, err}
	}
	if err != nil {
		return exitError{commandline.Failed, err}
	}
	d.sw = local.New(d.node)
	return nil
}

// compile makes the program ready.
func (d *daemon) compile() (pipelines.Compiled, error) {
	p, err := registry.Read(d.top.Node.Pipeline, registry.Reading{Externs: d.top.Node.Externs})
	if err != nil {
		return nil, err
	}
	return registry.Compile(p, d.top.Node.Backend)
}

func (d *daemon) loadTables() error {
	if d.tables == "" {
		return nil
	}
	routes, err := textfile.Read(d.tables, textfile.Tables)
	if err != nil {
		return exitError{commandline.Usage, fmt.Errorf("read tables: %w", err)}
	}
	w, err := d.sw.Load(context.Background(), api.File{Name: d.tables, Text: string(routes)})
	if err != nil {
		return exitError{commandline.Usage, err}
	}
	for _, warning := range w.Warnings {
		d.log.Warn(warning)
	}
	d.log.Info("tables loaded", "file", d.tables, "entries", w.Applied)
	return nil
}

func (d *daemon) run() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, unix.SIGTERM, unix.SIGINT)
	// A log or a counter reader that has gone is no reason to end without a drain.
	signal.Ignore(unix.SIGPIPE)
	if err := socketpath.Prepare(d.top.Node.Socket); err != nil {
		return exitError{commandline.Failed, err}
	}
	incarnation, release, err := ctl.Lock(d.top.Node.Socket)
	if err != nil {
		return exitError{commandline.Failed, err}
	}
	defer release()
	if err := d.make(incarnation); err != nil {
		return err
	}
	defer d.node.Close()
	if err := d.loadTables(); err != nil {
		return err
	}
	server, err := ctl.Listen(d.top.Node.Socket, d.sw, ctl.Options{Log: d.log})
	if err != nil {
		return exitError{commandline.Failed, err}
	}
	defer server.Close()
	if err := d.node.Start(); err != nil {
		return exitError{commandline.Failed, err}
	}
	d.announce()
	ended := make(chan os.Signal, 1)
	go func() {
		select {
		case sig := <-signals:
			ended <- sig
		case <-ctx.Done():
			ended <- nil
		}
		cancel()
		again := <-signals // who asks twice does not want to wait for the drain
		fmt.Fprintf(os.Stderr, "up4d: %v during the drain: ending at once\n", again)
		os.Exit(commandline.Failed)
	}()
	d.node.Wait(ctx)
	cancel()
	return d.end(<-ended)
}

func (d *daemon) announce() {
	info := d.node.Info()
	for _, w := range info.Warnings {
		d.log.Warn(w)
	}
	var cpus []int
	for _, s := range info.Shards {
		cpus = append(cpus, s.CPU)
	}
	d.log.Info("forwarding", "bind", info.Bind.String(), "program", d.node.Program().Name, "backend", info.Profile.Backend,
		"shards", len(info.Shards), "cpus", cpus, "vports", len(info.Vports), "socket", d.top.Node.Socket)
}

// report writes the counters: for people, or as JSON.
func report(w io.Writer, sw api.Switch, people bool) error {
	counters, err := sw.Counters(context.Background())
	if err != nil {
		return err
	}
	if !people {
		return json.NewEncoder(w).Encode(counters)
	}
	texts, err := sw.Explain(context.Background())
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text.Counters(counters, nil, texts, text.View{Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}))
	return err
}

// end drains, writes the counters to stdout, and turns the cause into the code.
func (d *daemon) end(got os.Signal) error {
	cause := "shutdown request"
	if got != nil {
		cause = got.String()
	}
	d.log.Info("draining", "cause", cause)
	drained := d.node.Close()
	err := report(os.Stdout, d.sw, !d.json && isatty.IsTerminal(os.Stdout.Fd()))
	d.log.Info("ended", "drained", drained == nil)
	if err := errors.Join(drained, err); err != nil {
		return exitError{commandline.Failed, err}
	}
	switch got {
	case unix.SIGTERM:
		return exitError{commandline.SIGTERM, nil}
	case unix.SIGINT:
		return exitError{commandline.SIGINT, nil}
	}
	return nil
}
