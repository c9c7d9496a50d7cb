package commandline

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

func flagged() *cobra.Command {
	c := &cobra.Command{Use: "x", SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return nil }}
	c.SetOut(io.Discard)
	c.SetFlagErrorFunc(FlagError)
	f := c.Flags()
	f.Int("int", 0, "")
	f.Uint16("small", 0, "")
	f.Uint64("large", 0, "")
	f.Float64("float", 0, "")
	f.Duration("time", time.Second, "")
	f.BoolP("bool", "b", false, "")
	f.StringSlice("list", nil, "")
	f.IntSlice("ids", nil, "")
	f.Uint8("other", 0, "")
	return c
}

func TestFlagError(t *testing.T) {
	for _, c := range []struct{ arg, want string }{
		{"--int=x", `--int "x": want a whole number`},
		{"--int=99999999999999999999", `--int "99999999999999999999" is out of range: want a whole number`},
		{"--small=70000", `--small "70000" is out of range: want a whole number from 0 to 65535`},
		{"--large=-1", `--large "-1": want a whole number, 0 or more`},
		{"--float=fast", `--float "fast": want a number`},
		{"--time=10", `--time "10": want a duration, such as 10s or 500ms`},
		{"-b=perhaps", `--bool "perhaps": want true or false`},
		{`--list="`, `--list "\"": want values with commas between`},
		{"--other=x", `--other "x": want another value`},
		{"--ids=1,b", `--ids "1,b": want whole numbers, such as 0,1`},
		{"--int", "--int needs a value"},
		{"--none", "unknown flag: --none"},
		{"--flaot=1", "unknown flag: --flaot; did you mean --float?"},
		{"--Bool", "unknown flag: --Bool; did you mean --bool?"},
		{"-B", "unknown shorthand flag: 'B' in -B"},
	} {
		cmd := flagged()
		cmd.SetArgs([]string{c.arg})
		if err := cmd.Execute(); err == nil || err.Error() != c.want || IsFailure(err) {
			t.Errorf("%s: %v, want %s", c.arg, err, c.want)
		}
	}
}

func TestValueError(t *testing.T) {
	err := ValueError("UP4_INT", flagged().Flags().Set("int", "many"))
	if err.Error() != `UP4_INT "many": want a whole number` {
		t.Error(err)
	}
	plain := errors.New("plain")
	if err := ValueError("UP4_INT", plain); err.Error() != "UP4_INT: plain" || !errors.Is(err, plain) {
		t.Error(err)
	}
}

func TestFailure(t *testing.T) {
	plain := errors.New("plain")
	err := fmt.Errorf("outer: %w", Failure(plain))
	if !IsFailure(err) || !errors.Is(err, plain) || err.Error() != "outer: plain" {
		t.Error(err)
	}
	if IsFailure(plain) || IsFailure(nil) || Failure(nil) != nil {
		t.Error("what is none counts as a failure")
	}
}
