package textfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := Read(path, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := Read(path, 4); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	if _, err := Read("/dev/zero", Config); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	if _, err := Read(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := Read(filepath.Dir(path), 4); err == nil {
		t.Error("a directory was read")
	}
}
