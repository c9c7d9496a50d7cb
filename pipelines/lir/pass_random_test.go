package lir_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"up4/pipelines/lir"
	"up4/pipelines/lir/lirtest"
)

// outcome runs a made-up function: its status, what the record is then, and the services
// that change something, in order.
func outcome(t *testing.T, f *lir.Func, seed uint64) string {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	mem := make([]byte, 256)
	for i := range mem {
		mem[i] = byte(r.Uint32() >> (r.IntN(4) * 8))
	}
	m := lirtest.Machine{Mem: mem, Steps: 1000}
	var asked bytes.Buffer
	m.Call = func(i *lir.Call, args []uint64) uint64 {
		if i.Service.Changes() {
			fmt.Fprintln(&asked, i.Service, args)
			mem[args[0]] ^= byte(args[4])
		}
		sum := uint64(i.Service)
		for _, b := range mem {
			sum = sum*31 + uint64(b)
		}
		return sum & lir.Mask(map[lir.Service]int{lir.Sum: 16, lir.Same: 1, lir.Hash: 64}[i.Service])
	}
	status, err := m.Run(f, 16, r.Uint64()>>r.IntN(64), r.Uint64N(1<<16))
	if err != nil {
		t.Fatalf("%v\n%s", err, lir.FuncText(f))
	}
	return fmt.Sprintf("status %d\n%x\n%s", status, mem, asked.String())
}

// TestPassesOnMadeUp: no pass changes what a function does, and all keep it valid.
func TestPassesOnMadeUp(t *testing.T) {
	const inputs = 8
	for seed := range uint64(4000) {
		p := lirtest.Random(seed)
		f := p.Funcs[0]
		var want [inputs]string
		for i := range want {
			want[i] = outcome(t, f, uint64(i))
		}
		passes := append(append([]lir.Pass{}, lir.Passes...), lir.Passes...)
		for _, pass := range passes {
			before := lir.FuncText(f)
			pass.Run(f)
			if errs := lir.Validate(p); errs != nil {
				t.Fatalf("%d, after %s: %v\nbefore\n%safter\n%s", seed, pass.Name, errs, before, lir.FuncText(f))
			}
			for i := range want {
				if got := outcome(t, f, uint64(i)); got != want[i] {
					t.Fatalf("%d, after %s: %s\nnot\n%s\nbefore\n%safter\n%s", seed, pass.Name, got, want[i], before, lir.FuncText(f))
				}
			}
		}
	}
}
