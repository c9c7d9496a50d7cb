package entry

import (
	"fmt"
	"math/big"
	"net/netip"
	"strconv"
	"strings"

	"up4/io/frame"
	"up4/pipelines"
)

// typed is how people write values of one key or parameter.
type typed struct {
	typ  pipelines.Type
	bits int
}

// typeOf takes the declared type where the width is that type's, and a plain
// number where it is not.
func typeOf(t pipelines.Type, bits int) typed {
	want := map[pipelines.Type]int{pipelines.MAC: 48, pipelines.IPv4: 32, pipelines.IPv6: 128}
	if n, ok := want[t]; ok && n != bits {
		t = pipelines.Number
	}
	return typed{t, bits}
}

func (v typed) bytes() int { return (v.bits + 7) / 8 }

// example is a value of the type, as it is printed.
func (v typed) example() string {
	switch v.typ {
	case pipelines.MAC:
		return "02:00:00:00:00:02"
	case pipelines.IPv4:
		return "10.0.2.1"
	case pipelines.IPv6:
		return "2001:db8::1"
	}
	return "1"
}

// network is a prefix of the type, as it is printed.
func (v typed) network() string {
	switch v.typ {
	case pipelines.IPv4:
		return "10.0.2.0/24"
	case pipelines.IPv6:
		return "2001:db8::/32"
	}
	return v.example() + "/" + strconv.Itoa(v.bits)
}

func (v typed) isAddress() bool { return v.typ == pipelines.IPv4 || v.typ == pipelines.IPv6 }

// expected is what a value should have been, for errors.
func (v typed) expected() string {
	switch v.typ {
	case pipelines.MAC:
		return "a MAC address such as " + v.example()
	case pipelines.IPv4:
		return "an IPv4 address such as " + v.example()
	case pipelines.IPv6:
		return "an IPv6 address such as " + v.example()
	case pipelines.Port:
		return fmt.Sprintf("a port: 0 to %d, cpu or drop", frame.MaxPort)
	}
	return v.number()
}

func (v typed) number() string {
	if v.bits <= 32 {
		return fmt.Sprintf("a number of %d bits (0 to %d)", v.bits, uint64(1)<<v.bits-1)
	}
	return fmt.Sprintf("a number of %d bits, decimal or 0x…", v.bits)
}

// parse reads a value: big-endian, right-aligned, bytes() long. Any type may
// be written as a number.
func (v typed) parse(s string) ([]byte, error) {
	if b, ok := v.own(s); ok {
		return b, nil
	}
	n, ok := number(s)
	switch {
	case !ok:
		return nil, fmt.Errorf("expected %s, got %s", v.expected(), quote(s))
	case n.BitLen() > v.bits:
		return nil, fmt.Errorf("expected %s, and %s does not fit", v.number(), quote(s))
	case v.typ == pipelines.Port && n.Cmp(big.NewInt(frame.DropPort)) > 0:
		return nil, fmt.Errorf("expected %s, got %s", v.expected(), s)
	}
	return n.FillBytes(make([]byte, v.bytes())), nil
}

// own reads the notation of the type itself.
func (v typed) own(s string) ([]byte, bool) {
	switch v.typ {
	case pipelines.MAC:
		return parseMAC(s)
	case pipelines.IPv4:
		a, err := netip.ParseAddr(s)
		if err != nil || !a.Is4() {
			return nil, false
		}
		return a.AsSlice(), true
	case pipelines.IPv6:
		a, err := netip.ParseAddr(s)
		if err != nil || !a.Is6() || a.Zone() != "" {
			return nil, false
		}
		return a.AsSlice(), true
	case pipelines.Port:
		port := map[string]int64{"cpu": frame.CPUPort, "drop": frame.DropPort}
		n, ok := port[strings.ToLower(s)]
		if !ok || big.NewInt(n).BitLen() > v.bits {
			return nil, false
		}
		return big.NewInt(n).FillBytes(make([]byte, v.bytes())), true
	}
	return nil, false
}

// print is the canonical form of a value. Preconditions: len(b) == bytes().
func (v typed) print(b []byte) string {
	n := new(big.Int).SetBytes(b)
	switch v.typ {
	case pipelines.MAC:
		return fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", b[0], b[1], b[2], b[3], b[4], b[5])
	case pipelines.IPv4, pipelines.IPv6:
		a, _ := netip.AddrFromSlice(b)
		return a.String()
	case pipelines.Port:
		switch {
		case n.Cmp(big.NewInt(frame.CPUPort)) == 0:
			return "cpu"
		case n.Cmp(big.NewInt(frame.DropPort)) == 0:
			return "drop"
		}
	}
	if v.bits > 64 {
		return "0x" + n.Text(16)
	}
	return n.String()
}

// parseMask and printMask are parse and print for a ternary mask, which is
// written like an address where values are, and in hexadecimal elsewhere.
func (v typed) parseMask(s string) ([]byte, error) {
	if v.typ == pipelines.Port {
		v.typ = pipelines.Number
	}
	return v.parse(s)
}

func (v typed) printMask(b []byte) string {
	if v.typ == pipelines.Port || v.typ == pipelines.Number {
		return "0x" + new(big.Int).SetBytes(b).Text(16)
	}
	return v.print(b)
}

// maxDigits is more than the widest value that fits an Ethernet frame needs.
const maxDigits = 16384

// number reads decimal, 0x, 0o and 0b digits. A leading zero is refused: it
// means ten to some and eight to others.
func number(s string) (*big.Int, bool) {
	base, digits := 10, s
	if len(s) > 2 && s[0] == '0' {
		switch s[1] {
		case 'x', 'X':
			base, digits = 16, s[2:]
		case 'o', 'O':
			base, digits = 8, s[2:]
		case 'b', 'B':
			base, digits = 2, s[2:]
		}
	}
	if digits == "" || len(digits) > maxDigits || base == 10 && len(digits) > 1 && digits[0] == '0' ||
		strings.ContainsAny(digits, "+-_") {
		return nil, false
	}
	return new(big.Int).SetString(digits, base)
}

func parseMAC(s string) ([]byte, bool) {
	sep := ":"
	if strings.Contains(s, "-") {
		sep = "-"
	}
	groups := strings.Split(s, sep)
	if len(groups) != 6 {
		return nil, false
	}
	b := make([]byte, 6)
	for i, g := range groups {
		n, err := strconv.ParseUint(g, 16, 8)
		if err != nil || len(g) != 2 || g[0] == '+' {
			return nil, false
		}
		b[i] = byte(n)
	}
	return b, true
}
