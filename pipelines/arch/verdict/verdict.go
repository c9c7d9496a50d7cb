// Package verdict writes what became of packets into a batch, above any back end: where
// each goes, or why it does not, and its bytes into memory of the engine's own.
package verdict

import (
	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines/arch"
)

// Writer is one engine's. The memory is its own until the batch has left.
type Writer struct {
	Base    arena.Base
	Scratch arena.Off // where changed frames lie until they are sent
	Room    int       // bytes of it

	used int
}

// Reset takes all memory back: nothing of it is in use any more.
func (w *Writer) Reset() { w.used = 0 }

// Place puts what became of a frame into the batch; false if there is no room for it
// now.
func (w *Writer) Place(b *frame.Batch, i int, outs []arch.Output) bool {
	outs = ends(outs)
	need, sent := 0, 0
	for _, o := range outs {
		if o.Fate == arch.Sent {
			need, sent = need+room(len(o.Bytes)), sent+1
		}
	}
	d := &b.Frames[i]
	if b.NCopies+len(outs) > len(b.Copies) || b.Pool.FreeHeads() < sent || w.used+need > w.Room {
		if b.NCopies > 0 || !b.Pool.HeadsUnused() {
			return false
		}
		// This is all the room that there ever is.
		d.Egress, d.Reason = frame.DropPort, frame.NoCell
		return true
	}
	if len(outs) == 1 && outs[0].Group == 0 {
		w.end(b, d, outs[0])
		return true
	}
	d.Egress, d.Reason = frame.DropPort, frame.Copied
	for _, o := range outs {
		c := &b.Copies[b.NCopies]
		b.NCopies++
		*c = *d
		c.Parent, c.Group, c.RID = uint16(i), o.Group, o.RID
		w.end(b, c, o)
	}
	return true
}

// ends are the ends of a frame that count: what leaves, and what was lost on the way.
// That the program drops a packet counts, once, where nothing leaves.
func ends(outs []arch.Output) (list []arch.Output) {
	leaves := false
	for _, o := range outs {
		leaves = leaves || o.Fate == arch.Sent
		if o.Fate != arch.Dropped {
			list = append(list, o)
		}
	}
	if len(list) == 0 || !leaves && len(list) < len(outs) {
		list = append(list, arch.Output{Fate: arch.Dropped})
	}
	return list
}

// end writes down what became of a frame or of a copy.
func (w *Writer) end(b *frame.Batch, d *frame.Desc, o arch.Output) {
	d.Egress, d.Reason = frame.DropPort, reasons[o.Fate]
	if o.Fate == arch.Sent {
		d.Egress = o.Port
		w.write(b, d, o)
	}
}

// reasons are a drop's, by the packet's fate.
var reasons = map[arch.Fate]frame.Reason{
	arch.Sent: frame.ByProgram, arch.Dropped: frame.ByProgram, arch.NoGroup: frame.NoGroup, arch.NoSession: frame.NoSession,
	arch.Fault: frame.Fault, arch.Assert: frame.Assert, arch.Looped: frame.Looped,
}

// room is the bytes of scratch that a frame takes: what a sender may overwrite before
// it as well.
func room(n int) int { return (frame.HeadSpace + n + 63) &^ 63 }

// write lays a frame into scratch memory. A head cell is taken with it, so that the
// scratch is known to be free when the head cells are.
func (w *Writer) write(b *frame.Batch, d *frame.Desc, o arch.Output) {
	b.Pool.TakeHead()
	at := w.Scratch + arena.Off(w.used+frame.HeadSpace)
	w.used += room(len(o.Bytes))
	copy(arena.Slice[byte](w.Base, at, len(o.Bytes)), o.Bytes)
	d.Head, d.HeadLen, d.Body, d.BodyLen = 0, 0, at, uint16(len(o.Bytes))
}
