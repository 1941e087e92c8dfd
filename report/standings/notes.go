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

// lead is who leads, how sure that is, and how much of the rest is known; "" for a
// single model.
func lead(s standings.Standings) string {
	if len(s.Rows) == 1 {
		return ""
	}
	first := s.Rows[0]
	behind := notSeparated(s)
	said := first.Model + wording.IfElse(len(behind) > 0, " is ahead", " leads")
	if s.Draws > 0 {
		said += surely(first.Probabilities[0])
	}
	if others := slices.IndexFunc(s.Rows, func(r standings.Standing) bool { return r.Rank != first.Rank }) - 1; others != 0 {
		return equalLeaders(s, others)
	}
	if s.Together == nil {
		return said + "."
	}
	at := wording.Percent(s.Rules.Confidence)
	if len(s.Rows) == 2 {
		return fmt.Sprintf("%s, %s at %s.", said, ahead(s, behind), at)
	}
	return fmt.Sprintf("%s, %s. %s.", said, ahead(s, behind), pairsApart(s))
}

// surely says how sure it is that the first model is the best.
func surely(p float64) string {
	said := wording.Chance(p)
	if strings.HasPrefix(said, ">") {
		return ", almost certainly the best (" + said + ")"
	}
	return " (best with probability " + said + ")"
}

// equalLeaders is the lead of rankings whose first models, the first one and so many
// others or, if that is negative, all, have equal scores.
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
	return fmt.Sprintf("%s. %s.", said, pairsApart(s))
}

// pairsApart says how many pairs are separated.
func pairsApart(s standings.Standings) string {
	return fmt.Sprintf("%s (%s)", wording.Upper(wording.SeparatedOf(s.PairsApart())), wording.Together(s.Rules.Confidence))
}

// notSeparated returns the models that the first one is not separated from.
func notSeparated(s standings.Standings) (names []string) {
	for _, row := range s.Rows[1:] {
		if s.Together != nil && !s.Together.Better(s.Rows[0].Index, row.Index) {
			names = append(names, row.Model)
		}
	}
	return names
}

// mostNotSeparated limits the models that a sentence names of those that the first is not separated from.
const mostNotSeparated = 2

// ahead says whom the first model is separated from, given those that it is not.
func ahead(s standings.Standings, not []string) string {
	others := len(s.Rows) - 1
	switch {
	case len(not) == 0 && others == 1:
		return "separated from " + s.Rows[1].Model
	case len(not) == 0 && others == 2:
		return "separated from both others"
	case len(not) == 0:
		return fmt.Sprintf("separated from all %d others", others)
	case len(not) <= mostNotSeparated:
		return "but not separated from " + wording.Or(not)
	case len(not) == others:
		return "but not separated from any other"
	}
	return fmt.Sprintf("but not separated from %d of %d others", len(not), others)
}

// explainRanking explains the columns, those first that need it most.
func explainRanking(t *tables.Table, s standings.Standings, c Columns) {
	t.Note(intervalNote(s))
	if len(s.Rows) == 1 { // which has no ties, no places and no rivals
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
		t.Warn("There is no P(best): posteriors of new questions are skewed where scores are near 0 or 1. " +
			"The ranks assume a normal distribution, and can separate too few models.")
	}
	if c != Brief || s.Together == nil {
		t.Note(fmt.Sprintf("With the interval, neighbours (~) tie whose z is below the one-sided %s quantile; ties chain. "+
			"ρ: confidence that the model is truly above the next.", wording.Percent(s.Rules.Confidence)))
	}
	if c != Brief && s.Rules.Pairs == standings.AllPairs {
		t.Note(fmt.Sprintf("places: those that the model may have if it is compared with every other model, "+
			"not only with its neighbours; each pair by itself at %s.", wording.Percent(s.Rules.Confidence)))
	}
}

// intervalNote says what the interval of a model is about.
func intervalNote(s standings.Standings) string {
	what := fmt.Sprintf("Score and interval: posterior mean and central %s interval", wording.Percent(s.Rules.Confidence))
	switch {
	case s.Traits.Rule:
		what = "Interval: of the rule that " + s.Metric + " names"
	case s.Sampled, s.StandardError:
		what = "Interval: by the standard error of the score"
	case s.Shifted():
		what = fmt.Sprintf("Interval: central %s interval of the posterior, whose mean is not the score but μ", wording.Percent(s.Rules.Confidence))
	}
	about := About(s.Rules.Estimand)
	if s.Traits.New {
		about = "similar questions, which the fitted Beta prior describes."
	}
	return wording.If(s.Traits.Weighted && s.Traits.Shrunk,
		"observed: the mean of the trials. The score shrinks it towards the other questions and models. ") +
		fmt.Sprintf("%s of each model alone, for the mean over %s", what, about)
}

// About says what is random, given what.
func About(e posterior.Estimand) string {
	if e == posterior.Population {
		return "similar questions: the trials and the choice of questions are random. " +
			"Models are compared question by question."
	}
	return "the questions of this benchmark: only trials are random."
}

// setNote says how all pairs are compared at once.
func setNote(s standings.Standings) string {
	return fmt.Sprintf("ranks: all ranks that a model can have (%s confidence over all models together).%s",
		wording.Percent(s.Rules.Confidence), lettersNote(s))
}

// methodNote says by which method all pairs are compared.
func methodNote(s standings.Standings) string {
	if s.Together.Method == posterior.Bonferroni {
		return fmt.Sprintf("Pairs are separated at Bonferroni's level, since there are more than %d models.", posterior.MostTogether)
	}
	return fmt.Sprintf("Pairs are separated by the largest |z| of all pairs in %s.", tables.Count(s.Together.Draws, "draw"))
}

// lettersNote says what the letters of groups are, "" if there are none.
func lettersNote(s standings.Standings) string {
	return wording.If(s.Rows[0].Letters != "", " Models that share a letter are not separated.")
}

// bestNote says where P(best) comes from.
func bestNote(s standings.Standings) string {
	return fmt.Sprintf("P(best): share of %s of all scores%s in which the model is first.", tables.Count(s.Draws, "draw"),
		wording.If(s.Interval && s.Rules.Means == posterior.Exchangeable, ", normal around a common mean,"))
}

// bestError says how exact P(best) is.
func bestError(s standings.Standings) string {
	return fmt.Sprintf("The standard error of P(best) is at most %s.", tables.Percent(0.5/math.Sqrt(float64(s.Draws)), 1))
}

// hiddenNote names the pair that is told apart most clearly although ties chain
// it into one rank, "" if there is none.
func hiddenNote(s standings.Standings) string {
	chained := s.Chained()
	if len(chained) == 0 {
		return ""
	}
	p := slices.MaxFunc(chained, func(a, b ranking.Pair) int { return cmp.Compare(math.Abs(a.Z), math.Abs(b.Z)) })
	return fmt.Sprintf("Ties chain %s and %s into one rank, yet z = %s separates them%s.",
		s.Rows[p.Above].Model, s.Rows[p.Below].Model, tables.Float(p.Z, 2),
		wording.If(len(chained) > 1, fmt.Sprintf(" (%d such pairs)", len(chained))))
}
