package topology

import (
	"errors"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// position is a place in the file, 1-based.
type position struct{ line, column int }

// element is something written in the file: a table header or a key.
type element struct {
	section string // node, vport[1], or "" at the top
	name    string // the key, "" for a header; dotted below a section's own keys
	header  unstable.Kind
	pos     position
}

// path is the element's key path as errors print it.
func (e element) path() string {
	switch {
	case e.name == "":
		return e.section
	case e.section == "":
		return e.name
	}
	return e.section + "." + e.name
}

// outline lists headers and keys in the order of the file. text must be valid
// TOML: where it is not, the outline ends there.
//
// Inline tables are taken apart as well, so that node = {id = "a"} and
// vport = [{id = 0}] have positions like their longer forms.
func outline(text []byte) []element {
	o := outliner{lines: lineStarts(text)}
	var p unstable.Parser
	p.Reset(text)
	section := ""
	for p.NextExpression() {
		n := p.Expression()
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			name, off := key(n)
			section = name
			if n.Kind == unstable.ArrayTable {
				section = o.next(name)
			} else if i, ok := o.counts[name]; ok { // [vport] after [[vport]] is no TOML, but [vport.x] is
				section = index(name, i-1)
			}
			o.add(element{section: section, header: n.Kind, pos: o.at(off)})
		case unstable.KeyValue:
			o.keyValue(section, n)
		}
	}
	return o.elements
}

type outliner struct {
	lines    []int // offset of each line's first byte
	elements []element
	counts   map[string]int // array tables seen so far, by name
}

func (o *outliner) add(e element) { o.elements = append(o.elements, e) }

// next is the section of one more element of the array called name.
func (o *outliner) next(name string) string {
	if o.counts == nil {
		o.counts = map[string]int{}
	}
	o.counts[name]++
	return index(name, o.counts[name]-1)
}

func index(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

func (o *outliner) keyValue(section string, n *unstable.Node) {
	name, off := key(n)
	v := n.Value()
	top := section == ""
	switch {
	case top && v.Kind == unstable.InlineTable:
		o.add(element{section: name, header: unstable.Table, pos: o.at(off)})
		o.inline(name, v)
	case top && v.Kind == unstable.Array && tables(v):
		for it := v.Children(); it.Next(); {
			s := o.next(name)
			o.add(element{section: s, header: unstable.ArrayTable, pos: o.at(off)})
			o.inline(s, it.Node())
		}
	case top && strings.IndexByte(name, '.') > 0: // node.id = "a"
		i := strings.IndexByte(name, '.')
		o.add(element{section: name[:i], name: name[i+1:], pos: o.at(off)})
	default:
		o.add(element{section: section, name: name, pos: o.at(off)})
	}
}

func (o *outliner) inline(section string, table *unstable.Node) {
	for it := table.Children(); it.Next(); {
		name, off := key(it.Node())
		o.add(element{section: section, name: name, pos: o.at(off)})
	}
}

// tables says whether an array holds inline tables and nothing else.
func tables(array *unstable.Node) bool {
	n := 0
	for it := array.Children(); it.Next(); n++ {
		if it.Node().Kind != unstable.InlineTable {
			return false
		}
	}
	return n > 0
}

// key is the dotted key of a node and the offset of its first part.
func key(n *unstable.Node) (string, int) {
	var name []byte
	off := -1
	for it := n.Key(); it.Next(); {
		k := it.Node()
		if off < 0 {
			off = int(k.Raw.Offset)
		} else {
			name = append(name, '.')
		}
		name = append(name, k.Data...)
	}
	return string(name), off
}

func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (o *outliner) at(off int) position {
	if off < 0 {
		return position{}
	}
	line := sort.SearchInts(o.lines, off+1) // 1-based: the lines that start at or before off
	return position{line: line, column: off - o.lines[line-1] + 1}
}

// repeated is the first header or key that was there before, or the header of a
// table of which keys were there before.
func repeated(elements []element) (element, bool) {
	seen := map[string]bool{}
	for _, e := range elements {
		if seen[e.path()] {
			return e, true
		}
		seen[e.path()], seen[e.section] = true, true
	}
	return element{}, false
}

// decodePosition is where a TOML error says it is.
func decodePosition(err error) (position, bool) {
	var d interface{ Position() (int, int) }
	if !errors.As(err, &d) {
		return position{}, false
	}
	line, column := d.Position()
	return position{line, column}, true
}
