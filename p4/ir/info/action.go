package info

import (
	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
)

// actions describes the actions, those of the top level first. One that several
// controls use is one action to a controller.
func (b *builder) actions() {
	done := map[string]bool{}
	one := func(f *ir.Func) {
		if name := f.ControlName(); !done[name] && !has(f.Annotations, "hidden") {
			done[name] = true
			b.info.Actions = append(b.info.Actions, b.action(f))
		}
	}
	if b.noAction != nil {
		one(b.noAction)
	}
	for _, top := range []bool{true, false} {
		for _, f := range b.prog.Funcs {
			if f.Kind == ir.Action && b.reach.actions[f] && (f.Owner == nil) == top {
				one(f)
			}
		}
	}
}

// actionParams are the parameters that a controller gives values for: those without
// a direction, if tables use the action. Calls give all arguments.
func (b *builder) actionParams(f *ir.Func) []*ir.Local {
	var out []*ir.Local
	for _, p := range f.Params {
		if p.Dir == ir.None && b.reach.byTable[f] {
			out = append(out, p)
		}
	}
	return out
}

func (b *builder) paramIDs(f *ir.Func, params []*ir.Local) []uint32 {
	return b.fieldIDs(len(params), func(i int) []ir.Annotation { return params[i].Annotations }, f.At)
}

func (b *builder) action(f *ir.Func) *config.Action {
	out := &config.Action{Preamble: b.preamble(config.P4Ids_ACTION, f.ControlName(), f.Annotations, f.At)}
	params := b.actionParams(f)
	ids := b.paramIDs(f, params)
	for i, p := range params {
		b.types.use(p.Type, p.At)
		param := &config.Action_Param{Id: ids[i], Name: b.shownName(p.Declared, p.Annotations), TypeName: newTypeName(p.Type, b)}
		b.annotate(annotated{&param.Annotations, &param.StructuredAnnotations, &param.Doc}, p.Annotations, p.At)
		switch t := p.Type.(type) {
		case *ir.BitsType, *ir.BoolType, *ir.NewType:
			param.Bitwidth = width(t, b)
		case *ir.EnumType:
			if t.Repr != nil {
				param.Bitwidth = width(t, b)
			} else {
				param.TypeName = &config.P4NamedType{Name: b.typeName(t.Name, t.Annotations)}
			}
		default:
			b.diags.Errorf(p.At, CodeType, "parameter %s of action %s is of type %s: a controller can give values of bit, int, bool, enum and new types only", p.Declared, f.Name, t)
		}
		out.Params = append(out.Params, param)
	}
	return out
}
