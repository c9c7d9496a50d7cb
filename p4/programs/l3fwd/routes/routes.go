// Package routes makes route tables for l3fwd, always the same ones for the same
// numbers: for the file that ships beside the program, for benchmarks and for
// demonstrations. It knows nothing of how routes are looked up.
package routes

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/netip"
	"strings"
)

// Route is one entry of ipv4_lpm with action forward.
type Route struct {
	Prefix netip.Prefix
	Port   uint16
	DMAC   [6]byte
}

// shares are the lengths of prefixes, as parts of 100: as in the Internet's
// tables, most are /24, and hardly any is shorter than /16.
var shares = [...]struct{ bits, share int }{
	{24, 60}, {23, 9}, {22, 11}, {21, 5}, {20, 5}, {19, 3}, {18, 2}, {17, 1}, {16, 2}, {32, 2},
}

// Generate makes n routes (at most 1,000,000) with different prefixes out of
// 1.0.0.0 … 223.255.255.255, 10.0.0.0/8 and 127.0.0.0/8 left out. They leave by
// vports 0 to ports-1 in turn; the next hop at vport p is NextHop(p).
func Generate(n, ports int) []Route {
	out := make([]Route, 0, n)
	seen := make(map[netip.Prefix]bool, n)
	for state := uint64(1); len(out) < n; {
		r := next(&state)
		addr := netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, uint32(r))))
		first := addr.As4()[0]
		if first == 0 || first == 10 || first == 127 || first > 223 {
			continue
		}
		prefix := netip.PrefixFrom(addr, length(int(r>>32%100))).Masked()
		if seen[prefix] {
			continue
		}
		seen[prefix] = true
		port := uint16(len(out) % ports)
		out = append(out, Route{Prefix: prefix, Port: port, DMAC: NextHop(port)})
	}
	return out
}

// length is the prefix length that the percentile p, 0 to 99, falls into.
func length(p int) int {
	for _, s := range shares {
		if p < s.share {
			return s.bits
		}
		p -= s.share
	}
	panic("shares do not add up to 100")
}

// NextHop is the address of the station behind vport p: 02:00:00:00, then p+1.
func NextHop(p uint16) [6]byte {
	return [6]byte{0x02, 0, 0, 0, byte((p + 1) >> 8), byte(p + 1)}
}

// next is splitmix64 (Steele, Lea, Flood 2014).
func next(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	x := *state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Write writes routes as a route file, one entry a line.
func Write(w io.Writer, routes []Route) error {
	var b strings.Builder
	b.WriteString("[\n")
	for i, r := range routes {
		m := r.DMAC
		fmt.Fprintf(&b, ` {"table": "ipv4_lpm", "match": {"ipv4.dst": "%v"}, "action": "forward", "params": {"port": %d, "dmac": "%02x:%02x:%02x:%02x:%02x:%02x"}}`,
			r.Prefix, r.Port, m[0], m[1], m[2], m[3], m[4], m[5])
		if i < len(routes)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write routes: %w", err)
	}
	return nil
}
