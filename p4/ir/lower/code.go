package lower

import (
	"strconv"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// code builds a function's blocks, in an environment.
type code struct {
	l    *lowerer
	env  *env
	sub  types.Binding // of a generic function's type parameters
	path string        // of the instance: what control-plane names begin with

	fn      *ir.Func
	locals  names // shared by a control and its actions
	blocks  names
	cur     *ir.Block // nil behind a return and its like
	at      source.Span
	this    *ir.Object // of an abstract method's implementation
	loops   []loop
	region  int // of @atomic that new blocks are part of, 0 for none
	regions int // of the function so far
	states  map[string]*ir.Block
	ends    map[string]*ir.Block // accept and reject
}

// loop is where break and continue go.
type loop struct{ breaks, continues *ir.Block }

// newCode begins a function with its entry block.
func (l *lowerer) newCode(fn *ir.Func, e *env, path string, locals names) *code {
	c := &code{l: l, env: e, path: path, fn: fn, locals: locals, blocks: names{}, at: fn.At}
	c.cur = c.block("begin")
	return c
}

// scratch evaluates what is known when instantiated; its code is thrown away.
func (l *lowerer) scratch(path string) *code {
	return l.newCode(&ir.Func{Kind: ir.Control, Result: ir.Void}, l.env, path, names{})
}

// known is a scratch in c's environment.
func (c *code) known() *code {
	s := c.l.newCode(&ir.Func{Kind: c.fn.Kind, Result: ir.Void}, c.env, c.path, names{})
	s.sub, s.this, s.at = c.sub, c.this, c.at
	return s
}

func (c *code) here() ir.At { return ir.At{Src: c.at} }

func (c *code) typ(t types.Type) ir.Type { return c.l.typ(t, c.sub) }

// typeOf is the type of an expression before any implicit conversion.
func (c *code) typeOf(e syntax.Expr) ir.Type { return c.typ(c.l.info.Types[e]) }

// block adds a block to the function.
func (c *code) block(name string) *ir.Block {
	b := &ir.Block{Name: c.blocks.unique(name), At: c.at, Atomic: c.region}
	c.fn.Blocks = append(c.fn.Blocks, b)
	c.l.size++
	return b
}

// emit adds an instruction. Code behind a return goes to a block of its own that
// nothing leads to.
func (c *code) emit(i ir.Instr) {
	c.reachable()
	c.cur.Instrs = append(c.cur.Instrs, i)
	c.l.size++
}

func (c *code) reachable() {
	if c.cur == nil {
		c.cur = c.block("dead")
	}
}

// end ends the block at hand; code goes on at next, or is unreachable if that is nil.
func (c *code) end(t ir.Term, next *ir.Block) {
	c.reachable()
	c.cur.Term = t
	c.cur = next
}

// jump ends the block at hand, unless it is unreachable, and goes on at next.
func (c *code) jump(to, next *ir.Block) {
	if c.cur != nil {
		c.cur.Term = &ir.Goto{At: c.here(), To: to}
	}
	c.cur = next
}

// temp is a new local of lowering's own.
func (c *code) temp(name string, t ir.Type) *ir.Place {
	x := &ir.Local{Name: c.locals.unique(name), Type: t, Temp: true, At: c.at}
	c.fn.Locals = append(c.fn.Locals, x)
	return ir.PlaceOf(x)
}

func (c *code) assign(p *ir.Place, v ir.Expr) { c.emit(&ir.Assign{At: c.here(), Dst: p, Value: v}) }

// saved is the value of x now, whatever changes afterwards.
func (c *code) saved(x ir.Expr) ir.Expr {
	if _, ok := x.(*ir.Const); ok {
		return x
	}
	t := c.temp("tmp", x.Type())
	c.assign(t, x)
	return &ir.Load{Place: t}
}

func load(p *ir.Place) ir.Expr { return &ir.Load{Place: p} }

func boolean(b bool) ir.Expr { return &ir.Const{Value: ir.BoolConst(b)} }

func number(n int64, t ir.Type) ir.Expr { return &ir.Const{Value: &ir.IntConst{V: ir.NewInt(n), T: t}} }

// bad stands for an expression that an error was reported for.
func (c *code) bad(at source.Span, code source.Code, t ir.Type, format string, args ...any) ir.Expr {
	c.l.errorf(at, code, format, args...)
	return load(c.temp("bad", t))
}

// constant evaluates what has to be known when instantiated.
func (c *code) constant(e syntax.Expr, t ir.Type) ir.Value {
	x := c.known().as(e, t)
	if k, ok := x.(*ir.Const); ok {
		return k.Value
	}
	c.l.errorf(e.Span(), CodeNotKnown, "this has to be known when the program is instantiated")
	return c.l.defaultValue(t)
}

// constInt is a constant that an int holds.
func (c *code) constInt(e syntax.Expr) int {
	v, ok := c.constant(e, c.typeOf(e)).(*ir.IntConst)
	if !ok {
		return 0
	}
	if !v.V.IsInt64() || v.V.Int64() > 1<<31-1 || v.V.Sign() < 0 {
		c.l.errorf(e.Span(), CodeNotKnown, "%s is too large or negative", v.V)
		return 0
	}
	return int(v.V.Int64())
}

// finish ends the last block and drops what nothing leads to.
func (c *code) finish() {
	if c.cur != nil {
		var v ir.Expr
		if _, void := c.fn.Result.(*ir.VoidType); !void {
			// Each path of a function returns or exits, or never ends (12.4).
			v = &ir.Const{Value: c.l.defaultValue(c.fn.Result)}
		}
		c.end(&ir.Return{At: c.here(), Value: v}, nil)
	}
	for _, b := range c.fn.Blocks {
		if b.Term == nil {
			b.Term = &ir.Goto{To: b} // unreachable, as none of it was ended
		}
	}
	ir.RemoveUnreachable(c.fn)
}

// intParam is the type of an int that is given to a parser or control when it is
// applied: known for each call, but not the same for all.
var intParam = &ir.BitsType{Width: 128, Signed: true}

// param adds a parameter and binds its name.
func (c *code) param(p *types.Param) *ir.Local {
	x := &ir.Local{
		Name: c.locals.unique(p.Name), Declared: p.Name, Type: c.typ(p.Type), Param: true, Dir: ir.Direction(p.Dir),
		At: p.Decl.Span(), Annotations: c.l.annotations(p.Decl.Annots()),
	}
	if ir.Identical(x.Type, ir.IntT) {
		x.Type = intParam
	}
	c.fn.Params = append(c.fn.Params, x)
	c.env.m[c.l.info.Defs[p.Decl]] = thing{local: x}
	return x
}

// begin resets out parameters (6.8).
func (c *code) begin() {
	for _, p := range c.fn.Params {
		if p.Dir == ir.Out {
			c.emit(&ir.Reset{At: ir.At{Src: p.At}, Place: ir.PlaceOf(p)})
		}
	}
}

// decl is a declaration in a parser, a control, or among statements.
func (c *code) decl(d syntax.Decl) {
	old := c.at
	c.at = d.Span()
	defer func() { c.at = old }()
	switch d := d.(type) {
	case *syntax.ConstDecl:
		c.constDecl(d)
	case *syntax.VarDecl:
		c.varDecl(d)
	case *syntax.Instantiation:
		c.env.m[c.l.info.Defs[d]] = c.instance(d)
	case *syntax.ActionDecl:
		c.env.m[c.l.info.Defs[d]] = thing{fn: c.action(d)}
	case *syntax.TableDecl:
		c.env.m[c.l.info.Defs[d]] = thing{table: c.table(d)}
	case *syntax.ValueSetDecl:
		c.env.m[c.l.info.Defs[d]] = thing{set: c.valueSet(d)}
	}
}

// constDecl: a constant's value may depend on a parameter without direction, and
// then is known only when it runs (11.1).
func (c *code) constDecl(d *syntax.ConstDecl) {
	o := c.l.info.Defs[d]
	x := c.as(d.Value, c.typ(c.l.info.TypeExprs[d.Type]))
	if k, ok := x.(*ir.Const); ok {
		c.env.m[o] = thing{value: k.Value}
		return
	}
	v := c.variable(d.Name.Text, x.Type(), d.Annots())
	c.env.m[o] = thing{local: v}
	c.assign(ir.PlaceOf(v), x)
}

func (c *code) variable(name string, t ir.Type, as []*syntax.Annotation) *ir.Local {
	v := &ir.Local{Name: c.locals.unique(name), Declared: name, Type: t, At: c.at, Annotations: c.l.annotations(as)}
	c.fn.Locals = append(c.fn.Locals, v)
	return v
}

// varDecl is a variable (11.2): without a value it begins anew whenever its
// declaration is reached.
func (c *code) varDecl(d *syntax.VarDecl) {
	t := c.typ(c.l.info.TypeExprs[d.Type])
	var x ir.Expr
	if d.Value != nil {
		x = c.as(d.Value, t)
	}
	v := c.variable(d.Name.Text, t, d.Annots())
	c.env.m[c.l.info.Defs[d]] = thing{local: v}
	if x == nil {
		c.emit(&ir.Reset{At: c.here(), Place: ir.PlaceOf(v)})
		return
	}
	c.assign(ir.PlaceOf(v), x)
}

// controlName is a name for the control plane: @name replaces the local one, and
// with a dot before it the path as well (18.3.3).
func (c *code) controlName(local string, as []*syntax.Annotation) string {
	for _, a := range as {
		if a.Name != nil && a.Name.Text == "name" {
			if s := annotationString(a, c.l.info); s != "" {
				local = s
			}
		}
	}
	if local != "" && local[0] == '.' {
		return local[1:]
	}
	return join(c.path, local)
}

func join(path, local string) string {
	if path == "" {
		return local
	}
	return path + "." + local
}

// annotationString is the one string of an annotation.
func annotationString(a *syntax.Annotation, info *types.Info) string {
	s := ""
	for _, t := range a.Tokens {
		if q, err := strconv.Unquote(t.Text); err == nil {
			s += q
		} else if len(t.Text) >= 2 && t.Text[0] == '"' {
			s += t.Text[1 : len(t.Text)-1]
		}
	}
	for _, e := range a.Values {
		if v, ok := info.Values[e].(types.StringValue); ok {
			s += string(v)
		}
	}
	return s
}
