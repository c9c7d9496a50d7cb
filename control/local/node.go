// Package local makes a running node an api.Switch: it turns text into typed
// entries and the node's figures into the forms of the API. It knows no
// sockets, and of shards only what the node tells.
package local

import (
	"context"

	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
	"up4/runtime/status"
)

// Node is what local needs of a running switch. All methods may be called from
// any goroutine, also while the node shuts down.
type Node interface {
	Program() *pipelines.Program
	// Apply applies a batch, all or nothing, and returns when its root is
	// published. A step that failed gives a *table.OpError, a node that shuts
	// down status.ErrClosing.
	Apply([]table.Op) error
	// Read reads table t back from one version: its entries in the table's
	// order, and the action of a miss with its packed parameters. A node that
	// has ended gives status.ErrClosing.
	Read(t int) (entries []table.Listed, action uint16, data []byte, err error)
	// Groups is the multicast groups, by number.
	Groups() ([]table.Group, error)
	// WithState calls f with the program's counters, meters and registers.
	WithState(f func(*state.State) error) error
	// Digests is the messages kept of the program, oldest first.
	Digests() []status.Digest
	// Trace traces frames of a vport, or of all for -1, until there are n or ctx ends.
	Trace(ctx context.Context, vport, n int) (list []status.Trace, lost uint64, err error)
	// Hits is how often an entry matched, summed over shards.
	Hits(t int, hit uint32) uint64
	Info() status.Info
	Counters() status.Counters
	// Punts is the frames kept of those sent to the CPU port, oldest first.
	Punts() []status.Punt
	// Shutdown begins the node's end and returns.
	Shutdown()
}
