package counter

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/counters.md anew")

// docs/counters.md is this package's tables in words.
func TestDocsAreCurrent(t *testing.T) {
	const path = "../../docs/counters.md"
	var b strings.Builder
	b.WriteString(`# Counters

*This page is made from the tables in ` + "`internal/counter`" + `: ` + "`go test ./internal/counter -update`" + `.*

` + "`up4ctl counters`" + ` prints what is not zero, ` + "`--all`" + ` everything, ` + "`--json`" + ` the same for programs, ` + "`--explain`" + ` these texts.
Counters are kept per shard and summed when they are read.

Classes: **traffic** passed; **drop** ended here by the program's, the topology's or the network's will; **harness** ended here because this process or host was
short of something, so a test of a program that sees one is void (in JSON they stand apart, as ` + "`harness_drops`" + `); **note** costs no frame.
Every frame that ends is counted where it ends, never as a remainder.

After a drain, for each switch: rx_frames of all vports = frames that left singly + frames that were replicated + punted + the drops on the vport they came in by,
less the drops of copies, each of which is counted beside its frame;
and for each vport: frames handed to it = tx_frames + drop_oversize + tx_socket_full + tx_refused + tx_unreachable.

## Per vport
| counter | class | meaning |
|---|---|---|
`)
	for _, i := range Ports {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", i.Name, i.Class, i.Text)
	}
	b.WriteString("\n## Per shard\n| counter | class | meaning |\n|---|---|---|\n")
	for _, i := range Shards {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", i.Name, i.Class, i.Text)
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != b.String() {
		t.Errorf("docs/counters.md is stale (%v): run go test ./internal/counter -update", err)
	}
}
