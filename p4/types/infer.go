package types

// inference finds what the type variables of one call or instantiation stand for
// (clauses 8.20 and 11.1). Each call has variables of its own.
type inference struct {
	free map[*TypeVar]bool
	b    Binding
	// weak holds variables that met an int, or a literal, only: any type these can
	// become decides (8.11.2).
	weak Binding
}

func newInference(vars []*TypeVar) *inference {
	in := &inference{map[*TypeVar]bool{}, Binding{}, Binding{}}
	for _, v := range vars {
		in.free[v] = true
	}
	return in
}

// find follows bound variables.
func (in *inference) find(t Type) Type {
	for {
		v, ok := t.(*TypeVar)
		if !ok || !in.free[v] {
			return t
		}
		to, ok := in.b[v]
		if !ok {
			return t
		}
		t = to
	}
}

func (in *inference) isFree(t Type) (*TypeVar, bool) {
	v, ok := t.(*TypeVar)
	if !ok || !in.free[v] {
		return nil, false
	}
	_, bound := in.b[v]
	return v, !bound
}

// unify makes param and arg equal by binding variables in either; an argument that
// can be converted to the parameter is as good. It says whether it could.
func (in *inference) unify(param, arg Type) bool {
	param, arg = in.find(param), in.find(arg)
	if param == arg || isAny(arg) || isAny(param) {
		return true
	}
	if v, ok := in.isFree(param); ok {
		return in.bindVar(v, arg)
	}
	if v, ok := in.isFree(arg); ok {
		return in.bindVar(v, param)
	}
	switch p := param.(type) {
	case *Record:
		return in.unifyRecord(p, arg)
	case *Stack:
		if a, ok := arg.(*Stack); ok {
			return a.Size == p.Size && in.unify(p.Elem, a.Elem)
		}
		return in.unifyElems(arg, func(int) Type { return p.Elem })
	case *List:
		if a, ok := arg.(*List); ok {
			return in.unify(p.Elem, a.Elem)
		}
		return in.unifyElems(arg, func(int) Type { return p.Elem })
	case *Set:
		if a, ok := arg.(*Set); ok {
			return in.unify(p.Elem, a.Elem)
		}
		return in.unify(p.Elem, arg)
	case *Tuple:
		a, ok := arg.(*Tuple)
		return ok && len(a.Elems) == len(p.Elems) && in.unifyAll(p.Elems, a.Elems)
	case *Extern:
		a, ok := arg.(*Extern)
		return ok && a.Decl == p.Decl && in.unifyAll(p.Args, a.Args)
	case *Block:
		a, ok := arg.(*Block)
		return ok && in.unifyBlock(p, a)
	}
	// An int parameter takes any number.
	return Identical(param, arg) || assignable(arg, param) || param == Int && bitsOf(arg) != nil
}

// unifyElems unifies the elements of a {…} with what each has to be.
func (in *inference) unifyElems(arg Type, want func(int) Type) bool {
	a, ok := arg.(*Tuple)
	if !ok || !a.Literal {
		return false
	}
	for i, e := range a.Elems {
		if !in.unify(want(i), e) {
			return false
		}
	}
	return true
}

func (in *inference) unifyAll(ps, as []Type) bool {
	if len(ps) != len(as) {
		return false
	}
	for i := range ps {
		if !in.unify(ps[i], as[i]) {
			return false
		}
	}
	return true
}

func (in *inference) unifyRecord(p *Record, arg Type) bool {
	switch a := arg.(type) {
	case *Record:
		return a.Decl == p.Decl && p.Decl != nil && in.unifyAll(p.Args, a.Args)
	case *Tuple:
		return len(a.Elems) <= len(p.Fields) && in.unifyElems(arg, func(i int) Type { return p.Fields[i].Type })
	case *Anonymous:
		for _, f := range a.Fields {
			if pf := p.field(f.Name); pf == nil || !in.unify(pf.Type, f.Type) {
				return false
			}
		}
		return true
	}
	return assignable(arg, p)
}

// unifyBlock unifies what is declared with a parser, control or package type: the
// parameters agree in number, direction and type (7.2.12).
func (in *inference) unifyBlock(p, a *Block) bool {
	if p.Kind != a.Kind {
		return false
	}
	if p.Decl == a.Decl {
		if len(p.Args) == len(a.Args) {
			return in.unifyAll(p.Args, a.Args)
		}
		return true
	}
	if p.Kind == Package || !p.IsType {
		return false
	}
	if len(a.TypeParams) > 0 {
		fresh := make([]Type, 0, len(a.TypeParams))
		for _, v := range a.TypeParams {
			n := &TypeVar{Name: v.Name, Decl: v.Decl}
			in.free[n] = true
			fresh = append(fresh, n)
		}
		a = a.specialize(fresh)
	}
	if !a.IsType && len(a.Params) > len(p.Params) {
		for _, ap := range a.Params[len(p.Params):] {
			if !ap.Optional {
				return false
			}
		}
	}
	for i, pp := range p.Params {
		if i >= len(a.Params) {
			if pp.Optional || pp.Default != nil {
				continue
			}
			return false
		}
		if a.Params[i].Dir != pp.Dir || !in.unifyExact(pp.Type, a.Params[i].Type) {
			return false
		}
	}
	return true
}

// unifyExact unifies without any conversion.
func (in *inference) unifyExact(p, a Type) bool {
	if !in.unify(p, a) {
		return false
	}
	return Identical(in.apply(p), in.apply(a)) || in.open(p) || in.open(a)
}

func (in *inference) open(t Type) bool { return mentions(in.apply(t), in.free) }

// bindVar binds a variable. An int or a literal binds it weakly.
func (in *inference) bindVar(v *TypeVar, t Type) bool {
	if _, ok := t.(*Block); ok || t == Void || t == TableType || t == State {
		return false
	}
	if weak(t) {
		old, ok := in.weak[v]
		if !ok || old == Int || old == NoHeader {
			in.weak[v] = t
		}
		return true
	}
	if w, ok := in.weak[v]; ok {
		if !assignable(w, t) && !in.unify(t, w) {
			return false
		}
		delete(in.weak, v)
	}
	if in.occurs(v, t) {
		return false
	}
	in.b[v] = t
	return true
}

// weak is true for types that an expression has only until a better one is known.
func weak(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return t == Int || t == NoHeader || t == Any
	case *Anonymous:
		return true
	case *Tuple:
		return t.Literal
	}
	return false
}

func (in *inference) occurs(v *TypeVar, t Type) bool {
	return mentions(in.apply(t), map[*TypeVar]bool{v: true})
}

// settle binds what was met weakly only.
func (in *inference) settle() {
	for v, t := range in.weak {
		if _, ok := in.b[v]; !ok {
			in.b[v] = t
		}
	}
}

// apply puts in what is known. The rounds are bounded: a variable never contains
// itself.
func (in *inference) apply(t Type) Type {
	for range len(in.free) + 1 {
		to := Substitute(t, in.b)
		if to == t {
			return t
		}
		t = to
	}
	return t
}
