package syntax

import (
	"fmt"
	"strings"

	"up4/p4/syntax/token"
)

// ExprString is an expression on one line, as it could be written. Parentheses are
// those that were written: the tree has them.
func ExprString(e Expr) string {
	var b printer
	b.expr(e)
	return b.String()
}

// TypeString is a type on one line, as it could be written.
func TypeString(t Type) string {
	var b printer
	b.typ(t)
	return b.String()
}

type printer struct{ strings.Builder }

func (b *printer) put(parts ...string) {
	for _, s := range parts {
		b.WriteString(s)
	}
}

// commas prints elements with commas between.
func commas[T any](b *printer, list []T, print func(T)) {
	for i, e := range list {
		if i > 0 {
			b.put(", ")
		}
		print(e)
	}
}

func (b *printer) name(n *Name) {
	if n != nil {
		b.put(n.Text)
	}
}

func (b *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Ident:
		if e.Dot {
			b.put(".")
		}
		b.put(e.Name)
	case *TypeExpr:
		b.typ(e.Type)
	case *IntLit:
		b.put(e.Text)
	case *BoolLit:
		fmt.Fprint(b, e.Value)
	case *StringLit:
		b.put(quote(e.Value))
	case *ThisExpr:
		b.put("this")
	case *Dots:
		b.put("...")
	case *DefaultExpr:
		if e.Underscore {
			b.put("_")
		} else {
			b.put("default")
		}
	case *InvalidExpr:
		b.put("{#}")
	case *BadExpr:
		b.put("?")
	case *UnaryExpr:
		b.put(e.Op.String())
		// Else - -x and + +x would be other tokens.
		if inner, ok := e.X.(*UnaryExpr); ok && inner.Op == e.Op {
			b.put(" ")
		}
		b.expr(e.X)
	case *BinaryExpr:
		b.expr(e.X)
		if e.Op == token.Range {
			b.put("..")
		} else {
			b.put(" ", e.Op.String(), " ")
		}
		b.expr(e.Y)
	case *CondExpr:
		b.expr(e.Cond)
		b.put(" ? ")
		b.expr(e.Then)
		b.put(" : ")
		b.expr(e.Else)
	case *CastExpr:
		b.put("(")
		b.typ(e.Type)
		b.put(")")
		b.expr(e.X)
	case *ParenExpr:
		b.put("(")
		b.expr(e.X)
		b.put(")")
	default:
		b.compound(e)
	}
}

// quote writes a string so that it reads as the same.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// compound prints expressions with parts in brackets.
func (b *printer) compound(e Expr) {
	switch e := e.(type) {
	case *MemberExpr:
		b.expr(e.X)
		b.put(".")
		b.name(e.Sel)
	case *IndexExpr:
		b.expr(e.X)
		b.put("[")
		b.expr(e.Index)
		b.put("]")
	case *SliceExpr:
		b.expr(e.X)
		b.put("[")
		if e.Width != nil {
			b.expr(e.Lo)
			b.put("+:")
			b.expr(e.Width)
		} else {
			b.expr(e.Hi)
			b.put(":")
			b.expr(e.Lo)
		}
		b.put("]")
	case *CallExpr:
		b.expr(e.Fun)
		if e.TypeArgs != nil {
			b.typeArgs(e.TypeArgs)
		}
		b.put("(")
		commas(b, e.Args, b.arg)
		b.put(")")
	case *ListExpr:
		if e.Parens {
			b.put("(")
			commas(b, e.Elems, b.expr)
			b.put(")")
			return
		}
		b.put("{")
		commas(b, e.Elems, b.expr)
		b.put("}")
	case *StructExpr:
		b.put("{")
		commas(b, e.Fields, func(f *NamedExpr) {
			b.name(f.Name)
			b.put(" = ")
			b.expr(f.Value)
		})
		if e.Dots {
			b.put(", ...")
		}
		b.put("}")
	case *SelectExpr:
		b.put("select(")
		commas(b, e.Keys, b.expr)
		b.put(") {…}")
	}
}

func (b *printer) arg(a *Arg) {
	if a.Name != nil {
		b.put(a.Name.Text, " = ")
	}
	b.expr(a.Value)
}

func (b *printer) typeArgs(args []Type) {
	b.put("<")
	commas(b, args, b.typ)
	b.put(">")
}

func (b *printer) typ(t Type) {
	switch t := t.(type) {
	case *NamedType:
		if t.Dot {
			b.put(".")
		}
		b.name(t.Name)
		if t.Args != nil {
			b.typeArgs(t.Args)
		}
	case *BaseType:
		b.put(t.Kind.String())
		if t.Width != nil {
			b.put("<")
			b.expr(t.Width)
			b.put(">")
		}
	case *StackType:
		b.typ(t.Elem)
		b.put("[")
		b.expr(t.Size)
		b.put("]")
	case *TupleType:
		b.put("tuple")
		b.typeArgs(t.Args)
	case *ListType:
		b.put("list<")
		b.typ(t.Elem)
		b.put(">")
	case *AnyType:
		b.put("_")
	}
}
