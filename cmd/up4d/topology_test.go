package main

import (
	"path/filepath"
	"testing"

	"up4/p4/programs"
)

// Every program that ships has a topology to try, whose configuration and tables would
// start as they stand.
func TestTopologies(t *testing.T) {
	for _, name := range programs.Names() {
		dir := filepath.Join("..", "..", "p4", "programs", name, "topology")
		code, stdout, stderr := once(t, "--check", "--config", filepath.Join(dir, "up4.toml"), "--tables", filepath.Join(dir, "tables.json"))
		if code != 0 {
			t.Errorf("%s: exit %d, %s%s", name, code, stdout, stderr)
		}
	}
}
