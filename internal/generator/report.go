package generator

import (
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
)

// Report is what one run has sent and received. Frames are inner Ethernet
// frames, bytes are theirs.
type Report struct {
	ID    uint16 `json:"id"`
	Bind  string `json:"bind"`
	Mix   string `json:"frame_sizes"`
	Flows int    `json:"flows"`

	Interrupted bool `json:"interrupted"` // ended before its time
	Quiet       bool `json:"quiet"`       // nothing came in for the drain time

	OfferedFrames uint64            `json:"offered_frames"` // taken by the kernel
	OfferedBytes  uint64            `json:"offered_bytes"`
	TrainsSent    uint64            `json:"trains_sent"`   // messages, of one datagram or more
	SendFailures  map[string]uint64 `json:"send_failures"` // frames the kernel refused, by errno
	GSOFallbacks  uint64            `json:"gso_fallbacks"` // trains refused and sent datagram by datagram
	SendWaits     uint64            `json:"send_waits"`    // times the send buffer was full
	Skipped       uint64            `json:"skipped"`       // frames of the schedule given up, the sender being late
	Seconds       float64           `json:"seconds"`       // of sending
	OfferedPPS    float64           `json:"offered_pps"`
	InnerGbps     float64           `json:"inner_gbps"` // offered

	Received Received `json:"received"`

	PeerShards  int  `json:"peer_shards"` // 0: not heard of
	GSO         bool `json:"gso"`         // trains still sent at the end
	GRO         bool `json:"gro"`
	RcvBuf      int  `json:"rcvbuf"` // bytes granted
	SndBuf      int  `json:"sndbuf"`
	SocketDrops int  `json:"socket_drops"` // messages the kernel dropped for want of room; a train is one
}

// Received is what has come in. Each datagram is in one of the sums: frames of
// mine and others (with their duplicates and stale ones), corrupted, foreign,
// strangers, malformed, truncated, header_only.
type Received struct {
	Mine   *Origin  `json:"mine"`   // of this generator: null for a pure receiver
	Others []Origin `json:"others"` // by id

	Frames     uint64 `json:"frames"` // of generators, duplicates included
	Bytes      uint64 `json:"bytes"`
	Messages   uint64 `json:"messages"`    // as they came: trains or single datagrams
	Corrupted  uint64 `json:"corrupted"`   // a generator's, changed where no switch may
	Foreign    uint64 `json:"foreign"`     // frames of no generator
	Strangers  uint64 `json:"strangers"`   // datagrams from another address than the target
	Malformed  uint64 `json:"malformed"`   // datagrams without overlay header or frame
	Truncated  uint64 `json:"truncated"`   // datagrams longer than the buffer
	HeaderOnly uint64 `json:"header_only"` // the switch's announcements
	Link       Link   `json:"link"`

	Seconds   float64 `json:"seconds"` // from the first good frame to the last
	PPS       float64 `json:"pps"`
	InnerGbps float64 `json:"inner_gbps"`
}

// Link is what the overlay's own sequence says of the way from the switch to
// here: not what the switch dropped, but what it sent.
type Link struct {
	Lost       uint64 `json:"lost"`
	Duplicates uint64 `json:"duplicates"`
	Reordered  uint64 `json:"reordered"`
	Restarts   uint64 `json:"restarts"`
}

// Origin is what came from one generator.
type Origin struct {
	ID       uint16 `json:"id"`
	Received uint64 `json:"received"` // distinct frames
	Bytes    uint64 `json:"bytes"`
	// Lost, of mine: frames offered on flows of which something came back. Of
	// others: gaps below the highest number of each flow; what is missing above
	// shows against that generator's offered_frames.
	Lost uint64 `json:"lost"`
	// Unreturned, of mine: frames offered on flows of which nothing came back.
	Unreturned uint64 `json:"unreturned"`
	Duplicates uint64 `json:"duplicates"`
	Reordered  uint64 `json:"reordered"`
	// Stale is frames so far behind in their flow that late and repeated cannot
	// be told apart; they are in none of the other counts.
	Stale   uint64  `json:"stale"`
	Highest uint64  `json:"highest"` // sum over all flows of the highest number seen
	Flows   int     `json:"flows"`   // with at least one frame
	Latency Latency `json:"latency"`
}

// Latency is a distribution in nanoseconds, from when a frame's burst was handed
// to the kernel to when its message was read. It needs one host's clock.
type Latency struct {
	Count uint64  `json:"count"`
	Min   int64   `json:"min_ns"`
	Mean  float64 `json:"mean_ns"`
	P50   int64   `json:"p50_ns"`
	P90   int64   `json:"p90_ns"`
	P99   int64   `json:"p99_ns"`
	P999  int64   `json:"p999_ns"`
	Max   int64   `json:"max_ns"`
	// Unclocked is frames whose time was in the future or too long ago: their
	// generator ran on another host.
	Unclocked uint64 `json:"unclocked"`
}

// Heard says whether anything came from the target.
func (r *Received) Heard() bool {
	return r.Frames+r.Corrupted+r.Foreign+r.Malformed+r.Truncated+r.HeaderOnly > 0
}

// From is what came from the generator with this id, zero if nothing.
func (r *Received) From(id uint16) Origin {
	if r.Mine != nil && r.Mine.ID == id {
		return *r.Mine
	}
	if i := slices.IndexFunc(r.Others, func(o Origin) bool { return o.ID == id }); i >= 0 {
		return r.Others[i]
	}
	return Origin{ID: id}
}

// report gathers what both halves counted. Both must have ended.
func (p *Peer) report() Report {
	s, cfg := p.send, &p.cfg
	r := Report{
		ID: cfg.ID, Bind: p.sock.addr.String(), Mix: cfg.Sizes.String(), Flows: cfg.Flows,
		Interrupted: s.cut, Quiet: p.shared.quiet.Load(),
		OfferedFrames: s.sent.frames.Load(), OfferedBytes: s.sent.bytes.Load(), TrainsSent: s.sent.trains.Load(),
		SendFailures: map[string]uint64{}, GSOFallbacks: s.fallback, SendWaits: s.waits, Skipped: s.pace.skipped,
		Seconds:    time.Duration(s.ended - s.began).Seconds(),
		PeerShards: int(p.shared.shards.Load()), GSO: s.gso, GRO: p.sock.gro, RcvBuf: p.sock.rcvBuf, SndBuf: p.sock.sndBuf,
	}
	r.OfferedPPS, r.InnerGbps = rates(r.OfferedFrames, r.OfferedBytes, r.Seconds)
	for errno, n := range s.failed {
		r.SendFailures[errnoName(errno)] = n
	}
	if drops, err := mmsg.Drops(p.sock.fd); err == nil {
		r.SocketDrops = int(drops)
	}
	r.Received = p.recv.report()
	if !cfg.ReceiveOnly {
		p.claim(&r.Received)
	}
	return r
}

func errnoName(errno unix.Errno) string {
	if name := unix.ErrnoName(errno); name != "" {
		return name
	}
	return errno.Error()
}

// rates is frames a second and 1e9 bits a second.
func rates(frames, bytes uint64, seconds float64) (pps, gbps float64) {
	if seconds <= 0 {
		return 0, 0
	}
	return float64(frames) / seconds, float64(bytes) * 8 / seconds / 1e9
}

func (r *receiver) report() Received {
	link := r.links.counts()
	out := Received{
		Others: []Origin{},
		Frames: r.seen.frames.Load(), Bytes: r.seen.bytes.Load(), Messages: r.seen.messages.Load(),
		Corrupted: r.seen.corrupted.Load(), Foreign: r.seen.foreign.Load(), Strangers: r.seen.strangers.Load(),
		Malformed: r.seen.malformed.Load(), Truncated: r.seen.truncated.Load(), HeaderOnly: r.seen.headerOnly.Load(),
		Link:    Link{Lost: link.lost, Duplicates: link.duplicates, Reordered: link.reordered, Restarts: link.restarts},
		Seconds: time.Duration(r.latest - r.first).Seconds(),
	}
	out.PPS, out.InnerGbps = rates(out.Frames, out.Bytes, out.Seconds)
	for _, o := range r.origins {
		out.Others = append(out.Others, o.report())
	}
	slices.SortFunc(out.Others, func(a, b Origin) int { return int(a.ID) - int(b.ID) })
	return out
}

func (o *origin) report() Origin {
	out := Origin{
		ID: o.id, Received: o.frames, Bytes: o.bytes, Duplicates: o.duplicates, Reordered: o.reordered, Stale: o.stale,
		Latency: o.latencies(),
	}
	for i := range o.flows {
		if f := &o.flows[i]; f.highest > 0 {
			out.Flows++
			out.Highest += f.highest
			out.Lost += f.highest - min(f.highest, f.received)
		}
	}
	return out
}

func (o *origin) latencies() Latency {
	h := o.latency
	if h.TotalCount() == 0 {
		return Latency{Unclocked: o.unclocked}
	}
	return Latency{
		Count: uint64(h.TotalCount()), Min: h.Min(), Mean: h.Mean(), P50: h.ValueAtQuantile(50), P90: h.ValueAtQuantile(90),
		P99: h.ValueAtQuantile(99), P999: h.ValueAtQuantile(99.9), Max: h.Max(), Unclocked: o.unclocked,
	}
}

// claim takes this generator's frames out of the others', and counts what is
// missing by what each flow has sent.
func (p *Peer) claim(r *Received) {
	mine := r.From(p.cfg.ID)
	r.Others = slices.DeleteFunc(r.Others, func(o Origin) bool { return o.ID == mine.ID })
	mine.Lost, mine.Unreturned = 0, 0
	var came []tracked
	if o := p.recv.origins[mine.ID]; o != nil {
		came = o.flows
	}
	for i := range p.send.trains.flows {
		sent := p.send.trains.flows[i].seq
		switch {
		case i >= len(came) || came[i].received == 0:
			mine.Unreturned += sent
		default:
			mine.Lost += sent - min(sent, came[i].received)
		}
	}
	r.Mine = &mine
}
