package stf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// comparePackets fills in the report's ports and, unless the run was stopped, compares
// what came out of each with what was expected.
func (r *run) comparePackets(s *Script) {
	ports := map[uint32]*Port{}
	port := func(n uint32) *Port {
		if ports[n] == nil {
			ports[n] = &Port{Port: n}
		}
		return ports[n]
	}
	expected := map[uint32][]*Expect{}
	silent := map[Statement]*NoPacket{}
	var last Statement
	for _, st := range s.Statements {
		switch st := st.(type) {
		case *Packet:
			port(st.Port).Named = true
			last = st
		case *Expect:
			p := port(st.Port)
			p.Named = true
			p.Expected++
			expected[st.Port] = append(expected[st.Port], st)
		case *NoPacket:
			silent[last] = st
		}
	}
	outputs := map[uint32][]output{}
	for i, o := range r.outputs {
		p := port(o.Port)
		p.Arrivals = append(p.Arrivals, Arrival{o.cause.Pos(), i, o.Data})
		if no := silent[o.cause]; no == nil {
			outputs[o.Port] = append(outputs[o.Port], o)
		} else if !r.report.Stopped {
			r.fail(Failure{At: no.Pos(), Kind: Unexpected, Statement: no.String(), Port: o.Port,
				Msg: fmt.Sprintf("the packet of line %d came out of port %d", o.cause.Pos().Line, o.Port),
				Got: o.hex(), Digit: -1, Cause: o.cause.Pos()})
		}
	}
	for _, n := range slices.Sorted(maps.Keys(ports)) {
		r.report.Ports = append(r.report.Ports, *ports[n])
		if !r.report.Stopped && (ports[n].Named || !r.options.IgnoreUnnamed) {
			r.comparePort(n, expected[n], outputs[n])
		}
	}
}

// comparePort compares the packets of a port one by one, in order.
func (r *run) comparePort(port uint32, want []*Expect, got []output) {
	count := fmt.Sprintf("port %d emitted %d packets of %d", port, len(got), len(want))
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			e := want[i]
			r.fail(Failure{At: e.Pos(), Kind: Missing, Statement: e.String(), Port: port,
				Msg: "the packet did not come: " + count, Expected: e.full(), Digit: -1})
		case i >= len(want):
			o := got[i]
			msg := "more packets than expected came out: " + count
			if len(want) == 0 {
				msg = fmt.Sprintf("a packet came out of port %d, where none is expected", port)
			}
			r.fail(Failure{At: o.cause.Pos(), Kind: Unexpected, Statement: o.cause.String(), Port: port,
				Msg: msg, Got: o.hex(), Digit: -1, Cause: o.cause.Pos()})
		default:
			r.comparePacket(want[i], got[i], i)
		}
	}
}

func (r *run) comparePacket(e *Expect, o output, nth int) {
	got := o.hex()
	at, msg := e.differs(got)
	if msg == "" {
		return
	}
	r.fail(Failure{At: e.Pos(), Kind: Differs, Statement: e.String(), Port: e.Port,
		Msg:      fmt.Sprintf("packet %d of port %d, which came of line %d, %s", nth+1, e.Port, o.cause.Pos().Line, msg),
		Expected: e.full(), Got: got, Digit: at, Cause: o.cause.Pos()})
}

// full is the pattern with its $.
func (e *Expect) full() string {
	if e.Exact {
		return e.Pattern + "$"
	}
	return e.Pattern
}

// differs is the first hex digit that is not as expected, and what is wrong there; ""
// if nothing is.
func (e *Expect) differs(got string) (int, string) {
	for i := range min(len(e.Pattern), len(got)) {
		if e.Pattern[i] != '*' && e.Pattern[i] != got[i] {
			return i, fmt.Sprintf("differs in byte %d", i/2)
		}
	}
	switch {
	case len(got) < len(e.Pattern):
		return len(got), fmt.Sprintf("ends too early, after %d bytes", len(got)/2)
	case e.Exact && len(got) > len(e.Pattern):
		return len(e.Pattern), fmt.Sprintf("is longer than the %d bytes expected", len(e.Pattern)/2)
	}
	return -1, ""
}

// compareDigests compares the digests whose names the script expects, in order for each
// name; others are free.
func (r *run) compareDigests() {
	if len(r.digests) == 0 {
		return
	}
	digests, err := r.device.TakeDigests()
	if err != nil {
		all := slices.Concat(slices.Collect(maps.Values(r.digests))...)
		first := slices.MinFunc(all, func(a, b *ExpectDigest) int { return a.Line - b.Line })
		r.fail(Failure{At: first.Pos(), Kind: Refused, Statement: first.String(), Msg: err.Error(), Digit: -1, Err: err})
		return
	}
	got := map[string][]Digest{}
	for _, d := range digests {
		got[d.Name] = append(got[d.Name], d)
	}
	for _, name := range slices.Sorted(maps.Keys(r.digests)) {
		r.compareDigest(r.digests[name], got[name])
	}
}

func (r *run) compareDigest(want []*ExpectDigest, got []Digest) {
	count := fmt.Sprintf("%d came of %d", len(got), len(want))
	for i := range max(len(want), len(got)) {
		// One digest too many is told of at the last that is expected.
		e := want[min(i, len(want)-1)]
		f := Failure{At: e.Pos(), Statement: e.String(), Digit: -1}
		switch {
		case i >= len(got):
			f.Kind, f.Msg = Missing, "the digest did not come: "+count
		case i >= len(want):
			f.Kind, f.Msg, f.Got = Unexpected, "more digests came: "+count, got[i].text()
		default:
			if f.Msg = e.differs(got[i]); f.Msg == "" {
				continue
			}
			f.Kind, f.Got = Differs, got[i].text()
			f.Expected = strings.TrimPrefix(e.String(), "expect_digest ")
		}
		r.fail(f)
	}
}

// differs is what is not as expected in a digest, or "".
func (e *ExpectDigest) differs(d Digest) string {
	names := make([]string, len(d.Fields))
	for i, f := range d.Fields {
		names[i] = f.Name
	}
	for _, f := range e.Fields {
		i, err := Resolve(f.Name, names)
		if err != nil {
			return err.Error()
		}
		if !f.Value.Matches(d.Fields[i].Value) {
			return fmt.Sprintf("the digest's field %s is %#x", f.Name, d.Fields[i].Value)
		}
	}
	return ""
}

func (d Digest) text() string {
	text := d.Name
	for _, f := range d.Fields {
		text += " " + f.String()
	}
	return text
}
