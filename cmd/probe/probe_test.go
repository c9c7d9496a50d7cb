package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"up4/internal/probe"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == namespaced { // as the check of namespaces starts it
		main()
	}
	os.Exit(m.Run())
}

var sample = probe.Report{
	Checks: []probe.Check{
		{Name: "udp", Status: probe.OK, Value: "it µ works", Why: "ports"},
		{Name: "rcvbuf", Status: probe.Limited, Value: "4 MiB <of> 8", Why: "bursts", Advice: "raise it", Figures: map[string]int64{"granted_bytes": 4 << 20}},
		{Name: "x", Status: probe.Unknown, Value: "?", Why: "why not"},
	},
	Verdict: probe.Verdict{Runs: true, MaxShards: 2, Lines: []string{"up4d runs here", "shards: at most 2"}},
}

// By hand: columns two spaces apart, the longest cell of each sets its width.
const sampleText = `udp     ok       it µ works
rcvbuf  limited  4 MiB <of> 8
x       unknown  ?

rcvbuf: bursts
  → raise it

x: why not

up4d runs here
shards: at most 2
`

type session struct {
	code     int
	out, err string
	asked    []probe.Options
}

func start(r probe.Report, terminal bool, env map[string]string, args ...string) session {
	var out, errs strings.Builder
	var s session
	s.code = run(context.Background(), args, &environment{
		out: &out, err: &errs, terminal: terminal, getenv: func(n string) string { return env[n] },
		probe: func(_ context.Context, o probe.Options) probe.Report {
			s.asked = append(s.asked, o)
			r.Peer = o.Peer
			return r
		},
	})
	s.out, s.err = out.String(), errs.String()
	return s
}

func TestForms(t *testing.T) {
	const esc = "\x1b["
	coloured := start(sample, true, nil)
	if coloured.code != 0 || strings.Count(coloured.out, esc) != 10 || !strings.Contains(coloured.out, "\x1b[33mlimited\x1b[0m") {
		t.Errorf("on a terminal: %d, %q", coloured.code, coloured.out)
	}
	for name, s := range map[string]session{
		"NO_COLOR":          start(sample, true, map[string]string{"NO_COLOR": "1"}),
		"--pretty":          start(sample, false, nil, "--pretty"),
		"--pretty NO_COLOR": start(sample, true, map[string]string{"NO_COLOR": "1"}, "--pretty"),
	} {
		if s.code != 0 || s.out != sampleText || s.err != "" {
			t.Errorf("%s: %d, %q, %q", name, s.code, s.out, s.err)
		}
	}
	for name, s := range map[string]session{
		"no terminal":          start(sample, false, nil),
		"-j":                   start(sample, true, nil, "-j"),
		"--json":               start(sample, true, nil, "--json"),
		"--json, no terminal":  start(sample, false, nil, "--json"),
		"--pretty=false, pipe": start(sample, false, nil, "--pretty=false"),
	} {
		d := json.NewDecoder(strings.NewReader(s.out))
		d.DisallowUnknownFields()
		var r probe.Report
		if err := d.Decode(&r); err != nil || len(r.Checks) != 3 || r.Verdict.MaxShards != 2 {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
		if strings.Count(s.out, "\n") != 1 || !strings.Contains(s.out, "<of>") || s.code != 0 || s.err != "" {
			t.Errorf("%s: %d, %q, %q", name, s.code, s.out, s.err)
		}
	}
}

func TestPeer(t *testing.T) {
	s := start(sample, false, nil, "--peer", "10.0.0.1:7400", "-j")
	if len(s.asked) != 1 || s.asked[0].Peer != "10.0.0.1:7400" || !strings.HasPrefix(s.out, `{"peer":"10.0.0.1:7400",`) {
		t.Errorf("%+v", s)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{"extra"}, {"--nope"}, {"--peer"}, {"--peer="}, {"--peer", "a:b:c"}, {"--peer", "h:0"}, {"--pretty", "-j"}, {"--pretty=what"},
	} {
		s := start(sample, false, nil, args...)
		if s.code != 2 || s.out != "" || len(s.asked) > 0 || !strings.HasPrefix(s.err, "probe: ") || !strings.Contains(s.err, "\nusage: probe [--peer HOST] [--pretty | --json]\n") {
			t.Errorf("%q: %+v", args, s)
		}
	}
	if s := start(sample, false, nil, "--help"); s.code != 0 || !strings.Contains(s.out, "Exit codes:\n  0  ") || strings.Contains(s.out, namespaced) {
		t.Errorf("--help: %+v", s)
	}
	if s := start(sample, false, nil, "completion", "bash"); s.code != 0 || !strings.Contains(s.out, "probe") {
		t.Errorf("completion: %d", s.code)
	}
}

func TestMissing(t *testing.T) {
	r := sample
	r.Verdict = probe.Verdict{Missing: []string{"udp"}, Lines: []string{"up4d cannot run here: it needs udp"}}
	s := start(r, false, nil, "--pretty")
	if s.code != 1 || !strings.HasSuffix(s.out, "it needs udp\n") || s.err != "probe: something essential is missing\n" {
		t.Errorf("%+v", s)
	}
}

// Cut off by a signal, the report may say too little: that is no success.
func TestSignalled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs strings.Builder
	code := run(ctx, nil, &environment{out: &out, err: &errs, getenv: func(string) string { return "" },
		probe: func(context.Context, probe.Options) probe.Report { return sample }})
	if code != 1 || !strings.HasPrefix(out.String(), `{"checks":`) || errs.String() != "probe: ended by a signal before everything was tried\n" {
		t.Errorf("%d, %q, %q", code, out.String(), errs.String())
	}
}

// What is wrong with a flag is said in words of the command, not of Go.
func TestFlagWords(t *testing.T) {
	if s := start(sample, false, nil, "--json=perhaps"); s.code != 2 || !strings.HasPrefix(s.err, "probe: --json \"perhaps\": want true or false\n") {
		t.Errorf("%+v", s)
	}
	if s := start(sample, false, nil, "--pretty", "--json"); s.code != 2 || !strings.HasPrefix(s.err, "probe: --pretty and --json exclude each other\n") {
		t.Errorf("%+v", s)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestCannotPrint(t *testing.T) {
	var errs strings.Builder
	env := &environment{out: broken{}, err: &errs, getenv: func(string) string { return "" },
		probe: func(context.Context, probe.Options) probe.Report { return sample }}
	if code := run(t.Context(), nil, env); code != 1 || errs.String() != "probe: print the report: no space\n" {
		t.Errorf("%d, %q", code, errs.String())
	}
}

// TestHere runs the real probe once.
func TestHere(t *testing.T) {
	var out, errs strings.Builder
	code := run(t.Context(), nil, &environment{out: &out, err: &errs, getenv: os.Getenv, probe: probe.Run})
	var r probe.Report
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatal(err)
	}
	if (code == 0) != r.Verdict.Runs || len(r.Verdict.Lines) == 0 {
		t.Errorf("exit code %d with %+v; %s", code, r.Verdict, errs.String())
	}
	for _, c := range r.Checks {
		if c.Name == "namespaces" && c.Status != probe.OK {
			t.Logf("namespaces: %s", c.Value)
		}
	}
}
