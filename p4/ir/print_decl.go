package ir

import (
	"fmt"
	"strings"
)

var (
	funcWords      = [...]string{"parser", "control", "action", "function", "method"}
	directionWords = [...]string{"none", "in", "out", "inout"}
)

func (t *printer) object(o *Object) {
	t.printf("\nobject %s: %s {\n", quote(o.Name), typeText(o.Type))
	t.line("local %s", quote(o.Local))
	if o.Factory != "" {
		t.line("factory %s", quote(o.Factory))
	}
	t.args(o.Params, o.Args, "  ")
	for _, m := range o.Methods {
		t.line("method %s", quote(m.Name))
	}
	if o.Table != nil {
		t.line("table %s", quote(o.Table.Name))
	}
	t.annotationLines(o.Annotations)
	t.printf("}\n")
}

func (t *printer) args(params []string, args []Arg, indent string) {
	for i, p := range params {
		t.printf("%sarg %s = ", indent, quote(p))
		t.arg(args[i], indent)
		t.printf("\n")
	}
}

func (t *printer) arg(a Arg, indent string) {
	switch {
	case a.Value != nil:
		t.printf("%s", valueText(a.Value))
	case a.Block != nil:
		t.printf("block %s", quote(a.Block.Name))
	case a.Object != nil:
		t.printf("object %s", quote(a.Object.Name))
	case a.Package != nil:
		t.printf("package ")
		t.pkg(a.Package, indent)
	case a.List != nil:
		t.printf("[")
		for i, x := range a.List {
			if i > 0 {
				t.printf(", ")
			}
			t.arg(x, indent)
		}
		t.printf("]")
	default:
		t.printf("none")
	}
}

func (t *printer) pkg(p *Package, indent string) {
	t.printf("%s %s {\n", quote(p.Type), quote(p.Name))
	t.args(p.Params, p.Args, indent+"  ")
	for _, a := range p.Annotations {
		t.printf("%s  %s\n", indent, annotation(a))
	}
	t.printf("%s}", indent)
}

func (t *printer) valueSet(s *ValueSet) {
	t.printf("\nset %s: %s {\n", quote(s.Name), typeText(s.Type))
	t.line("local %s", quote(s.Local))
	t.line("owner %s", quote(s.Owner.Name))
	t.line("match %s", names(s.Matches))
	t.line("size %d", s.Size)
	t.annotationLines(s.Annotations)
	t.printf("}\n")
}

func (t *printer) fun(f *Func) {
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = quote(p.Name) + declared(p) + ": " + directionWords[p.Dir] + " " + typeText(p.Type) + annotations(p.Annotations)
	}
	t.printf("\n%s %s(%s)", funcWords[f.Kind], quote(f.Name), strings.Join(params, ", "))
	if _, void := f.Result.(*VoidType); !void {
		t.printf(" -> %s", typeText(f.Result))
	}
	t.printf(" local %s", quote(f.Local))
	if f.Owner != nil {
		t.printf(" owner %s", quote(f.Owner.Name))
	}
	if f.Wraps != nil {
		t.printf(" wraps %s", quote(f.Wraps.Name))
	}
	t.printf("%s {\n", annotations(f.Annotations))
	for _, l := range f.Locals {
		word := "var"
		if l.Temp {
			word = "temp"
		}
		t.line("%s %s%s: %s%s", word, quote(l.Name), declared(l), typeText(l.Type), annotations(l.Annotations))
	}
	for _, b := range f.Blocks {
		t.block(b)
	}
	t.printf("}\n")
}

func declared(l *Local) string {
	if l.Temp || l.Declared == l.Name {
		return ""
	}
	return " declared " + quote(l.Declared)
}

func (t *printer) block(b *Block) {
	t.printf("%s:", quote(b.Name))
	if b.State != "" {
		t.printf(" state %s", quote(b.State))
	}
	if b.Atomic != 0 {
		t.printf(" atomic %d", b.Atomic)
	}
	t.printf("%s\n", annotations(b.Annotations))
	for _, i := range b.Instrs {
		t.line("%s", instrText(i))
	}
	t.term(b.Term)
}

func (t *printer) table(x *Table) {
	t.printf("\ntable %s {\n", quote(x.Name))
	t.line("local %s", quote(x.Local))
	t.line("owner %s", quote(x.Owner.Name))
	for _, k := range x.Keys {
		t.line("key %s match %s name %s%s", exprText(k.Expr), quote(k.Match), quote(k.Name), annotations(k.Annotations))
	}
	for _, a := range x.Actions {
		t.line("action %s(%s)%s", quote(a.Func.Name), operands(a.Bound), annotations(a.Annotations))
	}
	if x.DefaultIs == Constant {
		t.line("const default_action")
	}
	if x.Default != nil {
		t.line("default_action %s", x.call(*x.Default))
	}
	if x.EntriesAre == Constant {
		t.line("const entries")
	}
	for _, e := range x.Entries {
		t.entry(x, e)
	}
	if x.Size != 0 {
		t.line("size %d", x.Size)
	}
	for _, p := range x.Properties {
		t.property(p)
	}
	t.annotationLines(x.Annotations)
	t.printf("}\n")
}

func (x *Table) call(c TableCall) string {
	args := make([]string, len(c.Args))
	for i, v := range c.Args {
		args[i] = valueText(v)
	}
	return fmt.Sprintf("%s(%s)", quote(x.Actions[c.Action].Func.Name), strings.Join(args, ", "))
}

func (t *printer) entry(x *Table, e Entry) {
	t.printf("  entry")
	if e.Const {
		t.printf(" const")
	}
	if e.HasPriority {
		t.printf(" priority %d", e.Priority)
	}
	t.printf(" (%s) %s%s\n", keysets(e.Keys), x.call(e.Call), annotations(e.Annotations))
}

func (t *printer) property(p Property) {
	t.printf("  property %s", quote(p.Name))
	if p.Const {
		t.printf(" const")
	}
	t.printf(" = ")
	t.arg(p.Value, "  ")
	t.printf("%s\n", annotations(p.Annotations))
}
