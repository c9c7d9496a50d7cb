package commandline

import (
	"io"
	"math"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// tree is a program with commands that take arguments of every kind.
func tree() *cobra.Command {
	leaf := func(use string, args cobra.PositionalArgs) *cobra.Command {
		return &cobra.Command{Use: use, Args: args, RunE: func(*cobra.Command, []string) error { return nil }}
	}
	branch := func(use string, below ...*cobra.Command) *cobra.Command {
		c := &cobra.Command{Use: use, Args: NoCommand, SilenceErrors: true, SilenceUsage: true,
			RunE: func(*cobra.Command, []string) error { return nil }}
		c.AddCommand(below...)
		return c
	}
	hidden := leaf("secret", NoArguments)
	hidden.Hidden = true
	c := branch("prog", leaf("none", NoArguments), leaf("one FILE", Arguments("FILE", 1, 1)),
		leaf("two", Arguments("PORT", 2, 2)), leaf("many", Arguments("FILE", 1, math.MaxInt)), leaf("maybe", Arguments("CODE", 0, 1)),
		branch("group", leaf("add", NoArguments), leaf("delete", NoArguments)), hidden)
	c.SetOut(io.Discard)
	return c
}

func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "group": "", "none": "", "one a": "", "two a b": "", "many a": "", "many a b c": "", "maybe": "", "maybe a": "", "group add": "",

		"none a":      `none takes no argument, but "a" was given`,
		"one":         "one needs one FILE",
		"one a b":     "one takes one FILE, not 2",
		"two a":       "two needs 2 PORTs",
		"two a b c":   "two takes 2 PORTs, not 3",
		"many":        "many needs at least one FILE",
		"maybe a b":   "maybe takes at most one CODE, not 2",
		"group add x": `group add takes no argument, but "x" was given`,

		"nonne":       `there is no command "nonne"; did you mean "none"?`,
		"group dlete": `there is no command "group dlete"; did you mean "delete"?`,
		"secre":       `there is no command "secre"; known are group, many, maybe, none, one, two`,
		"group xyz":   `there is no command "group xyz"; known are add, delete`,
	} {
		c := tree()
		c.SetArgs(strings.Fields(line))
		if err := c.Execute(); (err == nil) != (want == "") || err != nil && (err.Error() != want || IsFailure(err)) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}
