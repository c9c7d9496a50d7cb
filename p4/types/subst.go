package types

import "slices"

// Binding is what type variables stand for.
type Binding map[*TypeVar]Type

// Substitute puts b's types in for type variables. Types without any of them are
// returned as they are.
func Substitute(t Type, b Binding) Type {
	if len(b) == 0 || t == nil {
		return t
	}
	s := &substitution{b, map[Type]Type{}}
	return s.typ(t)
}

// substitution remembers what it made, so that a type shared by many is made once.
type substitution struct {
	b    Binding
	done map[Type]Type
}

func (s *substitution) typ(t Type) Type {
	switch t := t.(type) {
	case nil, Basic, *Bits, *Varbit, *Enum, *NewType:
		return t
	case *TypeVar:
		if to, ok := s.b[t]; ok {
			return to
		}
		return t
	}
	if to, ok := s.done[t]; ok {
		return to
	}
	to := s.composed(t)
	s.done[t] = to
	return to
}

func (s *substitution) composed(t Type) Type {
	switch t := t.(type) {
	case *Stack:
		if e := s.typ(t.Elem); e != t.Elem {
			return &Stack{e, t.Size}
		}
	case *List:
		if e := s.typ(t.Elem); e != t.Elem {
			return &List{e}
		}
	case *Set:
		if e := s.typ(t.Elem); e != t.Elem {
			return &Set{e}
		}
	case *TypeOf:
		return &TypeOf{s.typ(t.Of)}
	case *Tuple:
		if es, changed := s.all(t.Elems); changed {
			return &Tuple{es, t.Literal}
		}
	case *Anonymous:
		fs, changed := s.fields(t.Fields)
		if changed {
			return &Anonymous{fs, t.Dots}
		}
	case *Record:
		return s.record(t)
	case *Extern:
		return s.extern(t)
	case *Block:
		return s.block(t)
	case *Signature:
		return s.signature(t)
	}
	return t
}

func (s *substitution) all(ts []Type) ([]Type, bool) {
	out, changed := ts, false
	for i, t := range ts {
		if to := s.typ(t); to != t {
			if !changed {
				out, changed = slices.Clone(ts), true
			}
			out[i] = to
		}
	}
	return out, changed
}

func (s *substitution) fields(fs []*Field) ([]*Field, bool) {
	out, changed := fs, false
	for i, f := range fs {
		if to := s.typ(f.Type); to != f.Type {
			if !changed {
				out, changed = slices.Clone(fs), true
			}
			out[i] = &Field{f.Name, to, f.Decl}
		}
	}
	return out, changed
}

// record substitutes in a generic record's arguments; its fields follow. A record
// without arguments has no free variables but its own, inside its declaration.
func (s *substitution) record(t *Record) Type {
	args, changed := s.all(t.Args)
	if !changed {
		return t
	}
	fs, _ := s.fields(t.Fields)
	return &Record{Kind: t.Kind, Name: t.Name, Decl: t.Decl, Args: args, Fields: fs}
}

func (s *substitution) extern(t *Extern) Type {
	args, changed := s.all(t.Args)
	if !changed {
		return t
	}
	to := &Extern{Name: t.Name, Decl: t.Decl, Args: args}
	for _, m := range t.Methods {
		to.Methods = append(to.Methods, s.signature(m))
	}
	for _, m := range t.Ctors {
		to.Ctors = append(to.Ctors, s.signature(m))
	}
	return to
}

func (s *substitution) block(t *Block) Type {
	args, changed := s.all(t.Args)
	params, changed2 := s.params(t.Params)
	ctor, changed3 := s.params(t.Ctor)
	if !changed && !changed2 && !changed3 {
		return t
	}
	to := *t
	to.Args, to.Params, to.Ctor = args, params, ctor
	return &to
}

func (s *substitution) params(ps []*Param) ([]*Param, bool) {
	out, changed := ps, false
	for i, p := range ps {
		if to := s.typ(p.Type); to != p.Type {
			if !changed {
				out, changed = slices.Clone(ps), true
			}
			q := *p
			q.Type = to
			out[i] = &q
		}
	}
	return out, changed
}

func (s *substitution) signature(t *Signature) *Signature {
	params, changed := s.params(t.Params)
	result := t.Result
	if result != nil {
		result = s.typ(result)
	}
	if !changed && result == t.Result {
		return t
	}
	to := *t
	to.Params, to.Result = params, result
	return &to
}

// specialize puts args in for a block's own type parameters.
func (t *Block) specialize(args []Type) *Block {
	to := *t
	b := bind(t.TypeParams, args)
	s := &substitution{b, map[Type]Type{}}
	to.Params, _ = s.params(t.Params)
	to.Ctor, _ = s.params(t.Ctor)
	to.Args, to.TypeParams = args, nil
	return &to
}

// bind pairs variables with arguments.
func bind(vars []*TypeVar, args []Type) Binding {
	b := make(Binding, len(vars))
	for i, v := range vars {
		if i < len(args) {
			b[v] = args[i]
		}
	}
	return b
}

// typeVars are the types of type parameters, as arguments of their own.
func typeVars(vars []*TypeVar) []Type {
	out := make([]Type, 0, len(vars))
	for _, v := range vars {
		out = append(out, v)
	}
	return out
}

// mentions says whether any of vars occurs in t.
func mentions(t Type, vars map[*TypeVar]bool) bool {
	if len(vars) == 0 {
		return false
	}
	found := false
	walk(t, map[Type]bool{}, func(t Type) {
		if v, ok := t.(*TypeVar); ok && vars[v] {
			found = true
		}
	})
	return found
}

// walk calls f for t and every type it is made of, each once.
func walk(t Type, seen map[Type]bool, f func(Type)) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	f(t)
	for _, p := range parts(t) {
		walk(p, seen, f)
	}
}

// parts are the types that t is made of.
func parts(t Type) []Type {
	switch t := t.(type) {
	case *Stack:
		return []Type{t.Elem}
	case *List:
		return []Type{t.Elem}
	case *Set:
		return []Type{t.Elem}
	case *Tuple:
		return t.Elems
	case *Anonymous:
		return fieldTypes(t.Fields)
	case *Record:
		return append(fieldTypes(t.Fields), t.Args...)
	case *Extern:
		return t.Args
	case *Block:
		return append(paramTypes(t.Params), t.Args...)
	case *Signature:
		return append(paramTypes(t.Params), t.Result)
	}
	return nil
}

func fieldTypes(fs []*Field) []Type {
	out := make([]Type, 0, len(fs))
	for _, f := range fs {
		out = append(out, f.Type)
	}
	return out
}

func paramTypes(ps []*Param) []Type {
	out := make([]Type, 0, len(ps))
	for _, p := range ps {
		out = append(out, p.Type)
	}
	return out
}
