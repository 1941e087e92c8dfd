package command

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// files writes what the shared lines read into the working folder.
func files(t *testing.T) {
	t.Helper()
	err := writeShared(".", func(args ...string) error {
		if code, _, errs := play(t, args...); code != 0 {
			return fmt.Errorf("%q: exit %d, %s", args, code, errs)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// eight finds a line's eight parts in a shuffled order, into a folder.
func eight(t *testing.T, words []string, folder string) {
	t.Helper()
	for _, i := range rand.Perm(8) {
		args := slices.Concat(words, []string{"--shard", fmt.Sprintf("%d/8", i+1), "--part", folder + "/"})
		if code, _, errs := play(t, args...); code != 0 || errs != "" {
			t.Fatalf("%q: exit %d, %s", args, code, errs)
		}
	}
}

// For more than twenty lines over all commands, eight shards in any order come to what a single run
// does, byte for byte: what is printed as JSON and as CSV, and all
// files, figures among them. With -short that is one line.
func TestEightShardsAreOneRun(t *testing.T) {
	lines := sharedLines
	if testing.Short() {
		lines = lines[3:4]
	}
	for _, line := range lines {
		t.Run(line.words, func(t *testing.T) {
			if why := line.lacks(); why != "" {
				t.Skip(why)
			}
			t.Chdir(t.TempDir())
			files(t)
			words := line.short()
			eight(t, words, "parts")
			for _, format := range line.formats() {
				same(t, format, words, []string{"merge", "parts"})
			}
		})
	}
}

// same compares what two command lines print and draw.
func same(t *testing.T, format string, one, other []string) {
	t.Helper()
	run := func(words []string) (answer string, drawn map[string][]byte) {
		more := []string{"--format", format, "--out", "out"}
		if !slices.Contains(words, "--figures") {
			more = append(more, "--figures", "svg")
		}
		code, printed, errs := play(t, slices.Concat(words, more)...)
		drawn = map[string][]byte{}
		_ = filepath.WalkDir("out", func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				drawn[path], err = os.ReadFile(path)
			}
			return err
		})
		if err := os.RemoveAll("out"); err != nil {
			t.Fatal(err)
		}
		if code != 0 || len(printed) < 50 || len(drawn) < 2 {
			t.Errorf("%q: exit %d, %d bytes and %d files", words, code, len(printed), len(drawn))
		}
		return fmt.Sprintf("exit %d\n%s%s", code, printed, errs), drawn
	}
	answer, drawn := run(one)
	otherAnswer, otherDrawn := run(other)
	if answer != otherAnswer {
		t.Errorf("as %s: %s, and merged:\n%s", format, answer, otherAnswer)
	}
	if len(drawn) != len(otherDrawn) {
		t.Errorf("as %s: %d and %d files", format, len(drawn), len(otherDrawn))
	}
	for name, content := range drawn {
		if !bytes.Equal(content, otherDrawn[name]) {
			t.Errorf("as %s: %s differs", format, name)
		}
	}
}
