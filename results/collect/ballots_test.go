package collect

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"settle/results"

	"github.com/google/go-cmp/cmp"
)

// cast lists what each attempt answered.
func cast(a *results.Attempts) (list []results.Ballot) {
	for _, b := range a.Ballots() {
		list = append(list, b)
	}
	return list
}

// Parquet gives back the ballots that were written, of one task and of several.
func TestParquetKeepsBallots(t *testing.T) {
	nan := math.NaN()
	want := []results.Ballot{{Answer: "A, b", Weight: 0.1}, {Weight: nan}, {Answer: "1", Weight: nan}}
	newTask := func(name string) *results.Attempts {
		a := results.NewAttempts(name)
		for i, b := range want {
			a.AddBallot("m", "q", int64(i), 1, b)
		}
		return a
	}
	for _, tasks := range [][]*results.Attempts{{newTask("t")}, {newTask("t"), newTask("u")}} {
		var out bytes.Buffer
		if err := WriteParquet(&out, tasks); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "x.parquet")
		if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, read := range []bool{true, false} {
			c, err := Open([]string{path}, Options{Table: results.ReadOptions{Ballots: results.BallotOptions{Read: read}}})
			if err != nil || len(c.Tasks) != len(tasks) {
				t.Fatal(c, err)
			}
			for _, a := range c.Tasks {
				if diff := cmp.Diff(want, cast(a), equateNaN); diff != "" && read {
					t.Error(diff)
				}
				if answers, weights := a.HasBallots(); answers != read || weights != read {
					t.Error("unasked", answers, weights)
				}
			}
		}
	}
}

var equateNaN = cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })

// Answers are the same across files and tasks by the rule that is asked for: those of repeats, and
// those of a pool.
func TestMergedBallots(t *testing.T) {
	const header = "model,question,trial,outcome,answer\n"
	root := write(t, map[string]string{"a.csv": header + "m,q,1,1,0.5\n", "b.csv": header + "n,q,1,1,1/2\nn,q,2,1,\n"})
	for rule, want := range map[string]string{"": "1/2", results.AnswersMath: "0.5"} {
		o := results.BallotOptions{Read: true, Answers: rule, NoAnswerVotes: true}
		c, err := Open([]string{root}, Options{Table: results.ReadOptions{Ballots: o}})
		if err != nil {
			t.Fatal(err)
		}
		got := cast(c.Tasks[0])
		if got[0].Answer != "0.5" || got[1].Answer != want || got[2].Answer != results.NoAnswer {
			t.Errorf("%q: %v", rule, got)
		}
	}
	pooled := write(t, map[string]string{"a.csv": "task," + header + "t,m,q,1,1,A\nu,m,q,1,1,B\n"})
	c, err := Open([]string{pooled}, Options{Table: results.ReadOptions{Ballots: results.BallotOptions{Read: true}}})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := c.Choose(AllTasks)
	if err != nil {
		t.Fatal(err)
	}
	if got := cast(pool); got[0].Answer != "A" || got[1].Answer != "B" {
		t.Error(got)
	}
}
