package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"up4/control/api"
	"up4/control/client"
)

// router is one up4d process of the demo.
type router struct {
	id                string
	dir               string
	pipeline, backend string
	port              int
	peers             [2]int // UDP ports behind vports 0 and 1
	cmd               *exec.Cmd
	log               *os.File
	ctl               *client.Client
	done              chan error
}

// westNet and eastNet are the networks of the two generators.
const (
	westNet = "10.1.0.0/16"
	eastNet = "10.2.0.0/16"
)

// start writes the router's files, starts it, waits until it answers, and adds
// the route to the east by the control socket; the one to the west is in a file.
func (r *router) start(ctx context.Context, index int) error {
	r.done = make(chan error, 1)
	socket := filepath.Join(r.dir, r.id+".sock")
	r.ctl = client.New(socket)
	top := fmt.Sprintf(`[node]
id       = %q
bind     = "127.0.0.1:%d"
pipeline = %q
backend  = %q
socket   = %q

[[vport]]
id   = 0
peer = "127.0.0.1:%d"

[[vport]]
id   = 1
peer = "127.0.0.1:%d"
`, r.id, r.port, r.pipeline, r.backend, socket, r.peers[0], r.peers[1])
	toml, tables := filepath.Join(r.dir, r.id+".toml"), filepath.Join(r.dir, r.id+".json")
	if err := os.WriteFile(toml, []byte(top), 0o600); err != nil {
		return fmt.Errorf("write topology: %w", err)
	}
	routes, err := json.MarshalIndent([]map[string]any{{
		"table": "ipv4_lpm", "match": map[string]string{"ipv4.dst": westNet}, "action": "forward",
		"params": map[string]any{"port": 0, "dmac": fmt.Sprintf("02:00:00:00:0%d:01", index)},
	}}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(tables, routes, 0o600); err != nil {
		return fmt.Errorf("write routes: %w", err)
	}
	// Not pinned: both routers and both generators share what CPUs there are.
	if err := r.launch("--config", toml, "--tables", tables, "--socket", socket, "--no-pin"); err != nil {
		return err
	}
	if err := r.answers(ctx); err != nil {
		return err
	}
	_, err = r.ctl.Write(ctx, api.Batch{Ops: []api.Op{{Kind: api.Add, Table: "ipv4_lpm",
		Words: []string{eastNet, "forward", "port=1", fmt.Sprintf("dmac=02:00:00:00:0%d:02", index)}}}})
	if err != nil {
		return fmt.Errorf("add route: %w", err)
	}
	return nil
}

func (r *router) launch(args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	if r.log, err = os.Create(filepath.Join(r.dir, r.id+".log")); err != nil {
		return fmt.Errorf("make log file: %w", err)
	}
	r.cmd = exec.Command(self, args...)
	r.cmd.Stdout, r.cmd.Stderr = r.log, r.log
	// Variables of a switch are not for these two.
	r.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "UP4_") })
	if err := r.cmd.Start(); err != nil {
		return fmt.Errorf("start up4d: %w", err)
	}
	go func() { r.done <- r.cmd.Wait() }()
	return nil
}

// answers waits until the control socket does.
func (r *router) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		if _, err := r.ctl.Info(ctx); err == nil {
			return nil
		}
		select {
		case err := <-r.done:
			r.done <- err
			text, _ := os.ReadFile(r.log.Name())
			return fmt.Errorf("up4d ended at once (%v): %s", err, text)
		case <-ctx.Done():
			return fmt.Errorf("up4d does not answer on its control socket: %w", ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// stop shuts the router down, by force if it does not answer.
func (r *router) stop() error {
	if r.cmd == nil || r.cmd.Process == nil {
		return nil
	}
	defer r.log.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := r.ctl.Shutdown(ctx)
	select {
	case ended := <-r.done:
		if ended != nil {
			return fmt.Errorf("router %s: %w", r.id, ended)
		}
		return nil
	case <-time.After(10 * time.Second):
		_ = r.cmd.Process.Kill()
		<-r.done
		return errors.Join(err, fmt.Errorf("router %s did not end and was killed", r.id))
	}
}
