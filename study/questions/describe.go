package questions

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"settle/metrics"
	"settle/results"
)

// A Question holds the results of all models on one question.
type Question struct {
	Index int // on the board

	// Mean and SD are the mean and the sample standard deviation, over the models that met the
	// question, of the models' means on the question, in units of the score. SD is 0 for one
	// model.
	Mean, SD float64

	// Discrimination is the item-rest correlation, in [−1, 1]: the correlation, over models, of
	// the mean on this question with the mean on all other questions. It is NaN if all models
	// do equally well on this question, or on the other questions.
	Discrimination float64

	// Flat reports whether all outcomes of all models are equal, so that the question says
	// nothing about the ranking.
	Flat bool
}

// Describe describes the questions of a tally, in its order, by a metric that is a mean over
// questions. A question that no model met is flat with mean NaN. It fails if the metric is not
// a mean over questions.
func Describe(m metrics.Estimator, t *results.Tally) ([]Question, error) {
	means, err := meansOf(m, t)
	if err != nil {
		return nil, err
	}
	list := make([]Question, t.Questions)
	for q := range list {
		here, rest := onAndOff(means, q)
		mean, sd := stat.MeanStdDev(here, nil)
		if len(here) < 2 {
			sd = 0
		}
		list[q] = Question{
			Index: q, Mean: mean, SD: sd, Discrimination: correlation(here, rest), Flat: flat(t, q),
		}
	}
	return list, nil
}

// meansOf returns the means by model and question, NaN for questions never met.
func meansOf(m metrics.Estimator, t *results.Tally) ([][]float64, error) {
	means := make([][]float64, t.Models)
	for model := range means {
		var err error
		if means[model], err = metrics.QuestionMeans(m, t, model); err != nil {
			return nil, err
		}
	}
	return means, nil
}

// onAndOff returns, for the models that met a question, each model's mean on this question and
// its mean on all other questions that it met.
func onAndOff(means [][]float64, q int) (here, rest []float64) {
	for _, own := range means {
		if math.IsNaN(own[q]) {
			continue
		}
		sum, count := 0.0, 0.0
		for other, mean := range own {
			if other != q && !math.IsNaN(mean) {
				sum += mean
				count++
			}
		}
		here, rest = append(here, own[q]), append(rest, sum/count)
	}
	return here, rest
}

// correlation returns Pearson's correlation, or NaN if one side is constant or there are fewer
// than two models.
func correlation(x, y []float64) float64 {
	if constant(x) || constant(y) {
		return math.NaN()
	}
	return stat.Correlation(x, y, nil)
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// flat reports whether all trials of a question are in one category.
func flat(t *results.Tally, q int) bool {
	seen := -1
	for model := range t.Models {
		for category, count := range categories(t, model, q) {
			if count == 0 {
				continue
			}
			if seen >= 0 && seen != category {
				return false
			}
			seen = category
		}
	}
	return true
}

// categories returns the numbers of trials of one model on one question in category 0, 1, …
func categories(t *results.Tally, model, q int) []int {
	counts := make([]int, t.Top+1)
	counts[0] = t.TrialsOf(model, q)
	for category := 1; category <= t.Top; category++ {
		count := int(t.Row(model)[q*t.Top+category-1])
		counts[category] = count
		counts[0] -= count
	}
	return counts
}

// A Deciding compares two models question by question.
type Deciding struct {
	Gaps         []float64 // by question: the first model's mean minus the second's; NaN if one of them never met it
	For, Against int       // numbers of questions on which the first model does better, and worse

	// Carrying is the effective number of questions that determine the comparison. It is the
	// participation ratio (Σ d²)² / Σ d⁴ of the gaps d. With single binary trials, it is the
	// number of questions on which the two models differ (McNemar). It is 0 if they never
	// differ.
	Carrying float64
}

// Decide compares two models question by question. It fails if Describe fails.
func Decide(m metrics.Estimator, t *results.Tally, first, second int) (Deciding, error) {
	a, err := metrics.QuestionMeans(m, t, first)
	if err != nil {
		return Deciding{}, err
	}
	b, err := metrics.QuestionMeans(m, t, second)
	if err != nil {
		return Deciding{}, err
	}
	d := Deciding{Gaps: make([]float64, len(a))}
	squares, fourths := 0.0, 0.0
	for q := range a {
		gap := a[q] - b[q]
		d.Gaps[q] = gap
		switch {
		case math.IsNaN(gap):
			continue
		case gap > 0:
			d.For++
		case gap < 0:
			d.Against++
		}
		square := float64(gap * gap)
		squares += square
		fourths += float64(square * square)
	}
	if fourths > 0 {
		d.Carrying = squares * squares / fourths
	}
	return d, nil
}
