//go:build race

package counter

import "sync/atomic"

// Add adds n. Owner only.
func (t *Tally) Add(n uint64) { atomic.AddUint64((*uint64)(t), n) }

// Set replaces the count. Owner only.
func (t *Tally) Set(n uint64) { atomic.StoreUint64((*uint64)(t), n) }

// Own is the count as its owner sees it. Owner only.
func (t *Tally) Own() uint64 { return atomic.LoadUint64((*uint64)(t)) }
