package experiments_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/tests/papertest"
)

var update = flag.Bool("update", false, "write what all experiments come to into "+papertest.RecordFile)

// whole runs all experiments once, as `settle reproduce` does.
var whole = sync.OnceValues(func() (map[string]*paper.Result, error) {
	found := map[string]*paper.Result{}
	o := paper.Options{Seed: 1, Cache: new(paper.Cache)}
	for _, e := range experiments.All() {
		result, err := e.Run(context.Background(), o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.ID, err)
		}
		found[e.ID] = result
	}
	return found, nil
})

// full returns the result of one experiment of the whole run. With -short it skips the
// test: the whole run takes minutes.
func full(t *testing.T, id string) *paper.Result {
	t.Helper()
	if testing.Short() {
		t.Skip("all experiments take minutes; run without -short")
	}
	all, err := whole()
	if err != nil {
		t.Fatal(err)
	}
	return all[id]
}

// quick are experiments that take less than a second.
var quick = []string{"table2", "table4", "table5", "examples", "equations", "followup"}

// The recorded checks, which the pages show, are those of the experiments. With -short a
// few experiments are run again.
func TestChecksAreRecorded(t *testing.T) {
	var got []checks.Check
	for _, e := range experiments.All() {
		var r *paper.Result
		switch {
		case !testing.Short():
			r = full(t, e.ID)
		case slices.Contains(quick, e.ID):
			r = papertest.Run(t, e.ID, paper.Options{Seed: 1})
		default:
			continue
		}
		got = append(got, r.Checks...)
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(papertest.RecordFile, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	var want []checks.Check
	for _, c := range papertest.Record(t) {
		if !testing.Short() || slices.Contains(quick, c.Experiment) {
			want = append(want, c)
		}
	}
	// Other processors may round the last bits otherwise, which derivatives by finite
	// differences make larger: arm64 differs by 2.3e-10 there.
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 1e-9)); diff != "" {
		t.Errorf("(- recorded, + obtained):\n%s", diff)
	}
}

// printedTwice is why a check may be a test although the results are made up: it is not
// of results at all.
const printedTwice = "the check compares two printed statements or numbers with each other"

// Every check says what it is worth, why, and where it is published; and no check on
// stand-ins or mimics, which were made to match the paper, passes for a test.
func TestGroundsOfChecks(t *testing.T) {
	uses := map[string]experiments.Uses{}
	for _, e := range experiments.All() {
		uses[e.ID] = e.Uses
	}
	for _, c := range papertest.Record(t) {
		name := c.Experiment + ": " + c.Check
		if !slices.Contains(checks.Kinds(), c.Kind) || !slices.Contains(checks.Verdicts(), c.Verdict) {
			t.Errorf("%s is of kind %q with the verdict %q", name, c.Kind, c.Verdict)
		}
		of, known := uses[c.Experiment]
		if c.Why == "" || c.Source == "" || !known {
			t.Errorf("%s does not say why it is a %s, or where it is published: %+v", name, c.Kind, c)
		}
		if (c.Published == nil) == (c.Statement == "") {
			t.Errorf("%s needs a printed number or words, one of the two: %+v", name, c.Outcome)
		}
		made := of == experiments.UsesBenchmarks || of == experiments.UsesSignals
		if made && c.Kind == checks.Test && c.Why != printedTwice {
			t.Errorf("%s is of results that were made up, and passes for a test", name)
		}
	}
}

// Everything that headline claims rest on is measured: no claim is without checks, and
// each of its experiments shows it.
func TestClaimsHaveChecks(t *testing.T) {
	all := papertest.Record(t)
	claims := experiments.Claims(all)
	if len(claims) != 12 {
		t.Errorf("%d claims", len(claims))
	}
	for _, c := range claims {
		shown := slices.ContainsFunc(experiments.All(), func(e experiments.Experiment) bool { return e.ID == c.Experiment })
		if c.Source == "" || c.Obtained == "" || len(c.Checks) == 0 || !shown {
			t.Errorf("%+v", c)
		}
	}
}
