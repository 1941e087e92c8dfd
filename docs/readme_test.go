package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fenced returns the contents of the README's code blocks in a language.
func fenced(t *testing.T, language string) []string {
	t.Helper()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, match := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatch(readme, -1) {
		blocks = append(blocks, string(match[1]))
	}
	if len(blocks) == 0 {
		t.Fatalf("the README has no %s block", language)
	}
	return blocks
}

// What the README shows of a command is what the command prints.
func TestCommandsOfReadme(t *testing.T) {
	for _, block := range fenced(t, "console") {
		first, want, _ := strings.Cut(block, "\n")
		line, ok := strings.CutPrefix(first, "$ ")
		if !ok {
			t.Errorf("a console block begins with %q and not with a command", first)
			continue
		}
		words := strings.Fields(line)
		command := exec.Command(words[0], words[1:]...)
		command.Dir = ".."
		var stderr bytes.Buffer
		command.Stderr = &stderr
		got, err := command.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", line, err, stderr.String())
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s prints something else (- README, + command):\n%s", line, diff)
		}
	}
}

// The Go code of the README is that of the examples, which are compiled and
// run.
func TestCodeOfReadme(t *testing.T) {
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range fenced(t, "go") {
		indented := "\t" + strings.ReplaceAll(strings.TrimSpace(block), "\n", "\n\t")
		if !strings.Contains(string(examples), indented) {
			t.Errorf("no example holds this code of the README:\n%s", block)
		}
	}
}
