package main

import (
	"fmt"
	"strings"

	"up4/p4/front"
	"up4/p4/source"
)

// silence takes the values of -W, each no-CODE.
func (a *app) silence(values []string) error {
	for _, word := range values {
		name, ok := strings.CutPrefix(strings.TrimSpace(word), "no-")
		if !ok {
			return fmt.Errorf("--warn: %q is not no-CODE, such as no-unused-table", word)
		}
		codes, err := warnings(name)
		if err != nil {
			return fmt.Errorf("--warn: %w", err)
		}
		a.silent = append(a.silent, codes...)
	}
	return nil
}

// warnings is the codes that a name means, as in @noWarn: one, or a group by the
// first words of their names, as unused is all that begin with unused-.
func warnings(name string) (codes []source.Code, err error) {
	var names []string
	for _, c := range front.Codes() {
		switch {
		case c.Severity == source.Warning:
			group, _, _ := strings.Cut(string(c.Code), "-")
			names = append(names, string(c.Code), group)
			if string(c.Code) == name || strings.HasPrefix(string(c.Code), name+"-") {
				codes = append(codes, c.Code)
			}
		case string(c.Code) == name:
			return nil, fmt.Errorf("%s is an error, and only warnings can be switched off", name)
		}
	}
	if codes != nil {
		return codes, nil
	}
	return nil, fmt.Errorf("there is no warning %q%s", name, meant(name, names))
}

// warningNames is the values of the flag, for completion.
func warningNames() (names []string) {
	for _, c := range front.Codes() {
		if c.Severity == source.Warning {
			names = append(names, "no-"+string(c.Code))
		}
	}
	return names
}
