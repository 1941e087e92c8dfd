package docs_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pages lists all pages of the project: their blocks are run, and their links followed.
var pages = func() []string {
	here, err := filepath.Glob("*.md")
	tasks, taskErr := filepath.Glob("how-to/*.md")
	if err != nil || taskErr != nil || len(here) < 10 || len(tasks) < 10 {
		panic(fmt.Sprint("pages: ", here, tasks, err, taskErr))
	}
	return slices.Concat([]string{"../README.md"}, here, tasks)
}()

// fence finds the code blocks of a page: language, name of a file and content.
var fence = regexp.MustCompile("(?ms)^```([a-z]+)(?: ([^\n]+))?\n(.*?)^```$")

// commandsIn returns the lines after the prompts of a console block, each with
// what it prints. Nothing may stand before the first.
func commandsIn(block string) (commands [][2]string, ok bool) {
	parts := strings.Split("\n"+block, "\n$ ")
	for at, part := range parts[1:] {
		line, prints, _ := strings.Cut(part, "\n")
		if at+2 < len(parts) && prints != "" {
			prints += "\n" // which the next prompt took
		}
		commands = append(commands, [2]string{line, prints})
	}
	return commands, parts[0] == "" && len(commands) > 0
}

// downloading is what go says of modules that are not at hand yet.
var downloading = regexp.MustCompile(`(?m)^go: downloading .*\n`)

// What a page shows of a command is what the command prints; with -update, that
// is written. The commands of a page run one after the other in a folder of its
// own, which holds the examples of the module and every block that the page
// names as a file. In place of "go run ./cmd/NAME" runs the command built once;
// one that fails has "exit status 1" after its error, as go run prints it.
func TestCommandsOfPages(t *testing.T) {
	bin := program(t)
	env := append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"),
		"GONOSUMDB=*") // what a module outside needs was checked when it was fetched for this one
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			if page == "extending.md" && testing.Short() {
				t.Skip("programs in Go and Python are compiled and run")
			}
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			for name, target := range map[string]string{"settle": root, "examples": filepath.Join(root, "docs", "examples")} {
				if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
					t.Fatal(err)
				}
			}
			run := func(line string) string {
				shell := exec.Command("sh", "-c", line)
				shell.Dir, shell.Env = folder, env
				out, err := shell.CombinedOutput()
				if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
					t.Fatalf("%s: %v", line, err)
				}
				return downloading.ReplaceAllString(string(out), "")
			}
			fresh := fence.ReplaceAllStringFunc(string(text), func(block string) string {
				match := fence.FindStringSubmatch(block)
				language, name, content := match[1], match[2], match[3]
				if name != "" {
					path := filepath.Join(folder, name)
					if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(content), 0o666)); err != nil {
						t.Fatal(err)
					}
				}
				if language != "console" {
					return block
				}
				if _, err := exec.LookPath("python3"); err != nil && strings.Contains(content, ".py") {
					t.Log("no python3: not run:", content)
					return block
				}
				commands, ok := commandsIn(content)
				if !ok {
					t.Errorf("a console block does not begin with a command:\n%s", content)
					return block
				}
				printed := "```console\n"
				for _, command := range commands {
					got := run(command[0])
					if diff := cmp.Diff(command[1], got); diff != "" && !*update {
						t.Errorf("%s prints something else (- page, + command):\n%s", command[0], diff)
					}
					printed += "$ " + command[0] + "\n" + got
				}
				return printed + "```"
			})
			if *update && fresh != string(text) {
				if err := os.WriteFile(page, []byte(fresh), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Every link of a page leads to a file or a heading that is there.
func TestLinksOfPages(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		prose := fence.ReplaceAllString(string(text), "")
		for _, match := range link.FindAllStringSubmatch(prose, -1) {
			target := page
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(page), match[1])
			}
			aim, err := os.ReadFile(target)
			if info, statErr := os.Stat(target); err != nil && (statErr != nil || !info.IsDir()) {
				t.Errorf("%s: the link %s leads nowhere", page, match[0])
			}
			if match[2] != "" && !anchors(string(aim))[match[2]] {
				t.Errorf("%s: the link %s leads to no heading", page, match[0])
			}
		}
	}
}

// anchors are the names by which the headings of a page are linked to.
func anchors(page string) map[string]bool {
	names := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(match[1]), "")
		names[strings.ReplaceAll(name, " ", "-")] = true
	}
	return names
}

// The Go code of the pages is that of the examples, which are compiled and run.
func TestCodeOfPages(t *testing.T) {
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range fence.FindAllStringSubmatch(string(text), -1) {
			if match[1] != "go" || match[2] != "" { // a file is run by TestCommandsOfPages
				continue
			}
			found++
			indented := "\t" + strings.ReplaceAll(strings.TrimSpace(match[3]), "\n", "\n\t")
			if !strings.Contains(string(examples), strings.ReplaceAll(indented, "\n\t\n", "\n\n")) {
				t.Errorf("%s: no example holds this code:\n%s", page, match[3])
			}
		}
	}
	if found == 0 {
		t.Error("no page has Go code")
	}
}
