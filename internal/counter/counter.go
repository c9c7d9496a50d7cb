package counter

// Class says what a counter's value means in the account of a run.
type Class uint8

const (
	// Traffic counts what passed: frames, bytes, trains.
	Traffic Class = iota
	// Drop counts frames that ended here, by the reason in the name.
	Drop
	// Harness counts frames that ended here for want of a resource of the
	// process or the host (full socket, full ring), not by the program's or the
	// topology's will. A test of a P4 program that sees one is void.
	Harness
	// Note counts events that cost no frame.
	Note
)

func (c Class) String() string {
	return [...]string{"traffic", "drop", "harness", "note"}[c]
}

// Info is a counter's name, class and explanation.
type Info struct {
	Name  string
	Class Class
	Text  string
	// Out is true for a drop on the way out, counted on the vport that the
	// frame was to leave by; other drops are counted where it came in.
	Out bool
}

// Port names a counter that each shard keeps per vport.
type Port uint8

// The counters of a vport. Drops are counted on the vport where the frame came
// in, except those of the way out (tx_…), which are counted on the vport it was
// to leave by.
const (
	RxFrames Port = iota
	RxBytes
	RxTrains
	RxHellos
	TxFrames
	TxBytes
	TxTrains
	TxHellos
	Punted
	RxShort
	RxVersion
	RxReserved
	RxTruncated
	DropProgram
	DropNoVport
	DropNoGroup
	DropOversize
	DropEngine
	DropNoSession
	DropLooped
	DropAssert
	DropPuntFull
	DropRingFull
	DropNoCell
	TxSocketFull
	TxRefused
	TxUnreachable
	Lost
	Duplicates
	Reordered
	Restarts
	GSOFallbacks
	RxTrain1
	RxTrain2
	RxTrain4
	RxTrain8
	RxTrain16
	RxTrain32
	RxTrain64
	TxTrain1
	TxTrain2
	TxTrain4
	TxTrain8
	TxTrain16
	TxTrain32
	TxTrain64
	NumPort
)

// Ports is the text of every Port counter, indexed by it.
var Ports = [NumPort]Info{
	RxFrames:      {"rx_frames", Traffic, "frames received from the peer and handed to the program", false},
	RxBytes:       {"rx_bytes", Traffic, "bytes of those frames, overlay header excluded", false},
	RxTrains:      {"rx_trains", Traffic, "receive calls' messages: a train, or one datagram", false},
	RxHellos:      {"rx_hellos", Note, "header-only datagrams received (high-water marks and shard count)", false},
	TxFrames:      {"tx_frames", Traffic, "frames handed to the kernel for the peer", false},
	TxBytes:       {"tx_bytes", Traffic, "bytes of those frames, overlay header excluded", false},
	TxTrains:      {"tx_trains", Traffic, "messages sent: a train, or one datagram", false},
	TxHellos:      {"tx_hellos", Note, "header-only datagrams sent", false},
	Punted:        {"punted", Traffic, "frames given to the CPU port and kept for the control plane", false},
	RxShort:       {"rx_short", Drop, "datagrams too short for an overlay header and an Ethernet header", false},
	RxVersion:     {"rx_version", Drop, "datagrams of another overlay version", false},
	RxReserved:    {"rx_reserved", Drop, "datagrams with a reserved overlay bit set", false},
	RxTruncated:   {"rx_truncated", Harness, "frames of a train that did not fit the receive buffer", false},
	DropProgram:   {"drop_program", Drop, "frames the program dropped", false},
	DropNoVport:   {"drop_no_vport", Drop, "frames the program sent to a port that is no vport of this topology", false},
	DropNoGroup:   {"drop_no_group", Drop, "frames the program sent to a multicast group that has no members", false},
	DropOversize:  {"drop_oversize", Drop, "frames longer than the MTU of the vport they were to leave by (counted there)", true},
	DropEngine:    {"drop_engine", Drop, "frames the engine gave up on: a trap, or an exhausted step budget", false},
	DropNoSession: {"drop_no_session", Drop, "clones for which there was no clone session; what was cloned goes on", false},
	DropLooped:    {"drop_looped", Drop, "frames and copies that were cloned, resubmitted or recirculated more often than the limit of 64", false},
	DropAssert:    {"drop_assert", Drop, "frames of which an assert or assume of the program did not hold", false},
	DropPuntFull:  {"drop_punt_full", Harness, "punted frames lost because the control plane was behind", false},
	DropRingFull:  {"drop_ring_full", Harness, "frames for another shard whose ring was full", false},
	DropNoCell:    {"drop_no_cell", Harness, "frames or copies lost for want of a cell to copy into", false},
	TxSocketFull:  {"tx_socket_full", Harness, "frames lost because the socket's send buffer stayed full", true},
	TxRefused:     {"tx_refused", Drop, "frames the kernel refused to send to this peer as too long for its route (EMSGSIZE)", true},
	TxUnreachable: {"tx_unreachable", Drop, "frames the kernel had no way to send to this peer (no route, own link down, not permitted); a peer that is merely silent is not noticed", true},
	Lost:          {"lost", Drop, "frames missing between the peer's sequence numbers and what arrived (RFC 3550 A.3: expected less received)", false},
	Duplicates:    {"duplicates", Note, "frames that arrived more than once (each copy is forwarded)", false},
	Reordered:     {"reordered", Note, "frames that arrived behind a later one of their bucket", false},
	Restarts:      {"restarts", Note, "times the peer was seen to have restarted", false},
	GSOFallbacks:  {"gso_fallbacks", Note, "trains resent as single datagrams because the route refused segmentation offload", false},
	RxTrain1:      {"rx_train_1", Note, "messages received with 1 datagram", false},
	RxTrain2:      {"rx_train_2", Note, "messages received with 2 or 3 datagrams", false},
	RxTrain4:      {"rx_train_4", Note, "messages received with 4 to 7 datagrams", false},
	RxTrain8:      {"rx_train_8", Note, "messages received with 8 to 15 datagrams", false},
	RxTrain16:     {"rx_train_16", Note, "messages received with 16 to 31 datagrams", false},
	RxTrain32:     {"rx_train_32", Note, "messages received with 32 to 63 datagrams", false},
	RxTrain64:     {"rx_train_64", Note, "messages received with 64 datagrams or more", false},
	TxTrain1:      {"tx_train_1", Note, "messages sent with 1 datagram", false},
	TxTrain2:      {"tx_train_2", Note, "messages sent with 2 or 3 datagrams", false},
	TxTrain4:      {"tx_train_4", Note, "messages sent with 4 to 7 datagrams", false},
	TxTrain8:      {"tx_train_8", Note, "messages sent with 8 to 15 datagrams", false},
	TxTrain16:     {"tx_train_16", Note, "messages sent with 16 to 31 datagrams", false},
	TxTrain32:     {"tx_train_32", Note, "messages sent with 32 to 63 datagrams", false},
	TxTrain64:     {"tx_train_64", Note, "messages sent with 64 datagrams", false},
}

// Shard names a counter that each shard keeps once.
type Shard uint8

// The counters of a shard.
const (
	Iterations Shard = iota
	Batches
	Frames
	BusyNs
	IdleNs
	Sleeps
	Wakeups
	UnknownPeer
	KernelDrops
	MixedTrains
	NoSlab
	CopiedOut
	Linearised
	Gathered
	RingOut
	RingIn
	RingPeak
	MessagesLost
	NumShard
)

// Shards is the text of every Shard counter, indexed by it.
var Shards = [NumShard]Info{
	Iterations:   {"iterations", Note, "turns of the loop that found work", false},
	Batches:      {"batches", Note, "calls of the engine", false},
	Frames:       {"frames", Traffic, "frames the engine was given", false},
	BusyNs:       {"busy_ns", Note, "nanoseconds in turns that found work", false},
	IdleNs:       {"idle_ns", Note, "nanoseconds spinning or asleep", false},
	Sleeps:       {"sleeps", Note, "times the shard went to sleep in the kernel", false},
	Wakeups:      {"wakeups", Note, "times another thread woke the shard through its eventfd", false},
	UnknownPeer:  {"unknown_peer", Drop, "datagrams from an address, or with a peer's vport, that is not in the topology", false},
	KernelDrops:  {"kernel_drops", Harness, "messages the kernel dropped at this socket's receive buffer until its gate closed (a train counts once; the frames show as lost, so do not add both)", false},
	MixedTrains:  {"mixed_trains", Note, "trains with buckets of several shards; they stay where they landed", false},
	NoSlab:       {"no_slab", Note, "turns in which receiving waited for slabs to come home", false},
	CopiedOut:    {"copied_out", Note, "frames copied to a cell because they outlived their batch", false},
	Linearised:   {"linearised", Note, "frames whose head and body were copied together", false},
	Gathered:     {"gathered", Note, "short frames copied next to each other because no neighbour in memory left with them (cheaper than a piece of memory each)", false},
	RingOut:      {"ring_out", Note, "frames handed to another shard", false},
	RingIn:       {"ring_in", Note, "frames taken from other shards", false},
	RingPeak:     {"ring_peak", Note, "most frames ever seen waiting in one ring to this shard since the start: a peak, which never falls, not what waits now", false},
	MessagesLost: {"messages_lost", Note, "digests and log messages of the program lost because the control plane was behind", false},
}

// TrainBucket is the histogram step of a train of n datagrams: 0 for 1, 1 for 2
// and 3, … 6 for 64 and more. Add it to RxTrain1 or TxTrain1.
func TrainBucket(n int) Port {
	b := Port(0)
	for n >= 2 && b < 6 {
		n >>= 1
		b++
	}
	return b
}

// PortTallies is a vport's counters on one shard.
type PortTallies [NumPort]Tally

// ShardTallies is a shard's own counters.
type ShardTallies [NumShard]Tally
