package format

import "up4/p4/syntax/token"

// role says what a sign with several meanings is here.
type role uint8

const (
	plain role = iota
	openAngle
	closeAngle
	unary
	openBlock // a { that begins lines of their own
	openList  // the same, where commas end the lines
	openSwitch
	openFields // of a header or struct
	openValue  // a { within an expression
	annotationEnd
)

// reach is how many parts are looked at from one to learn its role, so that the
// time is linear.
const reach = 256

// classify finds the roles of all parts.
func classify(parts []part) {
	matchBrackets(parts)
	prev, start := -1, 0 // the token before, and the first of the statement
	for i := range parts {
		p := &parts[i]
		if p.Kind == token.Comment || p.line {
			continue
		}
		switch p.Kind {
		case token.Lt:
			if p.role == plain && opensType(parts, prev, i) {
				markAngles(parts, i)
			}
		case token.Add, token.Sub:
			// Behind a parenthesis, which may be a cast, the author's space says it.
			sign := prev >= 0 && parts[prev].Kind == token.RParen && p.SpaceBefore && i+1 < len(parts) && !parts[i+1].SpaceBefore
			if sign || prev < 0 || startsOperand(parts[prev]) {
				p.role = unary
			}
		case token.LBrace:
			p.role = brace(parts, prev, start, i)
		}
		if p.Kind == token.Semicolon || p.Kind == token.LBrace && p.role != openValue || p.Kind == token.RBrace {
			start = i + 1
		}
		prev = i
	}
	markAnnotations(parts)
}

func matchBrackets(parts []part) {
	var open []int
	closer := map[token.Kind]token.Kind{token.RParen: token.LParen, token.RBracket: token.LBracket, token.RBrace: token.LBrace}
	for i := range parts {
		switch k := parts[i].Kind; k {
		case token.LParen, token.LBracket, token.LBrace:
			open = append(open, i)
		case token.RParen, token.RBracket, token.RBrace:
			// A bracket that is not closed, as in a fragment, is passed over.
			for n := len(open) - 1; n >= max(0, len(open)-maxDepth); n-- {
				if parts[open[n]].Kind == closer[k] {
					parts[i].match, parts[open[n]].match = open[n], i
					open = open[:n]
					break
				}
				if k != token.RBrace {
					break
				}
			}
		}
	}
}

// startsOperand says whether an operand, not an operator, follows t.
func startsOperand(t part) bool {
	switch t.Kind {
	case token.Ident, token.Int, token.String, token.RParen, token.RBracket, token.RBrace, token.True, token.False,
		token.This, token.Underscore, token.LInvalid, token.Ellipsis, token.Default:
		return false
	}
	return true
}

// opensType says whether the < at i encloses types. Space on both sides says that
// it compares.
func opensType(parts []part, prev, i int) bool {
	if prev < 0 || i+1 >= len(parts) {
		return false
	}
	switch parts[prev].Kind {
	case token.Bit, token.IntKw, token.Varbit, token.Tuple, token.ListKw, token.ValueSet:
		return angleEnd(parts, i) >= 0
	case token.Ident:
		return !(parts[i].SpaceBefore && parts[i+1].SpaceBefore) && angleEnd(parts, i) >= 0
	}
	// Two forms of a declaration, with a directive between them.
	return parts[prev].role == closeAngle && parts[i].LineStart && angleEnd(parts, i) >= 0
}

// angleEnd is the > that closes the < at i, or -1 if what stands between cannot
// be types.
func angleEnd(parts []part, i int) int {
	depth := 0
	for j := i; j < min(len(parts), i+reach); j++ {
		switch k := parts[j].Kind; {
		case k == token.Lt:
			depth++
		case k == token.Gt:
			if depth--; depth == 0 {
				return j
			}
		case k == token.LParen:
			// Any expression may stand in parentheses.
			if parts[j].match < 0 {
				return -1
			}
			j = parts[j].match
		case k == token.Ident, k == token.Int, k == token.Dot, k == token.Comma, k == token.Underscore, k == token.Comment,
			k >= token.Abstract && parts[j].Text != "":
		default:
			return -1
		}
	}
	return -1
}

func markAngles(parts []part, i int) {
	end := angleEnd(parts, i)
	parts[i].role, parts[end].role = openAngle, closeAngle
	parts[i].match, parts[end].match = end, i
}

// brace says what the { at i begins. start is the first token of the statement.
func brace(parts []part, prev, start, i int) role {
	if prev < 0 || prev < start {
		return openBlock
	}
	var first, kinds = token.Invalid, map[token.Kind]bool{}
	depth := 0
	for j := max(start, i-reach); j < i; j++ {
		p := parts[j]
		if p.Kind == token.Comment || p.line {
			continue
		}
		switch p.Kind {
		case token.LParen, token.LBracket:
			depth++
		case token.RParen, token.RBracket:
			depth--
		default:
			if depth == 0 {
				kinds[p.Kind] = true
			}
		}
		if first == token.Invalid && p.Kind != token.At {
			first = p.Kind
		}
	}
	before := token.Invalid
	if prev > start {
		before = parts[prev-1].Kind
	}
	switch {
	case depth > 0:
		return openValue
	case parts[prev].Kind == token.Assign:
		// key = {, actions = {, entries = {, or T(...) name = { with methods.
		methods := before == token.Ident && prev >= 2+start && parts[prev-2].Kind == token.RParen
		if before == token.Key || before == token.Actions || before == token.Entries || methods {
			return openBlock
		}
		return openValue
	case kinds[token.Assign] || kinds[token.Question] || first == token.Return || parts[prev].Kind == token.Comma || kinds[token.In]:
		return openValue
	case kinds[token.Enum] || parts[prev].Kind == token.ErrorKw || parts[prev].Kind == token.MatchKind:
		return openList
	case kinds[token.Header], kinds[token.Struct], kinds[token.HeaderUnion]:
		return openFields
	case kinds[token.Switch]:
		return openSwitch
	}
	return openBlock
}

// markAnnotations marks the last token of each annotation that begins a statement,
// behind which a line may end without going on.
func markAnnotations(parts []part) {
	for i := 0; i+1 < len(parts); i++ {
		if parts[i].Kind != token.At {
			continue
		}
		end := i + 1
		if n := end + 1; n < len(parts) && (parts[n].Kind == token.LParen || parts[n].Kind == token.LBracket) && parts[n].match > 0 {
			end = parts[n].match
		}
		if parts[end].role == plain {
			parts[end].role = annotationEnd
		}
	}
}
