package pipelines

// Tracer takes what happens to frames. An engine that can trace asks it before each
// frame and, if the answer is yes, gives it the whole story of that frame. Both are
// called by the shard's thread; what is given belongs to the taker.
type Tracer interface {
	// Wants says whether a frame that came in by a port is to be traced. It costs next
	// to nothing.
	Wants(port uint16) bool
	Traced(*Trace)
}

// Trace is what happened to one frame.
type Trace struct {
	Port   uint16 // it came in by
	Bytes  []byte
	Events []TraceEvent // in order
}

// TraceKind is what a TraceEvent tells.
type TraceKind uint8

// The kinds, and what an event of each says besides At.
const (
	// TraceBlock: a parser or control begins. Name.
	TraceBlock TraceKind = iota
	// TraceCall: an action or function that is called begins. Name.
	TraceCall
	// TraceState: a parser state begins. Name.
	TraceState
	// TraceExtract: a header was extracted. Name, its Fields.
	TraceExtract
	// TraceReject: a parser ends with an error. Name of the error.
	TraceReject
	// TraceSet: a field or variable changed. Name, Before, After.
	TraceSet
	// TraceTable: a table was applied. Name, Table, its keys as Fields; Found and Hit of
	// the entry; Action with Args, "" for none.
	TraceTable
	// TraceExtern: an extern function or method was called. Name, Args.
	TraceExtern
	// TraceEmit: headers were emitted. Name, Length in bytes.
	TraceEmit
	// TraceCopy: the packet was cloned, resubmitted, recirculated or replicated. Name
	// says which, and where to.
	TraceCopy
	// TraceSend: a frame leaves. Port, Bytes.
	TraceSend
	// TraceDrop: a frame ends here. Name says why.
	TraceDrop
)

func (k TraceKind) String() string {
	return [...]string{"block", "call", "state", "extract", "reject", "set", "table", "extern", "emit", "copy", "send", "drop"}[k]
}

// TraceEvent is one thing that happened to a frame.
type TraceEvent struct {
	Kind          TraceKind
	At            string // FILE:LINE of the program, "" if it is not there
	Name          string
	Fields, Args  []TraceField
	Before, After string
	Table         int // in Program.Tables
	Found         bool
	Hit           uint32 // index of the entry's hit counter
	Action        string
	Length        int
	Port          uint16
	Bytes         []byte
}

// TraceField is a name and a value as people read it.
type TraceField struct{ Name, Value string }
