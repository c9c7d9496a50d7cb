// Package pcap reads and writes captures of Ethernet frames in the classic
// libpcap format, for corpora and for looking at traffic with other tools. It
// opens no interface and knows nothing of what frames hold.
package pcap

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// A file is a header and then a record for each frame (draft-ietf-opsawg-pcap
// sections 4 and 5), in the byte order of the machine that wrote it:
//
//	 0        4       6       8      16         20        24
//	+--------+-------+-------+------+----------+---------+
//	| magic  | major | minor | zero | snap len | link    |
//	+--------+-------+-------+------+----------+---------+
//	 0        4          8             12           16
//	+--------+----------+-------------+------------+-----
//	| s      | µs or ns | bytes here  | bytes sent | frame
//	+--------+----------+-------------+------------+-----
const (
	fileHeader   = 24
	recordHeader = 16

	magicMicro = 0xa1b2c3d4
	magicNano  = 0xa1b23c4d

	major, minor = 2, 4

	// linkEthernet is LINKTYPE_ETHERNET; linkMask leaves out the bits above
	// the link type, which describe a frame check sequence.
	linkEthernet = 1
	linkMask     = 1<<16 - 1

	// MaxFrame is the longest frame in bytes that is read or written, libpcap's
	// own limit.
	MaxFrame = 256 << 10
)

var (
	// ErrFormat is returned for what is no capture, or a damaged one.
	ErrFormat = errors.New("not a pcap file that can be read")
	// ErrLink is returned for captures of anything but Ethernet.
	ErrLink = errors.New("not a capture of Ethernet frames")
	// ErrTooLong is returned by Write for a frame above MaxFrame.
	ErrTooLong = errors.New("frame too long for a pcap file")
)

// Frame is a frame of a capture.
type Frame struct {
	At    time.Time
	Bytes []byte
	// Length is the frame's length on the wire, in bytes; more than Bytes holds
	// if the capture cut it short.
	Length int
}

// Reader reads a capture.
type Reader struct {
	r     io.Reader
	order binary.ByteOrder
	unit  time.Duration // of the fraction of a second
	n     int           // frames read
}

// NewReader reads the header of a capture.
func NewReader(r io.Reader) (*Reader, error) {
	var h [fileHeader]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return nil, fmt.Errorf("read pcap header: %w", noEOF(err))
	}
	p := &Reader{r: r}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		switch order.Uint32(h[0:]) {
		case magicMicro:
			p.order, p.unit = order, time.Microsecond
		case magicNano:
			p.order, p.unit = order, time.Nanosecond
		}
	}
	if p.order == nil {
		return nil, fmt.Errorf("%w: it starts with %x", ErrFormat, h[:4])
	}
	if v := p.order.Uint16(h[4:]); v != major {
		return nil, fmt.Errorf("%w: version %d.%d", ErrFormat, v, p.order.Uint16(h[6:]))
	}
	if link := p.order.Uint32(h[20:]) & linkMask; link != linkEthernet {
		return nil, fmt.Errorf("%w: link type %d", ErrLink, link)
	}
	return p, nil
}

// Next reads the next frame. It returns io.EOF behind the last one, and another
// error if the file ends within a frame.
func (p *Reader) Next() (Frame, error) {
	var h [recordHeader]byte
	if _, err := io.ReadFull(p.r, h[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return Frame{}, io.EOF
		}
		return Frame{}, fmt.Errorf("read header of frame %d: %w", p.n, err)
	}
	here, sent := p.order.Uint32(h[8:]), p.order.Uint32(h[12:])
	if here > MaxFrame || sent < here {
		return Frame{}, fmt.Errorf("%w: frame %d has %d bytes here and %d on the wire", ErrFormat, p.n, here, sent)
	}
	f := Frame{
		At:     time.Unix(int64(p.order.Uint32(h[0:])), int64(p.order.Uint32(h[4:]))*int64(p.unit)).UTC(),
		Bytes:  make([]byte, here),
		Length: int(sent),
	}
	if _, err := io.ReadFull(p.r, f.Bytes); err != nil {
		return Frame{}, fmt.Errorf("read frame %d: %w", p.n, noEOF(err))
	}
	p.n++
	return f, nil
}

// ReadAll reads a whole capture.
func ReadAll(r io.Reader) ([]Frame, error) {
	p, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	var all []Frame
	for {
		f, err := p.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
}

// noEOF turns the end of a file where more was due into an error that is not
// mistaken for its proper end.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Writer writes a capture with nanoseconds, little-endian.
type Writer struct{ w io.Writer }

// NewWriter writes the header of a capture.
func NewWriter(w io.Writer) (*Writer, error) {
	h := binary.LittleEndian.AppendUint32(nil, magicNano)
	h = binary.LittleEndian.AppendUint16(h, major)
	h = binary.LittleEndian.AppendUint16(h, minor)
	h = append(h, make([]byte, 8)...)
	h = binary.LittleEndian.AppendUint32(h, MaxFrame)
	h = binary.LittleEndian.AppendUint32(h, linkEthernet)
	if _, err := w.Write(h); err != nil {
		return nil, fmt.Errorf("write pcap header: %w", err)
	}
	return &Writer{w}, nil
}

// Write appends a frame. Length counts only where it is more than Bytes holds;
// times before 1970 or after 2106 are written as the nearest second that fits.
func (p *Writer) Write(f Frame) error {
	if len(f.Bytes) > MaxFrame {
		return fmt.Errorf("%w: %d bytes, %d at most", ErrTooLong, len(f.Bytes), MaxFrame)
	}
	s, ns := f.At.Unix(), uint32(f.At.Nanosecond())
	if clamped := min(max(s, 0), 1<<32-1); clamped != s {
		s, ns = clamped, 0
	}
	h := binary.LittleEndian.AppendUint32(nil, uint32(s))
	h = binary.LittleEndian.AppendUint32(h, ns)
	h = binary.LittleEndian.AppendUint32(h, uint32(len(f.Bytes)))
	h = binary.LittleEndian.AppendUint32(h, uint32(max(f.Length, len(f.Bytes))))
	if _, err := p.w.Write(append(h, f.Bytes...)); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	return nil
}
