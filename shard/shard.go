// Package shard is the loop that a pinned thread runs: receive a train, let the
// engine decide its frames, send them from where they lie.
//
// It knows links and engines by their contracts only: no program, no back end,
// no socket, and nothing of who configures it.
package shard

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/link"
	"up4/pipelines"
	"up4/ring"
)

// Wait says what a shard does when there is nothing to do.
type Wait uint8

// The ways of waiting.
const (
	Adaptive Wait = iota // spin briefly, then sleep in the kernel
	Spin                 // never sleep
	Block                // sleep at once
)

const (
	// spinFor is how long an adaptive shard looks for work before it sleeps.
	spinFor = 20 * time.Microsecond
	// tryEvery is how long a shard sleeps at most while a link has no descriptor
	// that could wake it.
	tryEvery = time.Millisecond
	// endFor is how long a shard that was told to end may still find work. What
	// is left then may wait for a shard that has ended.
	endFor = time.Second
)

// Punt is a frame given to the CPU port, copied to a cell.
type Punt struct {
	Home   frame.Handle // give it back by PuntReturns
	Off    arena.Off
	Len    uint16 // bytes kept, at most frame.MaxCellFrame
	Length uint16 // bytes of the whole frame
	Vport  uint16 // where it came in
	At     int64  // nanoseconds on the switch's clock
}

// Config is a shard's place and parts. The shard owns Links, Pool and Engine
// from Run on, and writes Ports and Tallies, which others read.
type Config struct {
	Index   int
	Shards  int
	CPU     int // pinned to, -1 for none
	Start   time.Time
	Links   []link.Link
	Pool    *frame.Pool
	Engine  pipelines.Engine
	Current *Current
	Mesh    *Mesh // spread frames over shards by bucket; nil for not
	Ports   *link.Ports
	Tallies *counter.ShardTallies
	Wait    Wait

	Punts       *ring.SPSC[Punt]         // to the control plane
	PuntReturns *ring.SPSC[frame.Handle] // from it, at least as large

	// BeforeBatch, if set, is called before each batch (tests delay a shard).
	BeforeBatch func(shard int)
}

// Shard is one thread's worth of the switch. Fields are the running thread's
// alone, but for the atomic ones.
type Shard struct {
	cfg    Config
	others []*Shard // by index; set before any shard runs
	known  [frame.NumPorts]bool

	root     arena.Off
	seen     uint64 // epoch announced last
	nextTick int64
	lastWork int64
	longest  time.Duration // that a sleep may last

	polled  []link.Link    // Links, but for those whose gate did not close
	stage   [][]frame.Desc // by shard: frames to hand over
	woken   []bool         // by shard: it was handed frames this turn
	returns []Return       // memory to give back after the flush
	polls   []unix.PollFd  // links, then the eventfd
	errs    []error        // what Run returns

	announced atomic.Uint64 // written by the shard, read by the publisher
	sleeping  atomic.Uint32 // written by the shard, read by who pushes to it
	phase     atomic.Uint32 // written by Drain and Stop: running, draining, ending
	running   atomic.Bool   // written by the shard
	tid       atomic.Int32  // written by the shard: its thread, 0 before Run
	quiet     atomic.Bool   // written by the shard: gates closed, nothing left
	event     int           // eventfd: wakes the shard
}

// New makes a shard. Connect must follow.
func New(cfg Config) (*Shard, error) {
	s := &Shard{
		cfg: cfg, stage: make([][]frame.Desc, cfg.Shards), woken: make([]bool, cfg.Shards),
		returns: make([]Return, 0, maxRing),
	}
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("make eventfd of shard %d: %w", cfg.Index, err)
	}
	s.event = fd
	for p, t := range cfg.Ports {
		s.known[p] = t != nil
	}
	if cfg.Mesh != nil {
		for i := range s.stage {
			s.stage[i] = make([]frame.Desc, 0, frame.BatchCap)
		}
	}
	s.polled, s.longest = cfg.Links, time.Second
	for _, l := range cfg.Links {
		s.polls = append(s.polls, unix.PollFd{Fd: int32(l.FD()), Events: unix.POLLIN})
		if l.FD() < 0 {
			s.longest = tryEvery
		}
	}
	s.polls = append(s.polls, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	s.offline()
	return s, nil
}

// Connect tells the shards of one switch of each other, before any runs.
func Connect(shards []*Shard) {
	for _, s := range shards {
		s.others = shards
	}
}

// The phases of a shard's life.
const (
	forwarding = iota
	draining
	ending
)

// Drain asks the shard to close its gates and finish what has arrived. It goes
// on serving the rings, since other shards may not be done. Any thread.
func (s *Shard) Drain() {
	s.phase.CompareAndSwap(forwarding, draining)
	s.Wake()
}

// Quiet says that the gates are closed and nothing was left to do. Any thread.
func (s *Shard) Quiet() bool { return s.quiet.Load() }

// Running says whether Run is under way. Any thread.
func (s *Shard) Running() bool { return s.running.Load() }

// Stop makes Run return at the next moment without work. Any thread.
func (s *Shard) Stop() {
	s.phase.Store(ending)
	s.Wake()
}

// Wake ends a sleep of the shard. Any thread.
func (s *Shard) Wake() {
	var one = [8]byte{1}
	_, _ = unix.Write(s.event, one[:]) // full means it is awake anyway
}

// Run runs the loop on the calling goroutine's thread, which it locks and pins,
// until Stop. It returns an error if the thread cannot be pinned, then at once,
// or if the drain left frames behind.
func (s *Shard) Run() error {
	unlock, err := lockThread(s.cfg.CPU)
	if err != nil {
		return fmt.Errorf("shard %d: %w", s.cfg.Index, err)
	}
	defer unlock()
	s.tid.Store(int32(unix.Gettid()))
	s.running.Store(true)
	defer s.running.Store(false)
	s.online()
	s.loop()
	s.offline()
	return errors.Join(s.errs...)
}

// Close frees what the shard holds beyond its links. Precondition: Run has returned.
func (s *Shard) Close() error { return unix.Close(s.event) }

func (s *Shard) clock() int64 { return int64(time.Since(s.cfg.Start)) }

// loop runs turns until the shard is told to end and has nothing left to do.
// The gates close as soon as a drain is asked for, whatever there is to do: they
// are what makes the work run out.
func (s *Shard) loop() {
	t := s.cfg.Tallies
	now := s.clock()
	s.lastWork = now
	closed, told := false, int64(0)
	for {
		// Before the turn: told to end, a shard still looks at its rings once more,
		// for what was handed over before all fell quiet.
		phase := s.phase.Load()
		worked := s.turn(now)
		then := now
		now = s.clock()
		if worked {
			t[counter.Iterations].Add(1)
			t[counter.BusyNs].Add(uint64(now - then))
			s.lastWork = now
		} else {
			t[counter.IdleNs].Add(uint64(now - then))
		}
		if phase == ending && told == 0 {
			told = now
		}
		switch {
		case phase != forwarding && !closed:
			closed = true
			s.closeGates()
			continue
		case phase == ending && worked && now-told > int64(endFor):
			s.errs = append(s.errs, fmt.Errorf("shard %d still found work %v after it was told to end", s.cfg.Index, endFor))
			s.farewell(now)
			return
		case worked:
			continue
		case phase == ending:
			s.farewell(now)
			return
		case phase == draining:
			s.quiet.Store(true)
		}
		if s.cfg.Wait == Block || s.cfg.Wait == Adaptive && now-s.lastWork > int64(spinFor) {
			now = s.sleep(now)
		}
	}
}

// turn does everything there is to do once, and says whether there was anything.
func (s *Shard) turn(now int64) bool {
	worked := false
	s.takeHome()
	b := s.cfg.Pool.Batch()
	for _, l := range s.polled {
		if l.Poll(now) == 0 {
			continue
		}
		worked = true
		for l.Next(b) {
			s.receive(b, now)
		}
		if s.cfg.Mesh != nil {
			s.wakeOthers()
		}
		s.flush()
	}
	if s.cfg.Mesh != nil && s.takeRings(b, now) {
		worked = true
	}
	s.nextTick = now + int64(s.longest)
	for _, l := range s.cfg.Links {
		s.nextTick = min(s.nextTick, l.Tick(now))
	}
	return worked
}

// flush sends what is queued; then no frame is left that uses a head cell.
func (s *Shard) flush() {
	for _, l := range s.cfg.Links {
		l.Flush()
	}
	s.cfg.Pool.ResetHeads()
}

// sleep waits in the kernel for a link, the eventfd or the next tick, and
// returns the clock. The order of its steps is what Current and package ring
// rely on.
func (s *Shard) sleep(now int64) int64 {
	t := s.cfg.Tallies
	s.offline()
	s.sleeping.Store(1)
	if !s.waiting() && s.phase.Load() != ending {
		t[counter.Sleeps].Add(1)
		left := max(0, s.nextTick-now)
		_, _ = unix.Poll(s.polls, int((left+999999)/1e6))
	}
	s.sleeping.Store(0)
	if ev := &s.polls[len(s.polls)-1]; ev.Revents != 0 {
		var b [8]byte
		_, _ = unix.Read(s.event, b[:])
		ev.Revents = 0
		t[counter.Wakeups].Add(1)
	}
	s.online()
	then := now
	now = s.clock()
	t[counter.IdleNs].Add(uint64(now - then))
	return now
}

// closeGates begins the drain: whatever arrives from now on is refused by the
// kernel, so the loop runs out of work. A link whose gate stays open is not
// looked at any more: else its peers decide when the drain ends.
func (s *Shard) closeGates() {
	s.polled = nil
	for i, l := range s.cfg.Links {
		if err := l.CloseGate(); err != nil {
			s.errs = append(s.errs, fmt.Errorf("shard %d: stop taking frames for the drain: %w; what had arrived and was not yet read is lost",
				s.cfg.Index, err))
			s.polls[i].Fd = -1
			continue
		}
		s.polled = append(s.polled, l)
	}
}

// farewell tells the peers the last sequence numbers.
func (s *Shard) farewell(now int64) {
	for _, l := range s.cfg.Links {
		l.Farewell(now)
	}
}
