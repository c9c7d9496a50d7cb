// Package arch holds what the architectures below it share.
package arch

import "up4/p4/source"

// UnsupportedError is about something in a program that cannot be run as it stands.
type UnsupportedError struct {
	At  source.Span
	Msg string
}

func (e *UnsupportedError) Error() string { return e.Msg }
