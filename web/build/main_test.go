package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// loads finds what loads another script; the word and a method of that name without an argument do not.
var loads = regexp.MustCompile("(^|[^\"'`.\\w])(import\\s*[\"'`{*]|import\\s*\\(\\s*[^)\\s]|require\\()")

// The scripts are three, with all that they import within: nothing is loaded at run time.
func TestBundle(t *testing.T) {
	t.Chdir("../..")
	files, err := bundle("settle-0123456789ab.wasm.gz", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app.js", "worker.js", "sw.js"} {
		script := string(files[name])
		if len(script) < 500 {
			t.Errorf("%s has %d bytes", name, len(script))
		}
		if found := loads.FindString(script); found != "" {
			t.Errorf("%s has %q", name, found)
		}
	}
	if len(files) != 3 {
		t.Errorf("%d files", len(files))
	}
}

// Scripts alone are renewed beside the program that is there, which stays as it is.
func TestRenew(t *testing.T) {
	t.Chdir("../..")
	folder := t.TempDir()
	program := filepath.Join(folder, "settle-0123456789ab.wasm.gz")
	if err := os.WriteFile(program, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := renew(folder, "https://settle.example/app"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"settle-0123456789ab.wasm.gz": "as it was", "index.html": `content="https://settle.example/app/story.png"`, "sw.js": `"settle-0123456789ab.wasm.gz"`, "story.svg": "bayes", "icon.svg": "<svg", "story.png": "PNG", "app.js": "settle-0123456789ab.wasm.gz", "worker.js": "wasi", "app.css": ".field", "page.css": ".lead", "page.js": "function enhanceFigure(",
		"licences.txt": "Copyright",
	} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s lacks %q: %v", name, want, err)
		}
	}
}
