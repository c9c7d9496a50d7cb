package schema

import (
	"math"
	"slices"

	"up4/p4/ir"
	"up4/pipelines/state"
)

// arg is an argument of an object's constructor, nil if there is none.
func arg(o *ir.Object, param string) ir.Value {
	if i := slices.Index(o.Params, param); i >= 0 && i < len(o.Args) {
		return o.Args[i].Value
	}
	return nil
}

// sizeArg is a size in an object's constructor, -1 for what is none; false if it has
// no such parameter.
func (b *builder) sizeArg(o *ir.Object, param string) (int64, bool) {
	v := arg(o, param)
	if v == nil {
		return 0, false
	}
	if n := number(v); n != nil && n.IsInt64() {
		return n.Int64(), true
	}
	return -1, true
}

// arrays describes counters, meters and registers, the direct ones last.
func (b *builder) arrays() {
	for _, o := range b.ir.Objects {
		switch o.Type.Name {
		case "":
		case b.arch.counter:
			b.array(o, state.Array{Kind: state.Counter, Unit: b.unit(o), Size: b.cells(o, b.arch.counterSize), Table: -1})
		case b.arch.meter:
			b.array(o, state.Array{Kind: state.Meter, Unit: b.unit(o), Size: b.cells(o, b.arch.meterSize), Table: -1})
		case b.arch.register:
			b.register(o)
		}
	}
	for _, o := range b.ir.Objects {
		t := b.direct[o]
		if t == nil {
			continue // nothing would count by it
		}
		at := b.Tables[t]
		out := &b.Program.Tables[at]
		a := state.Array{Kind: state.Counter, Unit: b.unit(o), Size: out.Size, Table: at}
		if o.Type.Name == b.arch.directMeter {
			a.Kind = state.Meter
		}
		i := b.array(o, a)
		if a.Kind == state.Meter {
			out.Meter = i
		} else {
			out.Counter = i
		}
	}
}

func (b *builder) array(o *ir.Object, a state.Array) int {
	a.Name = b.objectName(o)
	b.Arrays[o] = len(b.Program.Arrays)
	b.Program.Arrays = append(b.Program.Arrays, a)
	return b.Arrays[o]
}

// cells is how many cells an object has. 0 is a number of cells too.
func (b *builder) cells(o *ir.Object, param string) int {
	n, _ := b.sizeArg(o, param)
	if n < 0 || n > math.MaxInt32 {
		b.diags.Errorf(o.At, CodeSize, "the size of %s must be from 0 to %d", o.Name, math.MaxInt32)
		return 0
	}
	return int(n)
}

// unit is a counter's or meter's unit; packets if its constructor does not say.
func (b *builder) unit(o *ir.Object) state.Unit {
	if m, ok := arg(o, unitParam).(*ir.MemberConst); ok {
		return b.arch.units[m.Name]
	}
	return state.Packets
}

func (b *builder) register(o *ir.Object) {
	a := state.Array{Kind: state.Register, Size: b.cells(o, sizeParam), Table: -1}
	if len(o.Type.Args) == 0 {
		return
	}
	parts, ok := fields("", o.Type.Args[0], nil)
	if !ok {
		b.diags.Errorf(o.At, CodeRegister, "register %s holds values of type %s: it can hold bit, int, bool, error, enums, new types and structs of these", o.Name, o.Type.Args[0])
		return
	}
	for _, p := range parts {
		a.Bits += p.Bits
	}
	a.Signed = signed(o.Type.Args[0])
	if n := number(arg(o, initialParam)); n != nil && n.Sign() != 0 {
		b.diags.Warnf(o.At, CodeInitial, "the cells of register %s are 0 at first, not %s: have the control plane write them", o.Name, n)
	}
	b.array(o, a)
}
