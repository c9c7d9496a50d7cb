package shard

import (
	"math"
	"sync/atomic"

	"up4/internal/arena"
)

// Current is the published state of all tables: one root, and the number of
// publications so far. Many shards read it, one publisher writes it.
//
// # Why a page is never freed under a reader
//
// The publisher stores the root, then adds one to the epoch, giving p; it frees
// what the old root alone could reach once every shard has announced an epoch
// of at least p, or Offline.
//
// At a batch boundary, where it holds no root, a shard loads the epoch e, then
// the root, then announces e. The root is thus at least as new as e, and a shard
// that has announced p or more will not use an older one.
//
// A sleeping shard has announced Offline and holds no root. On waking it
// announces an epoch first and loads the root after. All these are sequentially
// consistent: if the publisher still saw Offline, its store of the root came
// before the shard's announcement, so the shard's later load finds the new root;
// if it saw the announcement, it waits.
type Current struct {
	epoch atomic.Uint64
	root  atomic.Uint32
	_     [48]byte
}

// Offline is announced by a shard that holds no root.
const Offline = math.MaxUint64

// Publish makes root what every later batch sees, and returns the epoch after
// which no batch sees an older one. Publisher only.
func (c *Current) Publish(root arena.Off) uint64 {
	c.root.Store(uint32(root))
	return c.epoch.Add(1)
}

// Root is the root published last.
func (c *Current) Root() arena.Off { return arena.Off(c.root.Load()) }

// sync takes up the newest root at a batch boundary. It announces only when
// something was published: an announcement costs about 6 ns.
func (s *Shard) sync() {
	e := s.cfg.Current.epoch.Load()
	if e == s.seen {
		return
	}
	s.root = s.cfg.Current.Root()
	s.announced.Store(e)
	s.seen = e
}

// online announces the shard after a sleep, before it takes up a root.
func (s *Shard) online() {
	s.seen = s.cfg.Current.epoch.Load()
	s.announced.Store(s.seen)
	s.root = s.cfg.Current.Root()
}

// offline announces that the shard holds no root.
func (s *Shard) offline() { s.announced.Store(Offline) }

// Announced is the epoch that the shard has announced, or Offline. Any thread.
func (s *Shard) Announced() uint64 { return s.announced.Load() }
