package frame

import (
	"encoding/hex"
	"testing"
	"unsafe"

	"up4/internal/arena"
)

func TestDescLayout(t *testing.T) {
	var d Desc
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"size", unsafe.Sizeof(d), 32},
		{"head", unsafe.Offsetof(d.Head), 0},
		{"body", unsafe.Offsetof(d.Body), 4},
		{"headLen", unsafe.Offsetof(d.HeadLen), 8},
		{"bodyLen", unsafe.Offsetof(d.BodyLen), 10},
		{"ingress", unsafe.Offsetof(d.Ingress), 12},
		{"egress", unsafe.Offsetof(d.Egress), 14},
		{"group", unsafe.Offsetof(d.Group), 16},
		{"rid", unsafe.Offsetof(d.RID), 18},
		{"home", unsafe.Offsetof(d.Home), 20},
		{"stamp", unsafe.Offsetof(d.Stamp), 24},
		{"bucket", unsafe.Offsetof(d.Bucket), 28},
		{"reason", unsafe.Offsetof(d.Reason), 29},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
	if slabStride%4096 == 0 {
		t.Errorf("slab stride %d is a multiple of the page size", slabStride)
	}
}

func newPool(t *testing.T, size PoolSize) *Pool {
	t.Helper()
	a, err := arena.New(size.Bytes() + 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPool(a, 3, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return p
}

func TestPoolHandsOutEachPieceOnce(t *testing.T) {
	p := newPool(t, PoolSize{Slabs: 5, HeadCells: 3, Cells: 4})
	seen := map[arena.Off]bool{}
	var handles []Handle
	for {
		h, off, ok := p.TakeSlab()
		if !ok {
			break
		}
		if h.Shard() != 3 || seen[off] {
			t.Fatalf("handle %#x at %d: shard %d, seen %v", h, off, h.Shard(), seen[off])
		}
		seen[off] = true
		handles = append(handles, h)
	}
	for {
		h, off, ok := p.TakeCell()
		if !ok {
			break
		}
		if h.Shard() != 3 || seen[off] {
			t.Fatalf("cell %#x at %d", h, off)
		}
		seen[off] = true
		handles = append(handles, h)
	}
	if len(handles) != 9 {
		t.Fatalf("%d pieces, want 9", len(handles))
	}
	for _, h := range handles {
		p.Retain(h, 2)
		p.Release(h, 1)
		if p.Refs(h) != 2 {
			t.Errorf("refs of %#x: %d, want 2", h, p.Refs(h))
		}
		p.Release(h, 2)
	}
	if p.FreeSlabs() != 5 || p.FreeCells() != 4 {
		t.Errorf("free: %d slabs, %d cells", p.FreeSlabs(), p.FreeCells())
	}
	for range 3 {
		if off, ok := p.TakeHead(); !ok || off%8 != 0 {
			t.Fatalf("head cell %d %v", off, ok)
		}
	}
	if _, ok := p.TakeHead(); ok {
		t.Error("a fourth head cell")
	}
	p.ResetHeads()
	if p.FreeHeads() != 3 {
		t.Errorf("free heads: %d", p.FreeHeads())
	}
}

func mustHex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBucketIsSymmetric(t *testing.T) {
	const eth = "0200000000010200000000020800"
	const rev = "0200000000020200000000010800"
	a := mustHex(t, eth+"4500002800000000401100000a0000010a000002"+"04d2162e00000000")
	b := mustHex(t, rev+"4500002800000000401100000a0000020a000001"+"162e04d200000000")
	if Bucket(a) != Bucket(b) {
		t.Errorf("IPv4 UDP: %d and %d", Bucket(a), Bucket(b))
	}
	v6 := "0200000000010200000000" + "0286dd" + "6000000000080640"
	x, y := "20010db8000000000000000000000001", "20010db8000000000000000000000002"
	a = mustHex(t, v6+x+y+"04d2162e00000000")
	b = mustHex(t, v6+y+x+"162e04d200000000")
	if Bucket(a) != Bucket(b) {
		t.Errorf("IPv6 TCP: %d and %d", Bucket(a), Bucket(b))
	}
	a = mustHex(t, "0200000000010200000000020806"+"0001")
	b = mustHex(t, "0200000000020200000000010806"+"0001")
	if Bucket(a) != Bucket(b) {
		t.Errorf("ARP: %d and %d", Bucket(a), Bucket(b))
	}
	// First and second fragment of one packet share a bucket.
	a = mustHex(t, eth+"4500002800002000401100000a0000010a000002"+"04d2162e00000000")
	b = mustHex(t, eth+"4500002800000001401100000a0000010a000002"+"ffffeeee00000000")
	if Bucket(a) != Bucket(b) {
		t.Errorf("fragments: %d and %d", Bucket(a), Bucket(b))
	}
}

func TestBucketSpreads(t *testing.T) {
	f := mustHex(t, "0200000000010200000000020800"+"4500002800000000401100000a0000010a000002"+"04d2162e00000000")
	var hist [64]int
	for i := range 64 * 256 {
		f[34], f[35] = byte(i>>8), byte(i)
		hist[Bucket(f)]++
	}
	for b, n := range hist {
		if n < 128 || n > 512 {
			t.Errorf("bucket %d holds %d of %d flows, mean 256", b, n, 64*256)
		}
	}
}

func FuzzBucket(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if n := Bucket(b); n > 63 {
			t.Fatalf("bucket %d", n)
		}
	})
}
