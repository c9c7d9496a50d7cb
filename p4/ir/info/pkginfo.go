package info

import (
	"math"
	"slices"
	"strings"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/internal/nearest"
	"up4/p4/ir"
)

// Annotations of the package that have fields of their own.
const (
	pkgInfoName  = "pkginfo"
	platformName = "platform_property"
)

// pkgInfo describes the package main (P4Runtime 6.2).
func (b *builder) pkgInfo() {
	main := b.prog.Main
	p := &config.PkgInfo{Arch: b.arch.name}
	given := map[string]bool{}
	for _, a := range main.Annotations {
		switch a.Name {
		case pkgInfoName:
			b.keys(&a, given, map[string]*string{
				"name": &p.Name, "version": &p.Version,
				"organization": &p.Organization, "contact": &p.Contact, "url": &p.Url,
			}, nil)
		case platformName:
			if p.PlatformProperties == nil {
				p.PlatformProperties = &config.PlatformProperties{}
			}
			pp := p.PlatformProperties
			b.keys(&a, given, nil, map[string]*int32{
				"multicast_group_table_size":                   &pp.MulticastGroupTableSize,
				"multicast_group_table_total_replicas":         &pp.MulticastGroupTableTotalReplicas,
				"multicast_group_table_max_replicas_per_entry": &pp.MulticastGroupTableMaxReplicasPerEntry,
			})
		}
	}
	b.annotate(annotated{&p.Annotations, &p.StructuredAnnotations, &p.Doc}, main.Annotations, main.At, pkgInfoName, platformName)
	b.info.PkgInfo = p
}

// keys sets fields by the keys of an annotation, each of which is given once in all
// annotations of main (P4Runtime 6.2.1).
func (b *builder) keys(a *ir.Annotation, given map[string]bool, texts map[string]*string, numbers map[string]*int32) {
	at := b.prog.Main.At
	var names []string
	for name := range texts {
		names = append(names, name)
	}
	for name := range numbers {
		names = append(names, name)
	}
	slices.Sort(names)
	keys, values := pairs(a)
	for i, key := range keys {
		if given[key] {
			b.diags.Errorf(at, CodeAnnotation, "%s in @%s is given twice", key, a.Name)
			continue
		}
		given[key] = true
		if key == "arch" && texts != nil {
			b.diags.Warnf(at, CodeUnknownKey, "arch in @%s is left out: the compiler says what the architecture is", a.Name)
			continue
		}
		text, number := texts[key], numbers[key]
		switch v := values[i].(type) {
		case ir.StringConst:
			if text != nil {
				*text = string(v)
				continue
			}
		case *ir.IntConst:
			if number != nil && v.V.IsInt64() && v.V.Int64() >= 0 && v.V.Int64() <= math.MaxInt32 {
				*number = int32(v.V.Int64())
				continue
			}
		}
		switch {
		case text != nil:
			b.diags.Errorf(at, CodeAnnotation, "%s in @%s must be a string", key, a.Name)
		case number != nil:
			b.diags.Errorf(at, CodeAnnotation, "%s in @%s must be a number from 0 to 2147483647", key, a.Name)
		default:
			b.diags.Warnf(at, CodeUnknownKey, "@%s has no key %s%s", a.Name, key, nearest.Hint(key, names))
		}
	}
}

// pairs is an annotation's list of key=value. In an unstructured one it is text.
func pairs(a *ir.Annotation) (keys []string, values []ir.Value) {
	if a.Structured {
		return a.Keys, a.Values[:len(a.Keys)]
	}
	for _, part := range parts(a.Body) {
		key, text, _ := strings.Cut(part, "=")
		text = strings.TrimSpace(text)
		var v ir.Value
		if s, ok := stringOf(text); ok {
			v = ir.StringConst(s)
		} else if n, ok := intOf(text); ok {
			v = &ir.IntConst{V: ir.NewInt(n), T: ir.IntT}
		}
		keys, values = append(keys, strings.TrimSpace(key)), append(values, v)
	}
	return keys, values
}
