package merge_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"settle/cmd/internal/command"
	"settle/internal/tests/nametest"
	"settle/montecarlo/shards"
)

// merged is how settle merge ends with parts of some names.
func merged(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = command.Settle(t.Context(), append([]string{"merge"}, args...), &out, &errs)
	return code, out.String(), errs.String()
}

// honest makes the two parts of a command line in the working folder, and returns the first.
func honest(t *testing.T, words ...string) (*shards.Part, []string) {
	t.Helper()
	files := []string{"1.settle-part", "2.settle-part"}
	for i, file := range files {
		var out, errs bytes.Buffer
		args := append(slices.Clone(words), "--shard", []string{"1/2", "2/2"}[i], "--part", file)
		if code := command.Settle(t.Context(), args, &out, &errs); code != 0 {
			t.Fatalf("%q: exit %d, %s", args, code, errs.String())
		}
	}
	return part(t, files[0]), files
}

func part(t *testing.T, file string) *shards.Part {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := shards.ReadPart(content)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// entries are all paths in the working folder.
func entries(t *testing.T) []string {
	t.Helper()
	here, err := filepath.Glob("*")
	below, err2 := filepath.Glob("*/*")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return append(here, below...)
}

// What a part asks for is run only if it leaves such parts behind: no part writes files by
// being merged, merges itself for ever, or names another command than its plan does.
func TestForgedPartsAreNotRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for words, planned := range map[string]string{
		"simulate write written.csv": "simulate write",
		"merge forged.settle-part":   "merge",
		"converge stand-in:hmmt25":   "bootstrap",
		"rank stand-in:hmmt25":       "",
	} {
		forged := &shards.Part{
			Command: strings.Fields(words), Plan: shards.Plan{{Name: "command", Value: planned}}, Shard: &shards.Shard{I: 1, N: 1},
		}
		if err := forged.Write("forged.settle-part"); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := merged(t, "forged.settle-part")
		if code != 1 || stdout != "" || !strings.Contains(stderr, "did not create them") {
			t.Errorf("%s: exit %d, %s%s", words, code, stdout, stderr)
		}
	}
	if _, err := os.Stat("written.csv"); err == nil {
		t.Error("a part wrote a file")
	}
}

// Honest parts to whose command a flag was added that no part's command holds, sealed anew,
// are refused in one line that names the flag, and nothing is written. What the user asks of
// merge is done all the same.
func TestForgedFlagsAreRefused(t *testing.T) {
	for _, c := range []struct {
		flag  string
		added []string
	}{
		{"--out", []string{"--out", "DIR"}},
		{"--out", []string{"--out=DIR"}},
		{"--max-memory", []string{"--max-memory", "1TB"}},
		{"--workers", []string{"--workers", "4096"}},
		{"--format", []string{"--format", "json"}},
		{"--title", []string{"--title", "forged"}},
		{"--part", []string{"--shard", "1/2", "--part", "DIR/"}},
		{"--checkpoint", []string{"--checkpoint", "DIR"}},
		{"help", []string{"--help"}},
	} {
		t.Run(strings.Join(c.added, " "), func(t *testing.T) {
			t.Chdir(t.TempDir())
			_, files := honest(t, "converge", "coins:4x6,trials=6", "--metrics", "bayes", "--replicates", "8")
			for _, file := range files {
				forged := part(t, file)
				forged.Command = append(forged.Command, c.added...)
				if err := forged.Write(file); err != nil {
					t.Fatal(err)
				}
			}
			before := entries(t)
			code, stdout, stderr := merged(t, files...)
			if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 ||
				!strings.Contains(stderr, c.flag) && !strings.Contains(stderr, "--shard") || !strings.Contains(stderr, "forged") {
				t.Errorf("exit %d, %s%s", code, stdout, stderr)
			}
			if after := entries(t); !slices.Equal(before, after) {
				t.Errorf("%v became %v", before, after)
			}
		})
	}
}

// Flags of commands that share out work, with which they share out none, are refused.
func TestForgedModesAreRefused(t *testing.T) {
	for _, added := range []string{"--cost"} {
		t.Chdir(t.TempDir())
		p, files := honest(t, "bakeoff", "coins:4x6", "--trials", "4", "--replicates", "4", "--metrics", "avg,bayes")
		p.Command = append(p.Command, strings.Fields(added)...)
		if err := p.Write(files[0]); err != nil {
			t.Fatal(err)
		}
		before := entries(t)
		code, stdout, stderr := merged(t, files...)
		flag, _, _ := strings.Cut(added, " ")
		if code != 1 || stdout != "" || !strings.Contains(stderr, "the command stored in the parts has the flag "+flag) {
			t.Errorf("%s: exit %d, %s%s", added, code, stdout, stderr)
		}
		if after := entries(t); !slices.Equal(before, after) {
			t.Errorf("%s: %v became %v", added, before, after)
		}
	}
}

// Sums of one shard under the header of another are refused, whether the results of single
// replicates stay with the header or come with the sums, and so are results of another
// program. The part is written anew, with a checksum that fits.
func TestSumsUnderAnotherHeaderAreRefused(t *testing.T) {
	for name, forge := range map[string]func(one, two *shards.Part){
		"the results stay": func(one, two *shards.Part) {
			own := one.Folds[0]
			one.Folds[0] = two.Folds[0] // with its sums
			one.Folds[0].Ranges, one.Folds[0].Samples = own.Ranges, own.Samples
		},
		"the results go with the sums": func(one, two *shards.Part) {
			own := one.Folds[0]
			one.Folds[0] = two.Folds[0]
			one.Folds[0].Ranges = own.Ranges
		},
		"another result": func(one, two *shards.Part) {
			one.Folds[0].Samples[1].SHA256 = two.Folds[0].Samples[0].SHA256
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			one, files := honest(t, "converge", "stand-in:hmmt25", "--metrics", "bayes,pass@2", "--replicates", "60")
			if code, _, stderr := merged(t, files...); code != 0 {
				t.Fatalf("honest parts: exit %d, %s", code, stderr)
			}
			forge(one, part(t, files[1]))
			if err := one.Write(files[0]); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := merged(t, files...)
			if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, files[0]+": ") || !strings.Contains(stderr, " hold") {
				t.Errorf("exit %d, %s%s", code, stdout, stderr)
			}
		})
	}
}

// Whatever a part says, no byte of it that a terminal obeys is printed: names that do harm as
// the version, the plan, the command, and the name of the file.
func TestHostileParts(t *testing.T) {
	t.Chdir(t.TempDir())
	honestPart, files := honest(t, "converge", "coins:4x6,trials=6", "--metrics", "bayes", "--replicates", "8")
	try := func(what, name string, args ...string) {
		t.Helper()
		code, stdout, stderr := merged(t, args...)
		bad := func(r rune) bool {
			return r == unicode.ReplacementChar || r != '\n' && !unicode.IsGraphic(r) && r != '\u200d' && r != '\u200c'
		}
		if strings.ContainsFunc(stderr, bad) || strings.Count(stderr, "\n") > 1 || len(stderr) > 1100 || code == 0 && strings.ContainsFunc(stdout, bad) {
			t.Errorf("%s %q: exit %d, %q", what, name, code, stderr)
		}
	}
	names := nametest.Readable()
	if testing.Short() {
		names = []string{"\x1b[31mred\x1b[0m", "a\u202egpj.exe\u202c"}
	}
	for _, name := range names {
		change := func(what string, files []string, change func(p *shards.Part)) {
			p := part(t, files[0])
			change(p)
			if err := p.Write("hostile.settle-part"); err != nil {
				t.Fatal(err)
			}
			try(what, name, append([]string{"hostile.settle-part"}, files[1:]...)...)
		}
		change("version", files, func(p *shards.Part) { p.Version = name })
		change("sample", files, func(p *shards.Part) { p.Version, p.Folds[0].Samples[0].SHA256 = name, name })
		change("plan", files, func(p *shards.Part) {
			p.Version = name
			p.Plan = append(p.Plan, shards.Field{Name: name, Value: name})
		})
		change("command", files[:1], func(p *shards.Part) { p.Command = append(p.Command, name) })
		change("fold", files[:1], func(p *shards.Part) { p.Folds[0].Name = name })
		if strings.ContainsAny(name, "/\x00") || len(name) > 200 || name == ".." {
			continue // which no file has as its name
		}
		if err := honestPart.Write(name); err != nil {
			continue
		}
		try("file", name, "./"+name)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}
