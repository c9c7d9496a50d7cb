package probe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	smallFile = 64 << 10 // bytes
	hugePage  = 2 << 20  // on x86-64, and on arm64 with 4 KiB pages
	// hugeFile holds a whole huge page however it is mapped.
	hugeFile = 4 * hugePage
	hugeName = "up4-probe-huge"
)

// sealed makes a memory file the way up4's arena is one and has seals tried.
func sealed(k memory) error {
	fd, err := k.memfd("up4-probe")
	if err != nil {
		return fmt.Errorf("create a memory file: %w", err)
	}
	defer k.closeFile(fd)
	if err := k.truncate(fd, smallFile); err != nil {
		return fmt.Errorf("size it: %w", err)
	}
	want := unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL
	if err := k.seal(fd, want); err != nil {
		return fmt.Errorf("seal it: %w", err)
	}
	if got, err := k.seals(fd); err != nil || got&want != want {
		return fmt.Errorf("its seals read as %#x, not %#x (%v)", got, want, err)
	}
	if k.truncate(fd, 0) == nil {
		return errors.New("its seal did not keep it from shrinking")
	}
	b, err := k.mmap(fd, smallFile, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("map it: %w", err)
	}
	b[smallFile-1] = 1
	return k.unmap(b)
}

func checkMemfd(_ context.Context, k kernel, _ Options) result {
	if err := sealed(k); err != nil {
		return no("%v", err)
	}
	return ok("sealed against shrinking and growing, and mapped")
}

func checkExecutable(_ context.Context, k kernel, _ Options) result {
	b, err := k.mmap(-1, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return unknown("map a page: %v", err)
	}
	defer k.unmap(b)
	b[0] = 0xc3 // ret, on x86-64; it is never run
	if err := k.protect(b, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return no("make a written page executable: %v", err)
	}
	return ok("a written page can be made executable")
}

func checkHugePages(_ context.Context, k kernel, _ Options) result {
	setting := chosen(read(k, "/sys/kernel/mm/transparent_hugepage/shmem_enabled"))
	if setting == "" {
		return no("this kernel has no transparent huge pages for shared memory, or hides them")
	}
	bytes, err := mapHuge(k)
	switch {
	case err != nil:
		return unknown("shmem_enabled is %s; %v", setting, err)
	case bytes > 0:
		return ok("shmem_enabled is %s, and huge pages are given", setting).with("mapped_bytes", bytes)
	case setting == "never" || setting == "deny":
		return no("shmem_enabled is %s", setting).with("mapped_bytes", 0)
	}
	return limited("shmem_enabled is %s, but none was given", setting).with("mapped_bytes", 0).
		advise("memory may be fragmented: tables work all the same, with more TLB misses")
}

// chosen is the word in brackets: always [advise] never.
func chosen(s string) string {
	_, s, _ = strings.Cut(s, "[")
	s, _, found := strings.Cut(s, "]")
	if !found {
		return ""
	}
	return s
}

// mapHuge touches advised shared memory and says how much of it huge pages back.
func mapHuge(k kernel) (bytes int64, err error) {
	fd, err := k.memfd(hugeName)
	if err != nil {
		return 0, fmt.Errorf("create a memory file: %w", err)
	}
	defer k.closeFile(fd)
	if err := k.truncate(fd, hugeFile); err != nil {
		return 0, fmt.Errorf("size it: %w", err)
	}
	b, err := k.mmap(fd, hugeFile, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return 0, fmt.Errorf("map it: %w", err)
	}
	defer k.unmap(b)
	if err := k.advise(b, unix.MADV_HUGEPAGE); err != nil {
		return 0, fmt.Errorf("ask for huge pages: %w", err)
	}
	for at := 0; at < len(b); at += hugePage {
		b[at] = 1
	}
	smaps, err := k.read("/proc/self/smaps")
	if err != nil {
		return 0, fmt.Errorf("read how it is mapped: %w", err)
	}
	return hugeIn(smaps, hugeName), nil
}

// hugeIn sums ShmemPmdMapped of the mappings of a memory file, in bytes.
func hugeIn(smaps, name string) int64 {
	var kib int64
	inside := false
	for line := range strings.Lines(smaps) {
		f := strings.Fields(line)
		switch {
		case len(f) >= 5 && strings.Contains(f[0], "-") && !strings.HasSuffix(f[0], ":"):
			inside = len(f) >= 6 && f[5] == "/memfd:"+name
		case inside && len(f) >= 2 && f[0] == "ShmemPmdMapped:":
			if n, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				kib += n
			}
		}
	}
	return kib << 10
}
