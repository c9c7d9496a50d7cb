package shard

import (
	"fmt"
	goruntime "runtime"

	"golang.org/x/sys/unix"
)

// lockThread ties the goroutine to its thread and the thread to a CPU, none if
// cpu is negative.
func lockThread(cpu int) (unlock func(), err error) {
	goruntime.LockOSThread()
	if cpu < 0 {
		return goruntime.UnlockOSThread, nil
	}
	var old, set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &old); err != nil {
		goruntime.UnlockOSThread()
		return nil, fmt.Errorf("read CPU affinity: %w", err)
	}
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		goruntime.UnlockOSThread()
		return nil, fmt.Errorf("pin thread to CPU %d: %w", cpu, err)
	}
	return func() {
		_ = unix.SchedSetaffinity(0, &old)
		goruntime.UnlockOSThread()
	}, nil
}

// CPUTime is the CPU time in nanoseconds that the shard's thread has used, on
// the kernel's clock of that thread. Any thread.
func (s *Shard) CPUTime() (int64, error) {
	tid := s.tid.Load()
	if tid == 0 {
		return 0, nil
	}
	// A thread's CPU clock is named by its id: ~tid << 3 | CPUCLOCK_PERTHREAD |
	// CPUCLOCK_SCHED (include/linux/posix-timers.h).
	var ts unix.Timespec
	if err := unix.ClockGettime(^tid<<3|4|2, &ts); err != nil {
		return 0, fmt.Errorf("read CPU clock of thread %d: %w", tid, err)
	}
	return ts.Nano(), nil
}

// SetThreads sets how many threads run Go code at once. A locked shard that
// never sleeps keeps one to itself.
func SetThreads(n int) { goruntime.GOMAXPROCS(n) }
