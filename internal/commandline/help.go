package commandline

import "github.com/spf13/cobra"

// HelpCommand is the command help, for cobra's SetHelpCommand. Other than cobra's
// own it fails where there is no such command.
func HelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say what a command does",
		// What the program checks before its commands does not keep help from its users.
		PersistentPreRun: func(*cobra.Command, []string) {},
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			cmd, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return commands(cmd), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			cmd, rest, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			if err := NoCommand(cmd, rest); err != nil {
				return err
			}
			cmd.InitDefaultHelpFlag()
			return Failure(cmd.Help())
		},
	}
}
