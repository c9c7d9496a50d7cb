package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/nearest"
	"up4/p4/front"
	"up4/p4/ir"
	"up4/p4/ir/info"
	"up4/p4/source"
)

func (a *app) irCommand() *cobra.Command {
	var after string
	var list bool
	cmd := &cobra.Command{
		Use:   "ir FILE",
		Short: "print a program's intermediate form",
		Long: "ir prints the form that programs are run and compiled from, as docs/ir.md describes it:\n" +
			"after all passes, or after the one named by --after (none: as it was made from the program).",
		Example: "  up4c ir router.p4\n  up4c ir --after none router.p4\n  up4c ir --passes",
		Args: func(_ *cobra.Command, args []string) error {
			if list && len(args) > 0 || !list && len(args) != 1 {
				return fmt.Errorf("ir takes one FILE, or --passes alone")
			}
			return nil
		},
		ValidArgsFunction: programs,
		RunE: func(_ *cobra.Command, args []string) error {
			if list {
				var names strings.Builder
				for _, p := range ir.Passes {
					fmt.Fprintf(&names, "%-10s %s\n", p.Name, p.Text)
				}
				return commandline.Failure(a.write(names.String()))
			}
			last, err := passNamed(after)
			if err != nil {
				return err
			}
			_, prog, err := a.lowered(named(args[0]), last)
			if err != nil {
				return commandline.Failure(err)
			}
			return commandline.Failure(ir.Print(a.out, prog))
		},
	}
	cmd.Flags().StringVar(&after, "after", "all", "the last `PASS` to run, all or none")
	cmd.Flags().BoolVar(&list, "passes", false, "list the passes in their order")
	_ = cmd.RegisterFlagCompletionFunc("after", cobra.FixedCompletions(passNames(), cobra.ShellCompDirectiveNoFileComp))
	return a.reading(cmd)
}

func passNames() []string {
	names := []string{"all", "none"}
	for _, p := range ir.Passes {
		names = append(names, p.Name)
	}
	return names
}

// passNamed is the name of a pass as the front end takes it.
func passNamed(name string) (string, error) {
	for _, n := range passNames() {
		if n != name {
			continue
		}
		return strings.TrimPrefix(n, "none"), nil
	}
	return "", fmt.Errorf("--after %q: there is no such pass%s", name, nearest.Hint(name, passNames()))
}

func (a *app) p4infoCommand() *cobra.Command {
	var arch string
	cmd := &cobra.Command{
		Use:   "p4info FILE",
		Short: "print a program's P4Info, for P4Runtime controllers",
		Args:  commandline.Arguments("FILE", 1, 1), ValidArgsFunction: programs,
		RunE: func(_ *cobra.Command, args []string) error {
			u, prog, err := a.lowered(named(args[0]), "")
			if err != nil {
				return commandline.Failure(err)
			}
			var said source.List
			message := info.Build(prog, info.Options{Arch: arch}, &said)
			u.Diags = &said
			if err := a.say(u); err != nil {
				return commandline.Failure(err)
			}
			return commandline.Failure(info.Write(a.out, message, info.Form(a.output)))
		},
	}
	cmd.Flags().StringVar(&arch, "arch", "", "`NAME` of the architecture, if the package main does not tell it")
	var forms []string
	for _, f := range info.Forms {
		forms = append(forms, string(f))
	}
	return a.outputs(a.reading(cmd), forms...)
}

// lowered is a program's intermediate form; what is wrong with it has been said.
func (a *app) lowered(path, last string) (*front.Unit, *ir.Program, error) {
	u := front.Check(path, a.options())
	prog, err := u.Lower(last)
	if said := a.say(u); said != nil {
		return nil, nil, said
	}
	if err == nil && (prog == nil || prog.Main == nil) {
		return nil, nil, fmt.Errorf("%s has no instance of a package named main: there is nothing to compile", path)
	}
	return u, prog, err
}
