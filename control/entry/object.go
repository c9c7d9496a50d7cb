package entry

import (
	"maps"
	"slices"
	"strings"

	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/table"
)

// parts are the members of an entry that say something, in their order.
func parts(e *api.Entry) (out []string) {
	for _, x := range []struct {
		name  string
		given bool
	}{
		{"table", e.Table != ""}, {"profile", e.Profile != ""}, {"value_set", e.ValueSet != ""},
		{"clone_session", e.CloneSession != nil}, {"multicast_group", e.MulticastGroup != nil},
		{"default_action", e.DefaultAction}, {"match", e.Match != nil}, {"priority", e.Priority != nil},
		{"action", e.Action != ""}, {"params", e.Params != nil}, {"member", e.Member != nil}, {"group", e.Group != nil},
		{"members", e.Members != nil}, {"replicas", e.Replicas != nil}, {"length", e.Length != nil},
	} {
		if x.given {
			out = append(out, x.name)
		}
	}
	return out
}

// only says what an entry has that its object has not. The first of the names is what
// says what the entry is.
func only(e *api.Entry, names ...string) *fault {
	for _, p := range parts(e) {
		if !slices.Contains(names, p) {
			return faultf(api.BadEntry, p, "an entry with %s has no %s", names[0], p)
		}
	}
	return nil
}

// object reads an entry from its JSON form. A dumped entry can be deleted as it stands.
func (d *draft) object(e *api.Entry) *fault {
	switch d.l.Is {
	case pipelines.Groups:
		if err := only(e, "profile", "group", "members"); err != nil {
			return err
		}
		return d.numbered(e.Group, func() *fault { return d.setMembers(texts(e.Members)) })
	case pipelines.Sessions:
		if err := only(e, "clone_session", "replicas", "length"); err != nil {
			return err
		}
		length := ""
		if e.Length != nil {
			length = string(*e.Length)
		}
		return d.numbered(e.CloneSession, func() *fault { return d.setSession(e.Replicas, length) })
	case pipelines.Members:
		if err := only(e, "profile", "member", "action", "params"); err != nil {
			return err
		}
		return d.numbered(e.Member, func() *fault { return d.objectAction(e) })
	case pipelines.Set:
		if err := only(e, "value_set", "match"); err != nil {
			return err
		}
		return d.objectKey(e)
	}
	if err := only(e, "table", "default_action", "match", "priority", "action", "params", "member", "group"); err != nil {
		return err
	}
	return d.tableEntry(e)
}

func texts(list []api.Value) (out []string) {
	for _, v := range list {
		out = append(out, string(v))
	}
	return out
}

// numbered reads an entry whose key is a number.
func (d *draft) numbered(n *api.Value, rest func() *fault) *fault {
	if n != nil {
		if err := d.setKey(0, string(*n)); err != nil {
			return err
		}
	}
	if !d.takesAction() {
		return nil
	}
	return rest()
}

func (d *draft) tableEntry(e *api.Entry) *fault {
	if e.DefaultAction && d.kind != table.SetDefault {
		return faultf(api.BadEntry, "default_action", "a default action can be set, not added, changed or deleted")
	}
	if d.kind == table.SetDefault && len(e.Match) > 0 {
		return faultf(api.BadEntry, "match", "a default action has no match")
	}
	if err := d.objectKey(e); err != nil {
		return err
	}
	if e.Priority != nil {
		if err := d.setPriority(string(*e.Priority)); err != nil {
			return err
		}
	}
	if !d.takesAction() {
		return nil
	}
	if e.Member != nil {
		if err := d.setTarget(pipelines.MemberAction, "member", string(*e.Member)); err != nil {
			return err
		}
	}
	if e.Group != nil {
		if err := d.setTarget(pipelines.GroupAction, "group", string(*e.Group)); err != nil {
			return err
		}
	}
	return d.objectAction(e)
}

func (d *draft) objectKey(e *api.Entry) *fault {
	for _, name := range slices.Sorted(maps.Keys(e.Match)) {
		i := d.keyIndex(strings.TrimPrefix(name, "hdr."))
		if i < 0 {
			return d.unknownKey(name)
		}
		if err := d.setKey(i, string(e.Match[name])); err != nil {
			return err
		}
	}
	return nil
}

func (d *draft) objectAction(e *api.Entry) *fault {
	if e.Action == "" {
		return nil // finish says so
	}
	if err := d.setAction(e.Action); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e.Params)) {
		i := d.paramIndex(name)
		if i < 0 {
			return d.unknownParam(name)
		}
		if err := d.setParam(i, string(e.Params[name])); err != nil {
			return err
		}
	}
	return nil
}
