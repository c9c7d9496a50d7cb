// Package generator is a peer of a switch that makes traffic and accounts for
// it: thousands of interleaved flows out of one UDP socket, each frame with a
// number and a time inside, and of what comes in how much of which generator is
// lost, repeated, late or changed, and how long it took.
//
// It speaks the overlay of a switch and knows what a frame looks like. It must
// not know of programs, tables or shards, nor of anything inside a switch.
package generator

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
)

// ErrUsed: a peer runs once. Another run needs another peer, which numbers its
// frames anew under another incarnation.
var ErrUsed = errors.New("this peer has run already")

// Peer is one peer of a switch.
type Peer struct {
	cfg    Config
	sock   *socket
	send   *sender
	recv   *receiver
	clock  clock
	shared shared

	used   atomic.Bool
	cancel context.CancelFunc // ends a run
	ctx    context.Context    // done when the peer is closed
	mu     sync.Mutex         // held while it runs, and while it closes
	closed bool               // guarded by mu
}

// shared is what the two halves and the caller tell each other.
type shared struct {
	stop   atomic.Bool // to the sender: send no more
	over   atomic.Bool // to the receiver: the run has ended
	quiet  atomic.Bool // nothing came in for long enough
	shards atomic.Uint32
	hellos atomic.Uint64
	good   atomic.Uint64 // good frames, as of the last message
	last   atomic.Int64  // time of the last good frame
	began  atomic.Int64  // of the sending, 0 before
	ended  atomic.Int64  // of the sending, 0 before
}

// half is what the sending and the receiving half have alike. Each has memory of
// its own, for its thread alone.
type half struct {
	cfg    *Config
	k      mmsg.Kernel
	fd     int
	clock  clock
	shared *shared
	mem    *mmsg.Memory
}

// New opens the peer's socket. The peer is to be closed.
func New(cfg Config) (*Peer, error) { return newPeer(cfg, mmsg.Linux{}) }

func newPeer(cfg Config, k mmsg.Kernel) (*Peer, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	p := &Peer{cfg: cfg}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	if p.clock, err = newClock(); err != nil {
		return nil, err
	}
	if p.sock, err = openSocket(&p.cfg); err != nil {
		return nil, err
	}
	h := half{cfg: &p.cfg, k: k, fd: p.sock.fd, clock: p.clock, shared: &p.shared}
	p.send, err = newSender(h, p.sock.gso, incarnation(&p.cfg))
	if err == nil {
		p.recv, err = newReceiver(h, p.sock.gro)
	}
	if err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// incarnations is the number of peers of this process so far, from a random start.
var incarnations atomic.Uint32

func init() { incarnations.Store(rand.Uint32()) }

func incarnation(cfg *Config) uint8 {
	if cfg.Incarnation != nil {
		return *cfg.Incarnation
	}
	return uint8(incarnations.Add(1) & 3)
}

// Addr is the address the peer is bound to.
func (p *Peer) Addr() netip.AddrPort { return p.sock.addr }

// ID is what tells this generator's frames from others'.
func (p *Peer) ID() uint16 { return p.cfg.ID }

// Run greets the switch, sends and receives, and returns when nothing has come
// in for the drain time after the last frame was sent. When ctx is done it sends
// no more and drains; that is no error. It is ErrNoPeer if the switch has not
// answered. A peer runs once.
func (p *Peer) Run(ctx context.Context) (Report, error) {
	if p.used.Swap(true) {
		return Report{}, ErrUsed
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return Report{}, fmt.Errorf("run the generator: %w", errClosed)
	}
	for _, ctx := range []context.Context{ctx, p.ctx} {
		defer context.AfterFunc(ctx, func() { p.shared.stop.Store(true) })()
	}
	received := make(chan struct{})
	go func() { defer close(received); p.recv.run() }()
	sent := make(chan error, 1)
	go func() { sent <- p.send.run() }()
	err := <-sent
	p.shared.over.Store(true)
	<-received
	if errors.Is(err, errStopped) && ctx.Err() != nil {
		err = fmt.Errorf("%w: %w", err, context.Cause(ctx))
	}
	return p.report(), err
}

var errClosed = errors.New("the peer is closed")

// Close ends a run and frees the socket and all memory.
func (p *Peer) Close() error {
	p.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	err := unix.Close(p.sock.fd)
	if p.send != nil {
		err = errors.Join(err, p.send.mem.Close())
	}
	if p.recv != nil {
		err = errors.Join(err, p.recv.mem.Close())
	}
	return err
}

// Progress is how far a run has got.
type Progress struct {
	Offered      uint64        // frames
	OfferedBytes uint64        // inner
	Received     uint64        // good frames
	Sending      bool          // not yet draining
	Elapsed      time.Duration // since the first frame, while it sends
}

// Snapshot is how far the run has got. Any thread, any time.
func (p *Peer) Snapshot() Progress {
	g := Progress{
		Offered: p.send.sent.frames.Load(), OfferedBytes: p.send.sent.bytes.Load(),
		Received: p.recv.seen.frames.Load(),
	}
	began, ended := p.shared.began.Load(), p.shared.ended.Load()
	switch {
	case began == 0:
	case ended == 0:
		g.Sending = true
		g.Elapsed = time.Duration(p.clock.now() - began)
	default:
		g.Elapsed = time.Duration(ended - began)
	}
	return g
}
