package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/internal/commandline"
	"up4/internal/nearest"
)

func (a *app) tablesCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "tables [TABLE]",
		Short:             "the program's tables: keys, actions, types, and an example of each",
		Args:              oneTable,
		ValidArgsFunction: a.completeTable,
		RunE: show(a, func(ctx context.Context, sw *client.Client, args []string) (api.Schema, error) {
			s, err := sw.Schema(ctx)
			if err != nil || len(args) == 0 {
				return s, err
			}
			t, err := findTable(s, args[0])
			s.Tables = []api.Table{t}
			return s, err
		}, schemaText),
	}
}

// oneTable is the arguments of a command about one table, or all of them.
var oneTable = commandline.Arguments("TABLE", 0, 1)

func findTable(s api.Schema, name string) (api.Table, error) {
	var names []string
	for _, t := range s.Tables {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return api.Table{}, fmt.Errorf("%s has no table %q%s", s.Program, name, nearest.Hint(name, names))
}

func schemaText(s api.Schema) string {
	var parts []string
	for _, t := range s.Tables {
		parts = append(parts, tableText(t))
	}
	for _, t := range s.Profiles {
		parts = append(parts, profileText(t))
	}
	for _, t := range s.ValueSets {
		parts = append(parts, fmt.Sprintf("value set %s: at most %d values\n%s%s", t.Name, t.Size, tableGrid(t), example("value-set", t)))
	}
	if len(s.Arrays) > 0 {
		parts = append(parts, arraysText(s.Arrays))
	}
	for _, d := range s.Digests {
		parts = append(parts, digestText(d))
	}
	if len(parts) == 0 {
		return s.Program + " has no tables, and nothing else that can be read or written\n"
	}
	return strings.Join(parts, "\n")
}

func profileText(t api.Table) string {
	what := "action profile"
	if t.Groups {
		what = "action selector"
	}
	return fmt.Sprintf("%s %s: at most %d members\n%s%s", what, t.Name, t.Size, tableGrid(t), example("member", t))
}

func arraysText(arrays []api.Array) string {
	g := &text.Grid{}
	for _, x := range arrays {
		size, of := fmt.Sprintf("%d cells", x.Size), x.Unit
		if x.Of != "" {
			size = "of each entry of table " + x.Of
		}
		if x.Kind == api.Register {
			of = fmt.Sprintf("%d bits", x.Bits)
		}
		g.Add(string(x.Kind), x.Name, of, size)
	}
	return g.String()
}

func digestText(d api.Digest) string {
	g := &text.Grid{Indent: "  "}
	for _, f := range d.Fields {
		g.Add("field", f.Name, fmt.Sprint(f.Bits), f.Type)
	}
	return fmt.Sprintf("digest %s\n%s", d.Name, g)
}

func tableText(t api.Table) string {
	miss := ""
	switch {
	case t.ConstDefault:
		miss = fmt.Sprintf("; on a miss the program does %s", t.Default)
	case t.Default != "":
		miss = fmt.Sprintf("; on a miss the program does %s (table dump says what is set now)", t.Default)
	}
	if t.ConstEntries {
		miss += "; the entries are the program's, and const"
	}
	return fmt.Sprintf("table %s: at most %d entries%s\n%s%s", t.Name, t.Size, miss, tableGrid(t), example("table", t))
}

// example is a line with an add that fits.
func example(command string, t api.Table) string {
	if len(t.Example) == 0 {
		return ""
	}
	return fmt.Sprintf("  e.g. up4ctl %s add %s %s\n", command, t.Name, shellWords(t.Example))
}

func tableGrid(t api.Table) *text.Grid {
	g := &text.Grid{Indent: "  "}
	g.Add("", "NAME", "MATCH", "BITS", "TYPE", "EXAMPLE")
	for _, k := range t.Keys {
		g.Add("key", k.Name, k.Match, fmt.Sprint(k.Bits), k.Type, k.Example)
	}
	if t.Priority {
		g.Add("", "priority", "", "31", "number", "10")
	}
	for _, x := range t.Actions {
		note := ""
		if x.DefaultOnly {
			note = "default only"
		}
		g.Add("action", x.Name, note)
		for _, p := range x.Params {
			g.Add("", "  "+p.Name, "", fmt.Sprint(p.Bits), p.Type, p.Example)
		}
	}
	if t.Profile != "" {
		g.Add("action", "member=N or group=N", "of profile "+t.Profile)
	}
	return g
}

// shellWords is words as a shell takes them.
func shellWords(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if strings.ContainsAny(w, " *&|;<>()$`\\\"'!?[]{}~#") || w == "" {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}
