package arena

import (
	"errors"
	"testing"
)

func TestAllocIsAlignedAndDisjoint(t *testing.T) {
	a, err := New(64 << 10)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	last := Off(PageSize - 1) // nothing may lie in the first page
	for _, c := range []struct{ n, align uint64 }{{1, 1}, {3, 64}, {100, 8}, {1, 4096}, {0, 1}, {64, 64}} {
		off, err := a.Alloc(c.n, c.align)
		if err != nil {
			t.Fatal(err)
		}
		if uint64(off)%c.align != 0 || off <= last {
			t.Errorf("%d bytes aligned to %d at %d, after %d", c.n, c.align, off, last)
		}
		last = off + Off(c.n) - 1
		for i, b := range a.Bytes(off, int(c.n)) {
			if b != 0 {
				t.Errorf("byte %d is not zero", i)
			}
		}
	}
	for _, align := range []uint64{0, 3, 12} {
		if _, err := a.Alloc(8, align); err == nil {
			t.Errorf("alignment %d was accepted", align)
		}
	}
}

func TestAllocUntilFull(t *testing.T) {
	a, err := New(16 << 10)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.Size() != 16<<10 || a.Free() != 12<<10 {
		t.Errorf("size %d, free %d", a.Size(), a.Free())
	}
	if _, err := a.Alloc(12<<10, 1); err != nil {
		t.Error(err)
	}
	for _, n := range []uint64{1, 1 << 40, ^uint64(0)} {
		if _, err := a.Alloc(n, 1); !errors.Is(err, ErrFull) {
			t.Errorf("%d bytes more: %v", n, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	if _, err := New(MaxSize + 1); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
	// A WebAssembly memory of 65,535 pages holds the arena and 16 MiB.
	if MaxSize+16<<20 > 65535<<16 {
		t.Error("an arena of the largest size does not leave 16 MiB")
	}
}

func TestAtAndSlice(t *testing.T) {
	a, err := New(8 << 10)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	off, err := a.Alloc(64, 8)
	if err != nil {
		t.Fatal(err)
	}
	*At[uint32](a.Base(), off+4) = 0x04030201
	b := Slice[byte](a.Base(), off, 8)
	if b[4] != 1 || b[7] != 4 || a.Bytes(off, 8)[5] != 2 {
		t.Errorf("%v", b)
	}
}
