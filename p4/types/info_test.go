package types

import (
	"testing"

	"up4/p4/syntax"
)

const infoText = `
extern E<T> { E(T first, bit<8> size); T at(in T x, in bit<8> i = 7); }
struct S { bit<8> a; bit<16> b; }
enum bit<8> N { One = 1 }
control c(inout S s, inout bit<8> x)(bit<8> k) {
    E(first = 8w1, size = k) e;
    apply {
        s = { 1, 2 };
        x = e.at(x = 3);
        x = N.One;
    }
}
`

// What Info says of a program that uses the main kinds of names and conversions.
func TestInfo(t *testing.T) {
	info, prog, _, diags := checkText(t, "info.p4", infoText)
	if diags.Errors() > 0 {
		t.Fatal(diags.All)
	}
	ctl := prog.Decls[3].(*syntax.ControlDecl)
	inst := ctl.Locals[0].(*syntax.Instantiation)
	made := info.Instances[inst]
	if made == nil || made.Constructed.String() != "E<bit<8>>" || len(made.Args) != 2 || made.Args[1] == nil {
		t.Fatalf("the instance is %+v", made)
	}
	if made.Sig.Params[0].Type.String() != "bit<8>" {
		t.Errorf("the constructor is %s", made.Sig)
	}
	list := ctl.Body.Stmts[0].(*syntax.AssignStmt).R.(*syntax.ListExpr)
	if info.Types[list].String() != "{int, int}" || info.Implicit[list].String() != "S" || info.Implicit[list.Elems[1]].String() != "bit<16>" {
		t.Errorf("{1, 2} is %s and becomes %v, its second part %v", info.Types[list], info.Implicit[list], info.Implicit[list.Elems[1]])
	}
	call := ctl.Body.Stmts[1].(*syntax.AssignStmt).R.(*syntax.CallExpr)
	got := info.Calls[call]
	if got == nil || got.Sig.Result.String() != "bit<8>" || len(got.Args) != 2 || got.Args[0] == nil || got.Args[1] != nil {
		t.Errorf("the call is %+v", got)
	}
	if id, ok := got.Recv.(*syntax.Ident); !ok || info.Uses[id] != info.Defs[inst] || info.Uses[id].Kind != Instance {
		t.Errorf("the receiver stands for %+v", info.Uses[got.Recv])
	}
	one := ctl.Body.Stmts[2].(*syntax.AssignStmt).R
	if info.Implicit[one].String() != "bit<8>" || info.Values[one].(*IntValue).V.Int64() != 1 {
		t.Errorf("N.One becomes %v, of value %v", info.Implicit[one], info.Values[one])
	}
}

// A declared generic type keeps its variables until arguments are put in.
func TestSubstitute(t *testing.T) {
	v := &TypeVar{Name: "T"}
	r := &Record{Kind: Struct, Name: "S", Decl: &syntax.FieldsDecl{}, Args: []Type{v}, Fields: []*Field{{Name: "a", Type: &Stack{v, 2}}}}
	to := Substitute(r, Binding{v: Bool}).(*Record)
	if to.String() != "S<bool>" || to.Fields[0].Type.String() != "bool[2]" {
		t.Errorf("S<T> with bool is %s with a field %s", to, to.Fields[0].Type)
	}
	if r.Fields[0].Type.String() != "T[2]" {
		t.Errorf("the declaration changed: %s", r.Fields[0].Type)
	}
	if Identical(r, to) || !Identical(to, Substitute(r, Binding{v: Bool})) {
		t.Error("types are identical if their declaration and arguments are")
	}
}
