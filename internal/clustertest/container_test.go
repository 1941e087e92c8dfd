package clustertest_test

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// images is where buildah keeps what one test builds.
type images struct {
	*recipe
	store []string
}

func (i images) buildah(args ...string) string {
	i.t.Helper()
	return strings.TrimSpace(i.run("buildah", append(i.store, args...)...))
}

// The Containerfile is built by buildah. No registry of images is asked: golang is a shell,
// by the name that the file has for it, with this machine's Go and modules in their places.
func TestContainerfile(t *testing.T) {
	requirePrograms(t, "buildah", "busybox", "go")
	if os.Getuid() != 0 {
		t.Skip("buildah builds for root alone here")
	}
	// Inside, modules come from this machine's, and go downloads all that go.mod names.
	download := exec.Command("go", "mod", "download")
	download.Dir = root
	if out, err := download.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r := newRecipe(t)
	i := images{r, []string{"--storage-driver=vfs", "--root=" + r.path("images"), "--runroot=" + r.path("run")}}
	i.golang()
	build := []string{"bud", "--isolation=chroot", "--pull-never", "--file=" + root + "/Containerfile", "--tag=settle"}
	for name, place := range map[string]string{"GOROOT": "/usr/local/go:ro", "GOMODCACHE": "/go/pkg/mod", "GOCACHE": "/root/.cache/go-build"} {
		build = append(build, "--volume="+goEnv(t, name)+":"+place)
	}
	i.buildah(append(build, root)...)

	user := i.buildah("inspect", "--type=image", "--format={{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.WorkingDir}}", "settle")
	if want := "65532:65532 [/usr/bin/settle] /work"; user != want {
		t.Errorf("user, entry point and folder of the image are %s, want %s", user, want)
	}
	container := i.buildah("from", "--pull-never", "settle")
	i.isStatic(filepath.Join(i.buildah("mount", container), "usr/bin/settle"))

	work := r.path("work")
	if err := os.Mkdir(work, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(work, 65532, 65532); err != nil {
		t.Fatal(err)
	}
	inside := func(args ...string) string {
		return i.buildah(append([]string{"run", "--isolation=chroot", "--volume=" + work + ":/work", container, "--", "/usr/bin/settle"}, args...)...)
	}
	for _, shard := range []string{"1/2", "2/2"} {
		inside(append(study, "--quiet", "--shard", shard, "--part", "parts/")...)
	}
	r.sameAsSingle(inside("merge", "parts/", "--format", "json") + "\n")
	t.Log("built by buildah, two shards and the merge run in it as user 65532: the report is that of the single run")
}

// golang makes the image that the Containerfile begins with.
func (i images) golang() {
	i.t.Helper()
	busybox, err := exec.LookPath("busybox")
	if err != nil {
		i.t.Fatal(err)
	}
	container := i.buildah("from", "scratch")
	i.buildah("copy", container, busybox, "/bin/busybox")
	i.buildah("copy", container, busybox, "/bin/sh")
	i.buildah("run", "--isolation=chroot", container, "--", "/bin/busybox", "mkdir", "-p", "/tmp")
	i.buildah("config", "--env=PATH=/usr/local/go/bin:/bin", "--env=GOPATH=/go", "--env=GOTOOLCHAIN=local", "--env=HOME=/root",
		"--env=GOPROXY=file:///go/pkg/mod/cache/download", "--env=GOSUMDB=off", container)
	i.buildah("commit", container, "docker.io/library/golang:1.26")
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// isStatic checks that a program needs nothing to be loaded.
func (i images) isStatic(path string) {
	i.t.Helper()
	program, err := elf.Open(path)
	if err != nil {
		i.t.Fatal(err)
	}
	defer program.Close()
	for _, part := range program.Progs {
		if part.Type == elf.PT_INTERP || part.Type == elf.PT_DYNAMIC {
			i.t.Errorf("the program of the image needs a loader: %v", part.Type)
		}
	}
}
