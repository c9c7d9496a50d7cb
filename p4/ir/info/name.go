package info

import (
	"fmt"
	"math/big"
	"strings"

	"up4/p4/ir"
)

// keyName is a key's name: what @name gives, or the expression (P4-16 18.3.1) with
// the names of its fields, the values of its numbers, and $valid$ for isValid(), as
// the reference compiler has them.
func (b *builder) keyName(k ir.Key) string {
	if has(k.Annotations, "name") {
		return k.Name
	}
	if name, ok := b.pathName(k.Expr); ok {
		return name
	}
	if before, ok := strings.CutSuffix(k.Name, ".isValid()"); ok {
		return before + validSuffix
	}
	return plainNumbers(k.Name)
}

const validSuffix = ".$valid$"

// pathName is the name of a place some field of which has a @name. That of a field
// stands for what leads to it if it begins with a dot.
func (b *builder) pathName(e ir.Expr) (string, bool) {
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
	if a := find(f.Annotations, "name"); a != nil {
		if s, ok := stringOf(a.Body); ok && strings.Trim(s, ".") != "" {
			return s, true
		}
	}
	return f.Name, false
}

// plainNumbers is a text with its numbers in the least digits of their base, cut to
// their width: 8w0x3648 is 0x48.
func plainNumbers(s string) string {
	var out strings.Builder
	word := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && word(s[j]) {
			j++
		}
		switch {
		case j == i:
			out.WriteByte(s[i])
			j++
		case s[i] >= '0' && s[i] <= '9':
			out.WriteString(plainNumber(s[i:j]))
		default:
			out.WriteString(s[i:j])
		}
		i = j
	}
	return out.String()
}

func plainNumber(text string) string {
	width, digits := splitWidth(strings.ReplaceAll(text, "_", ""))
	base, prefix, digits := splitBase(digits)
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return text
	}
	if width > 0 && n.BitLen() > width {
		n.And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
	}
	return prefix + n.Text(base)
}

// actionName is the name that a controller knows an action by. One that lowering made
// to call another with what a table's list binds is known as that.
func actionName(f *ir.Func) string {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ir.Call)
			if !ok || c.Func.Kind != ir.Action || c.Func.Local != f.Local {
				continue
			}
			if number, ok := strings.CutPrefix(f.Name, c.Func.Name+"_"); ok && strings.Trim(number, "0123456789") == "" {
				return c.Func.Name
			}
		}
	}
	return f.Name
}

// object is what a controller sees of an extern object's declaration.
type object struct {
	name        string
	annotations []ir.Annotation
}

// placed finds the objects that are made in the properties of tables: their
// annotations are those of the property, and so is their name if it has one, which
// then is not within that of the table's control.
func (b *builder) placed() {
	for _, t := range b.prog.Tables {
		for _, p := range t.Properties {
			o := p.Value.Object
			if o == nil || o.Local != p.Name || len(o.Annotations) > 0 {
				continue
			}
			seen := object{o.Name, p.Annotations}
			if a := find(p.Annotations, "name"); a != nil {
				if s, ok := stringOf(a.Body); ok && strings.Trim(s, ".") != "" {
					seen.name = strings.TrimPrefix(s, ".")
				}
			}
			b.inPlace[o] = seen
		}
	}
}

// seen is what a controller sees of an object.
func (b *builder) seen(o *ir.Object) object {
	if s, ok := b.inPlace[o]; ok {
		return s
	}
	return object{o.Name, o.Annotations}
}

// typeName is a declared type's name: what @name gives, or the declared one. A
// generic type's arguments are joined to that as words: s<bit<32>, t> is s_bit32_t.
func (b *builder) typeName(declared string, list []ir.Annotation) string {
	if name := b.shownName("", list); name != "" {
		return name
	}
	head, args, generic := strings.Cut(declared, "<")
	if !generic {
		return declared
	}
	return head + "_" + strings.NewReplacer("bit<", "bit", "int<", "int", ", ", "_", "<", "_", ">", "", " ", "").Replace(args)
}
