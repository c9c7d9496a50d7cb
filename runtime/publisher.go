package runtime

import (
	"math"
	"sync"
	"time"

	"up4/pipelines/table"
	"up4/runtime/status"
	"up4/shard"
)

// ErrClosed is returned for changes of a switch that has ended.
var ErrClosed = status.ErrClosing

const (
	// together is how long a publication may wait for more requests to be
	// published with it, once one has been made lately.
	together = time.Millisecond
	// sweepEvery is how often pages are looked at that wait for shards.
	sweepEvery = 10 * time.Millisecond
)

// publisher makes versions of the tables and publishes them, one goroutine for
// all changes. A version's pages are freed when every shard has moved on.
type publisher struct {
	store   *table.Store
	current *shard.Current
	shards  []*shard.Shard
	forget  func(table int, hit uint32) // of a deleted entry, after its grace period

	requests chan request
	done     chan struct{}
	finished sync.WaitGroup

	mu      sync.Mutex // guards the store and what follows until the goroutine runs
	waiting []retired
	closed  bool
	gone    bool // the arena, and with it the tables
}

type request struct {
	ops   []table.Op
	reply chan error
}

// retired is pages that shards with an epoch below may still read.
type retired struct {
	epoch   uint64
	garbage table.Garbage
}

func newPublisher(store *table.Store) *publisher {
	p := &publisher{store: store, current: &shard.Current{}, requests: make(chan request), done: make(chan struct{})}
	p.current.Publish(store.Root())
	return p
}

// watch tells whose epochs count. Before start.
func (p *publisher) watch(shards []*shard.Shard) { p.shards = shards }

func (p *publisher) setGroup(id uint16, replicas []table.Replica) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, err := p.store.SetGroup(id, replicas)
	if err != nil {
		return err
	}
	p.publish([]table.Change{c})
	return nil
}

// begin applies the entries that are there before any other. Before start.
func (p *publisher) begin(ops []table.Op) error {
	if len(ops) == 0 {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c, err := p.store.Apply(ops)
	if err != nil {
		return err
	}
	p.publish([]table.Change{c})
	return nil
}

// publish makes the last change's root current. Callers hold mu.
func (p *publisher) publish(changes []table.Change) {
	if len(changes) == 0 {
		return
	}
	epoch := p.current.Publish(changes[len(changes)-1].Root)
	for _, c := range changes {
		p.waiting = append(p.waiting, retired{epoch, c.Garbage})
	}
	p.sweep()
}

// sweep frees what no shard can read any more. Callers hold mu.
func (p *publisher) sweep() {
	oldest := uint64(math.MaxUint64)
	for _, s := range p.shards {
		oldest = min(oldest, s.Announced())
	}
	n := 0
	for n < len(p.waiting) && p.waiting[n].epoch <= oldest {
		p.waiting[n].garbage.EachHit(p.forget)
		p.store.Free(p.waiting[n].garbage)
		n++
	}
	p.waiting = append(p.waiting[:0], p.waiting[n:]...)
}

func (p *publisher) start() {
	p.finished.Add(1)
	go p.run()
}

func (p *publisher) stop() {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.closed = true
	close(p.done)
	p.mu.Unlock()
	p.finished.Wait()
}

// leave says that the tables are about to go: nobody may read them any more.
func (p *publisher) leave() {
	p.mu.Lock()
	p.gone = true
	p.mu.Unlock()
}

// read reads table t back from one version: its entries, and the action of a
// miss with its packed parameters.
func (p *publisher) read(t int) (entries []table.Listed, action uint16, data []byte, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return nil, 0, nil, ErrClosed
	}
	action, data = p.store.Default(t)
	return p.store.Entries(t), action, data, nil
}

// groups reads the multicast groups back.
func (p *publisher) groups() ([]table.Group, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return nil, ErrClosed
	}
	return p.store.Groups(), nil
}

// apply hands a batch to the publisher and waits until it is published.
func (p *publisher) apply(ops []table.Op) error {
	r := request{ops, make(chan error, 1)}
	select {
	case p.requests <- r:
		return <-r.reply
	case <-p.done:
		return ErrClosed
	}
}

// run serves requests. The first after a pause is published at once; those that
// come within a millisecond of the last publication are gathered and published
// together, so that a storm of single changes costs the shards one new root a
// millisecond.
func (p *publisher) run() {
	defer p.finished.Done()
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	last := time.Time{}
	for {
		select {
		case r := <-p.requests:
			batch := []request{r}
			if rest := together - time.Since(last); rest > 0 {
				batch = p.gather(batch, rest)
			}
			p.serve(batch)
			last = time.Now()
		case <-sweep.C:
			p.mu.Lock()
			p.sweep()
			p.mu.Unlock()
		case <-p.done:
			return
		}
	}
}

func (p *publisher) gather(batch []request, d time.Duration) []request {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case r := <-p.requests:
			batch = append(batch, r)
		case <-timer.C:
			return batch
		case <-p.done:
			return batch
		}
	}
}

func (p *publisher) serve(batch []request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var changes []table.Change
	errs := make([]error, len(batch))
	for i, r := range batch {
		c, err := p.store.Apply(r.ops)
		if err == nil {
			changes = append(changes, c)
		}
		errs[i] = err
	}
	p.publish(changes)
	for i, r := range batch {
		r.reply <- errs[i]
	}
}
