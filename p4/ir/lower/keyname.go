package lower

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

const validSuffix = ".$valid$"

// keyName is a key's name for the control plane: what @name gives, or the expression
// (18.3.1) with the names of its fields, the values of its numbers, and $valid$ for
// isValid(), as the reference compiler has them. x is the key's value before it goes
// to a temporary.
func (c *code) keyName(k *syntax.KeyElem, x ir.Expr) string {
	for _, a := range k.Annotations {
		if a.Name != nil && a.Name.Text == "name" {
			if s := annotationString(a, c.l.info); s != "" {
				return s
			}
			return syntax.ExprString(k.Expr)
		}
	}
	return c.keyText(k.Expr, x)
}

// keyText is the name of an expression whose value is x.
func (c *code) keyText(e syntax.Expr, x ir.Expr) string {
	if name, ok := pathName(x); ok {
		return name
	}
	switch e := e.(type) { // these have names by themselves (18.3.1)
	case *syntax.BinaryExpr:
		if e.Op == token.And && c.isPlace(e.X) {
			return c.keyText(e.X, c.known().expr(e.X)) + " & " + plainNumbers(e.Y)
		}
	case *syntax.SliceExpr:
		if e.Width == nil && c.isPlace(e.X) {
			return c.keyText(e.X, c.known().expr(e.X)) + "[" + plainNumbers(e.Hi) + ":" + plainNumbers(e.Lo) + "]"
		}
	}
	text := plainNumbers(e)
	if before, ok := strings.CutSuffix(text, ".isValid()"); ok {
		return before + validSuffix
	}
	return text
}

// pathName is the name of a place some field of which has a @name. That of a field
// stands for what leads to it if it begins with a dot.
func pathName(e ir.Expr) (string, bool) {
	var place *ir.Place
	suffix := ""
	switch e := e.(type) {
	case *ir.Load:
		place = e.Place
	case *ir.IsValid:
		place, suffix = e.Place, validSuffix
	default:
		return "", false
	}
	if place.Root.Temp {
		return "", false
	}
	name, typ, renamed := place.Root.Declared, place.Root.Type, false
	for _, s := range place.Path {
		r, isRecord := ir.Underlying(typ).(*ir.RecordType)
		switch {
		case s.Kind == ir.FieldStep && isRecord:
			f := r.Fields[s.Field]
			given, ok := fieldName(f)
			renamed = renamed || ok
			if rest, absolute := strings.CutPrefix(given, "."); absolute {
				name = rest
			} else {
				name += "." + given
			}
		case s.Kind == ir.IndexStep:
			c, ok := s.Index.(*ir.Const)
			if !ok {
				return "", false
			}
			n, ok := c.Value.(*ir.IntConst)
			if !ok {
				return "", false
			}
			name += fmt.Sprintf("[%s]", n.V)
		default:
			return "", false
		}
		if typ = ir.StepType(typ, s); typ == nil {
			return "", false
		}
	}
	return name + suffix, renamed
}

// fieldName is a field's name, and whether @name gives it.
func fieldName(f ir.Field) (string, bool) {
	for _, a := range f.Annotations {
		if a.Name == "name" {
			if s := fieldAnnotation(a); strings.Trim(s, ".") != "" {
				return s, true
			}
		}
	}
	return f.Name, false
}

// fieldAnnotation is the string that an annotation holds, "" if it holds anything else.
func fieldAnnotation(a ir.Annotation) string {
	if len(a.Values) == 1 {
		s, _ := a.Values[0].(ir.StringConst)
		return string(s)
	}
	s, err := strconv.Unquote(a.Body)
	if err != nil {
		return ""
	}
	return s
}

// plainNumbers is an expression's text with its numbers in the least digits of their
// base, cut to their width: 8w0x3648 is 0x48.
func plainNumbers(e syntax.Expr) string {
	text := syntax.ExprString(e)
	numbers := map[string]string{}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.IntLit); ok && l.Value != nil {
			numbers[l.Text] = plainNumber(l)
		}
		return true
	})
	var out strings.Builder
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && inWord(text[j]) {
			j++
		}
		if j == i {
			j++
		}
		if number, ok := numbers[text[i:j]]; ok {
			out.WriteString(number)
		} else {
			out.WriteString(text[i:j])
		}
		i = j
	}
	return out.String()
}

func inWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func plainNumber(l *syntax.IntLit) string {
	n := l.Value
	if l.Sized && n.BitLen() > l.Width {
		ones := new(big.Int).Lsh(big.NewInt(1), uint(l.Width))
		n = new(big.Int).And(n, ones.Sub(ones, big.NewInt(1)))
	}
	prefix := map[int]string{2: "0b", 8: "0o", 16: "0x"}[l.Base]
	return prefix + n.Text(max(l.Base, 2))
}
