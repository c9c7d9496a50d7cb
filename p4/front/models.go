package front

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax"
)

// ModelCode is of a model that does not fit the extern function of its name.
const ModelCode source.Code = "extern-model"

// model puts what a file of models says into the program: each function in it that has
// the name, the result and the parameters of an extern function which the program
// declares itself takes that declaration's place, behind what it uses of the file. What
// is left is for other programs.
func (u *Unit) model(path string) {
	var own, models []syntax.Decl
	for _, d := range u.Prog.Decls {
		if f := u.Set.File(d.Span().From); f != nil && f.Name == path {
			models = append(models, d)
		} else {
			own = append(own, d)
		}
	}
	instead := map[syntax.Decl][]syntax.Decl{}
	placed := map[syntax.Decl]bool{}
	for i, d := range models {
		f, ok := d.(*syntax.FunctionDecl)
		if !ok {
			continue
		}
		extern, other := u.externOf(own, f)
		switch {
		case extern != nil:
			for _, h := range append(u.used(models[:i], f), f) {
				if !placed[h] {
					instead[extern] = append(instead[extern], h)
				}
				placed[h] = true
			}
		case other != nil:
			u.Diags.Add(source.Diagnostic{Severity: source.Error, Code: ModelCode, At: f.Name.Span(),
				Msg:   "the model of " + f.Name.Text + " must have the result and the parameters of the extern function",
				Notes: []source.Note{{At: other.Name.Span(), Msg: "declared here"}}})
		}
	}
	u.Prog.Decls = nil
	for _, d := range own {
		if list, ok := instead[d]; ok {
			u.Prog.Decls = append(u.Prog.Decls, list...)
		} else {
			u.Prog.Decls = append(u.Prog.Decls, d)
		}
	}
}

// externOf is the extern function that f is the model of; other is one of its name with
// other parameters or another result.
func (u *Unit) externOf(own []syntax.Decl, f *syntax.FunctionDecl) (extern syntax.Decl, other *syntax.MethodDecl) {
	for _, d := range own {
		m, ok := d.(*syntax.MethodDecl)
		if !ok || m.Name.Text != f.Name.Text {
			continue
		}
		if u.signature(m.Result, m.TypeParams, m.Params) == u.signature(f.Result, f.TypeParams, f.Params) {
			return d, nil
		}
		other = m
	}
	return nil, other
}

// signature is a function's result and parameters as they are written, but for names of
// parameters. No direction is in (10).
func (u *Unit) signature(result syntax.Type, generic []*syntax.TypeParam, params []*syntax.Param) string {
	var b strings.Builder
	b.WriteString(u.text(result))
	for _, g := range generic {
		b.WriteString("<" + g.Name.Text + ">")
	}
	for _, p := range params {
		dir := p.Dir
		if dir == syntax.NoDirection {
			dir = syntax.In
		}
		fmt.Fprintf(&b, ", %d %s", dir, u.text(p.Type))
	}
	return b.String()
}

// blank is what separates tokens.
var blank = regexp.MustCompile(`(?s)\s+|/\*.*?\*/|//[^\n]*`)

// text is a node as it is written, without white space and comments.
func (u *Unit) text(n syntax.Node) string {
	f := u.Set.File(n.Span().From)
	if f == nil {
		return ""
	}
	return blank.ReplaceAllString(string(f.Text[f.Offset(n.Span().From):f.Offset(n.Span().To)]), "")
}

var words = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)

// used is those of the declarations that one behind them uses, and that these use.
func (u *Unit) used(before []syntax.Decl, by syntax.Decl) (list []syntax.Decl) {
	names := map[string]bool{}
	note := func(d syntax.Decl) {
		f := u.Set.File(d.Span().From)
		for _, w := range words.FindAllString(string(f.Text[f.Offset(d.Span().From):f.Offset(d.Span().To)]), -1) {
			names[w] = true
		}
	}
	note(by)
	for _, d := range slices.Backward(before) {
		if n := d.Declared(); n != nil && names[n.Text] {
			list = append(list, d)
			note(d)
		}
	}
	slices.Reverse(list)
	return list
}
