package schema

import "up4/pipelines/state"

// arch is what an architecture calls the things that a Program holds.
type arch struct {
	profile, selector      string // extern types
	counter, directCounter string
	meter, directMeter     string
	register               string
	digest                 string // extern type; "" if digestCall is how it is done
	digestCall             string // extern function
	counterSize, meterSize string // parameters of constructors
	algorithm              string // that of selectors
	implementation         string // table properties
	counters, meters       string
	units                  map[string]state.Unit
	sessions               bool // it has clone sessions that the control plane sets up
	sized                  bool // the object of implementation says the size of a table
}

// Constructor parameters that all architectures name alike.
const (
	sizeParam    = "size"
	unitParam    = "type"
	initialParam = "initial_value"
)

// portable is PSA or PNA, which differ in a prefix.
func portable(name string) *arch {
	return &arch{
		profile: "ActionProfile", selector: "ActionSelector",
		counter: "Counter", directCounter: "DirectCounter",
		meter: "Meter", directMeter: "DirectMeter",
		register: "Register", digest: "Digest",
		counterSize: "n_counters", meterSize: "n_meters", algorithm: "algo",
		implementation: name + "_implementation",
		counters:       name + "_direct_counter", meters: name + "_direct_meter",
		units: map[string]state.Unit{
			"PACKETS": state.Packets, "BYTES": state.Bytes, "PACKETS_AND_BYTES": state.Both,
		},
	}
}

// archs is the architectures by name.
var archs = map[string]*arch{
	"v1model": {
		profile: "action_profile", selector: "action_selector",
		counter: "counter", directCounter: "direct_counter",
		meter: "meter", directMeter: "direct_meter",
		register: "register", digestCall: "digest",
		counterSize: sizeParam, meterSize: sizeParam, algorithm: "algorithm",
		implementation: "implementation", counters: "counters", meters: "meters",
		units: map[string]state.Unit{
			"packets": state.Packets, "bytes": state.Bytes, "packets_and_bytes": state.Both,
		},
		sessions: true,
	},
	"psa":  portable("psa"),
	"pna":  portable("pna"),
	"ubpf": {register: "Register"},
	"ebpf": {counter: "CounterArray", counterSize: "max_index", implementation: "implementation", sized: true},
	"xdp":  {counter: "CounterArray", counterSize: "max_index", implementation: "implementation", sized: true},
}

// packages is the architectures by the type of the package main.
var packages = map[string]string{
	"V1Switch": "v1model", "PSA_Switch": "psa", "PNA_NIC": "pna", "ubpf": "ubpf", "ebpfFilter": "ebpf", "xdp": "xdp",
}
