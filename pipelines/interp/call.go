package interp

import "up4/p4/ir"

// call copies in, runs, and copies out however the callee ends (6.8); then the result
// is stored.
func (m *machine) call(c *ir.Call) (*ir.Block, ending) {
	args := m.arguments(c.Args)
	for i, p := range c.Func.Params {
		if p.Dir != ir.Out {
			m.slots[m.slot(p)] = args[i]
		}
	}
	m.tracer.block(c.Func)
	e := m.run(c.Func)
	m.copyOut(c, c.Args, func(i int) Value { return m.slots[m.slot(c.Func.Params[i])] })
	if e != returned {
		return m.leave(e, c.Exit)
	}
	if c.Result != nil {
		m.store(c.Result, m.result)
	}
	return nil, returned
}

// leave goes to the block that ends the caller too, if there is one. What ran out of
// its budget is not carried on with.
func (m *machine) leave(e ending, exit *ir.Block) (*ir.Block, ending) {
	if e == stopped {
		return nil, e
	}
	return exit, e
}

// arguments evaluates the values of a call, from left to right. Those of out
// parameters are nil.
func (m *machine) arguments(ops []ir.Operand) []Value {
	args := make([]Value, len(ops))
	for i, o := range ops {
		switch {
		case o.Object != nil:
			args[i] = Object{o.Object}
		case o.Param != nil:
			args[i] = m.slots[m.slot(o.Param)]
		case o.Value != nil:
			args[i] = clone(m.eval(o.Value))
		case o.Place != nil && o.Dir == ir.InOut:
			args[i] = clone(m.load(o.Place))
		}
	}
	return args
}

// copyOut stores what is left in out and inout parameters of a call.
func (m *machine) copyOut(by ir.Instr, ops []ir.Operand, value func(i int) Value) {
	for i, o := range ops {
		if o.Place != nil {
			before := m.traceable(o.Place)
			m.store(o.Place, clone(value(i)))
			m.changed(by, o.Place, before)
		}
	}
}

func (m *machine) callExtern(c *ir.CallExtern) {
	args := m.arguments(c.Args)
	for i, o := range c.Args {
		if o.Place != nil && o.Dir == ir.Out {
			args[i] = initial(o.Place.T)
		}
	}
	m.tracer.extern(c, m, args)
	result := m.env.Extern(c, args)
	m.copyOut(c, c.Args, func(i int) Value { return args[i] })
	if c.Result != nil {
		before := m.traceable(c.Result)
		m.store(c.Result, result)
		m.changed(c, c.Result, before)
	}
}

// object is the extern object that a method is called of.
func (m *machine) object(c *ir.CallExtern) *ir.Object {
	if c.Object != nil {
		return c.Object
	}
	if c.Recv != nil {
		if o, ok := m.slots[m.slot(c.Recv)].(Object); ok {
			return o.O
		}
	}
	return nil
}

// apply applies a table (14.2.2): keys, lookup, the action.
func (m *machine) apply(a *ir.Apply) (*ir.Block, ending) {
	keys := make([]Value, len(a.Table.Keys))
	for i, k := range a.Table.Keys {
		keys[i] = clone(m.eval(k.Expr))
	}
	found := m.env.Lookup(a.Table, keys)
	m.tracer.table(a, found, keys)
	if found.action < len(a.Table.Actions) {
		if e := m.act(a, &a.Table.Actions[found.action], found.args); e != returned {
			return m.leave(e, a.Exit)
		}
	}
	if a.Hit != nil {
		m.store(a.Hit, Bool(found.hit))
	}
	if a.Action != nil {
		m.store(a.Action, number(found.action))
	}
	return nil, returned
}

// act runs an action of a table: what the table's list binds is copied in and out,
// and the rest comes from the entry.
func (m *machine) act(by ir.Instr, a *ir.TableAction, given []Value) ending {
	bound := m.arguments(a.Bound)
	for i, p := range a.Func.Params {
		switch {
		case i >= len(bound):
			m.slots[m.slot(p)] = given[i-len(bound)]
		case p.Dir != ir.Out:
			m.slots[m.slot(p)] = bound[i]
		}
	}
	e := m.run(a.Func)
	m.copyOut(by, a.Bound, func(i int) Value { return m.slots[m.slot(a.Func.Params[i])] })
	return e
}
