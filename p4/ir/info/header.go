package info

import (
	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
)

// field is a field of a header, with the structs in that taken apart.
type field struct {
	name        string
	typ         ir.Type
	annotations []ir.Annotation
}

// flatten is the fields of a header. Annotations of an inner field go before those
// of what it is in.
func (b *builder) flatten(h *ir.RecordType) []field {
	var out []field
	var walk func(prefix string, r *ir.RecordType, outer []ir.Annotation)
	walk = func(prefix string, r *ir.RecordType, outer []ir.Annotation) {
		for _, f := range r.Fields {
			list := f.Annotations
			for _, a := range outer {
				if !has(list, a.Name) {
					list = append(list[:len(list):len(list)], a)
				}
			}
			if inner, ok := f.Type.(*ir.RecordType); ok {
				walk(prefix+f.Name+".", inner, list)
				continue
			}
			name := prefix + f.Name
			if prefix == "" {
				name = b.shownName(f.Name, f.Annotations)
			}
			out = append(out, field{name, f.Type, list})
		}
	}
	walk("", h, nil)
	return out
}

const controllerHeader = "controller_header"

// controllerHeaders are the headers of packets from and to a controller.
func (b *builder) controllerHeaders() []*ir.RecordType {
	var out []*ir.RecordType
	for _, t := range b.prog.Types {
		if h, ok := t.(*ir.RecordType); ok && h.Kind == ir.Header && has(h.Annotations, controllerHeader) {
			out = append(out, h)
		}
	}
	return out
}

// packetHeaders describes them (P4Runtime 6.4.6). Their names are what the
// annotation gives: packet_in and packet_out are the known ones.
func (b *builder) packetHeaders() {
	known := map[string]bool{}
	for _, h := range b.controllerHeaders() {
		// Types have no place; what uses them all is main.
		at := b.prog.Main.At
		name, ok := b.text(h.Annotations, controllerHeader, at)
		if !ok || has(h.Annotations, "hidden") {
			continue
		}
		if known[name] {
			b.diags.Errorf(at, CodePacketHeader, "header %s is the second one with @%s(\"%s\")", h.Name, controllerHeader, name)
			continue
		}
		known[name] = true
		p := b.preamble(config.P4Ids_CONTROLLER_HEADER, b.typeName(h.Name, h.Annotations), h.Annotations, at)
		p.Name, p.Alias = name, name
		out := &config.ControllerPacketMetadata{Preamble: p}
		fields := b.flatten(h)
		ids := b.fieldIDs(len(fields), func(i int) []ir.Annotation { return fields[i].annotations }, at)
		for i, f := range fields {
			if has(f.annotations, "hidden") {
				continue
			}
			b.types.use(f.typ, at)
			m := &config.ControllerPacketMetadata_Metadata{Id: ids[i], Name: f.name, Bitwidth: width(f.typ, b), TypeName: newTypeName(f.typ, b)}
			b.annotate(annotated{plain: &m.Annotations, structured: &m.StructuredAnnotations}, f.annotations, at)
			out.Metadata = append(out.Metadata, m)
		}
		b.info.ControllerPacketMetadata = append(b.info.ControllerPacketMetadata, out)
	}
}
