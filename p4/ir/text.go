package ir

import (
	"strconv"
	"strings"
)

// words are what the text form gives a meaning; as names they are quoted.
var words = func() map[string]bool {
	all := `errors match_kinds struct header union tuple enum newtype object set table package
		parser control action function method local owner wraps var temp declared state
		bit int varbit bool error match_kind string void list extern action_run
		none absent in out inout true false const entries entry default default_action key size property priority
		factory arg block match name
		cast slice mux make is_valid last_index matches mask range in_set prefix next last
		reset set_valid set_invalid push_front pop_front check_next check_last call call_extern apply
		extract lookahead advance length verify emit hit exit
		goto if then else switch select return accept reject _`
	m := map[string]bool{}
	for _, w := range strings.Fields(all) {
		m[w] = true
	}
	for _, w := range opNames {
		m[w] = true
	}
	return m
}()

func isLetter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isIdent(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && (i == 0 || !isDigit(s[i])) {
			return false
		}
	}
	return s != ""
}

// quote is a name as the text form has it: as it is if it is an identifier, else
// between backquotes, with Go's escapes.
func quote(s string) string {
	if isIdent(s) && !words[s] {
		return s
	}
	q := strconv.Quote(s)
	q = q[1 : len(q)-1]
	return "`" + strings.ReplaceAll(strings.ReplaceAll(q, `\"`, `"`), "`", "\\x60") + "`"
}

// unquote is the inverse of what quote puts between backquotes.
func unquote(s string) (string, error) {
	var b strings.Builder
	escaped := false
	for i := range len(s) {
		c := s[i]
		if c == '"' && !escaped {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
		escaped = c == '\\' && !escaped
	}
	return strconv.Unquote(`"` + b.String() + `"`)
}
