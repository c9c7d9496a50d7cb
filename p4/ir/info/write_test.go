package info

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"up4/p4/source"
)

// Every form can be read again, and is the same each time.
func TestForms(t *testing.T) {
	unmarshal := map[Form]func([]byte, proto.Message) error{
		Text: prototext.Unmarshal, JSON: protojson.Unmarshal, Binary: proto.Unmarshal,
	}
	for _, name := range []string{"tables", "externs", "packets", "psa"} {
		var diags source.List
		info := Build(readIR(t, "testdata/"+name+".ir"), Options{}, &diags)
		for _, form := range Forms {
			var one, two bytes.Buffer
			if err := errors.Join(Write(&one, info, form), Write(&two, info, form)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(one.Bytes(), two.Bytes()) {
				t.Errorf("%s as %s is not the same twice", name, form)
			}
			got := &config.P4Info{}
			if err := unmarshal[form](one.Bytes(), got); err != nil {
				t.Errorf("%s as %s: %v", name, form, err)
			}
			if !proto.Equal(got, info) {
				t.Errorf("%s as %s is another message when read", name, form)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	info := &config.P4Info{PkgInfo: &config.PkgInfo{Arch: "psa"}}
	var b bytes.Buffer
	if err := Write(&b, info, JSON); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"pkgInfo\": {\n    \"arch\": \"psa\"\n  }\n}\n"
	if b.String() != want || !json.Valid(b.Bytes()) {
		t.Errorf("got %s, want %s", &b, want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriteErrors(t *testing.T) {
	if err := Write(&bytes.Buffer{}, &config.P4Info{}, "yaml"); err == nil || !strings.Contains(err.Error(), "yaml") {
		t.Errorf("form yaml: %v", err)
	}
	for _, form := range Forms {
		if err := Write(full{}, &config.P4Info{}, form); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s to a full disk: %v", form, err)
		}
	}
}
