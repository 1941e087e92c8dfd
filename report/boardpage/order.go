package boardpage

import (
	"cmp"
	"fmt"

	"settle/internal/tables"
	"settle/ranking"
	"settle/report/page"
	"settle/report/wording"
)

// warnOfOrder adds a warning if a section uses an order of the models that contradicts
// the first ranking. The first argument is a phrase for the source of this order.
// compare(i, j) compares the models with the indexes i and j on the board, and returns
// −1, 0 or 1 as cmp.Compare does. The better model counts as larger.
func (s *setting) warnOfOrder(by string, compare func(i, j int) int) {
	ranked := s.Standings.Rankings[0]
	others, first := 0, [2]string{}
	for i, above := range ranked.Rows {
		for _, below := range ranked.Rows[i+1:] {
			if above.Rank == below.Rank || compare(above.Index, below.Index) >= 0 {
				continue
			}
			if others++; others == 1 {
				first = [2]string{below.Model, above.Model}
			}
		}
	}
	if others == 0 {
		return
	}
	more := wording.If(others > 1, ", and "+tables.Count(others-1, "other pair")+wording.Verb(others-1, " differs too", " differ too"))
	s.add(page.Text(fmt.Sprintf("This section uses %s, which ranks %s above %s; the ranking by %s has the opposite order%s.",
		by, first[0], first[1], ranked.Metric, more)))
}

// byLevel returns a function that compares two models by the given levels. A better
// model has a larger level.
func byLevel(levels []int) func(i, j int) int {
	return func(i, j int) int { return cmp.Compare(levels[i], levels[j]) }
}

// byOrder returns a function that compares two models by their ranks in the order o. A
// better model counts as larger.
func byOrder(o ranking.Order) func(i, j int) int {
	ranks := o.Ranks(ranking.Competition)
	return func(i, j int) int { return cmp.Compare(ranks[j], ranks[i]) }
}
