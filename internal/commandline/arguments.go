package commandline

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"up4/internal/nearest"
)

// NoCommand is the arguments of a command that only has commands below it: it says
// what was meant by a word that is none of them.
func NoCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("there is no command %q%s", words(cmd, args[0]), nearest.Hint(args[0], commands(cmd)))
}

// commands is the names of the commands below cmd, but for those that every
// command has.
func commands(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "completion" && c.Name() != "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// Arguments is the arguments of a command that takes from least to most of what is
// named, such as FILE.
func Arguments(what string, least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		name := words(cmd)
		switch n := len(args); {
		case n > most && most == 0:
			return fmt.Errorf("%s takes no argument, but %q was given", name, args[0])
		case n > most && least == most:
			return fmt.Errorf("%s takes %s, not %d", name, counted(most, what), n)
		case n > most:
			return fmt.Errorf("%s takes at most %s, not %d", name, counted(most, what), n)
		case n < least && least < most:
			return fmt.Errorf("%s needs at least %s", name, counted(least, what))
		case n < least:
			return fmt.Errorf("%s needs %s", name, counted(least, what))
		}
		return nil
	}
}

// NoArguments is the arguments of a command that takes none.
func NoArguments(cmd *cobra.Command, args []string) error { return Arguments("", 0, 0)(cmd, args) }

func counted(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// words is a command as it is typed after the program's name, and what follows it.
func words(cmd *cobra.Command, more ...string) string {
	return strings.Join(append(strings.Fields(cmd.CommandPath())[1:], more...), " ")
}
