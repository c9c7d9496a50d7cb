package v1model

import (
	"fmt"
	"slices"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines/arch"
)

// queues are the fields of standard_metadata_t that tell of a queue between ingress and
// egress, which is not there.
var queues = []string{"enq_qdepth", "deq_qdepth", "deq_timedelta"}

// Check is an error for a program that depends on what is not modelled: a read of a
// queue's depth or delay. A key of a table that is never applied, or none of whose
// actions does anything, is no such read.
func Check(p *ir.Program) error {
	harmless := map[source.Span]bool{}
	for _, t := range p.Tables {
		if applied, asked := applied(p, t); !applied || idle(t) && !asked {
			for _, k := range t.Keys {
				harmless[k.At] = true
			}
		}
	}
	var err error
	ir.EachRead(p, func(at source.Span, p *ir.Place) {
		name := queueField(p)
		if name != "" && !harmless[at] && err == nil {
			err = &arch.UnsupportedError{At: at, Msg: fmt.Sprintf("standard_metadata.%s is read, and up4 has no queues to tell of: there is no depth and no delay", name)}
		}
	})
	return err
}

// queueField is the name of the queue's field that a place is, or "".
func queueField(p *ir.Place) string {
	t := p.Root.Type
	for _, s := range p.Path {
		r, ok := t.(*ir.RecordType)
		if !ok || s.Kind != ir.FieldStep {
			return ""
		}
		if f := r.Fields[s.Field].Name; r.Name == "standard_metadata_t" && slices.Contains(queues, f) {
			return f
		}
		t = r.Fields[s.Field].Type
	}
	return ""
}

// idle says whether no action of a table does anything.
func idle(t *ir.Table) bool {
	return !slices.ContainsFunc(t.Actions, func(a ir.TableAction) bool {
		b := a.Func.Blocks[0]
		_, returns := b.Term.(*ir.Return)
		return len(b.Instrs) > 0 || !returns
	})
}

// applied says whether the program applies a table, and whether it looks at what that
// did.
func applied(p *ir.Program, t *ir.Table) (applied, asked bool) {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if a, ok := i.(*ir.Apply); ok && a.Table == t {
					applied, asked = true, asked || a.Hit != nil || a.Action != nil
				}
			}
		}
	}
	return applied, asked
}
