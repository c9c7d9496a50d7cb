package ir

import (
	"fmt"
	"slices"
)

// maxPackages is how deep packages may be made of packages.
const maxPackages = 100

// signature checks all of a function but its code.
func (v *validator) signature(f *Func) {
	v.where = fmt.Sprintf("%s %s", funcWord(f.Kind), f.Name)
	if f.Kind > MethodImpl {
		v.errorf("unknown kind %d", f.Kind)
		return
	}
	if f.Local == "" {
		v.errorf("it has no local name")
	}
	v.annotations(f.Annotations)
	if o := f.Owner; o != nil {
		if f.Kind != Action && f.Kind != MethodImpl || o.Kind != Control && (f.Kind == Action || o.Kind != Parser) {
			v.errorf("only an action has an owner, which is a control, or a method")
		}
		if !v.before[o] {
			v.errorf("its owner %s is not listed before it", o.Name)
			return
		}
	}
	if v.typ(f.Result) {
		_, void := f.Result.(*VoidType)
		if _, object := f.Result.(*ObjectType); object || !void && f.Kind != Function && f.Kind != MethodImpl {
			v.errorf("it cannot give a result of type %s", f.Result)
		}
	}
	if f.Wraps != nil {
		v.wrapper(f)
	}
	names := map[string]bool{}
	if f.Owner != nil {
		for _, l := range append(append([]*Local{}, f.Owner.Params...), f.Owner.Locals...) {
			names[l.Name] = true
		}
	}
	seen := map[*Local]bool{}
	for _, l := range f.Params {
		v.local(l, true, names, seen)
	}
	for _, l := range f.Locals {
		v.local(l, false, names, seen)
	}
}

// wrapper: a table can list it for the action it wraps, with what the control plane
// gives to that.
func (v *validator) wrapper(f *Func) {
	w := f.Wraps
	if f.Kind != Action || w.Kind != Action || w.Wraps != nil || !v.before[w] || f.Owner == nil || w.Owner != nil && w.Owner != f.Owner {
		v.errorf("only an action of a control wraps, and an action of that or of the top level, listed before it")
		return
	}
	var given []*Local
	for _, p := range w.Params {
		if p != nil && p.Dir == None {
			given = append(given, p)
		}
	}
	same := func(a, b *Local) bool {
		return a != nil && a.Dir == None && a.Declared == b.Declared && a.Type != nil && b.Type != nil && Identical(a.Type, b.Type)
	}
	if f.Local != w.Local || !slices.EqualFunc(f.Params, given, same) {
		v.errorf("its parameters are not those of %s that the control plane gives", w.Name)
	}
}

func funcWord(k FuncKind) string {
	if int(k) < len(funcWords) {
		return funcWords[k]
	}
	return "function"
}

func (v *validator) local(l *Local, param bool, names map[string]bool, seen map[*Local]bool) {
	if l == nil {
		v.errorf("a parameter or variable is missing")
		return
	}
	if names[l.Name] || seen[l] || l.Name == "" {
		v.errorf("the name %q of a parameter or variable is not unique there", l.Name)
	}
	names[l.Name], seen[l] = true, true
	v.annotations(l.Annotations)
	if l.Param != param || l.Param && l.Temp || l.Temp != (l.Declared == "") || l.Dir > InOut || !param && l.Dir != None {
		v.errorf("%s: its marks contradict each other", l.Name)
	}
	if !v.typ(l.Type) {
		return
	}
	switch l.Type.(type) {
	case *VoidType, *ListType:
		v.errorf("%s cannot be of type %s", l.Name, l.Type)
	case *ObjectType, *IntType, *StringType, *MatchKindType:
		if !param || l.Dir != None {
			v.errorf("%s: only a parameter without direction can be of type %s", l.Name, l.Type)
		}
	case *ActionEnum:
		if param {
			v.errorf("%s: a parameter cannot be of type %s", l.Name, l.Type)
		}
	default:
		if intWithin(l.Type) {
			v.errorf("%s has an int in it, which has no width", l.Name)
		}
	}
}

// intWithin says whether a value of type t has a part that only constants have.
func intWithin(t Type) bool {
	switch t := t.(type) {
	case *IntType:
		return true
	case *NewType:
		return intWithin(t.Under)
	case *StackType:
		return intWithin(t.Elem)
	case *RecordType:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return intWithin(f.Type) })
	}
	return false
}

func (v *validator) object(o *Object) {
	v.where = "object " + o.Name
	if o.Local == "" {
		v.errorf("it has no local name")
	}
	if o.Type == nil {
		v.errorf("it has no type")
	} else {
		v.typ(o.Type)
	}
	v.args(o.Params, o.Args, 0)
	v.annotations(o.Annotations)
	for _, m := range o.Methods {
		if !v.funcs[m] || m.Kind != MethodImpl {
			v.errorf("one of its methods is not a listed method")
		}
	}
	if o.Table != nil && !v.tables[o.Table] {
		v.errorf("its table is not listed")
	}
}

func (v *validator) args(params []string, args []Arg, depth int) {
	if len(params) != len(args) {
		v.errorf("%d parameters, %d arguments", len(params), len(args))
	}
	for _, a := range args {
		v.arg(a, depth)
	}
}

func (v *validator) arg(a Arg, depth int) {
	n := 0
	if a.Value != nil {
		n++
		v.value(a.Value)
	}
	if a.Block != nil {
		n++
		if !v.funcs[a.Block] || a.Block.Kind > Control {
			v.errorf("an argument is not a listed parser or control")
		}
	}
	if a.Object != nil {
		n++
		if !v.objects[a.Object] {
			v.errorf("an argument is not a listed object")
		}
	}
	if a.Package != nil {
		n++
		v.pkg(a.Package, depth+1)
	}
	if a.List != nil {
		n++
		if depth > maxPackages {
			v.errorf("lists are nested more than %d deep", maxPackages)
			return
		}
		for _, x := range a.List {
			v.arg(x, depth+1)
		}
	}
	if n > 1 {
		v.errorf("an argument is more than one thing")
	}
}

func (v *validator) pkg(p *Package, depth int) {
	if depth > maxPackages {
		v.errorf("packages are nested more than %d deep", maxPackages)
		return
	}
	if p.Type == "" || p.Name == "" {
		v.errorf("a package has no type or no name")
	}
	v.annotations(p.Annotations)
	v.args(p.Params, p.Args, depth)
}

func (v *validator) valueSet(s *ValueSet) {
	v.where = "set " + s.Name
	if s.Local == "" {
		v.errorf("it has no local name")
	}
	if !v.funcs[s.Owner] || s.Owner.Kind != Parser {
		v.errorf("its owner is not a listed parser")
	}
	v.annotations(s.Annotations)
	if s.Size < 0 {
		v.errorf("its size is negative")
	}
	if !v.typ(s.Type) {
		return
	}
	if n := len(Leaves(s.Type)); len(s.Matches) != n {
		v.errorf("%d match kinds for %d fields", len(s.Matches), n)
	}
	for _, m := range s.Matches {
		v.matchKind(m)
	}
}

func (v *validator) matchKind(m string) {
	if indexOf(v.p.MatchKinds, m) < 0 {
		v.errorf("no match kind %q", m)
	}
}

// recursion looks for a way from a function to itself, by calls and tables.
func (v *validator) recursion() {
	state := map[*Func]int{} // 1: on the way here, 2: done
	var visit func(f *Func)
	visit = func(f *Func) {
		if state[f] == 1 {
			v.where = fmt.Sprintf("%s %s", funcWord(f.Kind), f.Name)
			v.errorf("it calls itself")
		}
		if state[f] != 0 {
			return
		}
		state[f] = 1
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				for _, to := range callees(i) {
					visit(to)
				}
			}
		}
		state[f] = 2
	}
	for _, f := range v.p.Funcs {
		visit(f)
	}
}

// callees is the functions that an instruction may run.
func callees(i Instr) []*Func {
	switch i := i.(type) {
	case *Call:
		return []*Func{i.Func}
	case *Apply:
		var out []*Func
		for _, a := range i.Table.Actions {
			out = append(out, a.Func)
		}
		return out
	}
	return nil
}
