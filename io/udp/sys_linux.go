package udp

import "golang.org/x/sys/unix"

// kernel is the two calls of the data path, so that tests can fail them.
// msgs[:n] is sent or filled in order; the result is how many were done, and
// the error of the first that was not.
type kernel interface {
	recv(fd int, msgs []mmsghdr) (int, unix.Errno)
	send(fd int, msgs []mmsghdr) (int, unix.Errno)
}
