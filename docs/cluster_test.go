package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What cluster.md shows as a file is a file of docs/examples/cluster, from its first line on or
// from one between; with -update, that is written. Every file there is on the page.
func TestFilesOfCluster(t *testing.T) {
	const page, folder = "cluster.md", "examples/cluster"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	fresh := fence.ReplaceAllStringFunc(string(text), func(block string) string {
		match := fence.FindStringSubmatch(block)
		if match[2] == "" {
			return block
		}
		content, err := os.ReadFile(filepath.Join(folder, match[2]))
		if err != nil {
			t.Fatal(err)
		}
		if match[3] != string(content) && !*update {
			t.Errorf("%s shows another %s than %s has", page, match[2], folder)
		}
		return "```" + match[1] + " " + match[2] + "\n" + string(content) + "```"
	})
	if *update && fresh != string(text) {
		if err := os.WriteFile(page, []byte(fresh), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := 0
	err = filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		name, _ := filepath.Rel(folder, path)
		if name = filepath.ToSlash(name); !strings.Contains(fresh, " "+name+"\n") && !strings.Contains(fresh, "](examples/cluster/"+name+")") {
			t.Errorf("%s neither shows %s nor links to it", page, name)
		}
		return nil
	})
	if err != nil || files < 10 {
		t.Errorf("%d files in %s: %v", files, folder, err)
	}
}
