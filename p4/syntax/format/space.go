package format

import "up4/p4/syntax/token"

// space says whether a space stands between two parts of one line.
func (l *layout) space(prev, p *part) bool {
	inSlice := len(l.open) > 0 && l.open[len(l.open)-1].kind == token.LBracket
	switch {
	case p.Kind == token.Comment:
		return prev.Kind != token.LParen && prev.Kind != token.LBracket || p.Text[1] == '/'
	case odd(prev.Kind) || odd(p.Kind):
		return p.SpaceBefore
	case prev.Kind == token.LParen, prev.Kind == token.LBracket, prev.Kind == token.Dot, prev.Kind == token.At,
		prev.Kind == token.Not, prev.Kind == token.BitNot, prev.role == openAngle:
		return false
	case p.Kind == token.RParen, p.Kind == token.RBracket, p.Kind == token.Comma, p.Kind == token.Semicolon, p.role == closeAngle:
		return false
	case prev.Kind == token.Comment:
		return true
	case prev.Kind == token.LBrace && p.Kind == token.RBrace, p.role == openAngle:
		return false
	case prev.Kind == token.Gt && p.Kind == token.Gt && prev.role != closeAngle:
		return p.SpaceBefore
	case prev.role == unary:
		return p.role == unary && p.Kind == prev.Kind
	case inSlice && (p.Kind == token.Colon || prev.Kind == token.Colon || p.Kind == token.PlusColon || prev.Kind == token.PlusColon):
		return false
	case p.Kind == token.Colon:
		n := len(l.tern)
		return n > 0 && l.tern[n-1] == len(l.open)
	case p.Kind == token.Dot:
		return p.SpaceBefore && !ends(prev.Kind) || operator(prev) || prev.Kind == token.Comma
	case p.Kind == token.LBracket:
		return !(word(prev) || ends(prev.Kind) || prev.role == closeAngle)
	case p.Kind == token.LParen:
		return l.beforeParen(prev, p)
	case prev.Kind == token.RParen:
		return l.behindParen(prev, p)
	}
	return true
}

// odd is what only macros and unfinished text hold: it keeps its space.
func odd(k token.Kind) bool { return k == token.Invalid || k == token.Hash || k == token.HashHash }

func ends(k token.Kind) bool { return k == token.RParen || k == token.RBracket }

func word(p *part) bool {
	return p.Kind == token.Ident || p.Kind == token.Underscore || p.Kind >= token.Abstract
}

// operator says whether p is a sign between operands, with space around it.
func operator(p *part) bool {
	return p.Kind >= token.Add && p.Kind <= token.SatSubAssign && p.role != closeAngle
}

func (l *layout) beforeParen(prev, p *part) bool {
	switch prev.Kind {
	case token.If, token.Switch, token.For, token.Return, token.In, token.Out, token.InOut, token.Else, token.Transition, token.Const:
		return true
	case token.RParen:
		return p.SpaceBefore && l.afterHead(prev)
	}
	return !word(prev) && prev.role != closeAngle && !ends(prev.Kind)
}

// afterHead says whether prev closes the parenthesis of an if, switch or for.
func (l *layout) afterHead(prev *part) bool {
	if prev.match <= 0 {
		return false
	}
	switch l.parts[prev.match-1].Kind {
	case token.If, token.Switch, token.For:
		return true
	}
	return false
}

// behindParen keeps the author's space behind what may be a cast.
func (l *layout) behindParen(prev, p *part) bool {
	switch {
	case l.afterHead(prev) || prev.role == annotationEnd:
		return true
	case p.Kind == token.BitNot || p.Kind == token.Not || p.Kind == token.Int || p.Kind == token.String || word(p):
		return p.SpaceBefore
	case p.Kind == token.LBrace && p.role == openValue:
		return p.SpaceBefore
	}
	return true
}
