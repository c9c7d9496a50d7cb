package info

import (
	"math/big"
	"strconv"
	"strings"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
	"up4/p4/source"
)

// find is the annotation of a name, nil if there is none.
func find(list []ir.Annotation, name string) *ir.Annotation {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

func has(list []ir.Annotation, name string) bool { return find(list, name) != nil }

// parts is an unstructured annotation's body cut at the commas that are not
// within strings or parentheses.
func parts(body string) []string {
	var out []string
	depth, from, quoted := 0, 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(body[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(body[from:]); last != "" || len(out) > 0 {
		out = append(out, last)
	}
	return out
}

// stringOf is the value of a string literal; literals that follow each other are
// one (P4-16 6.4.3.3).
func stringOf(text string) (string, bool) {
	var b strings.Builder
	quoted, seen := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case !quoted && c == '"':
			quoted, seen = true, true
		case !quoted && c != ' ':
			return "", false
		case !quoted:
		case c == '"':
			quoted = false
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(unescape(text[i]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), seen && !quoted
}

// unescape is what a character after a backslash stands for.
func unescape(c byte) byte {
	if c == 'n' {
		return '\n'
	}
	return c
}

// intOf is the value of an integer literal as P4 writes it: 10, 0x0a, 8w10, 1_000.
func intOf(text string) (int64, bool) {
	base, text := splitBase(withoutWidth(strings.ReplaceAll(text, "_", "")))
	n, ok := new(big.Int).SetString(text, base)
	if !ok || !n.IsInt64() || n.Sign() < 0 {
		return 0, false
	}
	return n.Int64(), true
}

// withoutWidth takes a literal's width off.
func withoutWidth(text string) string {
	if i := strings.IndexAny(text, "ws"); i > 0 {
		if width, err := strconv.Atoi(text[:i]); err == nil && width <= maxLiteral {
			return text[i+1:]
		}
	}
	return text
}

// maxLiteral is the widest literal that is read, in bits.
const maxLiteral = 1 << 16

// splitBase takes a literal's base off.
func splitBase(text string) (base int, digits string) {
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'x', 'X':
			return 16, text[2:]
		case 'o', 'O':
			return 8, text[2:]
		case 'b', 'B':
			return 2, text[2:]
		case 'd', 'D':
			return 10, text[2:]
		}
	}
	return 10, text
}

// number is the one number in an annotation, if that is there.
func (b *builder) number(list []ir.Annotation, name string, at source.Span) (int64, bool) {
	a := find(list, name)
	if a == nil {
		return 0, false
	}
	n, ok := intOf(a.Body)
	if a.Structured && len(a.Values) == 1 && len(a.Keys) == 0 {
		var c *ir.IntConst
		if c, ok = a.Values[0].(*ir.IntConst); ok && c.V.IsInt64() && c.V.Sign() >= 0 {
			return c.V.Int64(), true
		}
	}
	if !ok {
		b.diags.Errorf(at, CodeAnnotation, "@%s must hold one number that is not negative", name)
	}
	return n, ok
}

// text is the one string in an annotation, if that is there.
func (b *builder) text(list []ir.Annotation, name string, at source.Span) (string, bool) {
	a := find(list, name)
	if a == nil {
		return "", false
	}
	s, ok := stringOf(a.Body)
	if a.Structured && len(a.Values) == 1 && len(a.Keys) == 0 {
		if c, is := a.Values[0].(ir.StringConst); is {
			return string(c), true
		}
	}
	if !ok {
		b.diags.Errorf(at, CodeAnnotation, "@%s must hold one string", name)
	}
	return s, ok
}

// annotated is a message with annotations.
type annotated struct {
	plain      *[]string
	structured *[]*config.StructuredAnnotation
	doc        **config.Documentation // nil if the message has none
}

// spoken are annotations that a message says in fields of their own.
var spoken = map[string]bool{"name": true, "id": true, "brief": true, "description": true}

// annotate copies annotations to a message, but for those that it says otherwise
// and those in but (P4Runtime 6.1.3, 6.1.4).
func (b *builder) annotate(m annotated, list []ir.Annotation, at source.Span, but ...string) {
	for i := range list {
		a := &list[i]
		skip := spoken[a.Name]
		for _, name := range but {
			skip = skip || a.Name == name
		}
		switch {
		case skip:
		case a.Structured:
			*m.structured = append(*m.structured, b.structured(a, at))
		case a.Body == "":
			*m.plain = append(*m.plain, "@"+a.Name)
		default:
			*m.plain = append(*m.plain, "@"+a.Name+"("+a.Body+")")
		}
	}
	if m.doc == nil || !has(list, "brief") && !has(list, "description") {
		return
	}
	*m.doc = &config.Documentation{}
	(*m.doc).Brief, _ = b.text(list, "brief", at)
	(*m.doc).Description, _ = b.text(list, "description", at)
}

func (b *builder) structured(a *ir.Annotation, at source.Span) *config.StructuredAnnotation {
	out := &config.StructuredAnnotation{Name: a.Name}
	switch {
	case len(a.Keys) > 0:
		pairs := &config.KeyValuePairList{}
		for i, key := range a.Keys {
			pairs.KvPairs = append(pairs.KvPairs, &config.KeyValuePair{Key: key, Value: b.expression(a, a.Values[i], at)})
		}
		out.Body = &config.StructuredAnnotation_KvPairList{KvPairList: pairs}
	case len(a.Values) > 0:
		exprs := &config.ExpressionList{}
		for _, v := range a.Values {
			exprs.Expressions = append(exprs.Expressions, b.expression(a, v, at))
		}
		out.Body = &config.StructuredAnnotation_ExpressionList{ExpressionList: exprs}
	}
	return out
}

func (b *builder) expression(a *ir.Annotation, v ir.Value, at source.Span) *config.Expression {
	switch v := v.(type) {
	case *ir.IntConst:
		if v.V.IsInt64() {
			return &config.Expression{Value: &config.Expression_Int64Value{Int64Value: v.V.Int64()}}
		}
		b.diags.Errorf(at, CodeAnnotation, "%s in @%s does not fit in 64 bits, as P4Info has them: write it as a string", v.V, a.Name)
	case ir.BoolConst:
		return &config.Expression{Value: &config.Expression_BoolValue{BoolValue: bool(v)}}
	case ir.StringConst:
		return &config.Expression{Value: &config.Expression_StringValue{StringValue: string(v)}}
	default:
		b.diags.Errorf(at, CodeAnnotation, "@%s holds a value of type %s, which P4Info has no form for: only numbers, strings and booleans", a.Name, v.Type())
	}
	return &config.Expression{}
}

// preamble is what every object with an id begins with.
func (b *builder) preamble(k kind, name string, list []ir.Annotation, at source.Span, but ...string) *config.Preamble {
	p := &config.Preamble{Id: b.id(k, name), Name: name, Alias: b.symbols.alias(name)}
	b.annotate(annotated{&p.Annotations, &p.StructuredAnnotations, &p.Doc}, list, at, but...)
	return p
}

// shownName is a type's or field's name for the control plane: @name, or the
// declared one.
func (b *builder) shownName(declared string, list []ir.Annotation) string {
	if a := find(list, "name"); a != nil && !a.Structured {
		if s, ok := stringOf(a.Body); ok && s != "" {
			return strings.TrimPrefix(s, ".")
		}
	}
	return declared
}

// fieldIDs are the ids of fields or parameters: those that @id gives, and for the
// others the next free number, from 1; each @id on the way moves the search on by
// one, as in the reference compiler.
func (b *builder) fieldIDs(n int, annotations func(int) []ir.Annotation, at source.Span) []uint32 {
	ids, used := make([]uint32, n), map[uint32]bool{}
	for i := range ids {
		id, ok := b.number(annotations(i), "id", at)
		if !ok {
			continue
		}
		if id == 0 || id > 0xffffffff || used[uint32(id)] {
			b.diags.Errorf(at, CodeID, "@id(%d) does not fit: ids of fields and parameters are above 0, fit in 32 bits, and no two are the same", id)
			continue
		}
		ids[i] = uint32(id)
		used[ids[i]] = true
	}
	next := uint32(1)
	for i := range ids {
		if ids[i] != 0 {
			next++
			continue
		}
		for used[next] {
			next++
		}
		ids[i] = next
		used[next] = true
	}
	return ids
}
