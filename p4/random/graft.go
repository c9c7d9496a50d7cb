package random

import (
	"fmt"
	"math/big"
	"sort"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/scan"
	"up4/p4/syntax/token"
)

// part is a kind of node that can stand for another of its kind.
type part uint8

const (
	anExpr part = iota
	aType
	aStmt
	aDecl
	aParam
	aName
	aProperty
	aState
	parts
)

// graft is a piece of a program's text.
type graft struct {
	part     part
	kind     string // what tells it from others of its part
	from, to int
}

// Pool is pieces of programs, by what they are.
type Pool struct {
	byPart [parts][]string
	byKind map[string][]string
}

// Add takes the pieces of a program that can be parsed without its includes.
func (p *Pool) Add(text string) {
	if p.byKind == nil {
		p.byKind = map[string][]string{}
	}
	for _, g := range grafts(text) {
		if piece := text[g.from:g.to]; len(piece) < 2000 {
			p.byPart[g.part] = append(p.byPart[g.part], piece)
			p.byKind[g.kind] = append(p.byKind[g.kind], piece)
		}
	}
}

// Graft puts up to n pieces of the pool, or of the program itself, in the place of
// pieces of a program.
func Graft(c *Choice, pool *Pool, text string, n int) string {
	all := grafts(text)
	own := &Pool{}
	own.Add(text)
	var chosen []graft
	for range n {
		if len(all) == 0 {
			break
		}
		chosen = append(chosen, all[c.N(min(len(all), 65536))])
	}
	sort.Slice(chosen, func(i, j int) bool { return chosen[i].from < chosen[j].from })
	var b strings.Builder
	at := 0
	for _, g := range chosen {
		if g.from < at {
			continue // within one that was replaced
		}
		from := pool
		if !c.Chance(3) { // what is near has the same names
			from = own
		}
		b.WriteString(text[at:g.from])
		b.WriteString(piece(c, from, g, text))
		at = g.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// piece is what stands in the place of g: most often another of its kind, at times
// nothing, or itself twice.
func piece(c *Choice, pool *Pool, g graft, text string) string {
	old := text[g.from:g.to]
	list := pool.byPart[g.part]
	switch c.N(20) {
	case 0:
		return ""
	case 1:
		return old + " " + old
	case 2:
		list = pool.byPart[c.N(int(parts))]
	case 3, 4, 5, 6, 7, 8, 9, 10, 11, 12:
		list = pool.byKind[g.kind]
	}
	if len(list) == 0 {
		return old
	}
	return pick(c, list[:min(len(list), 65536)])
}

// Mangle deletes, repeats or exchanges up to n tokens of a program.
func Mangle(c *Choice, text string, n int) string {
	for range n {
		all := tokens(text)
		if len(all) == 0 {
			break
		}
		t := all[c.N(min(len(all), 65536))]
		new := ""
		switch c.N(3) {
		case 0:
			new = text[t.from:t.to] + " " + text[t.from:t.to]
		case 1:
			o := all[c.N(min(len(all), 65536))]
			new = text[o.from:o.to]
		}
		text = text[:t.from] + " " + new + " " + text[t.to:]
	}
	return text
}

// tokens is where a program's tokens stand.
func tokens(text string) (out []graft) {
	var set source.Set
	file, err := set.Add("program", []byte(blankDirectives(text)))
	if err != nil {
		return nil
	}
	s := scan.New(file, nil, 0)
	for t := s.Next(); t.Kind != token.EOF; t = s.Next() {
		out = append(out, graft{from: file.Offset(t.At.From), to: file.Offset(t.At.To)})
	}
	return out
}

// grafts is every piece of a program's own text.
func grafts(text string) (out []graft) {
	var set source.Set
	var diags source.List
	file, err := set.Add("program", []byte(blankDirectives(text)))
	if err != nil {
		return nil
	}
	prog := syntax.Parse(scan.New(file, &diags, 0), &set, &diags)
	syntax.Inspect(prog, func(n syntax.Node) bool {
		part, ok := partOf(n)
		at := n.Span()
		if ok && at.From.Valid() && at.To > at.From {
			out = append(out, graft{part, kindOf(n), file.Offset(at.From), file.Offset(at.To)})
		}
		return true
	})
	return out
}

// kindOf is the kind of a node, with what is seen of its type: one of the same kind
// may be right where it is put.
func kindOf(n syntax.Node) string {
	kind := fmt.Sprintf("%T", n)
	switch n := n.(type) {
	case *syntax.IntLit:
		return kind + fmt.Sprint(n.Sized, n.Width, n.Signed)
	case *syntax.BinaryExpr:
		return kind + n.Op.String()
	case *syntax.UnaryExpr:
		return kind + n.Op.String()
	case *syntax.CastExpr:
		return kind + syntax.TypeString(n.Type)
	case *syntax.MemberExpr:
		if n.Sel != nil {
			return kind + n.Sel.Text
		}
	case *syntax.SliceExpr:
		if hi, lo := literal(n.Hi), literal(n.Lo); hi != nil && lo != nil {
			return kind + new(big.Int).Sub(hi, lo).String()
		}
	}
	return kind
}

// literal is the number of a literal, or nil.
func literal(e syntax.Expr) *big.Int {
	if l, ok := e.(*syntax.IntLit); ok {
		return l.Value
	}
	return nil
}

func partOf(n syntax.Node) (part, bool) {
	switch n.(type) {
	case *syntax.SelectExpr, *syntax.BadExpr, *syntax.BadStmt, *syntax.BadDecl:
		return 0, false
	case *syntax.Param:
		return aParam, true
	case *syntax.Name:
		return aName, true
	case *syntax.Property:
		return aProperty, true
	case *syntax.StateDecl:
		return aState, true
	case syntax.Expr:
		return anExpr, true
	case syntax.Type:
		return aType, true
	case syntax.Stmt:
		return aStmt, true
	case syntax.Decl:
		return aDecl, true
	}
	return 0, false
}

// blankDirectives is the text with the preprocessor's lines blank: the same bytes
// everywhere else.
func blankDirectives(text string) string {
	b := []byte(text)
	var set source.Set
	file, err := set.Add("program", b)
	if err != nil {
		return ""
	}
	out := []byte(text)
	s := scan.New(file, nil, scan.Newlines)
	for {
		t := s.Next()
		if t.Kind == token.EOF {
			return string(out)
		}
		if t.Kind != token.Hash || !t.LineStart {
			continue
		}
		from := file.Offset(t.At.From)
		_, at := s.RestOfLine()
		for i := from; i < file.Offset(at.To); i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
}
