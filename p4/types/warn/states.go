package warn

import (
	"up4/p4/syntax"
	"up4/p4/types"
)

// graph is the states of a parser and where they go (13.4 to 13.6).
type graph struct {
	c     *checker
	start *syntax.StateDecl
	next  map[*syntax.StateDecl][]*types.Object
}

func (c *checker) states(d *syntax.ParserDecl) {
	g := &graph{c: c, next: map[*syntax.StateDecl][]*types.Object{}}
	for _, s := range d.States {
		if s.Name.Text == "start" {
			g.start = s
		}
		switch t := s.Transition.(type) {
		case nil:
			c.warnf(s.Name.Span(), CodeImplicitReject, "the state %s has no transition, and so rejects: write transition reject if that is meant", s.Name.Text)
		case *syntax.Ident:
			g.add(s, t)
		case *syntax.SelectExpr:
			for _, k := range t.Cases {
				if k.Next != nil {
					g.add(s, k.Next)
				}
			}
		}
	}
	if g.start == nil {
		return
	}
	seen, accepts := g.reached()
	for _, s := range d.States {
		if !seen[s] {
			c.warnf(s.Name.Span(), CodeUnreachableState, "no transition from start leads to the state %s", s.Name.Text)
		}
	}
	if !accepts {
		c.warnf(spanOf(d), CodeNeverAccepts, "the parser %s accepts nothing: no transition from start leads to accept", d.Name.Text)
	}
	g.loops(d, seen)
}

func (g *graph) add(s *syntax.StateDecl, to syntax.Node) {
	if o := g.c.info.Uses[to]; o != nil {
		g.next[s] = append(g.next[s], o)
	}
}

// reached is the states that start leads to.
func (g *graph) reached() (seen map[*syntax.StateDecl]bool, accepts bool) {
	seen = map[*syntax.StateDecl]bool{g.start: true}
	for todo := []*syntax.StateDecl{g.start}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, o := range g.next[s] {
			n, ok := o.Decl.(*syntax.StateDecl)
			accepts = accepts || !ok && o.Name == "accept"
			if ok && !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return seen, accepts
}

// loops warns of states that lead back to themselves and neither read the packet nor
// change anything: what was taken once is taken for ever.
func (g *graph) loops(d *syntax.ParserDecl, seen map[*syntax.StateDecl]bool) {
	still := map[*syntax.StateDecl]bool{}
	for _, s := range d.States {
		still[s] = seen[s] && g.idle(s)
	}
	warned := map[*syntax.StateDecl]bool{}
	for _, s := range d.States {
		if !still[s] || warned[s] {
			continue
		}
		ring := g.ring(s, still)
		if ring == nil {
			continue
		}
		for x := range ring {
			warned[x] = true
		}
		g.c.warnf(s.Name.Span(), CodeParserLoop, "the state %s leads back to itself, but nothing on the way reads the packet or changes a variable: it never ends", s.Name.Text)
	}
}

// idle says whether a state does nothing that could end a loop. A failing verify
// would, but would have done so the first time.
func (g *graph) idle(s *syntax.StateDecl) bool {
	idle := true
	for _, x := range s.Body {
		syntax.Inspect(x, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.AssignStmt:
				idle = false
			case *syntax.CallExpr:
				call := g.c.info.Calls[n]
				pure := call != nil && call.Sig != nil && (call.Sig.Kind == types.ExternFunction && call.Sig.Name == "verify" ||
					call.Sig.Kind == types.Builtin && call.Sig.Name == "isValid")
				idle = idle && pure
			}
			return idle
		})
	}
	return idle
}

// ring is the idle states that s leads to, if it leads back to itself through such
// alone.
func (g *graph) ring(s *syntax.StateDecl, still map[*syntax.StateDecl]bool) map[*syntax.StateDecl]bool {
	seen := map[*syntax.StateDecl]bool{}
	back := false
	for todo := []*syntax.StateDecl{s}; len(todo) > 0; {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, o := range g.next[x] {
			n, ok := o.Decl.(*syntax.StateDecl)
			if !ok || !still[n] {
				continue
			}
			back = back || n == s
			if !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	if !back {
		return nil
	}
	return seen
}
