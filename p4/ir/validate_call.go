package ir

// mayCall says which kinds call which: parsers and controls each other, all of them
// functions and methods.
func mayCall(caller, callee FuncKind) bool {
	switch callee {
	case Function:
		return true
	case MethodImpl:
		return caller != Function
	case Parser:
		return caller == Parser
	case Control:
		return caller == Control
	}
	return caller == Control || caller == Action
}

func (v *validator) call(i *Call) {
	f := i.Func
	if !v.funcs[f] {
		v.errorf("it calls what is not listed")
		return
	}
	if !mayCall(v.fn.Kind, f.Kind) {
		v.errorf("a %s cannot call the %s %s", funcWord(v.fn.Kind), funcWord(f.Kind), f.Name)
	}
	if f.Owner != nil && f.Owner != v.fn && f.Owner != v.fn.Owner {
		v.errorf("action %s is of another control", f.Name)
	}
	if len(i.Args) != len(f.Params) {
		v.errorf("%s takes %d arguments, not %d", f.Name, len(f.Params), len(i.Args))
	} else {
		v.operands(i.Args, f.Params)
	}
	if i.Result != nil {
		v.storeOf(i.Result, f.Result)
	}
	if i.Exit != nil {
		if f.Kind == Function || f.Kind == MethodImpl {
			v.errorf("%s %s cannot exit", funcWord(f.Kind), f.Name)
		}
		v.to(i.Exit)
	}
}

func (v *validator) callExtern(i *CallExtern) {
	if i.Name == "" {
		v.errorf("what is called has no name")
	}
	if i.Object != nil && !v.objects[i.Object] {
		v.errorf("the object of %s is not listed", i.Name)
	}
	if i.Recv != nil && (i.Object != nil || !v.holdsObject(i.Recv)) {
		v.errorf("the object of %s is not one among the parameters", i.Name)
	}
	for _, t := range i.TypeArgs {
		v.typ(t)
	}
	v.operands(i.Args, nil)
	if i.Result != nil {
		v.store(i.Result)
	}
}

func (v *validator) apply(i *Apply) {
	if !v.tables[i.Table] {
		v.errorf("the table is not listed")
		return
	}
	if i.Table.Owner != v.fn {
		v.errorf("table %s is of another control", i.Table.Name)
	}
	if i.Hit != nil {
		v.storeOf(i.Hit, Bool)
	}
	if i.Action != nil {
		v.storeOf(i.Action, &ActionEnum{i.Table})
	}
	if i.Exit != nil {
		v.to(i.Exit)
	}
}

// operands checks arguments, against parameters if the callee's are known.
func (v *validator) operands(args []Operand, params []*Local) {
	var places []*Place
	for n, a := range args {
		var t Type
		switch {
		case a.Object != nil || a.Param != nil:
			t = v.objectOperand(a)
		case a.Dir == Out || a.Dir == InOut:
			if a.Value != nil || !v.store(a.Place) {
				v.errorf("argument %d has no place of its own", n+1)
				continue
			}
			v.fixed(a.Place)
			if a.Place.InUnion() {
				v.errorf("%s is of a union, whose other headers a copy changes", placeText(a.Place))
			}
			places = append(places, a.Place)
			t = a.Place.T
		case a == Operand{} && params == nil: // an extern's optional argument
			continue
		default:
			if a.Place != nil || !v.expr(a.Value) {
				v.errorf("argument %d has no value", n+1)
				continue
			}
			t = a.Value.Type()
		}
		if params == nil || t == nil {
			continue
		}
		if a.Dir != params[n].Dir || !Identical(t, params[n].Type) {
			v.errorf("argument %d is %s %s, the parameter %s is %s %s",
				n+1, directionWord(a.Dir), t, params[n].Name, directionWord(params[n].Dir), params[n].Type)
		}
	}
	for i, a := range places {
		for _, b := range places[:i] {
			if Overlap(a, b) {
				v.errorf("the arguments %s and %s overlap", placeText(b), placeText(a))
			}
		}
	}
}

func directionWord(d Direction) string {
	if int(d) < len(directionWords) {
		return directionWords[d]
	}
	return "?"
}

func (v *validator) objectOperand(a Operand) Type {
	if a.Value != nil || a.Place != nil || a.Object != nil && a.Param != nil || a.Dir != None {
		v.errorf("an argument is more than one thing")
		return nil
	}
	if a.Param != nil {
		if !v.holdsObject(a.Param) {
			v.errorf("an argument is not an object among the parameters")
			return nil
		}
		return a.Param.Type
	}
	if !v.objects[a.Object] {
		v.errorf("an argument is not a listed object")
		return nil
	}
	return a.Object.Type
}

// fixed: a place that is copied out to is known when compiled.
func (v *validator) fixed(p *Place) {
	if !p.Fixed() {
		v.errorf("%s depends on an index that is not constant", placeText(p))
	}
}
