package preproc

import "up4/p4/source"

// Codes of what the preprocessor reports.
const (
	CodeBadDirective     source.Code = "unknown-directive"
	CodeUnterminatedIf   source.Code = "unterminated-if"
	CodeUnbalanced       source.Code = "unbalanced-conditional"
	CodeCondition        source.Code = "bad-condition"
	CodeErrorDirective   source.Code = "error-directive"
	CodeWarningDirective source.Code = "warning-directive"
	CodeExtraTokens      source.Code = "directive-extra-text"
	CodeMacroName        source.Code = "macro-name"
	CodeMacroParams      source.Code = "macro-parameters"
	CodeMacroCall        source.Code = "macro-arguments"
	CodeRedefined        source.Code = "macro-redefined"
	CodeStringize        source.Code = "macro-stringize"
	CodePaste            source.Code = "macro-paste"
	CodeMacroDepth       source.Code = "macro-depth"
	CodeExpansion        source.Code = "macro-expansion"
	CodeIncludeName      source.Code = "include-name"
	CodeIncludeMissing   source.Code = "include-missing"
	CodeIncludeRead      source.Code = "include-unreadable"
	CodeIncludeDepth     source.Code = "include-depth"
	CodeIncludeText      source.Code = "include-size"
	CodeDirectiveLong    source.Code = "directive-too-long"
)

// Codes documents them. Those without an example need more than one file, or very
// much text; they have tests of their own.
var Codes = []source.CodeInfo{
	{
		Code: CodeBadDirective, Severity: source.Error, Clause: "6.2",
		Text:    "A line begins with # and a word that is no directive.",
		Example: "#inclued <core.p4> // ERROR\n",
	},
	{
		Code: CodeUnterminatedIf, Severity: source.Error, Clause: "6.2",
		Text:    "An #if, #ifdef or #ifndef has no #endif in the same file; add one.",
		Example: "#ifdef X // ERROR\nconst bit<8> a = 1;\n",
	},
	{
		Code: CodeUnbalanced, Severity: source.Error, Clause: "6.2",
		Text:    "An #elif, #else or #endif belongs to no #if of the same file, or follows its #else.",
		Example: "#if 1\n#else\n#else // ERROR\n#endif\n",
	},
	{
		Code: CodeCondition, Severity: source.Error, Clause: "6.2",
		Text:    "The condition of #if or #elif is no expression of integers; defined(NAME) asks for a macro.",
		Example: "#if 1 + // ERROR\n#endif\n",
	},
	{
		Code: CodeErrorDirective, Severity: source.Error, Clause: "6.2",
		Text:    "The program says #error here: it does not want to be compiled like this.",
		Example: "#error not for this target // ERROR\n",
	},
	{
		Code: CodeWarningDirective, Severity: source.Warning, Clause: "",
		Text:    "The program says #warning here.",
		Example: "#warning old // WARNING\n",
	},
	{
		Code: CodeExtraTokens, Severity: source.Warning, Clause: "",
		Text:    "What follows the name in #ifdef, #ifndef or #undef is ignored; take it away.",
		Example: "#undef A B // WARNING\n",
	},
	{
		Code: CodeMacroName, Severity: source.Error, Clause: "6.2",
		Text:    "A directive needs the name of a macro, or the name has a meaning of its own.",
		Example: "#define 8 9 // ERROR\n",
	},
	{
		Code: CodeMacroParams, Severity: source.Error, Clause: "6.2",
		Text:    "The parameters of a macro are names between commas, the last perhaps ..., in parentheses.",
		Example: "#define F(a, a) a // ERROR\n",
	},
	{
		Code: CodeMacroCall, Severity: source.Error, Clause: "6.2",
		Text:    "A macro is given more or fewer arguments than it has parameters, or its arguments do not end.",
		Example: "#define F(a, b) a + b\nconst int x = F(1); // ERROR\n",
	},
	{
		Code: CodeRedefined, Severity: source.Warning, Clause: "",
		Text:    "A macro is defined again, and differently; #undef it first if that is meant.",
		Example: "#define A 1\n#define A 2 // WARNING\n",
	},
	{
		Code: CodeStringize, Severity: source.Error, Clause: "6.2",
		Text:    "In the body of a macro with parameters # makes a string of the parameter behind it; nothing else may follow.",
		Example: "#define F(a) #b // ERROR\n",
	},
	{
		Code: CodePaste, Severity: source.Error, Clause: "6.2",
		Text:    "## joins two tokens into one, and what comes out must be a token.",
		Example: "#define J(a, b) a ## b\nconst int x = J(+, x); // ERROR\n",
	},
	{
		Code: CodeMacroDepth, Severity: source.Error, Clause: "",
		Text: "Too many macros are used within each other.",
	},
	{
		Code: CodeExpansion, Severity: source.Error, Clause: "",
		Text: "The macros of the program make too many tokens; one probably doubles itself by way of others.",
	},
	{
		Code: CodeIncludeName, Severity: source.Error, Clause: "6.2",
		Text:    "#include needs a name, as \"NAME\" or <NAME>.",
		Example: "#include core.p4 // ERROR\n",
	},
	{
		Code: CodeIncludeMissing, Severity: source.Error, Clause: "6.2",
		Text:    "An included file is in none of the folders that were looked in; name its folder with -I.",
		Example: "#include \"no/such/file.p4\" // ERROR\n",
	},
	{
		Code: CodeIncludeRead, Severity: source.Error, Clause: "6.2",
		Text: "An included file is there but cannot be read.",
	},
	{
		Code: CodeIncludeDepth, Severity: source.Error, Clause: "",
		Text: "Too many files include each other; one that includes itself needs an #ifndef around its text.",
	},
	{
		Code: CodeIncludeText, Severity: source.Error, Clause: "",
		Text: "The program is too large with all that it includes.",
	},
	{
		Code: CodeDirectiveLong, Severity: source.Error, Clause: "",
		Text: "A line that begins with # has too many words and signs; the file is probably no program.",
	},
}
