package entry

import (
	"slices"
	"strings"

	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/table"
)

// words reads an entry from the words of a command line:
//
//	add, modify = key { key } action { param }
//	delete      = key { key }
//	default     = action { param }
//	action      = name | "member=" number | "group=" number
//	key, param  = value | name "=" value
//	anywhere    = "priority=" number
//
// Groups of a selector have members, and clone sessions replicas, in place of an
// action:
//
//	members     = { number }
//	replicas    = { port [ ":" id ] } [ "length=" number ]
//
// Values without a name are for the fields not yet given, in the program's
// order. Fields that are not exact may be left out where the rest goes by name.
func (d *draft) words(words []string) *fault {
	w := wordReader{d: d, words: words}
	if d.takesKey() {
		if err := w.keys(); err != nil {
			return err
		}
	}
	switch {
	case !d.takesAction():
		word, ok, err := w.next()
		if err == nil && ok {
			return faultf(api.BadEntry, "", "%s and nothing else, got %s", d.keyOnly(), quote(word))
		}
		return err
	case d.l.Is == pipelines.Groups:
		return d.setMembers(w.words)
	case d.l.Is == pipelines.Sessions:
		return d.setReplicas(w.words)
	}
	return w.action()
}

func (d *draft) keyOnly() string {
	if d.kind != table.Delete {
		return "a value set takes values"
	}
	return "delete takes the key"
}

type wordReader struct {
	d     *draft
	words []string
}

// next takes the next word that is not the priority.
func (w *wordReader) next() (string, bool, *fault) {
	for len(w.words) > 0 {
		word := w.words[0]
		w.words = w.words[1:]
		n, ok := strings.CutPrefix(word, "priority=")
		if !ok || w.named("priority") {
			return word, true, nil
		}
		if err := w.d.setPriority(n); err != nil {
			return "", false, err
		}
	}
	return "", false, nil
}

// named says whether the program itself uses a name.
func (w *wordReader) named(name string) bool {
	d := w.d
	if d.action >= 0 {
		return d.paramIndex(name) >= 0
	}
	return d.keys != nil && d.keyIndex(name) >= 0
}

func (w *wordReader) keys() *fault {
	d := w.d
	byName := false
	for slices.Contains(d.keys, false) {
		word, ok, err := w.next()
		if err != nil || !ok {
			return err
		}
		name, val, isNamed := splitNamed(word)
		free := slices.Index(d.keys, false)
		switch i := d.keyIndex(name); {
		case isNamed && i >= 0:
			byName = true
			err = d.setKey(i, val)
		case isNamed && d.isTarget(name) && (byName || d.omittable()):
			w.words = append([]string{word}, w.words...)
			return nil
		case isNamed:
			err = d.unknownKey(name)
		case w.isAction(word) && (byName || d.omittable() && !d.reads(free, word)):
			w.words = append([]string{word}, w.words...)
			return nil
		default:
			err = w.positional(free, word)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// positional sets field i. Where the word is an action, what is missing is a key.
func (w *wordReader) positional(i int, word string) *fault {
	err := w.d.setKey(i, word)
	if err != nil && w.isAction(word) {
		f := w.d.l.fields[i]
		return faultf(api.MissingKey, "match:"+f.Name, "key %s is missing before action %s; it is written like %s", f.Name, word, f.example())
	}
	return err
}

// omittable says whether every field that was not given may be left out.
func (d *draft) omittable() bool {
	for i, f := range d.l.fields {
		if !d.keys[i] && f.Match == table.Exact {
			return false
		}
	}
	return true
}

// reads says whether a word is a value of field i.
func (d *draft) reads(i int, word string) bool {
	_, err := d.l.fields[i].parseMatch(word)
	return err == nil
}

func (w *wordReader) isAction(word string) bool {
	return slices.ContainsFunc(w.d.l.actions, func(a action) bool { return a.called(word) })
}

// isTarget says whether a word's name says what an entry leads to.
func (d *draft) isTarget(name string) bool { return d.l.profile != "" && targets[name] != "" }

// targets are the words for actions of entries of tables with a profile.
var targets = map[string]string{"member": pipelines.MemberAction, "group": pipelines.GroupAction}

func (w *wordReader) action() *fault {
	d := w.d
	word, ok, err := w.next()
	if err != nil || !ok {
		return err
	}
	if name, val, isNamed := splitNamed(word); isNamed && d.takesKey() {
		if i := d.keyIndex(name); i >= 0 {
			return d.setKey(i, val) // given twice, since every key was given
		}
		if d.isTarget(name) {
			err = d.setTarget(targets[name], name, val)
			word = ""
		}
	}
	if word != "" {
		err = d.setAction(word)
	}
	if err != nil {
		return err
	}
	for {
		word, ok, err := w.next()
		if err != nil || !ok {
			return err
		}
		name, val, isNamed := splitNamed(word)
		free := slices.Index(d.params, false)
		switch i := d.paramIndex(name); {
		case isNamed && i >= 0:
			err = d.setParam(i, val)
		case isNamed:
			err = d.unknownParam(name)
		case free >= 0:
			err = d.setParam(free, word)
		case d.l.actions[d.action].Name[0] == '$':
			err = faultf(api.BadEntry, "", "the entry leads to a member or group, and %s is one word more", quote(word))
		case len(d.params) == 0:
			err = faultf(api.BadEntry, "", "action %s takes no parameters, got %s", d.l.actions[d.action].Name, quote(word))
		default:
			err = faultf(api.BadEntry, "", "action %s takes %d parameters, and %s is one more", d.l.actions[d.action].Name, len(d.params), quote(word))
		}
		if err != nil {
			return err
		}
	}
}

// splitNamed takes name=value apart. hdr. before a name may be written or not.
func splitNamed(word string) (name, val string, ok bool) {
	name, val, ok = strings.Cut(word, "=")
	return strings.TrimPrefix(name, "hdr."), val, ok
}
