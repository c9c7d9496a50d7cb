// Package ubpf is the way of a packet through ubpf_model, the architecture of p4c's
// uBPF back end, above any back end: parser, pipeline, deparser. It knows neither.
package ubpf

import (
	"math"

	"up4/pipelines/arch"
)

// Values of output_action, the members of ubpf_action.
const (
	Abort = iota
	Drop
	Pass
	Redirect
)

// Std is standard_metadata.
type Std struct {
	InputPort, PacketLength  uint32
	OutputAction, OutputPort uint32
	Clone                    bool
	ClonePort                uint32
}

// Packet is one packet on its way.
type Packet struct {
	Std
	Bytes    []byte // what the parser reads; never changed
	Payload  int    // where in Bytes the parser stopped
	State    any    // the back end's: headers and metadata
	Rejected bool   // by the parser
	Marked   bool   // by mark_to_drop, and not by mark_to_pass since
	Truncate int    // bytes to which the packet that leaves is cut, -1 for all
	Faulty   bool
}

// Blocks are a program's parser and controls as a back end runs them. Each works on
// p.State and p.Std; none keeps p.
type Blocks interface {
	// Begin makes p.State anew: headers invalid, metadata zero.
	Begin(p *Packet)
	// Parse runs the parser over p.Bytes and sets p.Payload and p.Rejected.
	Parse(p *Packet)
	Pipeline(p *Packet)
	// Deparse gives the headers that the deparser emits, one by one.
	Deparse(p *Packet) [][]byte
}

// Path is the way of packets through one program.
type Path struct{ Blocks Blocks }

// Process takes a packet that came in by a port through the program. What the parser
// rejects passes as it came; what the program marks is dropped; all else leaves by
// output_port, which is 0 at first, and, where the program sets clone, by clone_port too.
func (w *Path) Process(port uint16, bytes []byte) []arch.Output {
	p := &Packet{Bytes: bytes, Truncate: -1}
	p.InputPort, p.PacketLength = uint32(port), uint32(len(bytes))
	w.Blocks.Begin(p)
	w.Blocks.Parse(p)
	if p.Faulty {
		return []arch.Output{{Fate: arch.Fault}}
	}
	if p.Rejected {
		return []arch.Output{{Port: port16(p.OutputPort), Bytes: bytes}}
	}
	w.Blocks.Pipeline(p)
	out := p.emit(w.Blocks.Deparse(p))
	if p.Faulty {
		return []arch.Output{{Fate: arch.Fault}}
	}
	var all []arch.Output
	if p.Clone {
		all = append(all, arch.Output{Port: port16(p.ClonePort), Bytes: out})
	}
	if p.Marked || p.OutputAction == Drop {
		return append(all, arch.Output{Fate: arch.Dropped})
	}
	return append(all, arch.Output{Port: port16(p.OutputPort), Bytes: out})
}

// port16 is a port in 16 bits: one that needs more is the last, which no switch has.
func port16(port uint32) uint16 { return uint16(min(port, math.MaxUint16)) }

// emit is the packet with its headers in place. Their room is made or taken in front,
// the packet is cut, and a header that then does not fit is not written: what stood
// there stays.
func (p *Packet) emit(headers [][]byte) []byte {
	room := 0
	for _, h := range headers {
		room += len(h)
	}
	out := make([]byte, max(0, room-p.Payload), room+len(p.Bytes))
	out = append(out, p.Bytes[max(0, p.Payload-room):]...)
	if p.Truncate >= 0 && p.Truncate < len(out) {
		out = out[:p.Truncate]
	}
	at := 0
	for _, h := range headers {
		if at+len(h) <= len(out) {
			copy(out[at:], h)
		}
		at += len(h)
	}
	return out
}
