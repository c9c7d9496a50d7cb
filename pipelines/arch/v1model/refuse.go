package v1model

import (
	"cmp"
	"fmt"
	"slices"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines/arch"
)

// standard is the type of the standard metadata.
const standard = "standard_metadata_t"

// queues are the fields of the standard metadata that tell of a queue between ingress and
// egress, which is not there.
var queues = []string{"enq_qdepth", "deq_qdepth", "deq_timedelta"}

// Check is an error for a program that depends on what is not modelled, or asks an
// extern for what it cannot give.
func Check(p *ir.Program) error {
	return cmp.Or(checkQueues(p), checkWhole(p), checkNumbers(p))
}

// checkQueues is an error for a read of a queue's depth or delay. A key of a table that
// is never applied, or none of whose actions does anything, is no such read.
func checkQueues(p *ir.Program) error {
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
			err = unmodelled(at, "standard_metadata."+name)
		}
	})
	return err
}

func unmodelled(at source.Span, what string) error {
	return &arch.UnsupportedError{At: at, Msg: fmt.Sprintf("%s is read, and up4 has no queues to tell of: there is no depth and no delay", what)}
}

// keepers are the externs that take standard metadata to keep it, not to look at it.
var keepers = []string{"clone3", "resubmit", "recirculate"}

// checkWhole is an error for a read of the standard metadata as a whole, queues
// included, by an extern or a comparison. To copy it reads nothing.
func checkWhole(p *ir.Program) (err error) {
	look := func(at source.Span, t ir.Type) {
		if err == nil && holdsStandard(t) {
			err = unmodelled(at, "the whole of standard_metadata, with "+queues[0]+",")
		}
	}
	eachExtern(p, func(c *ir.CallExtern) {
		for _, a := range c.Args {
			if a.Value != nil && !slices.Contains(keepers, c.Name) {
				look(c.Span(), a.Value.Type())
			}
		}
	})
	ir.EachExpr(p, func(at source.Span, x ir.Expr) {
		if b, ok := x.(*ir.Binary); ok && (b.Op == ir.Eq || b.Op == ir.Ne) {
			look(at, b.X.Type())
		}
	})
	return err
}

// holdsStandard says whether a type is, or has a part that is, the standard metadata.
func holdsStandard(t ir.Type) bool {
	switch t := ir.Underlying(t).(type) {
	case *ir.RecordType:
		return t.Name == standard || slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return holdsStandard(f.Type) })
	case *ir.StackType:
		return holdsStandard(t.Elem)
	}
	return false
}

// numeric names the arguments for which v1model.p4 takes any type and that must be
// numbers; "" is one that may be anything.
var numeric = map[string][]string{
	"hash":                         {"the result", "", "the base", "", "the max"},
	"random":                       {"the result"},
	"meter.execute_meter":          {"", "the result"},
	"direct_meter.read":            {"the result"},
	"verify_checksum":              {"", "", "the checksum"},
	"verify_checksum_with_payload": {"", "", "the checksum"},
	"update_checksum":              {"", "", "the checksum"},
	"update_checksum_with_payload": {"", "", "the checksum"},
}

// checkNumbers is an error for an extern that is to give or take a number and has
// something else in its place, such as a bool or a header.
func checkNumbers(p *ir.Program) (err error) {
	eachExtern(p, func(c *ir.CallExtern) {
		for i, what := range numeric[c.FullName()] {
			if err == nil && what != "" && !isNumber(&c.Args[i]) {
				err = &arch.UnsupportedError{At: c.Span(), Msg: fmt.Sprintf("%s of %s is no number: its type can be bit or int", what, c.FullName())}
			}
		}
	})
	return err
}

func isNumber(a *ir.Operand) bool {
	var t ir.Type
	switch {
	case a.Value != nil:
		t = a.Value.Type()
	case a.Place != nil:
		t = a.Place.T
	}
	_, ok := ir.Underlying(t).(*ir.BitsType)
	return ok
}

func eachExtern(p *ir.Program, each func(*ir.CallExtern)) {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(*ir.CallExtern); ok {
					each(c)
				}
			}
		}
	}
}

// queueField is the name of the queue's field that a place is, or "".
func queueField(p *ir.Place) string {
	t := p.Root.Type
	for _, s := range p.Path {
		r, ok := t.(*ir.RecordType)
		if !ok || s.Kind != ir.FieldStep {
			return ""
		}
		if f := r.Fields[s.Field].Name; r.Name == standard && slices.Contains(queues, f) {
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
