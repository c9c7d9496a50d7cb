package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/nearest"
	"up4/p4/front"
	"up4/p4/source"
)

func (a *app) explainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "say what a code at the end of a message means",
		Long:  "explain says what a code means, which clause of the specification stands behind it, and\nshows a program that draws it. Without a code it lists all of them.",
		Args:  cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return codeNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			codes := front.Codes()
			if len(args) == 1 {
				i := slices.IndexFunc(codes, func(c source.CodeInfo) bool { return string(c.Code) == args[0] })
				if i < 0 {
					return commandline.Failure(fmt.Errorf("there is no code %q%s", args[0], nearest.Hint(args[0], codeNames())))
				}
				codes = codes[i : i+1]
			}
			if a.output == "json" {
				return commandline.Failure(json.NewEncoder(a.out).Encode(codes))
			}
			for _, c := range codes {
				a.explain(c, len(args) == 1)
			}
			return nil
		},
	}
	return a.outputs(cmd, "text", "json")
}

func codeNames() (names []string) {
	for _, c := range front.Codes() {
		names = append(names, string(c.Code))
	}
	return names
}

func (a *app) explain(c source.CodeInfo, whole bool) {
	if !whole {
		fmt.Fprintf(a.out, "%-24s %-8s %s\n", c.Code, c.Severity, c.Text)
		return
	}
	fmt.Fprintf(a.out, "%s (%s)\n%s\n", c.Code, c.Severity, c.Text)
	if c.Clause != "" {
		fmt.Fprintf(a.out, "P4-16 specification 1.2.5, clause %s\n", c.Clause)
	}
	if c.Example != "" {
		fmt.Fprintf(a.out, "\nFor example:\n\n%s\n", strings.TrimRight(c.Example, "\n"))
	}
}
