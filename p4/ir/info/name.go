package info

import (
	"strings"

	"up4/p4/ir"
)

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
