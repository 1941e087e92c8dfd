package standings

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// explainDrawn adds notes to t, the table of a ranking whose scores have no intervals.
// They explain the ranks, which come from random draws of the success probabilities.
func explainDrawn(t *tables.Table, s standings.Standings, c Columns) {
	at := wording.Percent(s.Rules.Confidence)
	if s.Failed > 0 {
		t.Warn(fmt.Sprintf("%s could not be ranked by %s; all models tie there.", tables.Count(s.Failed, "draw"), s.Metric))
	}
	t.Note(fmt.Sprintf("Scores have no intervals. Ranks come from %s of the success probabilities of these questions (fitted prior, seed %d). "+
		"%s ranks each draw as if trials were endless.",
		tables.Count(s.Draws, "posterior draw"), s.Seed, s.Metric))
	if s.Together != nil {
		t.Note(fmt.Sprintf("ranks: all ranks that a model can have (%s confidence over all models together).%s", at, lettersNote(s)))
		t.Explain("Pairs are separated by Tukey's studentized range; docs/ranks.md reports its error rate.")
	}
	t.Note(bestNote(s))
	t.Explain(bestError(s))
	if c == AllColumns {
		t.Note(fmt.Sprintf("ρ: share of the draws in which the model is above the next; a tie counts half "+
			"(~: between %s and %s).", wording.Percent(1-s.Rules.Confidence), at))
	}
}

// inOrderNote returns a warning about a score that depends on the order of trials.
func inOrderNote(s standings.Standings) string {
	return fmt.Sprintf("%s depends on the order of trials and uses their order on the board; its random numbers come from seed %d. "+
		"Another order gives other scores. There are no intervals and no rank probabilities.", s.Metric, s.Seed)
}
