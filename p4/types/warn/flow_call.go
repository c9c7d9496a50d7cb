package warn

import (
	"up4/p4/syntax"
	"up4/p4/types"
)

// call follows a call.
func (f *flow) call(e *syntax.CallExpr, st *state) {
	if !f.work(st) {
		return
	}
	call := f.c.info.Calls[e]
	if call == nil || call.Sig == nil {
		for _, a := range e.Args {
			f.read(a.Value, st)
		}
		return
	}
	if call.Sig.Kind == types.Builtin && call.Recv != nil {
		if f.builtin(e, call, st) {
			return
		}
	}
	if call.Fun != nil {
		if a, ok := call.Fun.Decl.(*syntax.ActionDecl); ok {
			f.action(a, call, st)
			return
		}
	}
	f.arguments(call, st, f.extracts(call))
}

// extracts says whether a call is packet_in's extract, which makes its argument
// valid (13.8).
func (f *flow) extracts(call *types.Call) bool {
	if call.Recv == nil || call.Sig.Kind != types.Method || call.Sig.Name != "extract" {
		return false
	}
	x, ok := f.c.info.Types[call.Recv].(*types.Extern)
	return ok && x.Name == "packet_in"
}

// arguments follows a call of what is not looked into: out arguments have a value
// afterwards; whether headers among them are valid is not known.
func (f *flow) arguments(call *types.Call, st *state, valid bool) {
	out := make([]places, len(call.Args))
	for i, a := range call.Args {
		if a == nil || i >= len(call.Sig.Params) || isDontCare(a) {
			continue
		}
		switch call.Sig.Params[i].Dir {
		case syntax.Out:
			out[i] = f.place(a, st)
		case syntax.InOut:
			out[i] = f.place(a, st)
			f.use(a, out[i], st)
		default:
			f.read(a, st)
		}
	}
	for _, p := range out {
		f.writeTo(p, st, func(c *cell) {
			st.value(c)
			if valid && c.kind == header {
				st.valid(c)
			}
		})
	}
}

func isDontCare(e syntax.Expr) bool {
	d, ok := e.(*syntax.DefaultExpr)
	return ok && d.Underscore
}

// builtin follows a method that the language gives, and says whether that was all.
func (f *flow) builtin(e *syntax.CallExpr, call *types.Call, st *state) bool {
	switch call.Sig.Name {
	case "apply":
		if f.applyTable(e, st) != nil {
			return true
		}
		return false
	case "isValid":
		f.place(call.Recv, st)
	case "setValid":
		f.writeTo(f.place(call.Recv, st), st, st.valid)
	case "setInvalid":
		p := f.place(call.Recv, st)
		for _, h := range p.all {
			if !p.weak {
				st.none(h)
			} else if good, _ := st.can(h.slot); good {
				st.set(h.slot, true, true)
			}
		}
	case "push_front", "pop_front":
		f.shift(call, st)
	default: // sizes
	}
	return true
}

// shift is push_front or pop_front (8.18): elements move, the rest become invalid.
func (f *flow) shift(call *types.Call, st *state) {
	p := f.place(call.Recv, st)
	n, known := 0, false
	if len(call.Args) > 0 && call.Args[0] != nil {
		f.read(call.Args[0], st)
		n, known = f.number(call.Args[0])
	}
	if len(p.all) != 1 || p.weak || !known || p.all[0].kind != stack {
		for _, c := range p.all {
			st.value(c)
		}
		return
	}
	elems := p.all[0].parts
	old := st.clone()
	for i, e := range elems {
		from := i + n
		if call.Sig.Name == "push_front" {
			from = i - n
		}
		if from < 0 || from >= len(elems) {
			st.none(e)
			continue
		}
		for j := range e.n {
			good, bad := old.can(elems[from].slot + j)
			st.set(e.slot+j, good, bad)
		}
	}
}

// action follows an action's body, with the arguments it is called with; those that
// are not given come from the control plane.
func (f *flow) action(d *syntax.ActionDecl, call *types.Call, st *state) {
	f.visited[d] = true
	out := make([]places, len(d.Params))
	arg := func(i int) syntax.Expr {
		if call == nil || i >= len(call.Args) || call.Args[i] != nil && isDontCare(call.Args[i]) {
			return nil
		}
		return call.Args[i]
	}
	for i, p := range d.Params {
		a := arg(i)
		switch {
		case a == nil:
		case p.Dir == syntax.Out:
			out[i] = f.place(a, st)
		case p.Dir == syntax.InOut:
			out[i] = f.place(a, st)
			f.use(a, out[i], st)
		default:
			f.read(a, st)
		}
	}
	if st.dead {
		return
	}
	for i, p := range d.Params {
		c := f.declare(p, st)
		if a := arg(i); c != nil && p.Dir != syntax.Out {
			st.value(c)
			if a != nil {
				f.store(c, a, st)
				c.eachLeaf(func(l *cell) { st.fill(l.slot, l.n, true, false) })
			}
		}
	}
	leave := f.enter()
	f.block(d.Body, st)
	st.join(f.frame.returns)
	leave()
	f.outs(d.Params, st)
	f.copyOut(d.Params, out, st)
}

// copyOut gives the arguments what the parameters became (6.8).
func (f *flow) copyOut(ps []*syntax.Param, out []places, st *state) {
	for i, p := range ps {
		c := f.cells[f.c.info.Defs[p]]
		f.writeTo(out[i], st, func(to *cell) {
			if c == nil {
				st.value(to)
				return
			}
			st.move(to, c)
			to.eachLeaf(func(l *cell) { st.fill(l.slot, l.n, true, false) })
		})
	}
}

// applied is what a table's actions did.
type applied struct {
	hit, miss *state
	actions   []actionDone
}

type actionDone struct {
	action *types.Object
	st     *state
}

// after is the state behind one action.
func (a *applied) after(o *types.Object) *state {
	for _, d := range a.actions {
		if d.action == o {
			return d.st
		}
	}
	return unreachable()
}

// rest is the state behind all actions but some.
func (a *applied) rest(but map[*types.Object]bool) *state {
	st := unreachable()
	for _, d := range a.actions {
		if !but[d.action] {
			st.join(d.st)
		}
	}
	return st
}

// applyTable follows t.apply(): any of the actions can be what is done (14.2.2). It
// gives nil if the call is none of a table.
func (f *flow) applyTable(e *syntax.CallExpr, st *state) *applied {
	call := f.c.info.Calls[e]
	if call == nil || call.Fun == nil {
		return nil
	}
	t, ok := call.Fun.Decl.(*syntax.TableDecl)
	if !ok {
		return nil
	}
	did := &applied{hit: unreachable(), miss: unreachable()}
	var initial *syntax.Property
	keys := false
	for _, p := range t.Properties {
		f.keys(p.Keys, st)
		keys = keys || len(p.Keys) > 0
		if f.c.info.DefaultActions[p] != nil {
			initial = p
		}
	}
	for _, p := range t.Properties {
		for _, a := range p.Actions {
			f.listed(did, a, initial, keys, st)
		}
	}
	if initial == nil {
		did.miss.join(st) // NoAction
		did.actions = append(did.actions, actionDone{nil, st.clone()})
	}
	st.kill()
	st.join(did.hit)
	st.join(did.miss)
	return did
}

// listed follows an action of a table's list.
func (f *flow) listed(did *applied, a *syntax.ActionRef, initial *syntax.Property, keys bool, st *state) {
	o := f.c.info.Uses[a.Action]
	if o == nil {
		return
	}
	d, ok := o.Decl.(*syntax.ActionDecl)
	if !ok {
		return
	}
	after := st.clone()
	f.action(d, f.c.info.Actions[a], after)
	// On a miss only a default that cannot be changed is certain (14.2.1.3).
	isDefault := syntax.Annotated(a.Annotations, "tableonly") == nil
	if initial != nil && initial.Const {
		isDefault = f.c.info.Uses[f.c.info.DefaultActions[initial].Action] == o
	}
	isEntry := keys && syntax.Annotated(a.Annotations, "defaultonly") == nil
	if isEntry {
		did.hit.join(after)
	}
	if isDefault {
		did.miss.join(after)
	}
	if isEntry || isDefault {
		did.actions = append(did.actions, actionDone{o, after})
	}
}

// keys reads a table's keys. Where a header's validity is a key of its own, or the
// key's kind lets entries leave it open, a field of an invalid header is what
// entries are written for.
func (f *flow) keys(list []*syntax.KeyElem, st *state) {
	defer func() { f.guarded, f.lenient = nil, false }()
	f.guarded = map[string]bool{}
	for _, k := range list {
		if call, ok := syntax.Unparen(k.Expr).(*syntax.CallExpr); ok {
			if m, ok := syntax.Unparen(call.Fun).(*syntax.MemberExpr); ok && m.Sel != nil && m.Sel.Text == "isValid" {
				f.guarded[syntax.ExprString(m.X)] = true
			}
		}
	}
	for _, k := range list {
		f.lenient = k.Match != nil && k.Match.Text != "exact"
		f.read(k.Expr, st)
	}
}
