package lower

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
	"up4/p4/types"
)

// front is a program up to what Check says of it.
type front struct {
	set   source.Set
	diags source.List
	prog  *syntax.Program
	info  *types.Info
}

// check runs the front end on a file, or on text if that is not empty.
func check(t testing.TB, path, text string, dirs ...string) *front {
	t.Helper()
	f := &front{}
	opt := preproc.Options{Dirs: append([]string{"../../include"}, dirs...)}
	if text != "" {
		opt.Read = func(name string) ([]byte, error) {
			if name == path {
				return []byte(text), nil
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
			}
			return b, nil
		}
	}
	pre := preproc.New(&f.set, &f.diags, opt)
	if err := pre.Open(path); err != nil {
		t.Fatal(err)
	}
	f.prog = syntax.Parse(pre, &f.set, &f.diags)
	if f.diags.Errors() == 0 {
		f.info = types.Check(f.prog, &f.set, &f.diags)
	}
	return f
}

func (f *front) errors() string {
	var b strings.Builder
	for _, d := range f.diags.All {
		if d.Severity == source.Error {
			fmt.Fprintf(&b, "%s: %s [%s]\n", f.set.Position(d.At.From), d.Msg, d.Code)
		}
	}
	return b.String()
}

// lowered is the IR of a program without errors, which has to be valid, and to be read
// back as it is printed.
func lowered(f *front) (p *ir.Program, text string, err error) {
	p = Lower(f.prog, f.info, &f.set, &f.diags)
	if f.diags.Errors() > 0 {
		return p, "", fmt.Errorf("%s", f.errors())
	}
	if errs := ir.Validate(p); len(errs) > 0 {
		return p, ir.Text(p), fmt.Errorf("not valid: %v (%d errors)", errs[0], len(errs))
	}
	text = ir.Text(p)
	q, err := ir.Read([]byte(text), "printed")
	if err != nil {
		return p, text, fmt.Errorf("not read back: %v", err)
	}
	if again := ir.Text(q); again != text {
		return p, text, fmt.Errorf("read back as another program")
	}
	return p, text, nil
}
