package model

import (
	"flag"
	"fmt"
	"testing"

	"up4/p4/corpus"
	"up4/p4/corpus/corpustest"
	"up4/p4/corpus/packet"
)

var update = flag.Bool("update", false, "write the corpus anew")

// TestCorpus holds ../corpus to this model. After a change, run
//
//	go test ./p4/programs/l3fwd/model -update
func TestCorpus(t *testing.T) {
	var cases []*corpus.Case
	for _, group := range [][]*corpus.Case{headerCases(), frameCases(), routeCases(), entryCases()} {
		cases = append(cases, group...)
	}
	corpustest.Sync(t, "../corpus", func() corpus.Model { return New() }, cases, *update)
}

// The addresses of the stories: a host sends to the router, which sends on.
var (
	router = packet.MAC{0x02, 0, 0, 0, 0x0a, 0x01}
	host   = packet.MAC{0x02, 0x11, 0x22, 0x33, 0x44, 0x55}
	hostIP = [4]byte{192, 168, 7, 9}
	destIP = [4]byte{10, 0, 2, 33}
)

// ip is an ordinary UDP packet to destIP.
func ip() packet.IPv4 {
	return packet.IPv4{ID: 0x1c46, TTL: 64, Protocol: 17, Src: hostIP, Dst: destIP, Payload: packet.Pattern(26)}
}

// ether is the frame of an IPv4 packet, followed by a trailer.
func ether(p packet.IPv4, trailer ...byte) []byte {
	return packet.Ethernet{Dst: router, Src: host, Type: packet.TypeIPv4, Payload: append(p.Bytes(), trailer...)}.Bytes()
}

// in is the step that sends frame in by vport 0.
func in(frame []byte) corpus.Step {
	return corpus.Step{Frame: &corpus.Frame{Bytes: frame}}
}

func insert(prefix, action string, params map[string]corpus.Value) corpus.Op {
	return corpus.Op{Op: corpus.Insert, Table: "ipv4_lpm", Match: dst(prefix), Action: action, Params: params}
}

func dst(prefix string) map[string]string { return map[string]string{"ipv4.dst": prefix} }

// via is forward's parameters: a port and a next hop.
func via(port int, dmac string) map[string]corpus.Value {
	return map[string]corpus.Value{"port": corpus.Value(fmt.Sprint(port)), "dmac": corpus.Value(dmac)}
}

func forward(prefix string, port int) corpus.Op {
	return insert(prefix, "forward", via(port, fmt.Sprintf("02:00:00:00:%02x:%02x", port>>8, port&255)))
}

func tables(ops ...corpus.Op) corpus.Step { return corpus.Step{Tables: ops} }

func hits(prefixes ...string) corpus.Step {
	var s corpus.Step
	for _, p := range prefixes {
		s.Hits = append(s.Hits, corpus.Hit{Table: "ipv4_lpm", Match: dst(p)})
	}
	return s
}

// routed starts a story in which everything has a route.
func routed() []corpus.Step {
	return []corpus.Step{tables(forward("10.0.2.0/24", 1), forward("0.0.0.0/0", 2))}
}

func ref[T any](v T) *T { return &v }
