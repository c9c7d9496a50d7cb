package table

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"up4/internal/arena"
)

// A list table's entries stand as rows in blocks of one page, in the order in which
// they win. A change copies the blocks that it touches, and the list of blocks.

// makeBounds writes which bits of a list table's key have masks, and where its range
// fields are, for all versions.
func (t *state) makeBounds() error {
	var ranges []boundsField
	pad := pad8(t.bytes)
	for i, f := range t.spec.Fields {
		if f.Match == Range {
			ranges = append(ranges, boundsField{At: uint16(t.at[i]), Bytes: uint16(f.Bytes())})
		}
	}
	off, err := t.m.alloc(pad + len(ranges)*boundsFieldBytes)
	if err != nil {
		return err
	}
	masked := arena.Slice[byte](t.m.base, off, pad)
	clear(masked)
	for i, f := range t.spec.Fields {
		if f.Match == Range {
			continue
		}
		for j := range t.field(masked, i) {
			masked[t.at[i]+j] = 0xff
		}
	}
	copy(arena.Slice[boundsField](t.m.base, off+arena.Off(pad), len(ranges)), ranges)
	t.bounds, t.ranges = off, len(ranges)
	return nil
}

func (t *state) rowBytes() int  { return rowHeadBytes + 2*pad8(t.bytes) }
func (t *state) blockRows() int { return (arena.PageSize - chunkBytes) / t.rowBytes() }

func (t *state) block(off arena.Off) *chunk { return arena.At[chunk](t.m.base, off) }

// rows is the bytes of the rows [from, to) of a block.
func (t *state) rows(block arena.Off, from, to int) []byte {
	n := t.rowBytes()
	return arena.Slice[byte](t.m.base, block+chunkBytes+arena.Off(from*n), (to-from)*n)
}

func (t *state) row(block arena.Off, i int) *rowHead {
	return arena.At[rowHead](t.m.base, block+chunkBytes+arena.Off(i*t.rowBytes()))
}

// byRow is the order in which entries of a list table win, by their ids.
func (l *layout) byRow(a, b string) int {
	return cmp.Or(cmp.Compare(prioOf(b), prioOf(a)), strings.Compare(l.pattern(b), l.pattern(a)))
}

// compareRow says where a row stands: before, at or after the place of an id.
func (t *state) compareRow(block arena.Off, i int, id string) int {
	b := t.rows(block, i, i+1)[rowHeadBytes:]
	pad := pad8(t.bytes)
	return cmp.Or(
		cmp.Compare(prioOf(id), t.row(block, i).Priority),
		strings.Compare(id[:t.bytes], string(b[:t.bytes])),
		strings.Compare(t.mask(id), string(b[pad:pad+t.bytes])),
	)
}

// seek is the block and the row at which an entry stands or belongs.
func (t *state) seek(id string) (b, i int) {
	b = sort.Search(len(t.v.blocks), func(b int) bool {
		off := t.v.blocks[b]
		return t.compareRow(off, int(t.block(off).N)-1, id) >= 0
	})
	if b == len(t.v.blocks) {
		return b, 0
	}
	off := t.v.blocks[b]
	return b, sort.Search(int(t.block(off).N), func(i int) bool { return t.compareRow(off, i, id) >= 0 })
}

// ownBlock makes block b writable.
func (t *state) ownBlock(b int) (arena.Off, error) {
	off, err := t.m.own(t.v.blocks[b])
	if err != nil {
		return 0, err
	}
	t.v.blocks[b], t.v.relist = off, true
	return off, nil
}

// newBlock makes an empty block b.
func (t *state) newBlock(b int) (arena.Off, error) {
	off, err := t.m.alloc(arena.PageSize)
	if err != nil {
		return 0, err
	}
	*t.block(off) = chunk{}
	t.v.blocks, t.v.relist = slices.Insert(t.v.blocks, b, off), true
	return off, nil
}

// insertRow adds an entry.
func (t *state) insertRow(id string, rec arena.Off) error {
	b, i := t.seek(id)
	if b == len(t.v.blocks) {
		if b == 0 || int(t.block(t.v.blocks[b-1]).N) == t.blockRows() {
			if _, err := t.newBlock(b); err != nil {
				return err
			}
		} else {
			b--
			i = int(t.block(t.v.blocks[b]).N)
		}
	}
	off, err := t.ownBlock(b)
	if err != nil {
		return err
	}
	if int(t.block(off).N) == t.blockRows() {
		half := 0 // before all of them: a block of its own
		if i > 0 {
			half = t.blockRows() / 2
		}
		next, err := t.splitBlock(b, half)
		if err != nil {
			return err
		}
		if i > half {
			off, i = next, i-half
		}
	}
	n := int(t.block(off).N)
	copy(t.rows(off, i+1, n+1), t.rows(off, i, n))
	to := t.rows(off, i, i+1)
	clear(to)
	*t.row(off, i) = rowHead{Rec: uint32(rec), Priority: prioOf(id)}
	copy(to[rowHeadBytes:], id[:t.bytes])
	copy(to[rowHeadBytes+pad8(t.bytes):], t.mask(id))
	t.block(off).N++
	return nil
}

// splitBlock moves the rows from half on to a new block behind. Precondition: block b
// may be written.
func (t *state) splitBlock(b, half int) (next arena.Off, err error) {
	if next, err = t.newBlock(b + 1); err == nil {
		t.moveRows(t.v.blocks[b], half, next)
	}
	return next, err
}

// moveRows moves the rows from i on behind those of another block.
func (t *state) moveRows(from arena.Off, i int, to arena.Off) {
	n, m := int(t.block(from).N), int(t.block(to).N)
	copy(t.rows(to, m, m+n-i), t.rows(from, i, n))
	t.block(to).N += uint32(n - i)
	t.block(from).N = uint32(i)
}

// removeRow takes an entry out.
func (t *state) removeRow(id string, rec arena.Off) error {
	off, b, i, err := t.ownRow(id, rec)
	if err != nil {
		return err
	}
	n := int(t.block(off).N)
	copy(t.rows(off, i, n-1), t.rows(off, i+1, n))
	t.block(off).N--
	if n == 1 {
		t.dropBlock(b)
		return nil
	}
	// A list of nearly empty blocks would be long to search.
	for _, b := range []int{b, b - 1} {
		if b < 0 || b+1 == len(t.v.blocks) || 4*int(t.block(t.v.blocks[b]).N+t.block(t.v.blocks[b+1]).N) > 3*t.blockRows() {
			continue
		}
		to, err := t.ownBlock(b)
		if err != nil {
			return err
		}
		from, err := t.ownBlock(b + 1)
		if err != nil {
			return err
		}
		t.moveRows(from, 0, to)
		t.dropBlock(b + 1)
		break
	}
	return nil
}

func (t *state) dropBlock(b int) {
	t.m.drop(t.v.blocks[b])
	t.v.blocks, t.v.relist = slices.Delete(t.v.blocks, b, b+1), true
}

// replaceRow puts another record in an entry's place.
func (t *state) replaceRow(id string, old, rec arena.Off) error {
	off, _, i, err := t.ownRow(id, old)
	if err != nil {
		return err
	}
	t.row(off, i).Rec = uint32(rec)
	return nil
}

// ownRow finds an entry's row and makes its block writable.
func (t *state) ownRow(id string, rec arena.Off) (off arena.Off, b, i int, err error) {
	b, i = t.seek(id)
	if b == len(t.v.blocks) || t.row(t.v.blocks[b], i).Rec != uint32(rec) {
		return 0, 0, 0, errCorrupt
	}
	off, err = t.ownBlock(b)
	return off, b, i, err
}

// clearBlocks drops all blocks. The records belong to the caller.
func (t *state) clearBlocks() {
	for _, off := range t.v.blocks {
		t.m.drop(off)
	}
	t.v.relist = t.v.relist || len(t.v.blocks) > 0
	t.v.blocks = nil
}

// listBlocks writes the list of blocks, and returns its first chunk.
func (t *state) listBlocks() (arena.Off, error) {
	first, err := writeChunks(t.m, len(t.v.blocks), 4, func(i int, at arena.Off) {
		*arena.At[uint32](t.m.base, at) = uint32(t.v.blocks[i])
	})
	t.v.relist = false
	return first, err
}

// writeChunks writes n items of the given size as a list of chunks, and returns
// the first, 0 if there are no items.
func writeChunks(m *memory, n, size int, write func(i int, at arena.Off)) (arena.Off, error) {
	each := (arena.PageSize - chunkBytes) / size
	next := arena.Off(0)
	for n > 0 { // the last chunk first, since each names the next
		part := (n-1)%each + 1
		n -= part
		off, err := m.alloc(chunkBytes + part*size)
		if err != nil {
			return 0, err
		}
		*arena.At[chunk](m.base, off) = chunk{N: uint32(part), Next: uint32(next)}
		for i := range part {
			write(n+i, off+chunkBytes+arena.Off(i*size))
		}
		next = off
	}
	return next, nil
}

// dropChunks drops a list of chunks.
func dropChunks(m *memory, first arena.Off) {
	for first != 0 {
		next := arena.Off(arena.At[chunk](m.base, first).Next)
		m.drop(first)
		first = next
	}
}
