package topology

import (
	"fmt"
	"net/netip"

	"github.com/knadh/koanf/v2"

	"up4/internal/arena"
	"up4/io/overlay"
)

// vports reads every [[vport]] and checks them against each other.
func (l *loader) vports(t *Topology) {
	tables := l.k.Slices("vport")
	if len(tables) == 0 && len(l.errs) == 0 {
		l.fault(element{section: "vport"}, MissingKey, "there is none: a switch needs at least one [[vport]] with id and peer")
		return
	}
	b := beside{l: l, bind: t.Node.Bind, ids: map[uint16]int{}, links: map[link]int{}, mute: map[netip.AddrPort]bool{}}
	for i, tab := range tables {
		p := l.vport(index("vport", i), tab)
		b.check(p, i)
		t.Vports = append(t.Vports, p)
	}
}

func (l *loader) vport(section string, tab *koanf.Koanf) Vport {
	p := Vport{PeerVport: -1}
	for _, k := range vportKeys {
		raw := tab.Get(k.Name)
		if raw == nil {
			if k.Needed {
				l.missing(section, k.Key)
			}
			continue
		}
		if err := k.set(l, &p, value{raw: raw}); err != nil {
			l.report(section, k.Name, BadValue, err.Error())
		}
	}
	if p.MTU == 0 {
		p.MTU = mtuIPv4
		if p.Peer.Addr().Is6() {
			p.MTU = mtuIPv6
		}
	}
	return p
}

// link is what an arriving datagram is told apart by. With vport -1 it stands
// for any link to the peer.
type link struct {
	peer  netip.AddrPort
	vport int
}

// beside checks each vport against the node and the vports before it.
type beside struct {
	l     *loader
	bind  netip.AddrPort
	ids   map[uint16]int // number in the file, by id
	links map[link]int   // number in the file; with vport -1, of the peer's first vport
	// mute has the peers whose first vport gives no peer_vport, until that is reported.
	mute map[netip.AddrPort]bool
}

// check checks vport p, number i in the file. Keys with an error of their own
// are left out.
func (b *beside) check(p Vport, i int) {
	section := index("vport", i)
	if !b.l.bad[section+".id"] {
		if j, ok := b.ids[p.ID]; ok {
			b.l.report(section, "id", Duplicate, fmt.Sprintf("%d is taken by %s", p.ID, b.l.place(j, "id")))
		} else {
			b.ids[p.ID] = i
		}
	}
	if b.l.bad[section+".peer"] || b.l.bad[section+".peer_vport"] {
		return
	}
	b.family(p, section)
	b.shared(p, i)
}

func (b *beside) family(p Vport, section string) {
	switch {
	case !b.bind.IsValid():
	case b.bind.Addr().Is4() != p.Peer.Addr().Is4():
		b.l.report(section, "peer", Conflict, fmt.Sprintf("%s and node.bind %s are of different families", p.Peer, b.bind))
	case b.bind == p.Peer:
		b.l.report(section, "peer", Conflict, fmt.Sprintf("%s is this switch's own address", p.Peer))
	}
}

// shared checks that the vports of one peer can be told apart.
func (b *beside) shared(p Vport, i int) {
	const remedy = "give both a peer_vport, the peer's own number for each link"
	first, any := link{p.Peer, -1}, link{p.Peer, p.PeerVport}
	j, ok := b.links[first]
	if !ok {
		b.links[first], b.links[any] = i, i
		b.mute[p.Peer] = p.PeerVport < 0
		return
	}
	section := index("vport", i)
	also := func(j int) string { return fmt.Sprintf("%s is the peer of %s as well", p.Peer, b.l.place(j, "peer")) }
	switch k, same := b.links[any]; {
	case p.PeerVport < 0:
		b.l.report(section, "peer", Duplicate, also(j)+"; "+remedy)
	case b.mute[p.Peer]:
		b.l.report(index("vport", j), "peer", Duplicate, also(i)+"; "+remedy)
		b.mute[p.Peer] = false
	case same:
		b.l.report(section, "peer_vport", Duplicate, fmt.Sprintf("%s, with peer_vport %d too", also(k), p.PeerVport))
	default:
		b.links[any] = i
	}
}

// place is vport[2] (line 7), for messages that speak of another vport.
func (l *loader) place(i int, name string) string {
	section := index("vport", i)
	if e, ok := l.find(section, name); ok {
		return fmt.Sprintf("%s (line %d)", section, e.pos.line)
	}
	return section
}

// whole checks what needs every value to be sound.
func (l *loader) whole(t *Topology) {
	n := &t.Node
	if n.Spread && n.Steer != SteerPeer {
		l.report("node", "spread", Conflict, `spreads what steer = "peer" gave to one shard; with steer = "flow" frames are spread already`)
	}
	l.buckets(n)
	if need := t.ArenaBytes(); need > arena.MaxSize {
		l.report("node", "table_mib", Conflict, fmt.Sprintf(
			"shards = %d, slabs = %d and table_mib = %d need %d MiB of memory in one piece, %d at most: lower one of them",
			n.Shards, n.Slabs, n.TableMiB, need>>20, arena.MaxSize>>20))
	}
}

// buckets checks that every shard can be given flows: a flow has one of
// overlay.Buckets buckets, and a bucket belongs to one shard.
func (l *loader) buckets(n *Node) {
	if n.Shards <= overlay.Buckets {
		return
	}
	const text = `%s spreads flows over at most %d shards, %d are asked for and %d would never be given a frame: set shards to %d or less%s`
	idle := n.Shards - overlay.Buckets
	switch {
	case n.Steer == SteerFlow:
		l.report("node", "shards", Conflict, fmt.Sprintf(text, `steer = "flow"`, overlay.Buckets, n.Shards, idle, overlay.Buckets,
			`, or steer = "peer"`))
	case n.Spread:
		l.report("node", "shards", Conflict, fmt.Sprintf(text, "spread = true", overlay.Buckets, n.Shards, idle, overlay.Buckets,
			", or spread = false"))
	}
}
