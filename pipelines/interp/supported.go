package interp

import (
	"fmt"

	"up4/p4/ir"
	"up4/pipelines/arch"
)

// supported is an error for an extern that is not the architecture's.
func supported(p *ir.Program, a *architecture) error {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(*ir.CallExtern)
				if !ok {
					continue
				}
				name := c.Name
				if o := receiver(c); o != "" {
					name = o + "." + c.Name
				}
				if !a.has(name) {
					return &arch.UnsupportedError{At: c.Span(), Msg: fmt.Sprintf("%s is an extern of this program's own, and %s runs those of the architecture", name, Backend)}
				}
			}
		}
	}
	return nil
}

// receiver is the type of the object that a method is called of, "" for a function.
func receiver(c *ir.CallExtern) string {
	if c.Object != nil {
		return c.Object.Type.Name
	}
	if c.Recv != nil {
		if t, ok := c.Recv.Type.(*ir.ObjectType); ok {
			return t.Name
		}
	}
	return ""
}
