package api

import "time"

// Counters is every counter of the switch. Values were read one after the
// other, not at one instant.
type Counters struct {
	Time     time.Time       `json:"time"`
	UptimeNs int64           `json:"uptime_ns"`
	Vports   []VportCounters `json:"vports"`
	Shards   []ShardCounters `json:"shards"`
	// Total is the sums over vports and shards.
	Total Counts `json:"total"`
	// Drops is the frames that ended by the program's or the topology's will or
	// that the network lost or refused, HarnessDrops those that ended for want of a resource of the process
	// or the host; both are the sums of Total's. A test of a program that sees
	// a harness drop is void.
	Drops        uint64 `json:"drops"`
	HarnessDrops uint64 `json:"harness_drops"`
}

// VportCounters is one vport's, summed over shards.
type VportCounters struct {
	ID int `json:"id"`
	Counts
}

// ShardCounters is one shard's.
type ShardCounters struct {
	Index int `json:"index"`
	CPU   int `json:"cpu"` // -1 if not pinned
	Counts
}

// Counts is counters by class and name. Each name stands in exactly one class.
type Counts struct {
	Traffic      map[string]uint64 `json:"traffic"`
	Drops        map[string]uint64 `json:"drops"`
	HarnessDrops map[string]uint64 `json:"harness_drops"`
	Notes        map[string]uint64 `json:"notes"`
}

// NewCounts is Counts with nothing in it, ready to be added to.
func NewCounts() Counts {
	return Counts{
		Traffic: map[string]uint64{}, Drops: map[string]uint64{},
		HarnessDrops: map[string]uint64{}, Notes: map[string]uint64{},
	}
}

// Class is where a counter stands in Counts.
type Class string

// The classes.
const (
	Traffic Class = "traffic"
	Drop    Class = "drop"
	Harness Class = "harness"
	Note    Class = "note"
)

// Of is the counters of one class, nil for a class that does not exist.
func (c Counts) Of(class Class) map[string]uint64 {
	switch class {
	case Traffic:
		return c.Traffic
	case Drop:
		return c.Drops
	case Harness:
		return c.HarnessDrops
	case Note:
		return c.Notes
	}
	return nil
}

// Get is a counter whatever its class; zero if there is none of that name.
func (c Counts) Get(name string) uint64 {
	return c.Traffic[name] + c.Drops[name] + c.HarnessDrops[name] + c.Notes[name]
}

// CounterText says what a counter counts.
type CounterText struct {
	Name  string `json:"name"`
	Scope string `json:"scope"` // vport or shard
	Class Class  `json:"class"`
	// Peak is true for a largest value seen: its total is the largest, not the sum.
	Peak bool   `json:"peak,omitempty"`
	Text string `json:"text"`
}
