package syntax

import (
	"strings"

	"up4/p4/source"
)

// Codes of what the parser reports.
const (
	CodeSyntax     source.Code = "syntax"
	CodeStray      source.Code = "stray-character"
	CodeTooNested  source.Code = "too-nested"
	CodeTooLarge   source.Code = "program-too-large"
	CodeBadInteger source.Code = "bad-integer"
	CodeOverflow   source.Code = "literal-overflow"
)

// Codes documents them. Those without an example need a very large text.
var Codes = []source.CodeInfo{
	{
		Code: CodeSyntax, Severity: source.Error, Clause: "appendix H",
		Text:    "The program does not follow the grammar here: the message says what stands there and what was expected.",
		Example: "const bit<8> a 1; // ERROR\n",
	},
	{
		Code: CodeStray, Severity: source.Error, Clause: "6.4",
		Text:    "A character that begins nothing in P4 stands in the program; remove it.",
		Example: "const bit<8> a = $1; // ERROR\n",
	},
	{
		Code: CodeTooNested, Severity: source.Error, Clause: "",
		Text:    "Expressions, types or statements are nested too deeply; name the parts.",
		Example: "const bit<8> a = " + strings.Repeat("(", maxNesting+1) + "; // ERROR\n",
	},
	{
		Code: CodeTooLarge, Severity: source.Error, Clause: "",
		Text: "The program is too long to be read: what stands behind this place is left out.",
	},
	{
		Code: CodeBadInteger, Severity: source.Error, Clause: "6.4.3.2",
		Text:    "An integer is not written as WIDTHwDIGITS or WIDTHsDIGITS, with 0x, 0o, 0b or 0d before digits of that base.",
		Example: "const bit<8> a = 8w0b102; // ERROR\n",
	},
	{
		Code: CodeOverflow, Severity: source.Warning, Clause: "6.4.3.2",
		Text:    "An integer has more bits than its width; the upper ones are dropped.",
		Example: "const bit<8> a = 8w256; // WARNING\n",
	},
}
