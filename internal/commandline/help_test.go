package commandline

import (
	"strings"
	"testing"
)

func TestHelpCommand(t *testing.T) {
	for _, tt := range []struct{ line, want, err string }{
		{"help", "prog [command]", ""},
		{"help one", "prog one FILE", ""},
		{"help group add", "prog group add", ""},
		{"help grop", "", `there is no command "grop"; did you mean "group"?`},
		{"help group dlete", "", `there is no command "group dlete"; did you mean "delete"?`},
		{"help one x", "", `there is no command "one x"`},
		{"__complete help g", "group\n", ""},
		{"__complete help group ", "add\ndelete\n", ""},
	} {
		var out strings.Builder
		c := tree()
		c.SetHelpCommand(HelpCommand())
		c.SetOut(&out)
		c.SetErr(&strings.Builder{})
		c.SetArgs(strings.Split(tt.line, " "))
		err := c.Execute()
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || err.Error() != tt.err || IsFailure(err)) || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%s: %v, want %q\n%s, want %q", tt.line, err, tt.err, out.String(), tt.want)
		}
	}
}
