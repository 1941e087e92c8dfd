package given

import (
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/lists"
	"settle/results"
)

// What isOneCoin takes for noise: so many outcomes at least, of which no χ² test
// finds, at this level for all three together, that anything differs.
const (
	fewestTosses = 1000
	coinLevel    = 0.001
)

// isOneCoin reports whether the outcomes of a board are those of one coin, tossed for
// every attempt, and the share of ones. Of such a board it says so in all but 1 of
// 1000; models or questions that differ at all show in a thousand outcomes.
//
// Three χ² tests, each at a third of the level, ask whether the totals of the models,
// those of the questions and those of both together scatter more than binomial counts
// of one chance. For a single trial the third says nothing, for the sum is then the
// same whatever the order of the outcomes.
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
		return likeTosses(counts, tosses, share) >= coinLevel/3
	}
	return share, alike(ofModel, questions*trials) && alike(ofQuestion, models*trials) && alike(cells, trials)
}

// likeTosses returns the chance that counts of so many tosses each scatter at least as much
// if all have the same chance, by Pearson's χ² around the share that they have
// together.
func likeTosses(counts []float64, tosses int, share float64) float64 {
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
