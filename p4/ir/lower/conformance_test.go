package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/ir"
	"up4/p4/source/sourcetest"
)

// TestConformance lowers the programs of p4lang/p4c that are to be accepted: each
// becomes IR that is valid, and is read back as it is printed. P4C names the checkout
// and P4LISTS the folder of the list. ONLY, a part of a name, shows what is wrong with
// single ones.
func TestConformance(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "accept.txt")
	good, all, v1, v1Good, empty := 0, 0, 0, 0, 0
	for _, fields := range lines {
		name := fields[0]
		path := filepath.Join(dir, "testdata", name)
		if !strings.Contains(name, os.Getenv("ONLY")) {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		f := check(t, path, "", filepath.Join(dir, "p4include"))
		if f.diags.Errors() > 0 {
			t.Logf("not checked: %s", name)
			continue
		}
		isV1 := strings.Contains(string(src), "v1model.p4")
		p, text, err := lowered(f)
		if all++; isV1 {
			v1++
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			if os.Getenv("ONLY") != "" {
				t.Log(text)
			}
			continue
		}
		if p.Main == nil {
			empty++
		}
		if good++; isV1 {
			v1Good++
		}
		passed(t, name, p)
	}
	t.Logf("%d of %d programs, %d of %d for v1model; %d have no main", good, all, v1Good, v1, empty)
}

// passed: each pass keeps the program valid, and all of them come to an end.
func passed(t *testing.T, name string, p *ir.Program) {
	for _, pass := range ir.Passes {
		if err := pass.Run(p); err != nil {
			t.Errorf("%s: %s: %v", name, pass.Name, err)
			return
		}
		if errs := ir.Validate(p); len(errs) > 0 {
			t.Errorf("%s: after %s: %v", name, pass.Name, errs[0])
			return
		}
	}
}
