package main

import (
	"strings"
	"testing"
)

// loose draws two warnings, each in a line of its own.
const loose = `const bit<8> a = 8w256;
control k(out bit<8> x) { bit<8> y; apply { x = a; } }
control K(out bit<8> x);
package P(K k);
P(k()) main;
`

// Warnings are switched off one by one, by groups and by lists; what is switched
// off makes no error of --werror either.
func TestSilence(t *testing.T) {
	b := newBench(t, map[string]string{"loose.p4": loose})
	for line, want := range map[string]string{
		"":                      "literal-overflow unused-variable",
		"-W no-unused-variable": "literal-overflow",
		"-Wno-literal-overflow": "unused-variable",
		"--warn no-unused":      "literal-overflow",
		"-W no-unused-variable,no-literal-overflow": "",
		"-W no-unused -W no-literal-overflow":       "",
		"-W no-shadow":                              "literal-overflow unused-variable",
	} {
		code, _, err := b.run("check loose.p4 " + line)
		var got []string
		for _, c := range []string{"literal-overflow", "unused-variable"} {
			if strings.Contains(err, "["+c+"]") {
				got = append(got, c)
			}
		}
		if code != 0 || strings.Join(got, " ") != want {
			t.Errorf("check %s: exit %d, %q, want %q", line, code, got, want)
		}
	}
	b.want("check loose.p4 --werror -W no-unused,no-literal-overflow", 0, "", "")
	b.want("check loose.p4 -o json -W no-unused,no-literal-overflow", 0, `{"file":"loose.p4","accepted":true,"diagnostics":[]}`+"\n", "")
	if code, _, _ := b.run("check loose.p4 --werror -W no-unused"); code != 1 {
		t.Errorf("exit %d of a program with a warning left", code)
	}
}

func TestSilenceRefuses(t *testing.T) {
	b := newBench(t, map[string]string{"loose.p4": loose})
	for flag, want := range map[string]string{
		"no-unused-tabel": `--warn: there is no warning "unused-tabel"; did you mean "unused-table"?`,
		"no-unuse":        `--warn: there is no warning "unuse"; did you mean "unused"?`,
		"no-xyzxyz":       `--warn: there is no warning "xyzxyz": up4c explain lists all codes`,
		"unused-table":    `--warn: "unused-table" is not no-CODE, such as no-unused-table`,
		"no-unknown-name": "--warn: unknown-name is an error, and only warnings can be switched off",
		"no-shadow,":      `--warn: "" is not no-CODE, such as no-unused-table`,
	} {
		if code, out, err := b.run("check loose.p4 -W " + flag); code != 2 || out != "" || !strings.HasPrefix(err, "up4c: "+want+"\nusage: up4c check") {
			t.Errorf("-W %s: exit %d, %s%s, want %s", flag, code, out, err, want)
		}
	}
	if _, out, _ := b.run("check --help"); !strings.Contains(out, "@noWarn") {
		t.Errorf("the help tells nothing of @noWarn:\n%s", out)
	}
}
