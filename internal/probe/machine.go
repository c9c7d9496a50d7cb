package probe

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// oldKernel is the first major version that knows trains both ways.
const oldKernel = 5

func checkKernel(_ context.Context, k kernel, _ Options) result {
	release, machine, err := k.uname()
	if err != nil {
		return unknown("%v", err)
	}
	value := release + " on " + machine
	major, _, _ := strings.Cut(release, ".")
	n, err := strconv.Atoi(major)
	switch {
	case err != nil:
		return unknown("%s: no version that can be read", value)
	case n < oldKernel:
		return limited("%s", value)
	}
	return ok("%s", value)
}

func checkUser(_ context.Context, k kernel, _ Options) result {
	status, err := k.read("/proc/self/status")
	if err != nil {
		return unknown("user %d; capabilities cannot be read: %v", k.euid(), err)
	}
	caps, err := strconv.ParseUint(field(status, "CapEff:"), 16, 64)
	if err != nil {
		return unknown("user %d; capabilities cannot be read", k.euid())
	}
	if caps == 0 {
		return ok("user %d without capabilities", k.euid())
	}
	return ok("user %d with capabilities %#x: an ordinary user may get less than is said here", k.euid(), caps)
}

// field is the value of a line of a status file.
func field(status, name string) string {
	for line := range strings.Lines(status) {
		if v, found := strings.CutPrefix(line, name); found {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

func checkCPUs(_ context.Context, k kernel, _ Options) result {
	set, err := k.cpus()
	if err != nil {
		return unknown("%v", err)
	}
	n := len(set.List)
	value := fmt.Sprintf("%d (%s)", n, ranges(set.List))
	online := countRanges(read(k, "/sys/devices/system/cpu/online"))
	if online > n {
		value = fmt.Sprintf("%d (%s) of %d online, by affinity or cpuset", n, ranges(set.List), online)
	}
	figures := map[string]int64{"allowed_cpus": int64(n), "shards": int64(n)}
	if online > 0 {
		figures["online_cpus"] = int64(online)
	}
	r := result{status: OK, value: value + ", no quota", figures: figures}
	if set.Quota > 0 {
		r.value = fmt.Sprintf("%s, quota of %.4g CPUs", value, set.Quota)
		figures["quota_millicpus"] = int64(math.Round(set.Quota * 1000))
		if set.Quota < float64(n) {
			r.status = Limited
			r.advice = "a control group throttles the process beyond its quota, which shows as stalls: keep shards within it, and leave --wait adaptive"
			figures["shards"] = int64(math.Ceil(set.Quota)) // as up4d counts
		}
	}
	return r
}

// read is a file's text without space around it, empty if it cannot be read.
func read(k host, path string) string {
	s, err := k.read(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(s)
}

// ranges is an ascending list of CPUs as the kernel writes them: 0-3,8.
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		s := strconv.Itoa(list[i])
		if j > i {
			s += "-" + strconv.Itoa(list[j])
		}
		parts = append(parts, s)
		i = j + 1
	}
	return strings.Join(parts, ",")
}

// countRanges is how many CPUs such a list names, 0 if it is none.
func countRanges(s string) int {
	n := 0
	for _, part := range strings.Split(s, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || b < a {
			return 0
		}
		n += b - a + 1
	}
	return n
}

// slowClocks are read by a system call or by port I/O, not from user space.
var slowClocks = map[string]bool{"hpet": true, "acpi_pm": true, "jiffies": true, "refined-jiffies": true, "pit": true}

// slowReading is beyond what any clock takes that is read in user space, also
// on a machine under load.
const slowReading = time.Microsecond

func checkClock(_ context.Context, k kernel, _ Options) result {
	name := read(k, "/sys/devices/system/clocksource/clocksource0/current_clocksource")
	cost := clockCost()
	r := ok("%s, %d ns a reading", name, cost.Nanoseconds())
	switch {
	case name == "":
		r = unknown("its name cannot be read; %d ns a reading", cost.Nanoseconds())
	case slowClocks[name] || cost > slowReading:
		r.status = Limited
	}
	return r.with("reading_ns", cost.Nanoseconds())
}

// clockCost is the time of one reading, in the best of several rounds.
func clockCost() time.Duration {
	const rounds, readings = 5, 1000
	best := time.Duration(math.MaxInt64)
	for range rounds {
		start := time.Now()
		for range readings {
			_ = time.Since(start)
		}
		best = min(best, time.Since(start)/readings)
	}
	return best
}

func checkContainer(_ context.Context, k kernel, _ Options) result {
	var hints []string
	hint := func(is bool, text string) {
		if is {
			hints = append(hints, text)
		}
	}
	release, _, _ := k.uname()
	groups := read(k, "/proc/self/cgroup")
	hint(k.exists("/.dockerenv") || strings.Contains(groups, "docker"), "docker")
	hint(k.exists("/run/.containerenv") || strings.Contains(groups, "libpod"), "podman")
	hint(k.getenv("KUBERNETES_SERVICE_HOST") != "" || strings.Contains(groups, "kubepods"), "kubernetes")
	hint(strings.Contains(groups, "lxc"), "lxc")
	hint(k.getenv("APPTAINER_CONTAINER") != "" || k.getenv("SINGULARITY_CONTAINER") != "", "apptainer")
	hint(strings.Contains(strings.ToLower(release), "microsoft"), "WSL")
	hint(strings.Contains(strings.ToLower(read(k, "/proc/version")), "gvisor"), "gVisor")
	if v := k.getenv("container"); v != "" {
		hint(true, "container="+v)
	}
	hint(k.getenv("SLURM_JOB_ID") != "", "a Slurm job")
	if field(read(k, "/proc/self/status"), "Seccomp:") == "2" {
		hint(true, "a seccomp filter")
	}
	if len(hints) == 0 {
		return ok("no sign of one")
	}
	return ok("signs of: %s", strings.Join(hints, ", "))
}
