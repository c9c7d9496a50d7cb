package registry

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/internal/textfile"
	"up4/p4/front/disguise"
	"up4/p4/source/sourcetest"
	"up4/p4/stf"
	"up4/pipelines/rig"
)

// With all names of program and script changed, and all white space of the program,
// the public scripts give the same results: nothing depends on how a test is spelled.
func TestRenamed(t *testing.T) {
	checkout, lines := sourcetest.Listed(t, "stf-v1model.txt")
	same := 0
	for _, l := range lines {
		path := filepath.Join(checkout, "testdata", l[0])
		if knownToFail[filepath.Base(path)] != "" {
			continue
		}
		d := disguise.New(1)
		p, err := Read(path, Reading{Externs: externModels, Read: func(path string) ([]byte, error) {
			text, err := textfile.Read(path, textfile.Program)
			if err != nil {
				return nil, err
			}
			return d.Text(path, text), nil
		}})
		if err != nil {
			t.Error(err)
			continue
		}
		text, err := os.ReadFile(strings.TrimSuffix(path, ".p4") + ".stf")
		if err != nil {
			t.Fatal(err)
		}
		s, err := stf.Parse(path, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, st := range s.Statements {
			rename(st)
		}
		c, err := Compile(p, "interp")
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := rig.New(c)
		if err != nil {
			t.Error(err)
			continue
		}
		if report := stf.Run(s, &rig.Device{Rig: r}, stf.Options{IgnoreUnnamed: true}); report.Passed() {
			same++
		} else {
			t.Errorf("%s:\n%s", path, report)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d of %d scripts give the same", same, len(lines))
}

// rename changes the names in a statement as the disguise does those of a program.
func rename(st stf.Statement) {
	switch st := st.(type) {
	case *stf.Add:
		st.Table = renamed(st.Table)
		for i := range st.Keys {
			st.Keys[i].Name = renamed(st.Keys[i].Name)
		}
		renameCall(&st.Action)
	case *stf.SetDefault:
		st.Table = renamed(st.Table)
		renameCall(&st.Action)
	case *stf.CheckCounter:
		st.Counter = renamed(st.Counter)
	}
}

func renameCall(c *stf.Call) {
	c.Name = renamed(c.Name)
	for i := range c.Args {
		c.Args[i].Name = renamed(c.Args[i].Name)
	}
}

// renamed renames the parts of a name with dots, and what stands before $ in one.
func renamed(name string) string {
	parts := strings.Split(name, ".")
	for i, p := range parts {
		word, rest, dollar := strings.Cut(p, "$")
		if word != "" {
			word = disguise.Rename(word)
		}
		if dollar {
			word += "$" + rest
		}
		parts[i] = word
	}
	return strings.Join(parts, ".")
}
