package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const (
	untidy = "const   bit<8> a=1;\n"
	tidy   = "const bit<8> a = 1;\n"
)

// A link stays a link, and the file behind it keeps its mode.
func TestFmtWritesThroughLinks(t *testing.T) {
	b := newBench(t, map[string]string{"d/real.p4": untidy})
	if err := os.Chmod("d/real.p4", 0o660); err != nil { // umask would take the group's bit
		t.Fatal(err)
	}
	for from, to := range map[string]string{"one.p4": "d/real.p4", "two.p4": "one.p4"} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	b.want("fmt -w two.p4", 0, "", "")
	for _, link := range []string{"one.p4", "two.p4"} {
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", link, err)
		}
	}
	text, err := os.ReadFile("d/real.p4")
	if err != nil || string(text) != tidy {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Stat("d/real.p4"); err != nil || info.Mode() != 0o660 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob("d/.*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What cannot be written is refused and named once.
func TestFmtRefuses(t *testing.T) {
	b := newBench(t, map[string]string{"d/a.p4": tidy, "a.p4": untidy})
	b.want("fmt none.p4", 1, "", "up4c: none.p4 cannot be read: no such file or directory\n")
	b.want("fmt -w none.p4", 1, "", "up4c: none.p4 cannot be read: no such file or directory\n")
	b.want("fmt -w d", 1, "", "up4c: write d: not a regular file\n")
	b.want("fmt d", 1, "", "up4c: d cannot be read: it is a folder, not a file\n")
	b.want("fmt -w /dev/null", 1, "", "up4c: write /dev/null: not a regular file\n")

	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	b.want("fmt -w pipe", 1, "", "up4c: write pipe: not a regular file\n")

	if os.Geteuid() != 0 { // who may write anything
		if err := os.Chmod("a.p4", 0o400); err != nil {
			t.Fatal(err)
		}
		b.want("fmt -w a.p4", 1, "", "up4c: write a.p4: permission denied\n")
	}
}

func TestFmtStandardInput(t *testing.T) {
	b := newBench(t, nil)
	b.in = untidy
	b.want("fmt", 0, tidy, "")
	b.want("fmt -", 0, tidy, "")
	b.want("fmt --check -", 1, "<stdin>\n", "")
	if code, _, stderr := b.run("fmt -w - a.p4"); code != 2 || !strings.Contains(stderr, "--write needs files") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}
