package schema

import (
	"math"
	"slices"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines"
	"up4/pipelines/table"
)

// defaultSize is how many entries a table has that does not say.
const defaultSize = 1024

// noAction is the default action of a table without one (P4-16 14.2.1.3).
const noAction = "NoAction"

// selectorMatch is the match kind of keys that choose a member of a group.
const selectorMatch = "selector"

var matches = map[string]table.Match{
	"exact": table.Exact, "lpm": table.LPM, "ternary": table.Ternary, "range": table.Range, "optional": table.Optional,
}

// tables describes the program's own tables, and finds the objects that serve them.
func (b *builder) tables() {
	full := make([]string, len(b.ir.Tables))
	for i, t := range b.ir.Tables {
		full[i] = t.Name
	}
	names := shortest(full)
	for i, t := range b.ir.Tables {
		out := pipelines.Table{Name: names[i], Full: full[i], Counter: -1, Meter: -1}
		b.Tables[t] = i
		b.serving(t)
		b.keys(&out, t)
		b.actions(&out, t)
		out.Size = b.size(t.At, "table "+t.Name, b.sizeOf(t))
		if b.entries(&out, t); len(out.Entries) > out.Size {
			out.Size = len(out.Entries)
		}
		b.Program.Tables = append(b.Program.Tables, out)
	}
}

// serving notes the direct counters and meters of a table, and its action profile.
func (b *builder) serving(t *ir.Table) {
	served := map[string]bool{}
	var one func(p ir.Property, a ir.Arg)
	one = func(p ir.Property, a ir.Arg) {
		for _, x := range a.List {
			one(p, x)
		}
		o := a.Object
		if o == nil {
			return
		}
		kind := o.Type.Name
		switch {
		case p.Name == b.arch.counters && kind == b.arch.directCounter,
			p.Name == b.arch.meters && kind == b.arch.directMeter:
			if other := b.direct[o]; other != nil && other != t {
				b.diags.Errorf(t.At, CodeShared, "%s counts or meters the entries of table %s, so it cannot do it for %s too: declare another", o.Name, other.Name, t.Name)
				return
			}
			b.direct[o] = t
		case p.Name == b.arch.implementation && (kind == b.arch.profile || kind == b.arch.selector):
			b.users[o] = append(b.users[o], t)
		default:
			return
		}
		if served[kind] {
			b.diags.Errorf(t.At, CodeShared, "table %s has more than one %s: it can have one", t.Name, kind)
		}
		served[kind] = true
	}
	for _, p := range t.Properties {
		one(p, p.Value)
	}
}

// profileOf is the action profile or selector of a table, nil if it has none.
func (b *builder) profileOf(t *ir.Table) *ir.Object {
	for o, users := range b.users {
		if slices.Contains(users, t) {
			return o
		}
	}
	return nil
}

// sizeOf is how many entries the program says that a table has, 0 if it does not.
func (b *builder) sizeOf(t *ir.Table) int64 {
	if t.Size != 0 || !b.arch.sized {
		return int64(t.Size)
	}
	for _, p := range t.Properties {
		if p.Name == b.arch.implementation && p.Value.Object != nil {
			if n, ok := b.sizeArg(p.Value.Object, sizeParam); ok {
				return n
			}
		}
	}
	return 0
}

// size is a number of entries, the default one for 0.
func (b *builder) size(at source.Span, what string, n int64) int {
	switch {
	case n == 0:
		return defaultSize
	case n < 0 || n > math.MaxInt32/2:
		b.diags.Errorf(at, CodeSize, "%s has a size of %d: it must be from 1 to %d", what, n, math.MaxInt32/2)
		return defaultSize
	}
	return int(n)
}

// keys describes what a table matches. Keys that choose a member of a group are not
// compared, and listed apart.
func (b *builder) keys(out *pipelines.Table, t *ir.Table) {
	var full []string
	var at []int
	for i, k := range t.Keys {
		if k.Match == selectorMatch {
			b.Selectors[t] = append(b.Selectors[t], i)
			continue
		}
		full, at = append(full, k.Name), append(at, i)
	}
	names := keyNames(full)
	bytes, prefix := 0, ""
	for j, i := range at {
		k := t.Keys[i]
		key, ok := b.key(names[j], k, t)
		if !ok {
			continue
		}
		if key.Match == table.LPM {
			if prefix != "" {
				b.diags.Errorf(k.At, CodeKey, "table %s matches %s by prefix already: only one key of a table can be lpm", t.Name, prefix)
				continue
			}
			prefix = k.Name
		}
		if bytes += (key.Bits + 7) / 8; bytes > table.MaxKeyBytes {
			b.diags.Errorf(k.At, CodeKey, "the keys of table %s take more than %d bytes with %s", t.Name, table.MaxKeyBytes, k.Name)
			break
		}
		b.Keys[t] = append(b.Keys[t], i)
		out.Keys = append(out.Keys, key)
	}
}

func (b *builder) key(name string, k ir.Key, t *ir.Table) (pipelines.Key, bool) {
	typ := k.Expr.Type()
	m, known := matches[k.Match]
	bits := width(typ)
	switch {
	case !known:
		b.diags.Errorf(k.At, CodeMatchKind, "%s of table %s is matched by %s: tables match by exact, lpm, ternary, range and optional", k.Name, t.Name, k.Match)
		return pipelines.Key{}, false
	case bits <= 0:
		b.diags.Errorf(k.At, CodeKey, "the key %s of table %s is of type %s: entries have values of bit, int, bool, error, enums and new types, of one bit at least", k.Name, t.Name, typ)
		return pipelines.Key{}, false
	case m == table.Range && signed(typ):
		b.diags.Errorf(k.At, CodeKey, "the key %s of table %s is of type %s: ranges are of unsigned numbers", k.Name, t.Name, typ)
		return pipelines.Key{}, false
	}
	return pipelines.Key{
		Name: name, Full: k.Name, Bits: bits, Match: m,
		Type: people(k.Name, typ, bits, k.Annotations, fieldAnnotations(k.Expr)),
	}, true
}

func signed(t ir.Type) bool {
	b, ok := ir.Underlying(t).(*ir.BitsType)
	return ok && b.Signed
}

// fieldAnnotations is the annotations of the field that an expression reads.
func fieldAnnotations(x ir.Expr) []ir.Annotation {
	l, ok := x.(*ir.Load)
	if !ok {
		return nil
	}
	typ := l.Place.Root.Type
	list := l.Place.Root.Annotations
	for _, s := range l.Place.Path {
		if r, ok := typ.(*ir.RecordType); ok && s.Kind == ir.FieldStep {
			list = r.Fields[s.Field].Annotations
		}
		if typ = ir.StepType(typ, s); typ == nil {
			return nil
		}
	}
	return list
}

// actions describes a table's actions and its default.
func (b *builder) actions(out *pipelines.Table, t *ir.Table) {
	full := make([]string, len(t.Actions))
	for i, a := range t.Actions {
		full[i] = a.Func.ControlName()
	}
	names := shortest(full)
	for i, a := range t.Actions {
		out.Actions = append(out.Actions, pipelines.Action{
			Name: names[i], Full: full[i], Params: b.params(a.Func), DefaultOnly: find(a.Annotations, "defaultonly") != nil,
		})
	}
	out.ConstDefault = t.DefaultIs == ir.Constant
	if d := t.Default; d != nil {
		out.Default = names[d.Action]
		out.DefaultData = data(d.Args, out.Actions[d.Action].Params)
	} else {
		out.Default = noAction
		out.Actions = append(out.Actions, pipelines.Action{Name: noAction, Full: noAction, DefaultOnly: true})
	}
	if b.profileOf(t) != nil {
		number := func(name string) []pipelines.Param { return []pipelines.Param{{Name: name, Bits: 32}} }
		out.Actions = append(out.Actions,
			pipelines.Action{Name: pipelines.MemberAction, Full: pipelines.MemberAction, Params: number("member")},
			pipelines.Action{Name: pipelines.GroupAction, Full: pipelines.GroupAction, Params: number("group")})
	}
}

// params is the parameters of an action for which the control plane gives values.
func (b *builder) params(f *ir.Func) []pipelines.Param {
	var out []pipelines.Param
	bytes := 0
	for _, p := range f.Params {
		if p.Dir != ir.None {
			continue
		}
		bits := width(p.Type)
		if bits < 0 {
			b.diags.Errorf(p.At, CodeAction, "parameter %s of action %s is of type %s: entries have values of bit, int, bool, error, enums and new types", p.Declared, f.Name, p.Type)
			continue
		}
		if bytes += (bits + 7) / 8; bytes > table.MaxDataBytes {
			b.diags.Errorf(p.At, CodeAction, "the parameters of action %s take more than %d bytes", f.Name, table.MaxDataBytes)
			break
		}
		name := shown(p.Declared, p.Annotations)
		out = append(out, pipelines.Param{Name: name, Bits: bits, Type: people(name, p.Type, bits, p.Annotations)})
	}
	return out
}

// data is packed arguments, nil for none.
func data(args []ir.Value, params []pipelines.Param) []byte {
	var out []byte
	for i, p := range params {
		var n ir.Int
		if i < len(args) {
			n = number(args[i])
		}
		if n == nil {
			out = append(out, make([]byte, (p.Bits+7)/8)...)
			continue
		}
		out = append(out, pack(n, p.Bits)...)
	}
	return out
}
