package topology

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"up4/internal/nearest"
)

// value is what a key was given. raw is of TOML's types when it comes from the
// file; flags and variables give strings, which may spell any type.
type value struct {
	raw   any
	spelt bool // raw is a string that spells the value
}

func (v value) String() string {
	if s, ok := v.raw.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v.raw)
}

// kind names raw's TOML type.
func (v value) kind() string {
	switch v.raw.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case int, int64:
		return "an integer"
	case float64:
		return "a float"
	case map[string]any:
		return "a table"
	case []any:
		return "an array"
	}
	return "a date or time"
}

func (v value) text() (string, error) {
	s, ok := v.raw.(string)
	switch {
	case !ok:
		return "", fmt.Errorf("must be a string, not %s", v.kind())
	case s == "":
		return "", errors.New("must not be empty")
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("must not hold control characters: %q", s)
	}
	return s, nil
}

// integer is a whole number from lo to hi.
func (v value) integer(lo, hi int) (int, error) {
	var n int64
	switch x := v.raw.(type) {
	case int64:
		n = x
	case int:
		n = int64(x)
	case string:
		var err error
		if n, err = strconv.ParseInt(x, 0, 64); err == nil && v.spelt {
			break
		}
		return 0, fmt.Errorf("must be a whole number from %d to %d, not %q", lo, hi, x)
	default:
		return 0, fmt.Errorf("must be a whole number from %d to %d, not %s", lo, hi, v.kind())
	}
	if n < int64(lo) || n > int64(hi) {
		return 0, fmt.Errorf("must be %d to %d, not %d", lo, hi, n)
	}
	return int(n), nil
}

// boolean is true or false, or the words people write for them.
func (v value) boolean() (bool, error) {
	switch x := v.raw.(type) {
	case bool:
		return x, nil
	case string:
		switch strings.ToLower(x) {
		case "on", "true", "yes", "1":
			return true, nil
		case "off", "false", "no", "0":
			return false, nil
		}
		return false, fmt.Errorf("must be true or false, not %q", x)
	}
	return false, fmt.Errorf("must be true or false, not %s", v.kind())
}

// oneOf is one of a set of words. A nil set allows every word; what names the
// kind of thing, or is empty where the words speak for themselves.
func (v value) oneOf(words []string, what string) (string, error) {
	s, err := v.text()
	if err != nil || words == nil || slices.Contains(words, s) {
		return s, err
	}
	if what == "" {
		msg := fmt.Sprintf("must be one of %s, not %q", strings.Join(words, ", "), s)
		if n, ok := nearest.Name(s, words); ok {
			msg += fmt.Sprintf("; did you mean %q?", n)
		}
		return "", errors.New(msg)
	}
	return "", fmt.Errorf("no %s is called %q%s", what, s, nearest.Hint(s, words))
}

// name is one of a set of names, or the path of a file.
func (v value) name(names []string, what string) (string, error) {
	s, err := v.text()
	if err != nil || strings.ContainsRune(s, '/') || strings.HasSuffix(s, ".p4") {
		return s, err
	}
	return v.oneOf(names, what)
}

const exampleAddr = `e.g. "10.0.0.11:7400" or "[2001:db8::11]:7400"`

// addrPort is a numeric address and port. Names are refused: what they resolve
// to can change, a topology does not.
func (v value) addrPort() (netip.AddrPort, error) {
	s, err := v.text()
	if err != nil {
		return netip.AddrPort{}, err
	}
	a, err := netip.ParseAddrPort(s)
	if err != nil {
		return netip.AddrPort{}, addrError(s)
	}
	switch {
	case a.Addr().Zone() != "":
		return a, fmt.Errorf("%q: an address with a zone cannot be used; give the interface a global or unique local address", s)
	case a.Addr().Is4In6():
		return a, fmt.Errorf("%q: write an IPv4 address as %q", s, netip.AddrPortFrom(a.Addr().Unmap(), a.Port()))
	case a.Addr().Is6() && a.Addr().IsLinkLocalUnicast():
		return a, fmt.Errorf("%q: a link-local IPv6 address needs a zone and cannot be used", s)
	case a.Addr().IsMulticast() || a.Addr() == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
		return a, fmt.Errorf("%q: must be a unicast address", s)
	case a.Port() == 0:
		return a, fmt.Errorf("%q: the port must be 1 to 65535", s)
	}
	return a, nil
}

// addrError says what is missing or wrong in what should be address:port.
func addrError(s string) error {
	if a, err := netip.ParseAddr(s); err == nil {
		return fmt.Errorf("%q has no port; write %q", s, netip.AddrPortFrom(a, 7400))
	}
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return fmt.Errorf("%q is no address:port, %s", s, exampleAddr)
	}
	host, port := s[:i], s[i+1:]
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%q: the port must be 1 to 65535", s)
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	a, err := netip.ParseAddr(host)
	switch {
	case host == "":
		return fmt.Errorf("%q has no address; write %q to receive on every IPv4 address", s, "0.0.0.0:"+port)
	case err != nil:
		return fmt.Errorf("%q is no numeric address:port (names are not looked up), %s", s, exampleAddr)
	case a.Is6():
		return fmt.Errorf("%q: write an IPv6 address in brackets: %q", s, "["+host+"]:"+port)
	}
	return fmt.Errorf("%q is no address:port, %s", s, exampleAddr)
}

func (v value) bindAddr() (netip.AddrPort, error) { return v.addrPort() }

func (v value) peerAddr() (netip.AddrPort, error) {
	a, err := v.addrPort()
	if err == nil && a.Addr().IsUnspecified() {
		return a, fmt.Errorf("%q: a peer needs an address of its own", a)
	}
	return a, err
}
