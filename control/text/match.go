package text

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"slices"
	"strings"

	"up4/control/api"
)

// Match is an expression about traces. The zero Match holds of all.
type Match struct {
	any [][]term // one of these holds if each of its terms does
}

type term struct {
	name, op, text string
	number         *big.Int // of text, nil if it is none
}

// ops are the comparisons, the longer ones first.
var ops = []string{"==", "!=", "<=", ">=", "<", ">"}

// ParseMatch reads an expression:
//
//	match = term { ("&&" | "||") term }     && binds more than ||
//	term  = name op value
func ParseMatch(s string) (Match, error) {
	if strings.TrimSpace(s) == "" {
		return Match{}, nil
	}
	var m Match
	for _, either := range strings.Split(s, "||") {
		var all []term
		for _, part := range strings.Split(either, "&&") {
			t, err := parseTerm(strings.TrimSpace(part))
			if err != nil {
				return Match{}, err
			}
			all = append(all, t)
		}
		m.any = append(m.any, all)
	}
	return m, nil
}

func parseTerm(s string) (term, error) {
	at := strings.IndexAny(s, "=!<>")
	if at < 0 {
		return term{}, fmt.Errorf("%q is no comparison such as ipv4.ttl == 1", s)
	}
	for _, op := range ops {
		rest, ok := strings.CutPrefix(s[at:], op)
		if !ok {
			continue
		}
		t := term{name: strings.TrimSpace(s[:at]), op: op, text: strings.TrimSpace(rest)}
		if t.name == "" || t.text == "" {
			return term{}, fmt.Errorf("%q lacks a name or a value", s)
		}
		var isNumber bool
		if t.number, isNumber = numberOf(t.text); !isNumber && op != "==" && op != "!=" {
			return term{}, fmt.Errorf("%s takes a number or an address, not %q", op, t.text)
		}
		return t, nil
	}
	return term{}, errors.New("the comparisons are " + strings.Join(ops, " "))
}

// numberOf is a number, or an address as one.
func numberOf(s string) (*big.Int, bool) {
	s, _, _ = strings.Cut(s, " (") // a varbit with its length
	if n, ok := new(big.Int).SetString(s, 0); ok {
		return n, true
	}
	if a, err := netip.ParseAddr(s); err == nil && a.Zone() == "" {
		return new(big.Int).SetBytes(a.AsSlice()), true
	}
	if mac, err := net.ParseMAC(s); err == nil && len(mac) == 6 {
		return new(big.Int).SetBytes(mac), true
	}
	return nil, false
}

// All says whether the expression holds of every trace.
func (m Match) All() bool { return m.any == nil }

// Holds says whether it holds of a trace.
func (m Match) Holds(t api.Trace) bool {
	if m.All() {
		return true
	}
	return slices.ContainsFunc(m.any, func(all []term) bool {
		return !slices.ContainsFunc(all, func(x term) bool { return !x.holds(t) })
	})
}

// holds says whether a term holds of one of the values that its name had.
func (x term) holds(t api.Trace) bool {
	dropped := "false"
	switch x.name {
	case "vport":
		return x.is(fmt.Sprint(t.Vport))
	case "length":
		return x.is(fmt.Sprint(len(t.Bytes)))
	case "dropped":
		if slices.ContainsFunc(t.Events, func(e api.TraceEvent) bool { return e.Event == "drop" }) {
			dropped = "true"
		}
		return x.is(dropped)
	}
	return slices.ContainsFunc(t.Events, func(e api.TraceEvent) bool { return x.event(e) })
}

func (x term) event(e api.TraceEvent) bool {
	switch e.Event {
	case "send":
		return x.name == "out" && x.is(fmt.Sprint(*e.Vport))
	case "table":
		return x.name == "table" && x.isName(e.Name) || x.name == "action" && x.isName(e.Action)
	case "call":
		return x.name == "action" && x.isName(e.Name)
	case "extern":
		return x.name == "extern" && x.isName(e.Name)
	case "extract":
		return slices.ContainsFunc(e.Fields, func(f api.TraceField) bool {
			return lastParts(e.Name+"."+f.Name, x.name) && x.is(f.Value)
		})
	case "set":
		return lastParts(e.Name, x.name) && x.is(e.After)
	}
	return false
}

// isName compares a name of the program, whole or by its last parts.
func (x term) isName(name string) bool { return lastParts(name, x.text) == (x.op == "==") }

// lastParts says whether a name with dots is, or ends with, these parts.
func lastParts(name, parts string) bool { return name == parts || strings.HasSuffix(name, "."+parts) }

func (x term) is(value string) bool {
	n, ok := numberOf(value)
	if !ok || x.number == nil {
		return (value == x.text) == (x.op == "==")
	}
	c := cmp.Compare(n.Cmp(x.number), 0)
	switch x.op {
	case "==":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return c >= 0
}
