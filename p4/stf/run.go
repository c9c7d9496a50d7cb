package stf

import (
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
)

// Options of a run. The zero value is the strict one.
type Options struct {
	// IgnoreUnnamed lets packets vanish on ports that no packet and no expect names, as
	// on BMv2, where these ports are not there. Otherwise they are unexpected.
	IgnoreUnnamed bool
	// Trace gets a line for each statement and for each packet that comes out.
	Trace io.Writer
}

// Run runs a script. The state of the device is read and checked where the script says
// so, and packets and digests are compared when all has run.
func Run(s *Script, d Device, o Options) *Report {
	r := &run{
		device: d, options: o, report: &Report{Name: s.Name},
		entries: map[string]*Entry{}, groups: map[uint32][]uint32{}, mirrors: map[uint32]uint32{},
		digests: map[string][]*ExpectDigest{},
	}
	for _, st := range s.Statements {
		r.trace("%s:%d: %s\n", s.Name, st.Pos().Line, st)
		if err := r.statement(st); err != nil {
			r.fail(Failure{At: st.Pos(), Kind: Refused, Statement: st.String(), Msg: err.Error(), Digit: -1, Err: err})
			r.report.Stopped = true
			break
		}
	}
	r.comparePackets(s)
	if !r.report.Stopped {
		r.compareDigests()
	}
	slices.SortStableFunc(r.report.Failures, func(a, b Failure) int { return a.At.Line - b.At.Line })
	return r.report
}

// run is a run under way.
type run struct {
	device  Device
	options Options
	report  *Report

	entries map[string]*Entry // by their IDs
	outputs []output
	digests map[string][]*ExpectDigest // by their full names

	nodes   []node
	groups  map[uint32][]uint32 // the nodes of multicast groups
	mirrors map[uint32]uint32   // the group of sessions that have one
}

// node is a node of multicast groups.
type node struct {
	rid   uint32
	ports []uint32
}

// output is a packet that came out, and the Packet it came of.
type output struct {
	Output
	cause Statement
}

func (r *run) trace(format string, args ...any) {
	if r.options.Trace != nil {
		fmt.Fprintf(r.options.Trace, format, args...)
	}
}

func (r *run) fail(f Failure) { r.report.Failures = append(r.report.Failures, f) }

// statement runs one. Its error is that the device did not take it.
func (r *run) statement(st Statement) error {
	switch st := st.(type) {
	case *Packet:
		return r.packet(st)
	case *Wait:
		if st.Microseconds == 0 {
			return nil
		}
		return r.device.Wait(st.Microseconds)
	case *Add:
		if err := r.device.AddEntry(st.Entry); err != nil {
			return err
		}
		if st.ID != "" {
			r.entries[st.ID] = &st.Entry
		}
		return nil
	case *Remove:
		return r.remove(st)
	case *SetDefault:
		return r.device.SetDefault(st.Table, st.Action)
	case *MemberAdd:
		return r.device.AddMember(st.Profile, st.ID, st.Action)
	case *GroupAdd:
		return r.device.AddGroup(st.Profile, st.ID, st.Members)
	case *ValueSetAdd:
		return r.device.AddSetValue(st.Set, st.Values)
	case *CheckCounter, *CounterWrite, *RegisterRead, *RegisterWrite, *RegisterReset, *MeterSet, *MeterRead:
		return r.array(st)
	case *MirroringAdd, *MirroringAddMC, *MirroringGet, *MirroringDelete,
		*GroupCreate, *NodeCreate, *NodeUpdate, *NodeAssociate:
		return r.replication(st)
	case *ExpectDigest:
		name, err := r.device.DigestName(st.Digest)
		if err == nil {
			r.digests[name] = append(r.digests[name], st)
		}
		return err
	}
	// Expect and NoPacket are for the end.
	return nil
}

func (r *run) packet(st *Packet) error {
	out, err := r.device.Packet(st.Port, st.Data)
	for _, o := range out {
		r.trace("\tport %d: %x\n", o.Port, o.Data)
		r.outputs = append(r.outputs, output{o, st})
	}
	return err
}

func (r *run) remove(st *Remove) error {
	if st.ID == "" {
		clear(r.entries)
		return r.device.RemoveAll()
	}
	e, err := r.entry(st.ID)
	if err != nil {
		return err
	}
	delete(r.entries, st.ID)
	return r.device.RemoveEntry(*e)
}

func (r *run) entry(id string) (*Entry, error) {
	if e := r.entries[id]; e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("no entry with the ID %s is in a table", id)
}

// cell is a cell with its entry.
func (r *run) cell(c Cell) (Cell, error) {
	if c.ID == "" {
		return c, nil
	}
	var err error
	c.Entry, err = r.entry(c.ID)
	return c, err
}

// array runs the statements on counters, registers and meters.
func (r *run) array(st Statement) error {
	switch st := st.(type) {
	case *CheckCounter:
		return r.checkCounter(st)
	case *CounterWrite:
		at, err := r.cell(st.Cell)
		if err != nil {
			return err
		}
		return r.device.SetCounter(st.Counter, at, st.Count)
	case *RegisterRead:
		return r.readRegister(st)
	case *RegisterWrite:
		return r.device.SetRegister(st.Register, st.Index, st.Value)
	case *RegisterReset:
		return r.device.ResetRegister(st.Register)
	case *MeterSet:
		at, err := r.cell(st.Cell)
		if err != nil {
			return err
		}
		return r.device.SetMeter(st.Meter, at, st.Rates)
	case *MeterRead:
		return r.readMeter(st)
	}
	return nil
}

func (r *run) checkCounter(st *CheckCounter) error {
	at, err := r.cell(st.Cell)
	if err != nil {
		return err
	}
	c, err := r.device.Counter(st.Counter, at)
	if err != nil {
		return err
	}
	if st.Op == None {
		r.read(st, fmt.Sprintf("counter %s(%s)", st.Counter, st.Cell), fmt.Sprintf("%d packets, %d bytes", c.Packets, c.Bytes))
		return nil
	}
	got := c.Packets
	if st.Unit == Bytes {
		got = c.Bytes
	}
	cmp := new(big.Int).SetUint64(got).Cmp(new(big.Int).SetUint64(st.Want))
	if !st.Op.holds(cmp) {
		r.unequal(st, "the counter", fmt.Sprintf("%s %s %d", st.Unit, st.Op, st.Want), fmt.Sprintf("%s %d", st.Unit, got))
	}
	return nil
}

func (r *run) readRegister(st *RegisterRead) error {
	x, err := r.device.Register(st.Register, st.Index)
	if err != nil {
		return err
	}
	if st.Op == None {
		r.read(st, fmt.Sprintf("register %s[%d]", st.Register, st.Index), fmt.Sprintf("%#x", x))
	} else if !st.Op.holds(x.Cmp(st.Want)) {
		r.unequal(st, "the register", fmt.Sprintf("%s %#x", st.Op, st.Want), fmt.Sprintf("%#x", x))
	}
	return nil
}

func (r *run) readMeter(st *MeterRead) error {
	at, err := r.cell(st.Cell)
	if err != nil {
		return err
	}
	rates, err := r.device.Meter(st.Meter, at)
	if err != nil {
		return err
	}
	if !st.Compare {
		r.read(st, fmt.Sprintf("meter %s(%s)", st.Meter, st.Cell), rates.String())
	} else if rates != st.Want {
		r.unequal(st, "the meter", st.Want.String(), rates.String())
	}
	return nil
}

func (r *run) read(st Statement, what, is string) {
	r.trace("\t%s is %s\n", what, is)
	r.report.Reads = append(r.report.Reads, Read{st.Pos(), what, is})
}

func (r *run) unequal(st Statement, what, want, got string) {
	r.fail(Failure{At: st.Pos(), Kind: Unequal, Statement: st.String(), Msg: what + " is not as wanted", Expected: want, Got: got, Digit: -1})
}

// replication runs the statements on sessions and multicast groups.
func (r *run) replication(st Statement) error {
	switch st := st.(type) {
	case *MirroringAdd:
		delete(r.mirrors, st.Session)
		return r.device.SetSession(st.Session, Session{Replicas: []Replica{{Port: st.Port}}, Length: st.Length})
	case *MirroringAddMC:
		r.mirrors[st.Session] = st.Group
		return r.device.SetSession(st.Session, Session{Replicas: r.replicas(st.Group)})
	case *MirroringDelete:
		delete(r.mirrors, st.Session)
		return r.device.DeleteSession(st.Session)
	case *MirroringGet:
		there, err := r.device.HasSession(st.Session)
		if err == nil && !there {
			r.unequal(st, "the session", "a session", "none")
		}
		return err
	case *GroupCreate:
		if _, there := r.groups[st.Group]; there {
			return fmt.Errorf("there is a multicast group %d already", st.Group)
		}
		r.groups[st.Group] = nil
		return r.setGroup(st.Group)
	case *NodeCreate:
		r.nodes = append(r.nodes, node{st.RID, st.Ports})
	case *NodeUpdate:
		return r.updateNode(st)
	case *NodeAssociate:
		return r.associate(st)
	}
	return nil
}

func (r *run) updateNode(st *NodeUpdate) error {
	if err := r.hasNode(st.Node); err != nil {
		return err
	}
	r.nodes[st.Node].ports = st.Ports
	for _, g := range slices.Sorted(maps.Keys(r.groups)) {
		if slices.Contains(r.groups[g], st.Node) {
			if err := r.setGroup(g); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) associate(st *NodeAssociate) error {
	if err := r.hasNode(st.Node); err != nil {
		return err
	}
	in, there := r.groups[st.Group]
	if !there {
		return fmt.Errorf("there is no multicast group %d", st.Group)
	}
	if slices.Contains(in, st.Node) {
		return fmt.Errorf("node %d is in multicast group %d already", st.Node, st.Group)
	}
	r.groups[st.Group] = append(in, st.Node)
	return r.setGroup(st.Group)
}

func (r *run) hasNode(n uint32) error {
	if int64(n) >= int64(len(r.nodes)) {
		return fmt.Errorf("there is no node %d: %d were created, and they count from 0", n, len(r.nodes))
	}
	return nil
}

// replicas is what a group makes of a packet: for each node, in the order in which they
// came to the group, each of its ports once and in order.
func (r *run) replicas(group uint32) []Replica {
	var all []Replica
	for _, n := range r.groups[group] {
		ports := slices.Clone(r.nodes[n].ports)
		slices.Sort(ports)
		for _, p := range slices.Compact(ports) {
			all = append(all, Replica{Port: p, RID: r.nodes[n].rid})
		}
	}
	return all
}

// setGroup tells the device of a group, and of the sessions that copy to it.
func (r *run) setGroup(group uint32) error {
	replicas := r.replicas(group)
	if err := r.device.SetMulticast(group, replicas); err != nil {
		return err
	}
	for _, s := range slices.Sorted(maps.Keys(r.mirrors)) {
		if r.mirrors[s] == group {
			if err := r.device.SetSession(s, Session{Replicas: slices.Clone(replicas)}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o output) hex() string { return hex.EncodeToString(o.Data) }
