package logs_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"settle/results"
	"settle/results/logs"

	"github.com/rogpeppe/go-internal/txtar"
)

// Whatever a file holds, it is read or refused on one line, twice in the same
// way, and what is read hangs together. The seeds are logs of all formats.
func FuzzRead(f *testing.F) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if !strings.HasPrefix(file.Name, "want") {
				f.Add(file.Data, "")
				f.Add(file.Data, "exact_match")
			}
		}
	}
	for _, method := range []uint16{zip.Store, zip.Deflate, zstdMethod} {
		f.Add(zipOf(f, method, member{"header.json", header}, member{"summaries.json", summaries}, member{"reductions.json", "[]"}), "")
		f.Add(zipOf(f, method, member{"_journal/start.json", start}, member{"_journal/summaries/1.json", summaryA}), "s")
	}
	dir := f.TempDir()
	job := filepath.Join(dir, "job", "result.json") // of Harbor, with the data as its only trial
	if err := os.MkdirAll(filepath.Join(dir, "job", "trial"), 0o777); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(job, []byte(`{"id": "j", "n_total_trials": 1, "stats": {}}`), 0o666); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, score string) {
		path := filepath.Join(dir, "output-rs0.jsonl")
		opts := logs.Options{Score: score, Ballots: results.BallotOptions{Read: true}}
		if bytes.Contains(data, []byte("trial_name")) {
			path = filepath.Join(dir, "job", "trial", "result.json")
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(path) == "result.json" {
			path = job
		}
		read, err := logs.Read(path, opts)
		again, err2 := logs.Read(path, opts)
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() || len(read) != len(again) {
			t.Fatalf("read twice: %v, then %v", err, err2)
		}
		if err != nil {
			checkMessage(t, err)
			return
		}
		if len(read) == 0 {
			t.Fatal("nothing was read and nothing is wrong")
		}
		for _, log := range read {
			checkLog(t, log)
		}
		if _, err := logs.Together(read); err != nil {
			checkMessage(t, err)
		}
	})
}

// checkMessage fails unless an error is one printable line that can be shown.
func checkMessage(t *testing.T, err error) {
	t.Helper()
	message := err.Error()
	if len(message) > 2000 || strings.ContainsFunc(message, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("not one line: %q", message)
	}
	if choice, ok := errors.AsType[*logs.Choice](err); ok && len(choice.Names) == 1 && choice.Wanted == "" {
		t.Errorf("a choice of one: %v", err)
	}
}

// checkLog fails unless all attempts are of questions, and none is there twice.
func checkLog(t *testing.T, log *logs.Log) {
	t.Helper()
	type trial struct {
		question int
		trial    int64
	}
	seen := map[trial]bool{}
	scored := 0
	for a := range log.All() {
		if a.Question < 0 || a.Question >= len(log.Questions()) || seen[trial{a.Question, a.Trial}] {
			t.Fatalf("attempt %+v of %d questions", a, len(log.Questions()))
		}
		seen[trial{a.Question, a.Trial}] = true
		if !math.IsNaN(a.Outcome) {
			scored++
		}
	}
	if len(seen) != log.Len() || log.Len() == 0 {
		t.Fatalf("%d attempts, of which %d are there", log.Len(), len(seen))
	}
	if scored == 0 && len(log.Notes) == 0 {
		t.Fatal("no attempt has a verdict, and nothing is said")
	}
}
