package probe

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

const (
	segmentBytes = 400 // 128 of them are still one datagram for the kernel
	tailBytes    = 123 // the last segment, which may be shorter
	// up4Segments is the longest train up4 sends.
	up4Segments = 64
)

// segmentControl is the control message that makes a train of a message
// (UDP_SEGMENT, include/uapi/linux/udp.h): struct cmsghdr and a 16-bit size.
func segmentControl(size uint16) []byte {
	b := make([]byte, unix.CmsgSpace(2))
	if unix.SizeofCmsghdr == 16 {
		binary.NativeEndian.PutUint64(b, uint64(unix.CmsgLen(2)))
	} else {
		binary.NativeEndian.PutUint32(b, uint32(unix.CmsgLen(2)))
	}
	binary.NativeEndian.PutUint32(b[unix.SizeofCmsghdr-8:], unix.IPPROTO_UDP)
	binary.NativeEndian.PutUint32(b[unix.SizeofCmsghdr-4:], unix.UDP_SEGMENT)
	binary.NativeEndian.PutUint16(b[unix.SizeofCmsghdr:], size)
	return b
}

// groSize is the segment size in the control messages of a received train, 0
// where there is none.
func groSize(control []byte) (int, error) {
	msgs, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return 0, fmt.Errorf("read control messages: %w", err)
	}
	for _, m := range msgs {
		if m.Header.Level == unix.IPPROTO_UDP && m.Header.Type == unix.UDP_GRO && len(m.Data) >= 4 {
			return int(binary.NativeEndian.Uint32(m.Data)), nil
		}
	}
	return 0, nil
}

// trainOf is the bytes of n segments, the last one short.
func trainOf(n int) []byte { return pattern((n-1)*segmentBytes + tailBytes) }

// sendTrain sends a train of n segments and wants each of them, alone, in
// order and unchanged.
func sendTrain(k sockets, n int) error {
	p, err := openPair(k)
	if err != nil {
		return err
	}
	defer p.closeBoth()
	// A long train taken apart charges the buffer for each of its datagrams.
	_ = p.setOption(p.rx, unix.SOL_SOCKET, unix.SO_RCVBUF, 1<<20)
	sent := trainOf(n)
	if err := p.send(p.tx, sent, segmentControl(segmentBytes), p.to); err != nil {
		return fmt.Errorf("send a train of %d: %w", n, err)
	}
	buf := make([]byte, 64<<10)
	for i := range n {
		got, _, _, err := p.receive(p.rx, buf, nil, patience)
		if err != nil {
			return fmt.Errorf("receive datagram %d of %d: %w", i+1, n, lost(err))
		}
		want := sent[i*segmentBytes : min((i+1)*segmentBytes, len(sent))]
		if !bytes.Equal(buf[:got], want) {
			return fmt.Errorf("datagram %d of %d came with %d bytes that are not the %d sent", i+1, n, got, len(want))
		}
	}
	return nil
}

// receiveTrain sends a train of n segments and wants it whole, in one message
// that names the segment size.
func receiveTrain(p *pair, n int) error {
	sent := trainOf(n)
	if err := p.send(p.tx, sent, segmentControl(segmentBytes), p.to); err != nil {
		return fmt.Errorf("send a train of %d: %w", n, err)
	}
	buf, control := make([]byte, 64<<10), make([]byte, unix.CmsgSpace(64))
	got, nc, flags, err := p.receive(p.rx, buf, control, patience)
	if err != nil {
		return fmt.Errorf("receive a train of %d: %w", n, lost(err))
	}
	size, err := groSize(control[:nc])
	switch {
	case err != nil:
		return err
	case flags&unix.MSG_TRUNC != 0:
		return errors.New("the train came cut off")
	case got < len(sent):
		return errApart
	case !bytes.Equal(buf[:got], sent):
		return errors.New("the train came changed")
	case size != segmentBytes:
		return fmt.Errorf("the train came with segments of %d bytes, not %d", size, segmentBytes)
	}
	return nil
}

// errApart: accepted, but it does nothing here.
var errApart = errors.New("the train came taken apart")

func checkGSO(_ context.Context, k kernel, _ Options) result {
	if err := sendTrain(k, 10); err != nil {
		return overLoopback(err)
	}
	return ok("a train of 10 datagrams arrived, each byte right")
}

func checkGRO(_ context.Context, k kernel, _ Options) result {
	p, err := openPair(k)
	if err != nil {
		return no("%v", err)
	}
	defer p.closeBoth()
	if err := p.setOption(p.rx, unix.IPPROTO_UDP, unix.UDP_GRO, 1); err != nil {
		return no("set UDP_GRO: %v", err)
	}
	if err := sendTrain(k, 10); err != nil {
		return unknown("accepted, but there is no train to try it with: %v", err)
	}
	switch err := receiveTrain(p, 10); {
	case errors.Is(err, errApart):
		return limited("accepted, but %v", err)
	case err != nil:
		return no("%v", err)
	}
	return ok("a train of 10 datagrams came in one message, segments of %d bytes", segmentBytes)
}

func checkSegments(_ context.Context, k kernel, _ Options) result {
	for _, n := range []int{128, up4Segments} {
		if sendTrain(k, n) == nil {
			return ok("at least %d datagrams in a train", n).with("segments", int64(n))
		}
	}
	if err := sendTrain(k, 10); err != nil {
		return overLoopback(err)
	}
	return limited("at least 10 datagrams in a train, but not %d", up4Segments).with("segments", 10)
}
