package input

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
)

// attempts draws correctness alone, of models and questions in a random order.
func attempts(t *rapid.T, models, questions []string, trials int) *signals.Attempts {
	a := &signals.Attempts{Models: rapid.Permutation(models).Draw(t, "models"), Questions: rapid.Permutation(questions).Draw(t, "questions"), Trials: trials}
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for range len(models) * len(questions) * trials {
		x := rubric.Missing()
		x[rubric.IsCorrect] = float64(random.IntN(2))
		a.Cells = append(a.Cells, x)
	}
	return a
}

// A prior counts for the models and questions of its names, whatever their
// order, whether signals are put in order before they are sorted or after.
func TestAlignedAttempts(t *testing.T) {
	schema, err := rubric.Named("exact-match")
	if err != nil {
		t.Fatal(err)
	}
	models, questions := results.Numbered("m", 4), results.Numbered("q", 5)
	rapid.Check(t, func(t *rapid.T) {
		board := attempts(t, models[:3], questions[:4], 1)
		prior := attempts(t, models, questions, rapid.IntRange(1, 4).Draw(t, "trials"))
		aligned, err := alignedAttempts(prior, board)
		if err != nil {
			t.Fatal(err)
		}
		before, unordered, other := sorted(t, aligned, schema), sorted(t, prior, schema), sorted(t, board, schema)
		after, err := alignedTally(unordered, other)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(before.Tally(before.Trials()), after) {
			t.Fatal("the tallies differ")
		}
	})
}

// sorted is the board of a schema that has no thresholds.
func sorted(t *rapid.T, a *signals.Attempts, s *rubric.Schema) *results.Board {
	b, err := a.Board(s, &rubric.Thresholds{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Several schemata need what any of them needs, each signal once (Table 4).
func TestNeeds(t *testing.T) {
	names := func(list string) []rubric.Signal {
		schemata, err := Rubric{Schema: list}.OpenSchemata()
		if err != nil {
			t.Fatal(err)
		}
		return needs(schemata)
	}
	if got := names("all"); !reflect.DeepEqual(got, rubric.AllSignals()) {
		t.Errorf("all schemata need %v", got)
	}
	want := []rubric.Signal{rubric.HasBox, rubric.IsCorrect, rubric.RepeatedPattern, rubric.PromptBPT, rubric.C}
	if got := names("ood-robustness, Strict Compliance"); !reflect.DeepEqual(got, want) {
		t.Errorf("the two need %v, want %v", got, want)
	}
}
