package entry

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
	"up4/pipelines/table"
)

func TestFile(t *testing.T) {
	c := New(testProgram())
	text := `[{"table": "ipv4_lpm", "match": {"ipv4.dst": "10.0.2.0/24"}, "action": "forward",
  "params": {"port": 1, "dmac": "02:00:00:00:00:02"}},
 {"table": "acl", "match": {"tcp.dport": 80}, "priority": 5, "action": "drop", "hits": 17},
 {"table": "ipv4_lpm", "default_action": true, "action": "miss"},
 {"table": "ipv4_lpm", "match": {"ipv4.dst": "10.0.3.0/24"}, "action": "drop"}]
`
	entries := []table.Op{
		{Kind: table.Insert, Entry: table.Entry{Key: unhex("0a000200"), PrefixLen: 24, Data: unhex("0001 020000000002")}},
		{Kind: table.Insert, Table: 2, Entry: table.Entry{Key: unhex("00000000 0050 0000"), Mask: unhex("00000000 ffff 0000"), Priority: 5, Data: []byte{}}},
		{Kind: table.SetDefault, Entry: table.Entry{Action: 2, Data: []byte{}}},
		{Kind: table.Insert, Entry: table.Entry{Key: unhex("0a000300"), PrefixLen: 24, Action: 1, Data: []byte{}}},
	}
	p, err := c.File(api.File{Name: "routes.json", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(entries, p.Ops); d != "" {
		t.Error(d)
	}
	if p.Entries != 4 || p.Cleared != 0 {
		t.Errorf("%d entries, %d cleared", p.Entries, p.Cleared)
	}

	p, err = c.File(api.File{Name: "routes.json", Text: text, Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	want := append([]table.Op{{Kind: table.Clear}, {Kind: table.Clear, Table: 2}}, entries...)
	if d := cmp.Diff(want, p.Ops); d != "" {
		t.Error(d)
	}
	// Step 3 of the batch is the file's second entry, which begins on line 3.
	err = p.Locate(&table.OpError{Index: 3, Err: table.ErrExists})
	var e *api.Error
	if !errors.As(err, &e) || e.Error() != "routes.json:3:2: entry exists already in table acl: * 80 * priority=5 [exists]" || *e.Index != 1 {
		t.Errorf("got %v", err)
	}
	if p, err := c.File(api.File{Text: " [ ] "}); err != nil || len(p.Ops) != 0 {
		t.Errorf("empty file: %v, %v", p, err)
	}
}

// TestFilesWithoutMeasure: what no table can take is refused where it begins,
// and not kept first.
func TestFilesWithoutMeasure(t *testing.T) {
	c := New(testProgram())
	const entry = `{"table": "acl", "match": {"tcp.dport": 80}, "priority": 1, "action": "drop"}`
	for text, want := range map[string]string{
		"[" + strings.Repeat(entry+",\n", 16) + entry + "]": "f:17:1: table acl is full: it holds at most 16 entries [full]",
		"[{\"match\": {" + names(2000) + "}}]":              "f:1025:1: match has more than 1024 names [bad-file]",
		"[{\"params\": {" + names(2000) + "}}]":             "f:1025:1: params has more than 1024 names [bad-file]",
	} {
		if _, err := c.File(api.File{Name: "f", Text: text}); err == nil || err.Error() != want {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
	if _, err := c.File(api.File{Text: "[" + strings.Repeat(entry+",", 15) + entry + "]"}); err != nil {
		t.Errorf("as many as the table holds: %v", err)
	}
}

// names is n members of an object, one a line.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\"k%d\": 1,\n", i)
	}
	return strings.TrimSuffix(b.String(), ",\n")
}

func TestBadFiles(t *testing.T) {
	c := New(testProgram())
	const ok = `{"table": "ipv4_lpm", "match": {"ipv4.dst": "10.0.2.0/24"}, "action": "drop"}`
	for text, want := range map[string]string{
		"":                                    "f:1:1: the file ends in the middle of its JSON [bad-file]",
		"null":                                `f:1:1: expected an array of entries: [{"table": …, "match": {…}, "action": …, "params": {…}}], got null [bad-file]`,
		"[" + ok + ",\n" + ok[:20]:            "f:2:21: the file ends in the middle of its JSON [bad-file]",
		"[" + ok + "\n" + ok + "]":            "f:2:1: not JSON: invalid character '{' after array element [bad-file]",
		"[" + ok + "]\n[]":                    "f:2:1: there is more after the entries [bad-file]",
		"[1]":                                 "f:1:2: expected an entry, which is an object, got a number [bad-file]",
		"[\n {\"tabel\": 1}]":                 `f:2:3: an entry has no "tabel"; did you mean "table"? [bad-file]`,
		"[{\"table\": 1}]":                    "f:1:12: expected a table's name, got a number [bad-file]",
		`[{"table": "a", "table": "b"}]`:      `f:1:17: "table" is given twice [bad-file]`,
		`[{"match": {"a": 1, "a": 2}}]`:       `f:1:21: "a" is given twice [bad-file]`,
		`[{"match": {"a": [1]}}]`:             `f:1:18: expected a string or a number, got an array [bad-file]`,
		`[{"match": null}]`:                   `f:1:12: expected an object of names and values, got null [bad-file]`,
		`[{"default_action": 1}]`:             `f:1:21: expected true or false, got a number [bad-file]`,
		"[" + ok + ",\n  {\"table\": \"x\"}]": `f:2:4: test has no table "x"; known are ipv4_lpm, dmac, acl, v6, nokey [unknown-table]`,
		"[{\"table\": \"ipv4_lpm\",\n\"match\": {\"ipv4.dst\": \"10.0.2.1/24\"}, \"action\": \"drop\"}]": `f:2:11: key ipv4.dst: 10.0.2.1/24 has bits set outside of what is matched; did you mean 10.0.2.0/24? [bad-prefix]`,
		"[{\"table\": \"ipv4_lpm\",\n\"match\": {\"ipv4.src\": \"10.0.2.1/24\"}, \"action\": \"drop\"}]": `f:2:11: table ipv4_lpm has no key "ipv4.src"; known are ipv4.dst [unknown-key]`,
		`[{"table": "ipv4_lpm", "action": "forward", "params": {"port": 1.5}}]`:                          `f:1:56: parameter port: expected a port: 0 to 509, cpu or drop, got "1.5" [bad-value]`,
		`[{"table": "ipv4_lpm", "action": "forward", "params": {"port": 1}}]`:                            `f:1:2: action forward needs parameter dmac, such as dmac=02:00:00:00:00:02 [missing-param]`,
		`[{"table": "ipv4_lpm", "action": "jump"}]`:                                                      `f:1:24: table ipv4_lpm has no action "jump"; known are forward, drop [unknown-action]`,
		`[{"table": "acl", "action": "drop", "priority": 1.0}]`:                                          `f:1:37: a priority is 1 to 2147483647, and the larger wins; got "1.0" [bad-priority]`,
	} {
		_, err := c.File(api.File{Name: "f", Text: text})
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
}

// FuzzFile: any text gives a batch or an error with a place inside the text.
func FuzzFile(f *testing.F) {
	for _, s := range []string{"", "[]", "[{}]", "[{]", "[}", `[{"table":"acl","match":{"ipv4.src":"10.0.0.0&&&255.0.0.0"},"priority":1,"action":"drop"}]`,
		`[{"table":"v6","match":{"meta.vrf":0,"ipv6.dst":"::/0"},"action":"drop"},`, "[1 2", "\xff", `{"a":`, `[{"match":{"a":1e9}}]`} {
		f.Add(s)
	}
	c := New(testProgram())
	f.Fuzz(func(t *testing.T, text string) {
		p, err := c.File(api.File{Name: "f", Text: text})
		if err == nil {
			for _, op := range p.Ops {
				if op.Kind != table.Insert {
					continue
				}
				if _, err := c.Format(op.Table, op.Entry); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
			}
			return
		}
		var e *api.Error
		lines := strings.Split(text, "\n")
		if !errors.As(err, &e) || e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len(lines[e.Line-1])+1 {
			t.Fatalf("%q: %#v", text, err)
		}
	})
}

// FuzzWords: any words give an entry that can be printed and read again, or an error.
func FuzzWords(f *testing.F) {
	f.Add(uint8(0), "ipv4_lpm", "10.0.2.0/24 forward 1 2")
	f.Add(uint8(0), "acl", "1&&&1 * _ drop priority=1")
	f.Add(uint8(1), "v6", "1 ::/0 drop")
	f.Add(uint8(2), "dmac", "=")
	kinds := []api.Kind{api.Add, api.Modify, api.Delete, api.Default, api.Clear}
	c := New(testProgram())
	f.Fuzz(func(t *testing.T, kind uint8, tab, words string) {
		op := api.Op{Kind: kinds[int(kind)%len(kinds)], Table: tab, Words: strings.Split(words, " ")}
		ops, err := c.Op(op)
		if err != nil || op.Kind != api.Add {
			return
		}
		text, err := c.Format(ops[0].Table, ops[0].Entry)
		if err != nil {
			t.Fatal(err)
		}
		again, err := c.Op(api.Op{Kind: api.Add, Entry: &text})
		if d := cmp.Diff(ops, again); err != nil || d != "" {
			t.Fatalf("%v\n%s", err, d)
		}
	})
}
