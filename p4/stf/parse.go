package stf

import (
	"encoding/hex"
	"math"
	"strings"
)

// maxErrors is how many errors Parse tells of.
const maxErrors = 20

// Errors is what is wrong with a script, in the order of its lines.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Parse reads a script: a statement a line. The name is for messages. Its error is
// Errors, and the script is then nil.
func Parse(name string, text []byte) (*Script, error) {
	s := &Script{Name: name}
	var errs Errors
	ids := map[string]bool{}
	sent := false
	for n, t := range strings.Split(string(text), "\n") {
		l := &line{text: t, n: n + 1}
		if l.done() {
			continue
		}
		st := l.statement()
		switch st := st.(type) {
		case *Packet:
			sent = true
		case *NoPacket:
			if !sent {
				l.fail(st.Position, "no packet stands before this no_packet")
			}
		case *Add:
			if st.ID != "" && ids[st.ID] {
				l.fail(st.Position, "an entry with the ID %s stands before this one", st.ID)
			}
			ids[st.ID] = true
		}
		if l.err == nil {
			s.Statements = append(s.Statements, st)
			continue
		}
		l.err.Name = name
		if errs = append(errs, l.err); len(errs) == maxErrors {
			break
		}
	}
	if errs != nil {
		return nil, errs
	}
	return s, nil
}

// statement takes a whole line.
func (l *line) statement() Statement {
	at := l.pos()
	keyword := strings.ToLower(l.word())
	read, ok := statements[keyword]
	if !ok {
		if keyword == "" {
			l.want("a statement")
		} else {
			l.fail(at, "no statement is called %s", keyword)
		}
		return nil
	}
	st := read(l, at)
	l.end()
	return st
}

// statements is how each statement is read after its keyword.
var statements = map[string]func(*line, Position) Statement{
	"packet":     (*line).packet,
	"expect":     (*line).expect,
	"no_packet":  func(_ *line, at Position) Statement { return &NoPacket{at} },
	"wait":       (*line).wait,
	"add":        (*line).add,
	"setdefault": (*line).setDefault,
	"remove":     (*line).remove,

	"member_add":    (*line).memberAdd,
	"group_add":     (*line).groupAdd,
	"value_set_add": (*line).valueSetAdd,

	"check_counter": (*line).checkCounter,
	"counter_read": func(l *line, at Position) Statement {
		return &CheckCounter{Position: at, Counter: l.name("a counter"), Cell: l.cell(false)}
	},
	"counter_write": func(l *line, at Position) Statement {
		return &CounterWrite{at, l.name("a counter"), l.cell(false),
			Count{l.uint("the packets", math.MaxUint64), l.uint("the bytes", math.MaxUint64)}}
	},
	"register_read": (*line).registerRead,
	"register_write": func(l *line, at Position) Statement {
		return &RegisterWrite{at, l.name("a register"), l.uint("the index", math.MaxUint64), l.number("the value")}
	},
	"register_reset": func(l *line, at Position) Statement { return &RegisterReset{at, l.name("a register")} },

	"meter_set": func(l *line, at Position) Statement {
		return &MeterSet{at, l.name("a meter"), l.cell(true), l.rates(0)}
	},
	"meter_set_rates": func(l *line, at Position) Statement {
		return &MeterSet{at, l.name("a meter"), l.cell(false), l.rates(6)}
	},
	"meter_array_set_rates": func(l *line, at Position) Statement {
		return &MeterSet{at, l.name("a meter"), Cell{All: true}, l.rates(6)}
	},
	"meter_read": func(l *line, at Position) Statement { return l.meterRead(at, 0) },
	"meter_get_rates": func(l *line, at Position) Statement {
		return l.meterRead(at, 6)
	},

	"mirroring_add": (*line).mirroringAdd,
	"mirroring_add_mc": func(l *line, at Position) Statement {
		return &MirroringAddMC{at, l.uint32("the session"), l.uint32("the multicast group")}
	},
	"mirroring_get":    func(l *line, at Position) Statement { return &MirroringGet{at, l.uint32("the session")} },
	"mirroring_delete": func(l *line, at Position) Statement { return &MirroringDelete{at, l.uint32("the session")} },
	"mc_mgrp_create":   func(l *line, at Position) Statement { return &GroupCreate{at, l.uint32("the multicast group")} },
	"mc_node_create": func(l *line, at Position) Statement {
		return &NodeCreate{at, l.uint32("the replication id"), l.uint32s("a port")}
	},
	"mc_node_update": func(l *line, at Position) Statement {
		return &NodeUpdate{at, l.uint32("the node"), l.uint32s("a port")}
	},
	"mc_node_associate": func(l *line, at Position) Statement {
		return &NodeAssociate{at, l.uint32("the multicast group"), l.uint32("the node")}
	},

	"expect_digest": (*line).expectDigest,
}

// wait = "wait" [ microseconds ] .
func (l *line) wait(at Position) Statement {
	w := &Wait{Position: at}
	if !l.done() {
		w.Microseconds = l.uint("the microseconds", math.MaxUint64)
	}
	return w
}

// packet = "packet" port { hex } .
func (l *line) packet(at Position) Statement {
	p := &Packet{Position: at, Port: l.uint32("the port")}
	from := l.pos()
	digits := l.hexDigits("")
	if len(digits)%2 != 0 {
		l.fail(from, "a packet has whole bytes, and these are %d hex digits", len(digits))
	}
	if l.err == nil {
		p.Data, _ = hex.DecodeString(digits)
	}
	return p
}

// expect = "expect" port { hex | "*" } [ "$" ] .
func (l *line) expect(at Position) Statement {
	e := &Expect{Position: at, Port: l.uint32("the port")}
	from := l.pos()
	e.Pattern = l.hexDigits("*")
	e.Exact = l.is("$")
	if e.Exact && len(e.Pattern)%2 != 0 {
		l.fail(from, "a packet has whole bytes, and $ makes it end after %d hex digits", len(e.Pattern))
	}
	return e
}

// hexDigits takes hex digits, and others given, with spaces between them as may be.
func (l *line) hexDigits(others string) string {
	var digits strings.Builder
	for !l.done() {
		c := l.rest()[0]
		switch {
		case isDigit(c) || c >= 'a' && c <= 'f' || strings.IndexByte(others, c) >= 0:
			digits.WriteByte(c)
		case c >= 'A' && c <= 'F':
			digits.WriteByte(c - 'A' + 'a')
		default:
			return digits.String()
		}
		l.at++
	}
	return digits.String()
}

// add = "add" table [ priority ] { key ":" value } target [ "=" id ] .
func (l *line) add(at Position) Statement {
	a := &Add{Position: at}
	a.Table = l.name("a table")
	if rest := l.rest(); rest != "" && isDigit(rest[0]) {
		a.Priority, a.HasPriority = int32(l.uint("the priority", math.MaxInt32)), true
	}
	for l.err == nil {
		name := l.name("a key or an action")
		if l.is("(") {
			inside := l.at
			if !l.is(")") || !l.is(":") {
				if l.err == nil {
					l.at = inside
				}
				a.Target = l.target(name)
				break
			}
			name += "()" // hdr.ipv4.isValid():1
		} else {
			l.mark(":", "the : of a key or the ( of an action")
		}
		a.Keys = append(a.Keys, Key{name, l.value("the key's value")})
	}
	if l.is("=") {
		a.ID = l.id()
	}
	return a
}

// id takes the ID of an entry, with or without a $ before it.
func (l *line) id() string {
	at := l.pos()
	id := strings.TrimPrefix(l.word(), "$")
	if id == "" || isDigit(id[0]) || strings.Contains(id, "$") {
		l.fail(at, "an entry's ID is a letter or _ and then letters, digits and _")
	}
	return id
}

// target = call | ( "member" | "group" ) "(" number ")" .
func (l *line) target(name string) Target {
	if rest := l.rest(); (name == "member" || name == "group") && rest != "" && isDigit(rest[0]) {
		t := Target{Is: ToMember, ID: l.uint32("the number of the " + name)}
		if name == "group" {
			t.Is = ToGroup
		}
		l.mark(")", "the closing )")
		return t
	}
	return Target{Action: l.call(name)}
}

// call = action "(" [ arg ":" number { "," arg ":" number } ] ")" .
func (l *line) call(name string) Call {
	c := Call{Name: name}
	if l.is(")") {
		return c
	}
	for l.err == nil {
		arg := l.name("an argument's name or the closing )")
		l.mark(":", "the : of an argument")
		c.Args = append(c.Args, Arg{arg, l.number("the argument's value")})
		if !l.is(",") {
			l.mark(")", "the , or ) behind an argument")
			break
		}
	}
	return c
}

func (l *line) action() Call {
	name := l.name("an action")
	l.mark("(", "the ( of an action")
	return l.call(name)
}

// setdefault = "setdefault" table call .
func (l *line) setDefault(at Position) Statement {
	return &SetDefault{at, l.name("a table"), l.action()}
}

// remove = "remove" ( "all" | "$" id ) .
func (l *line) remove(at Position) Statement {
	from := l.pos()
	if strings.HasPrefix(l.rest(), "$") {
		return &Remove{at, l.id()}
	}
	if !strings.EqualFold(l.word(), "all") {
		l.fail(from, "want all or the ID of an entry, as in $ID")
	}
	return &Remove{Position: at}
}

// member_add = "member_add" profile number call .
func (l *line) memberAdd(at Position) Statement {
	return &MemberAdd{at, l.name("an action profile"), l.uint32("the member"), l.action()}
}

// group_add = "group_add" profile number { number } .
func (l *line) groupAdd(at Position) Statement {
	g := &GroupAdd{Position: at, Profile: l.name("an action selector"), ID: l.uint32("the group")}
	if !l.done() {
		g.Members = l.uint32s("a member")
	}
	return g
}

// value_set_add = "value_set_add" set value { value } .
func (l *line) valueSetAdd(at Position) Statement {
	v := &ValueSetAdd{Position: at, Set: l.name("a value set")}
	for len(v.Values) == 0 || !l.done() {
		v.Values = append(v.Values, l.value("a value"))
	}
	return v
}
