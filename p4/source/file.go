// Package source holds the text of a program, the positions in it, and what is
// said about it. It knows no P4: only files, lines and columns.
package source

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"
)

// Pos is a place in one of the files of a Set: a byte of a file. The zero Pos
// is no place.
type Pos int32

// Valid says whether p is a place.
func (p Pos) Valid() bool { return p > 0 }

// Span is the text from From up to, not including, To, both in one file.
type Span struct{ From, To Pos }

// Position is a Pos in words.
type Position struct {
	File string
	Line int // 1-based
	Col  int // 1-based, in characters (not bytes)
}

// String is FILE:LINE:COL, or "-" for no place.
func (p Position) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// File is one file as it was read. The same file read twice (included twice) is
// one File.
type File struct {
	Name string // as messages show it
	Text []byte
	// System is true for the declarations that come with the product: nothing is
	// warned about in them.
	System bool

	base  Pos     // of the first byte
	lines []int32 // byte offsets of the starts of lines
	// blocks is how many characters begin before each block: a program on one line
	// has places without number. It is made when it is needed.
	blocks []int32
}

// Pos is the place of the byte at offset, 0 ≤ offset ≤ len(Text).
func (f *File) Pos(offset int) Pos { return f.base + Pos(offset) }

// Offset is the inverse of Pos.
func (f *File) Offset(p Pos) int { return int(p - f.base) }

// Line is the 1-based line of p and the offset of that line's first byte.
func (f *File) Line(p Pos) (line, start int) {
	off := f.Offset(p)
	i := sort.Search(len(f.lines), func(i int) bool { return int(f.lines[i]) > off })
	return i, int(f.lines[i-1])
}

// LineText is the text of a 1-based line, without its end.
func (f *File) LineText(line int) string {
	if line < 1 || line > len(f.lines) {
		return ""
	}
	from := int(f.lines[line-1])
	return string(f.Text[from : from+f.lineLen(line)])
}

// lineLen is the length of a line in bytes, without its end.
func (f *File) lineLen(line int) int {
	from, to := int(f.lines[line-1]), len(f.Text)
	if line < len(f.lines) {
		to = int(f.lines[line]) - 1
	}
	for to > from && (f.Text[to-1] == '\n' || f.Text[to-1] == '\r') {
		to--
	}
	return to - from
}

// block is how many bytes of a long line are counted at once, see chars.
const block = 4096

// chars is how many characters stand in the text from one byte to another.
func (f *File) chars(from, to int) int {
	if to-from < block {
		return utf8.RuneCount(f.Text[from:to])
	}
	if f.blocks == nil {
		f.blocks = make([]int32, 1, len(f.Text)/block+1)
		for i := block; i <= len(f.Text); i += block {
			f.blocks = append(f.blocks, f.blocks[len(f.blocks)-1]+starts(f.Text[i-block:i]))
		}
	}
	before := func(off int) int32 { return f.blocks[off/block] + starts(f.Text[off/block*block:off]) }
	return int(before(to) - before(from))
}

// starts is how many bytes of a text begin a character.
func starts(text []byte) (n int32) {
	for _, b := range text {
		if utf8.RuneStart(b) {
			n++
		}
	}
	return n
}

// Set is the files of one program. One goroutine at a time.
type Set struct {
	files []*File
	next  Pos
}

// MaxBytes is the most text a Set holds: positions are 31 bits.
const MaxBytes = 1 << 30

// Add puts a file in the set. It fails where the set is full.
func (s *Set) Add(name string, text []byte) (*File, error) {
	if s.next == 0 {
		s.next = 1
	}
	if int(s.next)+len(text)+1 > MaxBytes {
		return nil, fmt.Errorf("%s: the program has more than %d bytes", name, MaxBytes)
	}
	f := &File{Name: name, Text: text, base: s.next, lines: make([]int32, 1, bytes.Count(text, []byte("\n"))+1)}
	for i, c := range text {
		if c == '\n' {
			f.lines = append(f.lines, int32(i+1))
		}
	}
	s.files = append(s.files, f)
	s.next += Pos(len(text)) + 1 // the end of a file is a place of its own
	return f, nil
}

// File is the file that p lies in, or nil.
func (s *Set) File(p Pos) *File {
	i := sort.Search(len(s.files), func(i int) bool { return s.files[i].base > p })
	if !p.Valid() || i == 0 {
		return nil
	}
	return s.files[i-1]
}

// Position puts p in words.
func (s *Set) Position(p Pos) Position {
	f := s.File(p)
	if f == nil {
		return Position{}
	}
	line, start := f.Line(p)
	return Position{f.Name, line, f.chars(start, f.Offset(p)) + 1}
}
