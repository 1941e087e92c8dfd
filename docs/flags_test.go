package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFlags checks that flags.md and metrics.md show what the program prints; -update
// writes both.
func TestFlags(t *testing.T) {
	var flags strings.Builder
	flags.WriteString("# Flags\n\nThe help of the program and of every command, as `settle COMMAND --help all` prints it. " +
		"The first section has the flags that commands share. For each command, a line says which of these it takes. " +
		"The [reference](reference.md) explains shared flags and exit codes, and the [guide](guide.md) the commands.\n" +
		"\n## settle\n\n```text\n" + printed(t, "--help") + "```\n")
	for _, words := range commandsBelow(t) {
		help, shared := withoutShared(printed(t, append(words, "--help", "all")...))
		flags.WriteString("\n## settle " + strings.Join(words, " ") + "\n\n```text\n" + help + "```\n")
		flags.WriteString("\nShared flags: `" + strings.Join(shared, "`, `") + "`.\n")
	}
	metrics := "# Metrics\n\nAll metrics and ranking methods, as `settle metrics --format md` prints them. " +
		"The [guide](guide.md#metrics) says what each scores, and [rankings.md](rankings.md) what ranking methods do.\n\n" +
		strings.Replace(printed(t, "metrics", "--format", "md", "--no-provenance"), "### Metrics", "## The list", 1)
	for page, want := range map[string]string{"flags.md": flags.String(), "metrics.md": metrics} {
		if *update {
			if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(got), want); diff != "" {
			t.Errorf("%s shows something else (- page, + program); go test ./docs -run Flags -update writes it:\n%s", page, diff)
		}
	}
}

// commandsBelow returns the words of all commands below the given one, each before its own.
func commandsBelow(t *testing.T, words ...string) [][]string {
	t.Helper()
	var all [][]string
	_, list, _ := strings.Cut(printed(t, append(words, "--help")...), "\nCommands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, match := range regexp.MustCompile(`(?m)^  ([a-z]+(?: [a-z]+)*) {2,}`).FindAllStringSubmatch(list, -1) {
		command := strings.Fields(match[1])
		all = append(append(all, command), commandsBelow(t, command...)...)
	}
	return all
}

// withoutShared cuts the flags of every command out of a help, and returns their names.
func withoutShared(help string) (rest string, shared []string) {
	before, after, _ := strings.Cut(help, "\nFlags of every command:\n")
	list, after, _ := strings.Cut(after, "\n\n")
	for _, match := range regexp.MustCompile(`(?m)^ .*?(--[a-z-]+)`).FindAllStringSubmatch(list, -1) {
		if strings.HasPrefix(strings.TrimSpace(match[0]), "-") {
			shared = append(shared, match[1])
		}
	}
	if after != "" {
		after = "\n" + after
	}
	return before + after, shared
}

// printed returns what settle prints.
func printed(t *testing.T, words ...string) string {
	t.Helper()
	out, err := exec.Command(filepath.Join(program(t), "settle"), words...).Output()
	if err != nil {
		t.Fatalf("settle %s: %v", strings.Join(words, " "), err)
	}
	return string(out)
}
