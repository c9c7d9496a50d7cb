// Package cpu says which CPUs this process may use: its affinity, and how much
// time of them its control group grants. It changes nothing.
package cpu

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Set is what the process may use.
type Set struct {
	// List is the CPUs of the affinity mask, ascending (a cpuset of a control
	// group shows there as well).
	List []int
	// Quota is the CPU time granted per second of time, in CPUs: the smallest
	// cpu.max on the way to the root. 0 means no limit.
	Quota float64
}

// Allowed reads the process's CPUs.
func Allowed() (Set, error) {
	var mask unix.CPUSet
	if err := unix.SchedGetaffinity(0, &mask); err != nil {
		return Set{}, fmt.Errorf("read CPU affinity: %w", err)
	}
	var s Set
	for i := range len(mask) * 64 {
		if mask.IsSet(i) {
			s.List = append(s.List, i)
		}
	}
	s.Quota = quota("/")
	return s, nil
}

// quota finds the process's limit in the control groups mounted below root, the
// file system's root. What cannot be read sets no limit.
func quota(root string) float64 {
	text, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return 0
	}
	limit := 0.0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.SplitN(line, ":", 3) // hierarchy:controllers:path
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[1] == "":
			limit = smaller(limit, walk(filepath.Join(root, "sys/fs/cgroup"), parts[2], quotaV2))
		case contains(parts[1], "cpu"):
			limit = smaller(limit, walk(filepath.Join(root, "sys/fs/cgroup/cpu"), parts[2], quotaV1))
		}
	}
	return limit
}

func contains(list, name string) bool {
	for _, s := range strings.Split(list, ",") {
		if s == name {
			return true
		}
	}
	return false
}

// walk takes the smallest limit from the group at path up to the mount point.
// In a container the path may lead outside of what is mounted; then the mount
// point alone is looked at.
func walk(mount, path string, read func(dir string) float64) float64 {
	limit := read(mount)
	for p := filepath.Clean("/" + path); p != "/"; p = filepath.Dir(p) {
		limit = smaller(limit, read(filepath.Join(mount, p)))
	}
	return limit
}

// smaller is the smaller of two limits, where 0 is none.
func smaller(a, b float64) float64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// quotaV2 reads cpu.max: "max 100000" or "150000 100000", microseconds.
func quotaV2(dir string) float64 {
	text, err := os.ReadFile(filepath.Join(dir, "cpu.max"))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(text))
	if len(f) != 2 {
		return 0
	}
	return ratio(f[0], f[1])
}

// quotaV1 reads cpu.cfs_quota_us, -1 for none, and cpu.cfs_period_us.
func quotaV1(dir string) float64 {
	q, err1 := os.ReadFile(filepath.Join(dir, "cpu.cfs_quota_us"))
	p, err2 := os.ReadFile(filepath.Join(dir, "cpu.cfs_period_us"))
	if err1 != nil || err2 != nil {
		return 0
	}
	return ratio(strings.TrimSpace(string(q)), strings.TrimSpace(string(p)))
}

func ratio(quota, period string) float64 {
	q, err1 := strconv.ParseFloat(quota, 64)
	p, err2 := strconv.ParseFloat(period, 64)
	if err1 != nil || err2 != nil || q <= 0 || p <= 0 {
		return 0
	}
	return q / p
}
