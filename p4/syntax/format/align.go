package format

import (
	"bytes"
	"strings"

	"up4/p4/syntax/token"
)

// row is a line of the output.
type row struct {
	start       int // its first byte
	first, last int // its parts
	opener      int // the bracket it stands in, -1 for none
	goesOn      bool
	blank       bool // an empty line is before it
	fixed       bool // it is not aligned with others, nor those around it
}

// widest is the last column that anything is aligned in: what begins behind it
// stays there, and the others need not follow.
const widest = 120

// shape is what the columns of a row are made of: only rows of one shape, one
// behind the other, have theirs aligned.
type shape uint8

const (
	noShape shape = iota
	field
	constant
	typedef
	newType
)

// begins notes that a line of the output begins, with the next part.
func (l *layout) begins(p *part, blank bool) {
	opener := -1
	if n := len(l.open) - 1; n >= 0 {
		opener = l.open[n].index
	}
	if p.Kind == token.RBrace && p.match == opener {
		opener = -2 // neither of the block nor of the one around it
	}
	l.rows = append(l.rows, row{
		start: l.out.Len(), first: l.next, opener: opener,
		goesOn: !l.fresh && !(p.Kind == token.RBrace),
		blank:  blank,
		fixed:  p.line || p.Kind == token.Comment,
	})
}

// aligned is the output with its columns aligned, as gofmt does it: names of
// fields, constants and types, and comments at the ends of lines.
func (l *layout) aligned() []byte {
	text := l.out.Bytes()
	lines := make([][]byte, len(l.rows))
	for i := range l.rows {
		end, last := len(text), len(l.parts)-1
		if i+1 < len(l.rows) {
			end, last = l.rows[i+1].start, l.rows[i+1].first-1
		}
		r := &l.rows[i]
		r.last = last
		lines[i] = text[r.start:end]
		for j := r.first; j <= last && !r.fixed; j++ {
			// What a comment of several lines stands behind must not move.
			r.fixed = strings.Contains(l.parts[j].text, "\n")
		}
	}
	l.alignNames(lines)
	l.alignComments(lines)
	return bytes.Join(lines, nil)
}

// alignNames aligns the names, and the = behind them, in runs of rows of one shape.
func (l *layout) alignNames(lines [][]byte) {
	for i := 0; i < len(l.rows); {
		kind, _ := l.shape(l.rows[i])
		end := i + 1
		if kind != noShape {
			for end < len(l.rows) && !l.rows[end].blank && l.rows[end].opener == l.rows[i].opener {
				if k, _ := l.shape(l.rows[end]); k != kind {
					break
				}
				end++
			}
			l.alignParts(lines, i, end, 0)
			if kind == constant {
				l.alignParts(lines, i, end, 1)
			}
		}
		i = end
	}
}

// alignParts aligns one part of each row from i to end: the name, or one behind it.
func (l *layout) alignParts(lines [][]byte, i, end, behind int) {
	cells := make([]cell, 0, end-i)
	for j := i; j < end; j++ {
		_, name := l.shape(l.rows[j])
		at := l.at[name+behind] - l.rows[j].start
		if behind > 0 { // what is before has been moved
			at += len(lines[j]) - l.width(j)
		}
		cells = append(cells, cell{j, at})
	}
	pad(lines, cells)
}

// width is the length of a row before anything was moved.
func (l *layout) width(j int) int {
	end := l.out.Len()
	if j+1 < len(l.rows) {
		end = l.rows[j+1].start
	}
	return end - l.rows[j].start
}

// shape is the shape of a row, and the part that is its name. Only a plain
// declaration that is alone in its line has one.
func (l *layout) shape(r row) (shape, int) {
	end := r.last
	if end > r.first && l.parts[end].Kind == token.Comment {
		end--
	}
	if r.goesOn || r.fixed || end < r.first+2 || end > r.first+reach || l.parts[end].Kind != token.Semicolon {
		return noShape, 0
	}
	equals := 0
	for i := r.first; i < end; i++ {
		switch p := l.parts[i]; {
		case p.Kind == token.Semicolon, p.Kind == token.Comment, p.Kind == token.At, p.Kind == token.LBrace && p.role != openValue, p.line:
			return noShape, 0
		case p.Kind == token.Assign && equals == 0:
			equals = i
		}
	}
	name, kind := end-1, noShape
	switch l.parts[r.first].Kind {
	case token.Const:
		name, kind = equals-1, constant
	case token.Typedef:
		kind = typedef
	case token.Type:
		kind = newType
	default:
		if equals == 0 && r.opener >= 0 && l.parts[r.opener].role == openFields {
			kind = field
		}
	}
	if name <= r.first || !word(&l.parts[name]) || kind != field && name < r.first+2 {
		return noShape, 0
	}
	return kind, name
}

// alignComments aligns the comments at the ends of the lines of one block.
func (l *layout) alignComments(lines [][]byte) {
	var cells []cell
	block := -1 // what the rows stand in
	for i, r := range l.rows {
		if r.blank || r.fixed || !r.goesOn && r.opener != block {
			pad(lines, cells)
			cells = cells[:0]
		}
		if !r.goesOn {
			block = r.opener
		}
		if last := l.parts[r.last]; !r.fixed && r.last > r.first && strings.HasPrefix(last.Text, "//") {
			cells = append(cells, cell{i, l.at[r.last] - r.start + len(lines[i]) - l.width(i)})
		}
	}
	pad(lines, cells)
}

// cell is a place in a line that is aligned with those in others.
type cell struct{ line, at int }

// pad brings the cells to one column by spaces before them.
func pad(lines [][]byte, cells []cell) {
	column := 0
	begin := func(c cell) int {
		if c.at > 4*widest { // a character has at most 4 bytes
			return widest + 1
		}
		return columns(string(lines[c.line][:c.at]))
	}
	for _, c := range cells {
		if n := begin(c); n <= widest {
			column = max(column, n)
		}
	}
	for _, c := range cells {
		s := lines[c.line]
		if n := column - begin(c); n > 0 {
			lines[c.line] = bytes.Join([][]byte{s[:c.at], bytes.Repeat([]byte(" "), n), s[c.at:]}, nil)
		}
	}
}
