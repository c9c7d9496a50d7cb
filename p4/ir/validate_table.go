package ir

// into sets the scope: the locals of f and of its owner.
func (v *validator) into(f *Func) {
	v.fn = f
	v.scope = map[*Local]bool{}
	for o := f; o != nil; o = o.Owner {
		for _, l := range o.Params {
			v.scope[l] = true
		}
		for _, l := range o.Locals {
			v.scope[l] = true
		}
	}
}

func (v *validator) table(t *Table) {
	v.where = "table " + t.Name
	if t.Local == "" {
		v.errorf("it has no local name")
	}
	if !v.funcs[t.Owner] || t.Owner.Kind != Control {
		v.errorf("its owner is not a listed control")
		return
	}
	v.into(t.Owner)
	v.annotations(t.Annotations)
	if t.Size < 0 {
		v.errorf("its size is negative")
	}
	ok := true
	for _, k := range t.Keys {
		v.annotations(k.Annotations)
		v.matchKind(k.Match)
		if k.Name == "" {
			v.errorf("a key has no name")
		}
		ok = v.expr(k.Expr) && ok
	}
	v.tableActions(t)
	if !ok { // entries are checked against the keys' types
		return
	}
	if t.Default != nil {
		v.tableCall(t, *t.Default)
	}
	if len(t.Keys) == 0 && len(t.Entries) > 0 {
		v.errorf("it has entries, but no keys")
	}
	for _, e := range t.Entries {
		v.entry(t, e)
	}
	var names []string
	for _, p := range t.Properties {
		names = append(names, p.Name)
		v.annotations(p.Annotations)
		v.arg(p.Value, 0)
	}
	v.unique("property", names)
}

func (v *validator) tableActions(t *Table) {
	seen := map[string]bool{}
	for _, a := range t.Actions {
		v.annotations(a.Annotations)
		if !v.funcs[a.Func] || a.Func.Kind != Action {
			v.errorf("one of its actions is not a listed action")
			continue
		}
		if name := a.Func.ControlName(); seen[name] {
			v.errorf("action %s stands twice", name)
		} else {
			seen[name] = true
		}
		if a.Func.Owner != nil && a.Func.Owner != t.Owner {
			v.errorf("action %s is of another control", a.Func.Name)
		}
		n := 0
		for _, p := range a.Func.Params {
			if p.Dir != None {
				n++
			}
		}
		if len(a.Bound) < n || len(a.Bound) > len(a.Func.Params) {
			v.errorf("action %s: %d arguments are bound, there are %d parameters with a direction", a.Func.Name, len(a.Bound), n)
			continue
		}
		v.operands(a.Bound, a.Func.Params[:len(a.Bound)])
	}
}

func (v *validator) tableCall(t *Table, c TableCall) {
	if c.Action < 0 || c.Action >= len(t.Actions) {
		v.errorf("no action %d", c.Action)
		return
	}
	a := t.Actions[c.Action]
	if a.Func == nil || len(a.Bound) > len(a.Func.Params) {
		return // reported
	}
	params := a.Func.Params[len(a.Bound):]
	if len(c.Args) != len(params) {
		v.errorf("action %s takes %d arguments, not %d", a.Func.Name, len(params), len(c.Args))
		return
	}
	for i, x := range c.Args {
		if v.value(x) && !Identical(x.Type(), params[i].Type) {
			v.errorf("action %s: argument %s is of type %s, not %s", a.Func.Name, params[i].Name, x.Type(), params[i].Type)
		}
	}
}

func (v *validator) entry(t *Table, e Entry) {
	v.annotations(e.Annotations)
	v.tableCall(t, e.Call)
	switch {
	case e.HasPriority && e.Priority < 0 || !e.HasPriority && e.Priority != 0:
		v.errorf("an entry's priority is %d", e.Priority)
	case e.HasPriority && !t.HasPriorities():
		v.errorf("an entry has a priority, but the keys are exact or lpm")
	case !e.HasPriority && t.HasPriorities():
		v.errorf("an entry has no priority, but not all keys are exact or lpm")
	}
	if len(e.Keys) != len(t.Keys) {
		v.errorf("an entry has %d keys, the table %d", len(e.Keys), len(t.Keys))
		return
	}
	for i, k := range e.Keys {
		if !MatchTakes(t.Keys[i].Match, k) {
			v.errorf("the entry's key %s cannot be %s", t.Keys[i].Name, keysetText(k))
			continue
		}
		v.keyset(k, t.Keys[i].Expr.Type(), true)
	}
}

// MatchTakes says whether an entry's key of a match kind may be a set (14.2.1.4).
func MatchTakes(match string, k Keyset) bool {
	switch k.(type) {
	case *Exactly:
		return true
	case *Masked:
		return match != "exact" && match != "lpm" && match != "range" && match != "optional"
	case *Between:
		return match != "exact" && match != "lpm" && match != "ternary" && match != "optional"
	case *Anything:
		return match != "exact"
	case *Prefix:
		return match == "lpm"
	}
	return false
}

// keyset checks a set of values of type t, of a table's entry or of code.
func (v *validator) keyset(k Keyset, t Type, entry bool) bool {
	_, bits := Underlying(t).(*BitsType)
	ranges := func(a, b Expr) bool {
		if !bits {
			v.errorf("%s has no masks and ranges", t)
			return false
		}
		return v.exprOf(a, t) && v.exprOf(b, t)
	}
	switch k := k.(type) {
	case *Anything:
		return true
	case *Exactly:
		return v.exprOf(k.V, t)
	case *Masked:
		return ranges(k.Value, k.Mask)
	case *Between:
		return ranges(k.Lo, k.Hi)
	case *Prefix:
		if !ranges(k.Value, k.Value) {
			return false
		}
		if w := Underlying(t).(*BitsType).Width; !entry || k.Len < 0 || k.Len > w {
			v.errorf("a prefix of %d bits of %s", k.Len, t)
			return false
		}
		return true
	case *InSet:
		if !v.sets[k.Set] || k.Set.Owner != v.fn || !Identical(k.Set.Type, t) {
			v.errorf("a value set is not of this parser, or not of type %s", t)
			return false
		}
		return true
	}
	v.errorf("a set of values is missing")
	return false
}
