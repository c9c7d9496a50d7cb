package registry

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"up4/p4/programs"
	"up4/pipelines/gogen"
)

var update = flag.Bool("update", false, "write the programs that ship as Go anew")

// The programs that ship are in the tree as Go, as up4c go writes them today. Run with
// -update to write them anew.
func TestFresh(t *testing.T) {
	dir := filepath.Join("..", "gogen", "programs")
	var list []gogen.Entry
	for _, name := range programs.Names() {
		p, err := Read(name, Reading{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := Generate(p, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		list = append(list, g.Entry)
		fresh(t, filepath.Join(dir, name, name+".go"), g.Text)
	}
	all, err := gogen.Index(list)
	if err != nil {
		t.Fatal(err)
	}
	fresh(t, filepath.Join(dir, "all.go"), all)
}

// fresh compares a file with what it is to hold, or writes that.
func fresh(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s is stale (%v): go test ./pipelines/registry -run TestFresh -update", path, err)
	}
}
