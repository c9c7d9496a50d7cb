package schema

import (
	"strconv"
	"strings"

	"up4/p4/ir"
)

// last is the last part of a name with dots, or all of it if that is empty.
func last(full string) string {
	if s := full[strings.LastIndexByte(full, '.')+1:]; s != "" {
		return s
	}
	return full
}

// shortest is names by which people call what has the names full: the last part where
// no other has that, else the whole.
func shortest(full []string) []string {
	n := map[string]int{}
	for _, f := range full {
		n[last(f)]++
	}
	out := make([]string, len(full))
	for i, f := range full {
		if out[i] = last(f); n[out[i]] > 1 {
			out[i] = f
		}
	}
	return out
}

// keyNames is keys' names without what stands before the header in each
// (hdr.ipv4.dst), where that leaves them different.
func keyNames(full []string) []string {
	n := map[string]int{}
	for _, f := range full {
		n[withoutRoot(f)]++
	}
	out := make([]string, len(full))
	for i, f := range full {
		if out[i] = withoutRoot(f); n[out[i]] > 1 {
			out[i] = f
		}
	}
	return out
}

// withoutRoot is a path of three parts or more without the first. A mask or slice may
// stand behind the path.
func withoutRoot(name string) string {
	path, _, _ := strings.Cut(name, " & ")
	parts := strings.Split(path, ".")
	if len(parts) < 3 {
		return name
	}
	for _, p := range parts {
		if p == "" || strings.ContainsAny(p, " ()+*/,") {
			return name // an expression
		}
	}
	return name[len(parts[0])+1:]
}

// find is the annotation of a name, nil if there is none.
func find(list []ir.Annotation, name string) *ir.Annotation {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// text is what an annotation holds: one string, or else its words.
func text(a *ir.Annotation) string {
	if len(a.Values) == 1 {
		if s, ok := a.Values[0].(ir.StringConst); ok {
			return string(s)
		}
	}
	if s, err := strconv.Unquote(strings.TrimSpace(a.Body)); err == nil {
		return s
	}
	return strings.TrimSpace(a.Body)
}

// shown is the control plane's name of what is declared as name: @name, if given.
func shown(declared string, list []ir.Annotation) string {
	if a := find(list, "name"); a != nil {
		if s := strings.TrimPrefix(text(a), "."); s != "" {
			return s
		}
	}
	return declared
}

// objectName is the name of an extern object. One made in a table's property has that
// of the property, if given, which then is not within that of the table's control.
func (b *builder) objectName(o *ir.Object) string {
	for _, t := range b.ir.Tables {
		for _, p := range t.Properties {
			if p.Value.Object == o && o.Local == p.Name && len(o.Annotations) == 0 {
				return shown(o.Name, p.Annotations)
			}
		}
	}
	return o.Name
}

// typeName is the control plane's name of a declared type. A generic type's arguments
// are joined to it as words: s<bit<32>, t> is s_bit32_t.
func typeName(declared string, list []ir.Annotation) string {
	if name := shown("", list); name != "" {
		return name
	}
	head, args, generic := strings.Cut(declared, "<")
	if !generic {
		return declared
	}
	return head + "_" + strings.NewReplacer("bit<", "bit", "int<", "int", ", ", "_", "<", "_", ">", "", " ", "").Replace(args)
}
