package main

import (
	"fmt"
	goruntime "runtime"

	"golang.org/x/sys/unix"
)

// mallocs is how many objects the process has allocated.
func mallocs() uint64 {
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return m.Mallocs
}

// threadCPU is the CPU time in nanoseconds that a thread has used; 0 if it has
// not begun. Any thread of the process may ask.
func threadCPU(tid int) (int64, error) {
	if tid == 0 {
		return 0, nil
	}
	// A thread's CPU clock is named by its id: ~tid << 3 | CPUCLOCK_PERTHREAD |
	// CPUCLOCK_SCHED (include/linux/posix-timers.h).
	var ts unix.Timespec
	if err := unix.ClockGettime(^int32(tid)<<3|4|2, &ts); err != nil {
		return 0, fmt.Errorf("read CPU clock of thread %d: %w", tid, err)
	}
	return ts.Nano(), nil
}

func pin(cpu int) {
	var set unix.CPUSet
	set.Set(cpu)
	_ = unix.SchedSetaffinity(0, &set)
}
