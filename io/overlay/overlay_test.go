package overlay

import (
	"encoding/hex"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestPutByHand(t *testing.T) {
	// ver 1; flags: incarnation 2 = 0b10<<1 = 4; shard 3; bucket 5 = 0b000101,
	// vport 7 = 0b0000000111 → 000101_0000000111 = 0x1407.
	h := Header{Incarnation: 2, Shard: 3, Bucket: 5, Vport: 7, Seq: 0x01020304, Micros: 0xa0b0c0d0}
	var b [Size]byte
	h.Put(b[:])
	if got, want := hex.EncodeToString(b[:]), "1403140701020304a0b0c0d0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	h = Header{HeaderOnly: true, Incarnation: 3, Shard: 255, Bucket: 63, Vport: 509}
	h.Put(b[:])
	if got, want := hex.EncodeToString(b[:4]), "17fffdfd"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		hex  string
		want error
	}{
		{"10000000000000000000", ErrShort},
		{"", ErrShort},
		{"200000000000000000000000", ErrVersion},
		{"000000000000000000000000", ErrVersion},
		{"180000000000000000000000", ErrReserved},
	} {
		b, _ := hex.DecodeString(c.hex)
		if _, err := Parse(b); !errors.Is(err, c.want) {
			t.Errorf("Parse(%s): %v, want %v", c.hex, err, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Header{
			HeaderOnly:  rapid.Bool().Draw(t, "only"),
			Incarnation: rapid.Uint8Range(0, 3).Draw(t, "inc"),
			Shard:       rapid.Uint8().Draw(t, "shard"),
			Bucket:      rapid.Uint8Range(0, 63).Draw(t, "bucket"),
			Vport:       rapid.Uint16Range(0, MaxVport).Draw(t, "vport"),
			Seq:         rapid.Uint32().Draw(t, "seq"),
			Micros:      rapid.Uint32().Draw(t, "us"),
		}
		var b [Size]byte
		h.Put(b[:])
		got, err := Parse(b[:])
		if err != nil || got != h {
			t.Fatalf("got %+v, %v; want %+v", got, err, h)
		}
	})
}
