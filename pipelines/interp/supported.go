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
				if name := c.FullName(); !a.has(name) {
					return &arch.UnsupportedError{At: c.Span(), Msg: fmt.Sprintf("%s is an extern of this program's own, and %s runs those of the architecture", name, Backend)}
				}
			}
		}
	}
	return nil
}
