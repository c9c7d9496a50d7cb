// Package udp is the link over UDP sockets: each frame a datagram behind a
// 12-byte overlay header, received as trains (UDP_GRO) and sent as trains
// (UDP_SEGMENT) from the very memory they were received in.
//
// It knows sockets, peers and sequence numbers; it does not know what a program
// is, nor how many shards there are beyond its own place among them.
package udp

import (
	"fmt"
	"net/netip"
	"sync/atomic"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/link"
	"up4/io/overlay"
)

const (
	// maxSegments is the most datagrams in a train: what every kernel with
	// UDP_SEGMENT accepts (UDP_MAX_SEGMENTS was 64 before it was 128).
	maxSegments = 64
	// maxTrain is the most bytes in a train: with IPv4 and UDP headers and the
	// room that GRO keeps, more would arrive uncoalesced.
	maxTrain = 65493
	// maxTrains is how many messages can wait for one flush.
	maxTrains = 256
	// maxPieces is how many pieces of memory one train gathers: two a frame.
	maxPieces = 2 * maxSegments

	// rxTrains and rxSingles are the messages of one receive call, with and
	// without GRO. 16 slabs are 1 MiB, which stays in the second-level cache.
	rxTrains  = 16
	rxSingles = 64

	minEthernet = 14 // bytes: the shortest frame taken
)

var _ link.Link = (*Link)(nil)

// Vport is where a virtual port leads.
type Vport struct {
	ID        uint16
	Peer      netip.AddrPort
	PeerVport int // the peer's vport, or -1 for any: then the peer has one vport here
	MTU       int // longest frame sent, bytes
}

// Config is one shard's link.
type Config struct {
	Socket      *Socket
	Pool        *frame.Pool
	Vports      []Vport
	Shared      []*Shared // by index in Vports; the same for all shards
	Shard       int
	Shards      int
	Incarnation uint8 // 0–3
	Steered     bool  // datagrams are given to shards by bucket: count trains that mix them
	Ports       *link.Ports
	Tallies     *counter.ShardTallies
}

// Link is one shard's socket with all vports behind it.
type Link struct {
	k       mmsg.Kernel
	sock    *Socket
	pool    *frame.Pool
	base    arena.Base
	host    *mmsg.Memory
	shard   int
	shards  int
	groups  int // shards that datagrams are steered to by bucket, as peers are told
	inc     uint8
	tallies *counter.ShardTallies
	gro     bool
	steered bool
	class   [overlay.Buckets]uint64 // by bucket: the buckets of the same shard here

	ports [frame.NumPorts]*port // by vport, nil if none
	all   []*port
	peers map[mmsg.Source]*peer

	rx receiver
	tx sender

	now   int64 // nanoseconds, of the last Poll or Tick
	stamp uint32
	due   int64 // when an announcement is next due
	news  bool  // a peer is new: do not wait for due
}

// port is a vport on this shard.
type port struct {
	id     uint16
	mtu    int32 // longest frame, bytes
	tally  *counter.PortTallies
	shared *Shared
	name   uintptr // the peer's socket address, in host memory
	nlen   uint32
	word   uint32 // first header word of what this shard sends, bucket zero

	// Sending.
	gso      bool
	residues int                     // the peer's shards, as trains are grouped now
	residue  [overlay.Buckets]uint8  // bucket → group
	open     [overlay.Buckets]int16  // group → train being filled, or -1
	seq      [overlay.Buckets]uint32 // last sequence number used
	used     uint64                  // buckets sent on since the last announcement of a silence
	hello    helloState

	// Receiving.
	rows  [256]atomic.Pointer[peerShard] // by sender shard; written by the shard alone
	alone uint32                         // restarts that this shard alone has noticed
}

// peer is a source address and the vports behind it.
type peer struct {
	only *port            // if any vport number of the peer is accepted
	by   map[uint16]*port // else by the peer's vport number
}

// New makes a link. The socket's other end is the caller's to close, together
// with those of its group.
func New(cfg Config) (*Link, error) { return newLink(cfg, mmsg.Linux{}) }

func newLink(cfg Config, k mmsg.Kernel) (*Link, error) {
	l := &Link{
		k: k, sock: cfg.Socket, pool: cfg.Pool, base: cfg.Pool.Base(), shard: cfg.Shard, shards: cfg.Shards,
		inc: cfg.Incarnation & 3, tallies: cfg.Tallies, gro: cfg.Socket.GRO,
		steered: cfg.Steered && cfg.Shards > 1, peers: map[mmsg.Source]*peer{},
	}
	l.groups = 1
	if l.steered {
		l.groups = l.shards
	}
	for b := range l.class {
		for c := b % l.shards; c < overlay.Buckets; c += l.shards {
			l.class[b] |= 1 << c
		}
	}
	var err error
	if l.host, err = mmsg.NewMemory(hostSize(len(cfg.Vports))); err != nil {
		return nil, err
	}
	scratch, n := cfg.Pool.Scratch()
	l.tx.init(l.host, scratch, n)
	l.rx.init(l)
	names := mmsg.Carve[mmsg.Name](l.host, len(cfg.Vports))
	for i, v := range cfg.Vports {
		if err := l.addPort(v, cfg.Shared[i], cfg.Ports[v.ID], &names[i]); err != nil {
			_ = l.host.Close()
			return nil, err
		}
	}
	return l, nil
}

func hostSize(vports int) int {
	return senderSize() + receiverSize() + mmsg.SizeOf[mmsg.Name](vports) + 4096
}

func (l *Link) addPort(v Vport, shared *Shared, tally *counter.PortTallies, name *mmsg.Name) error {
	if int(v.ID) >= frame.NumPorts || l.ports[v.ID] != nil {
		return fmt.Errorf("vport %d: twice, or above %d", v.ID, frame.MaxPort)
	}
	if tally == nil {
		return fmt.Errorf("vport %d has no counters", v.ID)
	}
	p := &port{
		id: v.ID, mtu: int32(v.MTU), tally: tally, shared: shared, gso: l.sock.GSO,
		word: overlay.Word(l.inc, uint8(l.shard), 0, v.ID),
	}
	p.name, p.nlen = mmsg.Addr(name), name.Put(v.Peer)
	p.regroup(1)
	for i := range p.open {
		p.open[i] = -1
	}
	key := name.Source()
	at := l.peers[key]
	if at == nil {
		at = &peer{by: map[uint16]*port{}}
		l.peers[key] = at
	}
	switch {
	case v.PeerVport < 0 && (at.only != nil || len(at.by) > 0),
		v.PeerVport >= 0 && at.only != nil:
		return fmt.Errorf("vport %d: peer %v has another vport here, so both need peer_vport", v.ID, v.Peer)
	case v.PeerVport < 0:
		at.only = p
	case at.by[uint16(v.PeerVport)] != nil:
		return fmt.Errorf("vport %d: peer %v's vport %d leads to another vport already", v.ID, v.Peer, v.PeerVport)
	default:
		at.by[uint16(v.PeerVport)] = p
	}
	l.ports[v.ID] = p
	l.all = append(l.all, p)
	return nil
}

// find is the vport for a header that came from a, or nil.
func (a *peer) find(word uint32) *port {
	if a.only != nil {
		return a.only
	}
	return a.by[overlay.WordVport(word)]
}

// regroup makes trains hold buckets of one residue modulo the peer's shards.
// Precondition: no train is open.
func (p *port) regroup(shards int) {
	p.residues = max(1, min(shards, 255))
	for b := range p.residue {
		p.residue[b] = uint8(b % p.residues)
	}
}

// setNow takes the shard's clock.
func (l *Link) setNow(now int64) {
	l.now = now
	l.stamp = uint32(now / 1000)
}

// FD is the socket.
func (l *Link) FD() int { return l.sock.fd }

// CloseGate makes the kernel drop what arrives from now on.
func (l *Link) CloseGate() error { return l.sock.CloseGate() }

// Close frees the link's memory and gives its slabs back. The socket stays
// open: those of a group close together.
func (l *Link) Close() error {
	l.rx.close(l)
	return l.host.Close()
}
