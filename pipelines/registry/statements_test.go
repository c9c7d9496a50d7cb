package registry

import (
	"strings"
	"testing"

	"up4/p4/stf"
	"up4/pipelines/rig"
)

// Numbers of a script that no table, session or group holds are refused where they
// stand, never cut to what fits.
func TestStatementsOutOfRange(t *testing.T) {
	p, _ := externProgram(t, "../clauses/tables")
	for _, tt := range []struct{ script, want string }{
		{"mirroring_add 5 4 65535", ""},
		{"mirroring_add 5 4 65536", "a clone session cuts to 65535 bytes at most"},
		{"mirroring_add 5 510", ""},
		{"mirroring_add 5 512", "a copy to port 512"},
		{"mirroring_add 65536 1", "there is no clone session 65536"},
		{"mc_mgrp_create 65536", "there is no multicast group 65536"},
		{"mc_mgrp_create 1\nmc_node_create 65535 511\nmc_node_associate 1 0", ""},
		{"mc_mgrp_create 1\nmc_node_create 65536 1\nmc_node_associate 1 0", "replication id 65536"},
		{"mc_mgrp_create 1\nmc_node_create 1 65538\nmc_node_associate 1 0", "a copy to port 65538"},
		{"mc_mgrp_create 1\nmc_node_create 1 65538\nmirroring_add_mc 5 1\nmc_node_associate 1 0", "a copy to port 65538"},
		{"add control_t 2147483646 h.x.a:1 h.x.b:1 h.x.c:1 set(v:1)", ""},
		{"add control_t 2147483647 h.x.a:1 h.x.b:1 h.x.c:1 set(v:1)", "a priority is at most 2147483646"},
		{"packet 510 00", "there is no port 510"},
	} {
		s, err := stf.Parse("x.stf", []byte(tt.script))
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range p.Offering() {
			got := stf.Run(s, &rig.Device{Rig: benchOf(t, p, b)}, stf.Options{}).String()
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("%s: %q on %s, want %q", tt.script, got, b, tt.want)
			}
		}
	}
}
