package stf

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// Format is the text of a script, a statement a line. Parse makes the same statements
// of it, but for their positions. Comments are not kept.
func Format(s *Script) []byte {
	var b strings.Builder
	for _, st := range s.Statements {
		b.WriteString(st.String())
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// groups is hex digits with a space after each four bytes.
func groups(digits string) string {
	var b strings.Builder
	for len(digits) > 8 {
		b.WriteString(digits[:8])
		b.WriteByte(' ')
		digits = digits[8:]
	}
	b.WriteString(digits)
	return b.String()
}

// quote is a name as a script has it.
func quote(name string) string {
	if nameEnd(name) == len(name) && name != "" {
		return name
	}
	return `"` + name + `"`
}

// words is the texts of all with a space before each.
func words[T fmt.Stringer](all []T) string {
	var b strings.Builder
	for _, x := range all {
		b.WriteByte(' ')
		b.WriteString(x.String())
	}
	return b.String()
}

func numbers(all []uint32) string {
	var b strings.Builder
	for _, x := range all {
		fmt.Fprintf(&b, " %d", x)
	}
	return b.String()
}

func (s *Packet) String() string {
	if len(s.Data) == 0 {
		return fmt.Sprintf("packet %d", s.Port)
	}
	return fmt.Sprintf("packet %d %s", s.Port, groups(hex.EncodeToString(s.Data)))
}

func (s *Expect) String() string {
	text := fmt.Sprintf("expect %d", s.Port)
	if s.Pattern != "" {
		text += " " + groups(s.Pattern)
	}
	if s.Exact {
		text += " $"
	}
	return text
}

func (s *NoPacket) String() string { return "no_packet" }

func (s *Wait) String() string {
	if s.Microseconds == 0 {
		return "wait"
	}
	return fmt.Sprintf("wait %d", s.Microseconds)
}

func (s *Add) String() string {
	if s.ID == "" {
		return "add " + s.Entry.String()
	}
	return fmt.Sprintf("add %s = %s", s.Entry, s.ID)
}

func (e Entry) String() string {
	text := quote(e.Table)
	if e.HasPriority {
		text += fmt.Sprintf(" %d", e.Priority)
	}
	return text + words(e.Keys) + " " + e.Target.String()
}

func (k Key) String() string { return quote(k.Name) + ":" + k.Value.String() }

func (t Target) String() string {
	switch t.Is {
	case ToMember:
		return fmt.Sprintf("member(%d)", t.ID)
	case ToGroup:
		return fmt.Sprintf("group(%d)", t.ID)
	}
	return t.Action.String()
}

func (c Call) String() string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = a.String()
	}
	return quote(c.Name) + "(" + strings.Join(args, ", ") + ")"
}

func (a Arg) String() string { return fmt.Sprintf("%s:%#x", quote(a.Name), a.Value) }

func (s *SetDefault) String() string {
	return fmt.Sprintf("setdefault %s %s", quote(s.Table), s.Action)
}

func (s *Remove) String() string {
	if s.ID == "" {
		return "remove all"
	}
	return "remove $" + s.ID
}

func (s *MemberAdd) String() string {
	return fmt.Sprintf("member_add %s %d %s", quote(s.Profile), s.ID, s.Action)
}

func (s *GroupAdd) String() string {
	return fmt.Sprintf("group_add %s %d%s", quote(s.Profile), s.ID, numbers(s.Members))
}

func (s *ValueSetAdd) String() string {
	return "value_set_add " + quote(s.Set) + words(s.Values)
}

func (c Cell) String() string {
	switch {
	case c.All:
		return "*"
	case c.ID != "":
		return "$" + c.ID
	}
	return fmt.Sprint(c.Index)
}

func (s *CheckCounter) String() string {
	text := fmt.Sprintf("check_counter %s(%s)", quote(s.Counter), s.Cell)
	if s.Op != None {
		text += fmt.Sprintf(" %s %s %d", s.Unit, s.Op, s.Want)
	}
	return text
}

func (s *CounterWrite) String() string {
	return fmt.Sprintf("counter_write %s %s %d %d", quote(s.Counter), s.Cell, s.Count.Packets, s.Count.Bytes)
}

func (s *RegisterRead) String() string {
	text := fmt.Sprintf("register_read %s %d", quote(s.Register), s.Index)
	if s.Op != None {
		text += fmt.Sprintf(" %s %#x", s.Op, s.Want)
	}
	return text
}

func (s *RegisterWrite) String() string {
	return fmt.Sprintf("register_write %s %d %#x", quote(s.Register), s.Index, s.Value)
}

func (s *RegisterReset) String() string { return "register_reset " + quote(s.Register) }

func (r Rates) String() string { return r.Committed.String() + " " + r.Peak.String() }

func (r Rate) String() string { return fmt.Sprintf("%d:%d", r.PerSecond, r.Burst) }

func (s *MeterSet) String() string {
	return fmt.Sprintf("meter_set %s %s %s", quote(s.Meter), s.Cell, s.Rates)
}

func (s *MeterRead) String() string {
	text := fmt.Sprintf("meter_read %s %s", quote(s.Meter), s.Cell)
	if s.Compare {
		text += " " + s.Want.String()
	}
	return text
}

func (s *MirroringAdd) String() string {
	text := fmt.Sprintf("mirroring_add %d %d", s.Session, s.Port)
	if s.Length != 0 {
		text += fmt.Sprintf(" %d", s.Length)
	}
	return text
}

func (s *MirroringAddMC) String() string {
	return fmt.Sprintf("mirroring_add_mc %d %d", s.Session, s.Group)
}

func (s *MirroringGet) String() string { return fmt.Sprintf("mirroring_get %d", s.Session) }

func (s *MirroringDelete) String() string { return fmt.Sprintf("mirroring_delete %d", s.Session) }

func (s *GroupCreate) String() string { return fmt.Sprintf("mc_mgrp_create %d", s.Group) }

func (s *NodeCreate) String() string {
	return fmt.Sprintf("mc_node_create %d%s", s.RID, numbers(s.Ports))
}

func (s *NodeUpdate) String() string {
	return fmt.Sprintf("mc_node_update %d%s", s.Node, numbers(s.Ports))
}

func (s *NodeAssociate) String() string {
	return fmt.Sprintf("mc_node_associate %d %d", s.Group, s.Node)
}

func (s *ExpectDigest) String() string {
	return "expect_digest " + quote(s.Digest) + words(s.Fields)
}
