package topology

import (
	"fmt"
	"net/netip"

	"up4/internal/arena"
)

// vports reads every [[vport]] and checks them against each other.
func (l *loader) vports(t *Topology) {
	tables := l.k.Slices("vport")
	if len(tables) == 0 && len(l.errs) == 0 {
		l.fault(element{section: "vport"}, MissingKey, "there is none: a switch needs at least one [[vport]] with id and peer")
		return
	}
	for i, tab := range tables {
		section := index("vport", i)
		p := Vport{PeerVport: -1}
		ok := true
		for _, k := range vportKeys {
			raw := tab.Get(k.Name)
			if raw == nil {
				if k.Needed {
					l.missing(section, k.Key)
					ok = false
				}
				continue
			}
			if err := k.set(l, &p, value{raw: raw}); err != nil {
				l.report(section, k.Name, BadValue, err.Error())
				ok = false
			}
		}
		if p.MTU == 0 {
			p.MTU = mtuIPv4
			if p.Peer.Addr().Is6() {
				p.MTU = mtuIPv6
			}
		}
		if ok {
			l.beside(t, p, i)
		}
		t.Vports = append(t.Vports, p)
	}
}

// beside checks one vport, number i in the file, against the node and the
// vports before it.
func (l *loader) beside(t *Topology, p Vport, i int) {
	section := index("vport", i)
	if bind := t.Node.Bind; bind.IsValid() {
		switch {
		case bind.Addr().Is4() != p.Peer.Addr().Is4():
			l.report(section, "peer", Conflict, fmt.Sprintf("%s and node.bind %s are of different families", p.Peer, bind))
		case bind == p.Peer:
			l.report(section, "peer", Conflict, fmt.Sprintf("%s is this switch's own address", p.Peer))
		}
	}
	for j, q := range t.Vports {
		other := index("vport", j)
		if q.ID == p.ID && l.read(other, "id") {
			l.report(section, "id", Duplicate, fmt.Sprintf("%d is taken by %s%s", p.ID, other, l.line(other, "id")))
		}
		if q.Peer != p.Peer || q.Peer == (netip.AddrPort{}) {
			continue
		}
		shared := fmt.Sprintf("%s is the peer of %s%s as well", p.Peer, other, l.line(other, "peer"))
		switch {
		case p.PeerVport < 0:
			l.report(section, "peer", Duplicate, shared+"; give both a peer_vport, the peer's own number for each link")
		case q.PeerVport < 0:
			l.report(other, "peer", Duplicate, fmt.Sprintf("%s is the peer of %s%s as well; give both a peer_vport, the peer's own number for each link",
				p.Peer, section, l.line(section, "peer")))
		case p.PeerVport == q.PeerVport:
			l.report(section, "peer_vport", Duplicate, fmt.Sprintf("%s, with peer_vport %d too", shared, p.PeerVport))
		default:
			continue
		}
		return
	}
}

// read says whether a key stands in the file without an error of its own.
func (l *loader) read(section, name string) bool {
	e, ok := l.find(section, name)
	for _, err := range l.errs {
		if err.Key == e.path() && err.Code == BadValue {
			return false
		}
	}
	return ok
}

// line is ", line 7" of a key, for messages that speak of another place.
func (l *loader) line(section, name string) string {
	if e, ok := l.find(section, name); ok {
		return fmt.Sprintf(", line %d", e.pos.line)
	}
	return ""
}

// whole checks what needs every value to be sound.
func (l *loader) whole(t *Topology) {
	n := &t.Node
	if n.Spread && n.Steer != SteerPeer {
		l.report("node", "spread", Conflict, `spreads what steer = "peer" gave to one shard; with steer = "flow" frames are spread already`)
	}
	if need := t.ArenaBytes(); need > arena.MaxSize {
		l.report("node", "table_mib", Conflict, fmt.Sprintf(
			"%d shards with %d slabs each and %d MiB of tables need %d MiB of memory in one piece, %d at most: lower shards, slabs or table_mib",
			n.Shards, n.Slabs, n.TableMiB, need>>20, arena.MaxSize>>20))
	}
}
