package compiled

import (
	"encoding/binary"

	"up4/pipelines/lower"
)

// record is one packet's.
type record struct {
	bytes []byte
	low   *lower.Lowered
}

func (r record) word(at int) uint64       { return binary.LittleEndian.Uint64(r.bytes[at:]) }
func (r record) setWord(at int, v uint64) { binary.LittleEndian.PutUint64(r.bytes[at:], v) }

// get is a slot by name; one that the program has no use for is 0.
func (r record) get(name string) uint64 {
	if at, ok := r.low.Slots[name]; ok {
		return r.word(at)
	}
	return 0
}

func (r record) set(name string, v uint64) {
	if at, ok := r.low.Slots[name]; ok {
		r.setWord(at, v)
	}
}

// takeFlag is a slot by name, which is 0 afterwards.
func (r record) takeFlag(name string) uint64 {
	v := r.get(name)
	if v != 0 {
		r.set(name, 0)
	}
	return v
}
