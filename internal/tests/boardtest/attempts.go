package boardtest

import (
	"testing"

	"pgregory.net/rapid"

	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
)

// Attempt returns the signals of one attempt. Both arguments are 1 or 0; all other
// signals are as good as possible.
func Attempt(correct, boxed float64) rubric.Signals {
	x := rubric.Missing()
	x[rubric.HasBox], x[rubric.IsCorrect], x[rubric.RepeatedPattern], x[rubric.C] = boxed, correct, 0, 0
	return x
}

// FourModels returns attempts of four models at one question, four trials each. Model
// plain is always correct and never boxed. Model neat is correct three times and always
// boxed. Model loose is correct three times and never boxed. Model empty is always
// wrong and always boxed.
func FourModels() *signals.Attempts {
	plain, neat, loose, empty := Attempt(1, 0), Attempt(1, 1), Attempt(0, 0), Attempt(0, 1)
	return &signals.Attempts{
		Task: "maths", Models: []string{"empty", "loose", "neat", "plain"}, Questions: []string{"q"}, Trials: 4,
		Cells: []rubric.Signals{
			empty, empty, empty, empty,
			plain, plain, loose, plain,
			neat, empty, neat, neat,
			plain, plain, plain, plain,
		},
	}
}

// Schemata returns the paper's schemata with the given names. It fails the test if a
// name is unknown.
func Schemata(t testing.TB, names ...string) []*rubric.Schema {
	t.Helper()
	var list []*rubric.Schema
	for _, name := range names {
		s, err := rubric.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// Random draws a small board with categories 0..top.
func Random(t *rapid.T, top int) *results.Board {
	models, questions := rapid.IntRange(1, 4).Draw(t, "models"), rapid.IntRange(1, 4).Draw(t, "questions")
	trials := rapid.IntRange(1, 6).Draw(t, "trials")
	b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	for model := range models {
		for question := range questions {
			row := b.Row(model, question)
			for trial := range row {
				row[trial] = uint8(rapid.IntRange(0, top).Draw(t, "category"))
			}
		}
	}
	return b
}
