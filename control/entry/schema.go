package entry

import (
	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/state"
)

// Schema is what of the program the control plane can reach, with an example for
// each value.
func (c *Coder) Schema() api.Schema {
	s := api.Schema{Program: c.program.Name, Tables: []api.Table{}}
	for _, l := range c.tables {
		switch l.Is {
		case pipelines.Match:
			s.Tables = append(s.Tables, l.schema())
		case pipelines.Members:
			s.Profiles = append(s.Profiles, l.schema())
		case pipelines.Set:
			s.ValueSets = append(s.ValueSets, l.schema())
		}
	}
	for i := range c.program.Arrays {
		s.Arrays = append(s.Arrays, c.Array(i))
	}
	for _, d := range c.program.Digests {
		s.Digests = append(s.Digests, api.Digest{Name: d.Name, Fields: params(d.Fields)})
	}
	return s
}

func (l *layout) schema() api.Table {
	t := api.Table{Name: l.name, Keys: []api.Key{}, Actions: []api.Action{}, Size: l.Size, Profile: l.profile,
		Priority: l.takesPriority(), ConstEntries: l.ConstEntries, Example: l.example()}
	if l.Is == pipelines.Match {
		t.Default, t.ConstDefault = l.Default, l.ConstDefault
	}
	t.Groups = l.Is == pipelines.Members && l.Groups > 0
	for _, f := range l.fields {
		t.Keys = append(t.Keys, api.Key{Name: f.Name, Match: f.Match.String(), Bits: f.Bits,
			Type: typeOf(f.Type, f.Bits).typ.String(), Example: f.example()})
	}
	for _, a := range l.actions {
		if a.Name[0] == '$' {
			continue
		}
		t.Actions = append(t.Actions, api.Action{Name: a.Name, Params: params(a.Action.Params), DefaultOnly: a.DefaultOnly || l.profile != ""})
	}
	return t
}

func params(list []pipelines.Param) []api.Param {
	out := []api.Param{}
	for _, p := range list {
		v := typeOf(p.Type, p.Bits)
		out = append(out, api.Param{Name: p.Name, Bits: p.Bits, Type: v.typ.String(), Example: v.example()})
	}
	return out
}

// example is the words of an add, with the action that says most. A table
// without a key, or whose entries are const, has none.
func (l *layout) example() []string {
	if len(l.fields) == 0 || l.ConstEntries {
		return []string{}
	}
	var words []string
	for _, f := range l.fields {
		words = append(words, f.example())
	}
	switch {
	case l.profile != "":
		words = append(words, "member=1")
	case l.Is != pipelines.Set:
		best := -1
		for i, a := range l.actions {
			if !a.DefaultOnly && (best < 0 || len(a.params) > len(l.actions[best].params)) {
				best = i
			}
		}
		if best < 0 {
			return []string{}
		}
		words = append(words, l.actions[best].Name)
		for _, p := range l.actions[best].params {
			words = append(words, p.Name+"="+typeOf(p.Type, p.Bits).example())
		}
	}
	if l.takesPriority() {
		words = append(words, "priority=10")
	}
	return words
}

// Array is one of the program's counters, meters and registers.
func (c *Coder) Array(i int) api.Array {
	a := &c.program.Arrays[i]
	out := api.Array{Name: c.arrays[i], Kind: api.ArrayKind(a.Kind.String()), Size: a.Size}
	if a.Kind == state.Register {
		out.Bits, out.Type = a.Bits, pipelines.Number.String()
	} else {
		out.Unit = a.Unit.String()
	}
	if a.Table >= 0 {
		out.Of = c.tables[a.Table].name
	}
	return out
}
