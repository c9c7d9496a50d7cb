// Package include holds the declarations that come with the product: the core
// library of P4-16 and the architectures that programs are written for. It knows
// nothing of who reads them.
package include

import (
	"embed"
	"slices"
)

//go:embed core.p4 v1model.p4 psa.p4 pna.p4 ebpf_model.p4 ubpf_model.p4 xdp_model.p4 dpdk/psa.p4 dpdk/pna.p4
var files embed.FS

// names maps each name a program may include to the file that holds it.
var names = map[string]string{
	"core.p4":       "core.p4",
	"v1model.p4":    "v1model.p4",
	"psa.p4":        "psa.p4",
	"bmv2/psa.p4":   "psa.p4",
	"dpdk/psa.p4":   "dpdk/psa.p4",
	"pna.p4":        "pna.p4",
	"dpdk/pna.p4":   "dpdk/pna.p4",
	"ebpf_model.p4": "ebpf_model.p4",
	"ubpf_model.p4": "ubpf_model.p4",
	"xdp_model.p4":  "xdp_model.p4",
}

// Lookup is the text that a program gets for #include <name>. The caller may
// keep it, and does not change it.
func Lookup(name string) ([]byte, bool) {
	file, ok := names[name]
	if !ok {
		return nil, false
	}
	text, err := files.ReadFile(file)
	return text, err == nil
}

// Names is every name that Lookup knows, sorted.
func Names() []string {
	all := make([]string, 0, len(names))
	for n := range names {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}
