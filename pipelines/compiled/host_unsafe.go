package compiled

import (
	"bytes"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strings"
	"unsafe"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/arch/hash"
	"up4/pipelines/lir"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// Host is what code of one shard asks its services of. Its exported fields are for
// generated code; they are set anew for each batch.
type Host struct {
	View table.View
	Hits []unsafe.Pointer // of each table, its counters of hits
	Rec  unsafe.Pointer   // the record of the frames of a batch

	base   unsafe.Pointer
	place  pipelines.Place
	pool   *frame.Pool
	now    func() int64 // ns
	random *rand.PCG
	logs   []lir.Log
}

// At is the address of an offset in the arena.
func (h *Host) At(off arena.Off) unsafe.Pointer { return unsafe.Add(h.base, off) }

// Ptr and Off turn offsets into addresses and back.
func (h *Host) Ptr(off uint64) unsafe.Pointer { return unsafe.Add(h.base, uintptr(uint32(off))) }
func (h *Host) Off(p unsafe.Pointer) uint64   { return uint64(uint32(uintptr(p) - uintptr(h.base))) }

// index is an index of a cell; one that no array can have is -1.
func index(i uint64) int {
	if i > 1<<32 {
		return -1
	}
	return int(i)
}

// Count adds packets and bytes to a cell of a counter.
func (h *Host) Count(array int, cell, packets, bytes uint64) {
	h.place.State.CountMany(h.place.Shard, array, index(cell), packets, bytes)
}

// Meter is the color of a packet of so many bytes, by a cell of a meter.
func (h *Host) Meter(array int, cell, bytes, before uint64) uint64 {
	return uint64(h.place.State.ExecuteColored(array, index(cell), int(bytes), h.now(), state.Color(before)))
}

// Read and Write are of a register's cell of at most 64 bits.
func (h *Host) Read(array int, cell uint64) uint64 {
	v, _ := h.place.State.ReadWord(array, index(cell))
	return v
}

func (h *Host) Write(array int, cell, v uint64) { h.place.State.WriteWord(array, index(cell), v) }

func (h *Host) cellWords(array int, p unsafe.Pointer) []uint64 {
	n := max(1, (h.place.State.Arrays()[array].Bits+63)/64)
	return unsafe.Slice((*uint64)(p), n)
}

// ReadWide and WriteWide are of wider cells: as many words as those have, the least first.
func (h *Host) ReadWide(array int, cell uint64, p unsafe.Pointer) {
	h.place.State.Read(array, index(cell), h.cellWords(array, p))
}

func (h *Host) WriteWide(array int, cell uint64, p unsafe.Pointer) {
	h.place.State.Write(array, index(cell), h.cellWords(array, p))
}

func bytesAt(p unsafe.Pointer, n uint64) []byte { return unsafe.Slice((*byte)(p), n) }

// Hash is one of lir.Algorithms over n bytes.
func (h *Host) Hash(algorithm int, p unsafe.Pointer, n uint64) uint64 {
	data := bytesAt(p, n)
	switch lir.Algorithms[algorithm] {
	case "crc32", "crc32_custom":
		return hash.CRC32(data)
	case "crc16", "crc16_custom":
		return hash.CRC16(data)
	case "csum16":
		return hash.Csum16(data)
	case "xor16":
		return hash.Xor16(data)
	case "random":
		return h.random.Uint64()
	case "lookup3":
		return uint64(hash.Lookup3(data))
	}
	return hash.Identity(data)
}

// Sum is the sum of RFC 1071 over n bytes, not complemented. Words are added as they lie
// in memory: the order of bytes does not matter to it (section 2, B).
func (h *Host) Sum(p unsafe.Pointer, n uint64) uint64 {
	var sum, carry uint64
	for ; n >= 8; n -= 8 {
		sum, carry = bits.Add64(sum, *(*uint64)(p), carry)
		p = unsafe.Add(p, 8)
	}
	var last uint64
	for i := range n {
		last |= uint64(*(*byte)(unsafe.Add(p, i))) << (8 * i)
	}
	sum, carry = bits.Add64(sum, last, carry)
	sum, carry = bits.Add64(sum, 0, carry)
	sum += carry
	sum = sum&0xffffffff + sum>>32
	for range 3 {
		sum = sum&0xffff + sum>>16
	}
	return uint64(bits.ReverseBytes16(uint16(sum)))
}

// Random is 64 random bits.
func (h *Host) Random() uint64 { return h.random.Uint64() }

// Now is the time in ns.
func (h *Host) Now() uint64 { return uint64(h.now()) }

// Digest sends a digest, packed.
func (h *Host) SendDigest(digest int, p unsafe.Pointer, n uint64) {
	if h.place.Digest != nil {
		h.place.Digest(digest, bytes.Clone(bytesAt(p, n)))
	}
}

// SendLog sends a message to people: {} stands for the next value.
func (h *Host) SendLog(message int, p unsafe.Pointer, n uint64) {
	if h.place.Log == nil {
		return
	}
	m := &h.logs[message]
	text, data := m.Text, bytesAt(p, n)
	for _, v := range m.Values {
		size := (v.Bits + 7) / 8
		x := new(big.Int).SetBytes(data[:size])
		if v.Signed && x.Bit(v.Bits-1) == 1 {
			x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(v.Bits)))
		}
		text = strings.Replace(text, "{}", x.String(), 1)
		data = data[size:]
	}
	h.place.Log(text)
}

// Enter begins an @atomic region, Leave ends it.
func (h *Host) Enter() { h.place.State.Enter() }
func (h *Host) Leave() { h.place.State.Leave() }

// Heads is how many head cells there are.
func (h *Host) Heads() int { return h.pool.FreeHeads() }

// TakeHead is where a head of up to frame.MaxHead bytes may be; the arena's first byte if
// there is no cell.
func (h *Host) TakeHead() unsafe.Pointer {
	off, _ := h.pool.TakeHead()
	return h.At(off)
}

// Same is 1 if n bytes are the same.
func (h *Host) Same(p, q unsafe.Pointer, n uint64) uint64 {
	if bytes.Equal(bytesAt(p, n), bytesAt(q, n)) {
		return 1
	}
	return 0
}
