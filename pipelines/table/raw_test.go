package table

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"

	"up4/internal/arena"
)

// raw reads tables as the package comment describes them, byte by byte from the
// arena, as a reader in another language would. It uses nothing of the package
// but the comment.
type raw struct{ arena []byte }

func (r raw) u16(off uint32) uint16 { return binary.LittleEndian.Uint16(r.arena[off:]) }
func (r raw) u32(off uint32) uint32 { return binary.LittleEndian.Uint32(r.arena[off:]) }
func (r raw) u64(off uint32) uint64 { return binary.LittleEndian.Uint64(r.arena[off:]) }

// find gives the record of a packed key in a table.
func (r raw) find(root uint32, table int, key []byte) uint32 {
	d := r.u32(root + 24 + 4*uint32(table))
	words := make([]uint64, r.u32(d+36))
	for i, b := range key {
		words[i/8] |= uint64(b) << (i % 8 * 8)
	}
	miss := r.u32(d + 12)
	switch r.arena[d] {
	case 0:
		if rec := r.probe(d, r.u64(d+24), words, 0); rec != 0 {
			return rec
		}
	case 1:
		v := uint32(0)
		for _, b := range key {
			v = v<<8 | uint32(b)
		}
		v <<= r.u32(d + 20)
		slot := r.u32(d+16) | 1
		for ; slot&1 == 1; v <<= 8 {
			slot = r.u32(slot - 1 + v>>24*4)
		}
		if slot != 0 {
			return slot
		}
	case 2:
		return r.tuple(d, words, miss)
	case 3:
		return r.list(d, key, words, miss)
	}
	return miss
}

func (r raw) list(d uint32, key []byte, words []uint64, miss uint32) uint32 {
	n, bounds := uint32(len(words)), r.u32(d+16)
	for chunk := r.u32(d + 32); chunk != 0; chunk = r.u32(chunk + 4) {
		for i := range r.u32(chunk) {
			block := r.u32(chunk + 16 + 4*i)
			for j := range r.u32(block) {
				row := block + 16 + j*(8+16*n)
				if r.row(bounds, r.u32(d+20), row, key, words) {
					return r.u32(row)
				}
			}
		}
	}
	return miss
}

func (r raw) row(bounds, ranges, row uint32, key []byte, words []uint64) bool {
	n := uint32(len(words))
	for i, w := range words {
		at := 8 * uint32(i)
		if (w^r.u64(row+8+at))&r.u64(row+8+8*n+at)&r.u64(bounds+at) != 0 {
			return false
		}
	}
	for i := range ranges {
		at, size := uint32(r.u16(bounds+8*n+4*i)), uint32(r.u16(bounds+8*n+4*i+2))
		number := func(b []byte) *big.Int { return new(big.Int).SetBytes(b[at : at+size]) }
		v := number(key)
		if v.Cmp(number(r.arena[row+8:])) < 0 || v.Cmp(number(r.arena[row+8+8*n:])) > 0 {
			return false
		}
	}
	return true
}

func (r raw) tuple(d uint32, words []uint64, best uint32) uint32 {
	n := uint32(len(words))
	prio, rank := int32(-1), uint32(0)
	for chunk := r.u32(d + 32); chunk != 0; chunk = r.u32(chunk + 4) {
		for i := range r.u32(chunk) {
			g := chunk + 16 + i*(24+8*n)
			if int32(r.u32(g)) < prio {
				return best
			}
			masked := make([]uint64, n)
			for j := range masked {
				masked[j] = words[j] & r.u64(g+24+8*uint32(j))
			}
			rec := r.probe(d, r.u64(g+8), masked, r.u32(g+16))
			if rec == 0 {
				continue
			}
			if p := int32(r.u32(rec - 8*n - 8)); p > prio || p == prio && r.u32(g+4) < rank {
				best, prio, rank = rec, p, r.u32(g+4)
			}
		}
	}
	return best
}

// probe is the search of a hash table; 0 if the key is not there.
func (r raw) probe(d uint32, h uint64, words []uint64, mask uint32) uint32 {
	for _, w := range words {
		h = (h ^ w) * 0xbf58476d1ce4e5b9
		h ^= h >> 32
	}
	h *= 0x94d049bb133111eb
	slot := r.u32(r.u32(d+16) + uint32(h>>r.u32(d+20))*4)
	if slot&1 == 0 {
		slot = r.u32(slot + uint32(h>>44&1023)*4)
	}
	n := uint32(len(words))
	for i := range uint64(64) {
		line := slot - 1 + uint32((h>>38+i)%64)*64
		for j := range uint32(7) {
			rec := r.u32(line + 12 + 8*j)
			if r.arena[line+j] != byte(h>>24&0x7f|0x80) || r.u32(line+8+8*j) != uint32(h>>32) {
				continue
			}
			same := r.arena[d] == 0 || r.u32(rec-8*n-4) == mask
			for k, w := range words {
				same = same && r.u64(rec-8*n+8*uint32(k)) == w
			}
			if same {
				return rec
			}
		}
		if r.arena[line+7] == 0 {
			break
		}
	}
	return 0
}

// group gives port and replication id of each replica.
func (r raw) group(root uint32, id uint16) (out []Replica) {
	if dir := r.u32(r.u32(root+16) + uint32(id>>8)*4); dir != 0 {
		if g := r.u32(dir + uint32(id&255)*4); g != 0 {
			for i := range uint32(r.u64(g)) {
				out = append(out, Replica{r.u16(g + 8 + 4*i), r.u16(g + 10 + 4*i)})
			}
		}
	}
	return out
}

// TestLayoutAsDocumented fills tables of every kind and reads them by raw and by
// View.
func TestLayoutAsDocumented(t *testing.T) {
	specs := testSpecs()
	const region = 64 << 20
	a, err := arena.New(region + 2*arena.PageSize)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	s, err := NewStore(a, region, specs)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	seen := map[string]bool{}
	var ops []Op
	for tab := range specs {
		for range 2000 * min(1, len(specs[tab].Fields)) {
			op := Op{Kind: Insert, Table: tab, Entry: randomEntry(rng, &specs[tab])}
			e := op.Entry
			id := string(binary.BigEndian.AppendUint64(append(append([]byte{byte(tab)}, e.Key...), e.Mask...), uint64(e.PrefixLen)<<32|uint64(e.Priority)))
			if !seen[id] {
				seen[id] = true
				ops = append(ops, op)
			}
		}
	}
	mustApply(t, s, ops...)
	if _, err := s.SetGroup(0x1234, []Replica{{7, 1}, {9, 2}}); err != nil {
		t.Fatal(err)
	}
	root := s.Root()
	r, v := raw{a.Bytes(0, int(a.Size()))}, Open(a.Base(), root)
	if r.u32(uint32(root)) != 0x54347075 || int(r.u32(uint32(root)+4)) != len(specs) || r.u64(uint32(root)+8) != 3 {
		t.Errorf("the root is %x", r.arena[root:root+24])
	}
	for range 20000 {
		tab := rng.IntN(len(specs))
		key := randomEntry(rng, &specs[tab]).Key
		rec := r.find(uint32(root), tab, key)
		got := find(v, specs, tab, key)
		n := specs[tab].DataBytes[got.Action]
		if r.u16(rec) != got.Action || r.u32(rec+4) != got.Hit || !bytes.Equal(r.arena[rec+8:rec+8+uint32(n)], got.Data(n)) {
			t.Fatalf("table %s, key %x: record %+v, the raw reader found %x", specs[tab].Name, key, *got, r.arena[rec:rec+24])
		}
	}
	if g := r.group(uint32(root), 0x1234); len(g) != 2 || g[0] != (Replica{7, 1}) || g[1] != (Replica{9, 2}) || r.group(uint32(root), 1) != nil {
		t.Errorf("group %v", g)
	}
}
