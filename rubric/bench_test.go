package rubric_test

import (
	"testing"

	"settle/rubric"
)

// One attempt under the schema with the most categories, all rules tried.
func BenchmarkCategory(b *testing.B) {
	s, err := rubric.Named("format-confidence")
	if err != nil {
		b.Fatal(err)
	}
	var x rubric.Signals
	x[rubric.IsCorrect], x[rubric.HasBox] = 1, 1
	limits := rubric.Thresholds{High: 1}
	for b.Loop() {
		s.Category(&x, &limits)
	}
}
