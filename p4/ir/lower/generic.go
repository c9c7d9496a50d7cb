package lower

import (
	"up4/p4/ir"
	"up4/p4/source"
	"up4/p4/types"
)

// bindingAt is what the type parameters of a parser, control or package stand for: its
// arguments, or what follows from the type that is asked for.
func (c *code) bindingAt(at source.Span, b *types.Block, want types.Type) types.Binding {
	out := c.binding(b, want)
	if o := c.l.info.Defs[b.Decl]; o != nil {
		if own, ok := o.Type.(*types.Block); ok {
			for _, v := range own.TypeParams {
				if out[v] == nil || ir.Identical(c.l.closed(out[v]), ir.Void) {
					c.l.errorf(at, CodeNotKnown, "%s: the type argument %s does not follow: write %s<…>(…)", b.Name, v.Name, b.Name)
				}
			}
		}
	}
	return out
}

// binding is bindingAt, as far as it is known.
func (c *code) binding(b *types.Block, want types.Type) types.Binding {
	out := types.Binding{}
	o := c.l.info.Defs[b.Decl]
	if o == nil {
		return out
	}
	own, ok := o.Type.(*types.Block)
	if !ok || len(own.TypeParams) == 0 {
		return out
	}
	for i, v := range own.TypeParams {
		if i < len(b.Args) {
			out[v] = types.Substitute(b.Args[i], c.sub)
		}
	}
	w, ok := types.Substitute(want, c.sub).(*types.Block)
	if len(b.Args) > 0 || !ok {
		return out
	}
	for i, p := range own.Params {
		if i < len(w.Params) {
			follow(out, own.TypeParams, p.Type, w.Params[i].Type)
		}
	}
	return out
}

// follow binds the variables in t by comparing it to a type that has none.
func follow(out types.Binding, vars []*types.TypeVar, t, is types.Type) {
	all := func(ts, are []types.Type) {
		for i := range min(len(ts), len(are)) {
			follow(out, vars, ts[i], are[i])
		}
	}
	switch t := t.(type) {
	case *types.TypeVar:
		for _, v := range vars {
			if v == t && out[v] == nil {
				out[v] = is
			}
		}
	case *types.Stack:
		if s, ok := is.(*types.Stack); ok {
			follow(out, vars, t.Elem, s.Elem)
		}
	case *types.List:
		if s, ok := is.(*types.List); ok {
			follow(out, vars, t.Elem, s.Elem)
		}
	case *types.Tuple:
		if s, ok := is.(*types.Tuple); ok {
			all(t.Elems, s.Elems)
		}
	case *types.Record:
		if s, ok := is.(*types.Record); ok {
			all(t.Args, s.Args)
		}
	case *types.Extern:
		if s, ok := is.(*types.Extern); ok {
			all(t.Args, s.Args)
		}
	}
}
