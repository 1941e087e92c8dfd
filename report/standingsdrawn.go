package report

import (
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/study/standings"
)

// drawnNotes say what the ranks of a method without intervals are drawn from, and explain
// the columns.
func drawnNotes(s standings.Standings, c Columns) []string {
	at := percent(s.Rules.Confidence)
	notes := []string{fmt.Sprintf("What is random: the chances behind these very questions, drawn %s from their posterior "+
		"under a prior fitted to the board (seed %d), and each draw ranked by %s as if trials had no end. No score has an interval.",
		times(s.Draws), s.Seed, s.Metric)}
	if s.Failed > 0 {
		notes = append(notes, fmt.Sprintf("%s could not be ranked by %s; all models tie in them.", tables.Count(s.Failed, "draw"), s.Metric))
	}
	if s.Together != nil {
		note := fmt.Sprintf("ranks: those that each model may have, for all models at once at %s: a pair is told apart that is in one "+
			"order in as many draws as the studentized range of %d models asks for (Tukey). "+
			"Among equal models that holds on somewhat fewer boards: docs/ranks.md measures it.", at, len(s.Rows))
		if lettered(s) {
			note += " Models that share a letter are not told apart."
		}
		notes = append(notes, note)
	}
	if c == AllColumns {
		notes = append(notes, fmt.Sprintf("ρ: share of the draws in which the model is above the next, half of the ties counted "+
			"(~: between %s and %s).", percent(1-s.Rules.Confidence), at),
			at+" ranks: the central interval of each model's rank by itself in the draws.")
	}
	return append(notes, fmt.Sprintf("P(best): share of the draws, shared by models that tie; standard error at most %s.",
		tables.Percent(0.5/math.Sqrt(float64(s.Draws)), 1)))
}

// times says how often.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// inOrderNote says what a score that depends on the order of trials is of.
func inOrderNote(s standings.Standings) string {
	return fmt.Sprintf("%s depends on the order of trials: these are taken in the order in which they are on the board, and what is "+
		"drawn comes from seed %d. Another order gives other scores; there are no intervals, and no probabilities of ranks.", s.Metric, s.Seed)
}
