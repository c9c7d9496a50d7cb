package entry

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"up4/pipelines"
	"up4/pipelines/table"
)

// A key is written, by the kind of its field:
//
//	exact    = value
//	lpm      = value [ "/" length ] | any
//	ternary  = value [ "/" length | "&&&" mask ] | any
//	range    = value [ ".." value ] | any
//	optional = value | any
//	any      = "*" | "_"
//
// A value alone is matched in full. Bits that the length or mask leaves out
// must be zero.

// errBits marks a value with bits set where its prefix or mask has none.
var errBits = errors.New("bits set outside of what is matched")

// matched is a key field as read: a value, and a mask of as many bytes; of a range its
// two bounds. prefix is the number of leading ones of a mask, or -1 if it is something
// else.
type matched struct {
	value, mask []byte
	prefix      int
}

// parseMatch reads one key field.
func (f field) parseMatch(s string) (matched, error) {
	v := typeOf(f.Type, f.Bits)
	switch {
	case f.Match == table.Exact:
		b, err := v.parse(s)
		return matched{b, prefixMask(f.Bits, f.Bits), f.Bits}, err
	case f.Match == table.Range:
		return f.parseRange(v, s)
	case s == "*" || s == "_":
		return matched{make([]byte, f.n), make([]byte, f.n), 0}, nil
	case f.Match == table.Optional:
		b, err := v.parse(s)
		if err != nil && strings.ContainsAny(s, "&/") {
			err = errors.New("an optional key is a value, or * for any")
		}
		return matched{b, prefixMask(f.Bits, f.Bits), f.Bits}, err
	}
	if val, mask, ok := strings.Cut(s, "&&&"); ok {
		return f.parseMasked(v, strings.TrimSpace(val), strings.TrimSpace(mask))
	}
	val, length, ok := strings.Cut(s, "/")
	n := f.Bits
	if ok {
		var err error
		n, err = strconv.Atoi(length)
		if err != nil || n < 0 || n > f.Bits || length[0] == '+' {
			return matched{}, fmt.Errorf("a prefix length is 0 to %d, got %s", f.Bits, quote(length))
		}
	}
	b, err := v.parse(val)
	if err != nil {
		return matched{}, v.expectedPrefix(s, val, err)
	}
	m := matched{b, prefixMask(f.Bits, n), n}
	if clean, ok := masked(b, m.mask); !ok {
		return m, fmt.Errorf("%s has %w; did you mean %s/%d?", s, errBits, v.print(clean), n)
	}
	return m, nil
}

func (f field) parseRange(v typed, s string) (matched, error) {
	if s == "*" || s == "_" {
		return matched{make([]byte, f.n), prefixMask(f.Bits, f.Bits), -1}, nil
	}
	first, last, two := strings.Cut(s, "..")
	low, err := v.parse(first)
	if err != nil || !two {
		return matched{low, low, -1}, err
	}
	high, err := v.parse(last)
	if err == nil && bytes.Compare(low, high) > 0 {
		err = fmt.Errorf("a range is from the lower value to the higher, got %s", quote(s))
	}
	return matched{low, high, -1}, err
}

func (f field) printRange(v typed, m matched) string {
	switch {
	case bytes.Equal(m.value, make([]byte, f.n)) && bytes.Equal(m.mask, prefixMask(f.Bits, f.Bits)):
		return "*"
	case bytes.Equal(m.value, m.mask):
		return v.print(m.value)
	}
	return v.print(m.value) + ".." + v.print(m.mask)
}

// expectedPrefix speaks of a prefix where val, the first part of s, was no value
// of any kind.
func (v typed) expectedPrefix(s, val string, err error) error {
	if v.isAddress() {
		if _, ok := number(val); !ok {
			return fmt.Errorf("expected an %s prefix such as %s, got %s", v.family(), v.network(), quote(s))
		}
	}
	return err
}

func (v typed) family() string {
	if v.typ == pipelines.IPv4 {
		return "IPv4"
	}
	return "IPv6"
}

func (f field) parseMasked(v typed, val, mask string) (matched, error) {
	if f.Match == table.LPM {
		return matched{}, fmt.Errorf("expected a prefix such as %s, not a mask", v.network())
	}
	b, err := v.parse(val)
	if err != nil {
		return matched{}, err
	}
	m, err := v.parseMask(mask)
	if err != nil {
		return matched{}, fmt.Errorf("mask: %w", err)
	}
	out := matched{b, m, prefixOf(m, f.Bits)}
	if clean, ok := masked(b, m); !ok {
		return out, fmt.Errorf("%s&&&%s has %w; did you mean %s&&&%s?", val, mask, errBits, v.print(clean), v.printMask(m))
	}
	return out, nil
}

// printMatch is the canonical form of one key field.
func (f field) printMatch(m matched) string {
	v := typeOf(f.Type, f.Bits)
	switch {
	case f.Match == table.Exact:
		return v.print(m.value)
	case f.Match == table.Range:
		return f.printRange(v, m)
	case f.Match == table.LPM && m.prefix >= 0:
		return v.print(m.value) + "/" + strconv.Itoa(m.prefix)
	case m.prefix == 0:
		return "*"
	case m.prefix == f.Bits:
		return v.print(m.value)
	case m.prefix > 0 && v.isAddress():
		return v.print(m.value) + "/" + strconv.Itoa(m.prefix)
	}
	return v.print(m.value) + "&&&" + v.printMask(m.mask)
}

// example is a value of the key as it is printed.
func (f field) example() string {
	v := typeOf(f.Type, f.Bits)
	if f.Match == table.LPM || f.Match == table.Ternary && v.isAddress() {
		return v.network()
	}
	if f.Match == table.Range && f.Bits > 4 {
		return v.example() + ".." + v.print(prefixMask(f.Bits, f.Bits))
	}
	return v.example()
}

// prefixMask has the n leading of bits set, right-aligned in whole bytes.
func prefixMask(bits, n int) []byte {
	m := make([]byte, (bits+7)/8)
	first := len(m)*8 - bits
	for i := first; i < first+n; i++ {
		m[i/8] |= 0x80 >> (i % 8)
	}
	return m
}

// prefixOf is the length of a mask that is a prefix, -1 for others.
func prefixOf(mask []byte, bits int) int {
	n := 0
	first := len(mask)*8 - bits
	for i := first; i < len(mask)*8 && mask[i/8]&(0x80>>(i%8)) != 0; i++ {
		n++
	}
	if !bytes.Equal(mask, prefixMask(bits, n)) {
		return -1
	}
	return n
}

// masked is b under mask, and whether that changes nothing.
func masked(b, mask []byte) ([]byte, bool) {
	out := make([]byte, len(b))
	for i := range b {
		out[i] = b[i] & mask[i]
	}
	return out, bytes.Equal(out, b)
}
