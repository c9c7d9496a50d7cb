package stf

import (
	"fmt"
	"strconv"
	"strings"
)

// NameError is about a name that says nothing, or too little.
type NameError struct {
	Name      string
	Ambiguous []string // the full names that it may mean
	Nearest   string   // without them, what may be meant, or ""
}

func (e *NameError) Error() string {
	switch {
	case len(e.Ambiguous) > 0:
		return fmt.Sprintf("%s is ambiguous: it may be %s", e.Name, strings.Join(e.Ambiguous, " or "))
	case e.Nearest != "":
		return fmt.Sprintf("there is no %s; the nearest is %s", e.Name, e.Nearest)
	}
	return fmt.Sprintf("there is no %s", e.Name)
}

// Resolve is the index in full of the name that another is a suffix of, in whole parts
// between dots; a full name that is equal comes first. Where none is, the underscores of
// names made for C are tried: pipe_filter_tbl is pipe.filter_tbl. Its error is a
// *NameError, and the index then -1.
func Resolve(name string, full []string) (int, error) {
	name = strings.TrimPrefix(name, ".")
	mangled := mangle(name)
	ways := []func(string) bool{
		func(f string) bool { return strings.TrimPrefix(f, ".") == name },
		func(f string) bool { return strings.HasSuffix(f, "."+name) },
		func(f string) bool { return mangle(f) == mangled },
		func(f string) bool {
			for _, rest, more := strings.Cut(f, "."); more; _, rest, more = strings.Cut(rest, ".") {
				if mangle(rest) == mangled {
					return true
				}
			}
			return false
		},
	}
	for _, fits := range ways {
		var found []int
		for i, f := range full {
			if fits(f) {
				found = append(found, i)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			e := &NameError{Name: name}
			for _, i := range found {
				e.Ambiguous = append(e.Ambiguous, full[i])
			}
			return -1, e
		}
	}
	return -1, &NameError{Name: name, Nearest: nearest(name, full)}
}

// mangle is a name as back ends that make C write it: _NoAction for .NoAction too.
func mangle(name string) string {
	return strings.TrimLeft(strings.ReplaceAll(name, ".", "_"), "_")
}

// ResolveKey is Resolve for the keys of one table, whose names have more spellings:
// stack$0.f for stack[0].f; hdr.$valid, hdr.valid and hdr.$valid$ for hdr.isValid();
// key.a_b for a.b; key.field0 for the first key; and hdr.a.b where the keys leave hdr out.
func ResolveKey(name string, full []string) (int, error) {
	plain := make([]string, len(full))
	for i, f := range full {
		plain[i] = plainKey(f)
	}
	key := plainKey(name)
	at, first := resolveIn(key, plain, full)
	if at >= 0 || first.Ambiguous != nil {
		return at, orNil(at, first)
	}
	if header, ok := cutLast(key, "valid"); ok {
		if at, err := resolveIn(header+"isValid()", plain, full); at >= 0 || err.Ambiguous != nil {
			return at, orNil(at, err)
		}
	}
	if c, ok := strings.CutPrefix(key, "key."); ok {
		if at, err := resolveIn(c, plain, full); at >= 0 || err.Ambiguous != nil {
			return at, orNil(at, err)
		}
		if digits, ok := strings.CutPrefix(c, "field"); ok {
			if i, err := strconv.ParseUint(digits, 10, 16); err == nil && int(i) < len(full) {
				return int(i), nil
			}
		}
	}
	for _, rest, more := strings.Cut(key, "."); more; _, rest, more = strings.Cut(rest, ".") {
		for i, p := range plain {
			if p == rest {
				return i, nil
			}
		}
	}
	first.Name = name
	return -1, first
}

// resolveIn is Resolve in plain, with the full names in its error and -1 with it.
func resolveIn(name string, plain, full []string) (int, *NameError) {
	at, err := Resolve(name, plain)
	if err == nil {
		return at, nil
	}
	e := err.(*NameError)
	e.Name = name
	for i, a := range e.Ambiguous {
		for j, p := range plain {
			if p == a {
				e.Ambiguous[i] = full[j]
			}
		}
	}
	return -1, e
}

func orNil(at int, e *NameError) error {
	if at >= 0 {
		return nil
	}
	return e
}

// cutLast is what stands before the last part of a name, if that is the one given.
func cutLast(name, part string) (before string, ok bool) {
	before, ok = strings.CutSuffix(name, part)
	return before, ok && (before == "" || strings.HasSuffix(before, "."))
}

// plainKey writes stack[0] for stack$0, and isValid() for $valid and $valid$.
func plainKey(name string) string {
	for _, v := range []string{"$valid$", "$valid"} {
		if header, ok := cutLast(name, v); ok {
			name = header + "isValid()"
		}
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		end := i + 1
		for end < len(name) && isDigit(name[end]) {
			end++
		}
		if name[i] == '$' && end > i+1 && i > 0 && (end == len(name) || name[end] == '.') {
			b.WriteString("[" + name[i+1:end] + "]")
			i = end - 1
		} else {
			b.WriteByte(name[i])
		}
	}
	return b.String()
}

// nearest is the full name of which some last parts differ least from a name, "" if all
// differ in more than a third.
func nearest(name string, full []string) string {
	best, least := "", max(1, len(name)/3)+1
	if len(name) < 2 || len(name) > 200 {
		return ""
	}
	for _, f := range full {
		for rest, more := f, true; more; _, rest, more = strings.Cut(rest, ".") {
			if d := distance(name, rest); d < least {
				best, least = f, d
			}
		}
	}
	return best
}

// distance is how many letters must change, come or go to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			change := corner
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, above+1, row[j]+1)
			corner = above
		}
	}
	return row[len(b)]
}
