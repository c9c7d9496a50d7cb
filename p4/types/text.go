package types

import (
	"cmp"
	"fmt"
	"slices"

	"up4/p4/syntax"
)

// plural is n things, in words.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

// sameText says whether two expressions are written alike, parentheses aside.
func sameText(a, b syntax.Expr) bool { return slices.Equal(written(a), written(b)) }

// written is an expression's nodes in order, each with what tells it from others of
// its kind, and with the number of its children where that varies.
func written(e syntax.Expr) (out []string) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		text := ""
		switch n := n.(type) {
		case *syntax.ParenExpr:
			return true
		case *syntax.Name:
			text = n.Text
		case *syntax.Ident:
			text = fmt.Sprint(n.Name, n.Dot)
		case *syntax.IntLit:
			text = fmt.Sprint(n.Value, n.Sized, n.Width, n.Signed)
		case *syntax.BoolLit:
			text = fmt.Sprint(n.Value)
		case *syntax.StringLit:
			text = n.Value
		case *syntax.DefaultExpr:
			text = fmt.Sprint(n.Underscore)
		case *syntax.UnaryExpr:
			text = n.Op.String()
		case *syntax.BinaryExpr:
			text = n.Op.String()
		case *syntax.SliceExpr:
			text = fmt.Sprint(n.Width != nil)
		case *syntax.CallExpr:
			text = fmt.Sprint(len(n.TypeArgs), len(n.Args))
		case *syntax.Arg:
			text = fmt.Sprint(n.Name != nil)
		case *syntax.ListExpr:
			text = fmt.Sprint(len(n.Elems))
		case *syntax.StructExpr:
			// Fields have names: their order says nothing.
			out = append(out, fmt.Sprintf("%T %d %v", n, len(n.Fields), n.Dots))
			fields := slices.Clone(n.Fields)
			slices.SortStableFunc(fields, func(a, b *syntax.NamedExpr) int { return cmp.Compare(a.Name.Text, b.Name.Text) })
			for _, f := range fields {
				out = append(append(out, f.Name.Text), written(f.Value)...)
			}
			return false
		case *syntax.NamedType:
			text = fmt.Sprint(n.Dot, len(n.Args))
		case *syntax.BaseType:
			text = fmt.Sprint(n.Kind, n.Width != nil)
		case *syntax.TupleType:
			text = fmt.Sprint(len(n.Args))
		}
		out = append(out, fmt.Sprintf("%T %s", n, text))
		return true
	})
	return out
}
