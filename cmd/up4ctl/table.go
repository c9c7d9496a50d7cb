package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/internal/commandline"
	"up4/internal/textfile"
)

func (a *app) tableCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "table",
		Short: "add, change, delete, list and load table entries",
		Args:  commandline.NoCommand,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("a command is missing: table add, modify, delete, default, dump, load or clear")
		},
	}
	cmd.AddCommand(
		a.writeCommand(api.Add, "TABLE KEY... ACTION [PARAM...] [priority=N]", "add an entry that is new"),
		a.writeCommand(api.Modify, "TABLE KEY... ACTION [PARAM...] [priority=N]", "change the action of an entry that exists"),
		a.writeCommand(api.Delete, "TABLE KEY... [priority=N]", "delete an entry"),
		a.writeCommand(api.Default, "TABLE ACTION [PARAM...]", "set the action of a miss"),
		a.dumpCommand(), a.loadCommand(), a.clearCommand())
	return cmd
}

// keyHelp is about the words of a key.
const keyHelp = `

An LPM key is value/length, a ternary key value&&&mask, value/length or *, a range
first..last; quote them from the shell. Entries with ternary, range or optional keys
need priority=N, and the larger wins. Of a table with an action profile or selector,
member=N or group=N stands in place of the action.`

// writeHelp is what each kind of step is made of, and the words of an example:
// first by position, then by name.
var writeHelp = map[api.Kind]struct {
	needs    []string
	examples [2]string
	more     string
}{
	api.Add: {[]string{"the table", "the key", "the action"}, [2]string{"10.0.2.0/24 forward 1 02:00:00:00:00:02",
		"ipv4.dst=10.0.2.0/24 forward port=1 dmac=02:00:00:00:00:02"}, keyHelp},
	api.Modify: {[]string{"the table", "the key", "the action"}, [2]string{"10.0.2.0/24 forward 2 02:00:00:00:00:03",
		"ipv4.dst=10.0.2.0/24 forward port=2 dmac=02:00:00:00:00:03"}, keyHelp},
	api.Delete: {[]string{"the table", "the key"}, [2]string{"10.0.2.0/24", "ipv4.dst=10.0.2.0/24"}, keyHelp},
	api.Default: {[]string{"the table", "the action"}, [2]string{"forward 1 02:00:00:00:00:02",
		"forward port=1 dmac=02:00:00:00:00:02"}, ""},
}

func (a *app) writeCommand(kind api.Kind, use, short string) *cobra.Command {
	help := writeHelp[kind]
	return &cobra.Command{
		Use:   string(kind) + " " + use,
		Short: short,
		Long: fmt.Sprintf("%s%s.\n\nValues go by position, in the order of up4ctl tables, or by name:\n"+
			"  up4ctl table %s ipv4_lpm %s\n  up4ctl table %[3]s ipv4_lpm %[5]s%s",
			strings.ToUpper(short[:1]), short[1:], kind, help.examples[0], help.examples[1], help.more),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) >= 2 { // a key that matches everything may be left out
				return nil
			}
			return missing(help.needs[len(args):])
		},
		ValidArgsFunction: a.completeWords(kind),
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			op := api.Op{Kind: kind, Table: args[0], Words: args[1:]}
			return a.write(ctx, sw, op)
		}),
	}
}

// missing says which words are.
func missing(words []string) error {
	if n := len(words) - 1; n > 0 {
		return fmt.Errorf("%s and %s are missing", strings.Join(words[:n], ", "), words[n])
	}
	return fmt.Errorf("%s is missing", words[0])
}

func (a *app) write(ctx context.Context, sw *client.Client, op api.Op) error {
	ctx, cancel := a.within(ctx)
	defer cancel()
	w, err := sw.Write(ctx, api.Batch{Ops: []api.Op{op}})
	if err != nil {
		return err
	}
	return a.written(w, "")
}

// written reports what a batch did; say is for people.
func (a *app) written(w api.Written, say string) error {
	a.warn(w.Warnings)
	if a.json {
		return a.printJSON(w)
	}
	return a.print(say)
}

func (a *app) clearCommand() *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:               "clear {TABLE | --all}",
		Short:             "delete every entry of a table; its default action stays",
		ValidArgsFunction: a.completeTable,
		Args: func(_ *cobra.Command, args []string) error {
			if (len(args) == 1) == all || len(args) > 1 {
				return errors.New("clear takes one table, or --all")
			}
			return nil
		},
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			op := api.Op{Kind: api.Clear}
			if len(args) == 1 {
				op.Table = args[0]
			}
			return a.write(ctx, sw, op)
		}),
	}
	cmd.Flags().BoolVar(&all, "all", false, "clear all tables")
	return cmd
}

func (a *app) loadCommand() *cobra.Command {
	replace := false
	cmd := &cobra.Command{
		Use:   "load FILE",
		Short: "load a file of entries as one batch: all of it or nothing",
		Long: "Load a file of entries as one batch: all of it or nothing. FILE is what dump --json and table dump --json print, or\n" +
			"a runtime file (sX-runtime.json) of the P4 tutorials; - is standard input:\n" +
			`  [{"table": "ipv4_lpm", "match": {"ipv4.dst": "10.0.2.0/24"}, "action": "forward",` + "\n" +
			`    "params": {"port": 1, "dmac": "02:00:00:00:00:02"}}]`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("load takes one file, or - for standard input")
			}
			return nil
		},
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			name, routes, err := a.readFile(args[0])
			if err != nil {
				return err
			}
			ctx, cancel := a.within(ctx)
			defer cancel()
			w, err := sw.Load(ctx, api.File{Name: name, Text: string(routes), Replace: replace})
			var e *api.Error
			if errors.As(err, &e) && e.Code == api.Exists && !replace {
				return fmt.Errorf("%w (--replace clears the file's tables in the same step)", err)
			}
			if err != nil {
				return err
			}
			return a.written(w, fmt.Sprintf("%d entries loaded\n", w.Applied))
		}),
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "clear the tables that the file names, in the same step")
	return cmd
}

func (a *app) readFile(path string) (string, []byte, error) {
	if path == "-" {
		b, err := io.ReadAll(a.in)
		if err != nil {
			return "", nil, fmt.Errorf("read standard input: %w", err)
		}
		return "standard input", b, nil
	}
	b, err := textfile.Read(path, textfile.Tables)
	if err != nil {
		return "", nil, fmt.Errorf("read route file: %w", err)
	}
	return path, b, nil
}

func (a *app) dumpCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "dump [TABLE]",
		Short:             "list entries as they were written; --json prints a route file",
		Args:              oneTable,
		ValidArgsFunction: a.completeTable,
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			p := api.DumpParams{}
			if len(args) == 1 {
				p.Table = args[0]
			}
			return a.dump(ctx, sw, p)
		}),
	}
}

// routeFile is a dump as table load takes it, an entry a line.
func routeFile(d api.Dump) (string, error) {
	var lines []string
	for _, t := range d.Tables {
		entries := t.Entries
		if t.Default != nil {
			entries = append(entries, *t.Default)
		}
		for _, e := range entries {
			b, err := encode(e)
			if err != nil {
				return "", err
			}
			lines = append(lines, strings.TrimSuffix(b, "\n"))
		}
	}
	return "[" + strings.Join(lines, ",\n ") + "]\n", nil
}

func dumpText(s api.Schema, d api.Dump) string {
	var parts []string
	for _, t := range d.Tables {
		if t.Object != "" && t.Object != api.TableEntry {
			parts = append(parts, objectText(s, t))
			continue
		}
		schema, err := findTable(s, t.Table)
		if err != nil {
			continue // the program changed between two questions
		}
		parts = append(parts, entriesText(schema, t))
	}
	return strings.Join(parts, "\n")
}

func entriesText(t api.Table, d api.TableDump) string {
	head := []string{}
	for _, k := range t.Keys {
		head = append(head, k.Name)
	}
	if t.Priority {
		head = append(head, "PRIORITY")
	}
	head = append(head, "ACTION", "HITS")
	hits := len(head) - 1
	counted := slices.ContainsFunc(d.Entries, func(e api.Entry) bool { return e.Bytes != nil })
	if counted {
		head = append(head, "BYTES")
	}
	metered := slices.ContainsFunc(d.Entries, func(e api.Entry) bool { return e.Meter != nil })
	if metered {
		head = append(head, "METER")
	}
	g := &text.Grid{Indent: "  ", Right: map[int]bool{hits: true}}
	if counted {
		g.Right[hits+1] = true
	}
	if len(d.Entries) > 0 {
		g.Add(head...)
	}
	for _, e := range d.Entries {
		var row []string
		for _, k := range t.Keys {
			row = append(row, string(e.Match[k.Name]))
		}
		if t.Priority {
			p := ""
			if e.Priority != nil {
				p = string(*e.Priority)
			}
			row = append(row, p)
		}
		row = append(row, actionText(t, e), number(e.Hits))
		if counted {
			row = append(row, number(e.Bytes))
		}
		if metered && e.Meter != nil {
			row = append(row, ratesText(*e.Meter))
		}
		g.Add(row...)
	}
	entries := "entries"
	if len(d.Entries) == 1 {
		entries = "entry"
	}
	miss := ""
	if d.Default != nil {
		miss = ", on a miss " + actionText(t, *d.Default)
	}
	return fmt.Sprintf("table %s: %d %s of %d%s\n%s", d.Table, len(d.Entries), entries, t.Size, miss, g)
}

func number(n *uint64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// actionText is an action and its parameters in the program's order.
func actionText(t api.Table, e api.Entry) string {
	switch {
	case e.Action != "":
	case e.Member != nil:
		return "member=" + string(*e.Member)
	case e.Group != nil:
		return "group=" + string(*e.Group)
	}
	out := e.Action
	for _, x := range t.Actions {
		if x.Name != e.Action {
			continue
		}
		for _, p := range x.Params {
			out += fmt.Sprintf(" %s=%s", p.Name, e.Params[p.Name])
		}
	}
	return out
}
