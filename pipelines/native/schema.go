package native

import (
	"up4/pipelines"
	"up4/pipelines/table"
)

// The schemas say what the .p4 files say; a test reads those and compares.

// Actions of l3fwd's ipv4_lpm, as records number them.
const (
	l3Forward = iota
	l3Punt
	l3Drop
)

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

// Actions of l2fwd's dmac, as records number them.
const (
	l2Forward = iota
	l2Flood
	l2Punt
	l2Drop
)

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
