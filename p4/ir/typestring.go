package ir

import (
	"fmt"
	"strings"
)

func (t *BitsType) String() string {
	if t.Signed {
		return fmt.Sprintf("int<%d>", t.Width)
	}
	return fmt.Sprintf("bit<%d>", t.Width)
}
func (*BoolType) String() string      { return "bool" }
func (t *VarbitType) String() string  { return fmt.Sprintf("varbit<%d>", t.Max) }
func (*ErrorType) String() string     { return "error" }
func (*MatchKindType) String() string { return "match_kind" }
func (*StringType) String() string    { return "string" }
func (*IntType) String() string       { return "int" }
func (*VoidType) String() string      { return "void" }
func (t *EnumType) String() string    { return t.Name }
func (t *NewType) String() string     { return t.Name }
func (t *RecordType) String() string  { return t.Name }
func (t *StackType) String() string   { return fmt.Sprintf("%s[%d]", t.Elem, t.Size) }
func (t *ListType) String() string    { return fmt.Sprintf("list<%s>", t.Elem) }
func (t *ActionEnum) String() string  { return fmt.Sprintf("action_run(%s)", t.Table.Name) }
func (t *ObjectType) String() string {
	if len(t.Args) == 0 {
		return t.Name
	}
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = a.String()
	}
	return t.Name + "<" + strings.Join(args, ", ") + ">"
}
