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
	if len(s.Tables) == 0 {
		return s.Program + " has no tables\n"
	}
	var parts []string
	for _, t := range s.Tables {
		parts = append(parts, tableText(t))
	}
	return strings.Join(parts, "\n")
}

func tableText(t api.Table) string {
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
	out := fmt.Sprintf("table %s: at most %d entries; on a miss the program does %s (table dump says what is set now)\n%s", t.Name, t.Size, t.Default, g)
	if len(t.Example) > 0 {
		out += fmt.Sprintf("  e.g. up4ctl table add %s %s\n", t.Name, shellWords(t.Example))
	}
	return out
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
