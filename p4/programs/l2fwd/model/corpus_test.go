package model

import (
	"flag"
	"testing"

	"up4/p4/corpus"
	"up4/p4/corpus/corpustest"
	"up4/p4/corpus/packet"
)

var update = flag.Bool("update", false, "write the corpus anew")

// TestCorpus holds ../corpus to this model. After a change, run
//
//	go test ./p4/programs/l2fwd/model -update
func TestCorpus(t *testing.T) {
	corpustest.Sync(t, "../corpus", func() corpus.Model { return New() },
		append(bridgeCases(), entryCases()...), *update)
}

// The stations of the stories.
var (
	alice     = packet.MAC{0x02, 0, 0, 0, 0, 0x01}
	bob       = packet.MAC{0x02, 0, 0, 0, 0, 0x02}
	stranger  = packet.MAC{0x02, 0, 0, 0, 0, 0x99}
	broadcast = packet.MAC{255, 255, 255, 255, 255, 255}
)

// to is a frame to dst that comes in by port.
func to(dst packet.MAC, port uint16) corpus.Step {
	return raw(packet.Ethernet{Dst: dst, Src: packet.MAC{0x02, 0xaa, 0xbb, 0xcc, 0xdd, 0xee}, Type: packet.TypeIPv4, Payload: packet.Pattern(46)}.Bytes(), port)
}

func raw(frame []byte, port uint16) corpus.Step {
	return corpus.Step{Frame: &corpus.Frame{Port: port, Bytes: frame}}
}

func group(ports ...uint16) corpus.Step {
	if ports == nil {
		ports = []uint16{}
	}
	return corpus.Step{Groups: map[uint16][]uint16{floodGroup: ports}}
}

func tables(ops ...corpus.Op) corpus.Step { return corpus.Step{Tables: ops} }

func match(m packet.MAC) map[string]string {
	return map[string]string{"ethernet.dst": m.String()}
}

func op(kind string, m packet.MAC, action string, port corpus.Value) corpus.Op {
	o := corpus.Op{Op: kind, Table: "dmac", Match: match(m), Action: action}
	if port != "" {
		o.Params = map[string]corpus.Value{"port": port}
	}
	return o
}

func forward(m packet.MAC, port corpus.Value) corpus.Op { return op(corpus.Insert, m, "forward", port) }

func hits(macs ...packet.MAC) corpus.Step {
	var s corpus.Step
	for _, m := range macs {
		s.Hits = append(s.Hits, corpus.Hit{Table: "dmac", Match: match(m)})
	}
	return s
}
