package stf

import (
	"fmt"
	"math/big"
	"strings"
)

// maxBits is the width that numbers of a script may have.
const maxBits = 2048

// Form is how a Value matches.
type Form uint8

// The forms of values.
const (
	Number Form = iota // 10, 0x0a, 0b1010, 0o12
	Wild               // 0x0a**, 0b10*1: digits that are free
	Masked             // 0x0a &&& 0x0f
	Prefix             // 0x0a000000/8
	Range              // 1..5, 1->5
	Any                // *
)

// Value is a value to match. Its methods give it the form that a key of some width in
// bits wants; digits that are not written are zeros, which count.
type Value struct {
	Form   Form
	Number *big.Int // but with Any
	Free   *big.Int // Wild: ones where the value is free
	Mask   *big.Int // Masked: ones where it counts
	High   *big.Int // Range: the last value, Number being the first
	Length int      // Prefix: bits
}

// Exact is the value for an exact key.
func (v Value) Exact(width int) (*big.Int, error) {
	if v.Form == Prefix && v.Length == width || v.Form == Masked && v.Mask.Cmp(ones(width)) == 0 || v.Form == Range && v.Number.Cmp(v.High) == 0 {
		return v.Number, fits(v.Number, width)
	}
	if v.Form != Number {
		return nil, fmt.Errorf("%s is not one value, which this exact match wants", v)
	}
	return v.Number, fits(v.Number, width)
}

// Ternary is the value and the mask for a ternary key. Bits that the mask leaves out are
// zeros in the value.
func (v Value) Ternary(width int) (value, mask *big.Int, err error) {
	all := ones(width)
	switch v.Form {
	case Any:
		return new(big.Int), new(big.Int), nil
	case Number:
		return v.Number, all, fits(v.Number, width)
	case Range:
		if v.Number.Cmp(v.High) == 0 {
			return v.Number, all, fits(v.Number, width)
		}
		if v.Number.Sign() == 0 && v.High.Cmp(all) == 0 {
			return new(big.Int), new(big.Int), nil
		}
		return nil, nil, fmt.Errorf("%s is a range, and this match wants a value and a mask", v)
	case Wild:
		mask = new(big.Int).AndNot(all, v.Free)
	case Masked:
		mask = v.Mask
	case Prefix:
		if v.Length > width {
			return nil, nil, fmt.Errorf("the prefix of %s is longer than the key's %s", v, bits(width))
		}
		mask = new(big.Int).Lsh(ones(v.Length), uint(width-v.Length))
	}
	if err := fits(v.Number, width); err != nil {
		return nil, nil, err
	}
	// Free digits may stick out: 0x*** is every value of 9 bits.
	err = fits(mask, width)
	return new(big.Int).And(v.Number, mask), mask, err
}

// LPM is the value and the prefix's length in bits for a longest prefix match.
func (v Value) LPM(width int) (value *big.Int, length int, err error) {
	value, mask, err := v.Ternary(width)
	if err != nil {
		return nil, 0, err
	}
	length = width
	if mask.Sign() == 0 {
		return value, 0, nil
	}
	length -= int(mask.TrailingZeroBits())
	if new(big.Int).Lsh(ones(length), uint(width-length)).Cmp(mask) != 0 {
		return nil, 0, fmt.Errorf("%s is no prefix: its free bits are not the last ones of the key's %s", v, bits(width))
	}
	return value, length, nil
}

// Between is the first and the last value for a range match.
func (v Value) Between(width int) (low, high *big.Int, err error) {
	if v.Form == Range {
		return v.Number, v.High, fits(v.High, width)
	}
	low, length, err := v.LPM(width)
	if err != nil {
		return nil, nil, err
	}
	return low, new(big.Int).Or(low, ones(width-length)), nil
}

// Optional is the value for an optional match, or nil if every value will do.
func (v Value) Optional(width int) (*big.Int, error) {
	value, mask, err := v.Ternary(width)
	switch {
	case err != nil:
		return nil, err
	case mask.Sign() == 0:
		return nil, nil
	case mask.Cmp(ones(width)) != 0:
		return nil, fmt.Errorf("%s is neither one value nor every value, and this optional match wants either", v)
	}
	return value, nil
}

// Matches says whether x, of any width, is among the values.
func (v Value) Matches(x *big.Int) bool {
	switch v.Form {
	case Any:
		return true
	case Wild:
		return new(big.Int).AndNot(x, v.Free).Cmp(v.Number) == 0
	case Masked:
		return new(big.Int).And(x, v.Mask).Cmp(new(big.Int).And(v.Number, v.Mask)) == 0
	case Range:
		return v.Number.Cmp(x) <= 0 && x.Cmp(v.High) <= 0
	}
	return v.Number.Cmp(x) == 0
}

func ones(n int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return x.Sub(x, big.NewInt(1))
}

func fits(x *big.Int, width int) error {
	if x.BitLen() > width {
		return fmt.Errorf("%#x does not fit in %s", x, bits(width))
	}
	return nil
}

func bits(n int) string {
	if n == 1 {
		return "1 bit"
	}
	return fmt.Sprintf("%d bits", n)
}

// String is the value as a script has it.
func (v Value) String() string {
	switch v.Form {
	case Any:
		return "*"
	case Wild:
		return wildText(v.Number, v.Free)
	case Masked:
		return fmt.Sprintf("%#x&&&%#x", v.Number, v.Mask)
	case Prefix:
		return fmt.Sprintf("%#x/%d", v.Number, v.Length)
	case Range:
		return fmt.Sprintf("%#x..%#x", v.Number, v.High)
	}
	return fmt.Sprintf("%#x", v.Number)
}

// wildText is a number with * for its free digits: hex if whole hex digits are free,
// else binary, which can say all.
func wildText(x, free *big.Int) string {
	digit := func(prefix string, per int) (string, bool) {
		var text []byte
		n := (max(x.BitLen(), free.BitLen()) + per - 1) / per
		for i := n - 1; i >= 0; i-- {
			var d, f int
			for b := range per {
				d |= int(x.Bit(i*per+b)) << b
				f |= int(free.Bit(i*per+b)) << b
			}
			switch f {
			case 0:
				text = append(text, "0123456789abcdef"[d])
			case 1<<per - 1:
				text = append(text, '*')
			default:
				return "", false
			}
		}
		return prefix + string(text), true
	}
	if text, ok := digit("0x", 4); ok {
		return text
	}
	text, _ := digit("0b", 1)
	return text
}

// parseNumber reads digits, with or without *, and says what is wrong with them.
func parseNumber(text string) (Value, error) {
	if text == "*" {
		return Value{Form: Any}, nil
	}
	base, per, all, digits := 10, 0, "", text
	if len(text) > 1 && text[0] == '0' {
		switch text[1] {
		case 'x', 'X':
			base, per, all, digits = 16, 4, "f", text[2:]
		case 'b', 'B':
			base, per, all, digits = 2, 1, "1", text[2:]
		case 'o', 'O':
			base, per, all, digits = 8, 3, "7", text[2:]
		}
	}
	if digits == "" {
		return Value{}, fmt.Errorf("%s has no digits", text)
	}
	if len(digits) > maxBits || per*len(digits) > maxBits+per {
		return Value{}, fmt.Errorf("this number has %d digits; numbers have at most %d bits", len(digits), maxBits)
	}
	free := strings.Contains(digits, "*")
	if free && base == 10 {
		return Value{}, fmt.Errorf("%s: the * digit wants 0x, 0o or 0b before it", text)
	}
	v := Value{}
	var ok bool
	if v.Number, ok = digitsOf(strings.ReplaceAll(digits, "*", "0"), base); !ok {
		return Value{}, fmt.Errorf("%s is no number in base %d", text, base)
	}
	if free {
		v.Form = Wild
		v.Free, _ = digitsOf(strings.Map(func(r rune) rune {
			if r == '*' {
				return rune(all[0])
			}
			return '0'
		}, digits), base)
	}
	if v.Number.BitLen() > maxBits || v.Free != nil && v.Free.BitLen() > maxBits {
		return Value{}, fmt.Errorf("this number has more than %d bits", maxBits)
	}
	return v, nil
}

// digitsOf is SetString without the signs and underscores that it lets pass.
func digitsOf(text string, base int) (*big.Int, bool) {
	if strings.ContainsAny(text, "+-_") {
		return nil, false
	}
	return new(big.Int).SetString(text, base)
}
