package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// inline puts a function's body in the place of a call. What a parser, a control or a
// function is given to change it changes where it is; an action or a method may see its
// caller's variables besides, and works on copies.
func (g *gen) inline(c *ir.Call, blocks map[*ir.Block]*lir.Block, to exits) {
	var out []func()
	shared := c.Func.Kind != ir.Action && c.Func.Kind != ir.MethodImpl
	for i, p := range c.Func.Params {
		o := c.Args[i]
		switch {
		case o.Object != nil:
			g.objects[p] = o.Object
			continue
		case o.Param != nil:
			g.objects[p] = g.objects[o.Param]
			continue
		case o.Place != nil && shared:
			if r := g.find(o.Place); r.cell != nil && r.many == nil && r.union == nil {
				g.cells[p] = r.cell
				continue
			}
		}
		delete(g.given, p)
		cell := g.vars.cell(p.Name, p.Type)
		g.resetCell(cell)
		g.cells[p] = cell
		out = append(out, g.bind(&ref{t: cell.t, cell: cell}, o)...)
	}
	for _, l := range c.Func.Locals {
		delete(g.cells, l) // each call has its own
	}
	join := g.block("after")
	exit, reject := to.exit, to.reject
	if c.Exit != nil {
		exit, reject = blocks[c.Exit], blocks[c.Exit]
	}
	inner := exits{done: join, exit: exit, reject: reject}
	if c.Result != nil {
		inner.result = g.fresh("result", c.Func.Result)
	}
	g.body(c.Func, out, inner)
	g.begin(join)
	if c.Result != nil {
		g.copyRef(g.find(c.Result), inner.result)
	}
}
