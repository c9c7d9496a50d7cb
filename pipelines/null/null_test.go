//go:build null_engine

package null

import (
	"testing"

	"up4/io/frame"
	"up4/pipelines"
)

func TestSwapsPairsOfPorts(t *testing.T) {
	c, ok := Compile("null")
	if !ok {
		t.Fatal("no pipeline")
	}
	e, err := c.Replicate(pipelines.Place{})
	if err != nil {
		t.Fatal(err)
	}
	b := frame.Batch{Frames: []frame.Desc{{Ingress: 9, Egress: 77}, {Ingress: 0}, {Ingress: 1}, {Ingress: 508}}, N: 4}
	if n := e.Run(&b, 1, 0); n != 4 {
		t.Errorf("stopped at %d", n)
	}
	for i, want := range []uint16{77, 1, 0, 509} {
		if got := b.Frames[i].Egress; got != want {
			t.Errorf("frame %d: egress %d, want %d", i, got, want)
		}
	}
	if _, ok := Compile("l2fwd"); ok {
		t.Error("another program")
	}
}
