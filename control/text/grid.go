// Package text shows what a switch says to people: tables in columns, and the
// counters. It asks nobody, and knows only the forms of package api.
package text

import (
	"strings"
	"unicode/utf8"
)

// Grid is a table for people: columns as wide as they need to be, two spaces
// apart.
type Grid struct {
	Indent string
	Right  map[int]bool   // columns of numbers, from 0
	style  map[int]string // escape sequence of a row, by index
	rows   [][]string
}

// Add adds a row.
func (g *Grid) Add(cells ...string) { g.rows = append(g.rows, cells) }

// String prints the grid, a line a row, without spaces at the ends of lines.
func (g *Grid) String() string {
	var width []int
	for _, row := range g.rows {
		for i, c := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for r, row := range g.rows {
		line := g.Indent
		for i, c := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if g.Right[i] {
				line += pad + c + "  "
			} else {
				line += c + pad + "  "
			}
		}
		line = strings.TrimRight(line, " ")
		if s := g.style[r]; s != "" {
			line = s + line + "\x1b[0m"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Columns is the set of columns from first on, up to n.
func Columns(first, n int) map[int]bool {
	m := map[int]bool{}
	for i := first; i < n; i++ {
		m[i] = true
	}
	return m
}
