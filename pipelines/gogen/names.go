package gogen

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"up4/pipelines/lir"
)

// reserved are names that generated code has a use for.
var reserved = []string{
	"e", "h", "b", "i", "d", "r", "key", "off", "touched", "version", "from", "frames", "base", "mem", "frame", "table", "compiled", "arena",
	"true", "false", "nil", "len", "min", "uint64", "uint32", "int", "int64", "bool",
}

// names gives a function's locals and blocks names of Go.
type names struct {
	locals map[*lir.Local]string
	labels map[*lir.Block]string
}

func namesOf(f *lir.Func, tables []usedTable) names {
	n := names{map[*lir.Local]string{}, map[*lir.Block]string{}}
	taken := map[string]bool{}
	for _, r := range reserved {
		taken[r] = true
	}
	for _, t := range tables {
		for _, v := range []string{"t", "hits", "keys", "ahead"} {
			taken[fmt.Sprintf("%s%d", v, t.table)] = true
		}
	}
	unique := func(name string) string {
		out, digit := name, ""
		if last := name[len(name)-1]; last >= '0' && last <= '9' {
			digit = "x"
		}
		for k := 2; taken[out] || token.IsKeyword(out); k++ {
			out = fmt.Sprintf("%s%s%d", name, digit, k)
		}
		taken[out] = true
		return out
	}
	for _, l := range slices.Concat(f.Params, f.Locals) {
		n.locals[l] = unique(goName(l.Name))
	}
	for _, b := range f.Blocks {
		n.labels[b] = unique(goName(b.Name))
	}
	return n
}

// goName makes an identifier of a name with dots: hdrIpv4 of hdr.ipv4.
func goName(name string) string {
	var b strings.Builder
	up := false
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case letter || r >= '0' && r <= '9' && b.Len() > 0:
			if up {
				r = []rune(strings.ToUpper(string(r)))[0]
			}
			b.WriteRune(r)
			up = false
		default:
			up = b.Len() > 0
		}
	}
	out := b.String()
	if out == "" {
		return "x"
	}
	return strings.ToLower(out[:1]) + out[1:]
}
