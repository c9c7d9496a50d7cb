package stf

import (
	"math"
	"math/big"
	"strings"
)

// cell = number | "$" id | "*" .
func (l *line) cell(all bool) Cell {
	switch {
	case strings.HasPrefix(l.rest(), "$"):
		return Cell{ID: l.id()}
	case all && l.is("*"):
		return Cell{All: true}
	}
	return Cell{Index: l.uint("the index", math.MaxUint64)}
}

// check_counter = "check_counter" counter "(" ( cell | id ) ")" [ [ unit ] [ op ] number ] .
func (l *line) checkCounter(at Position) Statement {
	c := &CheckCounter{Position: at, Counter: l.name("a counter")}
	l.mark("(", "the ( before the index")
	if rest := l.rest(); rest != "" && isWord(rest[0]) && !isDigit(rest[0]) {
		c.Cell.ID = l.id()
	} else {
		c.Cell = l.cell(false)
	}
	l.mark(")", "the ) behind the index")
	if l.done() {
		return c
	}
	c.Op = Equal
	if rest := l.rest(); isWord(rest[0]) && !isDigit(rest[0]) {
		from := l.pos()
		switch unit := strings.ToLower(l.word()); unit {
		case "packets":
		case "bytes":
			c.Unit = Bytes
		default:
			l.fail(from, "want packets or bytes, not %q", unit)
		}
	}
	if op := l.op(); op != None {
		c.Op = op
	}
	c.Want = l.uint("the count", math.MaxUint64)
	return c
}

func (l *line) op() Op {
	// The longer ones first.
	for _, op := range []Op{Equal, NotEqual, LessEqual, GreaterEqual, Less, Greater} {
		if l.is(op.String()) {
			return op
		}
	}
	return None
}

// register_read = "register_read" register index [ [ op ] number ] .
func (l *line) registerRead(at Position) Statement {
	r := &RegisterRead{Position: at, Register: l.name("a register"), Index: l.uint("the index", math.MaxUint64)}
	if l.done() {
		return r
	}
	r.Op = Equal
	if op := l.op(); op != None {
		r.Op = op
	}
	r.Want = l.number("the value")
	return r
}

func (l *line) meterRead(at Position, decimals int) Statement {
	m := &MeterRead{Position: at, Meter: l.name("a meter"), Cell: l.cell(false)}
	if !l.done() {
		m.Compare, m.Want = true, l.rates(decimals)
	}
	return m
}

// rates = rate ":" burst rate ":" burst .
func (l *line) rates(decimals int) Rates {
	return Rates{Committed: l.rate("the committed", decimals), Peak: l.rate("the peak", decimals)}
}

// rate takes a rate that was divided by 10 to the power of decimals, and a burst.
func (l *line) rate(which string, decimals int) Rate {
	at := l.pos()
	whole := l.number(which + " rate")
	for range decimals {
		whole = new(big.Int).Mul(whole, big.NewInt(10))
	}
	if decimals > 0 && strings.HasPrefix(l.rest(), ".") {
		l.at++
		digits := l.word()
		part, ok := digitsOf(digits+strings.Repeat("0", max(0, decimals-len(digits))), 10)
		if digits == "" || len(digits) > decimals || !ok {
			l.fail(at, "%s rate is no number with up to %d decimals, of packets or bytes in a microsecond", which, decimals)
			return Rate{}
		}
		whole.Add(whole, part)
	}
	if l.err == nil && !whole.IsUint64() {
		l.fail(at, "%s rate is more than 64 bits hold", which)
		return Rate{}
	}
	l.mark(":", "the : between a rate and a burst")
	return Rate{PerSecond: whole.Uint64(), Burst: l.uint(which+" burst", math.MaxUint64)}
}

// mirroring_add = "mirroring_add" session port [ length ] .
func (l *line) mirroringAdd(at Position) Statement {
	m := &MirroringAdd{Position: at, Session: l.uint32("the session"), Port: l.uint32("the port")}
	if !l.done() {
		m.Length = l.uint32("the length of copies")
	}
	return m
}

// expect_digest = "expect_digest" digest { field ":" value } .
func (l *line) expectDigest(at Position) Statement {
	d := &ExpectDigest{Position: at, Digest: l.name("a digest")}
	for !l.done() {
		name := l.name("a field")
		l.mark(":", "the : of a field")
		from := l.pos()
		v := l.value("the field's value")
		if v.Form == Prefix {
			l.fail(from, "a prefix is for keys; a digest's field takes a number, * digits, a mask or a range")
		}
		d.Fields = append(d.Fields, Key{name, v})
	}
	return d
}
