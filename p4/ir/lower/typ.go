package lower

import (
	"fmt"
	"strconv"
	"strings"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/types"
)

// typ is a type of the language as one of the IR, with sub's types put in for type
// variables. Declared types join the program where they are first used.
func (l *lowerer) typ(t types.Type, sub types.Binding) ir.Type {
	return l.closed(types.Substitute(t, sub))
}

func (l *lowerer) closed(t types.Type) ir.Type {
	switch t := t.(type) {
	case types.Basic:
		return basic(t)
	case *types.Bits:
		return &ir.BitsType{Width: t.Width, Signed: t.Signed}
	case *types.Varbit:
		return &ir.VarbitType{Max: t.Max}
	case *types.Stack:
		return &ir.StackType{Elem: l.closed(t.Elem), Size: t.Size}
	case *types.List:
		return &ir.ListType{Elem: l.closed(t.Elem)}
	case *types.Set:
		return l.closed(t.Elem)
	case *types.Extern:
		return &ir.ObjectType{Name: t.Name, Args: l.all(t.Args)}
	case *types.Record:
		return l.record(t)
	case *types.Tuple:
		return l.tuple(t)
	case *types.Anonymous:
		return l.anonymous(t)
	case *types.Enum:
		return l.enum(t)
	case *types.NewType:
		return l.declared(fmt.Sprintf("%p", t.Decl), func() ir.Type {
			under := l.closed(t.Under)
			return &ir.NewType{Name: l.typeNames.unique(t.Name), Under: under, Annotations: l.annotations(t.Decl.Annots())}
		})
	}
	return ir.Void
}

func basic(t types.Basic) ir.Type {
	switch t {
	case types.Bool:
		return ir.Bool
	case types.Int:
		return ir.IntT
	case types.String:
		return ir.String
	case types.ErrorType:
		return ir.Error
	case types.MatchKind:
		return ir.MatchKind
	}
	return ir.Void
}

func (l *lowerer) all(ts []types.Type) []ir.Type {
	var out []ir.Type
	for _, t := range ts {
		out = append(out, l.closed(t))
	}
	return out
}

// declared is the type of that key, made on first use, behind its parts.
func (l *lowerer) declared(key string, mk func() ir.Type) ir.Type {
	if t := l.types[key]; t != nil {
		return t
	}
	t := mk()
	l.types[key] = t
	l.prog.Types = append(l.prog.Types, t)
	return t
}

func typeList(ts []ir.Type) string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.String()
	}
	return "<" + strings.Join(out, ", ") + ">"
}

func (l *lowerer) record(t *types.Record) ir.Type {
	name, args := t.Name, l.all(t.Args)
	if len(args) > 0 {
		name += typeList(args)
	}
	return l.declared(fmt.Sprintf("%p %s", t.Decl, name), func() ir.Type {
		r := &ir.RecordType{Kind: ir.RecordKind(t.Kind)}
		for _, f := range t.Fields {
			r.Fields = append(r.Fields, ir.Field{Name: f.Name, Type: l.closed(f.Type), Annotations: l.fieldAnnotations(f)})
		}
		r.Name = l.typeNames.unique(name)
		if t.Decl != nil {
			r.Annotations = l.annotations(t.Decl.Annots())
		}
		return r
	})
}

func (l *lowerer) fieldAnnotations(f *types.Field) []ir.Annotation {
	if f.Decl == nil {
		return nil
	}
	return l.annotations(f.Decl.Annots())
}

func (l *lowerer) tuple(t *types.Tuple) ir.Type {
	elems := l.all(t.Elems)
	name := "tuple" + typeList(elems)
	return l.declared(name, func() ir.Type {
		r := &ir.RecordType{Kind: ir.Tuple, Name: name}
		for i, e := range elems {
			r.Fields = append(r.Fields, ir.Field{Name: strconv.Itoa(i), Type: e})
		}
		return r
	})
}

// anonymous is {f = a} that no declared type was asked of.
func (l *lowerer) anonymous(t *types.Anonymous) ir.Type {
	r := &ir.RecordType{Kind: ir.Struct}
	var parts []string
	for _, f := range t.Fields {
		ft := l.closed(f.Type)
		r.Fields = append(r.Fields, ir.Field{Name: f.Name, Type: ft})
		parts = append(parts, f.Name+": "+ft.String())
	}
	r.Name = "struct {" + strings.Join(parts, ", ") + "}"
	return l.declared(r.Name, func() ir.Type { return r })
}

func (l *lowerer) enum(t *types.Enum) ir.Type {
	return l.declared(fmt.Sprintf("%p", t.Decl), func() ir.Type {
		e := &ir.EnumType{Name: l.typeNames.unique(t.Name), Members: t.Members, Annotations: l.annotations(t.Decl.Annots())}
		if b, ok := t.Repr.(*types.Bits); ok {
			e.Repr = &ir.BitsType{Width: b.Width, Signed: b.Signed}
			for _, v := range t.Values {
				e.Values = append(e.Values, v.V)
			}
		}
		return e
	})
}

// annotations are as written, tokens joined by spaces, but for expressions in @field_list,
// for which their values stand.
func (l *lowerer) annotations(as []*syntax.Annotation) []ir.Annotation {
	var out []ir.Annotation
	for _, a := range as {
		if a.Name == nil {
			continue
		}
		x := ir.Annotation{Name: a.Name.Text}
		var parts []string
		switch a.Kind {
		case syntax.Unstructured:
			for _, t := range a.Tokens {
				parts = append(parts, t.Text)
			}
			if len(a.Values) > 0 {
				parts = l.numbers(a.Values)
			}
			x.Body = strings.Join(parts, " ")
		case syntax.ExprList:
			x.Structured = true
			for _, e := range a.Values {
				parts = append(parts, syntax.ExprString(e))
				x.Values = append(x.Values, l.plainValue(e))
			}
			x.Body = strings.Join(parts, ", ")
		case syntax.KeyValues:
			x.Structured = true
			for _, p := range a.Pairs {
				parts = append(parts, p.Name.Text+" = "+syntax.ExprString(p.Value))
				x.Keys = append(x.Keys, p.Name.Text)
				x.Values = append(x.Values, l.plainValue(p.Value))
			}
			x.Body = strings.Join(parts, ", ")
		}
		out = append(out, x)
	}
	return out
}

// numbers is the words of a list of numbers.
func (l *lowerer) numbers(list []syntax.Expr) (words []string) {
	for i, e := range list {
		if i > 0 {
			words = append(words, ",")
		}
		if v, ok := l.info.Values[e].(*types.IntValue); ok { // as the check has made sure
			words = append(words, v.V.String())
		}
	}
	return words
}

// plainValue is an annotation's value: an int, a string or a bool.
func (l *lowerer) plainValue(e syntax.Expr) ir.Value {
	if v := l.value(l.info.Values[e], l.closed(l.info.Types[e])); v != nil {
		return v
	}
	return ir.StringConst(syntax.ExprString(e))
}
