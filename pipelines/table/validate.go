package table

import (
	"bytes"
	"fmt"
	"math"
)

// layout is where a table's fields lie in its packed key.
type layout struct {
	spec   Spec
	kind   kind
	match  Match // of the table as a whole
	bytes  int   // of a packed key
	at     []int // offset of each field
	lpm    int   // index of the LPM field, of several the last one, -1 for none
	prefix bool  // entries have a prefix length
	masked bool  // entries have a mask
	ranked bool  // entries have a mask and a priority
}

// Match is how the table matches as a whole: Exact, LPM, Ternary or Range.
func (s *Spec) Match() Match {
	m := Exact
	for _, f := range s.Fields {
		if f.Match == Optional {
			f.Match = Ternary
		}
		m = max(m, f.Match)
	}
	return m
}

// HitSlots is how many hit counters a replica needs for the table: index 0 for
// misses, twice Size, since the counters of deleted entries stay theirs until
// the grace period has passed while new entries have theirs already, and some
// more, so that a small table can change many times in one grace period.
func (s *Spec) HitSlots() int { return 1 + 2*s.Size + hitSlack }

const hitSlack = 63

// newLayout checks a spec.
func newLayout(s Spec) (*layout, error) {
	l := &layout{spec: s, match: s.Match(), lpm: -1, ranked: s.Ranked(), masked: s.Masked()}
	bad := func(format string, args ...any) (*layout, error) {
		return nil, fmt.Errorf("table %s: %s", s.Name, fmt.Sprintf(format, args...))
	}
	ranges := 0
	for i, f := range s.Fields {
		if f.Bits <= 0 || f.Bits > 8*MaxKeyBytes {
			return bad("key field %s is %d bits wide", f.Name, f.Bits)
		}
		if f.Match > Optional {
			return bad("key field %s has an unknown match kind", f.Name)
		}
		if f.Match == Range {
			ranges++
		}
		if f.Match == LPM {
			l.lpm = i
		}
		l.at = append(l.at, l.bytes)
		l.bytes += f.Bytes()
	}
	switch {
	case l.bytes > MaxKeyBytes:
		return bad("the key is %d bytes long, %d at most", l.bytes, MaxKeyBytes)
	case ranges > maxRanges:
		return bad("%d key fields are ranges, %d at most", ranges, maxRanges)
	case s.Size < 0 || s.Size > math.MaxInt32/2:
		return bad("size %d is out of range", s.Size)
	case s.Actions < 1 || s.Actions > math.MaxUint16+1:
		return bad("%d actions", s.Actions)
	case len(s.DataBytes) != s.Actions:
		return bad("%d actions but %d parameter lengths", s.Actions, len(s.DataBytes))
	case s.KeyBytes() == 0:
		l.spec.Size = 0 // there is nothing to tell entries apart by
	}
	for i, n := range s.DataBytes {
		if n < 0 || n > MaxDataBytes {
			return bad("action %d has %d bytes of parameters, %d at most", i, n, MaxDataBytes)
		}
	}
	l.prefix = l.match == LPM
	switch {
	case l.match == Exact:
		l.kind = kindExact
	case l.match == LPM && len(s.Fields) == 1 && s.Fields[0].Bits <= 32:
		l.kind = kindTrie
	case l.match == Range:
		l.kind = kindList
	default:
		l.kind = kindTuple
	}
	if err := l.checkAction(s.DefaultAction, s.DefaultData); err != nil {
		return nil, fmt.Errorf("default action: %w", err)
	}
	return l, nil
}

// invalid is an ErrInvalid with a reason.
func (l *layout) invalid(format string, args ...any) error {
	return fmt.Errorf("%w: table %s: %s", ErrInvalid, l.spec.Name, fmt.Sprintf(format, args...))
}

func (l *layout) checkAction(action uint16, data []byte) error {
	if int(action) >= l.spec.Actions {
		return l.invalid("action %d does not exist, there are %d", action, l.spec.Actions)
	}
	if want := l.spec.DataBytes[action]; len(data) != want {
		return l.invalid("action %d takes %d bytes of parameters, not %d", action, want, len(data))
	}
	return nil
}

// checkKeyless checks the entry of a SetDefault or Clear, which name no key.
func (l *layout) checkKeyless(e *Entry) error {
	if len(e.Key) != 0 || len(e.Mask) != 0 || e.PrefixLen != 0 || e.Priority != 0 {
		return l.invalid("this operation takes no key, mask, prefix length or priority")
	}
	return nil
}

// checkMatch checks what names an entry.
func (l *layout) checkMatch(e *Entry) error {
	if len(l.spec.Fields) == 0 {
		return l.invalid("it has no key and so no entries")
	}
	if len(e.Key) != l.bytes {
		return l.invalid("the key is %d bytes long, not %d", len(e.Key), l.bytes)
	}
	for i, f := range l.spec.Fields {
		if over := excess(l.field(e.Key, i), f.Bits); over != 0 {
			return l.invalid("%s: the value has bits above its %d bits", f.Name, f.Bits)
		}
	}
	if l.ranked {
		return l.checkRanked(e)
	}
	switch {
	case e.Priority != 0:
		return l.invalid("a priority is for ternary and range tables, this one is %s", l.match)
	case l.masked:
		return l.checkPrefixes(e)
	case len(e.Mask) != 0:
		return l.invalid("a mask is for ternary and range tables, this one is %s", l.match)
	case !l.prefix && e.PrefixLen != 0:
		return l.invalid("a prefix length is for lpm tables, this one is %s", l.match)
	}
	if !l.prefix {
		return nil
	}
	f := l.spec.Fields[l.lpm]
	if e.PrefixLen < 0 || e.PrefixLen > f.Bits {
		return l.invalid("%s: prefix length %d is not in 0–%d", f.Name, e.PrefixLen, f.Bits)
	}
	if v := l.field(e.Key, l.lpm); !tailZero(v, f.Bits, e.PrefixLen) {
		return l.invalid("%s: the value has bits set below its prefix of %d bits", f.Name, e.PrefixLen)
	}
	return nil
}

// checkRanked checks the masks, bounds and priority of an entry.
func (l *layout) checkRanked(e *Entry) error {
	switch {
	case len(e.Mask) != l.bytes:
		return l.invalid("the mask is %d bytes long, not %d", len(e.Mask), l.bytes)
	case e.PrefixLen != 0:
		return l.invalid("a %s table takes masks, no prefix length", l.match)
	case e.Priority <= 0:
		return l.invalid("priority %d is not above zero", e.Priority)
	}
	return l.checkFields(e)
}

// checkPrefixes checks the masks of an entry of a table with several LPM fields, and
// the sum of their lengths.
func (l *layout) checkPrefixes(e *Entry) error {
	if len(e.Mask) != l.bytes {
		return l.invalid("the mask is %d bytes long, not %d: it says the prefixes of several lpm fields", len(e.Mask), l.bytes)
	}
	if err := l.checkFields(e); err != nil {
		return err
	}
	sum := 0
	for i, f := range l.spec.Fields {
		if f.Match == LPM {
			n, _ := leadingOnes(l.field(e.Mask, i), f.Bits)
			sum += n
		}
	}
	if e.PrefixLen != sum {
		return l.invalid("prefix length %d is not %d, the sum of those of its masks", e.PrefixLen, sum)
	}
	return nil
}

// checkFields checks the masks and bounds of an entry.
func (l *layout) checkFields(e *Entry) error {
	for i, f := range l.spec.Fields {
		check := l.checkMask
		if f.Match == Range {
			check = l.checkRange
		}
		if err := check(f, l.field(e.Key, i), l.field(e.Mask, i)); err != nil {
			return err
		}
	}
	return nil
}

func (l *layout) checkRange(f Field, lo, hi []byte) error {
	switch {
	case excess(hi, f.Bits) != 0:
		return l.invalid("%s: the upper bound has bits above its %d bits", f.Name, f.Bits)
	case bytes.Compare(lo, hi) > 0:
		return l.invalid("%s: the lower bound of the range is above the upper one", f.Name)
	}
	return nil
}

func (l *layout) checkMask(f Field, v, m []byte) error {
	if excess(m, f.Bits) != 0 {
		return l.invalid("%s: the mask has bits above its %d bits", f.Name, f.Bits)
	}
	for j := range v {
		if v[j]&^m[j] != 0 {
			return l.invalid("%s: the value has bits set outside its mask", f.Name)
		}
	}
	n, prefix := leadingOnes(m, f.Bits)
	switch {
	case f.Match == Exact && n != f.Bits:
		return l.invalid("%s: an exact field needs a mask of all its %d bits", f.Name, f.Bits)
	case f.Match == Optional && n != f.Bits && (n != 0 || !prefix):
		return l.invalid("%s: an optional field needs a mask of all its %d bits or of none", f.Name, f.Bits)
	case f.Match == LPM && !prefix:
		return l.invalid("%s: an lpm field needs a prefix for a mask", f.Name)
	}
	return nil
}

// field is the i-th field of a packed key or mask.
func (l *layout) field(key []byte, i int) []byte {
	return key[l.at[i] : l.at[i]+l.spec.Fields[i].Bytes()]
}

// excess is the bits of a value above its width.
func excess(v []byte, width int) byte {
	return v[0] & byte(0xff<<(8-(8*len(v)-width)))
}

// bitAt is bit i of a value of the given width, 0 the most significant.
func bitAt(v []byte, width, i int) byte {
	i += 8*len(v) - width
	return v[i/8] >> (7 - i%8) & 1
}

// tailZero says whether all bits from the first n on are zero.
func tailZero(v []byte, width, n int) bool {
	for i := n; i < width; i++ {
		if bitAt(v, width, i) != 0 {
			return false
		}
	}
	return true
}

// leadingOnes is how many bits of a mask are set before the first that is not,
// and whether there are no others.
func leadingOnes(m []byte, width int) (n int, prefix bool) {
	for n < width && bitAt(m, width, n) == 1 {
		n++
	}
	return n, tailZero(m, width, n)
}

// setPrefix writes a mask of the first n bits.
func setPrefix(m []byte, width, n int) {
	clear(m)
	for i := range n {
		i += 8*len(m) - width
		m[i/8] |= 1 << (7 - i%8)
	}
}
