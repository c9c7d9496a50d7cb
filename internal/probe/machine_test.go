package probe

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/cpu"
)

func TestMemory(t *testing.T) {
	unsealed := unix.F_SEAL_SEAL
	fail := func(call string, err error) faked { return faked{mem: map[string]error{call: err}} }
	huge := func(setting, mapped string) faked {
		return faked{files: map[string]string{
			"/sys/kernel/mm/transparent_hugepage/shmem_enabled": setting,
			"/proc/self/smaps": "7f0000000000-7f0000800000 rw-s 00000000 00:01 9   /memfd:up4-probe-huge (deleted)\n" +
				"Size:               8192 kB\nShmemPmdMapped: " + mapped + " kB\nVmFlags: rd wr\n",
		}}
	}
	noSmaps := huge("[advise]", "0")
	delete(noSmaps.files, "/proc/self/smaps")
	noAdvice := huge("always [advise]", "0")
	noAdvice.mem = map[string]error{"advise": unix.EINVAL}
	askAll(t, []askCase{
		{"no call", "memfd", fail("memfd", unix.ENOSYS), Options{}, No, "create a memory file: function not implemented"},
		{"no space", "memfd", fail("truncate", unix.ENOSPC), Options{}, No, "size it"},
		{"no seals", "memfd", fail("seal", unix.EPERM), Options{}, No, "seal it: operation not permitted"},
		{"seals forgotten", "memfd", faked{hasSeals: &unsealed}, Options{}, No, "its seals read as 0x1, not 0x7"},
		{"seals without effect", "memfd", faked{weakSeal: true}, Options{}, No, "did not keep it"},
		{"no mapping", "memfd", fail("mmap", unix.ENOMEM), Options{}, No, "map it"},
		{"hardened", "executable", fail("protect", unix.EACCES), Options{}, No, "permission denied"},
		{"no mapping", "executable", fail("mmap", unix.ENOMEM), Options{}, Unknown, "map a page"},
		{"given", "huge_pages", huge("always within_size [advise] never deny force\n", "4096"), Options{}, OK, "shmem_enabled is advise"},
		{"never", "huge_pages", huge("always advise [never]", "0"), Options{}, No, "is never"},
		{"fragmented", "huge_pages", huge("[always] never", "0"), Options{}, Limited, "none was given"},
		{"no such file", "huge_pages", faked{files: map[string]string{}}, Options{}, No, "hides them"},
		{"no smaps", "huge_pages", noSmaps, Options{}, Unknown, "read how it is mapped"},
		{"no advice", "huge_pages", noAdvice, Options{}, Unknown, "ask for huge pages"},
	})
}

// TestHugeIn sums what belongs to the file and nothing else.
func TestHugeIn(t *testing.T) {
	const smaps = `7f1000000000-7f1000400000 rw-s 00000000 00:01 5 /memfd:up4-probe-huge (deleted)
ShmemPmdMapped:     2048 kB
7f1000400000-7f1000800000 rw-s 00000000 00:01 6 /memfd:other (deleted)
ShmemPmdMapped:     4096 kB
7f1000800000-7f1000c00000 rw-s 00000000 00:01 5 /memfd:up4-probe-huge (deleted)
ShmemPmdMapped:     2048 kB
7f1000c00000-7f1000d00000 rw-p 00000000 00:00 0
ShmemPmdMapped:     1024 kB
`
	if n := hugeIn(smaps, hugeName); n != 4<<20 {
		t.Errorf("%d bytes, want 4 MiB", n)
	}
}

func TestMachine(t *testing.T) {
	const status = "Name:\tx\nSeccomp:\t2\nCapEff:\t0000000000000400\n"
	files := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	const online, source = "/sys/devices/system/cpu/online", "/sys/devices/system/clocksource/clocksource0/current_clocksource"
	cpus := func(quota float64, list ...int) *cpu.Set { return &cpu.Set{List: list, Quota: quota} }
	none := map[string]string{}
	askAll(t, []askCase{
		{"new", "kernel", faked{release: "6.8.0-45-generic"}, Options{}, OK, "6.8.0-45-generic on x86_64"},
		{"two digits", "kernel", faked{release: "10.1"}, Options{}, OK, "10.1"},
		{"old", "kernel", faked{release: "4.18.0-305.el8"}, Options{}, Limited, "4.18.0"},
		{"strange", "kernel", faked{release: "plan9"}, Options{}, Unknown, "no version"},
		{"privileged", "user", faked{files: files("/proc/self/status", status)}, Options{}, OK, "may get less"},
		{"no /proc", "user", faked{files: none}, Options{}, Unknown, "cannot be read"},
		{"all", "cpus", faked{set: cpus(0, 0, 1, 2, 3), files: files(online, "0-3\n")}, Options{}, OK, "4 (0-3), no quota"},
		{"some", "cpus", faked{set: cpus(0, 1, 3, 4), files: files(online, "0-7\n")}, Options{}, OK, "3 (1,3-4) of 8 online"},
		{"quota", "cpus", faked{set: cpus(1.5, 0, 1, 2, 3), files: none}, Options{}, Limited, "quota of 1.5 CPUs"},
		{"wide quota", "cpus", faked{set: cpus(4, 0, 1), files: none}, Options{}, OK, "quota of 4 CPUs"},
		{"refused", "cpus", faked{noCPUs: unix.EPERM}, Options{}, Unknown, "not permitted"},
		{"slow", "clock", faked{files: files(source, "hpet\n")}, Options{}, Limited, "hpet"},
		{"hidden", "clock", faked{files: none}, Options{}, Unknown, "cannot be read"},
		{"nothing", "container", faked{files: none, paths: map[string]bool{}, env: none, release: "6.1"}, Options{}, OK, "no sign"},
		{"docker", "container", faked{files: files("/proc/self/status", status), paths: map[string]bool{"/.dockerenv": true}, env: none},
			Options{}, OK, "docker, a seccomp filter"},
		{"pod", "container", faked{files: files("/proc/self/cgroup", "0::/kubepods/pod1\n"), paths: map[string]bool{}, env: none}, Options{}, OK, "kubernetes"},
		{"WSL", "container", faked{files: none, paths: map[string]bool{}, env: none, release: "5.15.90.1-microsoft-standard-WSL2"}, Options{}, OK, "WSL"},
		{"job", "container", faked{files: none, paths: map[string]bool{}, env: files("SLURM_JOB_ID", "7", "container", "oci")}, Options{}, OK, "container=oci, a Slurm job"},
	})
}

// TestShards: a quota counts as up4d counts it, rounded up.
func TestShards(t *testing.T) {
	for _, c := range []struct {
		set  cpu.Set
		want int64
	}{
		{cpu.Set{List: []int{0, 1, 2, 3}}, 4},
		{cpu.Set{List: []int{0, 1, 2, 3}, Quota: 1.5}, 2},
		{cpu.Set{List: []int{0, 1, 2, 3}, Quota: 0.25}, 1},
		{cpu.Set{List: []int{5}, Quota: 8}, 1},
	} {
		if got := ask(t, "cpus", &faked{set: &c.set, files: map[string]string{}}, Options{}).Figures["shards"]; got != c.want {
			t.Errorf("%+v: %d shards, want %d", c.set, got, c.want)
		}
	}
}

func TestCountRanges(t *testing.T) {
	for in, want := range map[string]int{"0": 1, "0-3": 4, "0-3,8": 5, "0,2,4-5": 4, "": 0, "x": 0, "3-1": 0, "0-": 0} {
		if got := countRanges(in); got != want {
			t.Errorf("%q: %d CPUs, want %d", in, got, want)
		}
	}
}

func TestCalls(t *testing.T) {
	spaces := func(made bool, err error) func() (bool, error) { return func() (bool, error) { return made, err } }
	setting := func(path, value string) map[string]string { return map[string]string{"/proc/sys/" + path: value} }
	with := Options{Namespaced: []string{"x"}}
	askAll(t, []askCase{
		{"ring", "io_uring", faked{}, Options{}, OK, "set up"},
		{"unknown call", "io_uring", faked{ring: unix.ENOSYS}, Options{}, No, "does not know"},
		{"switched off", "io_uring", faked{ring: unix.EPERM, files: setting("kernel/io_uring_disabled", "2\n")}, Options{}, No, "kernel.io_uring_disabled is 2"},
		{"filtered", "io_uring", faked{ring: unix.EPERM, files: setting("kernel/io_uring_disabled", "0\n")}, Options{}, No, "seccomp"},
		{"memory", "io_uring", faked{ring: unix.ENOMEM}, Options{}, Limited, "ulimit -l"},
		{"made", "namespaces", faked{spaces: spaces(true, nil)}, Options{}, OK, "made"},
		{"used", "namespaces", faked{spaces: spaces(true, nil)}, with, OK, "over their loopback"},
		{"no use", "namespaces", faked{spaces: spaces(true, errors.New("exit status 1")),
			files: setting("kernel/apparmor_restrict_unprivileged_userns", "1\n")}, with, No, "inside: exit status 1; kernel.apparmor_restrict_unprivileged_userns is 1"},
		{"forbidden", "namespaces", faked{spaces: spaces(false, unix.EPERM),
			files: setting("kernel/unprivileged_userns_clone", "0\n")}, with, No, "not permitted; kernel.unprivileged_userns_clone is 0"},
		{"none left", "namespaces", faked{spaces: spaces(false, unix.ENOSPC),
			files: setting("user/max_user_namespaces", "0\n")}, Options{}, No, "user.max_user_namespaces is 0"},
		{"allowed, but refused", "namespaces", faked{spaces: spaces(false, unix.EPERM),
			files: setting("user/max_user_namespaces", "15000\n")}, Options{}, No, "not allowed: operation not permitted"},
	})
}

// TestNamespaces starts real ones, and is passed over where they are forbidden.
func TestNamespaces(t *testing.T) {
	made, err := linux{}.namespaces(t.Context(), []string{"/proc/self/exe", child})
	if !made || err != nil && strings.Contains(err.Error(), unix.EPERM.Error()) {
		t.Skipf("not allowed here: %v", err)
	}
	if err != nil {
		t.Error(err)
	}
	if made, err := (linux{}).namespaces(t.Context(), nil); !made || err != nil {
		t.Errorf("without a command: %v, %v", made, err)
	}
	if made, err := (linux{}).namespaces(t.Context(), []string{"/no/such/command"}); made || !errors.Is(err, unix.ENOENT) {
		t.Errorf("with a command that is not there: %v, %v", made, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := (linux{}).namespaces(ctx, []string{"/bin/sleep", "30"}); err == nil || time.Since(start) > 10*time.Second {
		t.Errorf("a child that hangs: %v after %v", err, time.Since(start))
	}
}

func TestNamespacedOutside(t *testing.T) {
	if exchange(linux{}, loop4) != nil {
		t.Skip("loopback is down here: Namespaced would raise it")
	}
	if err := Namespaced(); err == nil || !strings.Contains(err.Error(), "of its own") {
		t.Errorf("in the namespace of everything else: %v", err)
	}
}

func TestMemInfoFails(t *testing.T) {
	if _, err := (linux{}).memInfo(-1); err != unix.EBADF {
		t.Errorf("of no socket: %v", err)
	}
}

func TestClockCost(t *testing.T) {
	if d := clockCost(); d <= 0 || d > time.Millisecond {
		t.Errorf("a reading of the clock takes %v", d)
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1023: "1023 bytes", 1024: "1 KiB", 212992: "208 KiB", 1536: "1.5 KiB", 8 << 20: "8 MiB", 3 << 19: "1.5 MiB"} {
		if got := size(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestEveryCheckIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range checks {
		if seen[c.name] || c.name == "" || c.why == "" || c.advice == "" || c.run == nil || strings.ToLower(c.name) != c.name {
			t.Errorf("check %q: twice, or incomplete", c.name)
		}
		seen[c.name] = true
	}
	for _, name := range append([]string{"gso", "gro", "segments", "steering", "rcvbuf", "sndbuf", "cpus", "mtu"}, essential...) {
		if !seen[name] {
			t.Errorf("the verdict reads %q, which is no check", name)
		}
	}
}
