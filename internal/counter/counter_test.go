package counter

import "testing"

func TestEveryCounterHasNameAndText(t *testing.T) {
	seen := map[string]bool{}
	check := func(kind string, i int, info Info) {
		if info.Name == "" || info.Text == "" {
			t.Errorf("%s counter %d has no name or text", kind, i)
		}
		if seen[info.Name] {
			t.Errorf("counter name %q is used twice", info.Name)
		}
		seen[info.Name] = true
	}
	for i, info := range Ports {
		check("port", i, info)
	}
	for i, info := range Shards {
		check("shard", i, info)
	}
}

func TestTrainBucket(t *testing.T) {
	for n, want := range map[int]Port{1: 0, 2: 1, 3: 1, 4: 2, 7: 2, 8: 3, 15: 3, 16: 4, 31: 4, 32: 5, 63: 5, 64: 6, 128: 6} {
		if got := TrainBucket(n); got != want {
			t.Errorf("TrainBucket(%d) = %d, want %d", n, got, want)
		}
	}
}
