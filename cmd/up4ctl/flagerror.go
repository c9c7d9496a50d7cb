package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagWants is what a flag takes, by its type.
var flagWants = map[string]string{
	"bool": "true or false", "int": "a whole number", "intSlice": "whole numbers, such as 0,1",
	"duration": "a duration, such as 10s or 500ms",
}

// flagError says what is wrong with a flag without the words of the packages
// that read it.
func flagError(_ *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var none *pflag.ValueRequiredError
	switch {
	case errors.As(err, &value):
		if want, ok := flagWants[value.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s %q: want %s", value.GetFlag().Name, value.GetValue(), want)
		}
	case errors.As(err, &none):
		return fmt.Errorf("--%s needs a value", none.GetFlag().Name)
	}
	return err
}
