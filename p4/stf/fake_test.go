package stf

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// fake is a device that writes down what it is told. What a packet says it is to do: it
// is a list of copies, each a byte for the port, one for the length and that many bytes.
// A packet that starts with ff is refused; one that starts with dd is the digest d with
// the two fields of a byte that follow.
type fake struct {
	calls    []string
	counters map[string]Count // by name and cell
	register map[string]*big.Int
	meters   map[string]Rates
	sessions map[uint32]bool
	digests  []Digest
	deaf     bool // gives no digests away
}

var _ Device = (*fake)(nil)

var errFake = errors.New("refused by the fake")

func newFake() *fake {
	return &fake{counters: map[string]Count{}, register: map[string]*big.Int{}, meters: map[string]Rates{}, sessions: map[uint32]bool{}}
}

func (f *fake) call(format string, args ...any) error {
	c := fmt.Sprintf(format, args...)
	f.calls = append(f.calls, c)
	if strings.Contains(c, "bad") {
		return errFake
	}
	return nil
}

func (f *fake) Packet(port uint32, data []byte) ([]Output, error) {
	if err := f.call("packet %d %s", port, hex.EncodeToString(data)); err != nil {
		return nil, err
	}
	switch data[0] {
	case 0xff:
		return nil, errFake
	case 0xdd:
		f.digests = append(f.digests, Digest{"c.d", []Arg{{"x", n(int64(data[1]))}, {"y", n(int64(data[2]))}}})
		return nil, nil
	}
	var out []Output
	for len(data) > 1 {
		length := int(data[1])
		out = append(out, Output{uint32(data[0]), data[2 : 2+length]})
		data = data[2+length:]
	}
	return out, nil
}

func (f *fake) Wait(microseconds uint64) error { return f.call("wait %d", microseconds) }

func (f *fake) AddEntry(e Entry) error    { return f.call("add %s", e) }
func (f *fake) RemoveEntry(e Entry) error { return f.call("remove %s", e) }
func (f *fake) RemoveAll() error          { return f.call("remove all") }

func (f *fake) SetDefault(table string, action Call) error {
	return f.call("default %s %s", table, action)
}

func (f *fake) AddMember(profile string, member uint32, action Call) error {
	return f.call("member %s %d %s", profile, member, action)
}

func (f *fake) AddGroup(selector string, group uint32, members []uint32) error {
	return f.call("group %s %d %d", selector, group, members)
}

func (f *fake) AddSetValue(set string, fields []Value) error { return f.call("set %s %s", set, fields) }

// where is an array's name and its cell's, or its entry.
func where(name string, at Cell) string {
	if at.Entry != nil {
		return fmt.Sprintf("%s of %s", name, at.Entry)
	}
	return fmt.Sprintf("%s(%s)", name, at)
}

func (f *fake) Counter(name string, at Cell) (Count, error) {
	return f.counters[where(name, at)], f.call("counter %s", where(name, at))
}

func (f *fake) SetCounter(name string, at Cell, to Count) error {
	f.counters[where(name, at)] = to
	return f.call("set counter %s", where(name, at))
}

func (f *fake) Register(name string, index uint64) (*big.Int, error) {
	x := f.register[fmt.Sprint(name, index)]
	if x == nil {
		x = new(big.Int)
	}
	return x, f.call("register %s %d", name, index)
}

func (f *fake) SetRegister(name string, index uint64, to *big.Int) error {
	f.register[fmt.Sprint(name, index)] = to
	return f.call("set register %s %d", name, index)
}

func (f *fake) ResetRegister(name string) error {
	clear(f.register)
	return f.call("reset register %s", name)
}

func (f *fake) Meter(name string, at Cell) (Rates, error) {
	return f.meters[where(name, at)], f.call("meter %s", where(name, at))
}

func (f *fake) SetMeter(name string, at Cell, to Rates) error {
	f.meters[where(name, at)] = to
	return f.call("set meter %s %s", where(name, at), to)
}

func (f *fake) SetMulticast(group uint32, replicas []Replica) error {
	return f.call("multicast %d %v", group, replicas)
}

func (f *fake) SetSession(session uint32, to Session) error {
	f.sessions[session] = true
	return f.call("session %d %v", session, to)
}

func (f *fake) DeleteSession(session uint32) error {
	delete(f.sessions, session)
	return f.call("no session %d", session)
}

func (f *fake) HasSession(session uint32) (bool, error) { return f.sessions[session], nil }

func (f *fake) DigestName(name string) (string, error) {
	full := []string{"c.d", "c.e"}
	i, err := Resolve(name, full)
	if err != nil {
		return "", err
	}
	return full[i], nil
}

func (f *fake) TakeDigests() ([]Digest, error) {
	if f.deaf {
		return nil, errFake
	}
	d := f.digests
	f.digests = nil
	return d, nil
}
