package generator

import "time"

const (
	// maxCatchUp is how far behind its schedule a sender makes up for: a burst
	// of more would overflow queues that the rate itself does not.
	maxCatchUp = 2 * time.Millisecond
	// minSleep is the shortest sleep worth a system call; frames due sooner go
	// with the next burst.
	minSleep = 50 * time.Microsecond
)

// pacer says how many frames are due, by deadlines counted from one start: an
// error of one sleep does not add to the next. It reads no clock itself.
type pacer struct {
	rate    float64 // frames a second; 0 for no limit
	start   int64   // nanoseconds; the first frame is due then
	sent    uint64  // since start
	skipped uint64  // frames that fell due while too far behind
}

// due is how many frames may go at the time now, at most most; if none, how
// long to wait.
func (p *pacer) due(now int64, most int) (frames int, wait time.Duration) {
	if p.rate == 0 {
		return most, 0
	}
	n := p.owed(now)
	if bound := max(1, int64(p.rate*maxCatchUp.Seconds())); n > bound {
		p.skip(uint64(n - bound))
		n = bound
	}
	if n <= 0 {
		at := p.start + int64(float64(p.sent)/p.rate*1e9)
		return 0, max(minSleep, time.Duration(at-now))
	}
	return int(min(n, int64(most))), 0
}

// owed is the frames due by now that were not sent.
func (p *pacer) owed(now int64) int64 {
	if now < p.start {
		return 0
	}
	return int64(float64(now-p.start)/1e9*p.rate) + 1 - int64(p.sent)
}

// skip gives up frames of the schedule.
func (p *pacer) skip(n uint64) {
	p.skipped += n
	p.sent += n
}
