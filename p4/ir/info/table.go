package info

import (
	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
)

// defaultSize is how many entries a table has that does not say.
const defaultSize = 1024

func (b *builder) tables() {
	for _, t := range b.prog.Tables {
		if b.reach.tables[t] {
			b.table(t)
		}
	}
}

func (b *builder) table(t *ir.Table) {
	out := &config.Table{
		Preamble:          b.preamble(config.P4Ids_TABLE, t.Name, t.Annotations, t.At),
		Size:              defaultSize,
		IsConstTable:      t.EntriesAre == ir.Constant,
		HasInitialEntries: len(t.Entries) > 0,
	}
	if t.Size != 0 {
		out.Size = int64(t.Size)
	}
	b.matchFields(out, t)
	b.actionRefs(out, t)
	b.resources(out, t)
	if !has(t.Annotations, "hidden") {
		b.info.Tables = append(b.info.Tables, out)
	}
}

// matchFields describes the keys, but for those that choose a member of a group:
// these a controller has nothing to give for.
func (b *builder) matchFields(out *config.Table, t *ir.Table) {
	ids := b.fieldIDs(len(t.Keys), func(i int) []ir.Annotation { return t.Keys[i].Annotations }, t.At)
	for i, k := range t.Keys {
		if k.Match == "selector" {
			continue
		}
		typ := k.Expr.Type()
		b.types.use(typ, k.At)
		f := &config.MatchField{Id: ids[i], Name: k.Name, Bitwidth: width(typ, b), TypeName: newTypeName(typ, b)}
		b.annotate(annotated{&f.Annotations, &f.StructuredAnnotations, &f.Doc}, k.Annotations, k.At)
		setMatch(f, k.Match)
		out.MatchFields = append(out.MatchFields, f)
	}
}

var matchTypes = map[string]config.MatchField_MatchType{
	"exact": config.MatchField_EXACT, "lpm": config.MatchField_LPM, "ternary": config.MatchField_TERNARY,
	"range": config.MatchField_RANGE, "optional": config.MatchField_OPTIONAL,
}

func setMatch(f *config.MatchField, name string) {
	if m, ok := matchTypes[name]; ok {
		f.Match = &config.MatchField_MatchType_{MatchType: m}
		return
	}
	f.Match = &config.MatchField_OtherMatchType{OtherMatchType: name}
}

// actionRefs describes the actions of a table and its default. A table without a
// default action does NoAction, which entries of it may not use unless it is in the
// table's list.
func (b *builder) actionRefs(out *config.Table, t *ir.Table) {
	listed := false
	for _, a := range t.Actions {
		out.ActionRefs = append(out.ActionRefs, b.actionRef(a))
		listed = listed || a.Func == b.noAction
	}
	if t.Default == nil {
		if !listed {
			out.ActionRefs = append(out.ActionRefs, b.actionRef(
				ir.TableAction{Func: b.noAction, Annotations: []ir.Annotation{{Name: "defaultonly"}}}))
		}
		out.InitialDefaultAction = &config.TableActionCall{ActionId: b.id(config.P4Ids_ACTION, b.noAction.Name)}
		return
	}
	f := t.Actions[t.Default.Action].Func
	id := b.id(config.P4Ids_ACTION, f.ControlName())
	call := &config.TableActionCall{ActionId: id}
	params := b.actionParams(f)
	ids := b.paramIDs(f, params)
	for i, v := range t.Default.Args {
		if i >= len(params) {
			break
		}
		if value, ok := bytesOf(v, params[i].Type); ok {
			call.Arguments = append(call.Arguments, &config.TableActionCall_Argument{ParamId: ids[i], Value: value})
		}
	}
	out.InitialDefaultAction = call
	if t.DefaultIs == ir.Constant {
		out.ConstDefaultActionId = id
	}
}

func (b *builder) actionRef(a ir.TableAction) *config.ActionRef {
	r := &config.ActionRef{Id: b.id(config.P4Ids_ACTION, a.Func.ControlName())}
	b.annotate(annotated{plain: &r.Annotations, structured: &r.StructuredAnnotations}, a.Annotations, a.At)
	switch { // the checker lets no action be both
	case has(a.Annotations, "tableonly"):
		r.Scope = config.ActionRef_TABLE_ONLY
	case has(a.Annotations, "defaultonly"):
		r.Scope = config.ActionRef_DEFAULT_ONLY
	}
	return r
}

// resources describes the objects that serve a table: a counter before a meter,
// however the properties stand.
func (b *builder) resources(out *config.Table, t *ir.Table) {
	var counters, meters []uint32
	for _, p := range t.Properties {
		o := p.Value.Object
		switch {
		case b.arch.timeout != "" && p.Name == b.arch.timeout:
			if b.arch.notifies(p.Value.Value) {
				out.IdleTimeoutBehavior = config.Table_NOTIFY_CONTROL
			}
		case o == nil:
		case p.Name == b.arch.implementation && b.objectKind(o) == config.P4Ids_ACTION_PROFILE:
			out.ImplementationId = b.id(config.P4Ids_ACTION_PROFILE, b.seen(o).name)
			b.sharing[o] = append(b.sharing[o], t.Name)
		case p.Name == b.arch.counters && o.Type.Name == b.arch.directCounter:
			counters = append(counters, b.directCounter(o, t))
		case p.Name == b.arch.meters && o.Type.Name == b.arch.directMeter:
			meters = append(meters, b.directMeter(o, t))
		}
	}
	out.DirectResourceIds = append(counters, meters...)
}
