package main

import (
	"fmt"
	"strings"
)

// leastBusy is the share of the time that a saturated thread runs at the least.
// Below it the load was too weak or something else had the CPU: the thread slept
// between, and what that costs is in its figure.
const leastBusy = 0.8

// mostSlow is how many times as long as on a quiet machine the bare forwarder
// may take: beyond, other work was measured.
const mostSlow = 1.5

// leanNs is the CPU time a frame of the bare forwarder on a quiet machine:
// measured for frames of 64 and of 1460 bytes, on a line in between.
func leanNs(frameBytes int, trains bool) float64 {
	short, long := 60.0, 230.0
	if !trains {
		short, long = 1592, 1836
	}
	return short + (long-short)*float64(frameBytes-64)/(1460-64)
}

// voidReasons is why a row of saturated forwarders says nothing, if so.
func voidReasons(c e2eCase, bareNs, bareBusy, busy *Figure) string {
	var why []string
	if bareNs == nil {
		return "nothing was forwarded"
	}
	if lean := leanNs(c.frameBytes, c.trains); bareNs.Median > mostSlow*lean {
		why = append(why, fmt.Sprintf("the bare forwarder took %.0f ns a frame, on a quiet machine %.0f", bareNs.Median, lean))
	}
	idle := func(who string, f *Figure) {
		if f != nil && f.Median < leastBusy {
			why = append(why, fmt.Sprintf("%s ran %.0f%% of the time: not saturated, or its CPU had other work", who, 100*f.Median))
		}
	}
	idle("the bare forwarder", bareBusy)
	idle("the shard", busy)
	return strings.Join(why, "; ")
}
