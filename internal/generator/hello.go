package generator

import (
	"errors"
	"fmt"
	"time"

	"up4/io/overlay"
)

// ErrNoPeer: the switch has not answered the greeting in time.
var ErrNoPeer = errors.New("no answer from the switch")

// errStopped: the run was ended while it still greeted.
var errStopped = errors.New("stopped before the switch answered")

// greet announces one bucket until the peer says something of the kind, which
// tells its number of shards; then all buckets, in which nothing was sent yet, so
// that a loss of the first frames shows.
func (s *sender) greet() error {
	deadline := s.clock.now() + int64(s.cfg.HelloTimeout)
	var last error
	for every := 20 * time.Millisecond; !s.cfg.SkipHello; every = min(2*every, 200*time.Millisecond) {
		last = s.announce(1)
		again := min(s.told+int64(every), deadline)
		for s.shared.hellos.Load() == 0 && s.clock.now() < again {
			if s.shared.stop.Load() {
				return errStopped
			}
			nap(500 * time.Microsecond)
		}
		if s.shared.hellos.Load() != 0 {
			break
		}
		if s.clock.now() >= deadline {
			err := fmt.Errorf("%w at %v within %v", ErrNoPeer, s.cfg.Target, s.cfg.HelloTimeout)
			if last != nil {
				err = fmt.Errorf("%w (sending to it: %w)", err, last)
			}
			return err
		}
	}
	s.regroup()
	_ = s.announce(1<<overlay.Buckets - 1)
	return nil
}

// drain says how far each bucket got, at growing intervals since that can be
// lost too, and waits until nothing has come in for a while.
func (s *sender) drain() {
	next, step := s.ended, 10*time.Millisecond
	for {
		now := s.clock.now()
		if now >= next && s.cfg.Target.IsValid() {
			_ = s.announce(s.used())
			next, step = now+int64(step), 4*step
		}
		quiet := now - max(s.ended, s.shared.last.Load())
		waited := now - s.ended
		switch {
		case quiet >= int64(s.cfg.Drain):
			s.shared.quiet.Store(true)
			return
		case waited >= int64(s.cfg.DrainMax), s.shared.stop.Load() && waited >= 2*int64(s.cfg.Drain):
			return
		}
		nap(poise)
	}
}
