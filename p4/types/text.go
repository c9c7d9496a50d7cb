package types

import (
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
func sameText(a, b syntax.Expr) bool {
	a, b = unparen(a), unparen(b)
	switch a := a.(type) {
	case *syntax.Ident:
		b, ok := b.(*syntax.Ident)
		return ok && a.Name == b.Name && a.Dot == b.Dot
	case *syntax.IntLit:
		b, ok := b.(*syntax.IntLit)
		return ok && a.Value != nil && b.Value != nil && a.Value.Cmp(b.Value) == 0 && a.Sized == b.Sized && a.Width == b.Width && a.Signed == b.Signed
	case *syntax.BoolLit:
		b, ok := b.(*syntax.BoolLit)
		return ok && a.Value == b.Value
	case *syntax.StringLit:
		b, ok := b.(*syntax.StringLit)
		return ok && a.Value == b.Value
	case *syntax.MemberExpr:
		b, ok := b.(*syntax.MemberExpr)
		return ok && a.Sel.Text == b.Sel.Text && sameText(a.X, b.X)
	case *syntax.IndexExpr:
		b, ok := b.(*syntax.IndexExpr)
		return ok && sameText(a.X, b.X) && sameText(a.Index, b.Index)
	case *syntax.UnaryExpr:
		b, ok := b.(*syntax.UnaryExpr)
		return ok && a.Op == b.Op && sameText(a.X, b.X)
	case *syntax.BinaryExpr:
		b, ok := b.(*syntax.BinaryExpr)
		return ok && a.Op == b.Op && sameText(a.X, b.X) && sameText(a.Y, b.Y)
	case *syntax.CastExpr:
		b, ok := b.(*syntax.CastExpr)
		return ok && sameText(a.X, b.X)
	}
	return sameTextRest(a, b)
}

func sameTextRest(a, b syntax.Expr) bool {
	switch a := a.(type) {
	case *syntax.SliceExpr:
		b, ok := b.(*syntax.SliceExpr)
		return ok && sameText(a.X, b.X) && sameOptional(a.Hi, b.Hi) && sameOptional(a.Lo, b.Lo) && sameOptional(a.Width, b.Width)
	case *syntax.ListExpr:
		b, ok := b.(*syntax.ListExpr)
		return ok && slices.EqualFunc(a.Elems, b.Elems, sameText)
	case *syntax.StructExpr:
		b, ok := b.(*syntax.StructExpr)
		return ok && sameFields(a, b)
	case *syntax.CallExpr:
		b, ok := b.(*syntax.CallExpr)
		return ok && sameText(a.Fun, b.Fun) && slices.EqualFunc(a.Args, b.Args, func(x, y *syntax.Arg) bool {
			return sameText(x.Value, y.Value)
		})
	}
	return false
}

// sameFields compares field by field, in any order.
func sameFields(a, b *syntax.StructExpr) bool {
	if len(a.Fields) != len(b.Fields) || a.Dots != b.Dots {
		return false
	}
	for _, f := range a.Fields {
		i := slices.IndexFunc(b.Fields, func(g *syntax.NamedExpr) bool { return g.Name.Text == f.Name.Text })
		if i < 0 || !sameText(f.Value, b.Fields[i].Value) {
			return false
		}
	}
	return true
}

func sameOptional(a, b syntax.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return sameText(a, b)
}
