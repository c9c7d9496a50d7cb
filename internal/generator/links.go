package generator

import "up4/io/overlay"

// links follows the overlay sequences of the peer, so that what was lost on the
// way from it can be told from what it dropped. The zero value has heard nothing.
type links struct {
	rows  map[uint32]*linkRow // by vport and shard, the peer's
	key   uint32              // of the last one
	row   *linkRow
	ended linkCounts // of incarnations that are over
}

// maxRows bounds the rows, which headers could make up.
const maxRows = 1024

type linkRow struct {
	overlay.Received
	incarnation uint8
}

// linkCounts is what the sequences show.
type linkCounts struct {
	lost, duplicates, reordered, restarts uint64
}

func (l *links) find(h overlay.Header) *linkRow {
	key := uint32(h.Shard)<<16 | uint32(h.Vport)
	if l.row == nil || key != l.key {
		row := l.rows[key]
		if row == nil {
			if len(l.rows) == maxRows {
				return nil
			}
			if l.rows == nil {
				l.rows = map[uint32]*linkRow{}
			}
			row = &linkRow{incarnation: h.Incarnation}
			l.rows[key] = row
		}
		l.key, l.row = key, row
	}
	if l.row.incarnation != h.Incarnation {
		l.renew(h.Incarnation)
		l.ended.restarts++
	}
	return l.row
}

// renew begins a new life of the last row's sender.
func (l *links) renew(incarnation uint8) {
	l.ended.lost += l.row.Lost()
	l.row = &linkRow{incarnation: incarnation}
	l.rows[l.key] = l.row
}

// frame notes a datagram with a frame.
func (l *links) frame(h overlay.Header) {
	row := l.find(h)
	bucket := uint32(h.Bucket)
	if row == nil || row.InTurn(bucket, h.Seq) {
		return
	}
	switch row.Take(bucket, h.Seq) {
	case overlay.Late:
		l.ended.reordered++
	case overlay.Duplicate:
		l.ended.duplicates++
	case overlay.Restarted:
		l.ended.restarts++
		l.renew(h.Incarnation)
		l.row.Resume(bucket, h.Seq)
	case overlay.InOrder:
	}
}

// hello notes a header-only datagram.
func (l *links) hello(h overlay.Header) {
	if row := l.find(h); row != nil {
		row.Hear(uint32(h.Bucket), h.Seq)
	}
}

// counts is what the sequences show so far. The owner alone may ask.
func (l *links) counts() linkCounts {
	c := l.ended
	for _, row := range l.rows {
		c.lost += row.Lost()
	}
	return c
}
