package token

// names is how each kind is written; kinds with a text of their own (identifiers,
// literals) have a word in its place.
var names = [...]string{
	Invalid: "stray character", EOF: "end of file", Ident: "name", Int: "integer", String: "string",
	Comment: "comment", Newline: "end of line", PragmaEnd: "end of @pragma",

	Add: "+", Sub: "-", Mul: "*", Div: "/", Mod: "%", SatAdd: "|+|", SatSub: "|-|",
	And: "&", Or: "|", Xor: "^", Shl: "<<", Shr: ">>", Not: "!", BitNot: "~",
	AndAnd: "&&", OrOr: "||", Eq: "==", Ne: "!=", Lt: "<", Gt: ">", Le: "<=", Ge: ">=",
	Concat: "++", Mask: "&&&", Range: "..", Ellipsis: "...", PlusColon: "+:",
	Assign: "=", AddAssign: "+=", SubAssign: "-=", MulAssign: "*=", DivAssign: "/=", ModAssign: "%=",
	AndAssign: "&=", OrAssign: "|=", XorAssign: "^=", ShlAssign: "<<=", ShrAssign: ">>=",
	SatAddAssign: "|+|=", SatSubAssign: "|-|=",
	LParen: "(", RParen: ")", LBrace: "{", RBrace: "}", LBracket: "[", RBracket: "]", LInvalid: "{#}",
	Semicolon: ";", Comma: ",", Colon: ":", Question: "?", Dot: ".", At: "@", Hash: "#", HashHash: "##",
	Underscore: "_",

	Abstract: "abstract", Action: "action", Actions: "actions", Apply: "apply", Bit: "bit", Bool: "bool",
	Break: "break", Const: "const", Continue: "continue", Control: "control", Default: "default",
	Else: "else", Entries: "entries", Enum: "enum", ErrorKw: "error", Exit: "exit", Extern: "extern",
	False: "false", For: "for", Header: "header", HeaderUnion: "header_union", If: "if", In: "in",
	InOut: "inout", IntKw: "int", Key: "key", ListKw: "list", MatchKind: "match_kind", Out: "out",
	Package: "package", Parser: "parser", Pragma: "@pragma", Priority: "priority", Return: "return",
	Select: "select", State: "state", StringKw: "string", Struct: "struct", Switch: "switch",
	Table: "table", This: "this", Transition: "transition", True: "true", Tuple: "tuple", Type: "type",
	Typedef: "typedef", ValueSet: "value_set", Varbit: "varbit", Void: "void",
	keywordBegin: "keyword", keywordEnd: "keyword",
}

// String is how the kind is written, or a word for kinds with a text of their own.
func (k Kind) String() string {
	if int(k) < len(names) {
		return names[k]
	}
	return "token"
}

// Keyword says whether k is a word that the language reserves somewhere.
func (k Kind) Keyword() bool { return k > keywordBegin && k < keywordEnd }

var keywords = func() map[string]Kind {
	m := map[string]Kind{"_": Underscore}
	for k := keywordBegin + 1; k < keywordEnd; k++ {
		if k != Pragma { // not a word: only @pragma is
			m[names[k]] = k
		}
	}
	return m
}()

// Lookup is the kind of a word: a keyword, Underscore or Ident.
func Lookup(word string) Kind {
	if k, ok := keywords[word]; ok {
		return k
	}
	return Ident
}
