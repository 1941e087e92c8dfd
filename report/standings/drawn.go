package standings

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// explainDrawn says what the ranks of a method without intervals are drawn from.
func explainDrawn(t *tables.Table, s standings.Standings, c Columns) {
	at := wording.Percent(s.Rules.Confidence)
	if s.Failed > 0 {
		t.Warn(fmt.Sprintf("%s could not be ranked by %s; all models tie in them.", tables.Count(s.Failed, "draw"), s.Metric))
	}
	t.Note(fmt.Sprintf("No score has an interval. The ranks come from %s of the success probabilities of these questions (fitted prior, seed %d), "+
		"each ranked by %s as with endless trials.",
		tables.Count(s.Draws, "posterior draw"), s.Seed, s.Metric))
	if s.Together != nil {
		t.Note(fmt.Sprintf("ranks: all ranks that a model can have (%s confidence over all models together).%s", at, lettersNote(s)))
		t.Explain("Pairs are separated by Tukey's studentized range; docs/ranks.md says how often that holds.")
	}
	t.Note(bestNote(s))
	t.Explain(bestError(s))
	if c == AllColumns {
		t.Note(fmt.Sprintf("ρ: share of the draws in which the model is above the next, half of the ties counted "+
			"(~: between %s and %s).", wording.Percent(1-s.Rules.Confidence), at))
	}
}

// inOrderNote says what a score that depends on the order of trials is of.
func inOrderNote(s standings.Standings) string {
	return fmt.Sprintf("%s depends on the order of trials: these are taken in the order in which they are on the board, and what is "+
		"drawn comes from seed %d. Another order gives other scores; there are no intervals, and no probabilities of ranks.", s.Metric, s.Seed)
}
