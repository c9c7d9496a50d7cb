package generator

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// nap sleeps. It goes through the scheduler's entry and exit, so that garbage
// collection need not wait for it.
func nap(d time.Duration) {
	ts := unix.NsecToTimespec(int64(d))
	_, _, _ = unix.Syscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&ts)), 0, 0)
}
