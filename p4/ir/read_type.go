package ir

import "up4/internal/nearest"

// typ = base | NAME | "extern" NAME ["<" types ">"] | "list" "<" type ">" |
// "action_run" "(" NAME ")", then { "[" NUMBER "]" }.
func (r *reader) typ() Type {
	defer r.enter()()
	t := r.elemType()
	for n := 0; r.got("["); n++ {
		if n > maxDepth {
			r.fail("nested more than %d deep", maxDepth)
		}
		t = &StackType{t, r.int()}
		r.want("]")
	}
	return t
}

var basicTypes = map[string]Type{
	"bool": Bool, "error": Error, "match_kind": MatchKind, "string": String, "void": Void,
}

func (r *reader) elemType() Type {
	x := r.peek()
	if x.kind == lexWord {
		if t := basicTypes[x.text]; t != nil {
			r.pos++
			return t
		}
	}
	switch {
	case r.got("bit"):
		return &BitsType{Width: r.width()}
	case r.got("int"):
		if r.is("<") {
			return &BitsType{Width: r.width(), Signed: true}
		}
		return IntT
	case r.got("varbit"):
		return &VarbitType{r.width()}
	case r.got("list"):
		r.want("<")
		t := &ListType{r.typ()}
		r.want(">")
		return t
	case r.got("extern"):
		t := &ObjectType{Name: r.ident().text}
		t.Args = r.typeArgs()
		return t
	case r.got("action_run"):
		r.want("(")
		t := &ActionEnum{r.tables.get(r.ident())}
		r.want(")")
		return t
	}
	n := r.ident()
	t := r.types[n.text]
	if t == nil {
		r.failAt(n, "no type %s%s", n, nearest.Hint(n.text, r.typeNames()))
	}
	return t
}

func (r *reader) typeNames() []string {
	var out []string
	for _, t := range r.prog.Types {
		out = append(out, t.String())
	}
	return out
}

func (r *reader) width() int {
	r.want("<")
	n := r.int()
	r.want(">")
	return n
}

func (r *reader) typeArgs() []Type {
	var out []Type
	if r.got("<") {
		r.list(">", func() { out = append(out, r.typ()) })
	}
	return out
}

// value = NUMBER ":" type | "true" | "false" | STRING | NAME ":" type |
// "{" values "}" ":" type | "{" "#" "}" ":" type.
func (r *reader) value() Value {
	defer r.enter()()
	x := r.peek()
	switch {
	case x.kind == lexString:
		return StringConst(r.string())
	case x.kind == lexNumber:
		v := r.big()
		r.want(":")
		return &IntConst{v, r.typ()}
	case r.got("true"):
		return BoolConst(true)
	case r.got("false"):
		return BoolConst(false)
	case r.got("{"):
		return r.composedValue()
	}
	n := r.ident()
	r.want(":")
	return r.member(n, r.typ())
}

func (r *reader) composedValue() Value {
	if r.got("#") {
		r.want("}")
		r.want(":")
		return &InvalidConst{r.typ()}
	}
	v := &ListConst{}
	r.list("}", func() { v.Elems = append(v.Elems, r.value()) })
	r.want(":")
	v.T = r.typ()
	return v
}

func (r *reader) member(n lexeme, t Type) Value {
	v := &MemberConst{T: t, Name: n.text}
	var members []string
	switch t := t.(type) {
	case *EnumType:
		members = t.Members
	case *ErrorType:
		members = r.prog.Errors
	case *MatchKindType:
		members = r.prog.MatchKinds
	case *ActionEnum:
		r.later = append(r.later, func() {
			v.Index = t.Table.action(n.text)
			if v.Index < 0 {
				r.failAt(n, "table %s has no action %s", t.Table.Name, n)
			}
		})
		return v
	default:
		r.failAt(n, "%s has no members", t)
	}
	v.Index = indexOf(members, n.text)
	if v.Index < 0 {
		r.failAt(n, "%s has no member %s%s", t, n, nearest.Hint(n.text, members))
	}
	return v
}

// action is the index of an action by its name, or -1.
func (x *Table) action(name string) int {
	for i, a := range x.Actions {
		if a.Func != nil && a.Func.Name == name {
			return i
		}
	}
	return -1
}
