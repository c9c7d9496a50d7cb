package corpus

import (
	"bytes"
	"fmt"
)

// Model is a program written once more, for obviousness: it says what must
// come out. It does no more than the corpus needs and may be slow.
type Model interface {
	// SetGroup sets a multicast group's members.
	SetGroup(id uint16, ports []uint16)
	// Apply does one table operation.
	Apply(op Op) error
	// Process gives what comes of a frame that came in by port: the outputs in
	// order, each with its bytes, or none and the reason. It does not keep or
	// change frame.
	Process(port uint16, frame []byte) (out []Output, drop string)
	// Hits is how many frames have matched the entry.
	Hits(table string, match map[string]string) (uint64, error)
}

// Fill plays the case to a fresh model and sets what must come out.
func Fill(m Model, c *Case) error {
	for i := range c.Steps {
		s := &c.Steps[i]
		for id, ports := range s.Groups {
			m.SetGroup(id, ports)
		}
		for j, op := range s.Tables {
			if err := m.Apply(op); err != nil {
				return fmt.Errorf("case %s, step %d, operation %d: %w", c.Name, i, j, err)
			}
		}
		if f := s.Frame; f != nil {
			f.Out, f.Drop = m.Process(f.Port, f.Bytes)
			for k := range f.Out {
				if bytes.Equal(f.Out[k].Bytes, f.Bytes) {
					f.Out[k].Bytes = nil
				}
			}
		}
		for j := range s.Hits {
			h := &s.Hits[j]
			n, err := m.Hits(h.Table, h.Match)
			if err != nil {
				return fmt.Errorf("case %s, step %d, hit %d: %w", c.Name, i, j, err)
			}
			h.Count = n
		}
	}
	return nil
}
