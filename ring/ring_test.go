package ring

import (
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func TestCapacityMustBeAPowerOfTwo(t *testing.T) {
	for _, n := range []int{-4, 0, 3, 6, 1000} {
		if _, err := New[int](n); err == nil {
			t.Errorf("capacity %d was accepted", n)
		}
	}
	for _, n := range []int{1, 2, 64, 1024} {
		if r, err := New[int](n); err != nil || r.Cap() != n {
			t.Errorf("capacity %d: %v", n, err)
		}
	}
}

// Any sequence of pushes and pops does what a slice does.
func TestAgainstASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := 1 << rapid.IntRange(0, 6).Draw(t, "log capacity")
		r, err := New[int](capacity)
		if err != nil {
			t.Fatal(err)
		}
		var model []int
		next := 0
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				v := make([]int, rapid.IntRange(0, 100).Draw(t, "n"))
				for i := range v {
					v[i] = next + i
				}
				want := min(len(v), capacity-len(model))
				if got := r.Push(v); got != want {
					t.Fatalf("pushed %d, want %d", got, want)
				}
				model = append(model, v[:want]...)
				next += want
			},
			"pop": func(t *rapid.T) {
				dst := make([]int, rapid.IntRange(0, 100).Draw(t, "n"))
				want := min(len(dst), len(model))
				if got := r.Pop(dst); got != want {
					t.Fatalf("popped %d, want %d", got, want)
				}
				for i := range want {
					if dst[i] != model[i] {
						t.Fatalf("element %d is %d, want %d", i, dst[i], model[i])
					}
				}
				model = model[want:]
			},
			"": func(t *rapid.T) {
				if r.Len() != len(model) {
					t.Fatalf("length %d, want %d", r.Len(), len(model))
				}
			},
		})
	})
}

type pair struct{ a, b uint64 }

// One pushes, one pops, as fast as they can: every element arrives once, whole
// and in order. Under the race detector this proves the happens-before edges.
func TestStress(t *testing.T) {
	const total = 300_000
	for _, capacity := range []int{1, 4, 256} {
		r, err := New[pair](capacity)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		wg.Add(2)
		go func() {
			defer wg.Done()
			rnd := rand.New(rand.NewPCG(1, 2))
			for at := uint64(0); at < total; {
				var v [40]pair
				n := min(1+rnd.IntN(len(v)), int(total-at))
				for i := range n {
					v[i] = pair{at + uint64(i), ^(at + uint64(i))}
				}
				at += uint64(r.Push(v[:n]))
			}
		}()
		go func() {
			defer wg.Done()
			rnd := rand.New(rand.NewPCG(3, 4))
			for at := uint64(0); at < total; {
				var v [40]pair
				n := r.Pop(v[:1+rnd.IntN(len(v))])
				for _, p := range v[:n] {
					if p.a != at || p.b != ^at {
						t.Errorf("capacity %d: element %d is %d, %d", capacity, at, p.a, ^p.b)
						return
					}
					at++
				}
				if l := r.Len(); l < 0 || l > capacity+40 {
					t.Errorf("length %d", l)
				}
			}
		}()
		wg.Wait()
	}
}

func BenchmarkPushPop32(b *testing.B) {
	r, _ := New[[4]uint64](1024)
	var v [32][4]uint64
	b.ReportAllocs()
	for b.Loop() {
		r.Push(v[:])
		r.Pop(v[:])
	}
}
