// Package model is l3fwd written once more, straight from the RFCs and the .p4,
// for obviousness and nothing else: it searches all routes for each packet and
// sums every header from scratch. The corpus' expected bytes come from it, and
// engines are compared with it, so it must not know any of them, nor the tables
// they use.
package model

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"up4/p4/corpus"
)

// cpuPort and dropPort are v1model's ports with a meaning of their own.
const (
	cpuPort  = 510
	dropPort = 511
)

// action is what an entry says.
type action struct {
	name string
	port uint16
	dmac [6]byte
}

// route is one entry of ipv4_lpm.
type route struct {
	prefix netip.Prefix
	action action
	hits   uint64
}

// Router is l3fwd with its table.
type Router struct {
	routes   []*route
	fallback action // of a miss
}

var _ corpus.Model = (*Router)(nil)

// New is a router without routes, which drops.
func New() *Router { return &Router{fallback: action{name: "drop"}} }

// SetGroup does nothing: l3fwd knows no multicast.
func (r *Router) SetGroup(uint16, []uint16) {}

// Apply changes the table.
func (r *Router) Apply(op corpus.Op) error {
	if op.Table != "ipv4_lpm" {
		return fmt.Errorf("no table %q", op.Table)
	}
	switch op.Op {
	case corpus.Clear:
		r.routes = nil
		return nil
	case corpus.Default:
		a, err := parseAction(op)
		if err == nil {
			r.fallback = a
		}
		return err
	}
	prefix, err := parseMatch(op.Match)
	if err != nil {
		return err
	}
	at := r.find(prefix)
	if (at < 0) != (op.Op == corpus.Insert) {
		return fmt.Errorf("%s %v: entry exists: %v", op.Op, prefix, at >= 0)
	}
	if op.Op == corpus.Delete {
		r.routes = append(r.routes[:at], r.routes[at+1:]...)
		return nil
	}
	a, err := parseAction(op)
	if err != nil {
		return err
	}
	switch op.Op {
	case corpus.Insert:
		r.routes = append(r.routes, &route{prefix: prefix, action: a})
	case corpus.Modify:
		r.routes[at].action = a
	default:
		return fmt.Errorf("no operation %q", op.Op)
	}
	return nil
}

// Hits is how many packets the route has carried.
func (r *Router) Hits(_ string, match map[string]string) (uint64, error) {
	prefix, err := parseMatch(match)
	if err != nil {
		return 0, err
	}
	at := r.find(prefix)
	if at < 0 {
		return 0, fmt.Errorf("no route %v", prefix)
	}
	return r.routes[at].hits, nil
}

func (r *Router) find(prefix netip.Prefix) int {
	for i, e := range r.routes {
		if e.prefix == prefix {
			return i
		}
	}
	return -1
}

// longest is the action of the route with the longest prefix that holds dst; it
// counts the hit.
func (r *Router) longest(dst netip.Addr) action {
	var best *route
	for _, e := range r.routes {
		if e.prefix.Contains(dst) && (best == nil || e.prefix.Bits() > best.prefix.Bits()) {
			best = e
		}
	}
	if best == nil {
		return r.fallback
	}
	best.hits++
	return best.action
}

// Process routes one frame.
func (r *Router) Process(_ uint16, frame []byte) ([]corpus.Output, string) {
	drop := func() ([]corpus.Output, string) { return nil, corpus.ByProgram }
	punt := func() ([]corpus.Output, string) {
		return []corpus.Output{{Port: cpuPort, Bytes: frame}}, ""
	}
	if len(frame) < 14 {
		return drop() // no Ethernet header
	}
	switch binary.BigEndian.Uint16(frame[12:]) {
	case 0x0806: // ARP
		return punt()
	case 0x0800:
	default:
		return drop()
	}
	packet := frame[14:]
	if len(packet) < 20 {
		return drop() // no IPv4 header
	}

	// RFC 1812 5.2.2: a packet that fails one of these is discarded.
	version, ihl := packet[0]>>4, int(packet[0]&15)
	if version != 4 || ihl < 5 {
		return drop()
	}
	if total := int(binary.BigEndian.Uint16(packet[2:])); total < 4*ihl || total > len(packet) {
		return drop()
	}
	if ihl == 5 && checksum(packet[:20]) != binary.BigEndian.Uint16(packet[10:]) {
		return drop()
	}

	// What the fast path leaves to the CPU.
	if ihl > 5 {
		return punt() // options
	}
	ttl := packet[8]
	if ttl <= 1 {
		return punt()
	}

	switch a := r.longest(netip.AddrFrom4([4]byte(packet[16:20]))); {
	case a.name == "punt":
		return punt()
	case a.name == "drop" || a.port == dropPort:
		return drop()
	default:
		return []corpus.Output{{Port: a.port, Bytes: rewrite(frame, a.dmac)}}, ""
	}
}

// rewrite is the frame as it goes to the next hop.
func rewrite(frame []byte, dmac [6]byte) []byte {
	out := append([]byte(nil), frame...)
	copy(out[6:12], frame[0:6]) // the router's own address is the new source
	copy(out[0:6], dmac[:])
	header := out[14:34]
	header[8]--
	binary.BigEndian.PutUint16(header[10:], checksum(header))
	return out
}

// checksum is RFC 791 3.1's: the one's complement of the one's complement sum
// of the header's words, the checksum field taken as zero.
func checksum(header []byte) uint16 {
	sum := 0
	for i := 0; i < len(header); i += 2 {
		if i == 10 {
			continue
		}
		sum += int(binary.BigEndian.Uint16(header[i:]))
		if sum > 0xffff {
			sum -= 0xffff // the carry comes back in at the other end
		}
	}
	return ^uint16(sum)
}

func parseMatch(match map[string]string) (netip.Prefix, error) {
	p, err := netip.ParsePrefix(match["ipv4.dst"])
	if err != nil || len(match) != 1 || !p.Addr().Is4() || p != p.Masked() {
		return p, fmt.Errorf("match %v: want ipv4.dst, an IPv4 prefix", match)
	}
	return p, nil
}

func parseAction(op corpus.Op) (action, error) {
	a := action{name: op.Action}
	switch op.Action {
	case "punt", "drop":
		return a, nil
	case "forward":
	default:
		return a, fmt.Errorf("no action %q", op.Action)
	}
	port, err := strconv.ParseUint(string(op.Params["port"]), 10, 9)
	if err != nil {
		return a, fmt.Errorf("port: %w", err)
	}
	mac, err := net.ParseMAC(string(op.Params["dmac"]))
	if err != nil {
		return a, fmt.Errorf("dmac: %w", err)
	}
	a.port, a.dmac = uint16(port), [6]byte(mac)
	return a, nil
}
