package warn

import (
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// flow follows the ways through one parser, control, function or action.
type flow struct {
	c     *checker
	cells map[*types.Object]*cell
	slots int
	frame *frame
	exits *state // at exit statements
	quiet int    // above 0 while a loop is being repeated: nothing is reported
	cost  int
	found []source.Diagnostic
	// visited holds the actions whose bodies were followed.
	visited map[*syntax.ActionDecl]bool
	// While a table's key is read: the headers whose validity is a key too, and
	// whether the key can be left open.
	guarded map[string]bool
	lenient bool
}

// frame is one body that can be returned from; breaks and continues are those of the
// innermost loop.
type frame struct {
	returns, breaks, continues *state
}

// maxCost bounds the work on one body, in words of states; beyond it nothing is said
// about the body. Calls of actions are followed each by itself, so that the ways
// through a program of n lines can be 2ⁿ.
const maxCost = 1_000_000

// flow warns of what the order of execution shows.
func (c *checker) flow(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.FunctionDecl:
		c.run(func(f *flow) { f.function(d.Params, d.Body) })
	case *syntax.ParserDecl:
		if !d.IsType {
			c.run(func(f *flow) { f.parser(d) })
			c.methods(d.Locals)
		}
	case *syntax.ControlDecl:
		if !d.IsType {
			c.run(func(f *flow) { f.control(d) })
			c.methods(d.Locals)
			for _, l := range d.Locals {
				c.lonely(l)
			}
		}
	case *syntax.Instantiation:
		c.methods([]syntax.Decl{d})
	}
}

// lonely follows an action that nothing calls.
func (c *checker) lonely(d syntax.Decl) {
	if a, ok := d.(*syntax.ActionDecl); ok && !c.visited[a] {
		c.run(func(f *flow) { f.function(a.Params, a.Body) })
	}
}

// methods follows the methods that instances implement, each by itself: when they
// are called is the architecture's.
func (c *checker) methods(list []syntax.Decl) {
	for _, d := range list {
		i, ok := d.(*syntax.Instantiation)
		if !ok || i.Body == nil {
			continue
		}
		for _, m := range i.Body.Decls {
			if m, ok := m.(*syntax.FunctionDecl); ok {
				c.run(func(f *flow) { f.function(m.Params, m.Body) })
			}
		}
		c.methods(i.Body.Decls)
	}
}

// run follows one body and reports what was found, if it came to the end.
func (c *checker) run(body func(*flow)) {
	f := &flow{c: c, cells: map[*types.Object]*cell{}, exits: unreachable(), visited: c.visited}
	body(f)
	if f.cost > maxCost {
		return
	}
	for _, d := range f.found {
		if !c.system(d.At) && !c.silenced(d.At, d.Code) {
			c.diags.Add(d)
		}
	}
}

// work counts a step, and says whether to go on.
func (f *flow) work(s *state) bool {
	f.cost += 1 + len(s.good)/8
	return f.cost <= maxCost && !s.dead
}

func (f *flow) report(at source.Span, code source.Code, msg string) {
	if f.quiet == 0 {
		f.found = append(f.found, source.Diagnostic{Severity: source.Warning, Code: code, At: at, Msg: msg})
	}
}

// enter is f with a new frame; call the result to leave.
func (f *flow) enter() (leave func()) {
	old := f.frame
	f.frame = &frame{unreachable(), unreachable(), unreachable()}
	return func() { f.frame = old }
}

// params declares the parameters of what is being followed: those with a value from
// outside have one.
func (f *flow) params(ps []*syntax.Param, st *state) {
	for _, p := range ps {
		c := f.declare(p, st)
		if c != nil && p.Dir != syntax.Out {
			st.value(c)
		}
	}
}

// declare makes the cell of a variable or parameter, without a value, or gives nil.
func (f *flow) declare(d syntax.Decl, st *state) *cell {
	o := f.c.info.Defs[d]
	if o == nil || o.Type == nil {
		return nil
	}
	c, ok := f.cells[o]
	if !ok {
		c = f.newCell(o.Name, o.Type, d)
		f.cells[o] = c
	}
	if c != nil {
		st.none(c)
	}
	return c
}

// outs warns of out parameters that can be without a value at the end (6.8).
func (f *flow) outs(ps []*syntax.Param, st *state) {
	if st.dead {
		return
	}
	for _, p := range ps {
		o := f.c.info.Defs[p]
		if p.Dir != syntax.Out || o == nil || f.cells[o] == nil || p.Name == nil {
			continue
		}
		part, always := st.lacks(f.cells[o], true)
		switch {
		case part == nil:
		case part != f.cells[o]:
			f.report(p.Name.Span(), CodeUnassignedOut, "at the end "+part.name+" of the out parameter "+o.Name+" "+may(always)+" no value")
		default:
			f.report(p.Name.Span(), CodeUnassignedOut, "at the end the out parameter "+o.Name+" "+may(always)+" no value")
		}
	}
}

func may(always bool) string {
	if always {
		return "has"
	}
	return "may have"
}

// function follows a body with its parameters.
func (f *flow) function(ps []*syntax.Param, body *syntax.BlockStmt) {
	defer f.enter()()
	st := &state{}
	f.params(ps, st)
	f.block(body, st)
	st.join(f.frame.returns)
	st.join(f.exits)
	f.outs(ps, st)
}

func (f *flow) control(d *syntax.ControlDecl) {
	defer f.enter()()
	st := &state{}
	f.params(d.Params, st)
	f.locals(d.Locals, st)
	f.block(d.Body, st)
	st.join(f.frame.returns)
	st.join(f.exits)
	f.outs(d.Params, st)
}

func (f *flow) locals(list []syntax.Decl, st *state) {
	for _, d := range list {
		if v, ok := d.(*syntax.VarDecl); ok {
			f.variable(v, st)
		}
	}
}

// variable is a declaration, with its first value.
func (f *flow) variable(d *syntax.VarDecl, st *state) {
	if d.Value != nil {
		f.read(d.Value, st)
	}
	c := f.declare(d, st)
	if c != nil && d.Value != nil {
		f.store(c, d.Value, st)
	}
}

// parser follows the states until nothing new comes to any (13.4), then once more to
// report.
func (f *flow) parser(d *syntax.ParserDecl) {
	defer f.enter()()
	st := &state{}
	f.params(d.Params, st)
	f.locals(d.Locals, st)
	p := &parserFlow{flow: f, in: map[*syntax.StateDecl]*state{}, accept: unreachable()}
	for _, s := range d.States {
		if s.Name.Text == "start" {
			p.to(s, st)
		}
	}
	f.quiet++
	for len(p.queue) > 0 && f.cost <= maxCost {
		s := p.queue[0]
		p.queue = p.queue[1:]
		p.queued[s] = false
		p.state(s)
	}
	f.quiet--
	for _, s := range d.States {
		if p.in[s] != nil {
			p.state(s)
		}
	}
	f.outs(d.Params, p.accept)
}

type parserFlow struct {
	*flow
	in     map[*syntax.StateDecl]*state
	queue  []*syntax.StateDecl
	queued map[*syntax.StateDecl]bool
	accept *state
}

// to notes that st comes to a state.
func (p *parserFlow) to(s *syntax.StateDecl, st *state) {
	if st.dead {
		return
	}
	if p.in[s] == nil {
		p.in[s] = unreachable()
	}
	if p.in[s].join(st) && !p.queued[s] {
		if p.queued == nil {
			p.queued = map[*syntax.StateDecl]bool{}
		}
		p.queued[s] = true
		p.queue = append(p.queue, s)
	}
}

func (p *parserFlow) state(s *syntax.StateDecl) {
	st := p.in[s].clone()
	p.stmts(s.Body, st)
	switch t := s.Transition.(type) {
	case *syntax.Ident:
		p.next(p.c.info.Uses[t], st)
	case *syntax.SelectExpr:
		for _, k := range t.Keys {
			p.read(k, st)
		}
		for _, k := range t.Cases {
			p.read(k.Keyset, st)
			if k.Next != nil {
				p.next(p.c.info.Uses[k.Next], st)
			}
		}
	}
}

// next goes to the state that o names.
func (p *parserFlow) next(o *types.Object, st *state) {
	if o == nil {
		return
	}
	if s, ok := o.Decl.(*syntax.StateDecl); ok {
		p.to(s, st)
	} else if o.Name == "accept" {
		p.accept.join(st)
	}
}
