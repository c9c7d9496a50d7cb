package info

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"up4/p4/source/sourcetest"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"
	"google.golang.org/protobuf/encoding/prototext"
)

// outputs is the folder of what the reference compiler made of the public programs.
func outputs(t *testing.T) string {
	t.Helper()
	return filepath.Join(sourcetest.Checkout(t), "testdata", "p4_16_samples_outputs")
}

const referenceExt = ".p4info.txtpb"

func readReference(t *testing.T, path string) ([]byte, *config.P4Info) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	info := &config.P4Info{}
	if err := prototext.Unmarshal(raw, info); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return raw, info
}

// The text form is that of the reference compiler, byte for byte.
func TestTextOfReferences(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(outputs(t), "*"+referenceExt))
	if len(files) == 0 {
		t.Fatal("no references")
	}
	for _, path := range files {
		raw, info := readReference(t, path)
		var b bytes.Buffer
		if err := Write(&b, info, Text); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), raw) {
			t.Errorf("%s is written otherwise", filepath.Base(path))
		}
	}
}
