package topology

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/configuration.md anew")

// docs/configuration.md is this package's keys in words.
func TestDocsAreCurrent(t *testing.T) {
	const path = "../../docs/configuration.md"
	var b strings.Builder
	b.WriteString("# Configuration\n\n*This page is made from the keys in `runtime/topology`: `go test ./runtime/topology -run Docs -update`.*\n\n" +
		"One TOML file describes one switch. A flag wins over an environment variable (`UP4_` and the key in capitals), that over the file,\n" +
		"that over the default. `up4d --config FILE --check` checks the file, and the tables with `--tables`, and exits.\n\n" +
		"```toml\n[node]\nid       = \"a\"\nbind     = \"10.0.0.11:7400\"\npipeline = \"l3fwd\"\n\n[[vport]]\nid   = 0\npeer = \"10.0.0.12:7400\"\n\n" +
		"[[vport]]\nid   = 1\npeer = \"10.0.0.13:7400\"\n```\n")
	section := func(title string, keys []Key) {
		fmt.Fprintf(&b, "\n## %s\n| key | meaning | values | default |\n|---|---|---|---|\n", title)
		for _, k := range keys {
			def := k.Default
			if k.Needed {
				def = "must be given"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.Text, k.Values, def)
		}
	}
	section("[node]", NodeKeys())
	section("[[vport]], one or more", VportKeys())
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != b.String() {
		t.Errorf("docs/configuration.md is stale (%v): run go test ./runtime/topology -run Docs -update", err)
	}
}
