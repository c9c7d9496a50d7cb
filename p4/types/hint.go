package types

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax"
)

// Bounds of what a hint quotes.
const (
	maxHintText  = 40 // bytes of an expression
	maxQualified = 3  // names
	maxOverload  = 4  // functions of one name
)

// castPrefix is the casts that stand before a value of one number type to make it of
// another, or "". Width and sign change one after the other, and a type made by type …
// is left, and reached, by way of what it stands on (8.11.1).
func castPrefix(from, to Type) string {
	if n, ok := to.(*NewType); ok {
		if Identical(fixed(from), base(to)) {
			return fmt.Sprintf("(%s)", n)
		}
		return before(fmt.Sprintf("(%s)", n), castPrefix(from, base(to)))
	}
	if _, ok := from.(*NewType); ok {
		if b := base(from); Identical(b, to) {
			return fmt.Sprintf("(%s)", to)
		}
		return after(castPrefix(base(from), to), fmt.Sprintf("(%s)", base(from)))
	}
	f, t := bitsOf(fixed(from)), bitsOf(fixed(to))
	switch {
	case f == nil || t == nil:
		return ""
	case isEnum(to) && Identical(f, t):
		return fmt.Sprintf("(%s)", to)
	case isEnum(to):
		return before(fmt.Sprintf("(%s)", to), castPrefix(f, t))
	case f.Signed != t.Signed && f.Width != t.Width:
		return fmt.Sprintf("(%s)(%s)", t, &Bits{Width: t.Width, Signed: f.Signed})
	}
	return fmt.Sprintf("(%s)", t)
}

// before and after join casts, if the inner or outer ones exist.
func before(outer, rest string) string {
	if rest == "" {
		return ""
	}
	return outer + rest
}

func after(rest, inner string) string {
	if rest == "" {
		return ""
	}
	return rest + inner
}

// quote is an expression as the operand of a cast or of a comparison.
func (c *checker) quote(e syntax.Expr) string {
	if c.diags.Errors() >= source.MaxErrors { // what is not shown needs no text
		return "(…)"
	}
	text := syntax.ExprString(e)
	switch e.(type) {
	case *syntax.BinaryExpr, *syntax.CondExpr:
		text = "(" + text + ")"
	}
	if len(text) > maxHintText {
		return "(…)"
	}
	return text
}

// whyNot is why e does not fit, and the cast that helps.
func (c *checker) whyNot(e syntax.Expr, from, to Type) string {
	if p := castPrefix(from, to); p != "" {
		return "; a cast converts it: " + p + c.quote(e)
	}
	return c.mismatch(from, to)
}

// castOne says how operands become of one type: the narrower one is cast, so that no
// bits are lost; b if a has to stay, as it is assigned to.
func (c *checker) castOne(a syntax.Expr, x Type, b syntax.Expr, y Type, keep bool) string {
	from, to, e := y, fixed(x), b
	if f, t := bitsOf(fixed(x)), bitsOf(fixed(y)); f != nil && t != nil && f.Width < t.Width && !keep {
		from, to, e = x, fixed(y), a
	}
	if p := castPrefix(from, to); p != "" {
		return "; cast one of them: " + p + c.quote(e)
	}
	return ""
}

// noCondition is what could stand for e as a condition.
func (c *checker) noCondition(e syntax.Expr, t Type) string {
	if o := c.appliedTable(e, t); o != nil {
		return fmt.Sprintf("; did you mean %s.apply().hit?", o.Name)
	}
	switch {
	case bitsOf(t) != nil:
		return "; compare it: " + c.quote(e) + " != 0"
	case recordOf(t, Header, Union) != nil:
		return "; did you mean " + c.quote(e) + ".isValid()?"
	}
	return ""
}

// appliedTable is the table that e is, or is the result of an application of, or nil.
func (c *checker) appliedTable(e syntax.Expr, t Type) *Object {
	if t == TableType {
		return c.tableOf(e)
	}
	for o, info := range c.tables {
		if Type(info.result) == t {
			return o
		}
	}
	return nil
}

// howToRun is how to use what was called as if it were a function.
func howToRun(o *Object) string {
	switch t := o.Type.(type) {
	case *Block:
		if t.Kind != Package {
			return fmt.Sprintf(": the %s is run by %s.apply(…)", t.Kind, o.Name)
		}
	case *Extern:
		if len(t.Methods) > 0 {
			return fmt.Sprintf(": call one of its methods, such as %s.%s(…)", o.Name, t.Methods[0].Name)
		}
	case Basic:
		switch t {
		case TableType:
			return fmt.Sprintf(": the table is applied by %s.apply()", o.Name)
		case State:
			return fmt.Sprintf(": one goes to the state by transition %s;", o.Name)
		}
	}
	return ""
}

// qualified says of which error or enums a name is a member, which has to stand before
// it (8.2, 8.3), or nothing.
func (c *checker) qualified(name string) string {
	if c.top == nil || c.diags.Errors() >= source.MaxErrors {
		return ""
	}
	var found []string
	if c.errors[name] != nil {
		found = append(found, "error."+name)
	}
	for _, n := range slices.Sorted(maps.Keys(c.top.names)) {
		o := c.top.names[n]
		if e, ok := o.Type.(*Enum); ok && o.Kind == TypeName && len(found) < maxQualified && slices.Contains(e.Members, name) {
			found = append(found, n+"."+name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(found, " or ") + "?"
}

// form is how a function, or what else takes arguments, is called.
func form(name string, ps []*Param) string {
	return (&Signature{Name: name, Params: ps}).String()
}

// forms is the functions of a name, for a message.
func forms(name string, sigs []*Signature) string {
	var out []string
	for i, s := range sigs {
		if i == maxOverload {
			out = append(out, "…")
			break
		}
		out = append(out, form(name, s.Params))
	}
	return strings.Join(out, "; ")
}

// withArticle is a kind of function in a sentence.
func (k FuncKind) withArticle() string {
	switch text := k.String(); text[0] {
	case 'a', 'e':
		return "an " + text
	default:
		return "a " + text
	}
}

// runsBy is how to run the action or table e.X, if e asks of it what only another
// thing has.
func (c *checker) runsBy(e *syntax.MemberExpr, x Type) string {
	switch t := x.(type) {
	case *Signature:
		if t.Kind == Action && e.Sel.Text == "apply" {
			return fmt.Sprintf("the action %s has no member apply: it is called as %s(…)", t.Name, t.Name)
		}
	case Basic:
		o := c.appliedTable(e.X, x)
		if o == nil {
			break
		}
		switch e.Sel.Text {
		case "hit", "miss", "action_run":
			return fmt.Sprintf("the table %s has no member %s, only its application has: %s.apply().%s", o.Name, e.Sel.Text, o.Name, e.Sel.Text)
		}
	}
	return ""
}
