package given

import (
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/lists"
	"settle/results"
)

// Thresholds of isOneCoin: the least number of outcomes, and the joint level of the
// three χ² tests.
const (
	fewestTosses = 1000
	coinLevel    = 0.001
)

// isOneCoin reports whether the outcomes of a board look like tosses of a single coin.
// It also returns the share of ones. If the outcomes are such tosses, it returns false
// in only 1 of 1000 cases. It also returns false for fewer than a thousand outcomes,
// which cannot show whether models or questions differ.
//
// It makes three χ² tests, each at the level 1/3000. The tests ask whether success
// counts scatter like binomial counts with one common success probability. The first
// test is on the counts of the models, the second on the counts of the questions, and
// the third on the counts of each model on each question. With a single trial the third
// test shows nothing, because its result depends only on the share of ones.
func isOneCoin(b *results.Board) (share float64, is bool) {
	models, questions, trials := len(b.Models), len(b.Questions), b.Trials()
	t := b.Tally(trials)
	cells := make([]float64, 0, models*questions)
	ofModel, ofQuestion := make([]float64, models), make([]float64, questions)
	for m := range models {
		for q, count := range t.Row(m) {
			cells = append(cells, float64(count))
			ofModel[m] += float64(count)
			ofQuestion[q] += float64(count)
		}
	}
	share = lists.Sum(ofModel, func(sum float64) float64 { return sum }) / float64(models*questions*trials)
	if models*questions*trials < fewestTosses || share == 0 || share == 1 {
		return share, false
	}
	alike := func(counts []float64, tosses int) bool {
		return tossesPValue(counts, tosses, share) >= coinLevel/3
	}
	return share, alike(ofModel, questions*trials) && alike(ofQuestion, models*trials) && alike(cells, trials)
}

// tossesPValue returns the p-value of Pearson's χ² test that the given share is the
// success probability of all counts. Each count is from the same number of tosses.
func tossesPValue(counts []float64, tosses int, share float64) float64 {
	if len(counts) < 2 {
		return 1
	}
	mean, sum := float64(tosses)*share, 0.0
	for _, count := range counts {
		off := count - mean
		sum += float64(off * off)
	}
	return distuv.ChiSquared{K: float64(len(counts) - 1)}.Survival(sum / (mean * (1 - share)))
}
