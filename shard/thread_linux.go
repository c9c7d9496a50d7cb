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
