package main

import (
	"encoding/binary"
	"net/netip"
	goruntime "runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/overlay"
	"up4/p4/corpus/packet"
)

// load saturates a forwarder and takes back what it forwards, one thread for
// both: trains prepared in memory are sent round and round, and the returning
// datagrams are received into 16 bytes each, so that nothing is copied twice.
type load struct {
	size   int // bytes of a datagram
	tx, rx int
	memory *mmsg.Memory
	msgs   []mmsg.Message
	first  []int // by message: its first datagram
	mem    []byte
	bucket []uint8 // by datagram
	name   *mmsg.Name
	drains []mmsg.Message
	seq    [overlay.Buckets]uint32
	word   uint32

	target atomic.Uint32 // port to send to, 0 to pause
	rate   atomic.Uint64 // frames a second at most, 0 for no limit
	paused atomic.Bool
	back   atomic.Uint64 // frames that came back
	stop   atomic.Bool
	done   chan struct{} // nil before start
}

// loadOptions is what a load sends.
type loadOptions struct {
	tx, rx     netip.AddrPort // sending and receiving socket
	frameBytes int
	flows      int
	dsts       func(flow int) [4]byte // destination address of a flow
	mac        [6]byte                // destination MAC
	trains     bool
	// shards groups trains by bucket modulo shards; 1 mixes them.
	shards int
}

const (
	drains   = 64 // messages
	drainLen = 16 // bytes
	// maxTrain is the most bytes in a train: more would arrive uncoalesced.
	maxTrain = 65493
)

// newLoad opens the sockets and prepares what is sent. It is to be closed.
func newLoad(o loadOptions) (_ *load, err error) {
	l := &load{size: o.frameBytes + overlay.Size, tx: -1, rx: -1, word: overlay.Word(0, 0, 0, 0)}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.tx, err = openSocket(o.tx, loadBuf, false); err != nil {
		return nil, err
	}
	if l.rx, err = openSocket(o.rx, loadBuf, o.trains); err != nil {
		return nil, err
	}
	l.memory, err = mmsg.NewMemory(mmsg.SizeOf[byte](o.flows*l.size) + mmsg.SizeOf[mmsg.Message](o.flows) + mmsg.SizeOf[mmsg.Iovec](o.flows) +
		mmsg.SizeOf[mmsg.Control](1) + mmsg.SizeOf[mmsg.Name](1) + mmsg.SizeOf[mmsg.Message](drains) + mmsg.SizeOf[mmsg.Iovec](1) + mmsg.SizeOf[byte](drainLen))
	if err != nil {
		return nil, err
	}
	per := 1
	if o.trains {
		per = min(64, maxTrain/l.size)
	}
	l.build(o)
	l.cut(per, o)
	iov := &mmsg.Carve[mmsg.Iovec](l.memory, 1)[0]
	*iov = mmsg.Iovec{Base: mmsg.Addr(&mmsg.Carve[byte](l.memory, drainLen)[0]), Len: drainLen}
	l.drains = mmsg.Carve[mmsg.Message](l.memory, drains)
	for i := range l.drains {
		l.drains[i].Hdr = mmsg.Header{Iov: mmsg.Addr(iov), Iovlen: 1}
	}
	return l, nil
}

// build lays the datagrams of all flows out, one a flow, ordered by the shard
// they belong to.
func (l *load) build(o loadOptions) {
	l.mem = mmsg.Carve[byte](l.memory, o.flows*l.size)
	at := 0
	for shard := range max(1, o.shards) {
		for flow := range o.flows {
			f := flowFrame(o, flow)
			b := frame.Bucket(f)
			if int(b)%max(1, o.shards) != shard {
				continue
			}
			copy(l.mem[at*l.size+overlay.Size:], f)
			l.bucket = append(l.bucket, b)
			at++
		}
	}
}

// flowFrame is the frame of one flow: Ethernet, IPv4, UDP.
func flowFrame(o loadOptions, flow int) []byte {
	udp := make([]byte, o.frameBytes-34)
	binary.BigEndian.PutUint16(udp[0:], uint16(1024+flow%4096))
	binary.BigEndian.PutUint16(udp[2:], 7400)
	binary.BigEndian.PutUint16(udp[4:], uint16(len(udp)))
	ip := packet.IPv4{TTL: 64, Protocol: 17, Src: [4]byte{10, 1, byte(flow >> 8), byte(flow)}, Dst: o.dsts(flow), Payload: udp}
	return packet.Ethernet{Dst: o.mac, Src: packet.MAC{2, 0, 0, 0, 1, 1}, Type: packet.TypeIPv4, Payload: ip.Bytes()}.Bytes()
}

// cut makes messages of at most per datagrams, none across two shards' flows.
func (l *load) cut(per int, o loadOptions) {
	ctl := &mmsg.Carve[mmsg.Control](l.memory, 1)[0]
	ctl.PutSegment(l.size)
	l.name = &mmsg.Carve[mmsg.Name](l.memory, 1)[0]
	nameLen := l.name.Put(loopback(0))
	shard := func(i int) int { return int(l.bucket[i]) % max(1, o.shards) }
	for at := 0; at < len(l.bucket); {
		n := 1
		for n < per && at+n < len(l.bucket) && shard(at+n) == shard(at) {
			n++
		}
		l.first = append(l.first, at)
		at += n
	}
	l.first = append(l.first, len(l.bucket))
	l.msgs = mmsg.Carve[mmsg.Message](l.memory, len(l.first)-1)
	iovs := mmsg.Carve[mmsg.Iovec](l.memory, len(l.msgs))
	for i := range l.msgs {
		from, to := l.first[i], l.first[i+1]
		iovs[i] = mmsg.Iovec{Base: mmsg.Addr(&l.mem[from*l.size]), Len: uint64((to - from) * l.size)}
		l.msgs[i].Hdr = mmsg.Header{Name: mmsg.Addr(l.name), Namelen: nameLen, Iov: mmsg.Addr(&iovs[i]), Iovlen: 1}
		if to-from > 1 {
			l.msgs[i].Hdr.Control, l.msgs[i].Hdr.Controllen = mmsg.Addr(ctl), controlLen
		}
	}
}

// start sends and drains on a thread of its own, on the given CPU, until close.
func (l *load) start(cpu int) {
	l.done = make(chan struct{})
	go l.run(cpu)
}

func (l *load) run(cpu int) {
	defer close(l.done)
	goruntime.LockOSThread() // and not given back: it ends with the goroutine
	pin(cpu)
	burst := 4
	if l.first[1] == 1 {
		burst = 64
	}
	due := time.Now()
	for at := 0; !l.stop.Load(); {
		if now := time.Now(); l.rate.Load() != 0 && now.Before(due) {
			if !l.drain() {
				// Leave the CPU to whoever else has work.
				ts := unix.NsecToTimespec(int64(due.Sub(now)))
				_ = unix.Nanosleep(&ts, nil)
			}
			continue
		} else if now.Sub(due) > time.Millisecond {
			due = now
		}
		if port := l.target.Load(); port != 0 {
			l.paused.Store(false)
			binary.BigEndian.PutUint16(l.name[2:], uint16(port))
			n := min(burst, len(l.msgs)-at)
			l.number(l.first[at], l.first[at+n])
			_, _ = mmsg.Linux{}.Send(l.tx, l.msgs[at:at+n])
			if rate := l.rate.Load(); rate != 0 {
				due = due.Add(time.Duration(float64(l.first[at+n]-l.first[at]) / float64(rate) * 1e9))
			}
			at = (at + n) % len(l.msgs)
		} else if !l.drain() {
			l.paused.Store(true)
			_, _ = unix.Poll([]unix.PollFd{{Fd: int32(l.rx), Events: unix.POLLIN}}, 1)
		}
		l.drain()
	}
}

// number gives datagrams [from, to) the next sequence numbers of their buckets.
func (l *load) number(from, to int) {
	for i := from; i < to; i++ {
		b := l.bucket[i]
		l.seq[b]++
		d := l.mem[i*l.size:]
		binary.BigEndian.PutUint64(d, uint64(l.word|uint32(b)<<10)<<32|uint64(l.seq[b]))
	}
}

// drain receives what came back, and says whether there was anything.
func (l *load) drain() bool {
	some := false
	for {
		n, errno := mmsg.Linux{}.Recv(l.rx, l.drains)
		if errno != 0 {
			return some
		}
		some = true
		for _, m := range l.drains[:n] {
			l.back.Add(uint64((int(m.Len) + l.size - 1) / l.size))
		}
		if n < len(l.drains) {
			return some
		}
	}
}

func (l *load) close() {
	if l.done != nil {
		l.stop.Store(true)
		<-l.done
	}
	_ = unix.Close(l.tx) // -1 where it was not opened
	_ = unix.Close(l.rx)
	_ = l.memory.Close()
}
