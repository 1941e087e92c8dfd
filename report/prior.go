package report

import (
	"fmt"
	"strconv"

	"settle/internal/tables"
	"settle/study/standings"
)

// priorNote says what a prior does to what is drawn towards its mean, "" if it
// is neither heavy nor pulls an interval off the mean of the trials. Under a
// uniform prior that changes no order.
func priorNote(p standings.Prior, drawn string) string {
	outside := ""
	if p.Outside > 0 {
		outside = fmt.Sprintf(" the intervals of %d of %s leave out the mean of their trials;",
			p.Outside, tables.Count(p.Models, "model"))
	}
	switch {
	case !p.Heavy() && p.Outside == 0:
		return ""
	case p.Uniform == 0:
		return fmt.Sprintf("The intervals of %d of %s leave out what is observed: these models differ from what the others lead to expect.",
			p.Outside, tables.Count(p.Models, "model"))
	case p.Given > 0:
		counts := countOfTrials(p.Uniform + p.Given)
		if p.UpTo {
			counts = "up to " + counts
		}
		return fmt.Sprintf("The prior counts as %s of each question beside %s, %s of them %s: "+
			"%s towards its mean, and its results may change ranks;%s --metrics avg has no prior.",
			counts, beside(p), atMostSix(p.Uniform), imagined(p), drawn, outside)
	}
	changes := "which changes no rank"
	if p.Most > p.Trials {
		changes = "most where trials are few, which may change ranks"
	}
	if !p.Flat {
		return fmt.Sprintf("The pseudo-counts of the prior are %s of each question beside %s: "+
			"%s towards its mean, %s;%s --metrics avg has no prior.",
			countOfTrials(p.Uniform), beside(p), drawn, changes, outside)
	}
	return fmt.Sprintf("The uniform prior counts as %s of each question beside %s: "+
		"%s towards the mean of the weights, %s;%s --metrics avg has no prior.",
		countOfTrials(p.Uniform), beside(p), drawn, changes, outside)
}

// imagined is what those outcomes of a prior are that no results have.
func imagined(p standings.Prior) string {
	if p.Flat {
		return "uniform"
	}
	return "pseudo-counts"
}

// countOfTrials is a number of trials, which need not be whole, in words.
func countOfTrials(n float64) string {
	if n == 1 {
		return "1 trial"
	}
	return atMostSix(n) + " trials"
}

// beside is how many trials of a question a prior stands beside.
func beside(p standings.Prior) string {
	if p.Most > p.Trials {
		return fmt.Sprintf("%d to %d", p.Trials, p.Most)
	}
	return fmt.Sprint(p.Trials)
}

// acrossPriorNote says what the prior does to margins under several schemata, ""
// if it is not heavy under any.
func acrossPriorNote(x *standings.Across) string {
	if !x.Prior().Heavy() {
		return ""
	}
	least, most := x.Categories()
	counts := tables.Count(most+x.PriorTrials, "trial")
	if least < most {
		counts = fmt.Sprintf("%d to %s", least+x.PriorTrials, counts)
	}
	trials := beside(x.Prior())
	switch {
	case x.PriorTrials > 0:
		return fmt.Sprintf("The prior counts as %s of each question beside %s: "+
			"scores and margins are drawn towards its own, which may change ranks.", counts, trials)
	case x.Most > 0:
		return fmt.Sprintf("The uniform prior counts as %s of each question beside %s: "+
			"margins are drawn towards 0, those of tasks with fewer trials more, which may change ranks.", counts, trials)
	}
	return fmt.Sprintf("The uniform prior counts as %s of each question beside %s: "+
		"margins are drawn towards 0, which changes no rank.", counts, trials)
}

// atMostSix is a number with six digits or fewer.
func atMostSix(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
