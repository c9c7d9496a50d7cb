package front

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestModels: functions of a file stand for extern functions of the program's own.
func TestModels(t *testing.T) {
	const program = `struct s { bit<8> v; }
extern bit<8> twice(in s x);
extern void put(out bit<8> d, in bit<8> s);
extern T same<T>(in T x);
bit<8> f(in s x) { bit<8> d; put(d, twice(x)); return same(d); }
`
	for _, x := range []struct{ models, want string }{
		{"", ""},
		// Behind what they use, in the place of the declarations; what is for other programs stays out.
		{"const bit<8> two = 2;\nbit<8> times(in bit<8> a, in bit<8> b) { return a * b; }\n" +
			"bit<8> other(in nowhere x) { return x; }\nbit/* a */< 8> twice(in // so\n s what) { return times(what.v, two); }\n" +
			"void put(out bit<8> to, in bit<8> from) { to = from; }\nT same<T>(in T x) { return x; }\n", ""},
		{"bit<8> twice(in  s x) { return y; }\n", "models.p4:1:32: there is no y here"},
		{"bit<16> twice(in s x) { return 0; }\n", "models.p4:1:9: the model of twice must have the result and the parameters of the extern function"},
		{"bit<8> twice(inout s x) { return 0; }\n", "models.p4:1:8: the model of twice must"},
		{"bit<8> twice(in s x, in s y) { return 0; }\n", "models.p4:1:8: the model of twice must"},
		{"bit<8> twice(in s x { return 0; }\n", "models.p4:1:21:"},
	} {
		files := map[string]string{"a.p4": program, "models.p4": x.models}
		u := Check("a.p4", Options{Externs: "models.p4", Read: func(path string) ([]byte, error) {
			text, ok := files[path]
			if !ok {
				return nil, errors.New("not there")
			}
			return []byte(text), nil
		}})
		got := ""
		if d, bad := u.first(); bad {
			got = u.Set.Position(d.At.From).String() + ": " + d.Msg
		}
		if got == "" && x.want == "" && x.models != "" {
			if p, err := u.Lower(""); err != nil || p == nil {
				t.Errorf("%v, %v", p, err)
			}
		}
		if !strings.HasPrefix(got, x.want) || got != "" && x.want == "" {
			var b bytes.Buffer
			_ = u.Diags.Write(&b, u.Set)
			t.Errorf("%s: got %q, want %q\n%s", x.models, got, x.want, b.String())
		}
	}
	u := Check("a.p4", Options{Externs: "none.p4", Read: func(path string) ([]byte, error) {
		if path == "a.p4" {
			return []byte(program), nil
		}
		return nil, errors.New("not there")
	}})
	if d, bad := u.first(); !bad || d.Code != FileCode {
		t.Errorf("got %v", d)
	}
}
