package types

import (
	"fmt"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// stringAnnotations have one string (20.3).
var stringAnnotations = map[string]bool{"name": true, "deprecated": true, "noWarn": true}

// annotations checks annotations (clause 20).
func (c *checker) annotations(as []*syntax.Annotation) {
	seen := map[string]*syntax.Annotation{}
	for _, a := range as {
		if a.Name == nil {
			continue
		}
		n := a.Name.Text
		if old := seen[n]; old != nil && structured(a) != structured(old) || old != nil && structured(a) {
			// 20.2: a structured annotation occurs once, and its name has no other form.
			msg := fmt.Sprintf("@%s is written with brackets once and with parentheses or nothing once: all of one declaration have one form", n)
			if structured(a) == structured(old) {
				msg = fmt.Sprintf("@%s[…] is there twice: with brackets it can be given once", n)
			}
			c.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeDuplicateName, At: a.Span(), Msg: msg,
				Notes: []source.Note{{At: old.Span(), Msg: "the other @" + n}}})
			continue
		}
		seen[n] = a
		for _, v := range a.Values {
			if structured(a) {
				c.annotationValue(v)
			} else {
				c.fieldListNumber(v)
			}
		}
		names := make([]*syntax.Name, 0, len(a.Pairs))
		for _, p := range a.Pairs {
			names = append(names, p.Name)
			c.annotationValue(p.Value)
		}
		c.distinct(names)
		if stringAnnotations[n] && !structured(a) && !isStringTokens(a.Tokens) {
			c.errorf(a.Span(), CodeAnnotation, "@%s takes one string", n)
		}
		c.knownAnnotation(a)
	}
}

// knownAnnotation checks annotations that the specification or P4Runtime defines.
func (c *checker) knownAnnotation(a *syntax.Annotation) {
	switch a.Name.Text {
	case "match": // of a value set's field (13.11): a match kind
		if a.Kind == syntax.Unstructured && (len(a.Tokens) != 1 || c.kinds[a.Tokens[0].Text] == nil) {
			c.errorf(a.Span(), CodeAnnotation, "@match takes a match kind%s", c.hint("", c.info.MatchKinds))
		}
	case "pkginfo": // P4Runtime, clause 6.2
		if a.Kind == syntax.Bare {
			c.errorf(a.Span(), CodeAnnotation, "@pkginfo takes keys with values: @pkginfo[name=\"…\"]")
		}
	case "p4runtime_translation": // P4Runtime, clause 7.5.1
		ts := a.Tokens
		if a.Kind == syntax.Unstructured && (len(ts) < 3 || ts[0].Kind != token.String || ts[1].Kind != token.Comma ||
			ts[2].Kind != token.Bit && ts[2].Kind != token.StringKw && ts[2].Kind != token.Int) {
			c.errorf(a.Span(), CodeAnnotation, "@p4runtime_translation takes a string, and string or bit<…>")
		}
	}
}

func structured(a *syntax.Annotation) bool {
	return a.Kind == syntax.ExprList || a.Kind == syntax.KeyValues
}

// annotationValue: an int, string or bool known when compiled (20.2).
func (c *checker) annotationValue(e syntax.Expr) {
	t := c.value(e)
	if isInvalid(t) {
		return
	}
	if t != Bool && t != String && !isNumber(t) {
		c.errorf(e.Span(), CodeAnnotation, "an annotation's value must be an int, a string or a bool, not %s", t)
		return
	}
	if c.info.Values[e] == nil {
		c.errorf(e.Span(), CodeNotConstant, "an annotation's value must be known when the program is compiled")
	}
}

// fieldListNumber: the number of a field list of v1model, which calls name by eight bits.
func (c *checker) fieldListNumber(e syntax.Expr) {
	t := c.value(e)
	if isInvalid(t) {
		return
	}
	v, ok := c.info.Values[e].(*IntValue)
	switch {
	case !isNumber(fixed(t)):
		c.errorf(e.Span(), CodeAnnotation, "@field_list takes numbers, not %s", t)
	case !ok:
		c.errorf(e.Span(), CodeNotConstant, "the number of a field list must be known when the program is compiled")
	case v.V.Sign() < 0 || v.V.BitLen() > 8:
		c.errorf(e.Span(), CodeAnnotation, "field lists have the numbers 0 to 255, not %s", v.V)
	}
}

// isStringTokens: one string, or strings joined by ++.
func isStringTokens(ts []token.Token) bool {
	for i, t := range ts {
		if i%2 == 0 && t.Kind != token.String || i%2 == 1 && t.Kind != token.Concat {
			return false
		}
	}
	return len(ts)%2 == 1
}

// actionAnnotations: an action is for entries only, or for the default only, not
// both (14.2.1.2).
func (c *checker) actionAnnotations(a *syntax.ActionRef) {
	t, d := syntax.Annotated(a.Annotations, "tableonly"), syntax.Annotated(a.Annotations, "defaultonly")
	if t != nil && d != nil {
		c.errorf(d.Span(), CodeAnnotation, "an action cannot be both @tableonly and @defaultonly")
	}
}

// controlPlaneName: two objects of one kind of a block cannot have one name for the
// control plane (18.3.3). An absolute name is one of the whole program.
func (c *checker) controlPlaneName(d syntax.Decl) {
	name, at := "", span{}
	if n := d.Declared(); n != nil {
		name, at = n.Text, n.Span()
	}
	if a := syntax.Annotated(d.Annots(), "name"); a != nil && len(a.Tokens) > 0 {
		name, at = unquoted(a.Tokens), a.Span()
	}
	if syntax.Annotated(d.Annots(), "hidden") != nil || name == "" {
		return
	}
	names := c.names
	if rest, ok := strings.CutPrefix(name, "."); ok || c.in.place == atTop {
		names, name = c.topNames, strings.TrimPrefix(name, ".")
		_ = rest
	}
	if name == "NoAction" { // one action, whoever declares it
		return
	}
	key := kindOf(d) + name
	if old, ok := names[key]; ok {
		c.duplicate(at, name+" for the control plane", old)
		return
	}
	names[key] = at
}

func kindOf(d syntax.Decl) string {
	switch d.(type) {
	case *syntax.ActionDecl:
		return "action "
	case *syntax.TableDecl:
		return "table "
	}
	return "object "
}

func unquoted(ts []token.Token) string {
	s := ""
	for _, t := range ts {
		if t.Kind == token.String {
			s += strings.Trim(t.Text, `"`)
		}
	}
	return s
}
