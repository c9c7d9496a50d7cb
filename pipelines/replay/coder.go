package replay

import (
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"strings"

	"up4/p4/corpus"
	"up4/pipelines"
	"up4/pipelines/table"
)

// coder packs a corpus' text under a program's schema. It is strict and plain:
// people's entries have a coder of their own, which this one must not share
// mistakes with.
type coder struct{ program *pipelines.Program }

var kinds = map[string]table.OpKind{
	corpus.Insert: table.Insert, corpus.Modify: table.Modify, corpus.Delete: table.Delete,
	corpus.Default: table.SetDefault, corpus.Clear: table.Clear,
}

func (c coder) table(name string) (int, error) {
	for i := range c.program.Tables {
		if c.program.Tables[i].Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("program %s has no table %q", c.program.Name, name)
}

func (c coder) op(o corpus.Op) (table.Op, error) {
	kind, ok := kinds[o.Op]
	if !ok {
		return table.Op{}, fmt.Errorf("no operation %q", o.Op)
	}
	t, err := c.table(o.Table)
	if err != nil {
		return table.Op{}, err
	}
	out := table.Op{Kind: kind, Table: t}
	if kind == table.Insert || kind == table.Modify || kind == table.Delete {
		if out.Entry, err = c.match(t, o.Match); err != nil {
			return table.Op{}, err
		}
	}
	if kind == table.Insert || kind == table.Modify || kind == table.SetDefault {
		if out.Entry.Action, out.Entry.Data, err = c.action(t, o); err != nil {
			return table.Op{}, err
		}
	}
	return out, nil
}

// match packs the key of an exact or LPM table.
func (c coder) match(t int, match map[string]string) (table.Entry, error) {
	var e table.Entry
	keys := c.program.Tables[t].Keys
	if len(match) != len(keys) {
		return e, fmt.Errorf("%d key fields given, table %s has %d", len(match), c.program.Tables[t].Name, len(keys))
	}
	for _, k := range keys {
		text, ok := match[k.Name]
		if !ok {
			return e, fmt.Errorf("key field %s missing", k.Name)
		}
		switch k.Match {
		case table.LPM:
			p, err := netip.ParsePrefix(text)
			if err != nil || p.Addr().BitLen() != k.Bits {
				return e, fmt.Errorf("key field %s: %q is no prefix of %d bits", k.Name, text, k.Bits)
			}
			e.Key, e.PrefixLen = append(e.Key, p.Addr().AsSlice()...), p.Bits()
		case table.Exact:
			b, err := value(text, k.Bits)
			if err != nil {
				return e, fmt.Errorf("key field %s: %w", k.Name, err)
			}
			e.Key = append(e.Key, b...)
		default:
			return e, fmt.Errorf("key field %s: corpora know no %v match", k.Name, k.Match)
		}
	}
	return e, nil
}

func (c coder) action(t int, o corpus.Op) (uint16, []byte, error) {
	for i, a := range c.program.Tables[t].Actions {
		if a.Name != o.Action {
			continue
		}
		if len(o.Params) != len(a.Params) {
			return 0, nil, fmt.Errorf("%d parameters given, action %s has %d", len(o.Params), a.Name, len(a.Params))
		}
		data := []byte{}
		for _, p := range a.Params {
			b, err := value(string(o.Params[p.Name]), p.Bits)
			if err != nil {
				return 0, nil, fmt.Errorf("parameter %s: %w", p.Name, err)
			}
			data = append(data, b...)
		}
		return uint16(i), data, nil
	}
	return 0, nil, fmt.Errorf("table %s has no action %q", o.Table, o.Action)
}

// value is a number, a MAC address or an IP address, big-endian in as many
// whole bytes as the width needs.
func value(text string, bits int) ([]byte, error) {
	n := new(big.Int)
	if strings.Count(text, ":") == 5 {
		mac, err := net.ParseMAC(text)
		if err != nil {
			return nil, err
		}
		n.SetBytes(mac)
	} else if addr, err := netip.ParseAddr(text); err == nil {
		n.SetBytes(addr.AsSlice())
	} else if _, ok := n.SetString(text, 0); !ok || n.Sign() < 0 {
		return nil, fmt.Errorf("%q is no value", text)
	}
	if n.BitLen() > bits {
		return nil, fmt.Errorf("%q does not fit %d bits", text, bits)
	}
	return n.FillBytes(make([]byte, (bits+7)/8)), nil
}

// sameEntry says whether a listed entry has the key of e.
func sameEntry(listed table.Listed, e table.Entry) bool {
	return string(listed.Key) == string(e.Key) && listed.PrefixLen == e.PrefixLen
}
