//go:build !race

package counter

// Add adds n. Owner only.
func (t *Tally) Add(n uint64) { *t += Tally(n) }

// Set replaces the count. Owner only.
func (t *Tally) Set(n uint64) { *t = Tally(n) }

// Own is the count as its owner sees it. Owner only.
func (t *Tally) Own() uint64 { return uint64(*t) }
