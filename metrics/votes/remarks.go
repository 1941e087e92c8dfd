package votes

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
)

// Remarks returns sentences on models without answers, on answers that are graded both
// right and wrong, and on the precision of scores that use random subsets.
func (m *metric) Remarks(t *results.Tally) (said []string) {
	needs := m.rule.needs()
	if needs.answers {
		if silent := silentModels(t); silent > 0 {
			said = append(said, fmt.Sprintf("No answers from %d of %s, which get the score 0.", silent, tables.Count(t.Models, "model")))
		}
		if both, all := countGradings(t); both > 0 {
			said = append(said, fmt.Sprintf("%d of %s graded inconsistently; such an answer counts with the mean score of its attempts.",
				both, tables.Count(all, "answer")+" "+tables.Are(both)))
		}
	}
	if rule, ok := m.rule.(weightedVote); ok {
		if se := rule.subsetError(m, t); se > 0 {
			said = append(said, fmt.Sprintf("%s is a mean over %d random subsets of %d trials per question; the standard error of a score is at most %.2g.",
				quoted.Bare(m.name), subsetsOf(len(t.Ballots().Names)), m.k, se))
		}
	}
	return said
}

// silentModels returns the number of models that gave no answer to any question.
func silentModels(t *results.Tally) int {
	silent := 0
	for model := range t.Models {
		answered := false
		for q := 0; q < t.Questions && !answered; q++ {
			_, answers, _ := t.Attempts(model, q)
			answered = slices.ContainsFunc(answers, func(a uint32) bool { return a > 0 })
		}
		silent += boolean(!answered)
	}
	return silent
}

// countGradings counts the different answers on the board. The first result is the
// number of answers whose attempts have different outcomes. The second is the number of
// all answers.
func countGradings(t *results.Tally) (both, all int) {
	for q := range t.Questions {
		seen := map[uint32]int{} // by answer: the outcome, or mixed
		const mixed = -1
		for model := range t.Models {
			outcomes, answers, _ := t.Attempts(model, q)
			for i, answer := range answers {
				if outcome, known := seen[answer]; !known {
					seen[answer] = int(outcomes[i])
				} else if outcome != int(outcomes[i]) {
					seen[answer] = mixed
				}
			}
		}
		delete(seen, 0)
		all += len(seen)
		for _, outcome := range seen {
			both += boolean(outcome == mixed)
		}
	}
	return both, all
}
