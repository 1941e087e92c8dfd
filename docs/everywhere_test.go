package docs_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// everywhere are the packages up to report: what a page in a browser, or a
// program on a small machine, can use.
var everywhere = []string{
	"./results/...", "./metrics/...", "./ranking", "./kendall", "./rubric/...", "./replicate", "./sim", "./bootstrap",
	"./montecarlo", "./study/...", "./figures", "./internal/tables", "./report/...",
}

// goCommand runs the go command at the root of the module and returns the lines
// that it prints.
func goCommand(t *testing.T, env []string, args ...string) []string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir, command.Env = "..", append(os.Environ(), env...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s go %s: %v\n%s", strings.Join(env, " "), strings.Join(args, " "), err, out)
	}
	return strings.Fields(string(out))
}

// The packages compile for a browser and for 32 bits; vet also compiles their
// tests, and finds a constant that 32 bits do not hold. A standard library for each is
// built first, which takes minutes on a new machine.
func TestBuildsEverywhere(t *testing.T) {
	if os.Getenv("ARCH_TESTS") != "demand" {
		t.Skip("make test-arch asks for it, by ARCH_TESTS=demand")
	}
	for _, c := range []struct{ check, system, processor string }{
		{"build", "js", "wasm"},
		{"build", "linux", "386"},
		{"vet", "linux", "386"},
	} {
		t.Run(c.check+" "+c.system+"/"+c.processor, func(t *testing.T) {
			env := []string{"GOOS=" + c.system, "GOARCH=" + c.processor, "CGO_ENABLED=0"}
			goCommand(t, env, slices.Concat([]string{c.check}, everywhere)...)
		})
	}
}

// No package up to report knows a command, its flags or the signals of a system,
// not even through another one; and report, which makes bytes of what studies
// found, opens no file.
func TestStudiesKnowNoCommand(t *testing.T) {
	foreign := func(name string) bool {
		return strings.HasPrefix(name, "settle/cmd/") || strings.HasPrefix(name, "github.com/alecthomas/kong") ||
			name == "os/signal" || name == "flag"
	}
	for _, name := range goCommand(t, nil, slices.Concat([]string{"list", "-deps"}, everywhere)...) {
		if foreign(name) {
			t.Errorf("the packages up to report need %s", name)
		}
	}
	imports := goCommand(t, nil, "list", "-f", `{{join .Imports "\n"}}`, "./report")
	if !slices.Contains(imports, "settle/internal/tables") {
		t.Fatalf("report imports %v: is this the list?", imports)
	}
	for _, name := range imports {
		if name == "os" || strings.HasPrefix(name, "os/") {
			t.Errorf("report imports %s", name)
		}
	}
}
