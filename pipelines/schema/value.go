package schema

import (
	"math/big"

	"up4/p4/ir"
	"up4/pipelines"
)

// MemberBits is how many bits the index of an error, or of a member of an enum
// without a representation, has.
const MemberBits = 32

// width is the bits of a value that the control plane gives, -1 if it can give none of
// the type.
func width(t ir.Type) int {
	switch t := ir.Underlying(t).(type) {
	case *ir.BitsType:
		return t.Width
	case *ir.BoolType:
		return 1
	case *ir.EnumType, *ir.ErrorType:
		return MemberBits
	}
	return -1
}

// number is a constant as a number, nil for what is none.
func number(v ir.Value) ir.Int {
	switch v := v.(type) {
	case *ir.IntConst:
		return v.V
	case ir.BoolConst:
		if v {
			return big.NewInt(1)
		}
		return new(big.Int)
	case *ir.MemberConst:
		return big.NewInt(int64(v.Index))
	}
	return nil
}

// constant is a constant expression as a number, nil for what is none.
func constant(x ir.Expr) ir.Int {
	if c, ok := x.(*ir.Const); ok {
		return number(c.Value)
	}
	return nil
}

// pack is n in as many whole bytes as bits need, big-endian, modulo 2 to the bits.
func pack(n ir.Int, bits int) []byte {
	return new(big.Int).And(n, ones(bits)).FillBytes(make([]byte, (bits+7)/8))
}

// ones is a number of that many bits, all set.
func ones(bits int) ir.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
}

// maxFields is the most parts that a value is taken apart into.
const maxFields = 4096

// fields is the parts of a value, one after the other: records and stacks taken apart.
// It is false if the control plane cannot give or show values of the type.
func fields(name string, t ir.Type, annotations []ir.Annotation) ([]pipelines.Param, bool) {
	join := func(part string) string {
		if name == "" {
			return part
		}
		return name + "." + part
	}
	switch typ := t.(type) {
	case *ir.RecordType:
		out := []pipelines.Param{}
		for _, f := range typ.Fields {
			n := shown(f.Name, f.Annotations)
			if typ.Kind == ir.Tuple {
				n = "f" + f.Name
			}
			more, ok := fields(join(n), f.Type, f.Annotations)
			if !ok {
				return nil, false
			}
			if out = append(out, more...); len(out) > maxFields {
				return nil, false
			}
		}
		return out, true
	case *ir.StackType:
		out := []pipelines.Param{}
		for i := range min(typ.Size, maxFields+1) {
			more, ok := fields(name+"["+big.NewInt(int64(i)).String()+"]", typ.Elem, annotations)
			if !ok {
				return nil, false
			}
			if out = append(out, more...); i >= maxFields || len(out) > maxFields {
				return nil, false
			}
		}
		return out, true
	}
	bits := width(t)
	if bits < 0 {
		return nil, false
	}
	if name == "" {
		name = "value"
	}
	return []pipelines.Param{{Name: name, Bits: bits, Type: people(name, t, bits, annotations)}}, true
}
