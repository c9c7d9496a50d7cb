package entry

import (
	"maps"
	"slices"
	"strings"

	"up4/control/api"
	"up4/pipelines/table"
)

// object reads an entry from its JSON form.
func (d *draft) object(e *api.Entry) *fault {
	if e.DefaultAction && d.kind != table.SetDefault {
		return faultf(api.BadEntry, "default_action", "a default action can be set, not added, changed or deleted")
	}
	if d.kind == table.SetDefault && len(e.Match) > 0 {
		return faultf(api.BadEntry, "match", "a default action has no match")
	}
	for _, name := range slices.Sorted(maps.Keys(e.Match)) {
		i := d.keyIndex(strings.TrimPrefix(name, "hdr."))
		if i < 0 {
			return d.unknownKey(name)
		}
		if err := d.setKey(i, string(e.Match[name])); err != nil {
			return err
		}
	}
	if e.Priority != nil {
		if err := d.setPriority(string(*e.Priority)); err != nil {
			return err
		}
	}
	if !d.takesAction() {
		return nil // a dumped entry can be deleted as it stands
	}
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
