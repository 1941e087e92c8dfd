package standings

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/study/questions"
	"settle/study/standings"
)

// rankedBoard ranks models of so many rights of 64 trials on each of four questions, by
// avg and all at once.
func rankedBoard(t *testing.T, rights ...int) (standings.Standings, *results.Tally) {
	t.Helper()
	tally := results.NewTally(len(rights), 4, 1)
	tally.Trials = 64
	var models []string
	for model, c := range rights {
		models = append(models, string(rune('a'+model)))
		for q := range 4 {
			tally.Add(model, q, 1, c)
		}
	}
	s, err := standings.Rank(context.Background(), models, tally, metrics.Avg(metrics.Binary), standings.Rules{
		Confidence: 0.95, Ties: ranking.ZScore, Bounds: metrics.Unbounded,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CompareAll(context.Background(), posterior.Bonferroni, 1, montecarlo.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return s, tally
}

// By hand: 60 and 58 of 64 are far from 32 and 30, which are far from 2; within a pair
// they are not, for the standard error of a mean near ½ is about 0.03 and two successes
// of 64 are as much.
func TestTies(t *testing.T) {
	for _, tt := range []struct {
		rights             []int
		lead, clear, among string
	}{
		{
			[]int{60, 58, 32, 30, 2}, "2 models could be first: a and b (95 % confidence over all models together).",
			"No: 2 models could be first", "2 of 10 pairs, among ranks 1–2 and 3–4",
		},
		{
			[]int{60, 30, 2}, "Only a could be first (95 % confidence over all models together).",
			"Yes: separated from all others", NoTies,
		},
		{
			[]int{31, 32, 30, 33, 30, 31, 32}, "Any of the 7 models could be first (95 % confidence over all models together).",
			"No: 7 models could be first", "21 of 21 pairs, among ranks 1–7",
		},
		{[]int{31, 32}, "Any of the 2 models could be first (95 % confidence over all models together).", "No: 2 models could be first", "The two"},
	} {
		s, _ := rankedBoard(t, tt.rights...)
		if got := []string{CouldLead(s), ClearLead(s), Ties(s)}; !slices.Equal(got, []string{tt.lead, tt.clear, tt.among}) {
			t.Errorf("%v: %q, want %q, %q, %q", tt.rights, got, tt.lead, tt.clear, tt.among)
		}
	}
}

// A cell and its mirror add up to 1, a model and itself have none, and the document near
// has of four models the three of the leader and the two of neighbours below.
func TestPairs(t *testing.T) {
	s, _ := rankedBoard(t, 60, 58, 32, 2)
	all := Standings{Name: "board", Rankings: []standings.Standings{s}}
	f := all.PairsFigure(s)
	if f == nil {
		t.Fatal("no figure")
	}
	if got := len(pairsOf(t, all.Near().JSON)); got != 5 {
		t.Errorf("%d pairs near, want 5", got)
	}
	if got := len(pairsOf(t, all.document())); got != 6 {
		t.Errorf("%d pairs in all, want 6", got)
	}
	rows := all.PairsTable(s).Rows
	if stars := strings.Count(strings.Join(rows[0], " "), "*"); stars != 2 || strings.Contains(rows[0][2], "*") {
		t.Errorf("the leader is told apart from %d in %q, want from the last two", stars, rows[0])
	}
}

// By hand: the first of two models has 60 of 64 and the second 58 on each of four
// questions. Of the 256 trials eight are between them, and each graded otherwise takes
// one away: nine put the second ahead. No question alone decides.
func TestSensitivity(t *testing.T) {
	s, tally := rankedBoard(t, 60, 58)
	avg := metrics.Avg(metrics.Binary)
	all, err := questions.Describe(avg, tally)
	if err != nil {
		t.Fatal(err)
	}
	top, err := questions.Decide(avg, tally, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	without, err := questions.LeaveOneOut(context.Background(), avg, tally)
	if err != nil {
		t.Fatal(err)
	}
	trials, ok := questions.FewestRegraded(metrics.Binary, tally, 0, 1)
	q := Questions{
		Models: []string{"a", "b"}, Questions: []string{"p", "q", "r", "s"}, Metric: "avg", Ranked: "avg", OrderBy: "avg",
		All: all, Order: s.Rows, Top: top, Without: &without, Regraded: trials, Of: 512, Challenger: 1, Levels: []int{1, 0},
	}
	if !ok {
		t.Fatal("no regrading changes the leader")
	}
	if got, want := q.Sensitivity(), "By avg a leads, whichever single question is left out. At least 9 of the two models' 512 graded answers would have to flip for b to overtake a."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// Four gaps of 2/64 carry as four questions: (4 d²)² / (4 d⁴).
	var d struct {
		Flat     int
		Top      struct{ Carrying, For float64 } `json:"top_pair"`
		Without  struct{ Changes []any }         `json:"leave_one_out"`
		Regraded struct{ Trials int }
	}
	decode(t, q.document(), &d)
	if math.Abs(d.Top.Carrying-4) > 1e-12 || d.Top.For != 4 || d.Flat != 0 || len(d.Without.Changes) != 0 || d.Regraded.Trials != 9 {
		t.Errorf("%+v", d)
	}
}

// decode reads what a document is as JSON.
func decode(t *testing.T, document, into any) {
	t.Helper()
	written, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written, into); err != nil {
		t.Fatal(err)
	}
}

// pairsOf returns the pairs of the first metric.
func pairsOf(t *testing.T, document any) []any {
	var d struct{ Metrics []struct{ Pairs []any } }
	decode(t, document, &d)
	return d.Metrics[0].Pairs
}
