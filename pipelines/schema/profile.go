package schema

import (
	"fmt"
	"slices"
	"strconv"

	"up4/p4/ir"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Prefixes of the names of tables that the program does not declare as such. No name
// of P4 begins with $.
const (
	membersPrefix = "$members."
	groupsPrefix  = "$groups."
	setPrefix     = "$set."
	sessionsName  = "$sessions"
	inAction      = "$in"
)

// The most members of a group, and replicas of a clone session.
const (
	maxMembers  = 256
	maxReplicas = 16
)

// behind adds a table that is not one of the program's.
func (b *builder) behind(t pipelines.Table) int {
	t.Default, t.ConstDefault = t.Actions[0].Name, true // who reads it sees the miss
	t.Counter, t.Meter = -1, -1
	b.Program.Tables = append(b.Program.Tables, t)
	return len(b.Program.Tables) - 1
}

func numberKey(name string, bits int) []pipelines.Key {
	return []pipelines.Key{{Name: name, Full: name, Bits: bits, Match: table.Exact}}
}

// profiles describes the action profiles and selectors.
func (b *builder) profiles() {
	var objects []*ir.Object
	var full []string
	for _, o := range b.ir.Objects {
		if b.isProfile(o) {
			objects, full = append(objects, o), append(full, b.objectName(o))
		}
	}
	names := shortest(full)
	for i, o := range objects {
		n, _ := b.sizeArg(o, sizeParam)
		members := pipelines.Table{
			Name: membersPrefix + names[i], Full: membersPrefix + full[i], Is: pipelines.Members,
			Keys: numberKey("member", 32), Actions: b.memberActions(o), Size: b.size(o.At, o.Name, n),
		}
		selector := o.Type.Name == b.arch.selector
		if selector {
			if m, ok := arg(o, b.arch.algorithm).(*ir.MemberConst); ok {
				members.Hash = m.Name
			}
		}
		at := b.behind(members)
		b.Members[o] = at
		for _, t := range b.users[o] {
			b.Program.Tables[b.Tables[t]].Profile = at
		}
		if selector {
			b.Program.Tables[at].Groups = b.behind(pipelines.Table{
				Name: groupsPrefix + names[i], Full: groupsPrefix + full[i], Is: pipelines.Groups,
				Keys: numberKey("group", 32), Actions: groupActions(), Size: members.Size,
			})
		}
	}
}

func (b *builder) isProfile(o *ir.Object) bool {
	return b.arch.profile != "" && (o.Type.Name == b.arch.profile || o.Type.Name == b.arch.selector)
}

// memberActions is the actions that a profile's members may have: those of its tables,
// which must agree, since a member's action is one of each.
func (b *builder) memberActions(o *ir.Object) []pipelines.Action {
	users := b.users[o]
	if len(users) == 0 {
		return []pipelines.Action{{Name: noAction, Full: noAction, DefaultOnly: true}}
	}
	first := users[0]
	for _, t := range users[1:] {
		if !slices.Equal(listed(first), listed(t)) {
			b.diags.Errorf(t.At, CodeShared, "tables %s and %s share %s, so their lists of actions must be the same, in the same order", first.Name, t.Name, o.Name)
		}
	}
	actions := b.Program.Tables[b.Tables[first]].Actions
	return slices.Clone(actions[:len(actions)-2]) // those of the program
}

// listed is the names of the actions that entries of a table may have.
func listed(t *ir.Table) []string {
	var out []string
	for _, a := range t.Actions {
		if find(a.Annotations, "defaultonly") == nil {
			out = append(out, a.Func.ControlName())
		}
	}
	return out
}

// groupActions is an action for each number of members.
func groupActions() []pipelines.Action {
	params := make([]pipelines.Param, maxMembers)
	for i := range params {
		params[i] = pipelines.Param{Name: fmt.Sprintf("member%d", i+1), Bits: 32}
	}
	out := make([]pipelines.Action, maxMembers+1)
	for n := range out {
		out[n] = numbered(n, params[:n:n])
	}
	return out
}

// numbered is the action of an entry that has n of something.
func numbered(n int, params []pipelines.Param) pipelines.Action {
	name := strconv.Itoa(n)
	return pipelines.Action{Name: name, Full: name, Params: params}
}

// sets describes the value sets.
func (b *builder) sets() {
	full := make([]string, len(b.ir.Sets))
	for i, s := range b.ir.Sets {
		full[i] = s.Name
	}
	names := shortest(full)
	for i, s := range b.ir.Sets {
		out := pipelines.Table{
			Name: setPrefix + names[i], Full: setPrefix + full[i], Is: pipelines.Set,
			Actions: []pipelines.Action{{Name: inAction, Full: inAction}},
			Size:    b.size(s.At, "value set "+s.Name, int64(s.Size)),
		}
		b.setKeys(&out, s)
		b.Sets[s] = b.behind(out)
	}
}

func (b *builder) setKeys(out *pipelines.Table, s *ir.ValueSet) {
	parts, ok := fields("", s.Type, nil)
	if !ok {
		b.diags.Errorf(s.At, CodeKey, "value set %s is of type %s: its values can be of bit, int, bool, error, enums, new types and structs of these", s.Name, s.Type)
		return
	}
	prefix, bytes := "", 0
	for i, p := range parts {
		kind := "exact"
		if i < len(s.Matches) {
			kind = s.Matches[i]
		}
		m, known := matches[kind]
		switch {
		case !known:
			b.diags.Errorf(s.At, CodeMatchKind, "%s of value set %s is matched by %s: value sets match by exact, lpm, ternary, range and optional", p.Name, s.Name, kind)
			return
		case p.Bits == 0:
			b.diags.Errorf(s.At, CodeKey, "%s of value set %s has no bits", p.Name, s.Name)
			return
		case m == table.LPM && prefix != "":
			b.diags.Errorf(s.At, CodeKey, "value set %s matches %s and %s by prefix: only one field can be lpm", s.Name, prefix, p.Name)
			return
		case m == table.LPM:
			prefix = p.Name
		}
		bytes += (p.Bits + 7) / 8
		out.Keys = append(out.Keys, pipelines.Key{Name: p.Name, Full: p.Name, Bits: p.Bits, Match: m, Type: p.Type})
	}
	if bytes == 0 || bytes > table.MaxKeyBytes {
		b.diags.Errorf(s.At, CodeKey, "the values of value set %s take %d bytes: they must take from 1 to %d", s.Name, bytes, table.MaxKeyBytes)
	}
}

// sessions describes the clone sessions.
func (b *builder) sessions() {
	if !b.arch.sessions {
		return
	}
	params := []pipelines.Param{{Name: "length", Bits: 16}}
	actions := []pipelines.Action{numbered(0, params[:1:1])}
	for n := 1; n <= maxReplicas; n++ {
		params = append(params,
			pipelines.Param{Name: fmt.Sprintf("port%d", n), Bits: 16, Type: pipelines.Port},
			pipelines.Param{Name: fmt.Sprintf("rid%d", n), Bits: 16})
		actions = append(actions, numbered(n, slices.Clone(params)))
	}
	b.Sessions = b.behind(pipelines.Table{
		Name: sessionsName, Full: sessionsName, Is: pipelines.Sessions,
		Keys: numberKey("session", 16), Actions: actions, Size: defaultSize,
	})
}
