package clustertest_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// root is the folder of the module, scratch one for what tests share.
var root, scratch string

func TestMain(m *testing.M) {
	// Debian keeps daemons where only root looks.
	os.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin")
	var err error
	if root, err = filepath.Abs("../.."); err == nil {
		scratch, err = os.MkdirTemp("", "clustertest")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// requirePrograms skips a test that takes long where not all are wanted, and one whose programs
// are missing, or fails it where all are demanded.
func requirePrograms(t *testing.T, programs ...string) {
	t.Helper()
	how := os.Getenv("CLUSTER_TESTS")
	if how != "demand" && how != "try" {
		t.Skip("takes long: make test-cluster, or CLUSTER_TESTS=demand, runs it")
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		lacks := t.Skipf
		if how == "demand" {
			lacks = t.Fatalf
		}
		lacks("no %s on the PATH (Debian: make test-cluster as root installs it)", program)
	}
}

// settle is the folder of the program, built once for all tests.
var settle = sync.OnceValues(func() (string, error) {
	// Containers and folders without .git build without the commit, so the single run has none either.
	build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(scratch, "bin")+"/", "./cmd/settle")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return filepath.Join(scratch, "bin"), nil
})

// recipe is the files of a recipe in a folder where the program is on the PATH.
type recipe struct {
	t      *testing.T
	folder string
	env    []string
}

// newRecipe copies files of docs/examples/cluster into an empty folder.
func newRecipe(t *testing.T, files ...string) *recipe {
	t.Helper()
	bin, err := settle()
	if err != nil {
		t.Fatal(err)
	}
	r := &recipe{t: t, folder: t.TempDir()}
	for _, variable := range os.Environ() {
		if !isScheduled(variable) {
			r.env = append(r.env, variable)
		}
	}
	r.env = append(r.env, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, "docs/examples/cluster", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(r.path(filepath.Base(file)), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// isScheduled tells a variable that a scheduler or make gave to these tests themselves.
func isScheduled(variable string) bool {
	for _, prefix := range []string{"SLURM_", "SBATCH_", "CI_NODE_", "JOB_COMPLETION_INDEX=", "MAKE", "MFLAGS="} {
		if strings.HasPrefix(variable, prefix) {
			return true
		}
	}
	return false
}

func (r *recipe) path(name string) string { return filepath.Join(r.folder, name) }

// try runs a command in the folder: what it prints on standard output, and its error
// with the rest.
func (r *recipe) try(name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Dir, command.Env = r.folder, r.env
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil {
		return out.String(), fmt.Errorf("%s: %w\n%s%s", command, err, &out, &errs)
	}
	return out.String(), nil
}

// run is try of what must not fail. A name without a slash is found in the PATH of the
// recipe.
func (r *recipe) run(name string, args ...string) string {
	r.t.Helper()
	out, err := r.try("env", append([]string{name}, args...)...)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

func (r *recipe) read(name string) string {
	r.t.Helper()
	text, err := os.ReadFile(r.path(name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// files are the names that match a pattern.
func (r *recipe) files(pattern string) []string {
	r.t.Helper()
	names, err := filepath.Glob(r.path(pattern))
	if err != nil {
		r.t.Fatal(err)
	}
	return names
}

// checkSame holds what a recipe found to what the run on one machine prints.
func checkSame(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	t.Errorf("%s is not that of the single run: from byte %d on %.80q, want %.80q", what, at, got[at:], want[at:])
}

// study is what all recipes but Slurm's compute, as one run.
var study = []string{"converge", "stand-in:hmmt25", "--metrics", "bayes", "--replicates", "200000"}

// singleReport is its report as JSON.
var singleReport = sync.OnceValues(func() (string, error) {
	bin, err := settle()
	if err != nil {
		return "", err
	}
	out, err := exec.Command(filepath.Join(bin, "settle"), append(study, "--quiet", "--format", "json")...).Output()
	return string(out), err
})

// sameAsSingle checks the report that a recipe left.
func (r *recipe) sameAsSingle(report string) {
	r.t.Helper()
	want, err := singleReport()
	if err != nil {
		r.t.Fatal(err)
	}
	checkSame(r.t, "the report", report, want)
}

// eventually waits until something is so, at most for a while; what says what was waited
// for in vain.
func eventually(t *testing.T, atMost time.Duration, what func() string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(atMost); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", atMost, what())
		}
	}
}
