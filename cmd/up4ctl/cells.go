package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/internal/commandline"
)

// cellHelp is what each kind of array is written with, and an example.
var cellHelp = map[api.ArrayKind]struct{ value, example string }{
	api.Counter: {"[packets=N] [bytes=N]", `
  up4ctl counter read seen
  up4ctl counter read seen 3
  up4ctl counter set seen 3 packets=0 bytes=0`},
	api.Meter: {"cir=N cbs=N pir=N pbs=N", `
  up4ctl meter set police 2 cir=125000 cbs=3000 pir=250000 pbs=6000
  up4ctl meter read police

Rates are in packets or bytes a second, as the program has it; bursts in packets
or bytes (RFC 2698). A meter without rates is green.`},
	api.Register: {"VALUE", `
  up4ctl register read flows 17
  up4ctl register set flows 17 0x2a
  up4ctl register reset flows`},
}

func (a *app) cellsCommand(kind api.ArrayKind) *cobra.Command {
	help := cellHelp[kind]
	cmd := &cobra.Command{
		Use:   string(kind),
		Short: fmt.Sprintf("read, set and reset the program's %ss", kind),
		Long: fmt.Sprintf("Read, set and reset the program's %ss. The cell of a direct one is named by its entry's key, as in\n"+
			"table delete.\n%s", kind, help.example),
		Args: commandline.NoCommand,
		RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("a command is missing: %s read, set or reset", kind)
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use:               "read NAME [INDEX | KEY...]",
		Short:             "read one cell, or all that are not as they were at first",
		Args:              atLeast(1, "the "+string(kind)+"'s name"),
		ValidArgsFunction: a.completeArray(kind),
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			ctx, cancel := a.within(ctx)
			defer cancel()
			p, err := a.cellsParams(ctx, sw, kind, args)
			if err != nil {
				return err
			}
			c, err := sw.Cells(ctx, p)
			switch {
			case err != nil:
				return err
			case a.json:
				return a.printJSON(c)
			}
			return a.print(cellsText(c))
		}),
	}, &cobra.Command{
		Use:               "set NAME {INDEX | KEY... | all} " + help.value,
		Short:             "write one cell, or all",
		Args:              atLeast(2, "the "+string(kind)+"'s name", "the cell"),
		ValidArgsFunction: a.completeArray(kind),
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			ctx, cancel := a.within(ctx)
			defer cancel()
			p, err := a.setParams(ctx, sw, kind, args)
			if err != nil {
				return err
			}
			return a.setCells(ctx, sw, p)
		}),
	}, &cobra.Command{
		Use:               "reset NAME",
		Short:             "make all cells as they were at first",
		Args:              commandline.Arguments("NAME", 1, 1),
		ValidArgsFunction: a.completeArray(kind),
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			ctx, cancel := a.within(ctx)
			defer cancel()
			return a.setCells(ctx, sw, api.SetCells{CellsParams: api.CellsParams{Kind: kind, Name: args[0]}, All: true})
		}),
	})
	return cmd
}

func atLeast(n int, names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < n {
			return missing(names[len(args):])
		}
		return nil
	}
}

func (a *app) setCells(ctx context.Context, sw *client.Client, p api.SetCells) error {
	w, err := sw.SetCells(ctx, p)
	if err != nil {
		return err
	}
	return a.written(w, "")
}

// completeArray completes one name of an array.
func (a *app) completeArray(kind api.ArrayKind) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		s, _ := a.schema(cmd)
		var names []string
		for _, x := range s.Arrays {
			if x.Kind == kind {
				names = append(names, x.Name)
			}
		}
		return matching(names, toComplete), cobra.ShellCompDirectiveNoFileComp
	}
}

// cellsParams reads NAME [INDEX | KEY...]: whether words are a key, the program says.
func (a *app) cellsParams(ctx context.Context, sw *client.Client, kind api.ArrayKind, args []string) (api.CellsParams, error) {
	p := api.CellsParams{Kind: kind, Name: args[0]}
	if len(args) == 1 {
		return p, nil
	}
	s, err := sw.Schema(ctx)
	if err != nil {
		return p, err
	}
	direct := slices.ContainsFunc(s.Arrays, func(x api.Array) bool { return x.Kind == kind && x.Name == args[0] && x.Of != "" })
	if direct {
		p.Words = args[1:]
		return p, nil
	}
	if len(args) > 2 {
		return p, fmt.Errorf("%s %s has cells with an index, and %q is one word more", kind, args[0], args[2])
	}
	i, err := strconv.Atoi(args[1])
	if err != nil || i < 0 {
		return p, fmt.Errorf("the index of a cell is a number from 0 on, not %q", args[1])
	}
	p.Index = &i
	return p, nil
}

// setParams reads NAME {INDEX | KEY... | all} and what the cell gets.
func (a *app) setParams(ctx context.Context, sw *client.Client, kind api.ArrayKind, args []string) (p api.SetCells, err error) {
	var rest []string
	given := map[string]uint64{}
	for _, w := range args {
		name, val, named := strings.Cut(w, "=")
		if !named || !slices.Contains(parts[kind], name) {
			rest = append(rest, w)
			continue
		}
		n, err := strconv.ParseUint(val, 10, 64)
		if err != nil {
			return p, fmt.Errorf("%s is a whole number, not %q", name, val)
		}
		given[name] = n
	}
	if kind == api.Register {
		if len(rest) < 3 {
			return p, errors.New("the value is missing")
		}
		v := api.Value(rest[len(rest)-1])
		p.Value, rest = &v, rest[:len(rest)-1]
	} else if len(given) == 0 {
		return p, fmt.Errorf("what to set is missing: %s", cellHelp[kind].value)
	}
	if p.All = len(rest) == 2 && rest[1] == "all"; p.All {
		p.Kind, p.Name = kind, rest[0]
	} else if p.CellsParams, err = a.cellsParams(ctx, sw, kind, rest); err != nil {
		return p, err
	} else if len(rest) < 2 {
		return p, errors.New("the cell is missing: its index, its entry's key, or all")
	}
	p.Packets, p.Bytes = given["packets"], given["bytes"]
	if kind == api.Meter {
		for _, name := range parts[kind] {
			if _, ok := given[name]; !ok {
				return p, fmt.Errorf("a meter needs %s; %s is missing", strings.Join(parts[kind], ", "), name)
			}
		}
		p.Rates = &api.Rates{CIR: given["cir"], CBS: given["cbs"], PIR: given["pir"], PBS: given["pbs"]}
	}
	return p, nil
}

// parts are the names of what a cell holds.
var parts = map[api.ArrayKind][]string{api.Counter: {"packets", "bytes"}, api.Meter: {"cir", "cbs", "pir", "pbs"}}

func cellsText(c api.Cells) string {
	g := &text.Grid{Indent: "  "}
	for _, x := range c.Cells {
		row := []string{cellName(x)}
		if x.Packets != nil {
			row = append(row, fmt.Sprintf("packets=%d", *x.Packets))
		}
		if x.Bytes != nil {
			row = append(row, fmt.Sprintf("bytes=%d", *x.Bytes))
		}
		if x.Value != nil {
			row = append(row, string(*x.Value))
		}
		switch {
		case x.Rates != nil:
			row = append(row, ratesText(*x.Rates))
		case c.Array.Kind == api.Meter:
			row = append(row, "no rates: green")
		}
		g.Add(row...)
	}
	head := fmt.Sprintf("%s %s: ", c.Array.Kind, c.Array.Name)
	if c.Array.Of != "" {
		return head + "of the entries of table " + c.Array.Of + "\n" + g.String()
	}
	return head + fmt.Sprintf("%d of %d cells\n%s", len(c.Cells), c.Array.Size, g)
}

func ratesText(r api.Rates) string {
	return fmt.Sprintf("cir=%d cbs=%d pir=%d pbs=%d", r.CIR, r.CBS, r.PIR, r.PBS)
}

func cellName(x api.Cell) string {
	if x.Entry == nil {
		return strconv.Itoa(*x.Index)
	}
	return text.EntryKey(*x.Entry)
}

func (a *app) digestsCommand() *cobra.Command {
	n := 20
	cmd := &cobra.Command{
		Use:               "digests",
		Short:             "the last messages of the program to the control plane, oldest first",
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: show(a, func(ctx context.Context, sw *client.Client, _ []string) (api.Digests, error) {
			return sw.Digests(ctx, n)
		}, digestsText),
	}
	cmd.Flags().IntVarP(&n, "number", "n", n, "how many, the last ones; 0 for all that are kept")
	return cmd
}

func digestsText(d api.Digests) string {
	if len(d.Digests) == 0 {
		return "the program has sent no digest\n"
	}
	g := &text.Grid{Right: map[int]bool{0: true}}
	g.Add("SEQ", "TIME", "DIGEST", "FIELDS")
	for _, m := range d.Digests {
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(m.Fields)) {
			fields = append(fields, name+"="+string(m.Fields[name]))
		}
		g.Add(strconv.FormatUint(m.Seq, 10), m.Time.Format("15:04:05.000000"), m.Digest, strings.Join(fields, " "))
	}
	return g.String()
}
