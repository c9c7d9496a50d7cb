// Package ebpf is the way of a packet through ebpf_model, the architecture of p4c's eBPF
// back end, above any back end: a parser, and a filter that lets the packet pass as it is
// or does not. It knows neither.
package ebpf

import "up4/pipelines/arch"

// Packet is one packet on its way.
type Packet struct {
	Bytes    []byte // never changed
	State    any    // the back end's: headers
	Rejected bool   // by the parser
	Accepted bool   // by the filter
	Faulty   bool
}

// Blocks are a program's parser and filter as a back end runs them.
type Blocks interface {
	// Parse makes p.State anew and runs the parser over p.Bytes.
	Parse(p *Packet)
	Filter(p *Packet)
}

// Path is the way of packets through one program.
type Path struct{ Blocks Blocks }

// Process takes a packet that came in by a port through the program: what passes goes
// back by that port, as it came.
func (w *Path) Process(port uint16, bytes []byte) []arch.Output {
	p := &Packet{Bytes: bytes}
	if w.Blocks.Parse(p); !p.Rejected {
		w.Blocks.Filter(p)
	}
	switch {
	case p.Faulty:
		return []arch.Output{{Fate: arch.Fault}}
	case !p.Accepted:
		return []arch.Output{{Fate: arch.Dropped}}
	}
	return []arch.Output{{Port: port, Bytes: bytes}}
}
