package next

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/study/sequential"
)

// command returns what `settle next` without flags has.
func command(paths ...string) *Command {
	c := &Command{Policy: auto, Correction: sequential.Recommended.String(), Calls: input.Calls{Confidence: 0.95}}
	c.Paths, c.KeepUnmet = paths, true
	return c
}

// Every line gets an answer that is JSON, or none, whatever it holds.
func FuzzTalk(f *testing.F) {
	f.Add(`{"start": {"models": ["a", "b"], "questions": ["q"]}}` + "\n" + `{"want?": {"model": "a", "question": "q", "id": [1]}}`)
	f.Add(`{"start": {"models": ["a", "b"], "questions": ["q"], "top": 1}}` + "\n" +
		strings.Repeat(`{"outcome": {"model": "a", "question": "q", "outcome": 1}}`+"\n"+`{"outcome": {"model": "b", "question": "q", "outcome": 0}}`+"\n", 8))
	f.Add(`{"start": {"models": ["a"], "questions": ["q"]}}` + "\n" + `{"failed": {"model": "a", "question": "q"}}` + "\n" + `{"want?": {"model": "a", "question": "q", "wait": -1e300}}`)
	f.Add("{}\n[]\nnull\n\"\\ud800\"\n{\"start\":null}")
	f.Fuzz(func(t *testing.T, lines string) {
		if len(lines) > 2000 {
			return
		}
		var out bytes.Buffer
		c, env := command(), &cli.Env{Context: t.Context()}
		env.Workers = 1
		c.Default = "avg"
		metric := "avg"
		c.Metric = &metric
		talk := &talk{evaluation: &evaluation{Command: *c, env: env}, out: &out}
		for line := range strings.SplitSeq(lines, "\n") {
			if err := talk.take([]byte(line)); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
			if line != "" && !json.Valid([]byte(line)) {
				t.Errorf("%q is not JSON", line)
			}
		}
	})
}

// rows is a table of so many trials of three questions by two models, which solve them in turn.
func rows(trials int) string {
	var b strings.Builder
	b.WriteString("model,question,trial,outcome\n")
	for i := range 6 * trials {
		fmt.Fprintf(&b, "model%d,question%d,%d,%d\n", i%2, i/2%3, i/6, i/4%2)
	}
	return b.String()
}

// Files are read when they stay as they are for a glance. A file in the middle of a line is no
// error until it stays so; then that is said once.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.csv")
	var out, errs bytes.Buffer
	c := command(path)
	metric, most := "avg", 8
	c.Metric, c.MaxTrials = &metric, &most
	env := &cli.Env{Context: t.Context(), Stdout: &out, Stderr: &errs}
	env.Seed, env.Workers = 1, 1
	f := &follower{evaluation: &evaluation{Command: *c, env: env}, read: "nothing yet"}
	glances := func(n int) (done bool) {
		t.Helper()
		for range n {
			var err error
			if done, err = f.glance(); err != nil {
				t.Fatal(err)
			}
		}
		return done
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if glances(9); strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "no such file or directory; still watching") {
		t.Errorf("no file: %q", errs.String())
	}
	errs.Reset()
	write(rows(2) + "model1,quest")
	if glances(1); out.Len() > 0 || errs.Len() > 0 {
		t.Errorf("a file that has just changed: %q, %q", out.String(), errs.String())
	}
	if glances(9); out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("half a line: %q, %q", out.String(), errs.String())
	}
	write(rows(2))
	if done := glances(3); done || !strings.HasPrefix(out.String(), "look 1: 0 of 1 pair decided; 24 attempts to run for ") {
		t.Errorf("%q", out.String())
	}
	write(rows(8))
	if done := glances(2); !done || !strings.Contains(out.String(), "stop: ") || strings.Count(out.String(), "look 2: ") != 1 {
		t.Errorf("%v: %q", done, out.String())
	}
}
