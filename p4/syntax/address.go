package syntax

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"up4/p4/source"
)

var (
	dotted = regexp.MustCompile(`^([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})(/[0-9]{1,2})?\b`)
	colons = regexp.MustCompile(`^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}\b`)
)

// longestAddress is at least the characters of an address with its prefix length.
const longestAddress = 32

// address reports an address written as people write them, which P4 has no form
// for: 10.0.0.0/8 or 00:11:22:33:44:55. Nothing of the grammar looks alike.
func (p *parser) address() {
	// Behind the first digits may stand letters: a group of 0e:… is two tokens.
	if p.peek(1).SpaceBefore {
		return
	}
	f := p.set.File(p.tok.At.From)
	if f == nil {
		return
	}
	from := f.Offset(p.tok.At.From)
	text := string(f.Text[from:min(len(f.Text), from+longestAddress)])
	if m := colons.FindString(text); m != "" {
		p.refuse(len(m), "colons", "0x"+strings.ToLower(strings.ReplaceAll(m, ":", "")))
	}
	m := dotted.FindStringSubmatch(text)
	if m == nil {
		return
	}
	value := uint32(0)
	for _, part := range m[1:5] {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return
		}
		value = value<<8 | uint32(n)
	}
	instead := fmt.Sprintf("0x%08x", value)
	if m[5] != "" {
		length, err := strconv.Atoi(m[5][1:])
		if err != nil || length > 32 {
			return
		}
		instead += fmt.Sprintf(" &&& 0x%08x", uint32(^uint64(0)<<(32-length)))
	}
	p.refuse(len(m[0]), "dots", instead)
}

// refuse reports an address of so many bytes, and what to write for it.
func (p *parser) refuse(size int, sign, instead string) {
	at := source.Span{From: p.tok.At.From, To: p.tok.At.From + pos(size)}
	p.diags.Errorf(at, CodeSyntax, "P4 has no addresses with %s: write %s", sign, instead)
	panic(bailout{})
}
