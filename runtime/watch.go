package runtime

import (
	"log/slog"
	"net/netip"
	"time"

	"up4/internal/counter"
)

// watchEvery is the least time between two lines of one kind about one vport or
// shard. What happens meanwhile is in the next line's number.
const watchEvery = time.Second

// watch logs what goes wrong on the network while the switch runs. It looks at
// counters now and then; no shard takes part.
type watch struct {
	log  *slog.Logger
	seen map[subject]uint64    // the count up to the last line
	last map[subject]time.Time // of the last line
}

// subject is a kind of line, and the vport or shard that it is about.
type subject struct {
	kind kind
	id   int
}

type kind uint8

const (
	restarted kind = iota
	fellBack
	kernelDropped
)

func newWatch(log *slog.Logger) *watch {
	return &watch{log: log, seen: map[subject]uint64{}, last: map[subject]time.Time{}}
}

// news is how much a count has grown since the last line about it, or 0 if it is
// too early for another.
func (w *watch) news(k kind, id int, count uint64, now time.Time) uint64 {
	s := subject{k, id}
	if at, ok := w.last[s]; count <= w.seen[s] || ok && now.Sub(at) < watchEvery {
		return 0
	}
	n := count - w.seen[s]
	w.seen[s], w.last[s] = count, now
	return n
}

// vport is told a vport's counts, over all shards.
func (w *watch) vport(id uint16, peer netip.AddrPort, restarts, fallbacks uint64, now time.Time) {
	if n := w.news(restarted, int(id), restarts, now); n > 0 {
		w.log.Warn("peer restarted", "vport", id, "peer", peer.String(), "times", n)
	}
	if n := w.news(fellBack, int(id), fallbacks, now); n > 0 {
		w.log.Warn("the network refuses trains, sending single datagrams from now on",
			"vport", id, "peer", peer.String(), "trains", n)
	}
}

// shard is told a shard's count of messages that the kernel dropped.
func (w *watch) shard(index int, drops uint64, rcvbuf int, now time.Time) {
	if n := w.news(kernelDropped, index, drops, now); n > 0 {
		w.log.Warn("the kernel dropped datagrams or trains for lack of receive buffer", "shard", index, "dropped", n, "rcvbuf", rcvbuf)
	}
}

// look tells n.watch the counts of now. One goroutine at a time.
func (n *Node) look() {
	now := time.Now()
	for _, v := range n.top.Vports {
		var restarts, fallbacks uint64
		for _, p := range n.ports {
			restarts += p[v.ID][counter.Restarts].Load()
			fallbacks += p[v.ID][counter.GSOFallbacks].Load()
		}
		n.watch.vport(v.ID, v.Peer, restarts, fallbacks, now)
	}
	for i, s := range n.sockets {
		if d, err := s.Drops(); err == nil {
			n.watch.shard(i, d, s.RcvBuf, now)
		}
	}
}
