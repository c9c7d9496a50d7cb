// Package random makes P4 programs by chance, for tests: well-typed ones by grammar
// (Program, PSA, Own), and broken ones by grafting parts of programs into others
// (Graft) or by changing tokens (Mangle).
// What it draws is decided by bytes, so that a fuzzer that changes bytes changes
// programs. It knows no checker and no back end.
package random

// Choice decides. It takes its decisions from bytes, and, when they are used up,
// from a generator seeded by them.
type Choice struct {
	data  []byte
	state uint64
}

// NewChoice makes a Choice of data.
func NewChoice(data []byte) *Choice {
	c := &Choice{data: data, state: 0x9e3779b97f4a7c15}
	for _, b := range data {
		c.state = (c.state ^ uint64(b)) * 0x100000001b3
	}
	return c
}

func (c *Choice) byte() byte {
	if len(c.data) > 0 {
		b := c.data[0]
		c.data = c.data[1:]
		return b
	}
	// splitmix64
	c.state += 0x9e3779b97f4a7c15
	z := c.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return byte(z >> 56)
}

// N is one of 0 to n-1. Precondition: 0 < n ≤ 65536.
func (c *Choice) N(n int) int {
	if n <= 1 {
		return 0
	}
	v := int(c.byte())
	if n > 256 {
		v = v<<8 | int(c.byte())
	}
	return v % n
}

// Chance is true once in n times.
func (c *Choice) Chance(n int) bool { return c.N(n) == 0 }

// pick is one of a list.
func pick[T any](c *Choice, list []T) T { return list[c.N(len(list))] }
