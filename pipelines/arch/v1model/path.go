package v1model

import (
	"fmt"

	"up4/pipelines/arch"
)

// Blocks are a program's parsers and controls as a back end runs them. Each works on
// p.State and p.Std; none keeps p.
type Blocks interface {
	// Begin makes p.State anew: headers invalid, metadata zero.
	Begin(p *Packet)
	// Parse runs the parser over p.Bytes, and sets p.Payload and p.ParserError. A parser
	// that rejects drops nothing.
	Parse(p *Packet)
	Verify(p *Packet)
	Ingress(p *Packet)
	Egress(p *Packet)
	Update(p *Packet)
	// Deparse gives the headers that the deparser emits.
	Deparse(p *Packet) []byte
	// Keep copies to to, which has begun, the metadata that r names.
	Keep(to, from *Packet, r *Request)
	// Headers copies from's headers to to, which has begun.
	Headers(to, from *Packet)
}

// Control is what the control plane decides.
type Control interface {
	// Group is the replicas of a multicast group, none if there is none.
	Group(id uint16) []arch.Replica
	// Session is a clone session: where clones go, and the bytes to which they are cut,
	// 0 if they are not.
	Session(id uint32) (to []arch.Replica, length int, ok bool)
	// Now is the microseconds since the switch began.
	Now() uint64
}

// Path is the way of packets through one program.
type Path struct {
	Blocks  Blocks
	Control Control
	// Note, if not nil, is told what is made of a packet.
	Note func(text string)
	// Generations is how often a packet, a copy of it, a copy of that and so on may be
	// cloned, resubmitted or recirculated.
	Generations int
}

// Process takes a packet that came in by a port through the program and gives what
// becomes of it, in the order in which it leaves.
func (w *Path) Process(port uint16, bytes []byte) []arch.Output {
	r := run{Path: w}
	p := r.arrive(bytes, port, Normal, nil)
	r.ingress(p)
	return r.all()
}

// Decide goes on behind ingress with a packet that came in by a port, and whose parser,
// checksums and ingress have run elsewhere.
func (w *Path) Decide(p *Packet, port uint16) []arch.Output {
	r := run{Path: w}
	p.port = port
	r.decide(p)
	return r.all()
}

// Finish goes on behind egress, by which the packet was to leave to a port.
func (w *Path) Finish(p *Packet, port, leaves uint16) []arch.Output {
	r := run{Path: w}
	p.port, p.leaves = port, arch.Replica{Port: leaves}
	r.finish(p)
	return r.all()
}

// all runs what waits, until nothing does.
func (r *run) all() []arch.Output {
	for len(r.queue) > 0 {
		next := r.queue[0]
		r.queue = r.queue[1:]
		next()
	}
	return r.out
}

// run is the way of one packet and of all that is made of it. Copies wait in a queue,
// as they would in the switch's.
type run struct {
	*Path
	queue []func()
	out   []arch.Output
}

// arrive is a packet at the beginning of the parser, one that came in or was made of
// another.
func (r *run) arrive(bytes []byte, port uint16, kind uint32, of *Packet) *Packet {
	p := &Packet{Bytes: bytes, Truncate: -1, port: port}
	if of != nil {
		p.generation = of.generation + 1
	}
	p.IngressPort, p.InstanceType, p.PacketLength = port, kind, uint32(len(bytes))
	r.Blocks.Begin(p)
	return p
}

func (r *run) later(f func()) { r.queue = append(r.queue, f) }

// note tells of a copy that is made.
func (r *run) note(format string, args ...any) {
	if r.Note != nil {
		r.Note(fmt.Sprintf(format, args...))
	}
}

func (r *run) lost(f arch.Fate) { r.out = append(r.out, arch.Output{Fate: f}) }

// looped says whether a packet goes round without end.
func (r *run) looped(p *Packet) bool {
	if p.generation <= r.Generations {
		return false
	}
	r.lost(arch.Looped)
	return true
}

// failed says whether a block did not end or an assertion failed, which ends the packet.
func (r *run) failed(p *Packet) bool {
	switch {
	case p.Faulty:
		r.lost(arch.Fault)
	case p.Refuted:
		r.lost(arch.Assert)
	}
	return p.Faulty || p.Refuted
}

// ingress takes a packet from the parser to the end of ingress. Where it goes is decided
// there: a clone of what came in first; then resubmission, which overrides all; then the
// multicast group; then egress_spec.
func (r *run) ingress(p *Packet) {
	if r.looped(p) {
		return
	}
	p.IngressTimestamp = r.Control.Now()
	r.Blocks.Parse(p)
	r.Blocks.Verify(p)
	r.Blocks.Ingress(p)
	r.decide(p)
}

// decide is what comes of a packet behind ingress.
func (r *run) decide(p *Packet) {
	if r.failed(p) {
		return
	}
	if p.CloneI2E.On {
		r.cloneIngress(p)
	}
	switch {
	case p.Resubmit.On:
		r.note("resubmitted")
		q := r.arrive(p.Bytes, p.port, Resubmitted, p)
		r.Blocks.Keep(q, p, &p.Resubmit)
		r.later(func() { r.ingress(q) })
	case p.McastGrp != 0:
		r.multicast(p)
	case p.EgressSpec == DropPort:
		r.lost(arch.Dropped)
	default:
		r.enqueue(p, arch.Replica{Port: p.EgressSpec})
	}
}

// cloneIngress copies the packet as it came in: it is parsed anew, keeps the fields of
// the list with the values they have at the end of ingress, and goes to egress.
func (r *run) cloneIngress(p *Packet) {
	r.clone(p, &p.CloneI2E, func() *Packet {
		q := r.arrive(p.Bytes, p.port, IngressClone, p)
		r.Blocks.Parse(q)
		return q
	})
}

// cloneEgress copies the packet as it is at the end of egress, with its headers.
func (r *run) cloneEgress(p *Packet) {
	r.clone(p, &p.CloneE2E, func() *Packet {
		q := r.arrive(p.Bytes, p.port, EgressClone, p)
		q.Payload = p.Payload
		r.Blocks.Headers(q, p)
		return q
	})
}

func (r *run) clone(p *Packet, want *Request, copied func() *Packet) {
	to, length, ok := r.Control.Session(want.Session)
	if !ok {
		r.lost(arch.NoSession)
		return
	}
	for _, t := range to {
		r.note("cloned by session %d to port %d", want.Session, t.Port)
		q := copied()
		q.IngressTimestamp = p.IngressTimestamp
		r.Blocks.Keep(q, p, want)
		if length > 0 {
			q.Truncate = length
		}
		r.enqueue(q, t)
	}
}

// multicast makes a copy for each member of the group, each with the headers and
// metadata of the end of ingress.
func (r *run) multicast(p *Packet) {
	members := r.Control.Group(p.McastGrp)
	if len(members) == 0 {
		r.lost(arch.NoGroup)
		return
	}
	for _, to := range members {
		r.note("replicated by group %d to port %d, replication id %d", p.McastGrp, to.Port, to.RID)
		q := *p
		r.Blocks.Begin(&q)
		r.Blocks.Headers(&q, p)
		r.Blocks.Keep(&q, p, &Request{On: true, List: All})
		q.InstanceType, q.group = Replicated, p.McastGrp
		r.enqueue(&q, to)
	}
}

// All is the field list of all metadata.
const All = -2

// enqueue sends a packet to egress.
func (r *run) enqueue(p *Packet, to arch.Replica) {
	p.leaves = to
	p.EgressPort, p.EgressRID = to.Port, to.RID
	p.EnqTimestamp = uint32(r.Control.Now())
	r.later(func() { r.egress(p) })
}

// egress takes a packet through egress and the deparser: a clone first, which survives
// a drop; then recirculation instead of leaving.
func (r *run) egress(p *Packet) {
	if r.looped(p) {
		return
	}
	p.EgressSpec = 0
	p.EgressTimestamp = r.Control.Now()
	r.Blocks.Egress(p)
	r.finish(p)
}

// finish is what comes of a packet behind egress.
func (r *run) finish(p *Packet) {
	if r.failed(p) {
		return
	}
	if p.CloneE2E.On {
		r.cloneEgress(p)
	}
	if p.EgressSpec == DropPort {
		r.lost(arch.Dropped)
		return
	}
	r.Blocks.Update(p)
	bytes := append(r.Blocks.Deparse(p), p.Bytes[p.Payload:]...)
	if r.failed(p) {
		return
	}
	if p.Truncate >= 0 && p.Truncate < len(bytes) {
		bytes = bytes[:p.Truncate]
	}
	if p.Recirculate.On {
		r.note("recirculated")
		q := r.arrive(bytes, p.port, Recirculated, p)
		r.Blocks.Keep(q, p, &p.Recirculate)
		r.later(func() { r.ingress(q) })
		return
	}
	r.out = append(r.out, arch.Output{Port: p.leaves.Port, Group: p.group, RID: p.leaves.RID, Bytes: bytes})
}
