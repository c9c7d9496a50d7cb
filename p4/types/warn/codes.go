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
	CodeUnusedParam    source.Code = "unused-parameter"
	CodeUnusedAction   source.Code = "unused-action"
	CodeUnusedTable    source.Code = "unused-table"
	CodeUnusedInstance source.Code = "unused-instance"
	CodeUnusedType     source.Code = "unused-type"
	CodeUnusedFunction source.Code = "unused-function"
	CodeUnusedBlock    source.Code = "unused-block"
	CodeShadow         source.Code = "shadow"
	CodeDeprecated     source.Code = "deprecated"
	CodeNoMain         source.Code = "no-main"

	CodeUnreachableCode   source.Code = "unreachable-code"
	CodeConstantCondition source.Code = "constant-condition"
	CodeShiftWidth        source.Code = "shift-width"
	CodeOutAlias          source.Code = "out-alias"
	CodeImplicitReject    source.Code = "implicit-reject"
	CodeUnreachableState  source.Code = "unreachable-state"
	CodeNeverAccepts      source.Code = "never-accepts"
	CodeParserLoop        source.Code = "infinite-parser-loop"
	CodeUnreachableCase   source.Code = "unreachable-case"
	CodeDuplicateKeyset   source.Code = "duplicate-keyset"
	CodeNoMatch           source.Code = "no-match"
	CodeUselessSelect     source.Code = "useless-select"
	CodePrefixDivision    source.Code = "prefix-division"
	CodeConstantKey       source.Code = "constant-key"
	CodeTwoLPM            source.Code = "two-lpm"
	CodeUnreachableEntry  source.Code = "unreachable-entry"
	CodeMaskedBits        source.Code = "masked-bits"
	CodeUnknownProperty   source.Code = "unknown-property"
	CodeDuplicatePriority source.Code = "duplicate-priority"
	CodePriorityOrder     source.Code = "priority-order"
)

// Codes documents them.
var Codes = slices.Concat(unusedCodes, flowCodes, textCodes)
