package schema

import "up4/pipelines/table"

const (
	rangeMatch    = table.Ternary + 1
	optionalMatch = table.Ternary + 2
)
