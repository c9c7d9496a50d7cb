package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/nearest"
	"up4/p4/front"
	"up4/p4/source"
	"up4/pipelines/schema"
)

func (a *app) explainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "say what a code at the end of a message means",
		Long:  "explain says what a code means, which clause of the specification stands behind it, and\nshows a program that draws it. Without a code it lists all of them.\nThe code may stand in brackets, as it does in a message.",
		Args:  commandline.Arguments("CODE", 0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return codeNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			codes := allCodes()
			if len(args) == 1 {
				name := bare(args[0])
				i := slices.IndexFunc(codes, func(c source.CodeInfo) bool { return string(c.Code) == name })
				if i < 0 {
					return commandline.Failure(fmt.Errorf("there is no code %q%s", name, meant(name, codeNames())))
				}
				codes = codes[i : i+1]
			}
			if a.output == "json" {
				return commandline.Failure(a.printJSON(explanations(codes)))
			}
			if len(args) == 1 {
				return commandline.Failure(a.write(described(codes[0])))
			}
			var list strings.Builder
			for _, c := range codes {
				fmt.Fprintf(&list, "%-24s %-8s %s\n", c.Code, c.Severity, c.Text)
			}
			return commandline.Failure(a.write(list.String()))
		},
	}
	return a.outputs(cmd, "text", "json")
}

// allCodes are the codes of all messages about a program: of the language, and of what the
// control plane can see of it.
func allCodes() []source.CodeInfo { return slices.Concat(front.Codes(), schema.Codes) }

// meant is the code that a name was probably meant to be, or how to find it.
func meant(name string, codes []string) string {
	if n, ok := nearest.Name(name, codes); ok {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return ": up4c explain lists all codes"
}

// bare is a code without the brackets around it in a message.
func bare(code string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(code), "["), "]")
}

// explanation is a code in JSON.
type explanation struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Clause   string `json:"clause,omitempty"` // of the P4-16 specification 1.2.5
	Text     string `json:"text"`
	Example  string `json:"example,omitempty"`
}

func explanations(codes []source.CodeInfo) []explanation {
	out := []explanation{}
	for _, c := range codes {
		out = append(out, explanation{string(c.Code), c.Severity.String(), c.Clause, c.Text, c.Example})
	}
	return out
}

func codeNames() (names []string) {
	for _, c := range allCodes() {
		names = append(names, string(c.Code))
	}
	return names
}

// described is all that is known of a code, for people.
func described(c source.CodeInfo) string {
	text := fmt.Sprintf("%s (%s)\n%s\n", c.Code, c.Severity, c.Text)
	if c.Clause != "" {
		text += fmt.Sprintf("P4-16 specification 1.2.5, clause %s\n", c.Clause)
	}
	if c.Example != "" {
		text += fmt.Sprintf("\nFor example:\n\n%s\n", strings.TrimRight(c.Example, "\n"))
	}
	return text
}
