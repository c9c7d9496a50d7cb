package entry

import (
	"fmt"

	"up4/control/api"
	"up4/internal/nearest"
	"up4/pipelines/table"
)

// The public P4 tutorials keep a switch's entries in an object of this form. What
// they say of the target and its compiled files is read over.
//
//	{
//	  "target": "bmv2", "p4info": …, "bmv2_json": …,
//	  "table_entries": [
//	    {"table": "MyIngress.ipv4_lpm", "match": {"hdr.ipv4.dstAddr": ["10.0.1.1", 32]},
//	     "action_name": "MyIngress.ipv4_forward", "action_params": {"port": 1, …}},
//	    {"table": …, "default_action": true, "action_name": …, "action_params": {}}],
//	  "multicast_group_entries": [{"multicast_group_id": 1, "replicas": [{"egress_port": 1, "instance": 1}]}],
//	  "clone_session_entries": [{"clone_session_id": 5, "replicas": […], "packet_length_bytes": 64}]
//	}
//
// A match is a value, or a list of two: value and prefix length, value and mask, or
// the bounds of a range, as the key's kind has it.
func (r *fileReader) runtime() error {
	if _, err := r.w.open('{', "an object"); err != nil {
		return err
	}
	return r.w.members(func(key string, off int) error {
		read := map[string]func(off int) error{
			"table_entries": r.runtimeEntry, "multicast_group_entries": r.runtimeGroup, "clone_session_entries": r.runtimeSession,
		}[key]
		switch {
		case read != nil:
			if _, err := r.w.open('[', "an array of entries"); err != nil {
				return err
			}
			return r.w.elements(func() error {
				off, err := r.w.open('{', "an entry, which is an object")
				if err != nil {
					return err
				}
				return read(off)
			})
		case key == "target" || key == "p4info" || key == "bmv2_json":
			_, err := r.w.str("a string")
			return err
		}
		return &walkError{off, fmt.Sprintf("a runtime file has no %s%s", quote(key), nearest.Hint(key,
			[]string{"target", "p4info", "bmv2_json", "table_entries", "multicast_group_entries", "clone_session_entries"}))}
	})
}

func (r *fileReader) runtimeEntry(start int) error {
	var e api.Entry
	at := map[string]int{}
	match := map[string][]string{}
	err := r.w.members(func(key string, off int) (err error) {
		at[key] = off
		switch key {
		case "table":
			e.Table, err = r.w.str("a table's name")
		case "match":
			err = r.runtimeMatch(match, at)
		case "priority":
			e.Priority, err = r.value()
		case "default_action":
			e.DefaultAction, err = r.w.boolean()
		case "action_name":
			at["action"] = off
			e.Action, err = r.w.str("an action's name")
		case "action_params":
			e.Params, err = r.values("params", at)
		default:
			return &walkError{off, fmt.Sprintf("a table entry has no %s%s", quote(key), nearest.Hint(key,
				[]string{"table", "match", "priority", "default_action", "action_name", "action_params"}))}
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := r.joinMatch(&e, match, start, at); err != nil {
		return err
	}
	return r.add(&e, start, at)
}

// runtimeMatch reads the values of a match: one, or a list of two.
func (r *fileReader) runtimeMatch(match map[string][]string, at map[string]int) error {
	if _, err := r.w.open('{', "an object of names and values"); err != nil {
		return err
	}
	return r.w.members(func(key string, off int) error {
		at["match:"+key] = off
		if first := r.w.skip(int(r.w.dec.InputOffset()), " \t\r\n:"); first >= len(r.w.text) || r.w.text[first] != '[' {
			s, err := r.w.scalar()
			match[key] = []string{s}
			return err
		}
		list, err := r.list("an array")
		if err == nil && len(list) != 1 && len(list) != 2 {
			err = &walkError{off, fmt.Sprintf("a match is a value or a list of two, got %d", len(list))}
		}
		match[key] = texts(list)
		return err
	})
}

// joinMatch writes each match as one word, under its key's kind.
func (r *fileReader) joinMatch(e *api.Entry, match map[string][]string, start int, at map[string]int) error {
	if len(match) == 0 {
		return nil
	}
	e.Match = map[string]api.Value{}
	l, f := r.c.layout(api.TableEntry, e.Table)
	if f != nil {
		return &entryFault{f, start}
	}
	d := newDraft(l, table.Insert)
	for key, values := range match {
		i := d.keyIndex(key)
		switch between, ok := joints[matchOf(l, i)]; {
		case len(values) == 1 || i < 0:
			e.Match[key] = api.Value(values[0]) // who has no such key is told so
		case !ok:
			return &walkError{at["match:"+key], fmt.Sprintf("key %s is one value, not two", l.fields[i].Name)}
		default:
			e.Match[key] = api.Value(values[0] + between + values[1])
		}
	}
	return nil
}

func matchOf(l *layout, i int) table.Match {
	if i < 0 {
		return table.Exact
	}
	return l.fields[i].Match
}

// joints are what stands between the two values of a match.
var joints = map[table.Match]string{table.LPM: "/", table.Ternary: "&&&", table.Range: ".."}

func (r *fileReader) runtimeGroup(start int) error {
	var e api.Entry
	return r.runtimeCopies(start, &e, "multicast_group_id", &e.MulticastGroup, "multicast_group")
}

func (r *fileReader) runtimeSession(start int) error {
	var e api.Entry
	return r.runtimeCopies(start, &e, "clone_session_id", &e.CloneSession, "clone_session")
}

// runtimeCopies reads an entry with replicas, whose number goes to id.
func (r *fileReader) runtimeCopies(start int, e *api.Entry, name string, id **api.Value, field string) error {
	at := map[string]int{}
	err := r.w.members(func(key string, off int) (err error) {
		at[key] = off
		switch {
		case key == name:
			at[field] = off
			*id, err = r.value()
		case key == "replicas":
			e.Replicas, err = r.replicas("egress_port", "instance")
		case key == "packet_length_bytes" && name == "clone_session_id":
			at["length"] = off
			e.Length, err = r.value()
		default:
			return &walkError{off, fmt.Sprintf("such an entry has no %s%s", quote(key), nearest.Hint(key, []string{name, "replicas"}))}
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case *id == nil:
		return &walkError{start, fmt.Sprintf("the entry has no %q", name)}
	}
	return r.add(e, start, at)
}
