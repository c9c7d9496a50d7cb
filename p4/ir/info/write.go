package info

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// Form is how a message is written.
type Form string

// Forms. All are the same on every run.
const (
	Text   Form = "text"   // protobuf text format, as *.p4info.txtpb files
	JSON   Form = "json"   // protobuf JSON
	Binary Form = "binary" // protobuf wire format
)

// Forms are all of them.
var Forms = []Form{Text, JSON, Binary}

// Write writes a description.
func Write(w io.Writer, info *config.P4Info, form Form) error {
	var out []byte
	switch form {
	case Text:
		out = text(info)
	case JSON:
		raw, err := protojson.Marshal(info)
		if err != nil {
			return fmt.Errorf("write P4Info as JSON: %w", err)
		}
		// What protojson puts between the parts varies from build to build.
		var b bytes.Buffer
		if err := json.Indent(&b, raw, "", "  "); err != nil {
			return fmt.Errorf("write P4Info as JSON: %w", err)
		}
		b.WriteByte('\n')
		out = b.Bytes()
	case Binary:
		var err error
		if out, err = (proto.MarshalOptions{Deterministic: true}).Marshal(info); err != nil {
			return fmt.Errorf("write P4Info: %w", err)
		}
	default:
		return fmt.Errorf("write P4Info: there is no form %q; there are %v", form, Forms)
	}
	if _, err := w.Write(out); err != nil {
		return fmt.Errorf("write P4Info: %w", err)
	}
	return nil
}
