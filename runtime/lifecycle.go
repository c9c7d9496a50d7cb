package runtime

import (
	"errors"
	"fmt"
	"time"
)

// drainTime is how long shards may take to finish what has arrived.
const drainTime = 5 * time.Second

// Close drains and ends the switch. The kernel turns away what arrives from now
// on, what was accepted is still forwarded, the peers are told
// the last sequence numbers, and only then do the threads end. Counters can be
// read afterwards; tables, hits and punts cannot be changed.
//
// No shard ends before all have fallen quiet: one might still hand frames to
// another. The error says what kept the drain from being complete.
func (n *Node) Close() error {
	n.closing.Do(func() {
		n.Shutdown()
		n.report = n.drain()
		n.tables.stop()
		n.punts.stop()
		n.messages.take()
		n.look()
		n.release()
		close(n.ended)
	})
	<-n.ended
	return n.report
}

func (n *Node) drain() error {
	for _, s := range n.shards {
		s.Drain()
	}
	deadline := time.Now().Add(drainTime)
	var err error
	for _, s := range n.shards {
		for s.Running() && !s.Quiet() && err == nil {
			if time.Now().After(deadline) {
				err = fmt.Errorf("a shard was still busy %v after its sockets were closed to new frames", drainTime)
			}
			time.Sleep(time.Millisecond)
		}
	}
	for _, s := range n.shards {
		s.Stop()
	}
	n.running.Wait()
	for len(n.failed) > 0 {
		err = errors.Join(err, <-n.failed)
	}
	return err
}

// release frees everything that was made. Precondition: no shard runs.
func (n *Node) release() {
	var errs []error
	n.final.take(n)
	for _, e := range n.engines {
		if e != nil {
			errs = append(errs, e.Close())
		}
	}
	for _, s := range n.shards {
		errs = append(errs, s.Close())
	}
	for _, l := range n.links {
		errs = append(errs, l.Close())
	}
	for _, s := range n.sockets {
		errs = append(errs, s.Close())
	}
	if n.tables != nil {
		n.tables.leave()
	}
	if n.arena != nil {
		errs = append(errs, n.arena.Close())
	}
	if err := errors.Join(errs...); err != nil {
		n.opt.Log.Warn("release resources", "err", err)
	}
}
