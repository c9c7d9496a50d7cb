package entry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// walker reads JSON token by token and knows where each begins.
type walker struct {
	dec  *json.Decoder
	text []byte
	// The line that was last looked up: places are asked for in order, and an
	// index of all lines would cost more than a file of nothing but lines.
	line, begin int // 1-based, and the offset of its first byte
}

func newWalker(text []byte) *walker {
	w := &walker{dec: json.NewDecoder(bytes.NewReader(text)), text: text, line: 1}
	w.dec.UseNumber()
	return w
}

// place is the line and column of an offset, 1-based; columns count bytes.
func (w *walker) place(off int) (line, column int) {
	if off < w.begin {
		w.line, w.begin = 1, 0
	}
	for {
		i := bytes.IndexByte(w.text[w.begin:off], '\n')
		if i < 0 {
			return w.line, off - w.begin + 1
		}
		w.line, w.begin = w.line+1, w.begin+i+1
	}
}

// walkError is bad JSON, or JSON of another form than asked for.
type walkError struct {
	off int
	msg string
}

func (e *walkError) Error() string { return e.msg }

// token is the next token and the offset it begins at.
func (w *walker) token() (json.Token, int, error) {
	after := int(w.dec.InputOffset())
	off := w.skip(after, " \t\r\n,:")
	tok, err := w.dec.Token()
	var syn *json.SyntaxError
	switch {
	case err == nil:
		return tok, off, nil
	case errors.As(err, &syn):
		return nil, off, &walkError{min(max(int(syn.Offset)-1, w.skip(after, " \t\r\n")), len(w.text)), "not JSON: " + syn.Error()}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, off, &walkError{len(w.text), "the file ends in the middle of its JSON"}
	}
	return nil, off, &walkError{off, err.Error()}
}

// skip is the offset of the first byte from off on that is not one of chars.
func (w *walker) skip(off int, chars string) int {
	for off < len(w.text) && strings.IndexByte(chars, w.text[off]) >= 0 {
		off++
	}
	return off
}

// open takes an opening bracket.
func (w *walker) open(d json.Delim, what string) (int, error) {
	tok, off, err := w.token()
	if err != nil {
		return off, err
	}
	if tok != d {
		return off, &walkError{off, fmt.Sprintf("expected %s, got %s", what, kindOf(tok))}
	}
	return off, nil
}

// members calls f with each key of an object whose opening brace is taken.
// Keys that come twice are an error.
func (w *walker) members(f func(key string, off int) error) error {
	seen := map[string]bool{}
	for w.dec.More() {
		tok, off, err := w.token()
		if err != nil {
			return err
		}
		key, ok := tok.(string)
		if !ok {
			return &walkError{off, "expected a name, got " + kindOf(tok)}
		}
		if seen[key] {
			return &walkError{off, quote(key) + " is given twice"}
		}
		seen[key] = true
		if err := f(key, off); err != nil {
			return err
		}
	}
	_, _, err := w.token()
	return err
}

// elements calls f before each element of an array whose opening bracket is taken.
func (w *walker) elements(f func() error) error {
	for w.dec.More() {
		if err := f(); err != nil {
			return err
		}
	}
	_, _, err := w.token()
	return err
}

// boolean takes true or false.
func (w *walker) boolean() (bool, error) {
	tok, off, err := w.token()
	if err != nil {
		return false, err
	}
	b, ok := tok.(bool)
	if !ok {
		return false, &walkError{off, "expected true or false, got " + kindOf(tok)}
	}
	return b, nil
}

// str takes a string.
func (w *walker) str(what string) (string, error) {
	tok, off, err := w.token()
	if err != nil {
		return "", err
	}
	s, ok := tok.(string)
	if !ok {
		return "", &walkError{off, fmt.Sprintf("expected %s, got %s", what, kindOf(tok))}
	}
	return s, nil
}

// scalar takes a string or a number, as text.
func (w *walker) scalar() (string, error) {
	tok, off, err := w.token()
	if err != nil {
		return "", err
	}
	switch v := tok.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	}
	return "", &walkError{off, "expected a string or a number, got " + kindOf(tok)}
}

func kindOf(tok json.Token) string {
	switch v := tok.(type) {
	case json.Delim:
		if v == '{' {
			return "an object"
		}
		return "an array"
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "true or false"
	}
	return "null"
}
