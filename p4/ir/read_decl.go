package ir

// program = { declaration }.
func (r *reader) program() {
	for r.peek().kind != lexEOF {
		r.try(r.decl, r.nextDecl)
	}
}

// nextDecl skips to a word in the first column.
func (r *reader) nextDecl() {
	if r.pos > 0 && r.peek().first && r.peek().col == 1 && r.peek().kind == lexWord {
		if declWords[r.peek().text] {
			return
		}
	}
	for r.take().kind != lexEOF {
		if x := r.peek(); x.first && x.col == 1 && x.kind == lexWord && declWords[x.text] {
			return
		}
	}
}

var declWords = map[string]bool{
	"errors": true, "match_kinds": true, "struct": true, "header": true, "union": true, "tuple": true,
	"enum": true, "newtype": true, "object": true, "set": true, "table": true, "main": true,
	"parser": true, "control": true, "action": true, "function": true, "method": true,
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}

func (r *reader) decl() {
	x := r.peek()
	if x.kind != lexWord || !declWords[x.text] {
		r.pos++
		r.failAt(x, "a declaration is expected, not %s", x)
	}
	r.pos++
	switch {
	case x.text == "errors":
		r.want("{")
		r.prog.Errors = append(r.prog.Errors, r.names("}")...)
	case x.text == "match_kinds":
		r.want("{")
		r.prog.MatchKinds = append(r.prog.MatchKinds, r.names("}")...)
	case x.text == "enum":
		r.enum()
	case x.text == "newtype":
		r.newType()
	case x.text == "object":
		r.object()
	case x.text == "set":
		r.valueSet()
	case x.text == "table":
		r.table()
	case x.text == "main":
		if r.prog.Main != nil {
			r.failAt(x, "main is declared twice")
		}
		r.prog.Main = r.pkg()
	case indexOf(recordWords[:], x.text) >= 0:
		r.record(RecordKind(indexOf(recordWords[:], x.text)))
	default:
		r.fun(FuncKind(indexOf(funcWords[:], x.text)))
	}
}

func (r *reader) addType(x lexeme, t Type) {
	if r.types[x.text] != nil {
		r.failAt(x, "type %s is declared twice", x)
	}
	r.types[x.text] = t
	r.prog.Types = append(r.prog.Types, t)
}

// record = KIND NAME annotations "{" { NAME ":" type annotations } "}".
func (r *reader) record(kind RecordKind) {
	n := r.ident()
	t := &RecordType{Kind: kind, Name: n.text, Annotations: r.annotations()}
	r.want("{")
	for !r.got("}") {
		f := Field{Name: r.fieldName()}
		r.want(":")
		f.Type = r.typ()
		f.Annotations = r.annotations()
		t.Fields = append(t.Fields, f)
	}
	r.addType(n, t)
}

// fieldName is a name, or a number in a tuple.
func (r *reader) fieldName() string {
	if r.peek().kind == lexNumber {
		return r.take().text
	}
	return r.ident().text
}

// enum = "enum" NAME [":" type] annotations "{" { NAME ["=" NUMBER] } "}".
func (r *reader) enum() {
	n := r.ident()
	t := &EnumType{Name: n.text}
	if r.got(":") {
		at := r.peek()
		bits, ok := r.typ().(*BitsType)
		if !ok {
			r.failAt(at, "an enum is represented by bit<> or int<>")
		}
		t.Repr = bits
	}
	t.Annotations = r.annotations()
	r.want("{")
	for !r.got("}") {
		t.Members = append(t.Members, r.ident().text)
		if t.Repr != nil {
			r.want("=")
			t.Values = append(t.Values, r.big())
		}
	}
	r.addType(n, t)
}

// newtype = "newtype" NAME "=" type annotations.
func (r *reader) newType() {
	n := r.ident()
	r.want("=")
	t := &NewType{Name: n.text, Under: r.typ()}
	t.Annotations = r.annotations()
	r.addType(n, t)
}

// annotations = { "@" NAME [STRING] ["[" [NAME "="] value, … "]"] }.
func (r *reader) annotations() []Annotation {
	var out []Annotation
	for r.is("@") && !r.peek().first { // on a line of its own it is what the line stands in
		out = append(out, r.annotation())
	}
	return out
}

func (r *reader) annotation() Annotation {
	r.want("@")
	a := Annotation{}
	if r.peek().kind == lexWord {
		a.Name = r.take().text
	} else {
		a.Name = r.ident().text
	}
	if r.peek().kind == lexString {
		a.Body = r.string()
	}
	if r.got("[") {
		a.Structured = true
		r.list("]", func() {
			if r.peekAt(1).is("=") {
				a.Keys = append(a.Keys, r.ident().text)
				r.want("=")
			}
			a.Values = append(a.Values, r.value())
		})
	}
	return a
}

// object = "object" NAME ":" type "{" … "}".
func (r *reader) object() {
	o := declare(r, &r.objects, r.ident(), "object")
	r.prog.Objects = append(r.prog.Objects, o)
	o.Name = r.toks[r.pos-1].text
	r.want(":")
	at := r.peek()
	t, ok := r.typ().(*ObjectType)
	if !ok {
		r.failAt(at, "the type of an extern object is expected")
	}
	o.Type = t
	r.want("{")
	for !r.got("}") {
		switch {
		case r.got("local"):
			o.Local = r.ident().text
		case r.got("factory"):
			o.Factory = r.ident().text
		case r.got("method"):
			o.Methods = append(o.Methods, r.funcs.get(r.ident()))
		case r.got("table"):
			o.Table = r.tables.get(r.ident())
		case r.is("@"):
			o.Annotations = append(o.Annotations, r.annotation())
		default:
			r.argLine(&o.Params, &o.Args)
		}
	}
}

// line = "arg" NAME "=" arg.
func (r *reader) argLine(params *[]string, args *[]Arg) {
	r.want("arg")
	*params = append(*params, r.ident().text)
	r.want("=")
	*args = append(*args, r.arg())
}

// arg = "none" | "block" NAME | "object" NAME | "package" package | "[" args "]" | value.
func (r *reader) arg() Arg {
	defer r.enter()()
	switch {
	case r.got("["):
		a := Arg{List: []Arg{}}
		r.list("]", func() { a.List = append(a.List, r.arg()) })
		return a
	case r.got("none"):
		return Arg{}
	case r.got("block"):
		return Arg{Block: r.funcs.get(r.ident())}
	case r.got("object"):
		return Arg{Object: r.objects.get(r.ident())}
	case r.got("package"):
		return Arg{Package: r.pkg()}
	}
	return Arg{Value: r.value()}
}

// package = TYPE NAME "{" { arg | annotation } "}".
func (r *reader) pkg() *Package {
	defer r.enter()()
	p := &Package{Type: r.ident().text}
	p.Name = r.ident().text
	r.want("{")
	for !r.got("}") {
		if r.is("@") {
			p.Annotations = append(p.Annotations, r.annotation())
		} else {
			r.argLine(&p.Params, &p.Args)
		}
	}
	return p
}

// set = "set" NAME ":" type "{" … "}".
func (r *reader) valueSet() {
	s := declare(r, &r.sets, r.ident(), "value set")
	r.prog.Sets = append(r.prog.Sets, s)
	s.Name = r.toks[r.pos-1].text
	r.want(":")
	s.Type = r.typ()
	r.want("{")
	for !r.got("}") {
		switch {
		case r.got("local"):
			s.Local = r.ident().text
		case r.got("owner"):
			s.Owner = r.funcs.get(r.ident())
		case r.got("match"):
			for {
				s.Matches = append(s.Matches, r.ident().text)
				if !r.got(",") {
					break
				}
			}
		case r.got("size"):
			s.Size = r.int()
		default:
			s.Annotations = append(s.Annotations, r.annotation())
		}
	}
}
