package flagtext

import (
	"testing"
	"time"

	"github.com/spf13/cobra"
)

func TestError(t *testing.T) {
	for arg, want := range map[string]string{
		"--number=two":     `--number "two": want a whole number`,
		"--number=":        `--number "": want a whole number`,
		"-n=x":             `--number "x": want a whole number`,
		"--rate=fast":      `--rate "fast": want a number`,
		"--after=soon":     `--after "soon": want a duration, such as 10s or 500ms`,
		"--ids=1,b":        `--ids "1,b": want whole numbers, such as 0,1`,
		"--really=perhaps": `--really "perhaps": want true or false`,
		"--name":           "--name needs a value",
		"--nmae=x":         "unknown flag: --nmae",
	} {
		cmd := &cobra.Command{Use: "x", SilenceErrors: true, SilenceUsage: true, Run: func(*cobra.Command, []string) {}}
		f := cmd.Flags()
		f.IntP("number", "n", 0, "")
		f.Float64("rate", 0, "")
		f.Duration("after", time.Second, "")
		f.IntSlice("ids", nil, "")
		f.Bool("really", false, "")
		f.String("name", "", "")
		cmd.SetFlagErrorFunc(Error)
		cmd.SetArgs([]string{arg})
		if err := cmd.Execute(); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", arg, err, want)
		}
	}
}
