package runtime

import (
	"log/slog"
	"sync"
	"time"

	"up4/internal/counter"
	"up4/ring"
	"up4/runtime/status"
)

const (
	messageRing = 1024 // messages on their way from a shard
	digestsKept = 1024 // digests kept for the control plane
	linesAtOnce = 64   // log messages shown of what is taken at once
	notADigest  = -1
)

// messages takes what programs say off the shards: digests, which are kept, and log
// messages, which go to the log.
type messages struct {
	started time.Time
	log     *slog.Logger
	shards  []*messageShard

	mu   sync.Mutex // guards what follows, and the far ends of the rings
	kept []status.Digest
	seq  uint64
}

// messageShard is one shard's way to here. The ring's near end and lost are the shard's.
type messageShard struct {
	ring *ring.SPSC[message]
	lost counter.Tally // for want of room in the ring
	one  [1]message
}

type message struct {
	digest int // notADigest for text
	data   []byte
	at     int64 // ns since the start
}

func newMessages(started time.Time, log *slog.Logger) *messages {
	return &messages{started: started, log: log}
}

// add makes the way of one more shard, and returns what the shard's thread calls.
func (m *messages) add() (digest func(int, []byte), log func(string), err error) {
	r, err := ring.New[message](messageRing)
	if err != nil {
		return nil, nil, err
	}
	s := &messageShard{ring: r}
	m.shards = append(m.shards, s)
	send := func(digest int, data []byte) {
		s.one[0] = message{digest, data, int64(time.Since(m.started))}
		if s.ring.Push(s.one[:]) == 0 {
			s.lost.Add(1)
		}
	}
	return send, func(text string) { send(notADigest, []byte(text)) }, nil
}

// take empties the rings. It needs nothing of the arena: what is said last can be
// taken after the shards have ended.
func (m *messages) take() {
	m.mu.Lock()
	defer m.mu.Unlock()
	var got [64]message
	for shard, s := range m.shards {
		lines, more := 0, 0
		for n := s.ring.Pop(got[:]); n > 0; n = s.ring.Pop(got[:]) {
			for _, g := range got[:n] {
				switch {
				case g.digest != notADigest:
					m.keep(g)
				case lines < linesAtOnce:
					lines++
					m.log.Info("program: "+string(g.data), "shard", shard, "at", time.Duration(g.at).Round(time.Millisecond))
				default:
					more++
				}
			}
			clear(got[:n])
		}
		if more > 0 {
			m.log.Info("program: more messages than are shown", "shard", shard, "not_shown", more)
		}
	}
}

func (m *messages) keep(g message) {
	m.seq++
	if len(m.kept) == digestsKept {
		m.kept = append(m.kept[:0], m.kept[1:]...)
	}
	m.kept = append(m.kept, status.Digest{Seq: m.seq, Time: m.started.Add(time.Duration(g.at)), Digest: g.digest, Fields: g.data})
}

// list is the digests kept, oldest first.
func (m *messages) list() []status.Digest {
	m.take()
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]status.Digest(nil), m.kept...)
}
