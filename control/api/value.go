package api

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
)

// Value is a key or parameter in text form. In JSON it is a string, or a
// number where it is one that every JSON reader keeps exactly.
type Value string

// maxExact is the largest whole number that a 64-bit float keeps: 2^53 - 1.
const maxExact = 1<<53 - 1

// MarshalJSON writes a plain decimal up to 2^53-1 as a number.
func (v Value) MarshalJSON() ([]byte, error) {
	if n, err := strconv.ParseUint(string(v), 10, 64); err == nil && n <= maxExact && strconv.FormatUint(n, 10) == string(v) {
		return []byte(v), nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b) // json.Marshal would write &&& as \u0026\u0026\u0026 for good
	e.SetEscapeHTML(false)
	err := e.Encode(string(v))
	return b.Bytes(), err
}

// UnmarshalJSON takes a string or a number, whose text is kept as it stands.
func (v *Value) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	switch {
	case len(b) > 0 && b[0] == '"':
		return json.Unmarshal(b, (*string)(v))
	case len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9'):
		*v = Value(b)
		return nil
	}
	return errors.New("a value must be a string or a number")
}

// Hex is bytes, written in JSON as hexadecimal digits.
type Hex []byte

// MarshalText writes two lower-case digits a byte.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hex) UnmarshalText(b []byte) (err error) {
	*h, err = hex.AppendDecode(nil, b)
	return err
}
