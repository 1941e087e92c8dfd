package questions

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"settle/metrics"
	"settle/results"
)

// A Question describes the results of all models at one question.
type Question struct {
	Index int // index on the board

	// Mean and SD are the mean and the sample standard deviation, over models, of the
	// models' mean scores at the question. Only models that met the question count. SD is 0
	// if there is one such model.
	Mean, SD float64

	// Discrimination is the item-rest correlation, in [−1, 1]: the correlation over models
	// between the mean at this question and the mean at all other questions. It is NaN if
	// all models do equally well at this question, or at the other questions.
	Discrimination float64

	// Flat reports whether all outcomes of all models are equal. Such a question says
	// nothing about the ranking.
	Flat bool
}

// Describe returns a description of each question of a tally, by a metric that is a mean over
// questions. A question that no model attempted is flat and has mean NaN. Describe fails if the
// metric is not a mean over questions.
func Describe(m metrics.Estimator, t *results.Tally) ([]Question, error) {
	means, err := meansOf(m, t)
	if err != nil {
		return nil, err
	}
	list := make([]Question, t.Questions)
	for q := range list {
		here, rest := meansOnAndOff(means, q)
		mean, sd := stat.MeanStdDev(here, nil)
		if len(here) < 2 {
			sd = 0
		}
		list[q] = Question{
			Index: q, Mean: mean, SD: sd, Discrimination: correlation(here, rest), Flat: isFlat(t, q),
		}
	}
	return list, nil
}

// meansOf returns the mean score of each model at each question, by model, then question. A mean
// is NaN if the model never attempted the question.
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

// meansOnAndOff returns two means for each model that attempted question q: the model's mean at
// this question, and its mean over all other questions that it attempted.
func meansOnAndOff(means [][]float64, q int) (here, rest []float64) {
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

// correlation returns Pearson's correlation of x and y. It is NaN if x or y is constant or has
// fewer than two values.
func correlation(x, y []float64) float64 {
	if constant(x) || constant(y) {
		return math.NaN()
	}
	return stat.Correlation(x, y, nil)
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// isFlat reports whether all trials of a question, by all models, are in the same category.
func isFlat(t *results.Tally, q int) bool {
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

// categories returns the number of trials of one model at one question in each category 0, 1, …
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

// A Deciding holds a comparison of two models question by question.
type Deciding struct {
	Gaps         []float64 // by question: the first model's mean minus the second's; NaN if one of them never met it
	For, Against int       // numbers of questions at which the first model does better, and worse

	// Carrying is the effective number of questions that determine the comparison. It is the
	// participation ratio (Σ d²)² / Σ d⁴ of the gaps d. If every question has a single
	// binary trial of each model, it is the number of questions at which the two models
	// differ (McNemar). It is 0 if they never differ.
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
