package native

// Actions of l3fwd's ipv4_lpm, as records number them: the order in the .p4.
const (
	l3Forward = iota
	l3Punt
	l3Drop
)

var actionsL3 = []string{l3Forward: "forward", l3Punt: "punt", l3Drop: "drop"}

// Actions of l2fwd's dmac.
const (
	l2Forward = iota
	l2Flood
	l2Punt
	l2Drop
)

var actionsL2 = []string{l2Forward: "forward", l2Flood: "flood", l2Punt: "punt", l2Drop: "drop"}
