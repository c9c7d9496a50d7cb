package main

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	goruntime "runtime"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"up4/io/frame"
	"up4/io/overlay"
)

// load saturates a forwarder and takes back what it forwards, one thread for
// both: trains prepared in memory are sent round and round, and the returning
// datagrams are received into 16 bytes each, so that nothing is copied twice.
type load struct {
	size   int // bytes of a datagram
	tx, rx int
	msgs   []bareMsg
	first  []int // by message: its first datagram
	mem    []byte
	bucket []uint8 // by datagram
	name   [16]byte
	ctl    bareControl
	drains []bareMsg
	seq    [overlay.Buckets]uint32
	word   uint32

	iovs   []unix.Iovec // keep what msgs and drains point at alive
	diovs  []unix.Iovec
	dctls  []bareControl
	dbuf   [16]byte
	target atomic.Uint32 // port to send to, 0 to pause
	rate   atomic.Uint64 // frames a second at most, 0 for no limit
	paused atomic.Bool
	back   atomic.Uint64 // frames that came back
	stop   atomic.Bool
	done   chan struct{}
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

func newLoad(o loadOptions) (*load, error) {
	l := &load{size: o.frameBytes + overlay.Size, done: make(chan struct{}), word: overlay.Word(0, 0, 0, 0)}
	var err error
	if l.tx, err = loadSocket(o.tx, unix.SO_SNDBUF, unix.SO_SNDBUFFORCE); err != nil {
		return nil, err
	}
	if l.rx, err = loadSocket(o.rx, unix.SO_RCVBUF, unix.SO_RCVBUFFORCE); err != nil {
		return nil, err
	}
	per := 1
	if o.trains {
		per = min(64, 65493/l.size)
		if err := unix.SetsockoptInt(l.rx, unix.IPPROTO_UDP, unix.UDP_GRO, 1); err != nil {
			return nil, fmt.Errorf("set UDP_GRO: %w", err)
		}
	}
	l.build(o)
	l.cut(per, o)
	const drains = 64
	l.drains, l.diovs, l.dctls = make([]bareMsg, drains), make([]unix.Iovec, drains), make([]bareControl, drains)
	for i := range l.drains {
		l.diovs[i] = unix.Iovec{Base: &l.dbuf[0], Len: 16}
		l.drains[i].hdr = unix.Msghdr{Iov: &l.diovs[i], Iovlen: 1}
	}
	return l, nil
}

func loadSocket(at netip.AddrPort, buf, force int) (int, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, fmt.Errorf("open socket: %w", err)
	}
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, buf, 16<<20)
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, force, 16<<20)
	if err := unix.Bind(fd, &unix.SockaddrInet4{Port: int(at.Port()), Addr: at.Addr().As4()}); err != nil {
		return -1, fmt.Errorf("bind to %v: %w", at, err)
	}
	return fd, nil
}

// build lays the datagrams of all flows out, one a flow, ordered by the shard
// they belong to.
func (l *load) build(o loadOptions) {
	l.mem = make([]byte, o.flows*l.size)
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
	f := make([]byte, o.frameBytes)
	copy(f, o.mac[:])
	copy(f[6:], []byte{2, 0, 0, 0, 1, 1})
	binary.BigEndian.PutUint16(f[12:], 0x0800)
	p := f[14:]
	p[0], p[8], p[9] = 0x45, 64, 17
	binary.BigEndian.PutUint16(p[2:], uint16(len(p)))
	binary.BigEndian.PutUint32(p[12:], 10<<24|1<<16|uint32(flow))
	dst := o.dsts(flow)
	copy(p[16:], dst[:])
	binary.BigEndian.PutUint16(p[20:], uint16(1024+flow%4096))
	binary.BigEndian.PutUint16(p[22:], 7400)
	binary.BigEndian.PutUint16(p[24:], uint16(len(p)-20))
	sum := uint32(0)
	for i := 0; i < 20; i += 2 {
		sum += uint32(binary.BigEndian.Uint16(p[i:]))
	}
	for sum>>16 != 0 {
		sum = sum&0xffff + sum>>16
	}
	binary.BigEndian.PutUint16(p[10:], ^uint16(sum))
	return f
}

// cut makes messages of at most per datagrams, none across two shards' flows.
func (l *load) cut(per int, o loadOptions) {
	l.ctl = bareControl{0: 18, 8: unix.IPPROTO_UDP, 12: unix.UDP_SEGMENT}
	binary.NativeEndian.PutUint16(l.ctl[16:], uint16(l.size))
	binary.NativeEndian.PutUint16(l.name[:], unix.AF_INET)
	copy(l.name[4:], []byte{127, 0, 0, 1})
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
	l.msgs = make([]bareMsg, len(l.first)-1)
	l.iovs = make([]unix.Iovec, len(l.msgs))
	for i := range l.msgs {
		from, to := l.first[i], l.first[i+1]
		l.iovs[i] = unix.Iovec{Base: &l.mem[from*l.size], Len: uint64((to - from) * l.size)}
		l.msgs[i].hdr = unix.Msghdr{Name: &l.name[0], Namelen: 16, Iov: &l.iovs[i], Iovlen: 1}
		if to-from > 1 {
			l.msgs[i].hdr.Control, l.msgs[i].hdr.Controllen = &l.ctl[0], uint64(len(l.ctl))
		}
	}
}

// run sends and drains on the given CPU until stop.
func (l *load) run(cpu int) {
	defer close(l.done)
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
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
			_, _, _ = unix.RawSyscall6(unix.SYS_SENDMMSG, uintptr(l.tx), uintptr(unsafe.Pointer(&l.msgs[at])), uintptr(n), unix.MSG_DONTWAIT, 0, 0)
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
		n, _, errno := unix.RawSyscall6(unix.SYS_RECVMMSG, uintptr(l.rx), uintptr(unsafe.Pointer(&l.drains[0])), uintptr(len(l.drains)), unix.MSG_DONTWAIT|unix.MSG_TRUNC, 0, 0)
		if errno != 0 {
			return some
		}
		some = true
		for _, m := range l.drains[:n] {
			l.back.Add(uint64((int(m.len) + l.size - 1) / l.size))
		}
		if int(n) < len(l.drains) {
			return some
		}
	}
}

func (l *load) close() {
	l.stop.Store(true)
	<-l.done
	_ = unix.Close(l.tx)
	_ = unix.Close(l.rx)
}
