package clustertest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// podOf is what a manifest of a Job says of its pods.
type podOf struct {
	Kind string
	Spec struct {
		Completions int
		Template    struct {
			Spec struct {
				Containers []struct{ Args []string }
			}
		}
	}
}

// jobOf reads the Job of a manifest.
func jobOf(t *testing.T, name string) podOf {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs/examples/cluster/kubernetes", name))
	if err != nil {
		t.Fatal(err)
	}
	for documents := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var one podOf
		if err := documents.Decode(&one); errors.Is(err, io.EOF) {
			t.Fatalf("%s has no Job", name)
		} else if err != nil {
			t.Fatal(err)
		}
		if one.Kind == "Job" {
			return one
		}
	}
}

// The arguments of the manifests, each run with the index that Kubernetes would give it;
// no cluster has seen them. The indices count from 0.
func TestKubernetesByHand(t *testing.T) {
	requirePrograms(t)
	r := newRecipe(t)
	shards := jobOf(t, "job.yaml")
	for index := range shards.Spec.Completions {
		args := shards.Spec.Template.Spec.Containers[0].Args
		r.run(fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index), append([]string{"settle"}, args...)...)
	}
	merge := jobOf(t, "merge.yaml")
	r.sameAsSingle(r.run("settle", merge.Spec.Template.Spec.Containers[0].Args...))
	t.Logf("%d indices and the merge, without Kubernetes: its log is that of the single run", shards.Spec.Completions)
}

// submit.sh with a kubectl that only says how Jobs ended: it merges after shards that
// completed, and ends with those that failed. The conditions are those of Kubernetes'
// batch/v1, where FailureTarget and SuccessCriteriaMet come before Failed and Complete.
func TestKubernetesIsWaitedFor(t *testing.T) {
	requirePrograms(t)
	script, err := filepath.Abs(filepath.Join(root, "docs/examples/cluster/kubernetes/submit.sh"))
	if err != nil {
		t.Fatal(err)
	}
	const kubectl = `#!/bin/sh
echo "$1 $2 $3" >>log
case $1 in
get) echo "$CONDITIONS" ;;
logs) echo merged ;;
esac
`
	for conditions, want := range map[string]struct{ result, asked string }{
		"SuccessCriteriaMet Complete": {"merged\n", "apply -f job.yaml\nget job/settle-shards -o\napply -f merge.yaml\nget job/settle-merge -o\nlogs job/settle-merge \n"},
		"FailureTarget Failed":        {"", "apply -f job.yaml\nget job/settle-shards -o\n"},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "kubectl"), []byte(kubectl), 0o777); err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), "sh", script)
		c.Dir, c.Env = folder, append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "CONDITIONS="+conditions)
		out, err := c.CombinedOutput()
		if complete := want.result != ""; (err == nil) != complete {
			t.Errorf("%s: %v\n%s", conditions, err, out)
		}
		result, _ := os.ReadFile(filepath.Join(folder, "result.json"))
		asked, _ := os.ReadFile(filepath.Join(folder, "log"))
		if string(result) != want.result || string(asked) != want.asked {
			t.Errorf("%s: result %q, asked for %q", conditions, result, asked)
		}
	}
}

// step is one of a job of a workflow: a script, or an action with what it is given.
type step struct {
	Run, Uses string
	With      map[string]string
}

// workflow is the jobs of a workflow.
type workflow struct {
	Jobs map[string]struct {
		Strategy struct {
			Matrix struct{ Shard []int }
		}
		Steps []step
	}
}

// The scripts of the workflow, run one job after the other in folders of their own, with
// copies in place of the actions that check out and carry artifacts; GitHub has not seen it.
func TestWorkflowByHand(t *testing.T) {
	requirePrograms(t)
	text, err := os.ReadFile(filepath.Join(root, "docs/examples/cluster/github/settle.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	artifacts := t.TempDir()
	shards := w.Jobs["shard"].Strategy.Matrix.Shard
	t.Setenv("GOFLAGS", "-buildvcs=false") // as the single run was built
	perform(t, artifacts, w.Jobs["build"].Steps, nil)
	for _, shard := range shards {
		perform(t, artifacts, w.Jobs["shard"].Steps, map[string]string{
			"matrix.shard": fmt.Sprint(shard), "strategy.job-total": fmt.Sprint(len(shards)),
		})
	}
	last := perform(t, artifacts, w.Jobs["merge"].Steps, nil)
	last.sameAsSingle(last.read("result.json"))
	t.Logf("%d jobs of the matrix and the merge, without GitHub: result.json is that of the single run", len(shards))
}

var expression = regexp.MustCompile(`\$\{\{ ([a-z.-]+) \}\}`)

// perform runs the steps of one job on a machine of its own: an empty folder, which it is.
func perform(t *testing.T, artifacts string, steps []step, contexts map[string]string) *recipe {
	t.Helper()
	r := newRecipe(t)
	r.env = append(r.env, "GITHUB_WORKSPACE="+r.folder)
	fill := func(text string) string {
		return expression.ReplaceAllStringFunc(text, func(found string) string {
			value, ok := contexts[expression.FindStringSubmatch(found)[1]]
			if !ok {
				t.Fatalf("nothing is known of %s", found)
			}
			return value
		})
	}
	for _, one := range steps {
		action, _, _ := strings.Cut(one.Uses, "@")
		switch action {
		case "":
			r.run("bash", "-e", "-c", fill(one.Run))
		case "actions/checkout":
			if err := os.Symlink(root, r.path(one.With["path"])); err != nil {
				t.Fatal(err)
			}
		case "actions/setup-go":
		case "actions/upload-artifact":
			r.upload(fill(one.With["path"]), filepath.Join(artifacts, fill(one.With["name"])))
		case "actions/download-artifact":
			r.run("mkdir", "-p", one.With["path"])
			found, err := filepath.Glob(filepath.Join(artifacts, one.With["name"]+one.With["pattern"], "*"))
			if err != nil || len(found) == 0 {
				t.Fatalf("no artifacts for %v: %v", one.With, err)
			}
			r.run("cp", append(found, one.With["path"])...)
			r.run("chmod", "-R", "a-x,u+X", one.With["path"]) // they lose that files may be executed
		default:
			t.Fatalf("nothing is known of %s", one.Uses)
		}
	}
	return r
}

// upload copies a file, or what is in a folder, into an artifact.
func (r *recipe) upload(from, artifact string) {
	r.t.Helper()
	if strings.HasSuffix(from, "/") {
		from += "."
	}
	r.run("mkdir", "-p", artifact)
	r.run("cp", "-r", from, artifact)
}
