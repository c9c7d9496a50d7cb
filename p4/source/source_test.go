package source

import (
	"fmt"
	"strings"
	"testing"
)

func add(t *testing.T, s *Set, name, text string) *File {
	t.Helper()
	f, err := s.Add(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestPosition(t *testing.T) {
	var s Set
	a := add(t, &s, "a.p4", "one\ntwo\r\n\tthrée x\n")
	b := add(t, &s, "b.p4", "")
	c := add(t, &s, "c.p4", "x")
	for _, x := range []struct {
		f    *File
		off  int
		want string
	}{
		{a, 0, "a.p4:1:1"}, {a, 3, "a.p4:1:4"}, {a, 4, "a.p4:2:1"}, {a, 9, "a.p4:3:1"},
		{a, 13, "a.p4:3:5"}, {a, 15, "a.p4:3:6"}, // é is two bytes
		{a, len(a.Text), "a.p4:4:1"}, {b, 0, "b.p4:1:1"}, {c, 0, "c.p4:1:1"}, {c, 1, "c.p4:1:2"},
	} {
		p := x.f.Pos(x.off)
		if got := s.Position(p).String(); got != x.want {
			t.Errorf("%s, byte %d: %s, want %s", x.f.Name, x.off, got, x.want)
		}
		if s.File(p) != x.f || x.f.Offset(p) != x.off {
			t.Errorf("%s, byte %d: file %v, offset %d", x.f.Name, x.off, s.File(p), x.f.Offset(p))
		}
	}
	if got := s.Position(0).String(); got != "-" {
		t.Errorf("no place is %s", got)
	}
	if got := a.LineText(2); got != "two" {
		t.Errorf("line 2 is %q", got)
	}
}

func TestWrite(t *testing.T) {
	var s Set
	f := add(t, &s, "a.p4", "bit<8> x;\n\tx = yy + 1;\nlong: "+strings.Repeat("z", 500)+" END\n")
	var l List
	l.Add(Diagnostic{Error, "unknown-name", Span{f.Pos(15), f.Pos(17)}, "no yy here", []Note{{Span{f.Pos(7), f.Pos(8)}, "there is x"}}})
	l.Warnf(Span{f.Pos(11), f.Pos(1000)}, "w", "to the end")
	l.Errorf(Span{}, "file", "cannot be read")
	var b strings.Builder
	if err := l.Write(&b, &s); err != nil {
		t.Fatal(err)
	}
	want := `a.p4:2:6: error: no yy here [unknown-name]
    	x = yy + 1;
    	    ^~
a.p4:1:8: note: there is x
    bit<8> x;
           ^
a.p4:2:2: warning: to the end [w]
    	x = yy + 1;
    	^~~~~~~~~~~
error: cannot be read [file]
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	// A caret far to the right of a long line is in sight.
	l, b = List{}, strings.Builder{}
	end := strings.Index(string(f.Text), "END")
	l.Errorf(Span{f.Pos(end), f.Pos(end + 3)}, "x", "here")
	_ = l.Write(&b, &s)
	lines := strings.Split(b.String(), "\n")
	if at := strings.Index(lines[1], "END"); at < 0 || at > 200 || lines[2] != strings.Repeat(" ", at)+"^~~" {
		t.Errorf("got\n%s", b.String())
	}
}

func TestListIsBounded(t *testing.T) {
	var s Set
	f := add(t, &s, "a.p4", strings.Repeat("x\n", 300))
	var l List
	for i := range 300 {
		l.Errorf(Span{f.Pos(2 * i), f.Pos(2*i + 1)}, "x", "%d", i)
		l.Errorf(Span{f.Pos(2 * i), f.Pos(2*i + 1)}, "x", "%d again", i)
	}
	var b strings.Builder
	_ = l.Write(&b, &s)
	if l.Errors() != 300 || len(l.All) != MaxErrors || !strings.HasSuffix(b.String(), fmt.Sprintf("%d more errors\n", 300-MaxErrors)) {
		t.Errorf("%d errors, %d kept: …%q", l.Errors(), len(l.All), b.String()[b.Len()-20:])
	}
}

func TestFilter(t *testing.T) {
	var l List
	l.Warnf(Span{1, 2}, "a", "made an error")
	l.Errorf(Span{2, 3}, "b", "kept")
	l.Errorf(Span{3, 4}, "c", "dropped")
	l.Filter(func(d Diagnostic) (Diagnostic, bool) {
		if d.Code == "a" {
			d.Severity = Error
		}
		return d, d.Code != "c"
	})
	if l.Errors() != 2 || len(l.All) != 2 || l.All[0].Severity != Error || l.All[1].Code != "b" {
		t.Errorf("%d errors: %v", l.Errors(), l.All)
	}
}

func TestFull(t *testing.T) {
	s := Set{next: MaxBytes - 10}
	if _, err := s.Add("a.p4", make([]byte, 10)); err == nil {
		t.Error("a set takes more than its positions can name")
	}
}

// Columns count characters in long lines too, from wherever they are counted.
func TestLongLines(t *testing.T) {
	var s Set
	unit := "aé€😀" // 1, 2, 3 and 4 bytes
	text := "first\n" + strings.Repeat(unit, 5000) + "END\nlast"
	f := add(t, &s, "a.p4", text)
	for i := 0; i < 5000; i += 7 {
		at := len("first\n") + i*len(unit)
		for j, n := range []int{0, 1, 3, 6} {
			want := Position{"a.p4", 2, 4*i + j + 1}
			if got := s.Position(f.Pos(at + n)); got != want {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	}
	end := strings.Index(text, "END")
	if got := s.Position(f.Pos(end)); got.Col != 20001 {
		t.Errorf("got %v", got)
	}
	if got := s.Position(f.Pos(len(text))); got.Line != 3 || got.Col != 5 {
		t.Errorf("got %v", got)
	}
}
