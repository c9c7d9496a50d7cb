package ir

import (
	"fmt"
	"strconv"
)

// Limits of types. They are those of the language front end.
const (
	MaxWidth = 1 << 16 // bits of bit<>, int<> and varbit<>
	MaxStack = 1 << 16 // elements of a stack
)

// maxInvalid is how many errors Validate reports.
const maxInvalid = 100

// Validate says what is wrong with p: nothing where it may be run, compiled and
// printed. Lowering and passes keep programs valid.
func Validate(p *Program) []error {
	v := &validator{
		p: p, types: map[Type]bool{}, objects: map[*Object]bool{}, sets: map[*ValueSet]bool{},
		funcs: map[*Func]bool{}, tables: map[*Table]bool{},
	}
	v.program()
	return v.errs
}

type validator struct {
	p       *Program
	errs    []error
	where   string
	types   map[Type]bool
	objects map[*Object]bool
	sets    map[*ValueSet]bool
	funcs   map[*Func]bool // all
	before  map[*Func]bool // those before the one at hand
	tables  map[*Table]bool

	fn     *Func // whose code, or in whose scope
	scope  map[*Local]bool
	blocks map[*Block]bool
}

func (v *validator) errorf(format string, args ...any) {
	if len(v.errs) < maxInvalid {
		v.errs = append(v.errs, fmt.Errorf("%s: "+format, append([]any{v.where}, args...)...))
	}
}

func (v *validator) program() {
	p := v.p
	v.where = "errors"
	v.unique("error", p.Errors)
	v.where = "match_kinds"
	v.unique("match kind", p.MatchKinds)
	v.typeDecls()
	listed(v, "object", p.Objects, v.objects, func(o *Object) string { return o.Name })
	listed(v, "value set", p.Sets, v.sets, func(s *ValueSet) string { return s.Name })
	listed(v, "function", p.Funcs, v.funcs, func(f *Func) string { return f.Name })
	listed(v, "table", p.Tables, v.tables, func(t *Table) string { return t.Name })
	if len(v.errs) > 0 { // what follows relies on the lists
		return
	}
	v.before = map[*Func]bool{}
	for _, f := range p.Funcs {
		v.signature(f)
		v.before[f] = true
	}
	if len(v.errs) > 0 {
		return
	}
	for _, o := range p.Objects {
		v.object(o)
	}
	for _, s := range p.Sets {
		v.valueSet(s)
	}
	for _, t := range p.Tables {
		v.table(t)
	}
	for _, f := range p.Funcs {
		v.code(f)
	}
	if p.Main != nil {
		v.where = "main"
		v.pkg(p.Main, 0)
	}
	if len(v.errs) == 0 {
		v.recursion()
	}
}

// listed checks a list of declarations: none missing, none twice, names unique.
func listed[T any](v *validator, what string, list []*T, set map[*T]bool, name func(*T) string) {
	v.where = what + "s"
	names := map[string]bool{}
	for _, x := range list {
		switch {
		case x == nil:
			v.errorf("a %s is missing", what)
			continue
		case set[x]:
			v.errorf("%s %q is listed twice", what, name(x))
		case names[name(x)]:
			v.errorf("two %ss are named %q", what, name(x))
		case name(x) == "":
			v.errorf("a %s has no name", what)
		}
		set[x], names[name(x)] = true, true
	}
}

func (v *validator) unique(what string, names []string) {
	seen := map[string]bool{}
	for _, n := range names {
		if n == "" {
			v.errorf("a %s has no name", what)
		}
		if seen[n] {
			v.errorf("%s %q stands twice", what, n)
		}
		seen[n] = true
	}
}

// typeDecls checks the declared types in order: each is made of those before it.
func (v *validator) typeDecls() {
	names := map[string]bool{}
	for _, t := range v.p.Types {
		v.where = "types"
		if t == nil {
			v.errorf("a type is missing")
			continue
		}
		v.where = "type " + t.String()
		switch t := t.(type) {
		case *EnumType:
			v.enum(t)
		case *NewType:
			v.typ(t.Under)
			v.annotations(t.Annotations)
			switch t.Under.(type) {
			case *BitsType, *BoolType, *VarbitType, *ErrorType, *EnumType, *NewType, *RecordType:
			default:
				v.errorf("a new type over %s", t.Under)
			}
		case *RecordType:
			v.record(t)
		default:
			v.errorf("only structs, headers, unions, tuples, enums and new types are declared")
		}
		if v.types[t] || names[t.String()] {
			v.errorf("it is declared twice")
		}
		v.types[t], names[t.String()] = true, true
	}
}

func (v *validator) enum(t *EnumType) {
	v.unique("member", t.Members)
	v.annotations(t.Annotations)
	if t.Repr == nil {
		if len(t.Values) > 0 {
			v.errorf("members have values, but there is no representation")
		}
		return
	}
	v.typ(t.Repr)
	if len(t.Values) != len(t.Members) {
		v.errorf("%d members, %d values", len(t.Members), len(t.Values))
	}
	for _, x := range t.Values {
		v.inRange(x, t.Repr)
	}
}

func (v *validator) record(t *RecordType) {
	names := make([]string, len(t.Fields))
	v.annotations(t.Annotations)
	if t.Kind > Tuple {
		v.errorf("unknown kind %d", t.Kind)
	}
	for i, f := range t.Fields {
		names[i] = f.Name
		v.typ(f.Type)
		v.annotations(f.Annotations)
		if t.Kind == Tuple && f.Name != strconv.Itoa(i) {
			v.errorf("field %d of a tuple is named %q", i, f.Name)
		}
		if !fieldAllowed(t.Kind, f.Type) {
			v.errorf("field %s cannot be of type %s", f.Name, f.Type)
		}
	}
	v.unique("field", names)
}

// fieldAllowed: unions are made of headers, headers of what has bits (7.2.2, 7.2.4).
func fieldAllowed(k RecordKind, t Type) bool {
	switch t := t.(type) {
	case nil, *VoidType, *ObjectType, *ActionEnum:
		return false
	case *RecordType:
		return k == Struct || k == Tuple || k == Header && t.Kind == Struct || k == Union && t.Kind == Header
	case *BitsType, *BoolType, *VarbitType, *NewType:
		return k != Union
	case *EnumType:
		return k != Union && (k != Header || t.Repr != nil)
	case *StackType:
		return k == Struct || k == Tuple || k == Header
	}
	return k == Struct || k == Tuple
}

// typ checks a reference to a type: declared ones are listed, before what uses them.
func (v *validator) typ(t Type) bool {
	switch t := t.(type) {
	case nil:
		v.errorf("a type is missing")
		return false
	case *BitsType:
		if t == nil || t.Width < 0 || t.Width > MaxWidth || t.Signed && t.Width == 0 {
			v.errorf("%v: the width is out of range", t)
			return false
		}
	case *VarbitType:
		if t.Max < 0 || t.Max > MaxWidth {
			v.errorf("%s: the width is out of range", t)
			return false
		}
	case *StackType:
		if t.Size < 0 || t.Size > MaxStack {
			v.errorf("%s: the size is out of range", t)
			return false
		}
		return v.typ(t.Elem)
	case *ListType:
		return v.typ(t.Elem)
	case *ObjectType:
		for _, a := range t.Args {
			if !v.typ(a) {
				return false
			}
		}
	case *ActionEnum:
		if !v.tables[t.Table] {
			v.errorf("a type is the actions of a table that is not listed")
			return false
		}
	case *EnumType, *NewType, *RecordType:
		if !v.types[t] {
			v.errorf("type %s is used, but not listed before", t)
			return false
		}
	}
	return true
}

func (v *validator) annotations(list []Annotation) {
	for _, a := range list {
		if a.Name == "" {
			v.errorf("an annotation has no name")
		}
		if !a.Structured && len(a.Values) > 0 || len(a.Keys) > 0 && len(a.Keys) != len(a.Values) {
			v.errorf("annotation @%s: its values do not fit its form", a.Name)
		}
		for _, x := range a.Values {
			v.value(x)
		}
	}
}
