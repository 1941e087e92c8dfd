package vectors

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The loops in the module are those that the programs here write.
func TestLoopsAreGenerated(t *testing.T) {
	for _, of := range []struct{ program, loops, stubs string }{
		{"lanes", "../lanes/loops_amd64.s", "../lanes/stubs_amd64.go"},
		{"dice", "../../replicate/diceavx2_amd64.s", "../../replicate/diceavx2_amd64.go"},
	} {
		dir := t.TempDir()
		loops, stubs := filepath.Join(dir, "loops.s"), filepath.Join(dir, "stubs.go")
		name := filepath.Base(filepath.Dir(of.loops))
		out, err := exec.Command("go", "run", "./"+of.program, "-pkg", name, "-out", loops, "-stubs", stubs).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for written, kept := range map[string]string{loops: of.loops, stubs: of.stubs} {
			if !bytes.Equal(body(t, written), body(t, kept)) {
				t.Errorf("%s is not what ./%s writes: run go generate ./internal/lanes ./replicate", kept, of.program)
			}
		}
	}
}

// body returns a file without its first line, which holds a command.
func body(t *testing.T, name string) []byte {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := bytes.Cut(data, []byte("\n"))
	return after
}
