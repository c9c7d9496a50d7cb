package info

import (
	"testing"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"
)

// Any bytes and any text are read back as they were.
func TestTextOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		info := &config.P4Info{
			PkgInfo: &config.PkgInfo{Name: rapid.String().Draw(t, "name")},
			Tables: []*config.Table{{InitialDefaultAction: &config.TableActionCall{Arguments: []*config.TableActionCall_Argument{
				{ParamId: rapid.Uint32().Draw(t, "id"), Value: rapid.SliceOf(rapid.Byte()).Draw(t, "value")},
			}}}},
			TypeInfo: &config.P4TypeInfo{Structs: map[string]*config.P4StructTypeSpec{rapid.String().Draw(t, "key"): {}}},
		}
		back := &config.P4Info{}
		if err := prototext.Unmarshal(text(info), back); err != nil {
			t.Fatalf("%v in\n%s", err, text(info))
		}
		if !proto.Equal(back, info) {
			t.Fatalf("want %v, got %v", info, back)
		}
	})
}

// What stands in annotations is any text: none makes a fault.
func TestAnyAnnotation(t *testing.T) {
	letters := rapid.StringOf(rapid.RuneFrom([]rune("\"\\n ,()0123456789xbwsofg_<>.&é")))
	rapid.Check(t, func(t *rapid.T) {
		s := letters.Draw(t, "s")
		parts(s)
		stringOf(s)
		intOf(s)
	})
}
