package main

import (
	"encoding/json"
	"errors"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/p4/front"
	"up4/p4/source"
	"up4/p4/syntax"
)

// errRejected ends a command whose program was rejected: what is wrong has been
// said.
var errRejected = errors.New("rejected")

func isRejected(err error) bool { return errors.Is(err, errRejected) }

func (a *app) checkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "say what is wrong with programs",
		Long: "check reads programs and says what is wrong with each. It exits with 0 if all are\n" +
			"accepted, with 1 if one is rejected. With -o json each program is a line on standard\n" +
			"output: its file, whether it is accepted, and its diagnostics.\n\n" +
			"-W no-CODE switches off the warnings of a code, or of a group of them, as -W no-unused does;\n" +
			"in a program @noWarn(\"CODE\") before a declaration does the same for what is in it.",
		Example: "  up4c check router.p4\n  up4c check -I include -D PORTS=8 router.p4\n  cpp router.p4 | up4c check -",
		Args:    commandline.Arguments("FILE", 1, math.MaxInt), ValidArgsFunction: programs,
		RunE: func(_ *cobra.Command, args []string) error {
			rejected := false
			for _, path := range args {
				path := named(path)
				u := front.Check(path, a.options())
				if err := a.report(path, u); isRejected(err) {
					rejected = true
				} else if err != nil {
					return commandline.Failure(err)
				}
			}
			if rejected {
				return commandline.Failure(errRejected)
			}
			return nil
		},
	}
	return a.outputs(a.reading(cmd), "text", "json")
}

func (a *app) astCommand() *cobra.Command {
	includes := false
	cmd := &cobra.Command{
		Use: "ast FILE", Short: "print a program's syntax tree",
		Long: "ast prints the syntax tree of what the program's own file declares, each node with its place;\n" +
			"with --includes also of what the files declare that it includes.",
		Args: commandline.Arguments("FILE", 1, 1), ValidArgsFunction: programs,
		RunE: func(_ *cobra.Command, args []string) error {
			u := front.Parse(named(args[0]), a.options())
			if err := a.say(u); err != nil {
				return commandline.Failure(err)
			}
			if !includes {
				keepOwn(u)
			}
			if a.output == "json" {
				return commandline.Failure(syntax.DumpJSON(a.out, u.Prog, u.Set))
			}
			return commandline.Failure(syntax.DumpText(a.out, u.Prog, u.Set))
		},
	}
	cmd.Flags().BoolVar(&includes, "includes", false, "print what included files declare too")
	return a.outputs(a.reading(cmd), "text", "json")
}

// keepOwn leaves of a program what begins in its own file, which is the first that
// was read.
func keepOwn(u *front.Unit) {
	file := u.Set.File(1)
	u.Prog.At = source.Span{From: file.Pos(0), To: file.Pos(len(file.Text))}
	u.Prog.Decls = slices.DeleteFunc(u.Prog.Decls, func(d syntax.Decl) bool { return u.Set.File(d.Span().From) != file })
}

// report says what is wrong with a program in the form asked for.
func (a *app) report(path string, u *front.Unit) error {
	a.filter(u)
	if a.output != "json" {
		return a.print(u)
	}
	line := verdict{File: path, Accepted: u.OK(), Diagnostics: []diagnostic{}}
	for _, d := range u.Diags.All {
		line.Diagnostics = append(line.Diagnostics, toJSON(u.Set, d))
	}
	if err := a.printJSON(line); err != nil {
		return err
	}
	if !u.OK() {
		return errRejected
	}
	return nil
}

// printJSON prints a value as one line, in which < and > stay as they are.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// say prints what is wrong with a program for people.
func (a *app) say(u *front.Unit) error {
	a.filter(u)
	return a.print(u)
}

func (a *app) print(u *front.Unit) error {
	if err := u.Diags.Write(a.err, u.Set); err != nil {
		return err
	}
	if !u.OK() {
		return errRejected
	}
	return nil
}

// filter drops warnings, or makes them errors, as the flags say.
func (a *app) filter(u *front.Unit) {
	u.Diags.Sort()
	u.Diags.Filter(func(d source.Diagnostic) (source.Diagnostic, bool) {
		if d.Severity == source.Warning && slices.Contains(a.silent, d.Code) {
			return d, false
		}
		if d.Severity == source.Warning && a.strict {
			d.Severity = source.Error
		}
		return d, d.Severity == source.Error || !a.noWarn
	})
}

// verdict is a line of check -o json.
type verdict struct {
	File        string       `json:"file"`
	Accepted    bool         `json:"accepted"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	place
	Notes []note `json:"notes,omitempty"`
}

type note struct {
	Message string `json:"message"`
	place
}

// place is where a diagnostic is; lines and columns count from 1, 0 is nowhere.
type place struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	EndLine int    `json:"end_line"`
	EndCol  int    `json:"end_column"`
}

func toPlace(set *source.Set, at source.Span) place {
	from, to := set.Position(at.From), set.Position(at.To)
	return place{from.File, from.Line, from.Col, to.Line, to.Col}
}

func toJSON(set *source.Set, d source.Diagnostic) diagnostic {
	out := diagnostic{Severity: d.Severity.String(), Code: string(d.Code), Message: d.Msg, place: toPlace(set, d.At)}
	for _, n := range d.Notes {
		out.Notes = append(out.Notes, note{n.Msg, toPlace(set, n.At)})
	}
	return out
}
