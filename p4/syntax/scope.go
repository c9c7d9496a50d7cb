package syntax

import "up4/p4/syntax/token"

// scope holds which names are types. The grammar needs no more: (a) - b is a cast
// if a is a type, and a < b > (c) a call if b is (appendix H).
type scope struct {
	outer *scope
	types map[string]bool // true: a type; false: something else that hides a type
}

func newScope(outer *scope) *scope { return &scope{outer: outer} }

func (s *scope) declare(name string, isType bool) {
	if s.types == nil {
		s.types = map[string]bool{}
	}
	s.types[name] = isType
}

func (s *scope) isType(name string) bool {
	for ; s != nil; s = s.outer {
		if t, ok := s.types[name]; ok {
			return t
		}
	}
	return false
}

// known says whether a name is declared.
func (s *scope) known(name string) bool {
	for ; s != nil; s = s.outer {
		if _, ok := s.types[name]; ok {
			return true
		}
	}
	return false
}

func (p *parser) push() { p.scope = newScope(p.scope) }
func (p *parser) pop()  { p.scope = p.scope.outer }

func (p *parser) declareType(n *Name)   { p.scope.declare(n.Text, true) }
func (p *parser) declareObject(n *Name) { p.scope.declare(n.Text, false) }

func (p *parser) declareTypeParams(list []*TypeParam) {
	for _, t := range list {
		p.declareType(t.Name)
	}
}

func (p *parser) declareParams(list []*Param) {
	for _, param := range list {
		p.declareObject(param.Name)
	}
}

// isName says whether a token can be a name: an identifier, or a keyword only where
// the grammar expects it (appendix H, name).
func isName(k token.Kind) bool {
	switch k {
	case token.Ident, token.Actions, token.Apply, token.Entries, token.Key, token.Priority,
		token.State, token.Type, token.ListKw:
		return true
	}
	return false
}

// typeName says whether the nth token ahead begins the name of a type, and how many
// tokens the name has: T or .T.
func (p *parser) typeName(n int) (int, bool) {
	t := p.peek(n)
	if t.Kind == token.Dot {
		name := p.peek(n + 1)
		root := p.scope
		for root.outer != nil {
			root = root.outer
		}
		return 2, isName(name.Kind) && root.isType(name.Text)
	}
	return 1, isName(t.Kind) && p.scope.isType(t.Text)
}

// startsType says whether a type begins at the nth token ahead, for sure.
func (p *parser) startsType(n int) bool {
	switch p.peek(n).Kind {
	case token.Bit, token.IntKw, token.Varbit, token.Bool, token.MatchKind, token.StringKw,
		token.Void, token.Tuple:
		return true
	case token.ErrorKw:
		return p.peek(n+1).Kind != token.Dot
	case token.ListKw:
		return p.peek(n+1).Kind == token.Lt
	}
	_, ok := p.typeName(n)
	return ok
}

// startsTypeNotExpr says whether a type begins at the nth token ahead that is not
// the beginning of an expression: T.member or T(…).
func (p *parser) startsTypeNotExpr(n int) bool {
	if !p.startsType(n) {
		return false
	}
	if size, ok := p.typeName(n); ok {
		after := p.peek(n + size).Kind
		return after != token.Dot && after != token.LParen
	}
	return true
}

// unknownType says whether a declaration comes next whose type is a name that
// nothing declares: T<…> x; or T<…>(…) x; in which no statement looks alike. That
// the type is not there the checker says, which knows what could be meant.
func (p *parser) unknownType() bool {
	n := 1
	k := p.peek(n).Kind
	if k != token.Lt && k != token.LParen || p.scope.known(p.tok.Text) {
		return false
	}
	if k == token.Lt {
		n = p.behindTypeArgs(n)
	}
	if p.peek(n).Kind == token.LParen {
		n = p.behindParens(n)
	}
	if !isName(p.peek(n).Kind) {
		return false
	}
	switch p.peek(n + 1).Kind {
	case token.Semicolon, token.LBracket:
		return true
	case token.Assign:
		return p.peek(n+2).Kind == token.LBrace
	}
	return false
}

// behindParens is how many tokens ahead the token behind the parentheses is that
// open at the nth.
func (p *parser) behindParens(n int) int {
	for depth := 0; n < maxChain; n++ {
		switch p.peek(n).Kind {
		case token.LParen:
			depth++
		case token.RParen:
			if depth--; depth == 0 {
				return n + 1
			}
		case token.Semicolon, token.EOF:
			return n
		}
	}
	return n
}

// behindTypeArgs is how many tokens ahead the token behind the type arguments is
// that begin at the nth.
func (p *parser) behindTypeArgs(n int) int {
	for depth := 0; n < maxChain; n++ {
		switch p.peek(n).Kind {
		case token.Lt:
			depth++
		case token.Gt:
			if depth--; depth == 0 {
				return n + 1
			}
		case token.Semicolon, token.LBrace, token.RBrace, token.EOF:
			return n
		}
	}
	return n
}
