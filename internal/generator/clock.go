package generator

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// clock reads CLOCK_MONOTONIC, which all processes of a host share, at the cost
// of time.Since: Go's monotonic time is the same clock, counted from another
// moment.
type clock struct {
	base   time.Time
	offset int64 // CLOCK_MONOTONIC at base, nanoseconds
}

func newClock() (clock, error) {
	c := clock{base: time.Now()}
	best := int64(-1)
	for range 8 { // the narrowest of several readings: one may be interrupted
		before := time.Since(c.base)
		var ts unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
			return c, fmt.Errorf("read the monotonic clock: %w", err)
		}
		after := time.Since(c.base)
		if width := int64(after - before); best < 0 || width < best {
			best, c.offset = width, ts.Nano()-int64(before+(after-before)/2)
		}
	}
	return c, nil
}

// now is CLOCK_MONOTONIC in nanoseconds.
func (c *clock) now() int64 { return int64(time.Since(c.base)) + c.offset }
