//go:build !race

package arena

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapMemory backs the arena by a memfd whose size is sealed: no one can shrink
// the file under a mapping, which would turn loads into SIGBUS.
func (a *Arena) mapMemory(size uint64) error {
	// Without MFD_NOEXEC_SEAL, hosts with vm.memfd_noexec=2 refuse; kernels before
	// 6.3 do not know it.
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("up4-arena", flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate("up4-arena", flags)
	}
	if err != nil {
		return fmt.Errorf("create arena memfd: %w", err)
	}
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		_ = unix.Close(fd)
		return fmt.Errorf("size arena memfd to %d bytes: %w", size, err)
	}
	seals := unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		_ = unix.Close(fd)
		return fmt.Errorf("seal arena memfd: %w", err)
	}
	p, err := unix.MmapPtr(fd, 0, nil, uintptr(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		_ = unix.Close(fd)
		return fmt.Errorf("map arena of %d bytes: %w", size, err)
	}
	// Huge pages where the kernel grants them for shmem: fewer TLB misses in
	// large tables. Refusal costs nothing.
	_ = unix.Madvise(unsafe.Slice((*byte)(p), size), unix.MADV_HUGEPAGE)
	a.fd = fd
	a.mem = unsafe.Slice((*byte)(p), size)
	return nil
}

// Close unmaps the arena. No engine, shard or reader may use it any more: a
// later access is a fault that ends the process.
func (a *Arena) Close() error {
	if a.mem == nil {
		return nil
	}
	err := unix.MunmapPtr(a.Base(), uintptr(len(a.mem)))
	if cerr := unix.Close(a.fd); err == nil {
		err = cerr
	}
	a.mem, a.fd = nil, -1
	return err
}
