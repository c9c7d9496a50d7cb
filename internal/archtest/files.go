package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// vague is names that say nothing of what a package is about.
var vague = []string{"util", "utils", "common", "helper", "helpers", "misc"}

// CheckFiles is every file that breaks a rule of files, one a line.
func CheckFiles(files []File) []string {
	unsafeDirs := map[string]bool{} // packages with an unsafe file, whose tests may be so too
	for _, f := range files {
		if strings.HasSuffix(f.Path, "_unsafe.go") {
			unsafeDirs[f.Dir()] = true
		}
	}
	var bad []string
	for _, f := range files {
		for _, i := range f.Imports {
			switch {
			case i == "C":
				bad = append(bad, fmt.Sprintf("%s: imports \"C\": up4 is built without cgo", f.Path))
			case i == "unsafe" && !strings.HasSuffix(f.Path, "_unsafe.go") && !(f.Test() && unsafeDirs[f.Dir()]):
				bad = append(bad, fmt.Sprintf("%s: imports unsafe, which only files named *_unsafe.go and tests beside them may", f.Path))
			case strings.HasPrefix(i, module+"cmd/"):
				bad = append(bad, fmt.Sprintf("%s: imports the command %s", f.Path, i))
			}
		}
		for _, name := range []string{strings.TrimSuffix(f.Package, "_test"), path.Base(f.Dir())} {
			if slices.Contains(vague, name) {
				bad = append(bad, fmt.Sprintf("%s: package %s: name it after what it is about", f.Path, name))
				break
			}
		}
	}
	return bad
}
