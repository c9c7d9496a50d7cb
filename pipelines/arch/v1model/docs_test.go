package v1model

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../../"

// declared is what v1model.p4 declares that a program can use: fields of the standard
// metadata, extern functions, methods and constructors of extern types, members of enums.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(root + "p4/include/v1model.p4")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)//.*$|^#.*$|^\s*@.*$`).ReplaceAllString(string(text), "")
	names := map[string]bool{}
	body := regexp.MustCompile(`(?s)\b(struct|enum|extern)\s+(\w+)\s*(?:<[^>]*>)?\s*(?:extern\s+\w+\s*<[^>]*>\s*)?\{(.*?)\}`)
	word := regexp.MustCompile(`\w+`)
	for _, m := range body.FindAllStringSubmatch(lines, -1) {
		kind, name, in := m[1], m[2], m[3]
		switch kind {
		case "enum":
			for _, member := range word.FindAllString(in, -1) {
				names[name+"."+member] = true
			}
		case "struct":
			for _, f := range strings.Split(in, ";") {
				if all := word.FindAllString(f, -1); len(all) > 0 {
					names[all[len(all)-1]] = true
				}
			}
		case "extern":
			methods := 0
			for _, f := range regexp.MustCompile(`void\s+(\w+)|bit<16>\s+(\w+)<`).FindAllStringSubmatch(in, -1) {
				names[name+"."+f[1]+f[2]] = true
				methods++
			}
			if methods == 0 {
				names[name] = true
			}
		}
	}
	for _, m := range regexp.MustCompile(`extern void (\w+)`).FindAllStringSubmatch(lines, -1) {
		names[m[1]] = true
	}
	return names
}

// docs/v1model.md says of everything that v1model.p4 declares what it means, and which
// script shows it: one that is there, of a program that uses it.
func TestDocsAreComplete(t *testing.T) {
	text, err := os.ReadFile(root + "docs/v1model.md")
	if err != nil {
		t.Fatal(err)
	}
	want := declared(t)
	if len(want) < 59 || !want["counter.count"] || !want["register.write"] || !want["Checksum16.get"] || !want["action_profile"] || !want["HashAlgorithm.crc16"] || !want["parser_error"] {
		t.Fatalf("declarations not understood: %q", slices.Sorted(maps.Keys(want)))
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	link := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, l := range strings.Split(string(text), "\n") {
		cells := strings.Split(l, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		programs := ""
		for _, m := range link.FindAllStringSubmatch(cells[3], -1) {
			script := filepath.Join(root, "docs", m[1])
			if _, err := os.Stat(script); err != nil {
				t.Errorf("%s: %v", cells[1], err)
			}
			program, err := os.ReadFile(strings.TrimSuffix(script, ".stf") + ".p4")
			if err != nil {
				t.Errorf("%s: %v", cells[1], err)
			}
			programs += string(program)
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
			name := m[1]
			if !want[name] {
				name = "HashAlgorithm." + name
			}
			if !want[name] {
				t.Errorf("%s is in the tables twice, or not in v1model.p4", m[1])
			}
			delete(want, name)
			_, last, dotted := strings.Cut(name, ".")
			if !dotted {
				last = name
			}
			if !regexp.MustCompile(`\b` + last + `\b`).MatchString(programs) {
				t.Errorf("no program that %q names uses %s", cells[3], last)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		t.Errorf("docs/v1model.md says nothing of %s", name)
	}
}
