// Package programs carries the P4 programs that ship with up4, one folder each:
// the .p4 source, which is the artifact of record, and its packet corpus. It
// knows nothing of how a program is run.
package programs

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"slices"
)

// Every program is named here with its corpus: a program whose corpus is empty
// matches no file and does not build.
var (
	//go:embed acl/acl.p4
	//go:embed ecmp/ecmp.p4
	//go:embed int/int.p4
	//go:embed l2fwd/l2fwd.p4
	//go:embed l3fwd/l3fwd.p4
	//go:embed learning_switch/learning_switch.p4
	//go:embed mpls_edge/mpls_edge.p4
	//go:embed multicast/multicast.p4
	//go:embed nat/nat.p4
	//go:embed rate_limiter/rate_limiter.p4
	//go:embed source_routing/source_routing.p4
	//go:embed stateful_firewall/stateful_firewall.p4
	//go:embed vxlan_gateway/vxlan_gateway.p4
	sources embed.FS

	//go:embed acl/corpus/*.stf
	//go:embed ecmp/corpus/*.stf
	//go:embed int/corpus/*.stf
	//go:embed l2fwd/corpus/*.json
	//go:embed l3fwd/corpus/*.json
	//go:embed learning_switch/corpus/*.stf
	//go:embed mpls_edge/corpus/*.stf
	//go:embed multicast/corpus/*.stf
	//go:embed nat/corpus/*.stf
	//go:embed rate_limiter/corpus/*.stf
	//go:embed source_routing/corpus/*.stf
	//go:embed stateful_firewall/corpus/*.stf
	//go:embed vxlan_gateway/corpus/*.stf
	corpora embed.FS
)

// names is in alphabetical order.
var names = []string{
	"acl",
	"ecmp",
	"int",
	"l2fwd",
	"l3fwd",
	"learning_switch",
	"mpls_edge",
	"multicast",
	"nat",
	"rate_limiter",
	"source_routing",
	"stateful_firewall",
	"vxlan_gateway",
}

// Names are the programs, in alphabetical order.
func Names() []string { return slices.Clone(names) }

// Path is where the program's source stands, from the top of the repository.
func Path(name string) string { return "p4/programs/" + name + "/" + name + ".p4" }

// Source is the text of the program's .p4; false if there is no such program.
func Source(name string) ([]byte, bool) {
	text, err := sources.ReadFile(name + "/" + name + ".p4")
	return text, err == nil
}

// SHA256 is the digest of the program's .p4 in hex; false if there is no such
// program.
func SHA256(name string) (string, bool) {
	text, ok := Source(name)
	if !ok {
		return "", false
	}
	return Digest(text), true
}

// Digest is the SHA-256 of a program's text in hex.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Corpus is the folder of the program's corpus, .json files as package corpus
// reads them and STF scripts (.stf); false if there is no such program.
func Corpus(name string) (fs.FS, bool) {
	if !slices.Contains(names, name) {
		return nil, false
	}
	sub, err := fs.Sub(corpora, name+"/corpus")
	return sub, err == nil
}
