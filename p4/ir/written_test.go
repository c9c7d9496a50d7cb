package ir

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// unwritten is the reads of locals that nothing has stored to, on some way from the
// first block: docs/ir.md says that there are none. A store to a part counts.
func unwritten(f *Func) []string {
	own := map[*Local]bool{}
	for _, l := range f.Locals {
		own[l] = true
	}
	in := map[*Block]map[*Local]bool{f.Blocks[0]: {}}
	found := map[string]bool{}
	work := []*Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		have := maps.Clone(in[b])
		m := mapping{place: func(p *Place, a access) *Place {
			if a&reads != 0 && own[p.Root] && !have[p.Root] {
				found[fmt.Sprintf("%s, block %s: %s", f.Name, b.Name, p.Root.Name)] = true
			}
			return p
		}}
		written := mapping{place: func(p *Place, a access) *Place {
			if a&writes != 0 {
				have[p.Root] = true
			}
			return p
		}}
		leave := func(to *Block) {
			if old, seen := in[to]; !seen {
				in[to] = maps.Clone(have)
			} else {
				n := len(old)
				maps.DeleteFunc(old, func(l *Local, _ bool) bool { return !have[l] })
				if len(old) == n {
					return
				}
			}
			work = append(work, to)
		}
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *Extract: // a whole header is written only
				if len(i.Dst.Path) == 0 {
					have[i.Dst.Root] = true
				}
			case *Apply:
				m.table(i.Table)
			}
			m.instr(i)
			switch i := i.(type) { // what is copied out is stored to however the callee ends
			case *Call:
				written.operands(i.Args)
			case *Apply:
				written.table(i.Table)
			}
			if to := exitOf(i); to != nil {
				leave(to)
			}
			written.instr(i)
		}
		m.term(b.Term)
		targets(b.Term, func(to **Block) { leave(*to) })
	}
	var out []string
	for s := range found {
		out = append(out, s)
	}
	return out
}

func exitOf(i Instr) *Block {
	switch i := i.(type) {
	case *Call:
		return i.Exit
	case *Apply:
		return i.Exit
	}
	return nil
}

// TestWritten: what lowering makes reads no local before it is stored to, neither
// before the passes nor behind them.
func TestWritten(t *testing.T) {
	paths, err := filepath.Glob("lower/testdata/*.ir")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := valid(t, string(text))
		for range 2 {
			for _, f := range p.Funcs {
				for _, s := range unwritten(f) {
					t.Errorf("%s: %s is read before it is stored to", path, s)
				}
			}
			if err := Simplify(p); err != nil {
				t.Fatal(err)
			}
		}
	}
}
