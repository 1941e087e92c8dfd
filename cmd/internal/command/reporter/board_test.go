package reporter_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"settle/results"
)

// boardOf returns the board that a page holds under an ID.
func boardOf(t *testing.T, page, id string) *results.Board {
	t.Helper()
	found := regexp.MustCompile(`<script type="application/octet-stream" id="` + id + `">([^<]*)</script>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no %s", id)
	}
	deflated, err := base64.StdEncoding.DecodeString(found[1])
	if err != nil {
		t.Fatal(err)
	}
	packed, err := io.ReadAll(flate.NewReader(bytes.NewReader(deflated)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := results.Unpack(packed)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The page holds every outcome of the board that it is of, in the order of the trials: of a
// complete, a graded and an unequal board, as the file has them. Outcomes are by a rule of
// the test, of which names tell the model, question and trial.
func TestPageHoldsTheBoard(t *testing.T) {
	for name, of := range map[string]struct {
		trials func(m, q int) int
		top    int
		args   []string
	}{
		"complete": {func(int, int) int { return 4 }, 1, nil},
		"graded":   {func(int, int) int { return 4 }, 2, []string{"--weights", "0,0.5,1"}},
		"unequal":  {func(m, q int) int { return 1 + (m+q)%4 }, 1, []string{"--missing", "unequal"}},
	} {
		t.Run(name, func(t *testing.T) {
			var csv bytes.Buffer
			csv.WriteString("model,question,trial,outcome\n")
			outcome := func(m, q, n int) int { return (m*q + n*n*(m+1) + q*n/2) % (of.top + 1) }
			for m := range 3 {
				for q := range 25 {
					for n := range of.trials(m, q) {
						fmt.Fprintf(&csv, "model%d,question%02d,%d,%d\n", m, q, n+1, outcome(m, q, n))
					}
				}
			}
			file := filepath.Join(t.TempDir(), "board.csv")
			if err := os.WriteFile(file, csv.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			b := boardOf(t, pageOf(t, append(of.args, file, "--replicates", "10")...), "board")
			if len(b.Models) != 3 || len(b.Questions) != 25 {
				t.Fatalf("the board has %d models and %d questions", len(b.Models), len(b.Questions))
			}
			for m := range 3 {
				for q := range 25 {
					var want []uint8
					for n := range of.trials(m, q) {
						want = append(want, uint8(outcome(m, q, n)))
					}
					at, on := slices.Index(b.Models, fmt.Sprintf("model%d", m)), slices.Index(b.Questions, fmt.Sprintf("question%02d", q))
					if at < 0 || on < 0 || !slices.Equal(b.Row(at, on), want) {
						t.Errorf("model%d, question%02d: want %v, the page holds another", m, q, want)
					}
				}
			}
		})
	}
}
