package topology

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write README.md anew")

const referenceHead = "# The configuration file\n" + `
One TOML file describes one switch. What is given as a flag of ` + "`up4d`" + ` goes before
the environment (` + "`UP4_`" + ` and a key of ` + "`[node]`" + ` in capitals: ` + "`UP4_SHARDS=2`" + `), that before
the file, and that before the default. Unknown keys, values out of range and ports
that cannot be told apart are refused with file, line and column; one run names all.
Of other variables that begin with ` + "`UP4_`" + `, up4d warns. The file is UTF-8 without a byte order mark.

` + "```toml" + `
[node]
id       = "a"
bind     = "10.0.0.11:7400"
pipeline = "l3fwd"
[[vport]]
id   = 0
peer = "10.0.0.12:7400"
[[vport]]
id   = 1
peer = "10.0.0.13:7400"
` + "```" + `

Addresses are numeric: names can come to mean something else while a switch runs. All
addresses of one switch are of one family, and link-local IPv6 addresses, which need a
zone, cannot be used. A UDP port of zero is refused: peers have to know it.
`

const referenceTail = `
The tables below come from the code; ` + "`go test ./runtime/topology -update`" + ` writes them anew.
`

func reference() string {
	var b strings.Builder
	b.WriteString(referenceHead + referenceTail)
	for _, s := range []struct {
		name string
		keys []Key
	}{{"[node]", NodeKeys()}, {"[[vport]]", VportKeys()}} {
		fmt.Fprintf(&b, "\n## `%s`\n\n| key | values | default | |\n|---|---|---|---|\n", s.name)
		for _, k := range s.keys {
			def := k.Default
			switch {
			case k.Needed:
				def = "must be given"
			case def != "":
				def = "`" + def + "`"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.Values, def, k.Text)
		}
	}
	return b.String()
}

// TestReference: README.md says what the code does.
func TestReference(t *testing.T) {
	want := reference()
	if *update {
		if err := os.WriteFile("README.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("README.md")
	if err != nil || string(got) != want {
		t.Errorf("README.md is not what the code says (%v); run go test ./runtime/topology -update", err)
	}
	// The example is one that loads.
	_, example, _ := strings.Cut(want, "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	if _, err := Parse("README.md", []byte(example), Options{Environ: []string{}}); err != nil {
		t.Error(err)
	}
}
