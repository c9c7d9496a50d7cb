package front

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"up4/p4/ir"
	"up4/p4/random"
)

// Random well-typed programs are accepted.
func TestRandomPrograms(t *testing.T) {
	for i := range 300 {
		text := random.Program(random.NewChoice(fmt.Appendf(nil, "%d", i)))
		u := checkText(text)
		if d, wrong := u.first(); wrong {
			p := u.Set.Position(d.At.From)
			t.Fatalf("program %d: %v: %s [%s]\n\t%s", i, p, d.Msg, d.Code, u.Set.File(d.At.From).LineText(p.Line))
		}
		p, err := u.Lower("")
		if d, wrong := u.first(); p == nil || err != nil || wrong {
			t.Fatalf("program %d is not lowered: %v, %v in\n%s", i, err, d, text)
		}
		checkIR(t, p, text)
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
// others grafted in.
func broken(data []byte, texts []string, pool *random.Pool) string {
	c := random.NewChoice(data)
	text := ""
	if c.Chance(2) {
		text = random.Program(c)
	} else {
		text = texts[c.N(len(texts))]
	}
	return random.Graft(c, pool, text, c.N(6))
}

func newPool(texts []string) *random.Pool {
	pool := &random.Pool{}
	for _, text := range texts {
		pool.Add(text)
	}
	for i := range 30 {
		pool.Add(random.Program(random.NewChoice([]byte{byte(i)})))
	}
	return pool
}

// slowest is far more than any program of this size takes: longer is a hang.
const slowest = 20 * time.Second

func checkBroken(t *testing.T, text string) {
	t.Helper()
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
			t.Fatalf("panic: %v on:\n%s", r, text)
		}
	}()
	defer close(done)
	u := checkText(text)
	p, err := u.Lower("")
	if err != nil || p == nil || !u.OK() {
		return
	}
	checkIR(t, p, text)
	if err := ir.Simplify(p); err != nil {
		t.Fatalf("%v on:\n%s", err, text)
	}
	checkIR(t, p, text)
}

// checkIR checks that a program is whole, and that its text reads back.
func checkIR(t *testing.T, p *ir.Program, text string) {
	t.Helper()
	if errs := ir.Validate(p); len(errs) > 0 {
		t.Fatalf("%v on:\n%s", errs[0], text)
	}
	once := ir.Text(p)
	again, err := ir.Read([]byte(once), "once")
	if err != nil {
		t.Fatalf("%v on:\n%s\nwhich is\n%s", err, once, text)
	}
	if ir.Text(again) != once {
		t.Fatalf("reads back as another program:\n%s\nwhich is\n%s", once, text)
	}
}

// Grafted programs draw errors, and nothing worse.
func TestGrafted(t *testing.T) {
	texts := seeds(t)
	pool := newPool(texts)
	n := 3000
	if testing.Short() {
		n = 300
	}
	for i := range n {
		checkBroken(t, broken(fmt.Appendf(nil, "%d", i), texts, pool))
	}
}

func FuzzCheck(f *testing.F) {
	texts := seeds(f)
	pool := newPool(texts)
	for i := range 20 {
		f.Add(fmt.Appendf(nil, "seed %d", i))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkBroken(t, broken(data, texts, pool)) })
}
