package scan

import (
	"fmt"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax/token"
)

// scanAll gives every token as "kind:text", or the text alone for operators and
// keywords; a ^ before one says LineStart, a ~ SpaceBefore.
func scanAll(t testing.TB, text string, mode Mode, flags bool) (string, *source.List, *source.Set) {
	t.Helper()
	var set source.Set
	var diags source.List
	f, err := set.Add("a.p4", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := New(f, &diags, mode)
	var out []string
	for range len(text)*2 + 10 {
		tok := s.Next()
		if tok.Kind == token.EOF {
			if again := s.Next(); again.Kind != token.EOF {
				t.Errorf("after EOF comes %v", again)
			}
			return strings.Join(out, " "), &diags, &set
		}
		if tok.Kind != token.PragmaEnd && tok.Kind != token.Newline {
			if got := string(f.Text[f.Offset(tok.At.From):f.Offset(tok.At.To)]); got != tok.Text {
				t.Errorf("token %q spans %q", tok.Text, got)
			}
		}
		word := tok.Text
		switch tok.Kind {
		case token.Ident, token.Int, token.String, token.Comment, token.Invalid:
			word = map[token.Kind]string{token.Ident: "id", token.Int: "int", token.String: "str",
				token.Comment: "com", token.Invalid: "bad"}[tok.Kind] + ":" + tok.Text
		case token.Newline:
			word = "NL"
		case token.PragmaEnd:
			word = "END"
		}
		if flags && tok.LineStart {
			word = "^" + word
		} else if flags && tok.SpaceBefore {
			word = "~" + word
		}
		out = append(out, word)
	}
	t.Fatalf("%q: no end of file", text)
	return "", nil, nil
}

func TestTokens(t *testing.T) {
	tests := []struct{ text, want string }{
		// Clause 6.4.1, 6.4.3: words. _ alone is no name.
		{"a _b c9 _ __", "id:a id:_b id:c9 _ id:__"},
		{"apply actions bitx bit header_union", "apply actions id:bitx bit header_union"},
		{"pragma @pragma x", "id:pragma @pragma id:x END"},
		{"@pragmatic", "@ id:pragmatic"},
		// Clause 6.4.3.2: integers are cut whole, their digits judged later.
		{"32w255 32w0d255 32w0xFF 32s0xFF 8w0b10101010 8w0b_1010_1010 8w170 8s0b1010_1010 16w0377 16w0o377",
			"int:32w255 int:32w0d255 int:32w0xFF int:32s0xFF int:8w0b10101010 int:8w0b_1010_1010 int:8w170 int:8s0b1010_1010 int:16w0377 int:16w0o377"},
		{"0 1_000 0x 8w 09z", "int:0 int:1_000 int:0x int:8w int:09z"},
		{"1..2 1...2", "int:1 .. int:2 int:1 ... int:2"},
		{"x[3+:2]", "id:x [ int:3 +: int:2 ]"},
		// Clause 6.4.3.4: strings, of any bytes.
		{`"a\"b" "\\" "" "\"`, `str:"a\"b" str:"\\" str:"" bad:"\"`},
		{"\"a\nb\" c", "str:\"a\nb\" id:c"},
		{"\"\xff\x00\"", "str:\"\xff\x00\""},
		// Operators, the longest that fits.
		{"+ ++ += +: - -= * *= / /= % %=", "+ ++ += +: - -= * *= / /= % %="},
		{"& && &&& &= | || |= |+| |-| |+|= |-|= ^ ^=", "& && &&& &= | || |= |+| |-| |+|= |-|= ^ ^="},
		{"< <= << <<= > >= ! != = == ~ ? : ; , . .. ... @ # ##", "< <= << <<= > >= ! != = == ~ ? : ; , . .. ... @ # ##"},
		{"{#} {# } { }[]()", "{#} { # } { } [ ] ( )"},
		{"a|+b &&&&", "id:a | + id:b &&& &"},
		// >> is two tokens, so that it can close two lists; >>= is one.
		{"a>>b >>=c", "id:a > > id:b >>= id:c"},
		{"bit<bit<8>>", "bit < bit < int:8 > >"},
		// Characters that begin no token.
		{"a $ ' \\ é", "id:a bad:$ bad:' bad:\\ bad:é"},
		{"\xef\xbb\xbfa", "id:a"},
		// Clause 6.4.2: comments.
		{"a // b /* c\nd /* e // f */ g /* /* */ h", "id:a id:d id:g id:h"},
		{"a // b \\\n c\nd", "id:a id:d"},
		{"a/**/b/***/c", "id:a id:b id:c"},
		{"a\\\nb\\\r\nc", "id:a id:b id:c"},
		// The end of a @pragma is the end of its line, or a comment of lines.
		{"@pragma a b\nc", "@pragma id:a id:b END id:c"},
		{"@pragma a \\\n b // d\nc", "@pragma id:a id:b END id:c"},
		{"@pragma a /* \n */ b\nc", "@pragma id:a END id:b id:c"},
		{"@pragma a", "@pragma id:a END"},
		{"", ""},
	}
	for _, test := range tests {
		got, diags, _ := scanAll(t, test.text, 0, false)
		if got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
		if n := diags.Errors(); n != 0 && !strings.HasSuffix(test.text, `"\"`) {
			t.Errorf("%q: %v", test.text, diags.All)
		}
	}
}

func TestFlags(t *testing.T) {
	tests := []struct {
		mode       Mode
		text, want string
	}{
		{0, "a b\n c>>d> >", "^id:a ~id:b ^id:c > > id:d > ~>"},
		{0, "/* x */ # a/**/b", "^# ~id:a ~id:b"},
		{0, "a /*\n*/ #", "^id:a ~#"},
		{0, "a\\\n#", "^id:a #"},
		{Newlines, "#if a\\\n b\n\nc", "^# if ~id:a ~id:b NL ^NL ^id:c NL"},
		{Newlines, "a // b\n/* c\n d */ e", "^id:a ~NL ^id:e NL"},
		{Newlines, "@pragma a\nb\n", "^@pragma ~id:a END NL ^id:b NL"},
		{Comments, "// a\nb /* c */ d", "^com:// a ^id:b ~com:/* c */ ~id:d"},
		{Comments | Newlines, "/*a*/ b // c\n", "^com:/*a*/ ^id:b ~com:// c ~NL"},
	}
	for _, test := range tests {
		if got, _, _ := scanAll(t, test.text, test.mode, true); got != test.want {
			t.Errorf("mode %d, %q:\n got %s\nwant %s", test.mode, test.text, got, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		text, want string
		at         string // line:column
		code       source.Code
	}{
		{"a\n  /* b", "id:a", "2:3", CodeUnterminatedComment},
		{"a\n /*/", "id:a", "2:2", CodeUnterminatedComment},
		{"a \"b c\nd", "id:a bad:\"b c id:d", "1:3", CodeUnterminatedString},
		{"a \"b\\", "id:a bad:\"b\\", "1:3", CodeUnterminatedString},
		{"a\xc3(", "id:a bad:\xc3 (", "1:2", CodeNotUTF8},
		{"a\n\x00b", "id:a bad:\x00 id:b", "2:1", CodeNul},
	}
	for _, test := range tests {
		got, diags, set := scanAll(t, test.text, 0, false)
		if got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
		if len(diags.All) != 1 {
			t.Errorf("%q: want one error, got %v", test.text, diags.All)
			continue
		}
		p := set.Position(diags.All[0].At.From)
		if at := fmt.Sprintf("%d:%d", p.Line, p.Col); at != test.at || diags.All[0].Code != test.code {
			t.Errorf("%q: got %s at %s, want %s at %s", test.text, diags.All[0].Code, at, test.code, test.at)
		}
	}
}

// Text that is left out need not be P4: nothing is said of it, and a quote does
// not swallow the #endif.
func TestMute(t *testing.T) {
	var set source.Set
	var diags source.List
	f, _ := set.Add("a.p4", []byte("say \"this\n#endif\n\xff"))
	s := New(f, &diags, Newlines)
	s.Mute(true)
	var kinds []token.Kind
	for tok := s.Next(); tok.Kind != token.EOF; tok = s.Next() {
		kinds = append(kinds, tok.Kind)
	}
	want := []token.Kind{token.Ident, token.String, token.Newline, token.Hash, token.Ident, token.Newline, token.Invalid, token.Newline}
	if fmt.Sprint(kinds) != fmt.Sprint(want) || len(diags.All) != 0 {
		t.Errorf("got %v, want %v; %v", kinds, want, diags.All)
	}
}

func TestRestOfLine(t *testing.T) {
	var set source.Set
	f, _ := set.Add("a.p4", []byte("#error it's \\\nbad\r\nb"))
	s := New(f, nil, Newlines)
	s.Next()
	s.Next()
	if got, _ := s.RestOfLine(); got != " it's bad" {
		t.Errorf("got %q", got)
	}
	if k := s.Next().Kind; k != token.Newline {
		t.Errorf("then comes %v", k)
	}
}

// Each example draws its code on the line marked.
func TestCodes(t *testing.T) {
	sourcetest.Codes(t, Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		_, diags, set := scanAll(t, example, 0, false)
		return set, diags
	})
}

// FuzzScan: whatever the bytes, the tokens lie in order within the file and there
// is an end.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{"const bit<8> a = 8w0xff;", "@pragma a \\\n b", "\"a\\\"", "/* \n", "{#}>>=|+|=\xff\x00", "#if a\r\n//"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for mode := range Comments | Newlines + 1 {
			var set source.Set
			var diags source.List
			file, err := set.Add("a.p4", text)
			if err != nil {
				t.Skip("longer than a set of files holds: ", err)
			}
			s := New(file, &diags, mode)
			last := file.Pos(0)
			for n := 0; ; n++ {
				tok := s.Next()
				if tok.At.From < last || tok.At.To < tok.At.From || file.Offset(tok.At.To) > len(text) {
					t.Fatalf("%v at %v after %v", tok.Kind, tok.At, last)
				}
				last = tok.At.To
				if tok.Kind == token.EOF {
					break
				}
				if n > 2*len(text)+10 {
					t.Fatal("no end of file")
				}
			}
		}
	})
}
