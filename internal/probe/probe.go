// Package probe finds out what up4 can do on this machine, without any
// privilege and without changing anything: what can be tried is tried, over
// loopback, and what cannot be tried is read. It knows what up4 asks of a kernel
// but nothing of switches, programs, or how an answer is printed.
package probe

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Status is how a check ended.
type Status string

const (
	OK      Status = "ok"
	Limited Status = "limited" // works, but not as well as up4 could use it
	No      Status = "no"
	Unknown Status = "unknown" // could not be tried; the value says why
)

// Check is one finding.
type Check struct {
	Name   string `json:"name"` // stable
	Status Status `json:"status"`
	Value  string `json:"value"`            // what was found, for people
	Why    string `json:"why"`              // what up4 uses it for
	Advice string `json:"advice,omitempty"` // what to do about it; empty where nothing is missing
	// Figures are the numbers in Value; their names end in their unit.
	Figures map[string]int64 `json:"figures,omitempty"`
}

// Report is what a machine can do.
type Report struct {
	Peer    string  `json:"peer,omitempty"` // as it was asked for
	Checks  []Check `json:"checks"`
	Verdict Verdict `json:"verdict"`
}

// Options of a run.
type Options struct {
	// Peer is a host, or host:port, to which the route is looked up. Nothing is
	// sent there. Empty for loopback.
	Peer string
	// Namespaced is a command that calls Namespaced, for the check of user and
	// network namespaces. Empty: whether they can be made is all that is tried.
	Namespaced []string
	// Limit is the time one check may take. Zero: DefaultLimit.
	Limit time.Duration
}

// DefaultLimit is far above what any check needs.
const DefaultLimit = 3 * time.Second

// Run makes all checks, one after the other. It returns within the limit for
// each of them; what ctx cuts off is unknown.
func Run(ctx context.Context, o Options) Report { return run(ctx, linux{}, checks, o) }

// result is what a check returns. A result without advice takes the check's own.
type result struct {
	status  Status
	value   string
	advice  string
	figures map[string]int64
}

// check is one question.
type check struct {
	name, why string
	advice    string // where the answer is not ok, and the result has no better one
	run       func(context.Context, kernel, Options) result
}

func run(ctx context.Context, k kernel, list []check, o Options) Report {
	if o.Limit <= 0 {
		o.Limit = DefaultLimit
	}
	r := Report{Peer: o.Peer}
	for _, c := range list {
		res := c.within(ctx, k, o)
		f := Check{Name: c.name, Status: res.status, Value: oneLine(res.value), Why: c.why, Figures: res.figures}
		if res.status != OK {
			f.Advice = res.advice
			if f.Advice == "" {
				f.Advice = c.advice
			}
		}
		r.Checks = append(r.Checks, f)
	}
	r.Verdict = verdict(r.Checks, o.Peer)
	return r
}

// oneLine joins the lines of joined errors. IPv4 and IPv6 often fail alike.
func oneLine(s string) string {
	return strings.Join(slices.Compact(strings.Split(strings.TrimSpace(s), "\n")), "; ")
}

// within runs the check on a goroutine of its own, which is left behind if it
// does not come back: a kernel or file system that hangs takes no more than one
// answer with it.
func (c check) within(ctx context.Context, k kernel, o Options) result {
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	if ctx.Err() != nil {
		return unknown("interrupted")
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- unknown("failed in a way nobody thought of: %v", p)
			}
		}()
		// A mapping the kernel cannot back faults: that is an answer too.
		debug.SetPanicOnFault(true)
		done <- c.run(ctx, k, o)
	}()
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
		if ctx.Err() == context.DeadlineExceeded {
			return unknown("no answer within %v", o.Limit)
		}
		return unknown("interrupted")
	}
}

func ok(format string, a ...any) result { return result{status: OK, value: fmt.Sprintf(format, a...)} }
func limited(format string, a ...any) result {
	return result{status: Limited, value: fmt.Sprintf(format, a...)}
}
func no(format string, a ...any) result { return result{status: No, value: fmt.Sprintf(format, a...)} }
func unknown(format string, a ...any) result {
	return result{status: Unknown, value: fmt.Sprintf(format, a...)}
}

// with adds a figure.
func (r result) with(name string, n int64) result {
	figures := map[string]int64{name: n}
	for k, v := range r.figures {
		figures[k] = v
	}
	r.figures = figures
	return r
}

// advise replaces the check's advice.
func (r result) advise(format string, a ...any) result {
	r.advice = fmt.Sprintf(format, a...)
	return r
}
