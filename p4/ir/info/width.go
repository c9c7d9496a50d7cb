package info

import (
	"math/big"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
	"up4/p4/source"
)

// translation is what @p4runtime_translation says of a new type: what a controller
// uses in its place (P4Runtime 8.4.6).
type translation struct {
	uri      string
	isString bool
	width    int // bits, unless isString
}

// translation reads the annotation: a name, and then string, a number of bits, or
// bit<that number>.
func (b *builder) translation(t *ir.NewType, at source.Span) (translation, bool) {
	a := find(t.Annotations, translationName)
	if a == nil {
		return translation{}, false
	}
	if list := parts(a.Body); !a.Structured && len(list) == 2 {
		uri, ok := stringOf(list[0])
		how := compact(list[1])
		if ok && how == "string" {
			return translation{uri: uri, isString: true}, true
		}
		if len(how) > 5 && how[:4] == "bit<" && how[len(how)-1] == '>' {
			how = how[4 : len(how)-1]
		}
		if n, isNumber := intOf(how); ok && isNumber && n > 0 && n <= maxWidth {
			return translation{uri: uri, width: int(n)}, true
		}
	}
	if !b.badTranslation[t] {
		b.badTranslation[t] = true
		b.diags.Errorf(at, CodeTranslation, "@%s of type %s must hold a string and then string, a number of bits or bit<W>", translationName, t.Name)
	}
	return translation{}, false
}

// maxWidth is the widest value a message can speak of, in bits.
const maxWidth = 1<<31 - 1

// compact is a text without its spaces.
func compact(s string) string {
	var out []byte
	for i := range len(s) {
		if s[i] != ' ' {
			out = append(out, s[i])
		}
	}
	return string(out)
}

// width is how many bits a controller gives for a value, 0 for what it gives as a
// string.
func width(t ir.Type, b *builder) int32 {
	for {
		n, ok := t.(*ir.NewType)
		if !ok {
			break
		}
		if tr, translated := b.translation(n, b.prog.Main.At); translated {
			return int32(tr.width)
		}
		// The annotations of the types below are theirs alone.
		for {
			u, more := n.Under.(*ir.NewType)
			if !more {
				break
			}
			n = u
		}
		t = n.Under
	}
	switch t := ir.Underlying(t).(type) {
	case *ir.BitsType:
		return int32(t.Width)
	case *ir.VarbitType:
		return int32(t.Max)
	case *ir.BoolType:
		return 1
	}
	return 0
}

// newTypeName is a type's name if it is a new type.
func newTypeName(t ir.Type, b *builder) *config.P4NamedType {
	if n, ok := t.(*ir.NewType); ok {
		return named(b.typeName(n.Name, n.Annotations))
	}
	return nil
}

// bytesOf is a constant as P4Runtime sends one: all its bytes, the first one the
// most significant. A value that has no bits is not sent.
func bytesOf(v ir.Value, t ir.Type) ([]byte, bool) {
	switch v := v.(type) {
	case *ir.IntConst:
		if bits, ok := ir.Underlying(t).(*ir.BitsType); ok {
			return bytesOfInt(v.V, bits.Width), true
		}
	case ir.BoolConst:
		if v {
			return []byte{1}, true
		}
		return []byte{0}, true
	}
	return nil, false
}

// bytesOfInt is a number of width bits; a negative one in two's complement.
func bytesOfInt(v ir.Int, width int) []byte {
	n := new(big.Int).Set(v)
	if n.Sign() < 0 {
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	size := (width + 7) / 8
	if n.Sign() < 0 || n.BitLen() > size*8 {
		return n.Bytes() // not a value of the type; a valid program has none
	}
	return n.FillBytes(make([]byte, size))
}
