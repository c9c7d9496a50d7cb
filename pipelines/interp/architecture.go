package interp

import (
	"up4/p4/ir"
	"up4/pipelines/arch"
	"up4/pipelines/arch/v1model"
)

// path is the way of packets through an architecture.
type path interface {
	Process(port uint16, bytes []byte) []arch.Output
}

// architecture is what the interpreter knows of one.
type architecture struct {
	// check is an error for what the architecture asks for and up4 does not model.
	check func(*ir.Program) error
	// has says whether an extern function, or method as TYPE.METHOD, is one of its own.
	has func(name string) bool
	// path makes the way of packets over a machine, and gives the machine its externs.
	path func(*world, v1model.Control) path
}

var architectures = map[string]*architecture{"v1model": v1architecture, "ubpf": ubpfArchitecture, "ebpf": ebpfArchitecture}

func nothing(*ir.Program) error { return nil }
