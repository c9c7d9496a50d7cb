package schema

import (
	"maps"
	"slices"

	"up4/internal/nearest"
	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines"
)

// Origin is where a program comes from.
type Origin struct {
	Name   string // l3fwd
	Source string // path of the .p4, or how it was given
	SHA256 string // of the .p4, hex
	Arch   string // v1model; "" finds it by the type of the package main
}

// Schema is a program's description, and what is where in it. It does not change.
type Schema struct {
	Program *pipelines.Program
	// Tables and Sets are the indices in Program.Tables of tables and value sets.
	Tables map[*ir.Table]int
	Sets   map[*ir.ValueSet]int
	// Members are the indices in Program.Tables of the members of action profiles and
	// selectors.
	Members map[*ir.Object]int
	// Sessions is the index in Program.Tables of the clone sessions, -1 for none.
	Sessions int
	// Arrays are the indices in Program.Arrays of counters, meters and registers. A
	// direct one that stands in no table's properties has none.
	Arrays map[*ir.Object]int
	// Keys are, of each table, the indices in ir.Table.Keys of the keys in the
	// Program; Selectors those of kind selector, which go to a profile's hash.
	Keys, Selectors map[*ir.Table][]int
	// Digests are the indices in Program.Digests of extern objects that send digests.
	Digests map[*ir.Object]int

	sent       []ir.Type // what the Digests of calls send, in order
	digestCall string
}

// Digest is the index in Program.Digests of what a call sends, -1 if it sends none.
func (s *Schema) Digest(c *ir.CallExtern) int {
	if c.Object != nil {
		if i, ok := s.Digests[c.Object]; ok {
			return i
		}
		return -1
	}
	if s.digestCall == "" || c.Recv != nil || c.Name != s.digestCall || len(c.TypeArgs) == 0 {
		return -1
	}
	return slices.IndexFunc(s.sent, func(t ir.Type) bool { return ir.Identical(t, c.TypeArgs[0]) })
}

// builder makes one Schema.
type builder struct {
	*Schema
	ir    *ir.Program
	arch  *arch
	diags *source.List
	// direct is the table that each direct counter and meter serves.
	direct map[*ir.Object]*ir.Table
	// users is the tables of each action profile.
	users map[*ir.Object][]*ir.Table
}

// Of describes a program. What has no form in a pipelines.Program is reported, and
// the result is then nil.
func Of(p *ir.Program, origin Origin, diags *source.List) *Schema {
	if p.Main == nil {
		diags.Errorf(source.Span{}, CodeArchitecture, "the program has no package named main, so there is nothing to run")
		return nil
	}
	if origin.Arch == "" {
		origin.Arch = packages[p.Main.Type]
	}
	a := archs[origin.Arch]
	switch {
	case a != nil:
	case origin.Arch == "":
		diags.Errorf(p.Main.At, CodeArchitecture, "main is of type %s, which is the package of no known architecture", p.Main.Type)
		return nil
	default:
		names := slices.Sorted(maps.Keys(archs))
		diags.Errorf(p.Main.At, CodeArchitecture, "there is no architecture %q%s", origin.Arch, nearest.Hint(origin.Arch, names))
		return nil
	}
	b := &builder{
		Schema: &Schema{
			Program:  &pipelines.Program{Name: origin.Name, Source: origin.Source, SHA256: origin.SHA256, Arch: origin.Arch},
			Tables:   map[*ir.Table]int{},
			Sets:     map[*ir.ValueSet]int{},
			Members:  map[*ir.Object]int{},
			Sessions: -1,
			Arrays:   map[*ir.Object]int{},
			Keys:     map[*ir.Table][]int{}, Selectors: map[*ir.Table][]int{},
			Digests:    map[*ir.Object]int{},
			digestCall: a.digestCall,
		},
		ir: p, arch: a, diags: diags,
		direct: map[*ir.Object]*ir.Table{}, users: map[*ir.Object][]*ir.Table{},
	}
	before := diags.Errors()
	b.tables()
	b.profiles()
	b.sets()
	b.sessions()
	b.arrays()
	b.digests()
	b.shared()
	if diags.Errors() > before {
		return nil
	}
	return b.Schema
}
