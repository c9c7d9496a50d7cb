// Package state holds what a program keeps from packet to packet beside its tables:
// counters, meters and registers. It lies in the arena, for engines in any language,
// and is shared by all shards but for counters, of which each shard has its own.
//
// # Layout
//
// All numbers are little-endian and 8-byte aligned.
//
//	register   cells of ⌈bits/64⌉ × u64, the least significant word first
//	counter    for each shard, then for the control plane: cells of u64 packets, u64 bytes
//	meter      cells of 64 bytes: u64 CIR, CBS, PIR, PBS; u64 tokens of the committed and
//	           of the peak bucket, in billionths; i64 ns of the latest packet; u64 0 if
//	           it is not configured, 1 if no packet came since it was, else 2
//	locks      Stripes × u64, 0 free, 1 held; then the same for atomic regions
//
// # Concurrency
//
// A register of at most 64 bits is read and written by one atomic access. Wider ones
// and meters are touched under the lock of their cell's stripe: whoever changes the word
// from 0 to 1 owns the cells of the stripe until it stores 0. Both are sequentially
// consistent in Go, so what was stored under a lock is seen by the next owner. Counters
// have one writer, their shard (see counter.Tally); the control plane, which may set
// them, has a block of its own that is added to theirs. A region that the program marks
// @atomic runs under the one lock of Enter, and takes the others inside it.
package state

import (
	"fmt"

	"up4/internal/arena"
	"up4/internal/counter"
)

// Kind is what an Array holds.
type Kind uint8

// The kinds.
const (
	Counter Kind = iota
	Meter
	Register
)

func (k Kind) String() string { return [...]string{"counter", "meter", "register"}[k] }

// Unit is what counters and meters measure.
type Unit uint8

// The units. A counter of Both counts each.
const (
	Packets Unit = iota
	Bytes
	Both
)

func (u Unit) String() string { return [...]string{"packets", "bytes", "both"}[u] }

// Array is the description of one counter, meter or register of a program.
type Array struct {
	Name string // MyIngress.seen
	Kind Kind
	Unit Unit // of counters and meters
	Size int  // cells
	Bits int  // of a register's cell
	// Signed says how a register's cell is shown.
	Signed bool
	// Table is the table that a direct counter or meter belongs to, -1 for none.
	Table int
}

// MaxRegisterBits is the widest cell of a register.
const MaxRegisterBits = 1 << 16

// words is the 8-byte words of one cell.
func (a *Array) words() int {
	switch a.Kind {
	case Counter:
		return 2
	case Meter:
		return meterWords
	}
	return max(1, (a.Bits+63)/64)
}

// blocks is how often the cells are there.
func (a *Array) blocks(shards int) int {
	if a.Kind == Counter {
		return shards + 1
	}
	return 1
}

// Stripes is the number of locks.
const Stripes = 64

// State is the arrays of one program.
type State struct {
	base   arena.Base
	arrays []Array
	cells  []int // of each array
	at     []arena.Off
	locks  arena.Off
	shards int
}

// Room is the bytes of arena that New takes for arrays with that many cells.
func Room(arrays []Array, shards int, cells []int) uint64 {
	n := uint64((Stripes+1)*8 + 64)
	for i := range arrays {
		n += 8*uint64(arrays[i].words())*uint64(arrays[i].blocks(shards))*uint64(cells[i]) + 64
	}
	return n
}

// New reserves arrays, all zero: registers are 0, and meters not configured. cells says
// how many cells each has: Size, or of direct ones as many as their table has counters
// of hits.
func New(a *arena.Arena, arrays []Array, shards int, cells []int) (*State, error) {
	s := &State{base: a.Base(), arrays: arrays, cells: cells, shards: shards}
	var err error
	if s.locks, err = a.Alloc((Stripes+1)*8, 64); err != nil {
		return nil, fmt.Errorf("reserve locks: %w", err)
	}
	for i := range arrays {
		d := &arrays[i]
		if cells[i] < 0 || d.Bits > MaxRegisterBits {
			return nil, fmt.Errorf("%s %s: %d cells of %d bits", d.Kind, d.Name, cells[i], d.Bits)
		}
		off, err := a.Alloc(8*uint64(d.words())*uint64(d.blocks(shards))*uint64(cells[i]), 64)
		if err != nil {
			return nil, fmt.Errorf("reserve %s %s of %d cells: %w", d.Kind, d.Name, cells[i], err)
		}
		s.at = append(s.at, off)
	}
	return s, nil
}

// Arrays is what there is, in the program's order.
func (s *State) Arrays() []Array { return s.arrays }

// Has says whether an array has a cell i. What is asked of others does nothing, so that
// callers may count it.
func (s *State) Has(array, i int) bool { return uint(i) < uint(s.cells[array]) }

// cell is the words of a cell, nil if there is none.
func (s *State) cell(array, block, i int) []uint64 {
	if !s.Has(array, i) {
		return nil
	}
	n := s.arrays[array].words()
	at := s.at[array] + arena.Off(8*n*(block*s.cells[array]+i))
	return arena.Slice[uint64](s.base, at, n)
}

// tally is a cell of a counter: packets and bytes.
func (s *State) tally(array, block, i int) (packets, bytes *counter.Tally) {
	w := s.cell(array, block, i)
	if w == nil {
		return nil, nil
	}
	return (*counter.Tally)(&w[0]), (*counter.Tally)(&w[1])
}

// Count counts a packet in a shard's own cell. It is for that shard's thread alone. An
// index outside counts nothing and gives false.
func (s *State) Count(shard, array, i, bytes int) bool {
	return s.CountMany(shard, array, i, 1, uint64(bytes))
}

// CountMany is Count of several packets at once.
func (s *State) CountMany(shard, array, i int, packets, bytes uint64) bool {
	p, b := s.tally(array, shard, i)
	if p == nil {
		return false
	}
	p.Add(packets)
	b.Add(bytes)
	return true
}

// Counted is the sum over all shards. Any goroutine.
func (s *State) Counted(array, i int) (packets, bytes uint64) {
	for block := range s.shards + 1 {
		if p, b := s.tally(array, block, i); p != nil {
			packets += p.Load()
			bytes += b.Load()
		}
	}
	return packets, bytes
}

// SetCount makes Counted give these numbers, and what is counted from now on on top.
// One goroutine at a time.
func (s *State) SetCount(array, i int, packets, bytes uint64) {
	p, b := s.tally(array, s.shards, i)
	if p == nil {
		return
	}
	hasPackets, hasBytes := s.Counted(array, i)
	p.Set(p.Load() + packets - hasPackets)
	b.Set(b.Load() + bytes - hasBytes)
}
