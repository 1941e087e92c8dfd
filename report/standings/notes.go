package standings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/ranking"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/standings"
)

// lead returns a sentence that names the leader and gives its probability of being the
// best and the number of separated pairs. It returns "" for a single model.
func lead(s standings.Standings) string {
	if len(s.Rows) == 1 {
		return ""
	}
	first := s.Rows[0]
	behind := notSeparated(s)
	said := first.Model + wording.IfElse(len(behind) > 0, " is ahead", " leads")
	if s.Draws > 0 {
		said += bestPhrase(first.Probabilities[0])
	}
	if others := slices.IndexFunc(s.Rows, func(r standings.Standing) bool { return r.Rank != first.Rank }) - 1; others != 0 {
		return equalLeaders(s, others)
	}
	if s.Together == nil {
		return said + "."
	}
	said += ", " + separationPhrase(s, behind)
	if better := betterThanFirst(s); len(better) > 0 {
		said = fmt.Sprintf("%s has the highest score, but %s %s better on the questions that both models have",
			first.Model, wording.And(wording.Few(better)), wording.Verb(len(better), "is", "are"))
	}
	if len(s.Rows) == 2 {
		return fmt.Sprintf("%s at %s.", said, wording.Percent(s.Rules.Confidence))
	}
	return fmt.Sprintf("%s. %s.", said, separatedPhrase(s))
}

// betterThanFirst returns the names of models that are significantly better than the
// first one. Such models exist only if models have different questions, because two
// models are then compared on the questions that both have.
func betterThanFirst(s standings.Standings) (names []string) {
	for _, row := range s.Rows[1:] {
		if s.Together.Better(row.Index, s.Rows[0].Index) {
			names = append(names, row.Model)
		}
	}
	return names
}

// bestPhrase returns a phrase that gives the probability p that the first model is the
// best.
func bestPhrase(p float64) string {
	said := wording.Chance(p)
	if strings.HasPrefix(said, ">") {
		return ", almost certainly the best (" + said + ")"
	}
	return " (best with probability " + said + ")"
}

// equalLeaders returns a sentence about a ranking in which several models share the
// highest score. The second argument is the number of models that share it with the
// first one. A negative number means that all models have the same score.
func equalLeaders(s standings.Standings, others int) string {
	said := fmt.Sprintf("%s and %s have the highest score", s.Rows[0].Model, tables.Count(others, "other"))
	switch {
	case others < 0:
		said = "All models have the same score"
	case others == 1:
		said = fmt.Sprintf("%s and %s have the highest score", s.Rows[0].Model, s.Rows[1].Model)
	}
	if s.Together == nil || len(s.Rows) == 2 {
		return said + "."
	}
	return fmt.Sprintf("%s. %s.", said, separatedPhrase(s))
}

// separatedPhrase returns a phrase that says how many of all pairs are separated, and with
// which confidence.
func separatedPhrase(s standings.Standings) string {
	return fmt.Sprintf("%s (%s)", wording.Upper(wording.SeparatedOf(s.SeparatedPairs())), wording.Together(s.Rules.Confidence))
}

// notSeparated returns the names of the models that are not separated from the first
// one, so that they could be equally good.
func notSeparated(s standings.Standings) (names []string) {
	for _, row := range s.Rows[1:] {
		if s.Together != nil && !s.Together.Better(s.Rows[0].Index, row.Index) {
			names = append(names, row.Model)
		}
	}
	return names
}

// mostNotSeparated is the greatest number of names in the phrase "not separated from A
// or B".
const mostNotSeparated = 2

// separationPhrase returns a phrase that says from which models the first model is
// separated. The rivals are the models from which it is not separated.
func separationPhrase(s standings.Standings, rivals []string) string {
	others := len(s.Rows) - 1
	switch {
	case len(rivals) == 0 && others == 1:
		return "separated from " + s.Rows[1].Model
	case len(rivals) == 0 && others == 2:
		return "separated from both others"
	case len(rivals) == 0:
		return fmt.Sprintf("separated from all %d others", others)
	case len(rivals) <= mostNotSeparated:
		return "but not separated from " + wording.Or(rivals)
	case len(rivals) == others:
		return "but not separated from any other"
	}
	return fmt.Sprintf("but not separated from %d of %d others", len(rivals), others)
}

// explainRanking adds notes to t, the table of a ranking, that explain its columns. The
// most important notes come first.
func explainRanking(t *tables.Table, s standings.Standings, c Columns) {
	t.Note(intervalNote(s))
	if len(s.Rows) == 1 { // a single model has no rivals, so no ties
		return
	}
	if s.Together != nil && c != Paper {
		t.Note(setNote(s))
		t.Explain(methodNote(s))
	}
	if s.Draws > 0 {
		t.Note(bestNote(s))
		t.Explain(bestError(s))
	} else if s.Traits.New {
		t.Warn("P(best) is not shown, because posteriors of new questions are skewed where scores are near 0 or 1. " +
			"The ranks assume a normal distribution, and can separate too few models.")
	}
	if c != Brief || s.Together == nil {
		t.Note(fmt.Sprintf("with interval: neighbours (~) tie if their z is below the one-sided %s quantile; models linked by ties share one rank. "+
			"ρ: confidence that the model is truly above the next.", wording.Percent(s.Rules.Confidence)))
	}
	if c != Brief && s.Rules.Pairs == standings.AllPairs {
		t.Note(fmt.Sprintf("places: the places that the model can have in comparisons with every other model, "+
			"not only with its neighbours (each pair alone at %s).", wording.Percent(s.Rules.Confidence)))
	}
}

// intervalNote returns a note that says what the score and the interval of a model are,
// and to which questions they refer.
func intervalNote(s standings.Standings) string {
	what := fmt.Sprintf("Score and interval: posterior mean and central %s interval", wording.Percent(s.Rules.Confidence))
	switch {
	case s.Traits.Rule:
		what = "Interval: computed by the rule that " + s.Metric + " names"
	case s.Traits.Plain && s.StandardError && !s.Sampled: // of avg
		what = "Interval: from the rescaled posterior standard deviation by bayes"
	case s.Sampled, s.StandardError:
		what = "Interval: from the standard error of the score"
	case s.Shifted():
		what = fmt.Sprintf("Interval: central %s posterior interval around μ, the posterior mean, not around the score", wording.Percent(s.Rules.Confidence))
	}
	about := About(s.Rules.Estimand)
	if s.Traits.New {
		about = "similar questions, described by the fitted Beta prior."
	}
	return wording.If(s.Traits.Shrunk, wording.IfElse(s.Traits.Weighted,
		"observed: the mean of the trials. The score shrinks it towards the other questions and models. ",
		"observed: the unbiased score by the model's own trials. ")) +
		fmt.Sprintf("%s of each model alone, for the mean over %s", what, about)
}

// About returns a phrase that says to which questions a ranking refers, and which
// quantities are random. Both depend on the estimand, the quantity that is estimated.
func About(e posterior.Estimand) string {
	if e == posterior.Population {
		return "similar questions: the trials and the choice of questions are random. " +
			"Models are compared question by question."
	}
	return "the questions of this benchmark: only trials are random."
}

// setNote returns a note that explains the column of ranks. The column shows all ranks
// that a model can have, with simultaneous confidence over all models.
func setNote(s standings.Standings) string {
	return fmt.Sprintf("ranks: all ranks that a model can have (%s confidence over all models together).%s",
		wording.Percent(s.Rules.Confidence), lettersNote(s))
}

// methodNote returns a note on the statistical method that compares all pairs of models
// together.
func methodNote(s standings.Standings) string {
	if s.Together.Method == posterior.Bonferroni {
		return fmt.Sprintf("Pairs are separated at Bonferroni's level because there are more than %d models.", posterior.MostTogether)
	}
	return fmt.Sprintf("The test that separates pairs uses the distribution of the largest |z| over all pairs, computed from %s.", tables.Count(s.Together.Draws, "draw"))
}

// lettersNote returns a note that explains the letters: models that share a letter are
// not separated. It returns "" if there are no letters.
func lettersNote(s standings.Standings) string {
	return wording.If(s.Rows[0].Letters != "", " Models that share a letter are not separated.")
}

// bestNote returns a note that says how P(best) is computed.
func bestNote(s standings.Standings) string {
	return fmt.Sprintf("P(best): share of %s of all scores%s in which the model is first.", tables.Count(s.Draws, "draw"),
		wording.If(s.Interval && s.Rules.Means == posterior.Exchangeable, " (normal around a common mean)"))
}

// bestError returns a note on the standard error of P(best).
func bestError(s standings.Standings) string {
	return fmt.Sprintf("The standard error of P(best) is at most %s.", tables.Percent(0.5/math.Sqrt(float64(s.Draws)), 1))
}

// hiddenNote returns a note about pairs of models that are separated, yet have the same
// rank because a chain of ties joins them. It names the pair with the largest |z|. It
// returns "" if there is no such pair.
func hiddenNote(s standings.Standings) string {
	chained := s.Chained()
	if len(chained) == 0 {
		return ""
	}
	p := slices.MaxFunc(chained, func(a, b ranking.Pair) int { return cmp.Compare(math.Abs(a.Z), math.Abs(b.Z)) })
	return fmt.Sprintf("%s and %s share one rank through a chain of ties, yet z = %s separates them%s.",
		s.Rows[p.Above].Model, s.Rows[p.Below].Model, tables.Float(p.Z, 2),
		wording.If(len(chained) > 1, fmt.Sprintf(" (%d such pairs)", len(chained))))
}
