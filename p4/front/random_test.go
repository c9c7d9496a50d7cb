package front

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"up4/p4/ir"
	"up4/p4/ir/lower"
	"up4/p4/random"
)

var (
	programs = flag.Int("programs", 30, "how many programs of each kind TestRandomPrograms makes")
	grafted  = flag.Int("grafted", 120, "how many programs TestGrafted makes")
	from     = flag.Int("from", 0, "the number of the first of them")
)

// kinds makes well-typed programs of each architecture.
var kinds = map[string]func(*random.Choice) string{
	"v1model": random.Program, "psa": random.PSA, "own": random.Own,
}

// Random well-typed programs are accepted.
func TestRandomPrograms(t *testing.T) {
	for kind, make := range kinds {
		for i := range *programs {
			i += *from
			text := make(random.NewChoice(fmt.Appendf(nil, "%d", i)))
			u := checkText(text)
			p, err := u.Lower("")
			if d, wrong := u.first(); wrong {
				p := u.Set.Position(d.At.From)
				t.Fatalf("%s program %d: %v: %s [%s]\n\t%s", kind, i, p, d.Msg, d.Code, u.Set.File(d.At.From).LineText(p.Line))
			}
			if p == nil || err != nil {
				t.Fatalf("%s program %d is not lowered: %v in\n%s", kind, i, err, text)
			}
			if problem := wrongIR(p); problem != "" {
				t.Fatalf("%s program %d: %s in\n%s", kind, i, problem, text)
			}
		}
	}
}

func checkText(text string) *Unit {
	return Check("random.p4", Options{Read: files(map[string]string{"random.p4": text})})
}

// seeds is the programs of the tests and examples here.
func seeds(t testing.TB) (texts []string) {
	t.Helper()
	for _, pattern := range []string{"../*/testdata/*.p4", "../*/*/testdata/*.p4", "../programs/*/*.p4"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	for _, c := range Codes() {
		texts = append(texts, c.Example)
	}
	return texts
}

// broken makes a program of a fuzzer's bytes: a random one or a seed, with pieces of
// others grafted in, or tokens changed.
func broken(data []byte, texts []string, pool *random.Pool) string {
	c := random.NewChoice(data)
	text := ""
	switch c.N(8) {
	case 0, 1:
		text = random.Program(c)
	case 2:
		text = random.PSA(c)
	case 3:
		text = random.Own(c)
	default:
		text = texts[c.N(len(texts))]
	}
	if c.Chance(8) {
		return random.Mangle(c, text, 1+c.N(4))
	}
	return random.Graft(c, pool, text, c.N(1+c.N(6)))
}

func newPool(texts []string) *random.Pool {
	pool := &random.Pool{}
	for _, text := range texts {
		pool.Add(text)
	}
	for i := range 10 {
		for _, make := range kinds {
			pool.Add(make(random.NewChoice([]byte{byte(i)})))
		}
	}
	return pool
}

// slowest is far more than any program of this size takes: longer is a hang.
const slowest = 20 * time.Second

// checkBroken says whether a program was accepted, and what went wrong with it.
func checkBroken(text string) (accepted bool, problem string) {
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
		case <-time.After(slowest):
			panic("hangs on:\n" + text)
		}
	}()
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	defer close(done)
	u := checkText(text)
	p, err := u.Lower("")
	if problem := internal(u); problem != "" {
		return false, problem
	}
	if err != nil || p == nil || !u.OK() {
		return false, ""
	}
	if problem := wrongIR(p); problem != "" {
		return true, problem
	}
	if err := ir.Simplify(p); err != nil {
		return true, err.Error()
	}
	return true, wrongIR(p)
}

// internal is the error by which lowering says that what it made is invalid. Other
// errors are the program's.
func internal(u *Unit) string {
	for _, d := range u.Diags.All {
		if d.Code == lower.CodeInternal {
			return d.Msg
		}
	}
	return ""
}

// wrongIR says why a program is not whole, or why its text does not read back.
func wrongIR(p *ir.Program) string {
	if errs := ir.Validate(p); len(errs) > 0 {
		return errs[0].Error()
	}
	once := ir.Text(p)
	again, err := ir.Read([]byte(once), "once")
	if err != nil {
		return err.Error()
	}
	if ir.Text(again) != once {
		return "reads back as another program"
	}
	return ""
}

// Grafted programs draw errors, and nothing worse.
func TestGrafted(t *testing.T) {
	texts := seeds(t)
	pool := newPool(texts)
	accepted := 0
	for i := range *grafted {
		text := broken(fmt.Appendf(nil, "%d", *from+i), texts, pool)
		ok, problem := checkBroken(text)
		if problem != "" {
			t.Errorf("%d: %s on:\n%s", *from+i, problem, shrink(text))
		}
		if ok {
			accepted++
		}
	}
	t.Logf("%d of %d were accepted", accepted, *grafted)
}

// shrink is a program with a problem, without lines that are not needed for it.
func shrink(text string) string {
	lines := strings.Split(text, "\n")
	for size := len(lines) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(lines); {
			less := append(append([]string{}, lines[:at]...), lines[at+size:]...)
			if _, problem := checkBroken(strings.Join(less, "\n")); problem != "" {
				lines = less
			} else {
				at += size
			}
		}
	}
	return strings.Join(lines, "\n")
}

func FuzzCheck(f *testing.F) {
	texts := seeds(f)
	pool := newPool(texts)
	for i := range 20 {
		f.Add(fmt.Appendf(nil, "seed %d", i))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text := broken(data, texts, pool)
		if _, problem := checkBroken(text); problem != "" {
			t.Fatalf("%s on:\n%s", problem, shrink(text))
		}
	})
}
