package preproc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"up4/internal/nearest"
	"up4/p4/source"
	"up4/p4/syntax/token"
)

// include obeys #include "NAME", #include <NAME>, or what macros make of the line.
func (p *Preproc) include(u *unit, word token.Token, line []token.Token) {
	if p.stopped {
		return
	}
	name, quoted, ok := operand(u.file, line)
	if !ok {
		ts := make([]tok, len(line))
		for i, t := range line {
			ts[i] = tok{Token: t}
		}
		name, quoted, ok = expandedOperand(p.expandAll(ts, word.At))
	}
	if !ok || name == "" || strings.ContainsRune(name, 0) {
		p.diags.Errorf(word.At, CodeIncludeName, `#include needs the name of a file, as "NAME" or <NAME>`)
		return
	}
	at := source.Span{From: line[0].At.From, To: line[len(line)-1].At.To}
	if len(p.units) >= MaxIncludeDepth {
		p.stop(at, CodeIncludeDepth, "more than %d files include each other; does one include itself?", MaxIncludeDepth)
		return
	}
	file, dir, ok := p.find(u, name, quoted, at)
	if !ok {
		return
	}
	if p.text+len(file.Text)+perFile > MaxText {
		p.stop(at, CodeIncludeText, "the program is larger than %d MiB with all that it includes", MaxText>>20)
		return
	}
	p.enter(file, dir, at)
}

// operand reads "NAME" or <NAME>. The text between < and > is no P4, and is taken
// as it stands in the file.
func operand(file *source.File, line []token.Token) (name string, quoted, ok bool) {
	if len(line) == 0 {
		return "", false, false
	}
	if line[0].Kind == token.String && len(line) == 1 {
		return strings.Trim(line[0].Text, `"`), true, true
	}
	if line[0].Kind != token.Lt {
		return "", false, false
	}
	for _, t := range line[1:] {
		if t.Kind == token.Gt {
			return string(file.Text[file.Offset(line[0].At.To):file.Offset(t.At.From)]), false, true
		}
	}
	return "", false, false
}

func expandedOperand(ts []tok) (name string, quoted, ok bool) {
	if len(ts) == 1 && ts[0].Kind == token.String {
		return strings.Trim(ts[0].Text, `"`), true, true
	}
	n := len(ts)
	if n < 3 || ts[0].Kind != token.Lt || ts[n-1].Kind != token.Gt {
		return "", false, false
	}
	var b strings.Builder
	for _, t := range ts[1 : n-1] {
		b.WriteString(t.Text)
	}
	return b.String(), false, true
}

// find looks for a file: beside the one that includes it if the name is quoted,
// then in the folders of the options, then among those of the product.
func (p *Preproc) find(u *unit, name string, quoted bool, at source.Span) (*source.File, string, bool) {
	var dirs []string
	if quoted && !u.file.System {
		dirs = append(dirs, u.dir)
	}
	dirs = append(dirs, p.opt.Dirs...)
	if filepath.IsAbs(name) {
		dirs = []string{""}
	}
	for _, dir := range dirs {
		full := filepath.Join(dir, name)
		if f, ok := p.files[clean(full)]; ok {
			return f, dirOf(full), true
		}
		text, err := p.opt.Read(full)
		switch {
		case err == nil:
			return p.add(full, clean(full), text, at)
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			p.diags.Errorf(at, CodeIncludeRead, "%s cannot be read: %v", full, cause(err))
			return nil, "", false
		}
	}
	if f, ok := p.system(name, at); ok {
		return f, "", true
	}
	p.diags.Errorf(at, CodeIncludeMissing, "there is no file %q%s%s", name, p.places(name, dirs), p.hint(name, dirs))
	return nil, "", false
}

func (p *Preproc) add(full, key string, text []byte, at source.Span) (*source.File, string, bool) {
	f, err := p.set.Add(full, text)
	if err != nil {
		p.stop(at, CodeIncludeText, "%v", err)
		return nil, "", false
	}
	p.files[key] = f
	return f, dirOf(full), true
}

// system is a file of the product.
func (p *Preproc) system(name string, at source.Span) (*source.File, bool) {
	if p.opt.System == nil {
		return nil, false
	}
	key := "<" + path.Clean(filepath.ToSlash(name)) + ">"
	if f, ok := p.files[key]; ok {
		return f, true
	}
	text, ok := p.opt.System(path.Clean(filepath.ToSlash(name)))
	if !ok {
		return nil, false
	}
	f, _, ok := p.add(key, key, text, at)
	if ok {
		f.System = true
	}
	return f, ok
}

// maxPlaces is how many folders a message names.
const maxPlaces = 8

// places says where a file was looked for; of an absolute path nothing is to say.
func (p *Preproc) places(name string, dirs []string) string {
	if filepath.IsAbs(name) {
		return ""
	}
	var all []string
	for i, d := range dirs {
		if i == maxPlaces {
			all = append(all, fmt.Sprintf("in %d more folders", len(dirs)-i))
			break
		}
		if d == "" {
			all = append(all, "in the present folder")
		} else {
			all = append(all, "in "+d)
		}
	}
	if p.opt.System != nil {
		all = append(all, "among the files that come with up4c")
	}
	switch n := len(all) - 1; n {
	case -1:
		return ": no folder to look for it is given with -I"
	case 0:
		return " " + all[0]
	default:
		return " " + strings.Join(all[:n], ", ") + " or " + all[n]
	}
}

// hint names the file that was probably meant.
func (p *Preproc) hint(name string, dirs []string) string {
	var all []string
	for _, dir := range dirs {
		folder := path.Dir(name)
		for _, n := range p.opt.List(filepath.Join(dir, folder)) {
			all = append(all, path.Join(folder, n))
		}
	}
	all = append(all, p.opt.SystemNames...)
	if n, ok := nearest.Name(name, all); ok {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return ""
}

func clean(path string) string { return filepath.Clean(path) }

// dirOf is the folder of a file, "" for the present one.
func dirOf(path string) string {
	if d := filepath.Dir(path); d != "." {
		return d
	}
	return ""
}

// maxListed is how many names of a folder are looked at for a hint.
const maxListed = 1000

func listDir(dir string) []string {
	if dir == "" {
		dir = "."
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(maxListed) // what was read before an error still helps
	return names
}
