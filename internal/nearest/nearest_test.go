package nearest

import "testing"

func TestDistance(t *testing.T) {
	// By hand; kitten/sitting is the textbook's 3.
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"kitten", "sitting", 3},
		{"shards", "shard", 1}, {"shards", "shadrs", 1}, {"abc", "abc", 0}, {"bind", "peer", 4},
	} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestName(t *testing.T) {
	keys := []string{"id", "bind", "pipeline", "backend", "shards", "table_mib"}
	for given, want := range map[string]string{
		"shard": "shards", "shrads": "shards", "Bind": "bind", "tablemib": "table_mib",
		"pipelin": "pipeline", "ids": "id", "zzz": "", "": "", "x": "",
	} {
		got, ok := Name(given, keys)
		if got != want || ok != (want != "") {
			t.Errorf("Name(%q) = %q, %v, want %q", given, got, ok, want)
		}
	}
}

func TestHint(t *testing.T) {
	if got, want := Hint("forwrd", []string{"drop", "forward"}), `; did you mean "forward"?`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Hint("zz", []string{"drop", "forward"}), "; known are drop, forward"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Hint("zz", nil); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}
