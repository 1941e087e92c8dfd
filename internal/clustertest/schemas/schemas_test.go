// Package schemas holds the manifests of examples/cluster to those who read them: to the
// types of Kubernetes, and to actionlint. It is a module of its own, so that nobody else
// fetches these.
package schemas

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
)

const examples = "../../../docs/examples/cluster"

// decode reads every document of a manifest as an API server does that validates fields
// strictly: one that is unknown or doubled, or a value of another type, is an error.
func decode(manifest []byte) (found []runtime.Object, err error) {
	scheme := runtime.NewScheme()
	if err := errors.Join(batchv1.AddToScheme(scheme), corev1.AddToScheme(scheme)); err != nil {
		return nil, err
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	for documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(manifest))); ; {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		object, _, err := decoder.Decode(document, nil, nil)
		if err != nil {
			return nil, err
		}
		found = append(found, object)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examples, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// objects are those of a manifest, by their kinds.
func objects(t *testing.T, name string) map[string]runtime.Object {
	t.Helper()
	list, err := decode(read(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	kinds := map[string]runtime.Object{}
	for _, object := range list {
		kinds[object.GetObjectKind().GroupVersionKind().Kind] = object
	}
	return kinds
}

// The rules between fields are those of the reference of the Job API: an index for each pod
// and limits by index need completionMode Indexed and a number of completions, and a policy
// on failures needs pods that are never restarted in place.
func TestJob(t *testing.T) {
	found := objects(t, "kubernetes/job.yaml")
	claim, job := found["PersistentVolumeClaim"].(*corev1.PersistentVolumeClaim), found["Job"].(*batchv1.Job)
	spec := job.Spec
	if *spec.CompletionMode != batchv1.IndexedCompletion || spec.Completions == nil || spec.BackoffLimitPerIndex == nil {
		t.Errorf("no job with an index for each pod: %+v", spec)
	}
	pod := spec.Template.Spec
	if pod.RestartPolicy != corev1.RestartPolicyNever {
		t.Errorf("pods restart by %s", pod.RestartPolicy)
	}
	if want := fmt.Sprintf("--shard=env/%d", *spec.Completions); !slices.Contains(pod.Containers[0].Args, want) {
		t.Errorf("%d completions, and no argument %s in %q", *spec.Completions, want, pod.Containers[0].Args)
	}
	checkPod(t, pod, claim.Name)
}

func TestMerge(t *testing.T) {
	shards := objects(t, "kubernetes/job.yaml")
	merge := objects(t, "kubernetes/merge.yaml")["Job"].(*batchv1.Job)
	pod := merge.Spec.Template.Spec
	checkPod(t, pod, shards["PersistentVolumeClaim"].(*corev1.PersistentVolumeClaim).Name)
	if image := shards["Job"].(*batchv1.Job).Spec.Template.Spec.Containers[0].Image; pod.Containers[0].Image != image {
		t.Errorf("the merge is of image %s, the shards are of %s", pod.Containers[0].Image, image)
	}
}

// checkPod checks that a pod works in the claim's folder as the user of the Containerfile.
func checkPod(t *testing.T, pod corev1.PodSpec, claim string) {
	t.Helper()
	container := pod.Containers[0]
	if pod.Volumes[0].PersistentVolumeClaim.ClaimName != claim || pod.Volumes[0].Name != container.VolumeMounts[0].Name ||
		container.VolumeMounts[0].MountPath != container.WorkingDir {
		t.Errorf("the pod does not work in the folder of claim %q", claim)
	}
	file, err := os.ReadFile("../../../Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	user := fmt.Sprintf("\nUSER %d:%d\n", *pod.SecurityContext.RunAsUser, *pod.SecurityContext.FSGroup)
	if !strings.Contains(string(file), user) {
		t.Errorf("the Containerfile has no%s", user)
	}
}

// What holds the manifests finds what is wrong with them.
func TestDecodeIsStrict(t *testing.T) {
	good := string(read(t, "kubernetes/job.yaml"))
	for _, wrong := range [][2]string{
		{"completions: 8", "completion: 8"},
		{"completions: 8", "completions: eight"},
		{"completions: 8", "completions: 8\n  completions: 8"},
		{"kind: Job", "kind: Jobs"},
	} {
		if _, err := decode([]byte(strings.Replace(good, wrong[0], wrong[1], 1))); err == nil {
			t.Errorf("with %q in place of %q it is decoded", wrong[1], wrong[0])
		}
	}
}

func lint(t *testing.T, workflow []byte) []*actionlint.Error {
	t.Helper()
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := linter.Lint("settle.yml", workflow, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWorkflow(t *testing.T) {
	workflow := read(t, "github/settle.yml")
	for _, found := range lint(t, workflow) {
		t.Error(found)
	}
	if wrong := strings.Replace(string(workflow), "matrix.shard }}", "matrix.shards }}", 1); len(lint(t, []byte(wrong))) == 0 {
		t.Error("a name that the matrix does not have passes")
	}
}
