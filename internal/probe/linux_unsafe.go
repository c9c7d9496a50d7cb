package probe

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// memInfo reads SO_MEMINFO: SK_MEMINFO_VARS words
// (include/uapi/linux/sock_diag.h), fewer on older kernels.
func (linux) memInfo(fd int) ([]uint32, error) {
	var info [16]uint32
	n := uint32(unsafe.Sizeof(info))
	_, _, errno := unix.Syscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
		uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&n)), 0)
	if errno != 0 {
		return nil, errno
	}
	return info[:min(int(n)/4, len(info))], nil
}

func (linux) ioUring() error {
	var params [120]byte // struct io_uring_params (include/uapi/linux/io_uring.h)
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
	if errno != 0 {
		return errno
	}
	return unix.Close(int(fd))
}
