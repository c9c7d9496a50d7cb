package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBytesAsText(t *testing.T) {
	for _, c := range []struct {
		b    Bytes
		want string
	}{
		{nil, ""},
		{Bytes{0xab}, "ab"},
		{Bytes{1, 2, 3, 4, 5, 6, 7}, "010203040506 07"},
		{make(Bytes, 15), "000000000000 000000000000 0000 00"},
		{append(make(Bytes, 34), 1, 1, 1), "000000000000 000000000000 0000 00*20 010101"},
		{append(append(make(Bytes, 34), 7), make(Bytes, 16)...), "000000000000 000000000000 0000 00*20 07 00*16"},
	} {
		if got := c.b.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	for _, s := range []string{"0", "xy", "00*x", "0000*2", "00*-1", "00*70000"} {
		if b, err := ParseBytes(s); err == nil {
			t.Errorf("ParseBytes(%q) = %x", s, b)
		}
	}
}

func TestBytesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Few values, so that runs are long enough to be written as such.
		b := Bytes(rapid.SliceOf(rapid.SampledFrom([]byte{0, 0, 0, 0, 0, 0, 0, 1})).Draw(t, "b"))
		got, err := ParseBytes(b.String())
		if err != nil || string(got) != string(b) {
			t.Fatalf("%q: got %x, %v; want %x", b.String(), got, err, b)
		}
	})
}

func TestCaseRoundTrip(t *testing.T) {
	c := &Case{Name: "x", About: "quotes \" and more", Steps: []Step{
		{Groups: map[uint16][]uint16{1: {0, 1}}},
		{Tables: []Op{{Op: Insert, Table: "t", Match: map[string]string{"k": "1"}, Action: "a",
			Params: map[string]Value{"n": "12", "m": "02:00:00:00:00:01", "h": "0x10"}}}},
		{Frame: &Frame{Port: 3, Bytes: Bytes{1, 2}, Out: []Output{{Port: 1}, {Port: 2, Bytes: Bytes{9}}}}},
		{Frame: &Frame{Bytes: Bytes{}, Drop: NoGroup}},
		{Hits: []Hit{{Table: "t", Match: map[string]string{"k": "1"}, Count: 7}}},
	}}
	text, err := Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `"n":12`) || strings.Count(string(text), "\n") != 8 {
		t.Errorf("not a step a line, or a number in quotes:\n%s", text)
	}
	got, err := Parse("x", text)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(c, got); d != "" {
		t.Error(d)
	}
}

func TestParseRefuses(t *testing.T) {
	const good = `{"frame":{"port":0,"bytes":"00","drop":"program"}}`
	for name, text := range map[string]string{
		"no JSON":         `{`,
		"unknown field":   `{"about":"","step":[]}`,
		"no steps":        `{"about":"","steps":[]}`,
		"no frame":        `{"about":"","steps":[{"hits":[]}]}`,
		"two in one step": `{"about":"","steps":[{"hits":[],"tables":[]},` + good + `]}`,
		"empty step":      `{"about":"","steps":[{},` + good + `]}`,
		"no outcome":      `{"about":"","steps":[{"frame":{"port":0,"bytes":"00"}}]}`,
		"two outcomes":    `{"about":"","steps":[{"frame":{"port":0,"bytes":"00","drop":"program","out":[{"port":1}]}}]}`,
		"unknown reason":  `{"about":"","steps":[{"frame":{"port":0,"bytes":"00","drop":"whim"}}]}`,
		"bad bytes":       `{"about":"","steps":[{"frame":{"port":0,"bytes":"0","drop":"program"}}]}`,
		"bad parameter":   `{"about":"","steps":[{"tables":[{"op":"insert","table":"t","params":{"p":[]}}]},` + good + `]}`,
	} {
		if _, err := Parse(name, []byte(text)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := Parse("good", []byte(`{"about":"","steps":[`+good+`]}`)); err != nil {
		t.Error(err)
	}
}

func TestLoadWantsCases(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(os.DirFS(dir)); !errors.Is(err, ErrEmpty) {
		t.Errorf("empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.json"), []byte("nonsense"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(os.DirFS(dir)); err == nil || !strings.Contains(err.Error(), "case b") {
		t.Errorf("nonsense: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"about":"","steps":[{"frame":{"port":0,"bytes":"00*20 12","drop":"program"}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("fuzz", text)
		if err != nil {
			return
		}
		again, err := Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse("fuzz", again); err != nil {
			t.Fatalf("%v\n%s", err, again)
		}
	})
}
