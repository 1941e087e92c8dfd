package report_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/ranking"
	"settle/report"
	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
)

// The counts of a model's categories, weighted, are its avg@N (Eq. 19), and the
// models come in the order of the ranking.
func TestCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := rapid.SampledFrom(rubric.Paper()).Draw(t, "schema")
		s := &signals.Sorted{Schema: schema, Board: randomBoard(t, schema.Weights().Len()-1)}
		rules := report.Rules{Confidence: 0.95, Convention: ranking.Dense, Bounds: metrics.Unbounded}
		ranked, err := report.Rank(t.Context(), s.Board.Models, s.Board.Tally(s.Board.Trials()), metrics.Avg(schema.Weights()), rules)
		if err != nil {
			t.Fatal(err)
		}
		for i, model := range report.Counts(s, ranked) {
			var attempts int
			var worth float64
			for category, count := range model.Counts {
				attempts += count
				worth += float64(count) * schema.Weights().Float(category)
			}
			if want := len(s.Board.Questions) * s.Board.Trials(); attempts != want {
				t.Fatalf("%s has %d attempts, want %d", model.Model, attempts, want)
			}
			row := ranked.Rows[i]
			if avg := worth / float64(attempts); model.Model != row.Model || math.Abs(avg-row.Score) > 1e-12 {
				t.Fatalf("place %d: %s with %v, want %s with %v", i+1, model.Model, avg, row.Model, row.Score)
			}
		}
	})
}

func randomBoard(t *rapid.T, top int) *results.Board {
	models, questions := rapid.IntRange(1, 4).Draw(t, "models"), rapid.IntRange(1, 4).Draw(t, "questions")
	b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), rapid.IntRange(1, 6).Draw(t, "trials"), top)
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

// A threshold that no attempt bears on is null in JSON, and only those that the
// schema uses are there.
func TestSchema(t *testing.T) {
	schema, err := rubric.Named("concision-high-conf")
	if err != nil {
		t.Fatal(err)
	}
	d := report.Schema(&signals.Sorted{Schema: schema, Thresholds: rubric.Thresholds{High: math.NaN(), LenP33: 0.25, LenP66: 0.5}})
	want := map[string]float64{"len_p33": 0.25, "len_p66": 0.5}
	if len(d.Thresholds) != 3 {
		t.Fatalf("%d thresholds, want tau_high, len_p33 and len_p66", len(d.Thresholds))
	}
	for _, threshold := range d.Thresholds {
		value, known := want[threshold.Name]
		switch {
		case threshold.Name == "tau_high" && threshold.Value == nil:
		case known && threshold.Value != nil && *threshold.Value == value:
		default:
			t.Errorf("unexpected threshold %+v", threshold)
		}
	}
	if report.Schema(nil) != nil {
		t.Error("there is a schema of outcomes")
	}
}
