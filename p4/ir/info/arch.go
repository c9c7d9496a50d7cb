package info

import (
	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
)

// arch is what an architecture calls the things that P4Info knows.
type arch struct {
	name string

	profile, selector      string // extern types
	counter, directCounter string
	meter, directMeter     string
	register               string
	digest                 string // extern type; "" if digestCall is how it is done
	digestCall             string // extern function
	counterSize, meterSize string // parameters of constructors
	counterIndex           int    // which type argument an index has
	implementation         string // table properties
	counters, meters       string
	timeout                string
	units                  map[string]config.CounterSpec_Unit
}

// Constructor parameters that all architectures name alike.
const (
	sizeParam = "size"
	unitParam = "type"
)

var v1model = &arch{
	name:    "v1model",
	profile: "action_profile", selector: "action_selector",
	counter: "counter", directCounter: "direct_counter",
	meter: "meter", directMeter: "direct_meter",
	register: "register", digestCall: "digest",
	counterSize: sizeParam, meterSize: sizeParam,
	implementation: "implementation", counters: "counters", meters: "meters",
	timeout: "support_timeout",
	units: map[string]config.CounterSpec_Unit{
		"packets": config.CounterSpec_PACKETS, "bytes": config.CounterSpec_BYTES,
		"packets_and_bytes": config.CounterSpec_BOTH,
	},
}

var portableUnits = map[string]config.CounterSpec_Unit{
	"PACKETS": config.CounterSpec_PACKETS, "BYTES": config.CounterSpec_BYTES,
	"PACKETS_AND_BYTES": config.CounterSpec_BOTH,
}

// portable is PSA or PNA, which differ in a prefix.
func portable(name string) *arch {
	return &arch{
		name:    name,
		profile: "ActionProfile", selector: "ActionSelector",
		counter: "Counter", directCounter: "DirectCounter",
		meter: "Meter", directMeter: "DirectMeter",
		register: "Register", digest: "Digest",
		counterSize: "n_counters", meterSize: "n_meters", counterIndex: 1,
		implementation: name + "_implementation",
		counters:       name + "_direct_counter", meters: name + "_direct_meter",
		timeout: name + "_idle_timeout",
		units:   portableUnits,
	}
}

// archs is the architectures by the type of the package main.
var archs = map[string]*arch{
	"V1Switch":   v1model,
	"PSA_Switch": portable("psa"),
	"PNA_NIC":    portable("pna"),
	// Those for the kernel: of their objects only registers are P4Runtime's.
	"ubpf":       {name: "ubpf", register: "Register"},
	"ebpfFilter": {name: "ebpf"},
	"xdp":        {name: "xdp"},
}

// unit is a counter's or meter's unit, by the argument of its constructor.
func (a *arch) unit(v ir.Value) config.CounterSpec_Unit {
	if m, ok := v.(*ir.MemberConst); ok {
		return a.units[m.Name]
	}
	return config.CounterSpec_UNSPECIFIED
}

// notifies says whether a table tells the controller of idle entries: v1model's
// property is a bool, the others' a member of an enum.
func (a *arch) notifies(v ir.Value) bool {
	switch v := v.(type) {
	case ir.BoolConst:
		return bool(v)
	case *ir.MemberConst:
		return v.Name == "NOTIFY_CONTROL"
	}
	return false
}
