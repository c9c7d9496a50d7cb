package schema

import (
	"strings"
	"unicode"

	"up4/p4/ir"
	"up4/pipelines"
)

// people is how people write values of a type that go by a name. What @format says in
// one of the annotations comes first, if the width is right for it.
func people(name string, t ir.Type, bits int, annotations ...[]ir.Annotation) pipelines.Type {
	if n, ok := t.(*ir.NewType); ok {
		annotations = append(annotations, n.Annotations)
	}
	for _, list := range annotations {
		a := find(list, "format")
		if a == nil {
			continue
		}
		switch f := text(a); {
		case f == "MAC_ADDRESS" && bits == 48:
			return pipelines.MAC
		case f == "IPV4_ADDRESS" && bits == 32:
			return pipelines.IPv4
		case f == "IPV6_ADDRESS" && bits == 128:
			return pipelines.IPv6
		}
	}
	switch typ := ir.Underlying(t).(type) {
	case *ir.BitsType:
		if typ.Signed {
			return pipelines.Number
		}
	default:
		return pipelines.Number
	}
	if isPort(name, t, bits) {
		return pipelines.Port
	}
	switch {
	case bits == 48:
		return pipelines.MAC
	case bits == 128:
		return pipelines.IPv6
	case bits == 32 && isAddress(name):
		return pipelines.IPv4
	}
	return pipelines.Number
}

func isPort(name string, t ir.Type, bits int) bool {
	if n, ok := t.(*ir.NewType); ok && n.Name == "PortId_t" {
		return bits >= 9
	}
	field := strings.ToLower(last(name))
	return bits == 9 && (strings.Contains(field, "port") || strings.Contains(field, "spec"))
}

// isAddress says whether some part of a name speaks of IP or an address: ipv4.dst,
// srcAddr, next_hop_ip.
func isAddress(name string) bool {
	for _, w := range words(name) {
		if strings.Contains(w, "addr") || strings.HasPrefix(w, "ip") || ipWords[w] {
			return true
		}
	}
	return false
}

// ipWords are the words that end in ip and mean that.
var ipWords = map[string]bool{"sip": true, "dip": true, "srcip": true, "dstip": true, "nhip": true, "vip": true}

// words is the words of a name, in lower case: what stands between dots, underscores
// and other signs, or begins with an upper-case letter behind a lower-case one.
func words(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}
