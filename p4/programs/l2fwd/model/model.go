// Package model is l2fwd written once more, straight from IEEE 802.1D and the
// .p4, for obviousness and nothing else. The corpus' expected bytes come from
// it, and engines are compared with it, so it must not know any of them, nor
// the tables they use.
package model

import (
	"fmt"
	"net"
	"strconv"

	"up4/p4/corpus"
)

const (
	cpuPort    = 510
	dropPort   = 511
	floodGroup = 1
)

type mac [6]byte

// entry is one entry of dmac, or the action of a miss.
type entry struct {
	action string
	port   uint16
	hits   uint64
}

// Bridge is l2fwd with its table.
type Bridge struct {
	entries  map[mac]*entry
	fallback *entry // of a miss
	groups   map[uint16][]uint16
}

var _ corpus.Model = (*Bridge)(nil)

// New is a bridge without entries and groups, which floods.
func New() *Bridge {
	return &Bridge{
		entries:  map[mac]*entry{},
		fallback: &entry{action: "flood"},
		groups:   map[uint16][]uint16{},
	}
}

// SetGroup sets a multicast group's members.
func (b *Bridge) SetGroup(id uint16, ports []uint16) { b.groups[id] = ports }

// Apply changes the table.
func (b *Bridge) Apply(op corpus.Op) error {
	if op.Table != "dmac" {
		return fmt.Errorf("no table %q", op.Table)
	}
	switch op.Op {
	case corpus.Clear:
		b.entries = map[mac]*entry{}
		return nil
	case corpus.Default:
		e, err := parseEntry(op)
		if err == nil {
			b.fallback = e
		}
		return err
	}
	dst, err := parseMatch(op.Match)
	if err != nil {
		return err
	}
	old := b.entries[dst]
	if (old == nil) != (op.Op == corpus.Insert) {
		return fmt.Errorf("%s %x: entry exists: %v", op.Op, dst, old != nil)
	}
	if op.Op == corpus.Delete {
		delete(b.entries, dst)
		return nil
	}
	e, err := parseEntry(op)
	if err != nil {
		return err
	}
	if old != nil {
		e.hits = old.hits
	}
	b.entries[dst] = e
	return nil
}

// Hits is how many frames have matched the entry.
func (b *Bridge) Hits(_ string, match map[string]string) (uint64, error) {
	dst, err := parseMatch(match)
	if err != nil {
		return 0, err
	}
	e := b.entries[dst]
	if e == nil {
		return 0, fmt.Errorf("no entry %x", dst)
	}
	return e.hits, nil
}

// Process bridges one frame.
func (b *Bridge) Process(ingress uint16, frame []byte) ([]corpus.Output, string) {
	if len(frame) < 14 {
		return nil, corpus.ByProgram
	}
	dst := mac(frame[0:6])
	isGroup := dst[0]&1 == 1 // IEEE 802: the first bit sent, which is the lowest

	what := b.fallback
	if e := b.entries[dst]; e != nil {
		e.hits++
		what = e
	} else if isGroup {
		what = &entry{action: "flood"}
	}

	var ports []uint16
	switch what.action {
	case "drop":
	case "punt":
		ports = []uint16{cpuPort}
	case "forward":
		if what.port != dropPort {
			ports = []uint16{what.port}
		}
	case "flood":
		ports = b.groups[floodGroup]
		if len(ports) == 0 {
			return nil, corpus.NoGroup
		}
	}
	var out []corpus.Output
	for _, p := range ports {
		if p != ingress && p != dropPort {
			out = append(out, corpus.Output{Port: p, Bytes: frame})
		}
	}
	if out == nil {
		return nil, corpus.ByProgram
	}
	return out, ""
}

func parseMatch(match map[string]string) (mac, error) {
	m, err := net.ParseMAC(match["ethernet.dst"])
	if err != nil || len(match) != 1 || len(m) != 6 {
		return mac{}, fmt.Errorf("match %v: want ethernet.dst, a MAC address", match)
	}
	return mac(m), nil
}

func parseEntry(op corpus.Op) (*entry, error) {
	e := &entry{action: op.Action}
	switch op.Action {
	case "flood", "punt", "drop":
		return e, nil
	case "forward":
	default:
		return nil, fmt.Errorf("no action %q", op.Action)
	}
	port, err := strconv.ParseUint(string(op.Params["port"]), 10, 9)
	if err != nil {
		return nil, fmt.Errorf("port: %w", err)
	}
	e.port = uint16(port)
	return e, nil
}
