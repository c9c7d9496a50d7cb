package archtest

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// readModule reads the module this test is in.
func readModule(t *testing.T) []File {
	t.Helper()
	root := os.DirFS("../..")
	if mod, err := fs.ReadFile(root, "go.mod"); err != nil || !strings.HasPrefix(string(mod), "module up4\n") {
		t.Fatalf("not at the top of the module: %v", err)
	}
	files, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestArchitecture(t *testing.T) {
	files := readModule(t)
	g := GraphOf(files)
	for _, b := range append(Check(g), CheckFiles(files)...) {
		t.Error(b)
	}
	// A reader that sees nothing finds nothing wrong.
	for _, p := range []string{"shard", "runtime", "pipelines", "pipelines/native", "control/local", "cmd/up4ctl", "cmd/up4d"} {
		if len(g[p]) == 0 {
			t.Errorf("no imports of %s were seen", p)
		}
	}
	if !slices.Contains(g["pipelines/registry"], "pipelines/null") {
		t.Error("a file behind a build tag was left out")
	}
}

// TestForbiddenImports adds one import to the real graph and wants it refused,
// for each rule of the architecture.
func TestForbiddenImports(t *testing.T) {
	real := GraphOf(readModule(t))
	before := Check(real)
	for _, c := range []struct{ from, to, want string }{
		{"ring", "io/frame", "ring (floor) imports io/frame (frame)"},
		{"internal/arena", "pipelines", "internal/arena (floor) imports pipelines (contract)"},
		{"io/overlay", "io/frame", "io/overlay (floor) imports io/frame (frame)"},
		{"io/frame", "pipelines/table", "io/frame (frame) imports pipelines/table (table)"},
		{"pipelines/table", "io/frame", "pipelines/table (table) imports io/frame (frame)"},
		{"pipelines", "pipelines/native", "pipelines (contract) imports pipelines/native (back end)"},
		{"pipelines", "ring", ""},
		{"io/udp", "io/mem", "io/udp (link kind) imports io/mem (link kind)"},
		{"io/udp", "shard", "io/udp (link kind) imports shard (shard)"},
		{"io/udp", "pipelines", "io/udp (link kind) imports pipelines (contract)"},
		{"io/link", "io/udp", "io/link (link) imports io/udp (link kind)"},
		{"pipelines/native", "pipelines/null", "pipelines/native (back end) imports pipelines/null (back end)"},
		{"pipelines/native", "pipelines/interp", "pipelines/native (back end) imports pipelines/interp (back end)"},
		{"pipelines/native", "pipelines/native/sub", ""},
		{"pipelines/ubpf/jit", "pipelines/ubpf/asm", ""},
		{"pipelines/ubpf/jit", "pipelines/wasm/asm", "pipelines/ubpf/jit (back end) imports pipelines/wasm/asm (back end)"},
		{"pipelines/native", "pipelines/registry", "pipelines/native (back end) imports pipelines/registry (registry)"},
		{"pipelines/native", "p4/syntax", "pipelines/native (back end) imports p4/syntax (syntax)"},
		{"pipelines/native", "p4/ir", ""},
		{"pipelines/native", "shard", "pipelines/native (back end) imports shard (shard)"},
		{"p4/ir", "pipelines/native", "p4/ir (ir) imports pipelines/native (back end)"},
		{"p4/syntax", "p4/ir", "p4/syntax (syntax) imports p4/ir (ir)"},
		{"p4/programs/l3fwd/model", "pipelines", "p4/programs/l3fwd/model (corpora) imports pipelines (contract)"},
		{"shard", "pipelines/native", "shard (shard) imports pipelines/native (back end)"},
		{"shard", "pipelines/registry", "shard (shard) imports pipelines/registry (registry)"},
		{"shard", "p4/programs", "shard (shard) imports p4/programs (corpora)"},
		{"shard", "io/udp", "shard (shard) imports io/udp (link kind)"},
		{"shard", "runtime", "shard (shard) imports runtime (runtime)"},
		{"runtime", "pipelines/registry", "runtime (runtime) imports pipelines/registry (registry)"},
		{"runtime", "p4/programs", "runtime (runtime) imports p4/programs (corpora)"},
		{"runtime", "control/api", "runtime (runtime) imports control/api (api)"},
		{"runtime/topology", "shard", "runtime/topology (settings) imports shard (shard)"},
		{"control/local", "shard", "control/local (control) imports shard (shard)"},
		{"control/local", "pipelines/native", "control/local (control) imports pipelines/native (back end)"},
		{"control/local", "pipelines/registry", "control/local (control) imports pipelines/registry (registry)"},
		{"control/api", "internal/nearest", "control/api (api) imports internal/nearest (floor)"},
		{"control/client", "control/ctl", "control/client (client) imports control/ctl (control)"},
		{"cmd/up4ctl", "control/ctl", "cmd/up4ctl (control tool) imports control/ctl (control)"},
		{"cmd/up4ctl", "pipelines", "cmd/up4ctl (control tool) imports pipelines (contract)"},
		{"internal/generator", "pipelines", "internal/generator (tool) imports pipelines (contract)"},
		{"shard", "internal/probe", "shard (shard) imports internal/probe (tool)"},
		{"cmd/up4d", "pipelines/native", "cmd/up4d (command) imports pipelines/native (back end)"},
		{"bench", "pipelines/native", "bench (bench) imports pipelines/native (back end)"},
		{"bench", "cmd/up4d", "bench (bench) imports cmd/up4d (command)"},
		{"stray", "ring", "stray belongs to no layer: give it one in internal/archtest/layers.go"},
	} {
		g := maps.Clone(real)
		g[c.from] = append(slices.Clone(g[c.from]), c.to)
		bad := Check(g)
		if c.want == "" {
			if !slices.Equal(bad, before) {
				t.Errorf("%s → %s: refused: %q", c.from, c.to, bad)
			}
			continue
		}
		if !slices.Contains(bad, c.want) {
			t.Errorf("%s → %s: got %q, want %q", c.from, c.to, bad, c.want)
		}
	}
}

// TestForbiddenWays: rules hold over steps that are each allowed.
func TestForbiddenWays(t *testing.T) {
	for _, c := range []struct {
		g    Graph
		want string
	}{
		{Graph{"shard": {"io/link"}, "io/link": {"internal/x"}, "internal/x": {"p4/ir"}},
			"shard → io/link → internal/x → p4/ir: the hot path knows no P4 and no back end by name"},
		{Graph{"io/udp": {"io/link"}, "io/link": {"internal/x"}, "internal/x": {"pipelines/native"}},
			"io/udp → io/link → internal/x → pipelines/native: the hot path knows no P4 and no back end by name"},
		{Graph{"shard": {"internal/x"}, "internal/x": {"pipelines/ubpf/jit"}},
			"shard → internal/x → pipelines/ubpf/jit: the hot path knows no P4 and no back end by name"},
		{Graph{"runtime": {"internal/x"}, "internal/x": {"pipelines/registry"}},
			"runtime → internal/x → pipelines/registry: who runs or controls a switch knows programs by the contract"},
		{Graph{"control/local": {"runtime"}, "runtime": {"shard"}},
			"control/local → runtime → shard: control never touches a shard"},
		{Graph{"pipelines/native": {"internal/x"}, "internal/x": {"control/api"}},
			"pipelines/native → internal/x → control/api: imports go down only"},
		{Graph{"p4/programs/l2fwd/model": {"p4/corpus"}, "p4/corpus": {"internal/x"}, "internal/x": {"pipelines/table"}},
			"p4/programs/l2fwd/model → p4/corpus → internal/x → pipelines/table: expected packets come from models that know no engine"},
		{Graph{"cmd/up4ctl": {"control/client"}, "control/client": {"internal/x"}, "internal/x": {"control/entry"}},
			"cmd/up4ctl → control/client → internal/x → control/entry: the control tool links no server code"},
		{Graph{"cmd/up4ctl": {"control/client"}, "control/client": {"control/api"}, "control/api": {"pipelines"}},
			"cmd/up4ctl → control/client → control/api → pipelines: the control tool links no server code"},
	} {
		if bad := Check(c.g); !slices.Contains(bad, c.want) {
			t.Errorf("got %q, want %q", bad, c.want)
		}
	}
	// What the contract is made of is no back end.
	ok := Graph{"shard": {"pipelines", "io/frame"}, "pipelines": {"pipelines/table", "io/frame"}, "runtime": {"shard", "pipelines/table"}}
	if bad := Check(ok); len(bad) > 0 {
		t.Errorf("refused: %q", bad)
	}
}

// TestFileRules reads files that break a rule each, and some that do not.
func TestFileRules(t *testing.T) {
	const imports = "package a\n\nimport (\n\t\"fmt\"\n\t"
	tree := fstest.MapFS{}
	for name, text := range map[string]string{
		"internal/a/a.go":                 imports + "\"unsafe\"\n)\n",
		"internal/b/b_unsafe.go":          imports + "\"unsafe\"\n)\n",
		"internal/b/b_test.go":            imports + "\"unsafe\"\n)\n",
		"internal/b/b.go":                 imports + "\"unsafe\"\n)\n",
		"internal/c/c_test.go":            imports + "\"unsafe\"\n)\n",
		"internal/d/d.go":                 "//go:build never\n\npackage d\n\nimport \"C\"\n",
		"internal/d/d_unsafe_test.go":     "package d\n\nimport \"C\"\n",
		"internal/util/x.go":              "package x\n",
		"internal/e/e.go":                 "package helpers\n",
		"internal/f/f.go":                 "package f\n\nimport _ \"up4/cmd/up4d\"\n",
		"internal/g/testdata/g.go":        "not Go",
		"vendor/x/x.go":                   "not Go",
		"_old/x.go":                       "not Go",
		"internal/g/.hidden.go":           "not Go",
		"internal/utilisation/measure.go": "package utilisation\n",
	} {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files, err := Read(tree)
	if err != nil {
		t.Fatal(err)
	}
	got := CheckFiles(files)
	want := []string{
		"internal/a/a.go: imports unsafe, which only files named *_unsafe.go and tests beside them may",
		"internal/b/b.go: imports unsafe, which only files named *_unsafe.go and tests beside them may",
		"internal/c/c_test.go: imports unsafe, which only files named *_unsafe.go and tests beside them may",
		"internal/d/d.go: imports \"C\": up4 is built without cgo",
		"internal/d/d_unsafe_test.go: imports \"C\": up4 is built without cgo",
		"internal/e/e.go: package helpers: name it after what it is about",
		"internal/f/f.go: imports the command up4/cmd/up4d",
		"internal/util/x.go: package util: name it after what it is about",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	// Imports of tests are not part of the graph; those behind a build tag are.
	g := GraphOf(files)
	if !slices.Contains(g["internal/f"], "cmd/up4d") || g["internal/c"] != nil {
		t.Errorf("graph %v", g)
	}
	tree["internal/h/h.go"] = &fstest.MapFile{Data: []byte("package\n")}
	if _, err := Read(tree); err == nil {
		t.Error("a file that is no Go was read")
	}
}

// TestEveryLayerIsReached: a layer whose patterns an earlier one swallows would
// be a rule that never speaks.
func TestEveryLayerIsReached(t *testing.T) {
	names := map[string]bool{}
	for _, l := range Layers {
		if names[l.Name] {
			t.Errorf("two layers are called %s", l.Name)
		}
		names[l.Name] = true
		for _, p := range l.Match {
			dir := strings.ReplaceAll(strings.Replace(p, "/**", "/something", 1), "*", "something")
			if got, _ := layerOf(dir); got.Name != l.Name {
				t.Errorf("%s of layer %s falls into layer %s", dir, l.Name, got.Name)
			}
		}
	}
	for _, l := range Layers {
		for _, m := range l.May {
			if !names[m] {
				t.Errorf("layer %s may import %q, which is no layer", l.Name, m)
			}
		}
	}
}
