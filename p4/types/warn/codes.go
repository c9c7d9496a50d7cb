package warn

import (
	"slices"

	"up4/p4/source"
)

// Codes of what Check warns of.
const (
	CodeUninitialized  source.Code = "uninitialized"
	CodeUnassignedOut  source.Code = "unassigned-out"
	CodeInvalidHeader  source.Code = "invalid-header"
	CodeUnusedVariable source.Code = "unused-variable"
	CodeUnusedConstant source.Code = "unused-constant"
	CodeUnusedAction   source.Code = "unused-action"
	CodeUnusedTable    source.Code = "unused-table"
	CodeUnusedInstance source.Code = "unused-instance"
	CodeUnusedType     source.Code = "unused-type"
	CodeUnusedFunction source.Code = "unused-function"
	CodeUnusedBlock    source.Code = "unused-block"
	CodeShadow         source.Code = "shadow"
	CodeDeprecated     source.Code = "deprecated"
)

// Codes documents them.
var Codes = slices.Concat(unusedCodes, flowCodes)
