package topology

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/toml/v2"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"up4/internal/nearest"
	"up4/internal/socketpath"
	"up4/internal/textfile"
)

// Options are what comes from outside the file. Later sources win: default,
// file, environment, flags.
type Options struct {
	// Environ is in the form of os.Environ. A variable UP4_ and a key of [node]
	// in capitals (UP4_SHARDS) overrides the file; an empty one counts as unset.
	// One that is nearly a key's is an error; others that nobody reads give a
	// warning.
	Environ []string
	// Flags are keyed like [node]: shards, table_mib. Values are of the key's
	// type, or strings that spell it.
	Flags map[string]any
	// Backends and Pipelines are the names that exist; nil accepts any.
	Backends  []string
	Pipelines []string
}

const envPrefix = "UP4_"

// Load reads and checks the file at path, under the process's environment if
// o.Environ is nil. A configuration that is wrong gives Errors.
func Load(path string, o Options) (*Topology, error) {
	text, err := textfile.Read(path, textfile.Config)
	if err != nil {
		return nil, Errors{{File: path, Code: Unreadable, Msg: unreadable(err)}}
	}
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	return Parse(path, text, o)
}

// Parse is Load of a file that has been read. file names it in errors.
func Parse(file string, text []byte, o Options) (*Topology, error) {
	l := &loader{file: file, o: o, k: koanf.New("."), elements: outline(text),
		env: map[string]bool{}, broken: map[string]bool{},
		places: map[string]position{}, bad: map[string]bool{}}
	for _, e := range l.elements {
		l.places[e.path()] = e.pos
	}
	if err := l.layers(text); err != nil {
		return nil, err
	}
	t := &Topology{Warnings: l.warnings}
	if !l.broken["node"] {
		l.node(&t.Node)
	}
	if !l.broken["vport"] {
		l.vports(t)
	}
	if len(l.errs) == 0 {
		l.whole(t)
	}
	if len(l.errs) > 0 {
		l.errs.sort()
		return nil, l.errs
	}
	return t, nil
}

// loader gathers errors, so that one run names them all.
type loader struct {
	file     string
	o        Options
	k        *koanf.Koanf
	elements []element
	places   map[string]position // of headers and keys, by path
	env      map[string]bool     // the keys of [node] that the environment sets
	broken   map[string]bool     // tables that are written in the wrong way as a whole
	bad      map[string]bool     // paths with an error
	errs     Errors
	warnings []string
}

// layers merges the sources. Its error ends the loading; what can be told
// beside others goes to l.errs.
func (l *loader) layers(text []byte) error {
	if msg, ok := encoding(text); !ok {
		return Errors{{File: l.file, Line: 1, Column: 1, Code: Syntax, Msg: msg}}
	}
	if err := l.k.Load(rawbytes.Provider(text), toml.Parser()); err != nil {
		e := &Error{File: l.file, Code: Syntax, Msg: syntax(err)}
		if p, ok := decodePosition(err); ok {
			e.Line, e.Column = p.line, p.column
		} else if r, ok := repeated(l.elements); ok { // the parser does not say where
			e.Line, e.Column = r.pos.line, r.pos.column
		}
		return Errors{e}
	}
	l.structure()
	l.flags()
	if _, ok := l.k.Get("node").(map[string]any); !ok {
		l.k.Delete("node")
	}
	err := l.k.Load(env.Provider(".", env.Opt{
		Prefix:        envPrefix,
		EnvironFunc:   func() []string { return l.o.Environ },
		TransformFunc: l.variable,
	}), nil)
	if err != nil {
		return fmt.Errorf("read the environment: %w", err)
	}
	if err := l.k.Load(confmap.Provider(map[string]any{"node": maps.Clone(l.o.Flags)}, ""), nil); err != nil {
		return fmt.Errorf("merge the flags: %w", err)
	}
	return nil
}

// structure checks headers and keys against those that exist.
func (l *loader) structure() {
	for _, e := range l.elements {
		section, _, _ := strings.Cut(e.section, "[")
		switch {
		case e.section == "" && e.name == "node" || e.name == "" && e.section != "node" && section == "node":
			l.fault(e, BadValue, "must be one table, written [node]")
			l.broken["node"] = true
		case e.section == "" && e.name == "vport" || e.name == "" && e.section == "vport":
			l.fault(e, BadValue, "must be an array of tables, each written [[vport]]")
			l.broken["vport"] = true
		case e.section == "":
			l.unknown(e, "no key may stand outside [node] and [[vport]]", nil)
		case e.name == "" && section != "node" && section != "vport":
			l.unknown(e, "there is no such table", []string{"node", "vport"})
		case e.name == "" && e.header == unstable.Table && e.section != "node":
			l.unknown(e, "there is no such table", []string{"node", "vport"})
		case e.section == "node":
			l.checkKey(e, names(NodeKeys()))
		case section == "vport" && strings.HasSuffix(e.section, "]"):
			l.checkKey(e, names(VportKeys()))
		}
	}
}

func (l *loader) checkKey(e element, known []string) {
	if e.name != "" && !slices.Contains(known, e.name) {
		l.unknown(e, "there is no such key", known)
	}
}

func names(keys []Key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = k.Name
	}
	return out
}

func (l *loader) unknown(e element, msg string, known []string) {
	given := e.name
	if given == "" {
		given = e.section
	}
	l.fault(e, UnknownKey, msg+nearest.Hint(given, known))
}

func (l *loader) fault(e element, code Code, msg string) {
	l.bad[e.path()] = true
	l.errs = append(l.errs, &Error{File: l.file, Line: e.pos.line, Column: e.pos.column, Key: e.path(), Code: code, Msg: msg})
}

// variable turns a variable of the environment into a key of [node].
func (l *loader) variable(name, text string) (string, any) {
	key := strings.ToLower(strings.TrimPrefix(name, envPrefix))
	known := names(NodeKeys())
	switch {
	case text == "":
	case slices.Contains(known, key) && name == envPrefix+strings.ToUpper(key):
		l.env[key] = true
		return "node." + key, text
	default:
		if n, ok := nearest.Name(key, known); ok {
			l.errs = append(l.errs, &Error{File: l.file, From: name, Code: UnknownKey,
				Msg: fmt.Sprintf("there is no such variable; did you mean %q?", envPrefix+strings.ToUpper(n))})
		} else if !foreign.MatchString(name) {
			l.warnings = append(l.warnings, fmt.Sprintf("the variable %s is set, but up4d reads none of that name; keys of [node] are set by %s",
				name, variables(known)))
		}
	}
	return "", nil
}

// foreign is variables of the prefix that are meant for others: for up4's tools,
// or made up by Kubernetes for services whose names begin with up4.
var foreign = regexp.MustCompile(`^UP4_(TIMEOUT|PKTGEN_.*|BENCH.*|(.*_)?SERVICE_(HOST|PORT.*)|(.*_)?PORT(_[0-9]+_(TCP|UDP|SCTP).*)?)$`)

func variables(keys []string) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = envPrefix + strings.ToUpper(k)
	}
	return strings.Join(out, ", ")
}

func (l *loader) flags() {
	for _, name := range slices.Sorted(maps.Keys(l.o.Flags)) {
		if known := names(NodeKeys()); !slices.Contains(known, name) {
			l.errs = append(l.errs, &Error{File: l.file, From: "--" + name, Code: UnknownKey,
				Msg: "there is no such flag" + nearest.Hint(name, known)})
		}
	}
}

// find is the element of a key of a section.
func (l *loader) find(section, name string) (element, bool) {
	e := element{section: section, name: name}
	var ok bool
	e.pos, ok = l.places[e.path()]
	return e, ok
}

// report adds an error about a key, at the place its value came from.
func (l *loader) report(section, name string, code Code, msg string) {
	e, _ := l.find(section, name)
	if section == "node" {
		from := ""
		if l.env[name] {
			from = envPrefix + strings.ToUpper(name)
		}
		if _, ok := l.o.Flags[name]; ok {
			from = "--" + strings.ReplaceAll(name, "_", "-")
		}
		if from != "" {
			l.errs = append(l.errs, &Error{File: l.file, From: from, Code: code, Msg: msg})
			return
		}
	}
	l.fault(e, code, msg)
}

// missing reports a key that is not there, at the section's header.
func (l *loader) missing(section string, k Key) {
	at, _ := l.find(section, "")
	at.name = k.Name
	l.fault(at, MissingKey, "is missing: "+k.Text+" ("+k.Values+")")
}

func (l *loader) node(n *Node) {
	*n = Node{Backend: AutoBackend, Shards: 1, Steer: SteerFlow, Wait: WaitAdaptive, GSO: true, GRO: true}
	for _, k := range nodeKeys {
		raw := l.k.Get("node." + k.Name)
		_, flag := l.o.Flags[k.Name]
		fromFile := !flag && !l.env[k.Name]
		switch {
		case raw == nil && k.Needed:
			l.missing("node", k.Key)
			continue
		case raw == nil && k.Default == "":
			continue
		case raw == nil:
			raw, fromFile = strings.Trim(k.Default, `"`), false
		}
		if err := k.set(l, n, value{raw: raw, spelt: !fromFile}); err != nil {
			l.report("node", k.Name, BadValue, err.Error())
		}
	}
	if n.Socket == "" && n.ID != "" {
		n.Socket = socketpath.Default(n.ID)
		if err := checkSocket(n.Socket); err != nil {
			l.report("node", "id", BadValue, err.Error()+"; set socket")
		}
	}
}
