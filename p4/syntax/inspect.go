package syntax

// Inspect calls f for a node and, where f says true, for all within it, in the order
// of the text as far as the tree keeps it. It passes over what is not there (nil).
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	w := walker{f}
	switch n := n.(type) {
	case *Program:
		each(w, n.Decls)
	case *Annotation:
		w.name(n.Name)
		each(w, n.Values)
		each(w, n.Pairs)
	case Expr:
		w.expr(n)
	case Type:
		w.typ(n)
	case Decl:
		w.decl(n)
	case Stmt:
		w.stmt(n)
	default:
		w.part(n)
	}
}

type walker struct{ f func(Node) bool }

func (w walker) one(n Node) { Inspect(n, w.f) }

// name, and others below, take pointers that may be nil, which is not the nil Node.
func (w walker) name(n *Name) {
	if n != nil {
		w.one(n)
	}
}

func (w walker) block(b *BlockStmt) {
	if b != nil {
		w.one(b)
	}
}

func each[N Node](w walker, list []N) {
	for _, n := range list {
		w.one(n)
	}
}

// some visits nodes that may be nil.
func (w walker) some(nodes ...Node) {
	for _, n := range nodes {
		if n != nil {
			w.one(n)
		}
	}
}

func (w walker) expr(e Expr) {
	switch e := e.(type) {
	case *TypeExpr:
		w.one(e.Type)
	case *UnaryExpr:
		w.one(e.X)
	case *BinaryExpr:
		w.some(e.X, e.Y)
	case *CondExpr:
		w.some(e.Cond, e.Then, e.Else)
	case *CastExpr:
		w.some(e.Type, e.X)
	case *MemberExpr:
		w.one(e.X)
		w.name(e.Sel)
	case *IndexExpr:
		w.some(e.X, e.Index)
	case *SliceExpr:
		w.some(e.X, e.Hi, e.Lo, e.Width)
	case *CallExpr:
		w.one(e.Fun)
		each(w, e.TypeArgs)
		each(w, e.Args)
	case *ListExpr:
		each(w, e.Elems)
	case *StructExpr:
		each(w, e.Fields)
	case *ParenExpr:
		w.one(e.X)
	case *SelectExpr:
		each(w, e.Keys)
		each(w, e.Cases)
	}
}

func (w walker) typ(t Type) {
	switch t := t.(type) {
	case *NamedType:
		w.name(t.Name)
		each(w, t.Args)
	case *BaseType:
		w.some(t.Width)
	case *StackType:
		w.some(t.Elem, t.Size)
	case *TupleType:
		each(w, t.Args)
	case *ListType:
		w.one(t.Elem)
	}
}

// part visits within what is neither expression, type, declaration nor statement.
func (w walker) part(n Node) {
	switch n := n.(type) {
	case *Arg:
		w.name(n.Name)
		w.some(n.Value)
	case *NamedExpr:
		w.name(n.Name)
		w.some(n.Value)
	case *SelectCase:
		w.some(n.Keyset)
		w.name(n.Next)
	case *SwitchCase:
		w.some(n.Label)
		w.block(n.Body)
	case *Initializer:
		each(w, n.Decls)
	case *KeyElem:
		w.some(n.Expr)
		w.name(n.Match)
		each(w, n.Annotations)
	case *ActionRef:
		each(w, n.Annotations)
		if n.Action != nil {
			w.one(n.Action)
		}
		each(w, n.Args)
	case *Entry:
		w.some(n.Priority, n.Keyset)
		if n.Action != nil {
			w.one(n.Action)
		}
		each(w, n.Annotations)
	}
}

func (w walker) stmt(s Stmt) {
	switch s := s.(type) {
	case *AssignStmt:
		w.some(s.L, s.R)
	case *CallStmt:
		w.one(s.Call)
	case *DeclStmt:
		w.one(s.Decl)
	case *BlockStmt:
		each(w, s.Annotations)
		each(w, s.Stmts)
	case *IfStmt:
		w.some(s.Cond, s.Then, s.Else)
	case *ReturnStmt:
		w.some(s.Value)
	case *SwitchStmt:
		w.some(s.Tag)
		each(w, s.Cases)
	case *ForStmt:
		each(w, s.Annotations)
		each(w, s.Init)
		w.some(s.Cond)
		each(w, s.Update)
		w.some(s.Body)
	case *ForInStmt:
		each(w, s.Annotations)
		if s.Decl != nil {
			w.one(s.Decl)
		}
		w.some(s.Var, s.Coll, s.Body)
	}
}

func (w walker) decl(d Decl) {
	each(w, d.Annots())
	w.declType(d)
	w.name(d.Declared())
	switch d := d.(type) {
	case *Param:
		w.some(d.Default)
	case *ConstDecl:
		w.some(d.Value)
	case *VarDecl:
		w.some(d.Value)
	case *Instantiation:
		each(w, d.Args)
		if d.Body != nil {
			w.one(d.Body)
		}
	case *ErrorDecl:
		each(w, d.Members)
	case *MatchKindDecl:
		each(w, d.Members)
	case *FieldsDecl:
		each(w, d.TypeParams)
		each(w, d.Fields)
	case *EnumDecl:
		each(w, d.Members)
	case *EnumMember:
		w.some(d.Value)
	case *ExternDecl:
		each(w, d.TypeParams)
		each(w, d.Methods)
	case *ValueSetDecl:
		w.some(d.Size)
	case *TableDecl:
		each(w, d.Properties)
	case *Property:
		each(w, d.Keys)
		each(w, d.Actions)
		each(w, d.Entries)
		w.some(d.Value)
	default:
		w.callable(d)
	}
}

// declType visits the type written before a declaration's name.
func (w walker) declType(d Decl) {
	switch d := d.(type) {
	case *Param:
		w.some(d.Type)
	case *ConstDecl:
		w.some(d.Type)
	case *VarDecl:
		w.some(d.Type)
	case *Instantiation:
		w.some(d.Type)
	case *TypedefDecl:
		w.some(d.Type, d.Inline)
	case *Field:
		w.some(d.Type)
	case *EnumDecl:
		w.some(d.Type)
	case *MethodDecl:
		w.some(d.Result)
	case *FunctionDecl:
		w.some(d.Result)
	case *ValueSetDecl:
		w.some(d.Type)
	}
}

// callable visits the parameters of a declaration, and its body.
func (w walker) callable(d Decl) {
	switch d := d.(type) {
	case *MethodDecl:
		each(w, d.TypeParams)
		each(w, d.Params)
	case *FunctionDecl:
		each(w, d.TypeParams)
		each(w, d.Params)
		w.block(d.Body)
	case *ActionDecl:
		each(w, d.Params)
		w.block(d.Body)
	case *ParserDecl:
		each(w, d.TypeParams)
		each(w, d.Params)
		each(w, d.CtorParams)
		each(w, d.Locals)
		each(w, d.States)
	case *StateDecl:
		each(w, d.Body)
		w.some(d.Transition)
	case *ControlDecl:
		each(w, d.TypeParams)
		each(w, d.Params)
		each(w, d.CtorParams)
		each(w, d.Locals)
		w.block(d.Body)
	case *PackageDecl:
		each(w, d.TypeParams)
		each(w, d.Params)
	}
}

// Unparen is an expression without the parentheses around it.
func Unparen(e Expr) Expr {
	for {
		p, ok := e.(*ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// Annotated is the first of annotations that is @name, nil if none is.
func Annotated(as []*Annotation, name string) *Annotation {
	for _, a := range as {
		if a.Name != nil && a.Name.Text == name {
			return a
		}
	}
	return nil
}
