package info

import (
	"maps"
	"slices"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/internal/nearest"
	"up4/p4/ir"
	"up4/p4/source"
)

// Options is how a program is described.
type Options struct {
	// Arch is the architecture to name and to follow; "" finds it by the type of the
	// package main.
	Arch string
}

// builder makes one P4Info.
type builder struct {
	prog    *ir.Program
	arch    *arch
	diags   *source.List
	symbols *symbols
	reach   *reach
	types   *typeSpecs
	info    *config.P4Info

	noAction *ir.Func // made here if the program has none
	digests  []digest
	// badTranslation is the types whose annotation was complained of.
	badTranslation map[*ir.NewType]bool
	// sharing is the tables of each action profile, by name.
	sharing map[*ir.Object][]string
	// inPlace is the objects made in tables' properties.
	inPlace map[*ir.Object]object
}

// Build describes a program. What cannot be described is reported and left out;
// the result is never nil. A program without main is described by an empty message.
func Build(p *ir.Program, opt Options, diags *source.List) *config.P4Info {
	b := &builder{prog: p, diags: diags, symbols: newSymbols(), info: &config.P4Info{}, sharing: map[*ir.Object][]string{}, badTranslation: map[*ir.NewType]bool{}, inPlace: map[*ir.Object]object{}}
	if p.Main == nil {
		diags.Warnf(source.Span{}, CodeNoMain, "the program has no package named main, so there is nothing for a controller to see")
		return b.info
	}
	if b.arch = b.architecture(opt.Arch); b.arch == nil {
		return b.info
	}
	b.placed()
	b.reach = reached(p, b.arch.digestCall)
	b.types = newTypeSpecs(b)
	b.findDigests()
	b.collect()
	b.symbols.finish()
	b.pkgInfo()
	b.tables()
	b.actions()
	b.objects()
	b.packetHeaders()
	b.valueSets()
	b.addDigests()
	b.info.TypeInfo = b.types.info()
	return b.info
}

func (b *builder) architecture(name string) *arch {
	main := b.prog.Main
	if name == "" {
		if a := archs[main.Type]; a != nil {
			return a
		}
		b.diags.Errorf(main.At, CodeArchitecture, "main is of type %s, which is the package of no architecture that P4Info is made for", main.Type)
		return nil
	}
	var names []string
	for _, key := range slices.Sorted(maps.Keys(archs)) {
		if archs[key].name == name {
			return archs[key]
		}
		names = append(names, archs[key].name)
	}
	slices.Sort(names)
	b.diags.Errorf(main.At, CodeArchitecture, "there is no architecture %q that P4Info is made for%s", name, nearest.Hint(name, names))
	return nil
}

// collect adds every name that takes part in ids and aliases, hidden ones too.
func (b *builder) collect() {
	if b.needsNoAction() {
		b.noAction = b.findNoAction()
		b.reach.actions[b.noAction] = true
		b.reach.byTable[b.noAction] = true
		b.add(config.P4Ids_ACTION, b.noAction.Name, b.noAction.Annotations, b.noAction.At)
	}
	for _, f := range b.prog.Funcs {
		if f.Kind == ir.Action && b.reach.actions[f] {
			b.add(config.P4Ids_ACTION, f.ControlName(), f.Annotations, f.At)
		}
	}
	for _, t := range b.prog.Tables {
		if b.reach.tables[t] {
			b.add(config.P4Ids_TABLE, t.Name, t.Annotations, t.At)
		}
	}
	for _, o := range b.prog.Objects {
		if k := b.objectKind(o); k != config.P4Ids_UNSPECIFIED {
			b.add(k, b.seen(o).name, b.seen(o).annotations, o.At)
		}
	}
	for _, s := range b.prog.Sets {
		b.add(config.P4Ids_VALUE_SET, s.Name, s.Annotations, s.At)
	}
	for _, h := range b.controllerHeaders() {
		b.add(config.P4Ids_CONTROLLER_HEADER, b.typeName(h.Name, h.Annotations), h.Annotations, b.prog.Main.At)
	}
	for _, d := range b.digests {
		b.add(config.P4Ids_DIGEST, d.name, d.annotations, d.at)
	}
}

// needsNoAction says whether a table has no default action: then that is NoAction
// (P4-16 14.2.1.3).
func (b *builder) needsNoAction() bool {
	for _, t := range b.prog.Tables {
		if b.reach.tables[t] && t.Default == nil {
			return true
		}
	}
	return false
}

func (b *builder) findNoAction() *ir.Func {
	for _, f := range b.prog.Funcs {
		if isNoAction(f) {
			return f
		}
	}
	return &ir.Func{
		Kind: ir.Action, Name: noActionName, Local: noActionName, Result: ir.Void,
		// As the core library declares it.
		Annotations: []ir.Annotation{{Name: "noWarn", Body: `"unused"`}},
	}
}

const noActionName = "NoAction"

func isNoAction(f *ir.Func) bool {
	return f.Kind == ir.Action && f.Owner == nil && f.Local == noActionName
}
