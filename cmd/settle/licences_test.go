package main_test

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// LICENSES.md has a heading for each module that the program is linked with on the platforms of a
// release and in the app, for each package of npm, and for Go, and no other. Only go list and
// the list of packages are read: `make licences` writes the file, and needs more.
func TestLicences(t *testing.T) {
	page, err := os.ReadFile("../../LICENSES.md")
	if err != nil {
		t.Fatal(err)
	}
	headings, _, found := strings.Cut(string(page), "\n## Fonts\n") // which modules hold
	if !found {
		t.Error("LICENSES.md has no fonts")
	}
	var listed []string
	for _, match := range regexp.MustCompile(`(?m)^### (\S+ \S+)$`).FindAllStringSubmatch(headings, -1) {
		listed = append(listed, match[1])
	}
	want := map[string]bool{}
	for _, platform := range []string{"linux/amd64", "darwin/arm64", "windows/amd64", "wasip1/wasm"} {
		goos, goarch, _ := strings.Cut(platform, "/")
		// With -e the files of the app need not be there.
		list := exec.Command("go", "list", "-e", "-deps", "-tags", "web",
			"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			want[strings.TrimSpace(line)] = true
		}
	}
	packages, err := os.ReadFile("../../web/vendor/packages.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(packages)) {
		want[strings.TrimSpace(line)] = true
	}
	version, err := exec.Command("go", "list", "-m", "-f", "{{.GoVersion}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	want["Go "+strings.TrimSpace(string(version))] = true
	delete(want, "")
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), listed); diff != "" {
		t.Errorf("LICENSES.md is out of date (-wanted +listed): run make licences\n%s", diff)
	}
}
