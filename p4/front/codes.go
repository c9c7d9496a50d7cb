package front

import (
	"cmp"
	"slices"

	"up4/p4/ir/info"
	"up4/p4/ir/lower"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
	"up4/p4/syntax/scan"
	"up4/p4/types"
	"up4/p4/types/warn"
)

// FileCode is of a program whose file could not be read.
const FileCode source.Code = "file"

// Codes is every code that can be reported of a program, by name.
func Codes() []source.CodeInfo {
	all := slices.Concat([]source.CodeInfo{
		{Code: FileCode, Severity: source.Error, Text: "The program's file cannot be read."},
		{Code: ModelCode, Severity: source.Error, Text: "A function that is given for an extern function has another result or other parameters."},
	}, scan.Codes, preproc.Codes, syntax.Codes, types.Codes, warn.Codes, lower.Codes, info.Codes)
	slices.SortFunc(all, func(a, b source.CodeInfo) int { return cmp.Compare(a.Code, b.Code) })
	return all
}
