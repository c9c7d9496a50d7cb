package probe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// asked is the buffer up4d asks for unless it is configured otherwise, in bytes.
const asked = 8 << 20

// buffer is one direction's buffer of a socket.
type buffer struct {
	option, force int
	name, sysctl  string
}

var (
	rcvbuf = buffer{unix.SO_RCVBUF, unix.SO_RCVBUFFORCE, "SO_RCVBUF", "rmem_max"}
	sndbuf = buffer{unix.SO_SNDBUF, unix.SO_SNDBUFFORCE, "SO_SNDBUF", "wmem_max"}
)

func (b buffer) check(_ context.Context, k kernel, _ Options) result {
	p, err := openPair(k)
	if err != nil {
		return unknown("%v", err)
	}
	defer p.closeBoth()
	if err := k.setOption(p.rx, unix.SOL_SOCKET, b.option, asked); err != nil {
		return no("set %s: %v", b.name, err)
	}
	granted, err := b.granted(k, p.rx)
	if err != nil {
		return unknown("read %s: %v", b.name, err)
	}
	most := ", " + b.sysctl + " cannot be read"
	figures := map[string]int64{"asked_bytes": asked}
	if n, err := readInt(k, "/proc/sys/net/core/"+b.sysctl); err == nil {
		most = fmt.Sprintf(", %s %s", b.sysctl, size(n))
		figures["sysctl_bytes"] = n
	}
	// up4d tries the privileged form as well, which ignores the limit.
	if granted < asked && k.setOption(p.rx, unix.SOL_SOCKET, b.force, asked) == nil {
		if n, err := b.granted(k, p.rx); err == nil && n > granted {
			most += fmt.Sprintf("; without privilege %s", size(int64(granted)))
			figures["unprivileged_bytes"] = int64(granted)
			granted = n
		}
	}
	figures["granted_bytes"] = int64(granted)
	r := result{status: OK, value: fmt.Sprintf("%s granted of %s%s", size(int64(granted)), size(asked), most), figures: figures}
	if granted < asked {
		r.status = Limited
	}
	return r
}

// granted is half of what the kernel says: it doubles what is asked for, for
// its own overhead.
func (b buffer) granted(k kernel, fd int) (int, error) {
	n, err := k.option(fd, unix.SOL_SOCKET, b.option)
	return n / 2, err
}

func checkMemInfo(_ context.Context, k kernel, _ Options) result {
	p, err := openPair(k)
	if err != nil {
		return unknown("%v", err)
	}
	defer p.closeBoth()
	info, err := k.memInfo(p.rx)
	if err != nil {
		return no("read SO_MEMINFO: %v", err)
	}
	const drops = 8 // SK_MEMINFO_DROPS
	if len(info) <= drops {
		return no("SO_MEMINFO has %d words, and no count of drops", len(info))
	}
	return ok("the kernel's drops can be read for each socket")
}

func checkBusyPoll(_ context.Context, k kernel, _ Options) result {
	p, err := openPair(k)
	if err != nil {
		return unknown("%v", err)
	}
	defer p.closeBoth()
	const micros = 50
	if err := k.setOption(p.rx, unix.SOL_SOCKET, unix.SO_BUSY_POLL, micros); err != nil {
		return no("set SO_BUSY_POLL: %v", err)
	}
	if n, err := k.option(p.rx, unix.SOL_SOCKET, unix.SO_BUSY_POLL); err != nil || n != micros {
		return no("SO_BUSY_POLL was taken, but reads as %d (%v)", n, err)
	}
	return ok("%d µs accepted", micros)
}

// readInt reads a file of one number.
func readInt(k host, path string) (int64, error) {
	s, err := k.read(path)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return 0, errors.New(path + " is no number")
	}
	return n, nil
}

// size is a number of bytes for people, in powers of 1024.
func size(n int64) string {
	switch {
	case n >= 1<<20:
		return strconv.FormatFloat(float64(n)/(1<<20), 'f', decimals(n, 1<<20), 64) + " MiB"
	case n >= 1<<10:
		return strconv.FormatFloat(float64(n)/(1<<10), 'f', decimals(n, 1<<10), 64) + " KiB"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

func decimals(n, unit int64) int {
	if n%unit == 0 {
		return 0
	}
	return 1
}
