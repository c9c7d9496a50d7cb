package format

import "up4/p4/syntax/token"

// opening says whether lines are indented behind p.
func opening(p *part) bool {
	return p.Kind == token.LParen || p.Kind == token.LBracket || p.Kind == token.LBrace
}

// aligns says whether lines within the bracket p begin below the first word
// behind it: in parameters, conditions, expressions and lists, but not in the
// arguments of a call, whose name may be long.
func (l *layout) aligns(p *part) bool {
	switch {
	case p.Kind == token.LBrace:
		return p.role == openValue
	case p.Kind != token.LParen || p.match < 0:
		return false
	case l.head(p) || l.parameters(p):
		return true
	}
	for i := l.next - 1; i >= 0; i-- {
		if q := &l.parts[i]; q.Kind != token.Comment {
			call := q.Kind == token.Ident || q.role == closeAngle || q.Kind == token.RBracket || q.line
			return !call
		}
	}
	return true
}

// parameters says whether p opens a list of parameters: before the first comma or
// = stand two words, a type and a name, as in no argument.
func (l *layout) parameters(p *part) bool {
	var last, before *part
	for i := l.next + 1; i <= min(p.match, l.next+reach); i++ {
		q := &l.parts[i]
		switch {
		case q.Kind == token.Comment || q.line:
			continue
		case q.Kind == token.Comma || q.Kind == token.Assign || i == p.match:
			return before != nil && word(last) && (word(before) || before.role == closeAngle || before.Kind == token.RBracket)
		}
		if q.match > i {
			i = q.match
			q = &l.parts[i]
		}
		last, before = q, last
	}
	return false
}
