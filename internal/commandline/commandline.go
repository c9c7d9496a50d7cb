// Package commandline is what up4's commands have in common: the codes they end
// with, which errors are of usage, and what is wrong with a flag in the user's
// words. It knows no command.
package commandline

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"up4/internal/nearest"
)

// Exit codes, the same for all of up4's commands.
const (
	OK          = 0
	Failed      = 1
	Usage       = 2
	Unreachable = 3 // the daemon does not answer
	Timeout     = 4
	SIGINT      = 128 + 2
	SIGTERM     = 128 + 15
)

// failure marks an error of a command that ran, as opposed to one of usage.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// Failure marks err as one of a command that ran; nil stays nil.
func Failure(err error) error {
	if err == nil {
		return nil
	}
	return failure{err}
}

// IsFailure says whether err is marked by Failure: any other is one of usage.
func IsFailure(err error) bool { return errors.As(err, new(failure)) }

// FlagError is err, of parsing flags, in the user's words. It is made for
// cobra's SetFlagErrorFunc.
func FlagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &invalid):
		return ValueError("--"+invalid.GetFlag().Name, err)
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		if n, ok := nearest.Name(unknown.GetSpecifiedName(), flagNames(cmd)); ok {
			return fmt.Errorf("%w; did you mean --%s?", err, n)
		}
	}
	return err
}

// flagNames is the names of a command's flags that are for its users.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// ValueError is err, of setting a flag to a value that came from name.
func ValueError(name string, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s %q is out of range: want %s", name, invalid.GetValue(), wanted(invalid.GetFlag()))
	}
	return fmt.Errorf("%s %q: want %s", name, invalid.GetValue(), wanted(invalid.GetFlag()))
}

// wanted is what a flag takes, by its type.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "a whole number"
	case "uint16":
		return "a whole number from 0 to 65535"
	case "uint64":
		return "a whole number, 0 or more"
	case "float64":
		return "a number"
	case "duration":
		return "a duration, such as 10s or 500ms"
	case "intSlice":
		return "whole numbers, such as 0,1"
	case "stringSlice":
		return "values with commas between"
	}
	return "another value"
}
