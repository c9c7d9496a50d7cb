package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"up4/control/api"
	"up4/control/entry"
	"up4/internal/counter"
	"up4/pipelines/table"
	"up4/runtime/status"
)

// Switch is a node as an api.Switch.
type Switch struct {
	node   Node
	coder  *entry.Coder
	schema api.Schema
	vports map[int]bool
	now    func() time.Time
}

var _ api.Switch = (*Switch)(nil)

// New serves node, whose program must not change.
func New(node Node) *Switch {
	s := &Switch{node: node, coder: entry.New(node.Program()), vports: map[int]bool{}, now: time.Now}
	s.schema = s.coder.Schema()
	for _, v := range node.Info().Vports {
		s.vports[int(v.ID)] = true
	}
	return s
}

// Info is what the node is and how it was set up.
func (s *Switch) Info(ctx context.Context) (api.Info, error) {
	if err := ctx.Err(); err != nil {
		return api.Info{}, err
	}
	in, p := s.node.Info(), s.node.Program()
	out := api.Info{
		ID: in.ID, Version: in.Version, PID: in.PID, Incarnation: int(in.Incarnation),
		Started: in.Started, UptimeNs: s.now().Sub(in.Started).Nanoseconds(), Bind: in.Bind.String(),
		Program: api.Program{Name: p.Name, Arch: p.Arch, Source: p.Source, SHA256: p.SHA256},
		Backend: in.Profile.Backend, Mode: in.Profile.Mode, Allocation: in.Profile.Allocation,
		Steer: in.Steer, Spread: in.Spread, Wait: in.Wait, Oversubscribed: in.Oversubscribed,
		ArenaBytes: in.ArenaBytes, ArenaFree: in.ArenaFree,
		Shards: []api.ShardInfo{}, Vports: []api.VportInfo{}, Warnings: append([]string{}, in.Warnings...),
	}
	for i, sh := range in.Shards {
		out.Shards = append(out.Shards, api.ShardInfo{Index: i, CPU: sh.CPU, RcvBuf: sh.RcvBuf, SndBuf: sh.SndBuf, GSO: sh.GSO, GRO: sh.GRO})
	}
	heard := map[uint16]bool{}
	for _, v := range s.node.Counters().Vports {
		heard[v.ID] = v.Total[counter.RxHellos] > 0
	}
	for _, v := range in.Vports {
		x := api.VportInfo{ID: int(v.ID), Peer: v.Peer.String(), MTU: v.MTU, PeerShards: v.PeerShards, GSOFallback: v.Fallback}
		if v.PeerShards == 1 && !heard[v.ID] { // one is what is taken for granted
			x.PeerShards = 0
		}
		if v.PeerVport >= 0 {
			n := v.PeerVport
			x.PeerVport = &n
		}
		out.Vports = append(out.Vports, x)
	}
	return out, nil
}

// Schema is the program's tables.
func (s *Switch) Schema(ctx context.Context) (api.Schema, error) { return s.schema, ctx.Err() }

// Write applies a batch.
func (s *Switch) Write(ctx context.Context, b api.Batch) (api.Written, error) {
	if err := ctx.Err(); err != nil {
		return api.Written{}, err
	}
	var ops []table.Op
	var step []int // the step of the batch each operation came from
	for i, op := range b.Ops {
		o, err := s.coder.Op(op)
		if err != nil {
			return api.Written{}, atStep(err, i)
		}
		for range o {
			step = append(step, i)
		}
		ops = append(ops, o...)
	}
	if err := s.apply(ops); err != nil {
		var oe *table.OpError
		if errors.As(err, &oe) && oe.Index >= 0 && oe.Index < len(step) {
			return api.Written{}, atStep(s.coder.Refusal(oe.Err, ops[oe.Index]), step[oe.Index])
		}
		return api.Written{}, refusal(err)
	}
	return api.Written{Applied: len(b.Ops), Warnings: s.warnings(ops)}, nil
}

// atStep gives a refusal its step.
func atStep(err error, i int) error {
	var e *api.Error
	if errors.As(err, &e) {
		e.Index = &i
	}
	return err
}

func refusal(err error) error {
	var e *api.Error
	if errors.As(err, &e) {
		return e
	}
	if errors.Is(err, status.ErrClosing) {
		return &api.Error{Code: api.Closing, Message: status.ErrClosing.Error()}
	}
	return entry.Refusal(err)
}

func (s *Switch) apply(ops []table.Op) error {
	if len(ops) == 0 {
		return nil
	}
	return s.node.Apply(ops)
}

// Load applies a route file.
func (s *Switch) Load(ctx context.Context, f api.File) (api.Written, error) {
	if err := ctx.Err(); err != nil {
		return api.Written{}, err
	}
	p, err := s.coder.File(f)
	if err != nil {
		return api.Written{}, err
	}
	if err := s.apply(p.Ops); err != nil {
		if errors.Is(err, status.ErrClosing) {
			return api.Written{}, refusal(err)
		}
		return api.Written{}, p.Locate(err)
	}
	return api.Written{Applied: p.Entries, Warnings: s.warnings(p.Ops)}, nil
}

// maxWarned is how many ports a warning names.
const maxWarned = 8

// warnings names the ports that entries send to and that lead nowhere.
func (s *Switch) warnings(ops []table.Op) []string {
	missing := map[int]bool{}
	for _, op := range ops {
		for _, p := range s.coder.Ports(op) {
			if !s.vports[p] {
				missing[p] = true
			}
		}
	}
	if len(missing) == 0 {
		return []string{}
	}
	var names []string
	for _, p := range slices.Sorted(maps.Keys(missing)) {
		names = append(names, strconv.Itoa(p))
	}
	more := ""
	if len(names) > maxWarned {
		names, more = names[:maxWarned], ", …"
	}
	return []string{"no vport of this topology: " + strings.Join(names, ", ") + more + " (frames sent there count as drop_no_vport)"}
}

// everything is the objects that have tables, in the order of a dump of all: what
// others lead to comes first, so that it can be loaded as it stands.
var everything = []api.Object{api.Member, api.Group, api.TableEntry, api.ValueSet, api.CloneSession}

// Dump reads entries back.
func (s *Switch) Dump(ctx context.Context, p api.DumpParams) (api.Dump, error) {
	out := api.Dump{Tables: []api.TableDump{}}
	objects := []api.Object{p.Object}
	switch {
	case p.All && (p.Object != "" || p.Table != ""):
		return out, api.Errorf(api.BadRequest, "dump everything, or one object or table")
	case p.All:
		objects = everything
	case p.Object == api.MulticastGroup && p.Table != "":
		return out, api.Errorf(api.BadRequest, "multicast groups have numbers, and no table")
	}
	for _, object := range objects {
		list := s.coder.Tables(object)
		if p.Table != "" || len(list) == 0 && !p.All && object != "" && object != api.TableEntry && object != api.MulticastGroup {
			t, err := s.coder.Table(object, p.Table)
			if err != nil {
				return api.Dump{}, err
			}
			list = []int{t}
		}
		for _, t := range list {
			if err := ctx.Err(); err != nil {
				return api.Dump{}, err
			}
			d, err := s.dump(t)
			if err != nil {
				return api.Dump{}, refusal(fmt.Errorf("dump: %w", err))
			}
			out.Tables = append(out.Tables, d)
		}
	}
	if p.All || p.Object == api.MulticastGroup {
		groups, err := s.node.Groups()
		if err != nil {
			return api.Dump{}, refusal(fmt.Errorf("dump: %w", err))
		}
		d := api.TableDump{Object: api.MulticastGroup, Entries: []api.Entry{}}
		for _, g := range groups {
			d.Entries = append(d.Entries, entry.FormatGroup(g))
		}
		out.Tables = append(out.Tables, d)
	}
	return out, nil
}

func (s *Switch) dump(t int) (api.TableDump, error) {
	object, name := s.coder.Name(t)
	d := api.TableDump{Table: name, Entries: []api.Entry{}}
	if object != api.TableEntry {
		d.Object = object
	}
	entries, act, data, err := s.node.Read(t)
	if err != nil {
		return d, err
	}
	for _, e := range entries {
		x, err := s.coder.Format(t, e.Entry)
		if err != nil {
			return d, err
		}
		if object == api.TableEntry {
			if err := s.direct(t, e.Hit, &x); err != nil {
				return d, err
			}
		}
		x.Const = s.coder.Const(t, false)
		d.Entries = append(d.Entries, x)
	}
	if object == api.TableEntry {
		def, err := s.coder.FormatDefault(t, act, data)
		if err != nil {
			return d, err
		}
		def.Const = s.coder.Const(t, true)
		d.Default = &def
	}
	return d, nil
}

// Punts is the last n frames sent to the CPU port.
func (s *Switch) Punts(ctx context.Context, n int) (api.Punts, error) {
	kept := s.node.Punts()
	if n > 0 && n < len(kept) {
		kept = kept[len(kept)-n:]
	}
	out := api.Punts{Punts: []api.Punt{}}
	for _, p := range kept {
		out.Punts = append(out.Punts, api.Punt{Seq: p.Seq, Time: p.Time, Vport: int(p.Vport), Length: p.Length, Bytes: p.Bytes})
	}
	return out, ctx.Err()
}

// Shutdown begins the node's end.
func (s *Switch) Shutdown(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.node.Shutdown()
	return nil
}
