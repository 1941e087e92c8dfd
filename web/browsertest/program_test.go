package browsertest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// root is the folder of the module.
const root = "../.."

// built is the program, built when it is first needed.
var built = sync.OnceValues(func() (string, error) {
	folder := filepath.Join(scratch, "bin")
	command := exec.Command("go", "build", "-o", folder+string(filepath.Separator), "./cmd/settle")
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		return "", errors.New(string(out))
	}
	return folder, nil
})

// settle is what the program prints of a line of a shell, run in a folder.
func settle(t testing.TB, folder, line string) []byte {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	shell := exec.Command("sh", "-c", line)
	shell.Dir = folder
	shell.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	var stderr bytes.Buffer
	shell.Stderr = &stderr
	out, err := shell.Output()
	if err != nil && shell.ProcessState.ExitCode() != 4 { // next has more to run
		t.Fatalf("%s: %v\n%s", line, err, stderr.String())
	}
	return out
}

// document returns a document as JSON, without where it comes from and what it says in
// words: a page says that itself.
func document(t testing.TB, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %.80q", err, text)
	}
	if fields, ok := v.(map[string]any); ok {
		for _, name := range []string{"document", "provenance", "sentence", "remarks"} {
			delete(fields, name)
		}
	}
	return v
}

// write writes a file of a folder and is its path.
func write(t testing.TB, folder, name, content string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// shared is a file or a folder of the data that are not part of the project; without it
// the test is skipped.
func shared(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("SHARED")
	if folder == "" {
		folder = filepath.Join(root, "..", "shared", "data")
	}
	path, err := filepath.Abs(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the further data are not there: %v", err)
	}
	return path
}

// copied is the name of a file or a folder that is copied to a folder, as a word of a
// shell: commands name their inputs without the way to them.
func copied(t testing.TB, folder, from string) string {
	t.Helper()
	name := filepath.Base(from)
	to := filepath.Join(folder, name)
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err == nil {
		var content []byte
		if content, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, content, 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return quote(name)
}

// quote makes one word of a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// fileURL is the address of a file.
func fileURL(path string) string { return "file://" + filepath.ToSlash(path) }
