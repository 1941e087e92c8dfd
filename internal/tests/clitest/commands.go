package clitest

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands holds the script commands that this package adds to testscript.
var commands = map[string]func(*testscript.TestScript, bool, []string){
	"exits":      exits,
	"holds":      holds,
	"refuses":    refuses,
	"interrupts": interrupts,
	"steady":     steady,
	"helps":      helps,
	"cmpjson":    cmpJSON,
	"wellformed": wellFormed,
	"npz":        writeNPZ,
	"gzip":       compress,
	"truncate":   truncate,
}

// run runs a program and returns its exit code and its output. The script's next stdout
// and stderr commands see the same output. If the output is a document with a schema,
// run checks it against the schema.
func run(ts *testscript.TestScript, program string, args ...string) (code int, stdout, stderr string) {
	if err := ts.Exec(program, args...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	stdout = ts.ReadFile("stdout")
	if slices.Contains(programs, program) && strings.HasPrefix(stdout, "{\n") {
		ts.Check(checkDocument([]byte(stdout)))
	}
	return code, stdout, ts.ReadFile("stderr")
}

// programs lists the programs whose documents have schemas. All other programs exist
// only for tests.
var programs = []string{"settle", "simulate", "bootstrap", "converge"}

// exits runs a program and checks its exit code:
//
//	exits CODE PROGRAM [ARG...]
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got, _, _ := run(ts, args[1], args[2:]...); got != want {
		ts.Fatalf("%s exited with %d, want %d", args[1], got, want)
	}
}

// holds checks that a folder contains exactly the named files, including hidden files.
// A manifest need not be named. It must list existing files with correct digests:
//
//	holds DIR [NAME...]
func holds(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: holds dir [names...]")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, entry := range entries {
		if entry.Name() == manifestName {
			checkManifest(ts, ts.MkAbs(args[0]))
			continue
		}
		names = append(names, entry.Name())
	}
	if want := slices.Sorted(slices.Values(args[1:])); !slices.Equal(names, want) {
		ts.Fatalf("%s holds %q, want %q", args[0], names, want)
	}
}

// manifestName is the name of the file in an output folder that lists the other files
// in it.
const manifestName = "settle-manifest.json"

func checkManifest(ts *testscript.TestScript, folder string) {
	var manifest struct {
		Runs []struct {
			Files []struct{ Name, SHA256 string }
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, manifestName))
	ts.Check(err)
	ts.Check(json.Unmarshal(text, &manifest))
	if len(manifest.Runs) == 0 {
		ts.Fatalf("%s names no run", manifestName)
	}
	for _, run := range manifest.Runs {
		for _, file := range run.Files {
			content, err := os.ReadFile(filepath.Join(folder, file.Name))
			ts.Check(err)
			if sum := fmt.Sprintf("%x", sha256.Sum256(content)); sum != file.SHA256 {
				ts.Fatalf("%s has digest %s, want %s", file.Name, sum, file.SHA256)
			}
		}
	}
}

// refuses runs a program that must fail with the given exit code. It checks that stdout
// is empty, that stderr is exactly the given line, and that no file changes. With exit
// code 2 (wrong usage), stderr must also end with the pointer to the help, which LINE
// omits:
//
//	refuses 1|2 LINE PROGRAM [ARG...]
func refuses(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: refuses code line program [args...]")
	}
	before := files(ts)
	code, stdout, stderr := run(ts, args[2], args[3:]...)
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("exit %s, want %s", got, args[0])
	}
	if stdout != "" {
		ts.Fatalf("stdout is not empty")
	}
	got, ended := strings.CutSuffix(stderr, "\n")
	if code == 2 {
		if !pointer.MatchString(got) {
			ts.Fatalf("stderr does not point to the help")
		}
		got = pointer.ReplaceAllString(got, "")
	}
	if !ended || got != args[1] {
		ts.Fatalf("stderr is not the line wanted:\n%s", args[1])
	}
	sameFiles(ts, before)
}

// pointer matches the end of an error line about wrong usage, which points to the help.
var pointer = regexp.MustCompile(` \(see [a-z]+( [a-z]+){0,2} --help\)$`)

// files returns a description of each file in the script's folder, by path.
func files(ts *testscript.TestScript) map[string]string {
	root := ts.Getenv("WORK")
	found := map[string]string{}
	ts.Check(filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
			return nil // the file was removed after its folder was read
		}
		if err != nil || entry.IsDir() {
			found[path] = "a folder"
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return nil
		}
		found[path] = info.ModTime().String() + " " + strconv.FormatInt(info.Size(), 10)
		return nil
	}))
	return found
}

func sameFiles(ts *testscript.TestScript, before map[string]string) {
	after := files(ts)
	for path, what := range after {
		if before[path] != what {
			ts.Fatalf("%s was written", path)
		}
	}
	for path := range before {
		if _, ok := after[path]; !ok {
			ts.Fatalf("%s was removed", path)
		}
	}
}

// steady runs a program with one worker and with eight workers. It checks that both
// print the same JSON and CSV and write the same files, byte by byte. With -short, it
// skips CSV and draws figures only as SVG:
//
//	steady PROGRAM [ARG...]
func steady(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: steady program [args...]")
	}
	out := filepath.Join(ts.Getenv("WORK"), "steady")
	defer os.RemoveAll(out)
	formats, drawn, least := []string{"json", "csv"}, []string{"--out", out}, 5
	if testing.Short() {
		formats, drawn, least = formats[:1], append(drawn, "--figures", "svg"), 3
	}
	outcome := func(workers string) map[string]string {
		all := map[string]string{}
		for _, format := range formats {
			flags := []string{"--workers", workers, "--format", format, "--quiet"}
			if format == "json" {
				flags = append(flags, drawn...)
			}
			code, stdout, stderr := run(ts, args[0], append(slices.Clone(args[1:]), flags...)...)
			if code != 0 || stderr != "" {
				ts.Fatalf("exit %d, want 0 and nothing on stderr", code)
			}
			all[format+" on stdout"] = stdout
		}
		entries, err := os.ReadDir(out)
		ts.Check(err)
		for _, entry := range entries {
			content, err := os.ReadFile(filepath.Join(out, entry.Name()))
			ts.Check(err)
			all[entry.Name()] = string(content)
		}
		ts.Check(os.RemoveAll(out))
		return all
	}
	one, eight := outcome("1"), outcome("8")
	if len(one) < least {
		ts.Fatalf("no figure was written, only %q", slices.Sorted(maps.Keys(one)))
	}
	for what, content := range one {
		if eight[what] != content {
			ts.Fatalf("%s depends on the number of workers", what)
		}
	}
}

// commonFlags lists the flags that every command has.
var commonFlags = []string{
	"color", "explain", "format", "help", "max-memory", "no-provenance", "out", "quiet", "seed", "workers",
}

// drawingFlags lists the flags of all commands that draw figures.
var drawingFlags = []string{"figures", "title", "width"}

// listedFlag matches a flag at the beginning of a line of the help.
var listedFlag = regexp.MustCompile(`(?m)^ {2,6}(?:-[a-z], )?--([a-z0-9-]+)`)

// helps prints the full help of a command or sub-command. It checks that the help is on
// stdout, with exit code 0, and that it lists exactly the named flags, the common flags
// and, possibly, all drawing flags. A common flag that the command lacks is given with
// a dash:
//
//	helps PROGRAM [SUB-COMMAND] -- [FLAG|-FLAG...]
func helps(ts *testscript.TestScript, neg bool, args []string) {
	split := slices.Index(args, "--")
	if neg || split < 1 {
		ts.Fatalf("usage: helps program [sub-command] -- [flags...]")
	}
	code, stdout, stderr := run(ts, args[0], append(slices.Clone(args[1:split]), "--help", "all")...)
	if code != 0 || stderr != "" {
		ts.Fatalf("exit %d, want 0 and nothing on stderr", code)
	}
	var got []string
	for _, match := range listedFlag.FindAllStringSubmatch(stdout, -1) {
		got = append(got, match[1])
	}
	slices.Sort(got)
	want := slices.Concat(commonFlags, args[split+1:])
	want = slices.DeleteFunc(want, func(flag string) bool {
		return flag[0] == '-' || slices.Contains(want, "-"+flag)
	})
	if slices.Contains(got, drawingFlags[0]) {
		want = append(want, drawingFlags...)
	}
	if slices.Sort(want); !slices.Equal(got, want) {
		ts.Fatalf("help lists %q, want %q", got, want)
	}
}
