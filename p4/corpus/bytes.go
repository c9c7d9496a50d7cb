package corpus

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Bytes is a frame's bytes. As text they are hexadecimal digits in words that
// spaces part; XX*N stands for N times the byte XX.
type Bytes []byte

// minRun is the shortest run of equal bytes that is written as XX*N.
const minRun = 16

// maxBytes bounds the text's expansion: no frame is longer.
const maxBytes = 1 << 16

// breaks are the offsets where a new word starts: after each address and the
// type of Ethernet, and after an IPv4 header without options.
var breaks = [...]int{6, 12, 14, 34}

func (b Bytes) String() string {
	var words []string
	for at := 0; at < len(b); {
		end := len(b)
		for _, k := range breaks {
			if at < k && k < end {
				end = k
				break
			}
		}
		words = appendRuns(words, b[at:end])
		at = end
	}
	return strings.Join(words, " ")
}

// appendRuns appends b as words, long runs of one byte as XX*N.
func appendRuns(words []string, b []byte) []string {
	plain := 0 // start of what is not written yet
	for at := 0; at < len(b); {
		end := at + 1
		for end < len(b) && b[end] == b[at] {
			end++
		}
		if end-at >= minRun {
			if plain < at {
				words = append(words, hex.EncodeToString(b[plain:at]))
			}
			words = append(words, fmt.Sprintf("%02x*%d", b[at], end-at))
			plain = end
		}
		at = end
	}
	if plain < len(b) {
		words = append(words, hex.EncodeToString(b[plain:]))
	}
	return words
}

// ParseBytes reads what String writes.
func ParseBytes(s string) (Bytes, error) {
	b := Bytes{}
	for _, w := range strings.Fields(s) {
		digits, times, run := strings.Cut(w, "*")
		raw, err := hex.DecodeString(digits)
		if err != nil {
			return nil, fmt.Errorf("bytes %q: %w", w, err)
		}
		n := 1
		if run {
			if n, err = strconv.Atoi(times); err != nil || n < 0 || len(raw) != 1 {
				return nil, fmt.Errorf("bytes %q: want XX*N", w)
			}
		}
		if len(b)+n*len(raw) > maxBytes {
			return nil, fmt.Errorf("bytes %q: more than %d in all", w, maxBytes)
		}
		for range n {
			b = append(b, raw...)
		}
	}
	return b, nil
}

// MarshalJSON writes the text form.
func (b Bytes) MarshalJSON() ([]byte, error) { return json.Marshal(b.String()) }

// UnmarshalJSON reads the text form.
func (b *Bytes) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("bytes: %w", err)
	}
	v, err := ParseBytes(s)
	if err != nil {
		return err
	}
	*b = v
	return nil
}
