// Package flagtext says what is wrong with a flag in the words of a command
// line. It knows no command's flags.
package flagtext

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wants is what a flag takes, by its type.
var wants = map[string]string{
	"bool": "true or false", "int": "a whole number", "float64": "a number", "intSlice": "whole numbers, such as 0,1",
	"duration": "a duration, such as 10s or 500ms",
}

// Error says what is wrong with a flag without the words of the packages that
// read it. It is for cobra's SetFlagErrorFunc.
func Error(_ *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var none *pflag.ValueRequiredError
	switch {
	case errors.As(err, &value):
		if want, ok := wants[value.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s %q: want %s", value.GetFlag().Name, value.GetValue(), want)
		}
	case errors.As(err, &none):
		return fmt.Errorf("--%s needs a value", none.GetFlag().Name)
	}
	return err
}
