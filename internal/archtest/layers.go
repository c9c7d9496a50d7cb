package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Layer is packages with one place in the architecture.
type Layer struct {
	Name string
	// Match is patterns of their directories: a * stands for one name, /** at
	// the end for anything below and the directory itself.
	Match []string
	// May is the layers they may import, beside the standard library and other
	// modules. Packages of one layer may import each other only where it is named.
	May []string
}

// Layers is the lattice, from the bottom up but for the first, which are what
// the tools of cmd are made of. A package belongs to the first layer that
// matches it.
var Layers = []Layer{
	{"tool", []string{"internal/generator", "internal/probe"}, []string{"floor", "frame", "link", "link kind", "corpora"}},
	{"floor", []string{"internal/*", "ring", "io/overlay"}, []string{"floor"}},
	{"frame", []string{"io/frame"}, []string{"floor"}},
	{"table", []string{"pipelines/table", "pipelines/state"}, []string{"floor"}},
	{"contract", []string{"pipelines"}, []string{"floor", "frame", "table"}},

	{"link", []string{"io/link"}, []string{"floor", "frame"}},
	{"link kind", []string{"io/*"}, []string{"floor", "frame", "link"}},

	{"syntax", []string{"p4/source/**", "p4/syntax/**", "p4/types/**"}, []string{"floor", "syntax"}},
	{"ir", []string{"p4/ir/**"}, []string{"floor", "syntax", "ir"}},
	{"corpora", []string{"p4/programs/**", "p4/corpus/**"}, []string{"floor", "corpora"}},
	{"script", []string{"p4/stf"}, []string{"floor"}},
	{"language", []string{"p4/**"}, []string{"floor", "frame", "table", "contract", "syntax", "ir", "corpora", "language"}},

	{"arch", []string{"pipelines/arch", "pipelines/arch/hash"}, []string{"floor", "syntax"}},
	{"path", []string{"pipelines/arch/*", "pipelines/schema"}, []string{"floor", "frame", "table", "contract", "syntax", "ir", "arch"}},
	{"replay", []string{"pipelines/replay", "pipelines/rig"}, []string{"floor", "frame", "table", "contract", "corpora", "script"}},
	// What compiled back ends share: the low-level form, what makes it, and its host.
	{"compiler", []string{"pipelines/lir", "pipelines/lower", "pipelines/compiled"},
		[]string{"floor", "frame", "table", "contract", "syntax", "ir", "arch", "path", "compiler"}},
	{"registry", []string{"pipelines/registry", "registry"},
		[]string{"floor", "frame", "table", "contract", "syntax", "ir", "corpora", "language", "arch", "path", "compiler", "back end"}},
	{"back end", []string{"pipelines/**"}, []string{"floor", "frame", "table", "contract", "ir", "corpora", "arch", "path", "compiler"}},

	{"shard", []string{"shard"}, []string{"floor", "frame", "table", "contract", "link"}},
	{"settings", []string{"runtime/*"}, []string{"floor", "frame", "table", "contract"}},
	{"runtime", []string{"runtime"}, []string{"floor", "frame", "table", "contract", "link", "link kind", "shard", "settings"}},

	{"api", []string{"control/api"}, nil},
	{"api fake", []string{"control/api/apitest"}, []string{"api"}},
	{"client", []string{"control/client", "control/text"}, []string{"api"}},
	{"control", []string{"control/*"}, []string{"floor", "frame", "table", "contract", "settings", "runtime", "api", "control"}},

	{"control tool", []string{"cmd/up4ctl"}, []string{"floor", "api", "client"}},
	{"command", []string{"cmd/*"}, []string{"floor", "script", "frame", "table", "contract", "link", "link kind", "syntax", "ir", "corpora",
		"language", "path", "replay", "registry", "shard", "settings", "runtime", "api", "client", "control", "tool"}},
	{"bench", []string{"bench/**"}, []string{"floor", "frame", "table", "contract", "link", "link kind", "ir", "corpora",
		"language", "path", "replay", "registry", "shard", "settings", "runtime", "api", "client", "control", "tool", "bench"}},
}

// Never is chains of imports that no layer may open, however long.
type Never struct {
	From, To []string // patterns
	// Contract leaves the contract of engines and the tables out of To.
	Contract bool
	Why      string
}

// Nevers is what must hold over any number of steps.
var Nevers = []Never{
	{[]string{"shard", "io/*", "ring", "pipelines", "pipelines/table", "pipelines/state"}, []string{"p4/**", "pipelines/**"}, true,
		"the hot path knows no P4 and no back end by name"},
	{[]string{"runtime/**", "control/**"}, []string{"p4/**", "pipelines/**"}, true,
		"who runs or controls a switch knows programs by the contract"},
	{[]string{"control/**"}, []string{"shard"}, false, "control never touches a shard"},
	{[]string{"pipelines/**", "p4/**", "shard", "io/*", "ring"}, []string{"runtime/**", "control/**"}, false, "imports go down only"},
	{[]string{"p4/programs/**", "p4/corpus/**"}, []string{"pipelines/**"}, false, "expected packets come from models that know no engine"},
	{[]string{"cmd/up4ctl"}, []string{"shard", "io/*", "ring", "pipelines/**", "p4/**", "runtime/**", "control/ctl", "control/local", "control/entry"}, false,
		"the control tool links no server code"},
}

// contract is the part of pipelines that is no back end, for the first patterns
// of Nevers.
var contract = []string{"pipelines", "pipelines/table", "pipelines/state"}

// sameBackend says whether two packages are of one back end, which may be a
// tree of packages.
func sameBackend(a, b string) bool {
	root := func(dir string) string {
		parts := strings.SplitN(dir, "/", 3)
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return root(a) == root(b)
}

// match says whether a directory fits a pattern.
func match(pattern, dir string) bool {
	if base, ok := strings.CutSuffix(pattern, "/**"); ok {
		return dir == base || strings.HasPrefix(dir, base+"/")
	}
	ok, err := path.Match(pattern, dir)
	return err == nil && ok
}

func matchAny(patterns []string, dir string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, dir) })
}

// layerOf is the layer of a package.
func layerOf(dir string) (Layer, bool) {
	for _, l := range Layers {
		if matchAny(l.Match, dir) {
			return l, true
		}
	}
	return Layer{}, false
}

// Check is every import that the architecture does not allow, one a line.
func Check(g Graph) []string {
	var bad []string
	for _, from := range g.packages() {
		l, ok := layerOf(from)
		if !ok {
			bad = append(bad, fmt.Sprintf("%s belongs to no layer: give it one in internal/archtest/layers.go", from))
			continue
		}
		for _, to := range g[from] {
			m, ok := layerOf(to)
			within := l.Name == "back end" && m.Name == l.Name && sameBackend(from, to)
			if ok && !within && !slices.Contains(l.May, m.Name) {
				bad = append(bad, fmt.Sprintf("%s (%s) imports %s (%s)", from, l.Name, to, m.Name))
			}
		}
	}
	for _, n := range Nevers {
		for _, from := range g.packages() {
			if !matchAny(n.From, from) {
				continue
			}
			way := g.way(from, func(to string) bool { return matchAny(n.To, to) && !(n.Contract && slices.Contains(contract, to)) })
			if way != nil {
				bad = append(bad, fmt.Sprintf("%s: %s", strings.Join(way, " → "), n.Why))
			}
		}
	}
	return bad
}
