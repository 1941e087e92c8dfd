package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The table of architecture.md is in the order of dependence: a package imports
// what stands above it, and every package stands in it that more than tests are made of.
func TestArchitectureIsInOrder(t *testing.T) {
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-f", "{{.ImportPath}} {{range .Imports}}{{.}} {{end}}", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		name, _ := strings.CutPrefix(words[0], "settle/")
		if len(words) > 1 && !strings.HasPrefix(name, "docs/examples/") {
			imports[name] = words[1:]
		}
	}
	quoted := regexp.MustCompile("`([a-z/0-9]+)`")
	above := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		cell, ok := strings.CutPrefix(line, "| `")
		if !ok {
			continue
		}
		cell, _, _ = strings.Cut(cell, " | ")
		for _, found := range quoted.FindAllStringSubmatch("`"+cell, -1) {
			match := found[1]
			for _, imported := range imports[match] {
				if name, ours := strings.CutPrefix(imported, "settle/"); ours && !above[name] {
					t.Errorf("%s uses %s, which does not stand above it", match, name)
				}
			}
			above[match] = true
		}
	}
	for name := range imports {
		if !above[name] {
			t.Errorf("the table of architecture.md does not name %s", name)
		}
	}
}

// Every file that architecture.md names with its folder exists.
func TestArchitectureNamesFiles(t *testing.T) {
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([a-z-]+(?:/[a-zA-Z0-9_.-]+)+\\.(?:csv|go|js|py|ts|yaml))`").FindAllSubmatch(page, -1)
	if len(named) < 30 {
		t.Errorf("%d files are named", len(named))
	}
	for _, match := range named {
		if _, err := os.Stat("../" + string(match[1])); err != nil {
			t.Error(err)
		}
	}
}
