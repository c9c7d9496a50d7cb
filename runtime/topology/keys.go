package topology

import (
	"fmt"
	"regexp"
	"strconv"

	"up4/internal/socketpath"
	"up4/io/frame"
	"up4/io/overlay"
)

// Key is one configuration key: what people read about it and how it is read.
type Key struct {
	Name    string // shards
	Text    string // what it does, with its unit
	Values  string // what it takes
	Default string // as it would be written; empty if the key must be given or has a computed default
	Needed  bool
}

// Limits of values.
const (
	MaxShards = 255        // a shard's index is a byte of the overlay header; fewer where frames are spread by bucket
	MinSlabs  = 32         // two receive vectors
	MaxSlabs  = 32768      // 2 GiB a shard
	MinMTU    = 60         // a shortest Ethernet frame without its checksum
	MaxMTU    = 65493 - 12 // the longest train, less one overlay header
	MaxTables = 4079       // MiB: the arena less one
	MinBuffer = 32768      // bytes: smaller ones lose announcements
	MaxBuffer = 1<<30 - 1  // bytes: the kernel doubles it in an int
	maxID     = 64         // bytes
	mtuIPv4   = 1500 - 40  // 20 + 8 + 12 bytes of headers
	mtuIPv6   = 1500 - 40 - 20
	maxVport  = frame.MaxPort
)

type nodeKey struct {
	Key
	set func(*loader, *Node, value) error
}

type vportKey struct {
	Key
	set func(*loader, *Vport, value) error
}

var idPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// nodeKeys is every key of [node], in the order of the documentation.
var nodeKeys = []nodeKey{
	{Key{Name: "id", Needed: true, Values: "letters, digits, '.', '_', '-'; at most 64",
		Text: "name of the switch in logs and in its default socket path"}, setID},
	{Key{Name: "bind", Needed: true, Values: "address:port, numeric, e.g. 10.0.0.11:7400 or [2001:db8::1]:7400",
		Text: "UDP address all shards receive on and send from; an IPv6 address carries IPv6 only"},
		func(_ *loader, n *Node, v value) (err error) { n.Bind, err = v.bindAddr(); return }},
	{Key{Name: "pipeline", Needed: true, Values: "a program's name, or a path to a .p4 seen from the working directory",
		Text: "the P4 program"},
		func(l *loader, n *Node, v value) (err error) {
			n.Pipeline, err = v.name(l.o.Pipelines, "program")
			return
		}},
	{Key{Name: "externs", Values: "a path to a .p4 seen from the working directory",
		Text: "functions in P4 that stand for extern functions which the program declares itself"},
		func(_ *loader, n *Node, v value) (err error) { n.Externs, err = v.text(); return }},
	{Key{Name: "backend", Default: `"auto"`, Values: "auto, or a back end's name",
		Text: "how the program is run"},
		func(l *loader, n *Node, v value) (err error) {
			known := l.o.Backends
			if known != nil {
				known = append([]string{AutoBackend}, known...)
			}
			n.Backend, err = v.oneOf(known, "back end")
			return
		}},
	{Key{Name: "shards", Default: "1", Values: "1 to 255; at most 64 with steer = \"flow\" or spread = true",
		Text: "threads, each pinned to a CPU with a socket of its own"},
		func(_ *loader, n *Node, v value) (err error) { n.Shards, err = v.integer(1, MaxShards); return }},
	{Key{Name: "oversubscribe", Default: "false", Values: "true or false",
		Text: "allow more shards than CPUs"},
		func(_ *loader, n *Node, v value) (err error) { n.Oversubscribe, err = v.boolean(); return }},
	{Key{Name: "steer", Default: `"flow"`, Values: "flow or peer",
		Text: "how a peer's datagrams spread over shards: by inner flow, or all of a peer to one shard"},
		func(_ *loader, n *Node, v value) error {
			s, err := v.oneOf([]string{string(SteerFlow), string(SteerPeer)}, "")
			n.Steer = Steer(s)
			return err
		}},
	{Key{Name: "spread", Default: "false", Values: "true or false; only with steer = \"peer\"",
		Text: "the shard a peer was given to hands frames on to the others by flow"},
		func(_ *loader, n *Node, v value) (err error) { n.Spread, err = v.boolean(); return }},
	{Key{Name: "wait", Default: `"adaptive"`, Values: "adaptive, spin or block",
		Text: "what an idle shard does: spin briefly and then sleep, never sleep, or sleep at once"},
		func(_ *loader, n *Node, v value) error {
			s, err := v.oneOf([]string{string(WaitAdaptive), string(WaitSpin), string(WaitBlock)}, "")
			n.Wait = Wait(s)
			return err
		}},
	{Key{Name: "gso", Default: "true", Values: "true or false, on or off",
		Text: "send trains (UDP_SEGMENT)"},
		func(_ *loader, n *Node, v value) (err error) { n.GSO, err = v.boolean(); return }},
	{Key{Name: "gro", Default: "true", Values: "true or false, on or off",
		Text: "receive trains (UDP_GRO)"},
		func(_ *loader, n *Node, v value) (err error) { n.GRO, err = v.boolean(); return }},
	{Key{Name: "rcvbuf", Default: "8388608", Values: "32768 to 1073741823 bytes",
		Text: "receive buffer asked for per shard; the kernel grants at most net.core.rmem_max"},
		func(_ *loader, n *Node, v value) (err error) { n.RcvBuf, err = v.integer(MinBuffer, MaxBuffer); return }},
	{Key{Name: "sndbuf", Default: "8388608", Values: "32768 to 1073741823 bytes",
		Text: "send buffer asked for per shard; the kernel grants at most net.core.wmem_max"},
		func(_ *loader, n *Node, v value) (err error) { n.SndBuf, err = v.integer(MinBuffer, MaxBuffer); return }},
	{Key{Name: "slabs", Default: strconv.Itoa(frame.DefaultPool.Slabs), Values: "32 to 32768",
		Text: "64 KiB receive buffers per shard"},
		func(_ *loader, n *Node, v value) (err error) { n.Slabs, err = v.integer(MinSlabs, MaxSlabs); return }},
	{Key{Name: "table_mib", Default: "256", Values: "1 to 4079 MiB",
		Text: "memory for tables, taken only as far as it is used"},
		func(_ *loader, n *Node, v value) (err error) { n.TableMiB, err = v.integer(1, MaxTables); return }},
	{Key{Name: "socket", Values: "a path of at most 107 bytes",
		Text: "control socket; up4-<id>.sock in $XDG_RUNTIME_DIR or else in up4-<uid> of the temporary directory by default"}, setSocket},
}

// vportKeys is every key of [[vport]].
var vportKeys = []vportKey{
	{Key{Name: "id", Needed: true, Values: "0 to 509", Text: "the port's number, as the program sees it"},
		func(_ *loader, p *Vport, v value) error {
			n, err := v.integer(0, maxVport)
			p.ID = uint16(n)
			return err
		}},
	{Key{Name: "peer", Needed: true, Values: "address:port, numeric, of the family of node.bind",
		Text: "where the port's frames go and come from"},
		func(_ *loader, p *Vport, v value) (err error) { p.Peer, err = v.peerAddr(); return }},
	{Key{Name: "peer_vport", Values: "0 to " + strconv.Itoa(overlay.MaxVport),
		Text: "the peer's own number for this link; needed where several vports share one peer"},
		func(_ *loader, p *Vport, v value) (err error) {
			p.PeerVport, err = v.integer(0, overlay.MaxVport)
			return
		}},
	{Key{Name: "mtu", Values: "60 to 65481 bytes",
		Text: "longest frame sent by the port; by default 1460, or 1440 over IPv6, which fill a 1500-byte network"},
		func(_ *loader, p *Vport, v value) (err error) { p.MTU, err = v.integer(MinMTU, MaxMTU); return }},
}

// NodeKeys is the text of every key of [node]. Each is also a variable, UP4_
// and the key in capitals.
func NodeKeys() []Key { return texts(nodeKeys, func(k nodeKey) Key { return k.Key }) }

// VportKeys is the text of every key of [[vport]].
func VportKeys() []Key { return texts(vportKeys, func(k vportKey) Key { return k.Key }) }

func texts[T any](keys []T, text func(T) Key) []Key {
	out := make([]Key, len(keys))
	for i, k := range keys {
		out[i] = text(k)
	}
	return out
}

func setID(_ *loader, n *Node, v value) error {
	s, err := v.text()
	if err != nil {
		return err
	}
	if !idPattern.MatchString(s) || len(s) > maxID {
		return fmt.Errorf("must be 1 to %d letters, digits, '.', '_' or '-', beginning with a letter or digit, not %q", maxID, s)
	}
	n.ID = s
	return nil
}

func setSocket(_ *loader, n *Node, v value) error {
	s, err := v.text()
	if err != nil {
		return err
	}
	if err := checkSocket(s); err != nil {
		return err
	}
	n.Socket = s
	return nil
}

func checkSocket(path string) error {
	if len(path) > socketpath.Max {
		return fmt.Errorf("a unix socket's path has at most %d bytes, %q has %d", socketpath.Max, path, len(path))
	}
	return nil
}
