package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// call is a call. Its result is nil if it has none, or none is wanted.
func (c *code) call(e *syntax.CallExpr, want bool) ir.Expr {
	old := c.at
	c.at = e.Span()
	defer func() { c.at = old }()
	call := &callSite{c.l.info.Calls[e], e.Args}
	if call.Call == nil || call.Sig == nil {
		return c.bad(e.Span(), CodeUnsupported, ir.Bool, "this is not a call")
	}
	if call.Constructed != nil {
		return c.bad(e.Span(), CodeUnsupported, ir.Bool, "an instance is not a value")
	}
	switch call.Sig.Kind {
	case types.Builtin:
		return c.builtin(e, call)
	case types.Method:
		return c.method(e, call, want)
	case types.ExternFunction:
		return c.externFunction(e, call, want)
	case types.Action:
		t, _ := c.lookup(call.Fun)
		if t.fn == nil {
			return c.bad(e.Span(), CodeUnsupported, ir.Bool, "%s is no action here", call.Fun.Name)
		}
		return c.callFunc(t.fn, call, nil, false)
	}
	f, fixed := c.function(call.Call)
	return c.callFunc(f, call, fixed, want)
}

// builtin is isValid and its like (8.17, 8.18, 9.1), or apply.
func (c *code) builtin(e *syntax.CallExpr, call *callSite) ir.Expr {
	switch call.Sig.Name {
	case "isValid":
		return &ir.IsValid{Place: c.place(call.Recv)}
	case "setValid", "setInvalid":
		c.emit(&ir.SetValid{At: c.here(), Place: c.place(call.Recv), Valid: call.Sig.Name == "setValid"})
		return nil
	case "push_front", "pop_front":
		p := c.place(call.Recv)
		n := c.constInt(call.Args[0])
		if n == 0 {
			return nil
		}
		if call.Sig.Name == "pop_front" {
			n = -n
		}
		c.emit(&ir.Shift{At: c.here(), Place: p, Count: n})
		return nil
	case "apply":
		if t := c.tableCall(e); t != nil {
			c.apply(t, false, false)
			return nil
		}
		return c.applyBlock(e, call)
	}
	return c.width(e, call)
}

// width is minSizeInBits and its like of a type that an argument decided (9.1).
func (c *code) width(e *syntax.CallExpr, call *callSite) ir.Expr {
	t := c.l.info.Types[call.Recv]
	if of, ok := t.(*types.TypeOf); ok {
		t = of.Of
	}
	least, most := widths(c.typ(t))
	n := map[string]int{
		"minSizeInBits": least, "maxSizeInBits": most, "minSizeInBytes": (least + 7) / 8, "maxSizeInBytes": (most + 7) / 8,
	}[call.Sig.Name]
	return number(int64(n), ir.IntT)
}

// widths are the least and greatest width in bits of a value (clause 9).
func widths(t ir.Type) (least, most int) {
	switch t := ir.Underlying(t).(type) {
	case *ir.BoolType:
		return 1, 1
	case *ir.BitsType:
		return t.Width, t.Width
	case *ir.VarbitType:
		return 0, t.Max
	case *ir.StackType:
		a, b := widths(t.Elem)
		return a * t.Size, b * t.Size
	case *ir.RecordType:
		for i, f := range t.Fields {
			a, b := widths(f.Type)
			switch {
			case t.Kind != ir.Union:
				least, most = least+a, most+b
			case i == 0:
				least, most = a, b
			default:
				least, most = min(least, a), max(most, b)
			}
		}
	}
	return least, most
}

// tableCall is the table of T.apply(), or nil.
func (c *code) tableCall(e *syntax.CallExpr) *table {
	call := c.l.info.Calls[e]
	if call == nil || call.Fun == nil || call.Fun.Kind != types.TableObj {
		return nil
	}
	t, _ := c.lookup(call.Fun)
	return t.table
}

// applyMember is T.apply().hit or miss (14.2.2).
func (c *code) applyMember(e *syntax.CallExpr, name string) ir.Expr {
	old := c.at
	c.at = e.Span()
	defer func() { c.at = old }()
	hit, _ := c.apply(c.tableCall(e), true, false)
	if name == "miss" {
		return ir.NewUnary(ir.Not, load(hit))
	}
	return load(hit)
}

// applyBlock applies a parser's or control's instance, or one made for this call
// (15.1).
func (c *code) applyBlock(e *syntax.CallExpr, call *callSite) ir.Expr {
	var f *ir.Func
	if of, ok := c.l.info.Types[call.Recv].(*types.TypeOf); ok {
		b, ok := of.Of.(*types.Block)
		if !ok {
			return c.bad(e.Span(), CodeUnsupported, ir.Bool, "this cannot be applied")
		}
		made := &types.Call{Constructed: b, Sig: &types.Signature{Params: b.Ctor}, Args: make([]syntax.Expr, len(b.Ctor))}
		f = c.blockOf(made, c.controlName(b.Name, nil), e.Span(), &types.Block{Params: call.Sig.Params})
	} else {
		f = c.thing(call.Recv).fn
	}
	if f == nil {
		return c.bad(e.Span(), CodeUnsupported, ir.Bool, "this is no instance")
	}
	return c.callFunc(f, call, nil, false)
}

// method calls a method of an object. Those of the core library's packets are
// instructions (13.8, 16).
func (c *code) method(e *syntax.CallExpr, call *callSite, want bool) ir.Expr {
	if _, this := syntax.Unparen(call.Recv).(*syntax.ThisExpr); this {
		return c.methodOf(thing{object: c.this}, call, want)
	}
	if x, ok := syntax.Unparen(call.Recv).(*syntax.IndexExpr); ok {
		if list := c.thing(x.X).list; len(list) > 0 && !c.isConst(x.Index) {
			return c.methodOfOne(x, list, call, want)
		}
	}
	recv := c.thing(call.Recv)
	if recv.local != nil {
		if t, ok := recv.local.Type.(*ir.ObjectType); ok && len(t.Args) == 0 {
			if x, ok := c.packet(recv.local, t.Name, call, want); ok {
				return x
			}
		}
	}
	if recv.object == nil && recv.local == nil {
		return c.bad(e.Span(), CodeUnsupported, c.typ(call.Sig.Result), "this is no object that is known when the program is instantiated")
	}
	return c.methodOf(recv, call, want)
}

func (c *code) isConst(e syntax.Expr) bool {
	_, ok := c.known().expr(e).(*ir.Const)
	return ok
}

// methodOfOne calls a method of the object that an index chooses. Outside the array
// nothing is called.
func (c *code) methodOfOne(x *syntax.IndexExpr, list []thing, call *callSite, want bool) ir.Expr {
	i := c.expr(x.Index)
	if t, ok := i.Type().(*ir.BitsType); !ok || list[0].object == nil {
		return c.bad(x.Span(), CodeUnsupported, c.typ(call.Sig.Result), "this is no object that is known when the program is instantiated")
	} else if t.Signed {
		i = convert(i, ir.Bits(t.Width))
	}
	i = c.saved(i)
	args, outs := c.args(call, nil, nil)
	var result *ir.Place
	t := c.typ(call.Sig.Result)
	if _, void := t.(*ir.VoidType); want && !void {
		result = c.temp("result", t)
		c.emit(&ir.Reset{At: c.here(), Place: result})
	}
	join := c.block("join")
	sw := &ir.Switch{At: c.here(), X: i, Default: join}
	c.end(sw, nil)
	for n, o := range list {
		if w := i.Type().(*ir.BitsType); !ir.Fits(ir.NewInt(int64(n)), w) {
			break
		}
		b := c.block("object")
		sw.Cases = append(sw.Cases, ir.Case{Set: &ir.Exactly{V: number(int64(n), i.Type())}, To: b})
		c.cur = b
		m := &ir.CallExtern{At: c.here(), Object: o.object, Name: call.Sig.Name, Args: slices.Clone(args), Result: result}
		for _, a := range call.TypeArgs {
			m.TypeArgs = append(m.TypeArgs, c.typ(a))
		}
		c.emit(m)
		c.jump(join, nil)
	}
	c.cur = join
	c.copyOut(outs)
	if result == nil {
		return nil
	}
	return load(result)
}

func (c *code) methodOf(recv thing, call *callSite, want bool) ir.Expr {
	if recv.object != nil {
		for _, m := range recv.object.Methods {
			if m.Local == call.Sig.Name && len(m.Params) == len(call.Sig.Params) {
				return c.callFunc(m, call, nil, want)
			}
		}
	}
	i := &ir.CallExtern{At: c.here(), Object: recv.object, Recv: recv.local, Name: call.Sig.Name}
	return c.callExtern(i, call, want)
}

// externFunction: verify and static_assert are the language's own (13.7, 19).
func (c *code) externFunction(e *syntax.CallExpr, call *callSite, want bool) ir.Expr {
	ps := call.Sig.Params
	switch {
	case call.Sig.Name == "verify" && len(ps) == 2 && ps[0].Type == types.Bool && ps[1].Type == types.ErrorType && c.fn.Kind == ir.Parser:
		xs := c.exprs(call.Args)
		c.emit(&ir.Verify{At: c.here(), Cond: xs[0], Error: xs[1]})
		return nil
	case call.Sig.Name == "static_assert" && len(ps) > 0 && ps[0].Type == types.Bool:
		return boolean(true)
	}
	return c.callExtern(&ir.CallExtern{At: c.here(), Name: call.Sig.Name}, call, want)
}

func (c *code) callExtern(i *ir.CallExtern, call *callSite, want bool) ir.Expr {
	for _, t := range call.TypeArgs {
		i.TypeArgs = append(i.TypeArgs, c.typ(t))
	}
	var outs []out
	i.Args, outs = c.args(call, nil, nil)
	t := c.typ(call.Sig.Result)
	if _, object := t.(*ir.ObjectType); object {
		return c.bad(c.at, CodeUnsupported, ir.Bool, "an object is not a value")
	}
	if _, void := t.(*ir.VoidType); want && !void {
		i.Result = c.temp("result", t)
	}
	c.emit(i)
	c.copyOut(outs)
	if i.Result == nil {
		return nil
	}
	return load(i.Result)
}

// callFunc calls what has code. fixed marks parameters that were put in already.
func (c *code) callFunc(f *ir.Func, call *callSite, fixed []bool, want bool) ir.Expr {
	i := &ir.Call{At: c.here(), Func: f}
	var outs []out
	i.Args, outs = c.args(call, f, fixed)
	if _, void := f.Result.(*ir.VoidType); want && !void {
		i.Result = c.temp("result", f.Result)
	}
	if len(outs) > 0 && f.Kind != ir.Function && f.Kind != ir.MethodImpl {
		i.Exit = c.exitBlock(outs)
	}
	c.emit(i)
	c.copyOut(outs)
	if i.Result == nil {
		return nil
	}
	return load(i.Result)
}

// exitBlock copies out, and then ends this function as the callee ended (12.5).
func (c *code) exitBlock(outs []out) *ir.Block {
	c.reachable()
	back := c.cur
	b := c.block("exits")
	c.cur = b
	c.copyOut(outs)
	if c.fn.Kind == ir.Parser {
		c.end(&ir.Reject{At: c.here()}, back)
	} else {
		c.end(&ir.Exit{At: c.here()}, back)
	}
	return b
}

// packet is a method of packet_in or packet_out, if it is one of the core
// library's.
func (c *code) packet(p *ir.Local, object string, call *callSite, want bool) (x ir.Expr, ok bool) {
	n := len(call.Sig.Params)
	switch {
	case object == "packet_out" && call.Sig.Name == "emit" && n == 1 && c.fn.Kind != ir.Parser:
		c.emit(&ir.Emit{At: c.here(), Packet: p, Value: c.as(call.Args[0], c.typ(call.Sig.Params[0].Type))})
		return nil, true
	case object != "packet_in":
		return nil, false
	case c.fn.Kind != ir.Parser: // what fails ends the parser's state
		return c.bad(c.at, CodeUnsupported, c.typ(call.Sig.Result), "%s is called outside a parser: a packet is read in the states of a parser only", call.Sig.Name), true
	}
	switch {
	case call.Sig.Name == "extract" && (n == 1 || n == 2):
		c.extract(p, call)
		return nil, true
	case call.Sig.Name == "lookahead" && n == 0:
		t := c.temp("ahead", c.typ(call.Sig.Result))
		c.emit(&ir.Lookahead{At: c.here(), Packet: p, Dst: t})
		return load(t), true
	case call.Sig.Name == "advance" && n == 1:
		c.emit(&ir.Advance{At: c.here(), Packet: p, Bits: c.as(call.Args[0], ir.Bits(32))})
		return nil, true
	case call.Sig.Name == "length" && n == 0:
		t := c.temp("length", ir.Bits(32))
		c.emit(&ir.Length{At: c.here(), Packet: p, Dst: t})
		return load(t), true
	}
	return nil, false
}

func (c *code) extract(p *ir.Local, call *callSite) {
	i := &ir.Extract{At: c.here(), Packet: p}
	if _, skip := call.Args[0].(*syntax.DefaultExpr); skip {
		i.Dst = c.temp("skipped", c.typ(call.Sig.Params[0].Type))
	} else {
		i.Dst = c.place(call.Args[0])
	}
	if len(call.Args) == 2 {
		var stack *ir.Place
		if c.writes(call.Args[1]) {
			i.Dst, stack = c.freezeButNext(i.Dst)
		}
		i.Size = c.as(call.Args[1], ir.Bits(32))
		if stack != nil { // the size may have moved the next index (13.8.2)
			c.emit(&ir.CheckStack{At: c.here(), Place: stack})
		}
	}
	c.emit(i)
}

// thing is what an expression for an instance stands for.
func (c *code) thing(e syntax.Expr) thing {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.Ident:
		t, _ := c.lookup(c.l.info.Uses[e])
		return t
	case *syntax.ThisExpr:
		return thing{object: c.this}
	case *syntax.IndexExpr:
		list := c.thing(e.X).list
		k, ok := c.known().expr(e.Index).(*ir.Const)
		if !ok {
			return thing{}
		}
		if n, ok := k.Value.(*ir.IntConst); ok && n.V.IsInt64() && n.V.Sign() >= 0 && n.V.Int64() < int64(len(list)) {
			return list[n.V.Int64()]
		}
	}
	return thing{}
}

func spanOf(n syntax.Node) source.Span {
	if n == nil {
		return source.Span{}
	}
	return n.Span()
}
