package warn

import (
	"slices"

	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

func (f *flow) block(b *syntax.BlockStmt, st *state) {
	if b != nil {
		f.stmts(b.Stmts, st)
	}
}

func (f *flow) stmts(list []syntax.Stmt, st *state) {
	for _, s := range list {
		f.stmt(s, st)
	}
}

// stmt makes of the state before a statement the one after it.
func (f *flow) stmt(s syntax.Stmt, st *state) {
	if !f.work(st) {
		return
	}
	switch s := s.(type) {
	case *syntax.AssignStmt:
		f.assign(s, st)
	case *syntax.CallStmt:
		f.call(s.Call, st)
	case *syntax.DeclStmt:
		if v, ok := s.Decl.(*syntax.VarDecl); ok {
			f.variable(v, st)
		}
	case *syntax.BlockStmt:
		f.block(s, st)
	case *syntax.IfStmt:
		flag, hidden := f.flag(s.Cond), slices.Clone(st.hidden)
		then, other := f.cond(s.Cond, st)
		if flag {
			then.trust()
			other.trust()
		}
		f.stmt(s.Then, then)
		if s.Else != nil {
			f.stmt(s.Else, other)
		}
		if flag {
			then.reveal(hidden)
			other.reveal(hidden)
		}
		then.join(other)
		*st = *then
	case *syntax.ReturnStmt:
		if s.Value != nil {
			f.read(s.Value, st)
		}
		f.leave(f.frame.returns, st)
	case *syntax.ExitStmt:
		f.leave(f.exits, st)
	case *syntax.BreakStmt:
		f.leave(f.frame.breaks, st)
	case *syntax.ContinueStmt:
		f.leave(f.frame.continues, st)
	case *syntax.SwitchStmt:
		f.switchStmt(s, st)
	case *syntax.ForStmt:
		f.stmts(s.Init, st)
		f.loop(st, func(st *state) (in, out *state) {
			if s.Cond == nil {
				return st, unreachable()
			}
			return f.cond(s.Cond, st)
		}, s.Body, s.Update)
	case *syntax.ForInStmt:
		f.forIn(s, st)
	}
}

// flag says whether a condition asks a boolean that the program keeps: it may say
// what has a value.
func (f *flow) flag(cond syntax.Expr) (found bool) {
	syntax.Inspect(cond, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			return false
		case *syntax.MemberExpr:
			found = found || f.rooted(n) && f.c.info.Types[n] == types.Bool
		case *syntax.Ident:
			o := f.c.info.Uses[n]
			found = found || o != nil && o.Type == types.Bool && (o.Kind == types.Var || o.Kind == types.ParamObj)
		}
		return true
	})
	return found
}

// leave ends a way: it goes on at to.
func (f *flow) leave(to, st *state) {
	to.join(st)
	st.kill()
}

func (f *flow) assign(s *syntax.AssignStmt, st *state) {
	if s.Op != token.Assign {
		f.read(s.L, st)
	}
	f.read(s.R, st)
	f.write(s.L, st, func(c *cell) { f.store(c, s.R, st) })
}

// roundCost is what the states of one round of a loop cost, in statements.
const roundCost = 10

// loop repeats a body until nothing new comes to its head, then once more to report.
// test gives the states in which the body is entered and the loop left.
func (f *flow) loop(st *state, test func(*state) (in, out *state), body syntax.Stmt, update []syntax.Stmt) {
	breaks, continues := f.frame.breaks, f.frame.continues
	defer func() { f.frame.breaks, f.frame.continues = breaks, continues }()
	round := func(head *state) (back, out *state) {
		f.cost += roundCost + len(head.good)/2
		f.frame.breaks, f.frame.continues = unreachable(), unreachable()
		in, out := test(head.clone())
		f.stmt(body, in)
		in.join(f.frame.continues)
		f.stmts(update, in)
		out.join(f.frame.breaks)
		return in, out
	}
	head := st.clone()
	f.quiet++
	for f.cost <= maxCost {
		back, _ := round(head)
		if !head.join(back) {
			break
		}
	}
	f.quiet--
	_, out := round(head)
	*st = *out
}

func (f *flow) forIn(s *syntax.ForInStmt, st *state) {
	f.read(s.Coll, st)
	if s.Decl != nil {
		f.declare(s.Decl, st)
	}
	f.loop(st, func(st *state) (in, out *state) {
		out = st.clone()
		if s.Decl == nil {
			f.write(s.Var, st, func(c *cell) { st.value(c) })
		} else if o := f.c.info.Defs[s.Decl]; o != nil && f.cells[o] != nil {
			st.value(f.cells[o])
		}
		return st, out
	}, s.Body, nil)
}

// switchStmt is switch: over a table's action each label goes on from what that
// action did (12.7.1).
func (f *flow) switchStmt(s *syntax.SwitchStmt, st *state) {
	var did *applied
	if call := applyOf(s.Tag, "action_run"); call != nil {
		did = f.applyTable(call, st)
	}
	if did == nil {
		f.read(s.Tag, st)
	}
	out, in := unreachable(), unreachable()
	seen := map[*types.Object]bool{}
	hasDefault := false
	for _, k := range s.Cases {
		from := st
		_, isDefault := k.Label.(*syntax.DefaultExpr)
		hasDefault = hasDefault || isDefault
		switch {
		case did == nil && f.c.constants([]syntax.Expr{s.Tag}, k.Label) == never:
			from = unreachable()
		case did == nil:
			f.read(k.Label, st)
		case isDefault:
			from = did.rest(seen)
		default:
			if id, ok := syntax.Unparen(k.Label).(*syntax.Ident); ok {
				o := f.c.info.Uses[id]
				seen[o] = true
				from = did.after(o)
			}
		}
		in.join(from)
		if k.Body != nil {
			f.stmt(k.Body, in)
			out.join(in)
			in = unreachable()
		}
	}
	out.join(in)
	if !hasDefault && did != nil {
		out.join(did.rest(seen))
	} else if !hasDefault {
		out.join(st)
	}
	*st = *out
}

// cond follows a condition, and gives the states in which it is true and false; st
// is used up.
func (f *flow) cond(e syntax.Expr, st *state) (yes, no *state) {
	if v, ok := f.c.info.Values[e].(types.BoolValue); ok {
		if v {
			return st, unreachable()
		}
		return unreachable(), st
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return f.cond(e.X, st)
	case *syntax.UnaryExpr:
		if e.Op == token.Not {
			yes, no = f.cond(e.X, st)
			return no, yes
		}
	case *syntax.BinaryExpr:
		switch e.Op {
		case token.AndAnd:
			yes, no = f.cond(e.X, st)
			yes, other := f.cond(e.Y, yes)
			no.join(other)
			return yes, no
		case token.OrOr:
			yes, no = f.cond(e.X, st)
			other, no := f.cond(e.Y, no)
			yes.join(other)
			return yes, no
		}
	case *syntax.CallExpr:
		if yes, no = f.validCond(e, st); yes != nil {
			return yes, no
		}
	case *syntax.MemberExpr:
		if yes, no = f.hitCond(e, st); yes != nil {
			return yes, no
		}
	}
	f.read(e, st)
	return st, st.clone()
}

// validCond is h.isValid(): behind it it is known.
func (f *flow) validCond(e *syntax.CallExpr, st *state) (yes, no *state) {
	m, ok := syntax.Unparen(e.Fun).(*syntax.MemberExpr)
	call := f.c.info.Calls[e]
	if !ok || call == nil || call.Sig.Kind != types.Builtin || call.Sig.Name != "isValid" {
		return nil, nil
	}
	cells := f.place(m.X, st)
	if len(cells.all) != 1 || cells.all[0].kind != header {
		return nil, nil
	}
	h := cells.all[0]
	good, bad := st.can(h.slot)
	yes, no = st, st.clone()
	yes.set(h.slot, true, false)
	yes.sure(h)
	no.set(h.slot, false, true)
	if !good && bad {
		yes.kill()
	}
	if good && !bad {
		no.kill()
	}
	return yes, no
}

// hitCond is t.apply().hit or .miss.
func (f *flow) hitCond(e *syntax.MemberExpr, st *state) (yes, no *state) {
	for _, name := range []string{"hit", "miss"} {
		if call := applyOf(e, name); call != nil {
			did := f.applyTable(call, st)
			if did == nil {
				return nil, nil
			}
			if name == "hit" {
				return did.hit, did.miss
			}
			return did.miss, did.hit
		}
	}
	return nil, nil
}

// applyOf is the call in t.apply().name, or nil.
func applyOf(e syntax.Expr, name string) *syntax.CallExpr {
	m, ok := syntax.Unparen(e).(*syntax.MemberExpr)
	if !ok || m.Sel == nil || m.Sel.Text != name {
		return nil
	}
	call, _ := syntax.Unparen(m.X).(*syntax.CallExpr)
	return call
}
