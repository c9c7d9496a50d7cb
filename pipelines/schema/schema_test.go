package schema_test

import (
	"fmt"

	"up4/internal/arena"
	"up4/pipelines"
	"up4/pipelines/table"
)

// specs makes the tables of a program and adds its entries.
func specs(p *pipelines.Program) (*table.Store, error) {
	a, err := arena.New(64 << 20)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	s, err := table.NewStore(a, 32<<20, p.Specs())
	if err != nil {
		return nil, fmt.Errorf("make tables: %w", err)
	}
	var ops []table.Op
	for i, t := range p.Tables {
		for _, e := range t.Entries {
			ops = append(ops, table.Op{Kind: table.Insert, Table: i, Entry: e})
		}
	}
	if len(ops) > 0 {
		if _, err := s.Apply(ops); err != nil {
			return nil, fmt.Errorf("add entries: %w", err)
		}
	}
	return s, nil
}
