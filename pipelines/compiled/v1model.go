package compiled

import (
	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines/arch"
	"up4/pipelines/arch/v1model"
	"up4/pipelines/lower"
	"up4/pipelines/table"
)

// v1Way runs the blocks of a v1model program, each by a function of its code. A packet's
// state is its record.
type v1Way struct {
	*engine
	path v1model.Path
	fns  map[string]int
}

func newV1Way(e *engine) way {
	w := &v1Way{engine: e, fns: functions(e.program.Lowered)}
	w.path = v1model.Path{Blocks: w, Control: w, Generations: maxGenerations}
	return w
}

// functions are a program's by name.
func functions(l *lower.Lowered) map[string]int {
	m := map[string]int{}
	for i, f := range l.LIR.Funcs {
		m[f.Name] = i
	}
	return m
}

func (w *v1Way) whole(port uint16, bytes []byte) []arch.Output { return w.path.Process(port, bytes) }

// rest goes on behind ingress or egress with the record of main.
func (w *v1Way) rest(status uint64, d *frame.Desc) []arch.Output {
	r := record{arena.Slice[byte](w.host.base, w.main, w.record), w.program.Lowered}
	p := &v1model.Packet{Bytes: d.BodyBytes(w.host.base), Payload: int(r.get("payload")), Truncate: -1, State: r}
	w.standard(p, r)
	w.flags(p, r)
	if status == Egress {
		return w.path.Finish(p, d.Ingress, uint16(r.get("leaves")))
	}
	return w.path.Decide(p, d.Ingress)
}

// Begin implements v1model.Blocks.
func (w *v1Way) Begin(p *v1model.Packet) {
	bytes := w.take(w.record)
	if bytes == nil { // more copies than there is memory for
		p.Faulty = true
		bytes = make([]byte, w.record)
	}
	clear(bytes)
	r := record{bytes, w.program.Lowered}
	for _, h := range append(r.low.Headers, r.low.MetaHeaders...) {
		r.setWord(h.Ptr, uint64(w.offset(bytes))+uint64(h.Home))
	}
	p.State = r
}

// run runs a block of a packet.
func (w *v1Way) run(p *v1model.Packet, name string) {
	r := p.State.(record)
	if p.Faulty {
		return
	}
	w.setStandard(p, r)
	r.set("steps", uint64(r.low.Steps))
	if w.code.Call(w.fns[name], w.offset(r.bytes)) != 0 {
		p.Faulty = true
	}
	w.standard(p, r)
	w.flags(p, r)
}

// setStandard gives the record the standard metadata.
func (w *v1Way) setStandard(p *v1model.Packet, r record) {
	s := &p.Std
	r.set("std.ingress_port", uint64(s.IngressPort))
	r.set("std.egress_spec", uint64(s.EgressSpec))
	r.set("std.egress_port", uint64(s.EgressPort))
	r.set("std.instance_type", uint64(s.InstanceType))
	r.set("std.packet_length", uint64(s.PacketLength))
	r.set("std.enq_timestamp", uint64(s.EnqTimestamp))
	r.set("std.ingress_global_timestamp", s.IngressTimestamp&(1<<48-1))
	r.set("std.egress_global_timestamp", s.EgressTimestamp&(1<<48-1))
	r.set("std.mcast_grp", uint64(s.McastGrp))
	r.set("std.egress_rid", uint64(s.EgressRID))
	r.set("std.checksum_error", 0)
	if s.ChecksumError {
		r.set("std.checksum_error", 1)
	}
	r.set("std.parser_error", uint64(s.ParserError))
	r.set("std.priority", uint64(s.Priority))
	r.set("length", uint64(len(p.Bytes)))
}

// standard takes over what the program made of the standard metadata.
func (w *v1Way) standard(p *v1model.Packet, r record) {
	s := &p.Std
	s.IngressPort = uint16(r.get("std.ingress_port"))
	s.EgressSpec = uint16(r.get("std.egress_spec"))
	s.EgressPort = uint16(r.get("std.egress_port"))
	s.InstanceType = uint32(r.get("std.instance_type"))
	s.PacketLength = uint32(r.get("std.packet_length"))
	s.EnqTimestamp = uint32(r.get("std.enq_timestamp"))
	s.IngressTimestamp = r.get("std.ingress_global_timestamp")
	s.EgressTimestamp = r.get("std.egress_global_timestamp")
	s.McastGrp = uint16(r.get("std.mcast_grp"))
	s.EgressRID = uint16(r.get("std.egress_rid"))
	s.ChecksumError = r.get("std.checksum_error") != 0
	s.ParserError = int(r.get("std.parser_error"))
	s.Priority = uint8(r.get("std.priority"))
}

// flags takes over what the program asked for.
func (w *v1Way) flags(p *v1model.Packet, r record) {
	for name, to := range map[string]*v1model.Request{
		"clone_i2e": &p.CloneI2E, "clone_e2e": &p.CloneE2E, "resubmit": &p.Resubmit, "recirculate": &p.Recirculate,
	} {
		if r.takeFlag(name+".on") != 0 {
			*to = v1model.Request{On: true, List: int(int64(r.get(name + ".list"))), Session: uint32(r.get(name + ".session"))}
		}
	}
	if n := r.takeFlag("truncate"); n != 0 {
		p.Truncate = int(n - 1)
	}
	if r.takeFlag("dropped") != 0 {
		p.MarkToDrop()
	}
	p.Refuted = p.Refuted || r.takeFlag("refuted") != 0
}

// Parse implements v1model.Blocks. The packet is copied to where the code can read it,
// unless it lies there.
func (w *v1Way) Parse(p *v1model.Packet) {
	r := p.State.(record)
	bytes := w.take(len(p.Bytes))
	if bytes == nil {
		p.Faulty = true
		return
	}
	copy(bytes, p.Bytes)
	r.set("packet", uint64(w.offset(bytes)))
	w.run(p, "parse")
	p.Payload = int(r.get("payload"))
}

// Verify to Update implement v1model.Blocks.
func (w *v1Way) Verify(p *v1model.Packet)  { w.run(p, "verify") }
func (w *v1Way) Ingress(p *v1model.Packet) { w.run(p, "ingress") }
func (w *v1Way) Egress(p *v1model.Packet)  { w.run(p, "egress") }
func (w *v1Way) Update(p *v1model.Packet)  { w.run(p, "update") }

// Deparse implements v1model.Blocks.
func (w *v1Way) Deparse(p *v1model.Packet) []byte {
	r := p.State.(record)
	out := w.take(w.emit)
	if out == nil {
		p.Faulty = true
		return nil
	}
	r.set("out", uint64(w.offset(out)))
	r.set("outroom", uint64(w.emit))
	r.set("outbits", 0)
	w.run(p, "deparse")
	n := int(r.get("outbits")+7) / 8
	w.used -= (w.emit - n) &^ 7 // what was not needed
	return out[:n:n]
}

// Headers implements v1model.Blocks: each header is copied to the room of its own in the
// other record.
func (w *v1Way) Headers(to, from *v1model.Packet) {
	a, b := to.State.(record), from.State.(record)
	for _, s := range a.low.Scalars {
		copy(a.bytes[s.From:s.To], b.bytes[s.From:s.To])
	}
	w.copyHeaders(a, b, a.low.Headers)
	a.set("packet", b.get("packet"))
	a.set("payload", b.get("payload"))
}

func (w *v1Way) copyHeaders(to, from record, list []lower.Header) {
	for _, h := range list {
		to.setWord(h.Valid, from.word(h.Valid))
		if h.Len >= 0 {
			to.setWord(h.Len, from.word(h.Len))
		}
		home := to.bytes[h.Home : h.Home+h.Bytes]
		copy(home, arena.Slice[byte](w.host.base, arena.Off(from.word(h.Ptr)), h.Bytes))
		to.setWord(h.Ptr, uint64(w.offset(to.bytes))+uint64(h.Home))
	}
}

// Keep implements v1model.Blocks.
func (w *v1Way) Keep(to, from *v1model.Packet, r *v1model.Request) {
	a, b := to.State.(record), from.State.(record)
	ranges := a.low.Lists[r.List]
	if r.List == v1model.All {
		ranges = []lower.Range{a.low.Meta}
	}
	for _, s := range ranges {
		copy(a.bytes[s.From:s.To], b.bytes[s.From:s.To])
	}
	for _, h := range a.low.MetaHeaders {
		if r.List == v1model.All || a.word(h.Valid) != 0 {
			w.copyHeaders(a, b, []lower.Header{h})
		}
	}
}

// Group implements v1model.Control.
func (w *v1Way) Group(id uint16) (to []arch.Replica) {
	for _, r := range w.host.View.Group(id) {
		to = append(to, arch.Replica{Port: r.Port, RID: r.RID})
	}
	return to
}

// Session implements v1model.Control.
func (w *v1Way) Session(id uint32) (to []arch.Replica, length int, ok bool) {
	return session(w.host.View, w.program.Schema.Sessions, id)
}

// session is a clone session as the tables have it: see pipelines.Sessions.
func session(v table.View, t int, id uint32) (to []arch.Replica, length int, ok bool) {
	if t < 0 || id > 0xffff {
		return nil, 0, false
	}
	rec := v.Find(t, []byte{byte(id >> 8), byte(id)})
	if rec.Hit == 0 {
		return nil, 0, false
	}
	n := int(rec.Action)
	data := rec.Data(2 + 4*n)
	for i := range n {
		r := data[2+4*i:]
		to = append(to, arch.Replica{Port: uint16(r[0])<<8 | uint16(r[1]), RID: uint16(r[2])<<8 | uint16(r[3])})
	}
	return to, int(data[0])<<8 | int(data[1]), true
}

// Now implements v1model.Control.
func (w *v1Way) Now() uint64 { return uint64(w.host.now() / 1000) }
