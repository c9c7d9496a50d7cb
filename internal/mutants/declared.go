package main

import (
	"path/filepath"
	"strings"
)

// refusals are files that no packet meets: they say what is not run at all, or tell
// people of what was (which has tests of its own).
var refusals = []string{
	"pipelines/interp/trace.go",
	"pipelines/interp/supported.go",
	"pipelines/arch/v1model/refuse.go",
}

// declaration is mistakes that change nothing a program can see. What is empty holds
// for all.
type declaration struct {
	file, function string
	line           string // contained in the line on which the mistake begins
	code           string // contained in the code that is changed
	twice          string // contained in it twice: two statements in the other order
	wrong          string // what the code became
	why            string
}

var declarations = []declaration{
	{file: "engine.go", line: "maxSteps", why: "a budget: any large number will do"},
	{file: "engine.go", line: "maxGenerations", why: "a budget"},
	{file: "engine.go", line: "scratchBytes", why: "a budget"},
	{file: "verdict.go", function: "Place", line: "need, sent := 0, 0", code: "0", why: "room for a byte or a head more or less than there is need of"},
	{file: "engine.go", function: "Compile", why: "refuses at load"},
	{file: "engine.go", function: "Profile", why: "a description"},
	{file: "engine.go", function: "Replicate", why: "refuses wrong places, and seeds random numbers"},
	{file: "machine.go", line: "maxDepth", why: "a budget"},
	{line: "tracer", why: "tells people only"},
	{file: "machine.go", function: "invoke", code: "m.tracer.reject", why: "tells people only"},
	{line: "m.traceable(", why: "tells people only"},
	{line: "m.changed(", why: "tells people only"},
	{line: "r.note(", why: "tells people only"},
	{file: "v1model.go", function: "record", twice: "set(", why: "each sets a field of its own"},
	{file: "v1model.go", function: "read", twice: "get(", why: "each reads a field of its own"},
	{file: "path.go", line: "p.generation = of.generation + 1", wrong: "2", why: "a budget"},
	{file: "expr.go", function: "distance", code: "0", wrong: "-1", why: "no one takes the distance where there is none"},
	{file: "expr.go", function: "distance", code: "0", wrong: "1", why: "no one takes the distance where there is none"},
	{file: "expr.go", function: "cast", code: "isBool(to)", twice: "return", why: "bool has no bits: one of the two at most is so"},
	{file: "call.go", function: "apply", twice: "m.store(a.", why: "hit and action go to places of their own"},
	{file: "tables.go", function: "member", line: "rec.Data(4)", wrong: "5", why: "a key is as long as its table says"},
	{file: "tables.go", function: "args", line: "size += ", wrong: "8", why: "a view of more bytes than are read of it"},
	{file: "engine.go", function: "Session", line: "rec.Data(", wrong: "5", why: "a view of more bytes than are read of it"},
	{file: "engine.go", function: "Session", line: "rec.Data(", wrong: "3", why: "a view of more bytes than are read of it"},
	{file: "v1externs.go", function: "resubmit", line: "List: -1", code: "1", why: "keep says which fields, whatever the call's form"},
	{file: "v1externs.go", function: "recirculate", line: "List: -1", code: "1", why: "keep says which fields, whatever the call's form"},
	{file: "path.go", function: "note", why: "tells people only"},
	{file: "machine.go", function: "run", line: "m.steps--", wrong: "m.steps <= 0", why: "a budget"},
	{file: "machine.go", function: "run", line: "m.depth++", why: "a budget"},
	{code: "m.traceable(", why: "tells people only"},
	{file: "place.go", line: "at.lost = true", function: "find", why: "what an invalid header's fields become is unspecified (8.17)"},
	{file: "place.go", function: "setValid", twice: "h.Valid", code: "fresh", why: "the fields are unspecified (8.17)"},
	{file: "value.go", function: "validMember", line: "return -1", wrong: "2", why: "less than 0 is none"},
	{file: "expr.go", function: "distance", wrong: "b.Int64() > int64(t.Width)", why: "a shift by the width leaves no bit either"},
	{file: "ubpf.go", code: "args[2].Block\n\t\tw.m.env = b", why: "neither needs the other"},
	{file: "ubpf.go", line: "Truncate: -1", wrong: "2", why: "less than 0 is none"},
	{file: "world.go", function: "readRegister", line: "words := ", code: "64", wrong: "63", why: "more words are zero"},
	{file: "v1externs.go", function: "randomNumber", twice: ":=", why: "neither needs the other"},
	{file: "v1externs.go", function: "randomNumber", code: "big.NewInt(1))\n", why: "random bits are too many either way"},
	{file: "v1externs.go", function: "copy", code: "}\n\t\tfor i, step", why: "one of the two does nothing"},
	{file: "v1externs.go", function: "algorithm", line: "len(t.Members)", why: "a value of an enum without representation is one of its members"},
	{file: "place.go", function: "element", line: "return 0, false", code: "0", why: "no one looks at the index of none"},
	{file: "hash.go", function: "Lookup3", code: "}\n\ta, b, c = a+word(at)", why: "nothing is left of no data alone, and words of it are 0"},
	{file: "path.go", function: "cloneEgress", code: "q.Payload = p.Payload\n", why: "headers and payload are apart"},
	{file: "v1model.go", function: "newV1blocks", line: "b.headers, b.meta = ", code: "1", wrong: "0", why: "the parser's headers are out"},
	{file: "machine.go", function: "invoke", line: "if e == rejected", why: "tells people only"},
	{file: "path.go", function: "clone", code: "q.IngressTimestamp = p.IngressTimestamp\n", why: "the standard metadata and the program's are apart"},
	{file: "place.go", function: "find", code: "at.next = s\n", twice: "at.next", why: "an extraction to no next element is refused before"},
	{file: "place.go", function: "find", code: "if !inside {", twice: "if ", why: "an extraction to no next element is refused before"},
	{file: "world.go", function: "writeRegister", line: "words := ", wrong: "(n+63) * 64", why: "more words than the cell has are cut"},
	{file: "v1externs.go", function: "randomNumber", line: "span.Sign() > 0", code: "0", wrong: "-1", why: "modulo 1 there is nothing to draw"},
	{file: "hash.go", function: "Lookup3", code: "return v\n\t}\n\tat := 0", why: "neither needs the other"},
	{file: "machine.go", function: "run", code: "atomic = m.region(atomic, b.Atomic != 0)\n", why: "a region is left where the budget ends, however it was entered"},
	{file: "ubpf.go", function: "run", code: "args[n] = nil\n\t}\n\tif len(f.Params)", why: "neither needs the other"},
	{file: "v1externs.go", function: "randomNumber", code: "span.Sign() > 0", wrong: "span.Sign() >= 0", why: "modulo 1 there is nothing to draw"},
	{file: "tables.go", function: "args", line: "size := 0", wrong: "1", why: "a view of more bytes than are read of it"},
	{file: "place.go", function: "element", code: "return 0, false\n\t\t}\n\t\ti = int", why: "no one looks at the index of none"},
	{file: "call.go", function: "arguments", code: "o.Place != nil && o.Dir == ir.InOut", wrong: "o.Place != nil || o.Dir == ir.InOut", why: "what is out begins reset"},
	{file: "call.go", code: "m.tracer.block(c.Func)", why: "tells people only"},
	{file: "hash.go", function: "Lookup3", line: "for i := range 4", why: "what is more than 4 bytes is shifted out"},
	{file: "packet.go", function: "fixedWidth", line: "return 0", why: "nothing else has a width"},
	{file: "engine.go", function: "Session", line: "return nil, 0, false", why: "no one looks at the length of none"},
	{file: "engine.go", function: "Session", wrong: "int(data[0])<<8 ^ int(data[1])", why: "no bit is in both"},
	{file: "expr.go", function: "logic", line: "return x != y", why: "no program has it: for passes alone"},
	{file: "machine.go", function: "extract", code: "return m.fail(fault)\n\t}\n\tat := ", why: "to find a place changes nothing"},
	{file: "packet.go", function: "take", line: "first, last := ", code: "8", wrong: "9", why: "bits before those that are taken are cut off"},
	{file: "place.go", function: "element", line: "return i, i >= 0", why: "no next element is refused before"},
	{file: "path.go", function: "egress", code: "return\n\t}\n\tp.EgressSpec = 0", why: "no one looks at the port of what went round too often"},
	{file: "verdict.go", function: "write", line: "d.Head, d.HeadLen", code: "0", wrong: "1", why: "where a head of no bytes is"},
	{file: "engine.go", function: "Session", code: "uint16(r[", why: "no bit is in both", wrong: "uint16(r[0])<<8 ^ uint16(r[1])"},
	{file: "engine.go", function: "Session", code: "uint16(r[", why: "no bit is in both", wrong: "uint16(r[2])<<8 ^ uint16(r[3])"},
	{file: "v1externs.go", function: "check", code: "Refuted = true\n", why: "neither needs the other"},
	{file: "ubpf.go", function: "Process", code: "uint32(len(bytes))\n", why: "neither needs the other"},
	{file: "path.go", function: "ingress", code: "return\n\t}\n\tp.IngressTimestamp", why: "no one looks at what went round too often"},
	{file: "place.go", function: "setValid", code: "if u, ok := at.in", twice: "{\n\t\t", why: "neither needs the other"},
	{file: "v1model.go", function: "newV1blocks", code: "b.tagged(b.meta, nil)", twice: "b.", why: "neither needs the other"},
	{file: "hash.go", function: "Lookup3", code: "for ; len(data)-at > 12;", twice: "len(data)", why: "nothing is left of no data alone"},
	{file: "machine.go", function: "extract", line: "s != nil && s.Next", wrong: "s.Next <= len(s.Elems)", why: "no next element is refused before"},
	{code: "m.changed(", why: "tells people only"},
	{file: "machine.go", function: "instr", code: "m.tracer.emit(", why: "tells people only"},
	{file: "ebpf.go", code: "Args[1].Block\n", why: "neither needs the other"},
	{file: "v1model.go", function: "Keep", code: "if r.List == v1model.All", twice: "clone(", why: "no list has that number"},
	{file: "v1model.go", function: "tagged", code: "append(b.lists[n], at)\n", why: "in whatever order fields are kept"},
	{file: "v1model.go", function: "Parse", code: "reader{bytes: p.Bytes}\n", why: "neither needs the other"},
	{file: "machine.go", function: "parse", code: "return m.fail(fault)\n\t\t}\n\t\tm.store(i.Dst, v)", why: "it is a variable that no one reads after a failure"},
	{file: "machine.go", function: "run", code: "m.depth--\n", why: "neither needs the other"},
	{file: "ubpf.go", function: "run", code: "args[n] = nil", why: "the parser's headers are out, and begin reset"},
	{file: "verdict.go", function: "room", why: "room for a byte or a head more or less than there is need of"},
	{file: "verdict.go", function: "Place", code: "return true\n\t}\n\td.Egress", why: "whoever ends it sets it again"},
	{line: "e.traced(", why: "tells people only"},
	{file: "v1externs.go", function: "randomNumber", line: "range (span.BitLen()", why: "more or fewer random bits, of which too many are taken"},
	{file: "v1externs.go", function: "randomNumber", line: "r.Lsh(r, 64)", wrong: "65", why: "the random bits lie apart"},
}

// declared says whether a mistake is none.
func declared(s *site, wrong string) bool {
	for _, d := range declarations {
		if (d.file == "" || filepath.Base(s.path) == d.file) && (d.function == "" || d.function == s.function) &&
			strings.Contains(s.line0(), d.line) && strings.Contains(s.before(), d.code) &&
			(d.twice == "" || strings.Count(s.before(), d.twice) == 2) && (d.wrong == "" || d.wrong == wrong) {
			return true
		}
	}
	return false
}

// line0 is the line on which a site begins.
func (s *site) line0() string {
	from := strings.LastIndexByte(string(s.text[:s.from]), '\n') + 1
	to := len(s.text)
	if i := strings.IndexByte(string(s.text[s.from:]), '\n'); i >= 0 {
		to = s.from + i
	}
	return string(s.text[from:to])
}
