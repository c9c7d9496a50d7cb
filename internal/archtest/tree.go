// Package archtest holds the architecture: which package may import which, and
// a few rules of every source file. It reads the files and compiles nothing, so
// that a file behind a build tag is held like any other.
//
// It knows packages by their place in the tree, and nothing of what they do.
package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// module is the prefix of this module's import paths.
const module = "up4/"

// File is one Go file.
type File struct {
	Path    string // from the top of the module
	Package string // the name in its package clause
	Imports []string
}

// Dir is the file's package as layers name it: its directory, "." for the top.
func (f File) Dir() string { return path.Dir(f.Path) }

// Test says whether the file is compiled for tests only.
func (f File) Test() bool { return strings.HasSuffix(f.Path, "_test.go") }

// Read reads the imports of every Go file below fsys, but for what the Go tool
// leaves out too: testdata, vendor, and names that begin with a dot or _.
func Read(fsys fs.FS) ([]File, error) {
	var files []File
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		hidden := base != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_"))
		switch {
		case d.IsDir() && (hidden || base == "testdata" || base == "vendor"):
			return fs.SkipDir
		case d.IsDir() || hidden || !strings.HasSuffix(base, ".go"):
			return nil
		}
		f, err := readFile(fsys, name)
		files = append(files, f)
		return err
	})
	return files, err
}

func readFile(fsys fs.FS, name string) (File, error) {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return File{}, err
	}
	src, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return File{}, fmt.Errorf("read imports: %w", err)
	}
	f := File{Path: name, Package: src.Name.Name}
	for _, i := range src.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return File{}, fmt.Errorf("%s: import %s: %w", name, i.Path.Value, err)
		}
		f.Imports = append(f.Imports, p)
	}
	return f, nil
}

// Graph is which package of the module imports which, tests left out.
type Graph map[string][]string

// GraphOf is the graph of files.
func GraphOf(files []File) Graph {
	g := Graph{}
	for _, f := range files {
		if f.Test() {
			continue
		}
		to := g[f.Dir()]
		for _, p := range f.Imports {
			if dir, ok := strings.CutPrefix(p, module); ok && !slices.Contains(to, dir) {
				to = append(to, dir)
			}
		}
		slices.Sort(to)
		g[f.Dir()] = to
	}
	return g
}

// packages is the graph's packages in order.
func (g Graph) packages() []string {
	var out []string
	for p := range g {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// way is the shortest chain of imports from a package to one that to accepts.
func (g Graph) way(from string, to func(string) bool) []string {
	type step struct {
		pkg  string
		back *step
	}
	queue, seen := []*step{{pkg: from}}, map[string]bool{from: true}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, next := range g[s.pkg] {
			if seen[next] {
				continue
			}
			seen[next] = true
			n := &step{next, s}
			if to(next) {
				var chain []string
				for ; n != nil; n = n.back {
					chain = append(chain, n.pkg)
				}
				slices.Reverse(chain)
				return chain
			}
			queue = append(queue, n)
		}
	}
	return nil
}
