package signals

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"settle/rubric"
)

// lengths are attempts of correct answers of the given lengths, by model and trial at
// one question.
func lengths(task string, models []string, values ...float64) *Attempts {
	a := &Attempts{Task: task, Models: models, Questions: []string{"q"}, Trials: len(values) / len(models)}
	for _, v := range values {
		x := rubric.Missing()
		x[rubric.IsCorrect], x[rubric.TokenRatio], x[rubric.RepeatedPattern], x[rubric.C] = 1, v, 0, 0
		a.Cells = append(a.Cells, x)
	}
	return a
}

// Each task is sorted by thresholds of its own, and models are found by their names.
// By hand: of 1, 2, 3, 4 the 33rd and 66th percentiles are 1.99 and 2.98, so that 1 is
// economical (category 4), 2 moderate (5), 3 and 4 verbose (6), and of ten times as
// much ten times that. All together 20 would be verbose.
func TestPool(t *testing.T) {
	s, err := rubric.Named("efficiency-adjusted")
	if err != nil {
		t.Fatal(err)
	}
	tasks := Rule(lengths("t", []string{"a", "b"}, 1, 2, 3, 4), lengths("u", []string{"b", "a"}, 10, 20, 30, 40))
	b, err := Pool(s, tasks)
	if err != nil {
		t.Fatal(err)
	}
	if b.Task != "all" || !slices.Equal(b.Models, []string{"a", "b"}) || !slices.Equal(b.Questions, []string{"t/q", "u/q"}) || b.Top() != 6 {
		t.Errorf("task %q, models %q, questions %q, top category %d", b.Task, b.Models, b.Questions, b.Top())
	}
	for i, want := range [][]uint8{{4, 5}, {6, 6}, {6, 6}, {4, 5}} {
		if got := b.Row(i/2, i%2); !slices.Equal(got, want) {
			t.Errorf("%s at %s has %v, want %v", b.Models[i/2], b.Questions[i%2], got, want)
		}
	}
	one, err := Pool(s, tasks[:1])
	if err != nil || one.Task != "t" || one.Questions[0] != "q" {
		t.Errorf("one task is %+v (%v), want its own board", one, err)
	}
}

// Tasks may differ in their numbers of trials, and not in their models or by leaving
// two questions of one name.
func TestPoolOfOthers(t *testing.T) {
	s, err := rubric.Named("exact-match")
	if err != nil {
		t.Fatal(err)
	}
	ab := []string{"a", "b"}
	b, err := Pool(s, Rule(lengths("t", ab, 1, 2), lengths("u", ab, 1, 2, 3, 4)))
	if err != nil || !b.Unequal() || b.Trials() != 1 || b.MostTrials() != 2 || len(b.Row(1, 1)) != 2 {
		t.Errorf("a pool of 1 and 2 trials is %+v (%v)", b, err)
	}
	for _, c := range []struct {
		tasks []*Attempts
		want  string
	}{
		{[]*Attempts{lengths("t", ab, 1, 2), lengths("u", ab[:1], 1)}, `task "u" has no attempts of model "b"; pooled tasks must have the same models`},
		{[]*Attempts{lengths("t", ab[:1], 1), lengths("u", ab, 1, 2)}, `task "t" has no attempts of model "b"; pooled tasks must have the same models`},
		{[]*Attempts{lengths("t", ab, 1, 2), lengths("t", ab, 1, 2)}, `two questions are named "t/q"`},
	} {
		if _, err := Pool(s, Rule(c.tasks...)); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A file of two tasks is read task by task, and errors name the task; of one task the
// file reads as ever.
func TestReadTasks(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		path := filepath.Join(dir, "x.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	correct := Options{Needs: []rubric.Signal{rubric.IsCorrect}}
	two, err := ReadTasks(write("task,model,question,trial,is_correct\nu,a,q,1,1\nt,a,r,1,0\nu,b,q,1,0\nt,b,r,1,1\n"), correct)
	if err != nil || len(two) != 2 || two[0].Task != "u" || two[1].Task != "t" || two[1].Questions[0] != "r" || two[1].Cells[1][rubric.IsCorrect] != 1 {
		t.Errorf("got %+v (%v)", two, err)
	}
	path := write("task,model,question,trial,is_correct\nu,a,q,1,1\nt,a,r,1,2\n")
	if _, err := ReadTasks(path, correct); err == nil || err.Error() != `task "t": `+path+`:3: is_correct "2" is not a number in [0, 1]` {
		t.Errorf("error %v", err)
	}
	one, err := ReadTasks(write("model,question,trial,is_correct\na,q,1,1\n"), correct)
	if err != nil || len(one) != 1 || one[0].Task != "" {
		t.Errorf("one task is %+v (%v)", one, err)
	}
	if _, err := ReadTasks(filepath.Join(dir, "none.csv"), correct); err == nil {
		t.Error("a file that is not there was read")
	}
}
