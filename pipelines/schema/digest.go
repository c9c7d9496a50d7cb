package schema

import (
	"fmt"
	"slices"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines"
)

// digests describes the messages to the control plane: those of objects, or what calls
// send.
func (b *builder) digests() {
	if b.arch.digest != "" {
		for _, o := range b.ir.Objects {
			if o.Type.Name == b.arch.digest && len(o.Type.Args) > 0 {
				b.Digests[o] = len(b.Program.Digests)
				b.digest(b.objectName(o), o.Type.Args[0], o.At)
			}
		}
		return
	}
	if b.arch.digestCall == "" {
		return
	}
	for _, f := range b.ir.Funcs {
		for _, block := range f.Blocks {
			for _, i := range block.Instrs {
				c, ok := i.(*ir.CallExtern)
				if !ok || c.Object != nil || c.Recv != nil || c.Name != b.arch.digestCall || len(c.TypeArgs) == 0 {
					continue
				}
				t := c.TypeArgs[0]
				if slices.ContainsFunc(b.sent, func(x ir.Type) bool { return ir.Identical(x, t) }) {
					continue
				}
				name := digestName(t)
				if name == "" {
					name = fmt.Sprintf("digest_%d", len(b.sent))
				}
				b.sent = append(b.sent, t)
				b.digest(name, t, c.Span())
			}
		}
	}
}

// digestName is the control plane's name of what is sent, "" if its type has none.
func digestName(t ir.Type) string {
	switch t := t.(type) {
	case *ir.RecordType:
		if t.Kind != ir.Tuple {
			return typeName(t.Name, t.Annotations)
		}
	case *ir.NewType:
		return typeName(t.Name, t.Annotations)
	case *ir.EnumType:
		return typeName(t.Name, t.Annotations)
	}
	return ""
}

func (b *builder) digest(name string, t ir.Type, at source.Span) {
	parts, ok := fields("", t, nil)
	if !ok {
		b.diags.Errorf(at, CodeDigest, "digest %s is of type %s: it can send bit, int, bool, error, enums, new types and structs of these", name, t)
	}
	b.Program.Digests = append(b.Program.Digests, pipelines.Digest{Name: name, Fields: parts})
}
