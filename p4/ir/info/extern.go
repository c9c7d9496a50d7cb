package info

import (
	"math"
	"slices"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
)

// objectKind is what P4Info calls an extern object, UNSPECIFIED if it is not shown.
// A direct counter or meter that no table has is not.
func (b *builder) objectKind(o *ir.Object) kind {
	a := b.arch
	switch o.Type.Name {
	case "":
	case a.profile, a.selector:
		return config.P4Ids_ACTION_PROFILE
	case a.counter:
		return config.P4Ids_COUNTER
	case a.directCounter:
		return config.P4Ids_DIRECT_COUNTER
	case a.meter:
		return config.P4Ids_METER
	case a.directMeter:
		return config.P4Ids_DIRECT_METER
	case a.register:
		return config.P4Ids_REGISTER
	}
	return config.P4Ids_UNSPECIFIED
}

// objects describes the extern objects but for those of tables, which are described
// with these.
func (b *builder) objects() {
	for _, o := range b.prog.Objects {
		switch b.objectKind(o) {
		case config.P4Ids_ACTION_PROFILE:
			b.actionProfile(o)
		case config.P4Ids_COUNTER:
			b.info.Counters = append(b.info.Counters, &config.Counter{
				Preamble:      b.objectPreamble(o),
				Spec:          &config.CounterSpec{Unit: b.arch.unit(arg(o, unitParam))},
				Size:          b.size(o, b.arch.counterSize),
				IndexTypeName: b.indexType(o, b.arch.counterIndex),
			})
		case config.P4Ids_METER:
			b.info.Meters = append(b.info.Meters, &config.Meter{
				Preamble:      b.objectPreamble(o),
				Spec:          b.meterSpec(o),
				Size:          b.size(o, b.arch.meterSize),
				IndexTypeName: b.indexType(o, 0),
			})
		case config.P4Ids_REGISTER:
			b.register(o)
		}
	}
}

func (b *builder) objectPreamble(o *ir.Object, but ...string) *config.Preamble {
	seen := b.seen(o)
	return b.preamble(b.objectKind(o), seen.name, seen.annotations, o.At, but...)
}

// meterSpec has no kind but the default one: no architecture gives another.
func (b *builder) meterSpec(o *ir.Object) *config.MeterSpec {
	unit := config.MeterSpec_UNSPECIFIED
	switch b.arch.unit(arg(o, unitParam)) {
	case config.CounterSpec_PACKETS:
		unit = config.MeterSpec_PACKETS
	case config.CounterSpec_BYTES:
		unit = config.MeterSpec_BYTES
	}
	return &config.MeterSpec{Unit: unit}
}

// arg is an argument of an object's constructor, nil if there is none.
func arg(o *ir.Object, param string) ir.Value {
	if i := slices.Index(o.Params, param); i >= 0 && i < len(o.Args) {
		return o.Args[i].Value
	}
	return nil
}

// size is how many elements an object has.
func (b *builder) size(o *ir.Object, param string) int64 {
	c, ok := arg(o, param).(*ir.IntConst)
	if !ok {
		return 0
	}
	if !c.V.IsInt64() {
		b.diags.Errorf(o.At, CodeSize, "%s has a size of %s: it must fit in 64 bits", o.Name, c.V)
		return 0
	}
	return c.V.Int64()
}

// indexType is the new type that indices of an object are of, if they are: the
// object type's n-th argument, from 0.
func (b *builder) indexType(o *ir.Object, n int) *config.P4NamedType {
	if n >= len(o.Type.Args) {
		return nil
	}
	b.types.use(o.Type.Args[n], o.At)
	return newTypeName(o.Type.Args[n], b)
}

func (b *builder) register(o *ir.Object) {
	size := b.size(o, sizeParam)
	if size > math.MaxInt32 {
		b.diags.Errorf(o.At, CodeSize, "%s has a size of %d: that of a register must fit in 31 bits", o.Name, size)
		return
	}
	r := &config.Register{Preamble: b.objectPreamble(o), Size: int32(size), IndexTypeName: b.indexType(o, 1)}
	if len(o.Type.Args) > 0 {
		r.TypeSpec = b.types.spec(o.Type.Args[0], o.At)
	}
	b.info.Registers = append(b.info.Registers, r)
}

func (b *builder) directCounter(o *ir.Object, t *ir.Table) uint32 {
	c := &config.DirectCounter{
		Preamble:      b.objectPreamble(o),
		Spec:          &config.CounterSpec{Unit: b.arch.unit(arg(o, unitParam))},
		DirectTableId: b.id(config.P4Ids_TABLE, t.Name),
	}
	if !slices.ContainsFunc(b.info.DirectCounters, func(x *config.DirectCounter) bool { return x.Preamble.Id == c.Preamble.Id }) {
		b.info.DirectCounters = append(b.info.DirectCounters, c)
	}
	return c.Preamble.Id
}

func (b *builder) directMeter(o *ir.Object, t *ir.Table) uint32 {
	m := &config.DirectMeter{
		Preamble:      b.objectPreamble(o),
		Spec:          b.meterSpec(o),
		DirectTableId: b.id(config.P4Ids_TABLE, t.Name),
	}
	if !slices.ContainsFunc(b.info.DirectMeters, func(x *config.DirectMeter) bool { return x.Preamble.Id == m.Preamble.Id }) {
		b.info.DirectMeters = append(b.info.DirectMeters, m)
	}
	return m.Preamble.Id
}

// Annotations that an action profile's message has fields for (P4Runtime 6.4.3).
const (
	maxGroupSize    = "max_group_size"
	sizeSemantics   = "selector_size_semantics"
	maxMemberWeight = "max_member_weight"
	noWeights       = "weights_disallowed"
)

func (b *builder) actionProfile(o *ir.Object) {
	p := &config.ActionProfile{
		Preamble:     b.objectPreamble(o, maxGroupSize, sizeSemantics, maxMemberWeight, noWeights),
		WithSelector: o.Type.Name == b.arch.selector,
		Size:         b.size(o, sizeParam),
	}
	tables := b.sharing[o]
	slices.Sort(tables)
	for _, name := range tables {
		p.TableIds = append(p.TableIds, b.id(config.P4Ids_TABLE, name))
	}
	if p.WithSelector {
		b.groups(p, o)
	} else if has(b.seen(o).annotations, maxGroupSize) {
		b.diags.Warnf(o.At, CodeNoGroups, "%s has no groups, so @%s says nothing", o.Name, maxGroupSize)
	}
	b.info.ActionProfiles = append(b.info.ActionProfiles, p)
}

// groups says how large a selector's groups may be, and how that is counted.
func (b *builder) groups(p *config.ActionProfile, o *ir.Object) {
	list := b.seen(o).annotations
	n, _ := b.number(list, maxGroupSize, o.At)
	weight, _ := b.number(list, maxMemberWeight, o.At)
	if n != int64(int32(n)) || weight != int64(int32(weight)) {
		b.diags.Errorf(o.At, CodeSize, "the numbers of @%s and @%s of %s must fit in 31 bits", maxGroupSize, maxMemberWeight, o.Name)
		return
	}
	if n > p.Size {
		b.diags.Errorf(o.At, CodeSize, "groups of %s may have %d members, and all groups together no more than %d", o.Name, n, p.Size)
		return
	}
	p.MaxGroupSize = int32(n)
	p.WeightsDisallowed = has(list, noWeights)
	semantics, ok := b.text(list, sizeSemantics, o.At)
	switch {
	case !ok:
	case semantics == "sum_of_weights":
		p.SelectorSizeSemantics = &config.ActionProfile_SumOfWeights_{SumOfWeights: &config.ActionProfile_SumOfWeights{}}
	case semantics == "sum_of_members":
		p.SelectorSizeSemantics = &config.ActionProfile_SumOfMembers_{SumOfMembers: &config.ActionProfile_SumOfMembers{MaxMemberWeight: int32(weight)}}
	default:
		b.diags.Errorf(o.At, CodeAnnotation, "@%s of %s is %q: it must be \"sum_of_weights\" or \"sum_of_members\"", sizeSemantics, o.Name, semantics)
	}
}
