package registry

import (
	"fmt"

	"up4/pipelines/compiled"
	"up4/pipelines/gogen"
	"up4/pipelines/gogen/programs"
	"up4/pipelines/lower"
)

// goBackend is the name of the back end whose programs were compiled to Go.
const goBackend = "go"

// Generate writes the Go source of a program, for a package of that name.
func Generate(p *Program, pkg string) ([]byte, error) {
	l, err := lower.Lower(p.IR, p.Schema)
	if err != nil {
		return nil, p.placed(err)
	}
	return gogen.Generate(l.LIR, gogen.About{Package: pkg, Source: p.Name + ".p4", SHA256: p.SHA256, Where: p.where})
}

// compileGo gives the code that was compiled of a program's very text.
func compileGo(p *Program) (*compiled.Program, error) {
	l, err := lower.Lower(p.IR, p.Schema)
	if err != nil {
		return nil, err
	}
	maker := programs.Find(p.SHA256)
	if maker == nil {
		return nil, fmt.Errorf("it is not compiled into this program: make one with up4c build")
	}
	return &compiled.Program{Schema: p.Schema, Lowered: l, Backend: goBackend, Mode: "compiled", Make: maker}, nil
}
