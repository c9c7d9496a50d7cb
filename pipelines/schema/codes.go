package schema

import "up4/p4/source"

// Codes of what stands in the way of a description.
const (
	CodeArchitecture source.Code = "schema-architecture"
	CodeMatchKind    source.Code = "schema-match-kind"
	CodeKey          source.Code = "schema-key"
	CodeAction       source.Code = "schema-action"
	CodeEntry        source.Code = "schema-entry"
	CodeShared       source.Code = "schema-shared"
	CodeSize         source.Code = "schema-size"
	CodeRegister     source.Code = "schema-register"
	CodeDigest       source.Code = "schema-digest"
)
