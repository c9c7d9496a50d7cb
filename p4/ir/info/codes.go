package info

import "up4/p4/source"

// Codes of what stands in the way of a description.
const (
	CodeArchitecture source.Code = "p4info-architecture"
	CodeNoMain       source.Code = "p4info-no-main"
	CodeID           source.Code = "p4info-id"
	CodeAnnotation   source.Code = "p4info-annotation"
	CodeUnknownKey   source.Code = "p4info-unknown-key"
	CodeScope        source.Code = "p4info-scope"
	CodeType         source.Code = "p4info-type"
	CodeTranslation  source.Code = "p4info-translation"
	CodeSize         source.Code = "p4info-size"
	CodeNoGroups     source.Code = "p4info-no-groups"
	CodeDigestName   source.Code = "p4info-digest-name"
)
