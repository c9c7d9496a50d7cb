package syntax

import (
	"math/big"
	"strconv"
	"strings"

	"up4/p4/syntax/token"
)

// Limits of integer literals: bits of a width, and characters.
const (
	maxWidth  = 1 << 16
	maxDigits = 1 << 16
)

// intLit reads an integer (clause 6.4.3.2): [width w|s] [0x|0o|0b|0d] digits, where
// _ may stand among the digits.
func (p *parser) intLit() Expr {
	t := p.next()
	lit := &IntLit{node: node{t.At}, Text: t.Text, Value: new(big.Int), Base: 10}
	if len(t.Text) > maxDigits {
		p.diags.Errorf(t.At, CodeBadInteger, "an integer has more than %d characters", maxDigits)
		return lit
	}
	digits := t.Text
	if i := strings.IndexAny(digits, "ws"); i > 0 {
		width, err := strconv.Atoi(digits[:i])
		least := 0
		if digits[i] == 's' {
			least = 1 // for the sign
		}
		if err != nil || width < least || width > maxWidth {
			p.diags.Errorf(t.At, CodeBadInteger, "%s: the width before %c must be from %d to %d bits", clip(t.Text), digits[i], least, maxWidth)
			return lit
		}
		lit.Sized, lit.Width, lit.Signed, digits = true, width, digits[i] == 's', digits[i+1:]
	}
	if len(digits) > 1 && digits[0] == '0' {
		if base := map[byte]int{'x': 16, 'o': 8, 'd': 10, 'b': 2}[digits[1]|0x20]; base != 0 {
			lit.Base, digits = base, digits[2:]
		}
	}
	digits = strings.ReplaceAll(digits, "_", "")
	if _, ok := lit.Value.SetString(digits, lit.Base); !ok {
		lit.Value = new(big.Int)
		if digits == "" {
			p.diags.Errorf(t.At, CodeBadInteger, "%s: an integer without digits", clip(t.Text))
		} else {
			p.diags.Errorf(t.At, CodeBadInteger, "%s is no integer of base %d", clip(t.Text), lit.Base)
		}
		return lit
	}
	p.fit(lit)
	return lit
}

// fit drops the bits that a width has no room for, and says so.
func (p *parser) fit(lit *IntLit) {
	if !lit.Sized {
		return
	}
	room, kind := lit.Width, "bit"
	if lit.Signed {
		room, kind = room-1, "int"
	}
	if lit.Value.BitLen() <= room {
		return
	}
	p.diags.Warnf(lit.At, CodeOverflow, "%s does not fit in %s<%d>: the upper bits are dropped", clip(lit.Text), kind, lit.Width)
	one := big.NewInt(1)
	modulus := new(big.Int).Lsh(one, uint(lit.Width))
	lit.Value.And(lit.Value, new(big.Int).Sub(modulus, one))
	if lit.Signed && lit.Value.Bit(lit.Width-1) == 1 {
		lit.Value.Sub(lit.Value, modulus)
	}
}

// stringLit reads a string (clause 6.4.3.4). \" and \\ are resolved; what other
// escapes mean is for who reads the string.
func (p *parser) stringLit() Expr {
	t := p.expect(token.String)
	return &StringLit{node{t.At}, unquote(t.Text)}
}

func unquote(text string) string {
	text = strings.TrimPrefix(text, `"`)
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		case c == '"': // the closing one
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
