package front

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of codes in docs/language.md anew")

// The table of codes at the end of docs/language.md is that of this package.
func TestLanguageDoc(t *testing.T) {
	const path = "../../docs/language.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin = "| code | severity | clause | meaning |\n"
	head, _, _ := strings.Cut(string(text), begin)
	var b strings.Builder
	b.WriteString(head + begin + "|---|---|---|---|\n")
	for _, c := range Codes() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.Code, c.Severity, c.Clause, strings.ReplaceAll(c.Text, "|", `\|`))
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != b.String() {
		t.Error("docs/language.md is stale: run go test ./p4/front -run TestLanguageDoc -update")
	}
}
