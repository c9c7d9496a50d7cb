package cpu

import (
	"os"
	"path/filepath"
	goruntime "runtime"
	"testing"
)

func TestQuota(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  float64
	}{
		{"v2, no limit", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "max 100000\n"}, 0},
		{"v2, 1.5 CPUs", map[string]string{"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/cpu.max": "150000 100000\n"}, 1.5},
		{"v2, the parent's is smaller", map[string]string{"proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/cpu.max": "50000 100000\n", "sys/fs/cgroup/a/b/cpu.max": "200000 100000\n"}, 0.5},
		{"v2, in a container", map[string]string{"proc/self/cgroup": "0::/../../x\n", "sys/fs/cgroup/cpu.max": "300000 100000\n"}, 3},
		{"v1", map[string]string{"proc/self/cgroup": "3:cpu,cpuacct:/job\n1:name=systemd:/\n",
			"sys/fs/cgroup/cpu/job/cpu.cfs_quota_us": "250000\n", "sys/fs/cgroup/cpu/job/cpu.cfs_period_us": "100000\n"}, 2.5},
		{"v1, no limit", map[string]string{"proc/self/cgroup": "3:cpu:/job\n",
			"sys/fs/cgroup/cpu/job/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/job/cpu.cfs_period_us": "100000\n"}, 0},
		{"nonsense", map[string]string{"proc/self/cgroup": "what\n0::/a\n", "sys/fs/cgroup/a/cpu.max": "x y z\n"}, 0},
		{"nothing there", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range c.files {
				path := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got := quota(root); got != c.want {
				t.Errorf("%v CPUs, want %v", got, c.want)
			}
		})
	}
}

func TestAllowed(t *testing.T) {
	s, err := Allowed()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.List) != goruntime.NumCPU() {
		t.Errorf("%v, but Go counts %d", s.List, goruntime.NumCPU())
	}
}
