package probe

import (
	"fmt"
	"strings"
)

// Verdict is what up4d will do on this machine. Zero figures are unknown.
type Verdict struct {
	Runs    bool     `json:"runs"`
	Missing []string `json:"missing,omitempty"` // names of the checks it cannot do without

	SendTrains    bool   `json:"send_trains"`
	ReceiveTrains bool   `json:"receive_trains"`
	Segments      int64  `json:"segments,omitempty"` // most datagrams in a train
	Steer         string `json:"steer,omitempty"`    // flow, or peer where the kernel takes no program
	MaxShards     int64  `json:"max_shards,omitempty"`
	RcvBufBytes   int64  `json:"rcvbuf_bytes,omitempty"` // a shard
	SndBufBytes   int64  `json:"sndbuf_bytes,omitempty"`
	MTUBytes      int64  `json:"mtu_bytes,omitempty"`   // IP packets to the peer
	FrameBytes    int64  `json:"frame_bytes,omitempty"` // longest inner frame to the peer

	Lines []string `json:"lines"` // all that, for people
}

// essential is the checks without which up4d cannot run.
var essential = []string{"udp", "memfd"}

const (
	maxShards = 255 // a shard's index is a byte of the overlay header
	steerFlow = "flow"
	steerPeer = "peer"
)

func verdict(list []Check, peer string) Verdict {
	found := map[string]Check{}
	for _, c := range list {
		found[c.Name] = c
	}
	v := Verdict{
		ReceiveTrains: found["gro"].Status == OK,
		MaxShards:     min(found["cpus"].Figures["shards"], maxShards),
		RcvBufBytes:   found["rcvbuf"].Figures["granted_bytes"],
		SndBufBytes:   found["sndbuf"].Figures["granted_bytes"],
		MTUBytes:      found["mtu"].Figures["mtu_bytes"],
		FrameBytes:    found["mtu"].Figures["frame_bytes"],
	}
	for _, name := range essential {
		if found[name].Status == No {
			v.Missing = append(v.Missing, name)
		}
	}
	v.Runs = len(v.Missing) == 0
	// up4d does not look for a length that is taken: a refused train makes it
	// send datagram by datagram.
	if s := found["segments"]; found["gso"].Status == OK && s.Status != Limited && s.Status != No {
		v.SendTrains = true
		v.Segments = min(s.Figures["segments"], up4Segments)
	}
	switch found["steering"].Status {
	case OK:
		v.Steer = steerFlow
	case No, Limited:
		v.Steer = steerPeer
	}
	v.Lines = v.lines(found, peer)
	return v
}

func (v Verdict) lines(found map[string]Check, peer string) []string {
	if !v.Runs {
		return []string{"up4d cannot run here: it needs " + strings.Join(v.Missing, " and ")}
	}
	first := "up4d runs here"
	for _, name := range essential {
		if found[name].Status == Unknown {
			first = "up4d may run here, but " + name + " could not be tried"
		}
	}
	return []string{first, v.trains(found["gso"], found["gro"]), v.shards(), v.buffers(), v.frames(found["mtu"], peer)}
}

func (v Verdict) trains(gso, gro Check) string {
	long := ""
	if v.Segments > 0 {
		long = fmt.Sprintf(", of at most %d datagrams", v.Segments)
	}
	switch {
	case gso.Status == Unknown:
		return "trains: unknown, they could not be tried"
	case v.SendTrains && v.ReceiveTrains:
		return "trains: on, sent and received" + long
	case v.SendTrains:
		return "trains: sent" + long + "; received datagram by datagram"
	case v.ReceiveTrains:
		return "trains: received; sent datagram by datagram"
	case gro.Status == Unknown:
		return "trains: not sent; whether they can be received is unknown"
	}
	return "trains: off, every datagram is a message of its own"
}

func (v Verdict) shards() string {
	most := "shards: an unknown number"
	if v.MaxShards > 0 {
		most = fmt.Sprintf("shards: at most %d", v.MaxShards)
	}
	if v.MaxShards == 1 {
		return most
	}
	switch v.Steer {
	case steerFlow:
		return most + ", steered by flow"
	case "":
		return most + "; whether they can be steered by flow is unknown"
	}
	return most + ", with --steer peer: the kernel does not steer by flow here"
}

func (v Verdict) buffers() string {
	one := func(n int64) string {
		if n == 0 {
			return "an unknown number of bytes"
		}
		return size(n)
	}
	return fmt.Sprintf("buffers: %s to receive and %s to send for each shard, of %s asked for",
		one(v.RcvBufBytes), one(v.SndBufBytes), size(asked))
}

func (v Verdict) frames(mtu Check, peer string) string {
	if peer == "" {
		peer = "loopback"
	}
	if mtu.Status == OK || mtu.Status == Limited {
		return fmt.Sprintf("frames: at most %d bytes to %s", v.FrameBytes, peer)
	}
	return fmt.Sprintf("frames: none to %s: %s", peer, mtu.Value)
}
