package scan

import "up4/p4/source"

// Codes of what the scanner reports. A character that no token begins with is an
// Invalid token, which the parser reports: it is allowed within an annotation.
const (
	CodeUnterminatedComment source.Code = "unterminated-comment"
	CodeUnterminatedString  source.Code = "unterminated-string"
	CodeNotUTF8             source.Code = "not-utf8"
	CodeNul                 source.Code = "nul-character"
)

// Codes documents them.
var Codes = []source.CodeInfo{
	{
		Code: CodeUnterminatedComment, Severity: source.Error, Clause: "6.4.2",
		Text:    "A /* comment has no */; comments do not nest, so the first */ ends one.",
		Example: "const bit<8> a = 1;\n/* this goes on // ERROR\nand on\n",
	},
	{
		Code: CodeUnterminatedString, Severity: source.Error, Clause: "6.4.3.4",
		Text:    "A string has no closing quote before the end of the file; add one.",
		Example: "@name(\"a) // ERROR\nconst bit<8> a = 1;\n",
	},
	{
		Code: CodeNotUTF8, Severity: source.Error, Clause: "6.4",
		Text:    "Outside strings and comments a program is plain text, but this byte is not UTF-8; save the file as UTF-8.",
		Example: "const bit<8> a\xff = 1; // ERROR\n",
	},
	{
		Code: CodeNul, Severity: source.Error, Clause: "6.4",
		Text:    "A NUL byte stands in the program: the file is damaged or is no text.",
		Example: "const bit<8> a\x00 = 1; // ERROR\n",
	},
}
