package registry

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"up4/pipelines/compiled"
	"up4/pipelines/gogen"
	"up4/pipelines/gogen/programs"
	"up4/pipelines/lir"
	"up4/pipelines/lower"
)

// goBackend is the name of the back end whose programs were compiled to Go.
const goBackend = "go"

// Generated is a program as Go source.
type Generated struct {
	gogen.Entry
	Text []byte
}

// Generate writes a program as a Go package, for a folder of that name.
func Generate(p *Program, folder string) (*Generated, error) {
	if p.IR == nil {
		return nil, errors.New("it is no P4 program")
	}
	l, err := lower.Lower(p.IR, p.Schema)
	if err != nil {
		return nil, p.placed(err)
	}
	g := &Generated{Entry: gogen.Entry{Folder: folder, Digest: digest(l)}}
	g.Text, err = gogen.Generate(l.LIR, gogen.About{
		Package: gogen.PackageName(folder), Source: p.Name + ".p4", SHA256: p.SHA256, Digest: g.Digest, Where: p.where,
	})
	return g, err
}

// digest tells low-level forms apart: of the .p4, of all that it includes, and of what the
// compiler makes of it.
func digest(l *lower.Lowered) string {
	sum := sha256.Sum256([]byte(lir.Text(l.LIR)))
	return hex.EncodeToString(sum[:])
}

// compileGo gives the code that was compiled of a program.
func compileGo(p *Program) (*compiled.Program, error) {
	l, err := lower.Lower(p.IR, p.Schema)
	if err != nil {
		return nil, err
	}
	maker := programs.Find(digest(l))
	if maker == nil {
		return nil, errors.New("it is not compiled into this binary; up4c build makes one with it")
	}
	return &compiled.Program{Schema: p.Schema, Lowered: l, Backend: goBackend, Mode: "compiled", Make: maker}, nil
}
