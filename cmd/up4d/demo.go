package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"up4/internal/commandline"
	"up4/internal/generator"
	"up4/pipelines/registry"
)

// demo is two routers in a row between two generators, all on loopback:
//
//	west ── 0 [a] 1 ── 0 [b] 1 ── east
//
// Each router is an up4d process of its own; the generators are this process.
type demo struct {
	dir      string
	keep     bool
	seconds  float64
	overload bool
	rate     float64
	pipeline string
	backend  string

	routers    [2]*router
	west, east int // UDP ports
}

func demoCommand() *cobra.Command {
	d := &demo{}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run two routers and two generators on loopback and account for every frame",
		Long: `demo writes two topologies to a temporary folder, starts two routers with them,
installs routes, and sends frames both ways: first at a rate the machine can
carry, then as fast as it goes. It ends with each direction's account: frames
offered = frames delivered + drops by name. Exit code 1 if that does not hold.

With --pipeline the routers run another program, such as an edited copy of
p4/programs/l3fwd/l3fwd.p4; it must have that program's table. Interpreted, it
gets less to carry.`,
		Args: cobra.NoArgs, SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := registry.Load(d.pipeline, d.backend)
			if err != nil {
				return exitError{commandline.Usage, fmt.Errorf("demo: %w", err)}
			}
			if c.Profile().Mode == "interpreted" && !cmd.Flags().Changed("rate-pps") {
				d.rate = interpretedRate
			}
			ctx, stop := signal.NotifyContext(context.Background(), unix.SIGINT, unix.SIGTERM)
			defer stop()
			err = d.run(ctx)
			if ctx.Err() != nil {
				return exitError{commandline.SIGINT, errors.New("demo: interrupted")}
			}
			if err != nil {
				return exitError{commandline.Failed, fmt.Errorf("demo: %w", err)}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.BoolVar(&d.keep, "keep", false, "keep the folder with topologies, routes and logs")
	f.Float64Var(&d.seconds, "seconds", 3, "seconds of each phase")
	f.Float64Var(&d.rate, "rate-pps", 100_000, "frames a second and direction in the first phase")
	f.StringVar(&d.pipeline, "pipeline", "l3fwd", "the program: a name, or the path of a .p4")
	f.StringVar(&d.backend, "backend", registry.Auto, "how it is run")
	f.BoolVar(&d.overload, "overload", true, "have the phase of overload")
	return cmd
}

// interpretedRate is what an interpreter can carry, with two routers and two generators
// on one CPU.
const interpretedRate = 2000

// phase is one stretch of traffic both ways.
type phase struct {
	name string
	rate float64 // frames a second and direction, 0 for no limit
	both [2]generator.Report
}

func (d *demo) run(ctx context.Context) (err error) {
	if d.dir, err = os.MkdirTemp("", "up4-demo-"); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() {
		for _, r := range d.routers {
			if r != nil {
				err = errors.Join(err, r.stop())
			}
		}
		if d.keep || err != nil && ctx.Err() == nil {
			fmt.Printf("\ntopologies, routes and logs are in %s\n", d.dir)
			return
		}
		_ = os.RemoveAll(d.dir)
	}()
	if err := d.start(ctx); err != nil {
		return err
	}
	phases := []*phase{{name: "steady", rate: d.rate}}
	if d.overload {
		phases = append(phases, &phase{name: "overload"})
	}
	for _, p := range phases {
		if err := d.traffic(ctx, p); err != nil {
			return fmt.Errorf("phase %q: %w", p.name, err)
		}
	}
	return d.report(ctx, phases)
}

// start writes the files, starts both routers, and adds the routes that the
// files lack by the control socket.
func (d *demo) start(ctx context.Context) error {
	ports, err := freePorts(4)
	if err != nil {
		return err
	}
	d.west, d.east = ports[0], ports[3]
	for i, id := range []string{"a", "b"} {
		r := &router{id: id, dir: d.dir, pipeline: d.pipeline, backend: d.backend, port: ports[1+i], peers: [2]int{ports[i], ports[2+i]}}
		if err := r.start(ctx, i); err != nil {
			return fmt.Errorf("router %s: %w", id, err)
		}
		d.routers[i] = r
		fmt.Printf("router %s: up4d on 127.0.0.1:%d, port 0 to :%d, port 1 to :%d\n", id, r.port, r.peers[0], r.peers[1])
	}
	fmt.Printf("\n  west :%d ── 0 [a :%d] 1 ── 0 [b :%d] 1 ── :%d east\n\n", d.west, ports[1], ports[2], d.east)
	return nil
}

// freePorts finds UDP ports nobody has.
func freePorts(n int) ([]int, error) {
	var ports []int
	for range n {
		c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		defer c.Close()
		ports = append(ports, c.LocalAddr().(*net.UDPAddr).Port)
	}
	return ports, nil
}

// settle is how long the routers get to fall silent after a phase: their last
// announcement of a silence comes 425 ms into it.
const settle = 600 * time.Millisecond
