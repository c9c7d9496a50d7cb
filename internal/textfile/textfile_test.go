package textfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := Read(path, Kind{Bytes: 5}); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := Read(path, Kind{Bytes: 4}); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	if _, err := Read("/dev/zero", Config); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	if _, err := Read(path+"x", Kind{Bytes: 4}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := Read(filepath.Dir(path), Kind{Bytes: 4}); err == nil {
		t.Error("a directory was read")
	}
}

func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for text, want := range map[string]string{
		"":                      "",
		"12345":                 "",
		"12345\r\n\n12345\n":    "",
		"123456":                "line 1 has more than 5 bytes",
		"1\n12345\n123456\n1\n": "line 3 has more than 5 bytes",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := Read(path, Kind{Bytes: 100, Line: 5})
		if want == "" && (err != nil || string(b) != text) || want != "" && (!errors.Is(err, ErrTooLong) || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%q: %q, %v", text, b, err)
		}
	}
}
