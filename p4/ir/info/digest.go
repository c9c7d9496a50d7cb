package info

import (
	"fmt"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
	"up4/p4/source"
)

// digest is a kind of message from the data plane to a controller: an extern object,
// or where the architecture has a call for it, the type of what is sent.
type digest struct {
	name        string
	typ         ir.Type
	annotations []ir.Annotation
	at          source.Span
}

func (b *builder) findDigests() {
	if b.arch.digest != "" {
		for _, o := range b.prog.Objects {
			if o.Type.Name == b.arch.digest && len(o.Type.Args) > 0 {
				b.digests = append(b.digests, digest{o.Name, o.Type.Args[0], o.Annotations, o.At})
			}
		}
		return
	}
	known := map[string]bool{}
	for _, call := range b.reach.digests {
		if len(call.TypeArgs) == 0 {
			continue
		}
		d := digest{typ: call.TypeArgs[0], at: call.Span()}
		switch t := d.typ.(type) {
		case *ir.RecordType:
			if t.Kind != ir.Tuple {
				d.name, d.annotations = b.typeName(t.Name, t.Annotations), t.Annotations
			}
		case *ir.NewType:
			d.name = b.typeName(t.Name, t.Annotations)
		case *ir.EnumType:
			d.name = b.typeName(t.Name, t.Annotations)
		}
		if d.name == "" {
			d.name = fmt.Sprintf("digest_%d", len(known))
			b.diags.Warnf(d.at, CodeDigestName, "what this digest sends has no type with a name, so it is called %s", d.name)
		}
		if !known[d.name] {
			known[d.name] = true
			b.digests = append(b.digests, d)
		}
	}
}

func (b *builder) addDigests() {
	for _, d := range b.digests {
		b.info.Digests = append(b.info.Digests, &config.Digest{
			Preamble: b.preamble(config.P4Ids_DIGEST, d.name, d.annotations, d.at),
			TypeSpec: b.types.spec(d.typ, d.at),
		})
	}
}
