package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/control/api"
	"up4/control/client"
	"up4/control/text"
	"up4/internal/commandline"
)

// object is a command about entries that are not a table's.
type object struct {
	is    api.Object
	use   string // the command
	short string
	many  string
	place string // the name that comes first in its words; "" if there is none
	key   string
	value string // what an add has behind the key; "" for nothing
	kinds []api.Kind
	more  string
}

var objects = []object{
	{api.Member, "member", "members of action profiles and selectors", "members", "PROFILE", "NUMBER", "ACTION [PARAM...]",
		[]api.Kind{api.Add, api.Modify, api.Delete, api.Clear}, `
  up4ctl member add ecmp 1 forward port=2 dmac=02:00:00:00:00:02
  up4ctl table add ipv4_lpm 10.0.2.0/24 member=1`},
	{api.Group, "group", "groups of action selectors", "groups", "SELECTOR", "NUMBER", "MEMBER...",
		[]api.Kind{api.Add, api.Modify, api.Delete, api.Clear}, `
  up4ctl group add ecmp 7 1 2
  up4ctl table add ipv4_lpm 10.0.2.0/24 group=7

A member that is named twice is chosen twice as often.`},
	{api.ValueSet, "value-set", "values of a parser's value sets", "values", "SET", "VALUE...", "",
		[]api.Kind{api.Add, api.Delete, api.Clear}, `
  up4ctl value-set add vlan_types 0x8100`},
	{api.CloneSession, "clone", "clone sessions", "clone sessions", "", "SESSION", "PORT[:RID]... [length=BYTES]",
		[]api.Kind{api.Add, api.Modify, api.Delete, api.Clear}, `
  up4ctl clone add 5 4 length=64
  up4ctl clone add 6 1:10 2:20

RID is the copy's replication id, 0 if it is left out; length cuts copies.`},
	{api.MulticastGroup, "multicast", "multicast groups", "multicast groups", "", "GROUP", "PORT[:RID]...",
		[]api.Kind{api.Set, api.Delete}, `
  up4ctl multicast set 2 0 1 2
  up4ctl multicast set 3 1:10 1:20

RID is the copy's replication id, 0 if it is left out. Group 1 is all vports at first.`},
}

var verbs = map[api.Kind]string{
	api.Add: "add one that is new", api.Modify: "change one that exists", api.Delete: "delete one", api.Clear: "delete all",
	api.Set: "make or change one",
}

func (a *app) objectCommand(o object) *cobra.Command {
	var kinds []string
	for _, k := range o.kinds {
		kinds = append(kinds, string(k))
	}
	cmd := &cobra.Command{
		Use:   o.use,
		Short: o.short + ": " + strings.Join(kinds, ", ") + " or dump",
		Long:  strings.ToUpper(o.short[:1]) + o.short[1:] + ".\n" + o.more,
		Args:  commandline.NoCommand,
		RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("a command is missing: %s %s or dump", o.use, strings.Join(kinds, ", "))
		},
	}
	for _, k := range o.kinds {
		cmd.AddCommand(a.objectWrite(o, k))
	}
	use := "dump"
	if o.place != "" {
		use += " [" + o.place + "]"
	}
	cmd.AddCommand(&cobra.Command{
		Use:   use,
		Short: "list them as they were written; --json prints a file for table load",
		Args:  commandline.Arguments(o.place, 0, min(1, len(o.place))),
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			p := api.DumpParams{Object: o.is}
			if len(args) == 1 {
				p.Table = args[0]
			}
			return a.dump(ctx, sw, p)
		}),
	})
	return cmd
}

func (a *app) objectWrite(o object, kind api.Kind) *cobra.Command {
	var words []string
	if o.place != "" {
		words = append(words, o.place)
	}
	if kind != api.Clear {
		words = append(words, o.key)
	}
	least := len(words)
	if kind != api.Clear && kind != api.Delete && o.value != "" {
		words = append(words, o.value)
	}
	return &cobra.Command{
		Use:               strings.TrimSpace(string(kind) + " " + strings.Join(words, " ")),
		Short:             verbs[kind],
		ValidArgsFunction: cobra.NoFileCompletions,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < least {
				return fmt.Errorf("%s is missing", words[len(args)])
			}
			if kind == api.Clear && len(args) > least {
				return errors.New("clear takes nothing more")
			}
			return nil
		},
		RunE: a.do(func(ctx context.Context, sw *client.Client, args []string) error {
			op := api.Op{Kind: kind, Object: o.is}
			if o.place != "" {
				op.Table, args = args[0], args[1:]
			}
			if len(args) > 0 {
				op.Words = args
			}
			return a.write(ctx, sw, op)
		}),
	}
}

func (a *app) dumpAllCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "dump",
		Short: "list all entries of everything; --json prints a file for table load",
		Args:  commandline.NoArguments,
		RunE: a.do(func(ctx context.Context, sw *client.Client, _ []string) error {
			return a.dump(ctx, sw, api.DumpParams{All: true})
		}),
	}
}

// dump prints entries.
func (a *app) dump(ctx context.Context, sw *client.Client, p api.DumpParams) error {
	ctx, cancel := a.within(ctx)
	defer cancel()
	d, err := sw.Dump(ctx, p)
	if err != nil {
		return err
	}
	if a.json {
		file, err := routeFile(d)
		if err != nil {
			return err
		}
		return a.print(file)
	}
	s, err := sw.Schema(ctx)
	if err != nil {
		return err
	}
	return a.print(dumpText(s, d))
}

// objectText is the entries of what is no table.
func objectText(s api.Schema, d api.TableDump) string {
	i := slices.IndexFunc(objects, func(o object) bool { return o.is == d.Object })
	if i < 0 {
		return ""
	}
	g := &text.Grid{Indent: "  "}
	for _, e := range d.Entries {
		g.Add(entryWords(s, d, e)...)
	}
	title := objects[i].short
	if d.Table != "" {
		title = objects[i].many + " of " + d.Table
	}
	return fmt.Sprintf("%s: %d\n%s", title, len(d.Entries), g)
}

// entryWords is an entry as the words of its add.
func entryWords(s api.Schema, d api.TableDump, e api.Entry) []string {
	of := func(list []api.Table) api.Table {
		i := slices.IndexFunc(list, func(t api.Table) bool { return t.Name == d.Table })
		if i < 0 {
			return api.Table{} // the program changed between two questions
		}
		return list[i]
	}
	switch d.Object {
	case api.Member:
		return []string{string(*e.Member), actionText(of(s.Profiles), e)}
	case api.Group:
		var members []string
		for _, m := range e.Members {
			members = append(members, string(m))
		}
		return []string{string(*e.Group), strings.Join(members, " ")}
	case api.ValueSet:
		var words []string
		for _, k := range of(s.ValueSets).Keys {
			words = append(words, string(e.Match[k.Name]))
		}
		return words
	}
	number := e.MulticastGroup
	if d.Object == api.CloneSession {
		number = e.CloneSession
	}
	var words []string
	for _, r := range e.Replicas {
		w := string(r.Port)
		if r.RID != "" {
			w += ":" + string(r.RID)
		}
		words = append(words, w)
	}
	if e.Length != nil {
		words = append(words, "length="+string(*e.Length))
	}
	return []string{string(*number), strings.Join(words, " ")}
}
