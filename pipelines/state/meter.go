package state

import (
	"errors"
	"fmt"
	"math/bits"
)

// Color is what a meter says of a packet.
type Color uint8

// The colors, with the numbers of V1MODEL_METER_COLOR_*.
const (
	Green Color = iota
	Yellow
	Red
)

func (c Color) String() string { return [...]string{"green", "yellow", "red"}[c] }

// Rates are those of a two rate three color marker (RFC 2698, section 2): rates in packets
// or bytes a second, bursts in packets or bytes.
type Rates struct{ CIR, CBS, PIR, PBS uint64 }

// Limits of Rates.
const (
	MaxRate  = 1 << 40
	MaxBurst = 1 << 33
)

// ErrRates is wrapped where rates are no meter's.
var ErrRates = errors.New("invalid rates")

// The words of a meter's cell.
const (
	wordCIR = iota
	wordCBS
	wordPIR
	wordPBS
	wordCommitted // tokens, in billionths
	wordPeak
	wordLast // ns
	wordOn   // meterOff, meterFresh or meterUsed
	meterWords
)

// What a meter's wordOn says.
const (
	meterOff   = iota // not configured
	meterFresh        // configured, and no packet so far
	meterUsed         // wordLast is set
)

const billion = 1_000_000_000

// Configure sets a meter's rates; its buckets are full then. The zero Rates switch it
// off: every packet is green.
func (s *State) Configure(array, i int, r Rates) error {
	switch {
	case r.PIR < r.CIR:
		return fmt.Errorf("%w: the peak rate %d is less than the committed rate %d (RFC 2698, 2)", ErrRates, r.PIR, r.CIR)
	case r.PIR > MaxRate || r.PBS > MaxBurst || r.CBS > MaxBurst:
		return fmt.Errorf("%w: rates are at most %d, bursts at most %d", ErrRates, uint64(MaxRate), uint64(MaxBurst))
	}
	if a := &s.arrays[array]; a.Kind != Meter {
		return fmt.Errorf("%w: %s is a %s", ErrRates, a.Name, a.Kind)
	}
	w := s.cell(array, 0, i)
	if w == nil {
		return fmt.Errorf("%w: %s has no cell %d", ErrRates, s.arrays[array].Name, i)
	}
	stripe := s.Lock(array, i)
	w[wordCIR], w[wordCBS], w[wordPIR], w[wordPBS] = r.CIR, r.CBS, r.PIR, r.PBS
	w[wordCommitted], w[wordPeak] = r.CBS*billion, r.PBS*billion
	w[wordLast], w[wordOn] = 0, meterFresh
	if r == (Rates{}) {
		w[wordOn] = meterOff
	}
	s.Unlock(stripe)
	return nil
}

// Rates are a meter's; false if it is not configured.
func (s *State) Rates(array, i int) (Rates, bool) {
	w := s.cell(array, 0, i)
	if w == nil || s.arrays[array].Kind != Meter {
		return Rates{}, false
	}
	stripe := s.Lock(array, i)
	r, on := Rates{w[wordCIR], w[wordCBS], w[wordPIR], w[wordPBS]}, w[wordOn] != meterOff
	s.Unlock(stripe)
	return r, on
}

// Execute marks a packet of so many bytes that is here at now, in ns of a clock that
// does not go back, color-blind (RFC 2698, 3). A meter that is not configured, or not
// there (see Has), says green.
func (s *State) Execute(array, i, bytes int, now int64) Color {
	return s.ExecuteColored(array, i, bytes, now, Green)
}

// ExecuteColored is Execute for a packet that has a color: it can only become worse
// (RFC 2698, 3, color-aware).
func (s *State) ExecuteColored(array, i, bytes int, now int64, was Color) Color {
	w := s.cell(array, 0, i)
	if w == nil {
		return was
	}
	cost := uint64(billion)
	if s.arrays[array].Unit == Bytes {
		cost *= uint64(bytes)
	}
	stripe := s.Lock(array, i)
	defer s.Unlock(stripe)
	switch last := int64(w[wordLast]); {
	case w[wordOn] == meterOff:
		return was
	case w[wordOn] == meterFresh:
		w[wordOn], w[wordLast] = meterUsed, uint64(now)
	case now > last:
		passed := uint64(now) - uint64(last)
		w[wordCommitted] = filled(w[wordCommitted], w[wordCIR], passed, w[wordCBS]*billion)
		w[wordPeak] = filled(w[wordPeak], w[wordPIR], passed, w[wordPBS]*billion)
		w[wordLast] = uint64(now)
	}
	switch {
	case was == Red || w[wordPeak] < cost:
		return Red
	case was == Yellow || w[wordCommitted] < cost:
		w[wordPeak] -= cost
		return Yellow
	}
	w[wordPeak] -= cost
	w[wordCommitted] -= cost
	return Green
}

// filled is a bucket's tokens after some ns at a rate a second: rate × ns billionths
// more, and no more than fit.
func filled(tokens, rate, ns, most uint64) uint64 {
	over, more := bits.Mul64(rate, ns)
	sum, carry := bits.Add64(tokens, more, 0)
	if over != 0 || carry != 0 || sum > most {
		return most
	}
	return sum
}
