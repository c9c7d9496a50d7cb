// Package corpus is the text form of a program's packet corpus: what is written
// to the tables, which frames go in, and which frames must come out. A corpus is
// read by whoever replays it and written by an independent model of the
// program; the package knows nothing of engines, and of no program in
// particular.
package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Case is one story. Its switch starts with empty tables and no multicast
// group.
type Case struct {
	Name  string
	About string
	Steps []Step
}

// Step is one line of a case; exactly one field is set.
type Step struct {
	// Groups sets the members of multicast groups, ports in the order of the
	// copies. Group 0 does not exist.
	Groups map[uint16][]uint16 `json:"groups,omitempty"`
	// Tables is a batch of table operations.
	Tables []Op `json:"tables,omitempty"`
	// Frame is a frame that goes in and what must come of it.
	Frame *Frame `json:"frame,omitempty"`
	// Hits is how often each entry must have matched by now.
	Hits []Hit `json:"hits,omitempty"`
}

// The operations of Op.
const (
	Insert  = "insert"
	Modify  = "modify"
	Delete  = "delete"
	Default = "default" // sets the action of a miss
	Clear   = "clear"
)

// Op is one table operation; its fields are those of a route file.
type Op struct {
	Op     string            `json:"op"`
	Table  string            `json:"table"`
	Match  map[string]string `json:"match,omitempty"`
	Action string            `json:"action,omitempty"`
	Params map[string]Value  `json:"params,omitempty"`
}

// Frame is one frame, and what must come of it: copies in their order, or no
// copy and the reason.
type Frame struct {
	Port  uint16   `json:"port"` // ingress
	Bytes Bytes    `json:"bytes"`
	Out   []Output `json:"out,omitempty"`
	Drop  string   `json:"drop,omitempty"`
}

// The reasons in Frame.Drop.
const (
	ByProgram = "program"
	NoGroup   = "no_group" // the group has no members
)

// Output is a frame that leaves. No Bytes at all stand for the bytes that came
// in.
type Output struct {
	Port  uint16 `json:"port"`
	Bytes Bytes  `json:"bytes,omitempty"`
}

// Hit is the number of frames that matched an entry.
type Hit struct {
	Table string            `json:"table"`
	Match map[string]string `json:"match"`
	Count uint64            `json:"count"`
}

// Value is an action parameter as people write it: a JSON number or string.
type Value string

// UnmarshalJSON takes a number or a string.
func (v *Value) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err == nil {
		*v = Value(s)
		return nil
	}
	var n json.Number
	if err := json.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("parameter %s is neither a number nor a string", b)
	}
	*v = Value(n)
	return nil
}

// MarshalJSON writes a decimal number as a number.
func (v Value) MarshalJSON() ([]byte, error) {
	if v != "" && len(v) < 16 && strings.Trim(string(v), "0123456789") == "" && (v == "0" || v[0] != '0') {
		return []byte(v), nil
	}
	return json.Marshal(string(v))
}

// file is how a case stands in its file.
type file struct {
	About string `json:"about"`
	Steps []Step `json:"steps"`
}

// Marshal is the case as its file holds it, one step a line.
func Marshal(c *Case) ([]byte, error) {
	var b bytes.Buffer
	about, err := json.Marshal(c.About)
	if err != nil {
		return nil, fmt.Errorf("write case %s: %w", c.Name, err)
	}
	fmt.Fprintf(&b, "{\"about\": %s,\n \"steps\": [\n", about)
	for i, s := range c.Steps {
		line, err := json.Marshal(s)
		if err != nil {
			return nil, fmt.Errorf("write case %s, step %d: %w", c.Name, i, err)
		}
		b.Write(line)
		if i < len(c.Steps)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]}\n")
	return b.Bytes(), nil
}

// ErrEmpty is returned by Load for a corpus without a case, or a case in which
// no frame goes in.
var ErrEmpty = errors.New("empty corpus")

// Parse reads one case; name is its file's name without the ending.
func Parse(name string, text []byte) (*Case, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("read case %s: %w", name, err)
	}
	c := &Case{Name: name, About: f.About, Steps: f.Steps}
	frames := 0
	for i, s := range c.Steps {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("read case %s, step %d: %w", name, i, err)
		}
		if s.Frame != nil {
			frames++
		}
	}
	if frames == 0 {
		return nil, fmt.Errorf("read case %s: %w", name, ErrEmpty)
	}
	return c, nil
}

func (s *Step) check() error {
	set := 0
	for _, has := range []bool{s.Groups != nil, s.Tables != nil, s.Frame != nil, s.Hits != nil} {
		if has {
			set++
		}
	}
	if set != 1 {
		return fmt.Errorf("%d of groups, tables, frame and hits; want exactly one", set)
	}
	if s.Frame == nil {
		return nil
	}
	if d := s.Frame.Drop; (d == "") != (len(s.Frame.Out) > 0) {
		return errors.New("a frame must have outputs or a reason to be dropped, not both")
	} else if d != "" && d != ByProgram && d != NoGroup {
		return fmt.Errorf("unknown reason %q", d)
	}
	return nil
}

// Load reads every case of a corpus folder, in the order of their names.
func Load(dir fs.FS) ([]*Case, error) {
	names, err := fs.Glob(dir, "*.json")
	if err != nil {
		return nil, fmt.Errorf("list corpus: %w", err)
	}
	if len(names) == 0 {
		return nil, ErrEmpty
	}
	var cases []*Case
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("read corpus: %w", err)
		}
		c, err := Parse(strings.TrimSuffix(path.Base(name), ".json"), text)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}
