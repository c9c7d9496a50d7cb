package v1model

import "up4/pipelines/arch"

// Std is standard_metadata_t, as far as it exists here: what tells of queues does not.
type Std struct {
	IngressPort, EgressSpec, EgressPort uint16
	InstanceType                        uint32
	PacketLength                        uint32 // bytes
	EnqTimestamp                        uint32 // µs
	IngressTimestamp, EgressTimestamp   uint64 // µs since the switch began
	McastGrp, EgressRID                 uint16
	ChecksumError                       bool
	ParserError                         int // index in the program's errors
	Priority                            uint8
}

// Values of instance_type, as BMv2 has them.
const (
	Normal = iota
	IngressClone
	EgressClone
	Coalesced
	Recirculated
	Replicated
	Resubmitted
)

// DropPort is the port of what is dropped.
const DropPort = 511

// Request is what a program asks for and gets at the end of ingress or egress; the
// last call counts.
type Request struct {
	On bool
	// List is the number of the field list whose fields keep their values, -1 for none.
	List int
	// Fields, if not nil, is what is kept instead: what the back end made of the data
	// of the older calls.
	Fields any
	// Session is of clones.
	Session uint32
}

// Packet is one packet on its way, or a copy of it.
type Packet struct {
	Std
	// Bytes is what the parser reads, as it came in; never changed.
	Bytes []byte
	// Payload is where in Bytes the parser stopped.
	Payload int
	// State is the back end's: headers and metadata.
	State any

	CloneI2E, CloneE2E, Resubmit, Recirculate Request

	// Truncate is the bytes to which the packet that leaves is cut, -1 for all.
	Truncate int
	// Faulty is true once a block could not be run to its end, Refuted once an assertion
	// failed.
	Faulty, Refuted bool

	generation int    // how often it was made of another
	port       uint16 // it came in by, whatever the program stores in IngressPort
	leaves     arch.Replica
	group      uint16 // the multicast group of which it is a copy
}

// MarkToDrop is mark_to_drop: the packet is dropped at the end of the block unless
// egress_spec is set afterwards; a multicast group chosen before is forgotten.
func (s *Std) MarkToDrop() {
	s.EgressSpec = DropPort
	s.McastGrp = 0
}
