package scan

import "up4/p4/syntax/token"

// operators holds the operators by their first byte, the longest first: the
// longest that fits is the token. >> is not one of them (see token.Gt), >>= is:
// no type's closing brackets are ever followed by =.
var operators = func() (table [256][]token.Kind) {
	for k := token.Add; k <= token.HashHash; k++ {
		if k == token.Shr {
			continue
		}
		text := k.String()
		list := append(table[text[0]], k)
		for i := len(list) - 1; i > 0 && len(list[i].String()) > len(list[i-1].String()); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
		table[text[0]] = list
	}
	return table
}()

// operator is the operator that text begins with, and its length, or 0.
func operator(text []byte) (token.Kind, int) {
	for _, k := range operators[text[0]] {
		if op := k.String(); len(op) <= len(text) && string(text[:len(op)]) == op {
			return k, len(op)
		}
	}
	return token.Invalid, 0
}
