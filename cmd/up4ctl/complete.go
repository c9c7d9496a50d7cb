package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"up4/control/api"
)

// completeTimeout keeps a Tab from hanging where the switch does.
const completeTimeout = time.Second

// schema asks the switch for its tables; what cannot be asked completes nothing.
func (a *app) schema(cmd *cobra.Command) (api.Schema, bool) {
	if a.fromEnvironment(cmd) != nil {
		return api.Schema{}, false
	}
	sw, err := a.connect()
	if err != nil {
		return api.Schema{}, false
	}
	ctx, cancel := context.WithTimeout(context.Background(), completeTimeout)
	defer cancel()
	s, err := sw.Schema(ctx)
	return s, err == nil
}

func matching(words []string, prefix string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, prefix) })
}

// completeTable completes one table name.
func (a *app) completeTable(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, _ := a.schema(cmd)
	var names []string
	for _, t := range s.Tables {
		names = append(names, t.Name)
	}
	return matching(names, toComplete), cobra.ShellCompDirectiveNoFileComp
}

// completeWords completes a table, then its keys, its actions and the
// parameters of the action that stands there.
func (a *app) completeWords(kind api.Kind) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return a.completeTable(cmd, args, toComplete)
		}
		s, _ := a.schema(cmd)
		t, err := findTable(s, args[0])
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		dir := cobra.ShellCompDirectiveNoFileComp
		words := matching(nextWords(t, kind, args[1:]), toComplete)
		if len(words) == 1 && strings.HasSuffix(words[0], "=") {
			dir |= cobra.ShellCompDirectiveNoSpace
		}
		return words, dir
	}
}

// nextWords is what can follow the words of an entry.
func nextWords(t api.Table, kind api.Kind, words []string) []string {
	given := map[string]bool{}
	keys, params := 0, 0 // words without a name, which take the places left free
	var act *api.Action
	for _, w := range words {
		i := slices.IndexFunc(t.Actions, func(x api.Action) bool { return x.Name == w })
		name, _, named := strings.Cut(w, "=")
		switch {
		case named:
			given[strings.TrimPrefix(name, "hdr.")] = true
		case act != nil:
			params++
		case i >= 0:
			act = &t.Actions[i]
		default:
			keys++
		}
	}
	var out []string
	if act != nil {
		var names []string
		for _, p := range act.Params {
			names = append(names, p.Name)
		}
		out = free(names, given, params)
	} else {
		if kind != api.Default {
			var names []string
			for _, k := range t.Keys {
				names = append(names, k.Name)
			}
			out = free(names, given, keys)
		}
		if kind != api.Delete {
			for _, x := range t.Actions {
				if kind == api.Default || !x.DefaultOnly {
					out = append(out, x.Name)
				}
			}
		}
	}
	if t.Priority && kind != api.Default && !given["priority"] {
		out = append(out, "priority=")
	}
	return out
}

// free is the names that are not given yet, each with its =, when n more were
// given by position.
func free(names []string, given map[string]bool, n int) []string {
	var out []string
	for _, name := range names {
		if !given[name] {
			out = append(out, name+"=")
		}
	}
	return out[min(n, len(out)):]
}
