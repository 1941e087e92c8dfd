package sequential

import (
	"cmp"
	"slices"

	"settle/internal/rng"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
	"settle/study/posterior"
)

// Posterior returns a source of simulated evaluations that are plausible given the outcome counts
// t. Each replicate draws outcome probabilities from the posterior under the prior of
// metrics.BayesFitted, and then draws the given number of trials per question from these
// probabilities. The gold order of a replicate is the order of its true scores, so Evaluate must
// be called with nil gold.
//
// Given the counts, the outcome probabilities of different models are independent. So the
// replicates do not reproduce any correlation between models on a question. w has a weight for
// each category of the tally.
func Posterior(t *results.Tally, w metrics.Weights, trials int, seed uint64) replicate.Source {
	shape := results.Shape{Models: t.Models, Questions: t.Questions, Trials: trials, Top: t.Top}
	values := w.Floats()[:t.Top+1]
	chances := posterior.NewChances(values, t, nil)
	truth := func() replicate.Truth { return newTruth(shape, values, chances.Drawer()) }
	return &truths{replicate.FromTruths(shape, truth, seed, "truths")}
}

// truths is a replicate.Source in which each replicate provides its own *truth.
type truths struct{ replicate.Source }

func newTruth(shape results.Shape, values []float64, from *posterior.ChanceDrawer) *truth {
	return &truth{
		Shape: shape, values: values, from: from,
		chances: make([]float64, shape.Models*shape.Questions*shape.Top),
		one:     make([]float64, len(values)),
		scores:  make([]float64, shape.Models), order: make([]int, shape.Models), levels: make([]int, shape.Models),
	}
}

// A truth is one posterior draw of the outcome probabilities of all models at all questions.
type truth struct {
	results.Shape
	values  []float64
	from    *posterior.ChanceDrawer
	chances []float64 // by model, question and category 1..C
	one     []float64 // of one question, by category
	scores  []float64 // by model, summed over questions
	order   []int
	levels  []int
}

// Chances returns the probabilities of the outcome categories 1, 2, … (all but 0), for a model at
// a question.
func (t *truth) Chances(model, question int) []float64 {
	at := (model*t.Questions + question) * t.Top
	return t.chances[at : at+t.Top]
}

// Draw draws outcome probabilities and ranks the models by their true scores.
func (t *truth) Draw(stream *rng.Stream) {
	for model := range t.scores {
		t.from.Begin(model, stream.Float64(), stream)
		t.scores[model] = 0
		for q := range t.Questions {
			t.from.Question(q, t.one)
			copy(t.Chances(model, q), t.one[1:])
			t.scores[model] += t.score()
		}
		t.order[model] = model
	}
	slices.SortFunc(t.order, func(a, b int) int { return cmp.Compare(t.scores[a], t.scores[b]) })
	for place, model := range t.order {
		t.levels[model] = place
		if place > 0 && t.scores[model] == t.scores[t.order[place-1]] {
			t.levels[model] = t.levels[t.order[place-1]]
		}
	}
}

// score returns the expected weight of one outcome of the current question.
func (t *truth) score() (sum float64) {
	for category := 1; category < len(t.one); category++ {
		sum += float64(t.values[category] * t.one[category])
	}
	return sum + float64(t.values[0]*t.one[0])
}
