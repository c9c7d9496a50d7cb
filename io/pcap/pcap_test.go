package pcap

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The files are put together by hand from the drawing in the package: one frame
// of 3 bytes out of 60, at 1 s and 2 units.
var files = map[string]struct {
	hex string
	at  time.Time
}{
	"little-endian, microseconds": {"d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000  01000000 02000000 03000000 3c000000 aabbcc", time.Unix(1, 2000)},
	"big-endian, microseconds":    {"a1b2c3d4 0002 0004 00000000 00000000 0000ffff 00000001  00000001 00000002 00000003 0000003c aabbcc", time.Unix(1, 2000)},
	"little-endian, nanoseconds":  {"4d3cb2a1 0200 0400 00000000 00000000 00000400 01000000  01000000 02000000 03000000 3c000000 aabbcc", time.Unix(1, 2)},
	"big-endian, nanoseconds":     {"a1b23c4d 0002 0004 00000000 00000000 00040000 14000001  00000001 00000002 00000003 0000003c aabbcc", time.Unix(1, 2)},
}

func TestReadByHand(t *testing.T) {
	for name, c := range files {
		got, err := ReadAll(bytes.NewReader(unhex(t, c.hex)))
		want := []Frame{{At: c.at.UTC(), Bytes: []byte{0xaa, 0xbb, 0xcc}, Length: 60}}
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestWriteByHand(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(Frame{At: time.Unix(1, 2), Bytes: []byte{0xaa, 0xbb, 0xcc}, Length: 60}); err != nil {
		t.Fatal(err)
	}
	if want := unhex(t, files["little-endian, nanoseconds"].hex); !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got  %x\nwant %x", b.Bytes(), want)
	}
}

// A file cut anywhere gives an error, except between frames.
func TestCutFiles(t *testing.T) {
	whole := unhex(t, files["little-endian, nanoseconds"].hex)
	for n := range whole {
		frames, err := ReadAll(bytes.NewReader(whole[:n]))
		if n == fileHeader {
			if err != nil || len(frames) != 0 {
				t.Errorf("no frame: %v, %v", frames, err)
			}
		} else if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("cut at %d: %v", n, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	const header = "d4c3b2a1 0200 0400 00000000 00000000 ffff0000 01000000"
	for name, c := range map[string]struct {
		hex  string
		want error
	}{
		"no capture":     {"0a0d0d0a" + strings.Repeat("00", 20), ErrFormat},
		"version 3":      {"d4c3b2a1 0300 0400" + strings.Repeat("00", 16), ErrFormat},
		"raw IP":         {"d4c3b2a1 0200 0400 00000000 00000000 ffff0000 65000000", ErrLink},
		"huge frame":     {header + "00000000 00000000 01000400 01000400", ErrFormat},
		"more than sent": {header + "00000000 00000000 02000000 01000000 aabb", ErrFormat},
	} {
		if _, err := ReadAll(bytes.NewReader(unhex(t, c.hex))); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []Frame
		var b bytes.Buffer
		w, err := NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 5).Draw(t, "n") {
			f := Frame{
				At:    time.Unix(rapid.Int64Range(0, 1<<32-1).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC(),
				Bytes: rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "bytes"),
			}
			f.Length = len(f.Bytes) + rapid.IntRange(0, 9).Draw(t, "cut")
			want = append(want, f)
			if err := w.Write(f); err != nil {
				t.Fatal(err)
			}
		}
		got, err := ReadAll(&b)
		if err != nil || !cmp.Equal(got, want) {
			t.Fatalf("%v\n%s", err, cmp.Diff(want, got))
		}
	})
}

func TestWriteBounds(t *testing.T) {
	w, err := NewWriter(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(Frame{Bytes: make([]byte, MaxFrame+1)}); !errors.Is(err, ErrTooLong) {
		t.Errorf("too long: %v", err)
	}
	var b bytes.Buffer
	if w, err = NewWriter(&b); err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{{}, time.Unix(1<<33, 5)} {
		if err := w.Write(Frame{At: at}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadAll(&b)
	if err != nil || got[0].At.Unix() != 0 || got[1].At.Unix() != 1<<32-1 {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x01\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		frames, err := ReadAll(bytes.NewReader(text))
		if err == nil && len(text) < fileHeader+recordHeader*len(frames) {
			t.Fatalf("%d frames out of %d bytes", len(frames), len(text))
		}
	})
}
