package generator

import (
	"net"
	"net/netip"
	"slices"
	"sync"
	"testing"

	"up4/io/overlay"
)

// relay is a switch of one port that sends back what it gets, and does to chosen
// frames what a test wants. It is written with package net alone.
type relay struct {
	t      testing.TB
	conn   *net.UDPConn
	shards uint32 // said in announcements; 0: it says nothing
	done   chan struct{}

	mu sync.Mutex
	// fate turns frame i (counted from 0) into the datagrams that go back.
	fate   func(i int, d []byte) [][]byte // guarded by mu
	frames [][]byte                       // all that came, guarded by mu
	hellos []overlay.Header               // guarded by mu
	out    map[uint8]uint32               // overlay sequence numbers used, by bucket; the loop's own
}

// defaultBuffer is what a kernel grants by default: room for some 550 short
// datagrams. Tests that count on none being lost have no more under way.
const defaultBuffer = 212992

func newRelay(t testing.TB, shards uint32, fate func(i int, d []byte) [][]byte) *relay {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadBuffer(defaultBuffer)
	r := &relay{t: t, conn: conn, shards: shards, fate: fate, done: make(chan struct{}), out: map[uint8]uint32{}}
	go r.loop()
	t.Cleanup(func() { conn.Close(); <-r.done })
	return r
}

func (r *relay) addr() netip.AddrPort {
	a := r.conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

func (r *relay) loop() {
	defer close(r.done)
	buf := make([]byte, 65536)
	i := 0
	for {
		n, from, err := r.conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		d := slices.Clone(buf[:n])
		h, err := overlay.Parse(d)
		if err != nil {
			r.t.Errorf("the generator sent %x: %v", d, err)
			continue
		}
		if h.HeaderOnly {
			r.mu.Lock()
			r.hellos = append(r.hellos, h)
			r.mu.Unlock()
			r.answer(h, from)
			continue
		}
		r.mu.Lock()
		r.frames = append(r.frames, slices.Clone(d))
		fate := r.fate
		r.mu.Unlock()
		for _, back := range fate(i, d) {
			r.send(back, from)
		}
		i++
	}
}

// answer announces the same bucket of its own.
func (r *relay) answer(h overlay.Header, to netip.AddrPort) {
	if r.shards == 0 {
		return
	}
	hello := make([]byte, overlay.Size)
	overlay.Header{HeaderOnly: true, Bucket: h.Bucket, Seq: r.out[h.Bucket], Micros: r.shards}.Put(hello)
	_, _ = r.conn.WriteToUDPAddrPort(hello, to)
}

// send numbers a datagram anew, as a switch does; one too short for a header
// goes as it is.
func (r *relay) send(d []byte, to netip.AddrPort) {
	if h, err := overlay.Parse(d); err == nil && !h.HeaderOnly {
		r.out[h.Bucket]++
		overlay.Header{Bucket: h.Bucket, Seq: r.out[h.Bucket]}.Put(d)
	}
	if _, err := r.conn.WriteToUDPAddrPort(d, to); err != nil {
		r.t.Errorf("relay: %v", err)
	}
}

// become changes the fate of frames to come.
func (r *relay) become(fate func(i int, d []byte) [][]byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fate = fate
}

// seen is the frames and announcements so far.
func (r *relay) seen() ([][]byte, []overlay.Header) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.frames), slices.Clone(r.hellos)
}

func asItIs(_ int, d []byte) [][]byte { return [][]byte{d} }
