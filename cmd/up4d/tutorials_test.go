package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readsQueues are the programs of the P4 tutorials that cannot mean anything here, by
// what they read.
var readsQueues = map[string]string{"ecn": "enq_qdepth", "mri": "deq_qdepth"}

// The solutions of the public P4 tutorials (github.com/p4lang/tutorials, a checkout of
// which TUTORIALS names) load with the tables of each of their switches, as they are.
func TestTutorials(t *testing.T) {
	checkout := os.Getenv("TUTORIALS")
	if checkout == "" {
		t.Skip("TUTORIALS names no checkout of github.com/p4lang/tutorials")
	}
	programs, err := filepath.Glob(filepath.Join(checkout, "exercises", "*", "solution", "*.p4"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("no solutions in %s: %v", checkout, err)
	}
	vports := ""
	for _, id := range []string{"1", "2", "3", "4"} {
		vports += "[[vport]]\nid = " + id + "\npeer = \"127.0.0.1:750" + id + "\"\n"
	}
	loaded, refused, files := 0, 0, 0
	for _, program := range programs {
		name := strings.TrimSuffix(filepath.Base(program), ".p4")
		args := []string{"--check", "--config", config(t, freePort(t), vports), "--pipeline", program}
		code, _, stderr := once(t, args...)
		if field := readsQueues[name]; field != "" {
			if code == 0 || !strings.Contains(stderr, name+".p4:") || !strings.Contains(stderr, field+" is read") {
				t.Errorf("%s: exit %d, %s", name, code, stderr)
			}
			refused++
			continue
		}
		if code != 0 {
			t.Errorf("%s: exit %d, %s", name, code, stderr)
			continue
		}
		loaded++
		err := filepath.WalkDir(filepath.Dir(filepath.Dir(program)), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "-runtime.json") {
				return err
			}
			files++
			if code, _, stderr := once(t, append(args, "--tables", path)...); code != 0 {
				t.Errorf("%s with %s: exit %d, %s", name, path, code, stderr)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d programs load, with %d files of tables; %d that read queues are refused", loaded, files, refused)
}
