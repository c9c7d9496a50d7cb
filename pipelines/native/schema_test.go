package native

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/p4/programs"
	"up4/pipelines"
	"up4/pipelines/table"
)

// These patterns read just as much P4 as the shipped programs need.
var (
	comment   = regexp.MustCompile(`//.*`)
	typedef   = regexp.MustCompile(`typedef bit<(\d+)>\s+(\w+);`)
	header    = regexp.MustCompile(`header (\w+) \{([^}]*)\}`)
	structs   = regexp.MustCompile(`struct headers_t \{([^}]*)\}`)
	field     = regexp.MustCompile(`(\S+)\s+(\w+);`)
	tables    = regexp.MustCompile(`(?s)table (\w+) \{(.*?)\n    \}`)
	keys      = regexp.MustCompile(`(?s)key = \{(.*?)\}`)
	key       = regexp.MustCompile(`hdr\.(\w+)\.(\w+):\s*(\w+);`)
	actions   = regexp.MustCompile(`(?s)actions = \{(.*?)\}`)
	word      = regexp.MustCompile(`\w+`)
	initially = regexp.MustCompile(`default_action = (\w+)\(`)
	size      = regexp.MustCompile(`size = (\d+);`)
	action    = regexp.MustCompile(`action (\w+)\(([^)]*)\)`)
)

var types = map[string]pipelines.Type{"port_t": pipelines.Port, "mac_addr_t": pipelines.MAC, "ipv4_addr_t": pipelines.IPv4}
var matches = map[string]table.Match{"exact": table.Exact, "lpm": table.LPM, "ternary": table.Ternary}

// source is what the patterns need to know of a program's text.
type source struct {
	text   string
	widths map[string]int    // of typedefs
	fields map[string]string // ethernet.dst → its type
}

func (s *source) typed(name string) (int, pipelines.Type) {
	if w, ok := s.widths[name]; ok {
		return w, types[name]
	}
	w, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "bit<"), ">"))
	if err != nil {
		panic(fmt.Sprintf("type %q", name))
	}
	return w, pipelines.Number
}

func read(text string) *source {
	s := &source{text: comment.ReplaceAllString(text, ""), widths: map[string]int{}, fields: map[string]string{}}
	for _, m := range typedef.FindAllStringSubmatch(s.text, -1) {
		s.widths[m[2]], _ = strconv.Atoi(m[1])
	}
	instances := map[string]string{} // type → name
	for _, m := range field.FindAllStringSubmatch(structs.FindStringSubmatch(s.text)[1], -1) {
		instances[m[1]] = m[2]
	}
	for _, h := range header.FindAllStringSubmatch(s.text, -1) {
		for _, f := range field.FindAllStringSubmatch(h[2], -1) {
			s.fields[instances[h[1]]+"."+f[2]] = f[1]
		}
	}
	return s
}

func (s *source) tables() []pipelines.Table {
	var out []pipelines.Table
	for _, m := range tables.FindAllStringSubmatch(s.text, -1) {
		body := m[2]
		t := pipelines.Table{Counter: -1, Meter: -1, Name: m[1], Default: initially.FindStringSubmatch(body)[1]}
		t.Size, _ = strconv.Atoi(size.FindStringSubmatch(body)[1])
		for _, k := range key.FindAllStringSubmatch(keys.FindStringSubmatch(body)[1], -1) {
			name := k[1] + "." + k[2]
			bits, typ := s.typed(s.fields[name])
			t.Keys = append(t.Keys, pipelines.Key{Name: name, Bits: bits, Match: matches[k[3]], Type: typ})
		}
		for _, name := range word.FindAllString(actions.FindStringSubmatch(body)[1], -1) {
			t.Actions = append(t.Actions, s.action(name))
		}
		out = append(out, t)
	}
	return out
}

func (s *source) action(name string) pipelines.Action {
	all := action.FindAllStringSubmatch(s.text, -1)
	i := slices.IndexFunc(all, func(m []string) bool { return m[1] == name })
	a := pipelines.Action{Name: name}
	for _, p := range strings.Split(all[i][2], ",") {
		if w := strings.Fields(p); len(w) == 2 {
			bits, typ := s.typed(w[0])
			a.Params = append(a.Params, pipelines.Param{Name: w[1], Bits: bits, Type: typ})
		}
	}
	return a
}

func TestSchemasSayWhatTheProgramsSay(t *testing.T) {
	for _, name := range Programs() {
		text, ok := programs.Source(name)
		if !ok {
			t.Fatalf("rendered %s, shipped %v", name, programs.Names())
		}
		c, _ := compile(name)
		p := c.Program()
		if d := cmp.Diff(read(string(text)).tables(), p.Tables); d != "" {
			t.Errorf("%s, .p4 against schema:\n%s", name, d)
		}
		if p.SHA256 != programs.Digest(text) || p.Source != "p4/programs/"+name+"/"+name+".p4" || p.Arch != "v1model" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// The packed parameters that the engines read as words: port in two bytes and
// dmac in six.
func TestPackedLengths(t *testing.T) {
	for name, want := range map[string][]int{"l3fwd": {8, 0, 0}, "l2fwd": {2, 0, 0, 0}} {
		c, _ := compile(name)
		if got := c.Program().Specs()[0].DataBytes; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestUnknownProgram(t *testing.T) {
	if _, err := Compile("l4fwd", schemaL3()); err == nil {
		t.Error("an engine of an unknown program")
	}
}

func TestReplicateChecksItsPlace(t *testing.T) {
	c, _ := compile("l3fwd")
	if e, err := c.Replicate(pipelines.Place{}); err == nil {
		t.Errorf("an engine without an arena: %v", e)
	}
}

// compile makes an engine by the description written here.
func compile(name string) (pipelines.Compiled, error) {
	return Compile(name, map[string]func() *pipelines.Program{"l2fwd": schemaL2, "l3fwd": schemaL3}[name]())
}

// An engine is for the actions in the order that it knows.
func TestOtherActions(t *testing.T) {
	p := schemaL3()
	slices.Reverse(p.Tables[0].Actions)
	if _, err := Compile("l3fwd", p); err == nil {
		t.Error("an engine for other actions")
	}
}

// describe fills in what is the same for every program here.
func describe(name string, tables ...pipelines.Table) *pipelines.Program {
	sum, _ := programs.SHA256(name)
	for i := range tables {
		tables[i].Counter, tables[i].Meter = -1, -1
	}
	return &pipelines.Program{Name: name, Source: programs.Path(name), SHA256: sum, Arch: "v1model", Tables: tables}
}

func schemaL3() *pipelines.Program {
	return describe("l3fwd", pipelines.Table{
		Name: "ipv4_lpm",
		Keys: []pipelines.Key{{Name: "ipv4.dst", Bits: 32, Match: table.LPM, Type: pipelines.IPv4}},
		Actions: []pipelines.Action{
			l3Forward: {Name: "forward", Params: []pipelines.Param{
				{Name: "port", Bits: 9, Type: pipelines.Port},
				{Name: "dmac", Bits: 48, Type: pipelines.MAC},
			}},
			l3Punt: {Name: "punt"},
			l3Drop: {Name: "drop"},
		},
		Size:    131072,
		Default: "drop",
	})
}

func schemaL2() *pipelines.Program {
	return describe("l2fwd", pipelines.Table{
		Name: "dmac",
		Keys: []pipelines.Key{{Name: "ethernet.dst", Bits: 48, Match: table.Exact, Type: pipelines.MAC}},
		Actions: []pipelines.Action{
			l2Forward: {Name: "forward", Params: []pipelines.Param{{Name: "port", Bits: 9, Type: pipelines.Port}}},
			l2Flood:   {Name: "flood"},
			l2Punt:    {Name: "punt"},
			l2Drop:    {Name: "drop"},
		},
		Size:    131072,
		Default: "flood",
	})
}
