package schema_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/front"
	"up4/p4/ir"
	"up4/p4/ir/info"
	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/pipelines"
	"up4/pipelines/schema"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// refused is the public programs for v1model that have no description, and the code
// of the reason.
var refused = map[string]source.Code{}

// Every public program for v1model that can be lowered has a description, which agrees
// with its P4Info.
func TestPublicPrograms(t *testing.T) {
	described := 0
	for _, path := range sourcetest.Samples(t) {
		name := filepath.Base(path)
		u := front.Check(path, front.Options{})
		if !u.OK() {
			continue // conformance of the front is tested there
		}
		p, err := u.Lower("")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p == nil || p.Main == nil || p.Main.Type != "V1Switch" {
			continue
		}
		var diags source.List
		s := schema.Of(p, schema.Origin{Name: name}, &diags)
		if s == nil {
			if want, ok := refused[name]; !ok || len(diags.All) == 0 || diags.All[0].Code != want {
				var b strings.Builder
				_ = diags.Write(&b, u.Set)
				t.Errorf("%s: %s", name, b.String())
			}
			continue
		}
		described++
		var quiet source.List
		c := comparison{t: t, name: name, p: p, s: s, info: info.Build(p, info.Options{}, &quiet)}
		c.compare()
	}
	t.Logf("%d programs", described)
	if described < 450 {
		t.Errorf("only %d programs were described", described)
	}
}

// comparison is of a program's description with its P4Info.
type comparison struct {
	t    *testing.T
	name string
	p    *ir.Program
	s    *schema.Schema
	info *config.P4Info
}

func (c *comparison) errorf(format string, args ...any) {
	c.t.Helper()
	c.t.Errorf(c.name+": "+format, args...)
}

func (c *comparison) compare() {
	// That package table may have no ranges is for it to say, not for descriptions.
	if err := specs(c.s.Program); err != nil && !(hasRange(c.s.Program) && strings.Contains(err.Error(), "matched by range")) {
		c.errorf("package table refuses it: %v", err)
	}
	actions := map[uint32]*config.Action{}
	for _, a := range c.info.Actions {
		actions[a.Preamble.Id] = a
	}
	full := map[string]*pipelines.Table{}
	for i := range c.s.Program.Tables {
		full[c.s.Program.Tables[i].Full] = &c.s.Program.Tables[i]
	}
	source := map[string]*ir.Table{}
	for _, t := range c.p.Tables {
		source[t.Name] = t
	}
	for _, want := range c.info.Tables {
		got := full[want.Preamble.Name]
		if got == nil {
			c.errorf("no table %s", want.Preamble.Name)
			continue
		}
		c.table(got, want, actions, source[got.Full])
	}
	c.arrays(full)
}

func hasRange(p *pipelines.Program) bool {
	return slices.ContainsFunc(p.Tables, func(t pipelines.Table) bool {
		return slices.ContainsFunc(t.Keys, func(k pipelines.Key) bool { return k.Match == table.Range })
	})
}

func (c *comparison) table(got *pipelines.Table, want *config.Table, actions map[uint32]*config.Action, t *ir.Table) {
	if int64(got.Size) != want.Size && len(t.Entries) <= int(want.Size) {
		c.errorf("%s has size %d, want %d", got.Full, got.Size, want.Size)
	}
	if got.ConstEntries != want.IsConstTable || got.ConstDefault != (want.ConstDefaultActionId != 0) {
		c.errorf("%s: const entries %v, const default %v", got.Full, got.ConstEntries, got.ConstDefault)
	}
	if len(got.Keys) != len(want.MatchFields) {
		c.errorf("%s has %d keys, want %d", got.Full, len(got.Keys), len(want.MatchFields))
		return
	}
	for i, f := range want.MatchFields {
		k := got.Keys[i]
		if k.Full != f.Name || k.Name != f.Name && !strings.HasSuffix(f.Name, "."+k.Name) {
			c.errorf("%s: key %s, want %s", got.Full, k.Name, f.Name)
		}
		// A controller may see a new type in another width, and members as text.
		if _, isNew := t.Keys[c.s.Keys[t][i]].Expr.Type().(*ir.NewType); !isNew && f.Bitwidth != 0 && int(f.Bitwidth) != k.Bits {
			c.errorf("%s: key %s has %d bits, want %d", got.Full, k.Name, k.Bits, f.Bitwidth)
		}
		kinds := map[config.MatchField_MatchType]table.Match{
			config.MatchField_EXACT: table.Exact, config.MatchField_LPM: table.LPM, config.MatchField_TERNARY: table.Ternary,
			config.MatchField_RANGE: table.Range, config.MatchField_OPTIONAL: table.Optional,
		}
		if k.Match != kinds[f.GetMatchType()] {
			c.errorf("%s: key %s is matched by %d, want %s", got.Full, k.Name, k.Match, f.GetMatchType())
		}
	}
	if (got.Profile != 0) != (want.ImplementationId != 0) {
		c.errorf("%s: profile %d, want id %d", got.Full, got.Profile, want.ImplementationId)
	}
	list := got.Actions
	if got.Profile != 0 {
		list = list[:len(list)-2]
	}
	if len(list) != len(want.ActionRefs) {
		c.errorf("%s has %d actions, want %d", got.Full, len(list), len(want.ActionRefs))
		return
	}
	for i, r := range want.ActionRefs {
		a := actions[r.Id]
		if a == nil {
			continue // a hidden one
		}
		c.action(got.Full, &list[i], a, r, t, i)
		if want.InitialDefaultAction.GetActionId() == r.Id && got.Default != list[i].Name {
			c.errorf("%s: the default is %s, want %s", got.Full, got.Default, a.Preamble.Name)
		}
	}
}

func (c *comparison) action(where string, got *pipelines.Action, want *config.Action, r *config.ActionRef, t *ir.Table, i int) {
	if name := want.Preamble.Name; got.Full != name || got.Name != name && !strings.HasSuffix(name, "."+got.Name) {
		c.errorf("%s: action %s, want %s", where, got.Name, name)
	}
	if got.DefaultOnly != (r.Scope == config.ActionRef_DEFAULT_ONLY) {
		c.errorf("%s: action %s: default only: %v", where, got.Name, got.DefaultOnly)
	}
	if len(got.Params) != len(want.Params) {
		c.errorf("%s: action %s has %d parameters, want %d", where, got.Name, len(got.Params), len(want.Params))
		return
	}
	for j, p := range want.Params {
		g := got.Params[j]
		if g.Name != p.Name || p.TypeName == nil && int(p.Bitwidth) != g.Bits {
			c.errorf("%s: action %s: parameter %s of %d bits, want %s of %d", where, got.Name, g.Name, g.Bits, p.Name, p.Bitwidth)
		}
	}
}

// arrays compares what is no table of the program.
func (c *comparison) arrays(full map[string]*pipelines.Table) {
	arrays := map[string]state.Array{}
	for _, a := range c.s.Program.Arrays {
		arrays[a.Kind.String()+" "+a.Name] = a
	}
	check := func(kind, name string, size int64) {
		a, ok := arrays[kind+" "+name]
		if !ok || a.Table >= 0 || int64(a.Size) != size {
			c.errorf("%s %s of %d: %v, %+v", kind, name, size, ok, a)
		}
	}
	direct := func(kind, name string) {
		if a, ok := arrays[kind+" "+name]; !ok || a.Table < 0 {
			c.errorf("direct %s %s: %v, %+v", kind, name, ok, a)
		}
	}
	for _, x := range c.info.Counters {
		check("counter", x.Preamble.Name, x.Size)
	}
	for _, x := range c.info.Meters {
		check("meter", x.Preamble.Name, x.Size)
	}
	for _, x := range c.info.Registers {
		check("register", x.Preamble.Name, int64(x.Size))
		if bits := x.TypeSpec.GetBitstring().GetBit(); bits != nil && int(bits.Bitwidth) != arrays["register "+x.Preamble.Name].Bits {
			c.errorf("register %s has %d bits, want %d", x.Preamble.Name, arrays["register "+x.Preamble.Name].Bits, bits.Bitwidth)
		}
	}
	for _, x := range c.info.DirectCounters {
		direct("counter", x.Preamble.Name)
	}
	for _, x := range c.info.DirectMeters {
		direct("meter", x.Preamble.Name)
	}
	for _, x := range c.info.ActionProfiles {
		got := full["$members."+x.Preamble.Name]
		if got == nil || int64(got.Size) != x.Size && x.Size != 0 || (got.Groups != 0) != x.WithSelector {
			c.errorf("action profile %s of %d: %v", x.Preamble.Name, x.Size, got)
		}
	}
	for _, x := range c.info.ValueSets {
		got := full["$set."+x.Preamble.Name]
		if got == nil || got.Size != int(x.Size) {
			c.errorf("value set %s: %v", x.Preamble.Name, got)
		}
	}
	digests := map[string]bool{}
	for _, d := range c.s.Program.Digests {
		digests[d.Name] = true
	}
	for _, x := range c.info.Digests {
		if !digests[x.Preamble.Name] {
			c.errorf("no digest %s", x.Preamble.Name)
		}
	}
}
