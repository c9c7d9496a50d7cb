package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
)

// site is a place in a file where a mistake fits, and the mistakes that do.
type site struct {
	path     string // as given
	text     []byte // of the whole file
	from, to int    // bytes in text
	line     int
	function string
	wrong    []string // texts in place of text[from:to]
}

func (s *site) before() string { return string(s.text[s.from:s.to]) }

func (s *site) with(wrong string) []byte {
	return []byte(string(s.text[:s.from]) + wrong + string(s.text[s.to:]))
}

// mistakes are the operators that one takes for another.
var mistakes = map[token.Token][]string{
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/", "+"}, token.QUO: {"*", "%"}, token.REM: {"/"},
	token.SHL: {">>"}, token.SHR: {"<<"}, token.AND: {"|", "^"}, token.OR: {"&", "^"}, token.XOR: {"&", "|"}, token.AND_NOT: {"&"},
	token.LSS: {"<=", ">"}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<"}, token.GEQ: {">", "<"}, token.EQL: {"!="}, token.NEQ: {"=="},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD_ASSIGN: {"-="}, token.SUB_ASSIGN: {"+="}, token.OR_ASSIGN: {"&=", "="}, token.XOR_ASSIGN: {"="}, token.INC: {"--"}, token.DEC: {"++"},
}

// finder collects the sites of a file.
type finder struct {
	set      *token.FileSet
	path     string
	text     []byte
	function string
	sites    []*site
}

func find(path string) ([]*site, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read a source file: %w", err)
	}
	f := &finder{set: token.NewFileSet(), path: path, text: text}
	file, err := parser.ParseFile(f.set, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("read a source file: %w", err)
	}
	for _, d := range file.Decls {
		f.function = ""
		if fn, ok := d.(*ast.FuncDecl); ok {
			f.function = fn.Name.Name
		}
		ast.Inspect(d, f.visit)
	}
	return f.sites, nil
}

func (f *finder) offset(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}

func (f *finder) add(from, to token.Pos, wrong ...string) {
	if len(wrong) == 0 {
		return
	}
	p := f.set.Position(from)
	f.sites = append(f.sites, &site{f.path, f.text, p.Offset, f.offset(to), p.Line, f.function, wrong})
}

// visit finds the mistakes at a node. What is said in errors and panics is no behaviour
// of packets.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		callee := f.source(n.Fun)
		return callee != "panic" && callee != "fmt.Errorf" && callee != "errors.New"
	case *ast.GenDecl:
		return n.Tok != token.IMPORT
	case *ast.Field: // types of parameters, tags
		return false
	case *ast.BinaryExpr:
		var wrong []string
		for _, op := range mistakes[n.Op] {
			wrong = append(wrong, f.source(n.X)+" "+op+" "+f.source(n.Y))
		}
		f.add(n.Pos(), n.End(), wrong...)
	case *ast.BasicLit:
		if v, err := strconv.ParseUint(n.Value, 0, 64); err == nil && n.Kind == token.INT {
			f.add(n.Pos(), n.End(), strconv.FormatUint(v+1, 10), strconv.FormatInt(int64(v)-1, 10))
		}
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.ForStmt:
		f.negate(n.Cond)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.add(n.Pos(), n.End(), f.source(n.X))
		}
	case *ast.AssignStmt:
		f.operator(n, n.Tok, n.TokPos)
	case *ast.IncDecStmt:
		f.operator(n, n.Tok, n.TokPos)
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	}
	return true
}

func (f *finder) negate(cond ast.Expr) {
	if cond != nil {
		f.add(cond.Pos(), cond.End(), "!("+f.source(cond)+")")
	}
}

// operator is x += y and x++ with another operator.
func (f *finder) operator(n ast.Stmt, t token.Token, at token.Pos) {
	text, rel := f.source(n), f.offset(at)-f.offset(n.Pos())
	var wrong []string
	for _, op := range mistakes[t] {
		wrong = append(wrong, text[:rel]+op+text[rel+len(t.String()):])
	}
	f.add(n.Pos(), n.End(), wrong...)
}

// statements drops each one that has an effect and swaps neighbours that have to do
// with each other.
func (f *finder) statements(list []ast.Stmt) {
	for i, s := range list {
		if hasEffect(s) {
			f.add(s.Pos(), s.End(), "")
		}
		if i+1 < len(list) && depend(s, list[i+1]) {
			next := list[i+1]
			between := string(f.text[f.offset(s.End()):f.offset(next.Pos())])
			f.add(s.Pos(), next.End(), f.source(next)+between+f.source(s))
		}
	}
}

func hasEffect(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE && f0(s.Lhs[0]) != "_"
	case *ast.ExprStmt, *ast.IncDecStmt:
		return true
	case *ast.BranchStmt:
		return s.Label == nil
	}
	return false
}

// depend says whether the order of two statements can matter: both do something, and
// one of them changes a name that the other has, or both call.
func depend(a, b ast.Stmt) bool {
	if !simple(a) || !simple(b) {
		return false
	}
	changes := func(s, other ast.Stmt) bool {
		for _, n := range changed(s) {
			if mentions(other, n) {
				return true
			}
		}
		return false
	}
	_, callA := a.(*ast.ExprStmt)
	_, callB := b.(*ast.ExprStmt)
	return callA && callB || changes(a, b) || changes(b, a)
}

func simple(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// changed is the names that a statement assigns to, or to parts of.
func changed(s ast.Stmt) (names []string) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				names = append(names, path(l))
			}
		case *ast.IncDecStmt:
			names = append(names, path(n.X))
		case *ast.CallExpr: // a method may change what it is of
			if s, ok := n.Fun.(*ast.SelectorExpr); ok {
				names = append(names, path(s.X))
			}
		}
		return true
	})
	return names
}

// path is the fields of an expression behind its first name, as far as there are
// nothing but fields: p.State of p.State.headers[i].
func path(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		if of := path(x.X); of != "" && isPath(x.X) {
			return of + "." + x.Sel.Name
		}
		return path(x.X)
	}
	return f0(e)
}

func isPath(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPath(x.X)
	}
	return false
}

// f0 is the first name of an expression: p of p.State.headers[i].
func f0(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.CallExpr:
			e = x.Fun
		default:
			return ""
		}
	}
}

func mentions(s ast.Stmt, name string) (found bool) {
	if name == "" || name == "_" || strings.ToUpper(name[:1]) == name[:1] {
		return false // packages' and types' names
	}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if isPath(n) {
				has := path(n)
				found = found || within(has, name) || within(name, has)
				return false // fields are looked at as a whole
			}
		case *ast.Ident:
			found = found || n.Name == name || strings.HasPrefix(name, n.Name+".")
		}
		return !found
	})
	return found
}

// within says whether a path is another, or a part of it.
func within(path, of string) bool { return path == of || strings.HasPrefix(path, of+".") }
