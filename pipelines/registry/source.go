package registry

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"up4/internal/textfile"
	"up4/p4/front"
	"up4/p4/ir"
	"up4/p4/programs"
	"up4/p4/source"
	"up4/pipelines/arch"
	"up4/pipelines/schema"
)

// Reading is how programs are read: see front.Options. Its zero value is this machine's.
type Reading = front.Options

// Program is a program as it was read, for any back end.
type Program struct {
	Name   string // l3fwd
	Path   string
	SHA256 string // of the .p4, hex
	// Ships is the name of the program that ships with this text, "" for none.
	Ships  string
	IR     *ir.Program
	Schema *schema.Schema

	set *source.Set
}

// ErrRejected is returned for a program with errors, with their text.
var ErrRejected = errors.New("program rejected")

// Read reads a program: by a name out of Programs, or by the path of a .p4 (anything
// with a slash or that ending).
func Read(program string, reading Reading) (*Program, error) {
	p := &Program{Name: program, Path: program}
	if withoutText(program) {
		return p, nil
	}
	var text []byte
	var err error
	if strings.ContainsRune(program, '/') || strings.HasSuffix(program, ".p4") {
		read := reading.Read
		if read == nil {
			read = func(path string) ([]byte, error) { return textfile.Read(path, textfile.Program) }
		}
		if text, err = read(program); err != nil {
			return nil, fmt.Errorf("read program: %w", err)
		}
		p.Name = strings.TrimSuffix(filepath.Base(program), ".p4")
	} else {
		var ok bool
		if text, ok = programs.Source(program); !ok {
			return nil, fmt.Errorf("%w %q%s", ErrUnknownProgram, program, hint(program))
		}
		p.Path = programs.Path(program)
		reading.Read = func(path string) ([]byte, error) {
			if path == p.Path {
				return text, nil
			}
			return textfile.Read(path, textfile.Program)
		}
	}
	p.SHA256 = programs.Digest(text)
	for _, name := range programs.Names() {
		if own, _ := programs.SHA256(name); own == p.SHA256 {
			p.Ships = name
		}
	}
	return p, p.lower(reading)
}

// placed is an error with the place in the program that it is about.
func (p *Program) placed(err error) error {
	var u *arch.UnsupportedError
	if p.set != nil && errors.As(err, &u) && u.At.From.Valid() {
		return fmt.Errorf("%s: %w", p.set.Position(u.At.From), err)
	}
	return err
}

// where is the place of a span, as FILE:LINE.
func (p *Program) where(at source.Span) string {
	if p.set == nil || !at.From.Valid() {
		return ""
	}
	pos := p.set.Position(at.From)
	return fmt.Sprintf("%s:%d", filepath.Base(pos.File), pos.Line)
}

// lower takes the program through the front end, and describes it.
func (p *Program) lower(reading Reading) error {
	u := front.Check(p.Path, reading)
	p.set = u.Set
	var err error
	if u.OK() {
		p.IR, err = u.Lower("")
	}
	if u.OK() && err == nil && p.IR != nil {
		p.Schema = schema.Of(p.IR, schema.Origin{Name: p.Name, Source: p.Path, SHA256: p.SHA256}, u.Diags)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrRejected, p.Path, err)
	}
	if p.Schema == nil {
		var b bytes.Buffer
		u.Diags.Filter(func(d source.Diagnostic) (source.Diagnostic, bool) { return d, d.Severity == source.Error })
		_ = u.Diags.Write(&b, u.Set) // to a buffer: it cannot fail
		return fmt.Errorf("%w:\n%s", ErrRejected, strings.TrimRight(b.String(), "\n"))
	}
	return nil
}
