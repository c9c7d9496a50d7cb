package main

import (
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/lmittmann/tint"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"up4/internal/commandline"
	"up4/pipelines/registry"
	"up4/runtime/topology"
)

// settings are the command line.
type settings struct {
	config   string
	tables   string
	check    bool
	logLevel string
	logJSON  bool
	unpinned bool
	json     bool
}

// keyFlags are the configuration keys that are flags too, with what a flag
// without a value means.
var keyFlags = map[string]string{
	"bind": "", "pipeline": "", "externs": "", "backend": "", "shards": "", "oversubscribe": "true", "steer": "", "spread": "true",
	"wait": "", "gso": "", "gro": "", "rcvbuf": "", "sndbuf": "", "slabs": "", "table_mib": "", "socket": "", "id": "",
}

func flagName(key string) string { return strings.ReplaceAll(key, "_", "-") }

func (s *settings) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&s.config, "config", "c", "", "configuration file (TOML)")
	f.StringVar(&s.tables, "tables", "", "route file loaded before the first frame (JSON)")
	f.BoolVar(&s.check, "check", false, "check the configuration and the tables, and exit; what is busy just now is a warning")
	f.BoolVarP(&s.json, "json", "j", false, "print JSON: the last counters on a terminal too, and what --check found")
	f.StringVar(&s.logLevel, "log-level", "info", "debug, info, warn or error")
	f.BoolVar(&s.logJSON, "log-json", false, "log as JSON on a terminal too")
	f.BoolVar(&s.unpinned, "no-pin", false, "do not pin shards to CPUs")
	for _, k := range topology.NodeKeys() {
		bare, ok := keyFlags[k.Name]
		if !ok {
			continue
		}
		text, def := k.Text, strings.Trim(k.Default, `"`)
		if k.Name == "gso" || k.Name == "gro" { // as pktgen has them
			text, def = text+": on or off", map[string]string{"true": "on", "false": "off"}[def]
		}
		if def != "" {
			text += " (default " + def + ")"
		}
		f.String(flagName(k.Name), "", text)
		f.Lookup(flagName(k.Name)).NoOptDefVal = bare
	}
	_ = cmd.MarkFlagFilename("config", "toml")
	_ = cmd.MarkFlagFilename("tables", "json")
	complete := func(name string, values []string) {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("pipeline", registry.Programs())
	complete("backend", append([]string{topology.AutoBackend}, registry.Backends()...))
	complete("steer", []string{"flow", "peer"})
	complete("wait", []string{"adaptive", "spin", "block"})
	complete("gso", []string{"on", "off"})
	complete("gro", []string{"on", "off"})
	complete("log-level", []string{"debug", "info", "warn", "error"})
}

// ownFlags are the flags that are no keys of the configuration and have a
// variable of the environment all the same.
var ownFlags = []string{"config", "tables", "log-level", "log-json", "no-pin"}

func variable(flag string) string {
	return "UP4_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags that were not given from their variables, and
// returns what is left for the configuration. An empty variable counts as unset.
func fromEnvironment(flags *pflag.FlagSet, environ []string) ([]string, error) {
	rest := []string{}
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		i := slices.IndexFunc(ownFlags, func(flag string) bool { return variable(flag) == name })
		switch {
		case i < 0:
			rest = append(rest, v)
		case value == "" || flags.Changed(ownFlags[i]):
		case flags.Set(ownFlags[i], value) != nil: // only those of true and false can fail
			return nil, exitError{commandline.Usage, fmt.Errorf("%s %q: want true or false", name, value)}
		}
	}
	return rest, nil
}

// topology reads the configuration.
func (s *settings) topology(cmd *cobra.Command, environ []string) (*topology.Topology, error) {
	if s.config == "" {
		return nil, exitError{commandline.Usage, fmt.Errorf("no configuration: give --config FILE or UP4_CONFIG (or try: up4d demo)")}
	}
	flags := map[string]any{}
	for key := range keyFlags {
		if f := cmd.Flags().Lookup(flagName(key)); f != nil && f.Changed {
			flags[key] = f.Value.String()
		}
	}
	top, err := topology.Load(s.config, topology.Options{
		Environ: environ, Flags: flags, Backends: registry.Backends(), Pipelines: registry.Programs(),
	})
	if err != nil {
		return nil, exitError{commandline.Usage, err}
	}
	return top, nil
}

// logger writes to stderr: for people on a terminal, JSON elsewhere.
func (s *settings) logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.logLevel)); err != nil {
		return nil, exitError{commandline.Usage, fmt.Errorf("--log-level %q: want debug, info, warn or error", s.logLevel)}
	}
	if s.logJSON || !isatty.IsTerminal(os.Stderr.Fd()) {
		return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level})), nil
	}
	return slog.New(tint.NewTextHandler(os.Stderr, &tint.Options{
		Level: level, TimeFormat: "15:04:05.000", NoColor: os.Getenv("NO_COLOR") != "",
	})), nil
}
