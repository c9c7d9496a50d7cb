package schema

import (
	"fmt"

	"up4/p4/ir"
)

// use is how a program uses a register.
type use struct {
	reads, writes bool
	bare          bool // some of it outside of @atomic
}

// shared finds registers that are read and written outside of @atomic: two shards that
// do so at one time may lose an update.
func (b *builder) shared() {
	uses := map[*ir.Object]*use{}
	for _, f := range b.ir.Funcs {
		for _, block := range f.Blocks {
			for _, i := range block.Instrs {
				if c, ok := i.(*ir.CallExtern); ok && c.Object != nil && c.Object.Type.Name == b.arch.register {
					u := uses[c.Object]
					if u == nil {
						u = &use{}
						uses[c.Object] = u
					}
					u.reads = u.reads || c.Name == "read"
					u.writes = u.writes || c.Name == "write"
					u.bare = u.bare || block.Atomic == 0
				}
			}
		}
	}
	for _, o := range b.ir.Objects {
		if u := uses[o]; u != nil && u.reads && u.writes && u.bare {
			b.Program.Shared = append(b.Program.Shared, fmt.Sprintf(
				"register %s is read and written outside of @atomic: with several shards an update may be lost in between", b.objectName(o)))
		}
	}
}
