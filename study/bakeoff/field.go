package bakeoff

import (
	"slices"

	"settle/internal/rng"
	"settle/metrics"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
	"settle/sim"
	"settle/study/posterior"
)

// A Field holds models with known outcome probabilities, and a source that draws boards of these
// models.
type Field struct {
	Name   string // name for titles
	Models []string

	// Chances holds the true outcome probabilities of each model at each question.
	Chances metrics.Chances

	// Weights holds the weights of the categories, which define the true means.
	Weights metrics.Weights

	// Gold is the order of the models by their true means: a larger number is a better
	// model, and equal numbers tie.
	Gold []int

	// Source returns a source of boards without missing attempts.
	Source func(trials int, seed uint64) replicate.Source

	// Missing selects the attempts that are never made. The same attempts are missing for
	// every n. A board with n trials consists of the attempts made among the first n of each
	// question, so it is a part of any board with more trials.
	Missing sim.Missing

	// OwnQuestions says for which models a question is left out if some model never met it.
	// If true, it is left out only for that model (own in metrics.Restrict), otherwise for
	// all models. Methods that compare models always leave a question out only for the
	// models that did not meet it.
	OwnQuestions bool

	// Trials is the number of trials per question in the results from which the models were
	// made, or 0 if they were not made from results.
	Trials int

	// Note tells readers where the probabilities come from; "" if there is nothing to tell.
	Note string
}

// OfCoins returns the field whose models are the given coins.
func OfCoins(coins *sim.Coins) *Field {
	return &Field{
		Models: coins.Models, Chances: coins.Chances(), Weights: metrics.Binary,
		Gold: coins.Gold(), Source: coins.Source,
	}
}

// OfChances returns the field of models with the given probabilities of the categories 0..C, by
// model, question and category. Two models tie if their true means differ by less than the
// precision of sim.MeansOf. w has a weight for each category.
func OfChances(models []string, chances [][][]float64, w metrics.Weights) *Field {
	f := &Field{
		Models: models, Chances: metrics.NewChances(chances), Weights: w,
		Gold: ranking.ByScore(sim.MeansOf(chances, w)).Levels(),
	}
	f.Source = func(trials int, seed uint64) replicate.Source {
		const purpose = "fresh boards of known chances"
		k := &knownTruth{f.Chances}
		if f.Chances.Top == 1 {
			return replicate.Fresh(f.Shape(trials), func(model, question int) float64 { return k.Chances(model, question)[0] }, seed, purpose)
		}
		return replicate.FromTruths(f.Shape(trials), func() replicate.Truth { return k }, seed, purpose)
	}
	return f
}

// OfBoard returns a field of models that resemble the models of a board. Their outcome
// probabilities are one draw from the board's posterior under a prior that is fitted to the
// board (see posterior.Chances); the draw depends only on seed. So the probabilities vary as
// much as the true probabilities do. Posterior means would vary less, because they are shrunk.
// Observed shares would vary more, because of the noise of the trials. w has a weight for each
// category.
func OfBoard(b *results.Board, w metrics.Weights, seed uint64) *Field {
	drawer := posterior.NewChances(w.Floats(), b.TallyAll(), nil).Drawer()
	chances := make([][][]float64, len(b.Models))
	for model := range chances {
		stream := rng.New(seed, "chances behind a board", model)
		drawer.Begin(model, stream.Float64(), stream)
		for q := range b.Questions {
			categories := make([]float64, w.Len())
			drawer.Question(q, categories)
			chances[model] = append(chances[model], categories)
		}
	}
	f := OfChances(b.Models, chances, w)
	f.Trials = max(b.Trials(), b.MostTrials())
	return f
}

// Shape returns the size of a board with the given number of trials per question.
func (f *Field) Shape(trials int) results.Shape {
	return results.Shape{Models: f.Chances.Models, Questions: f.Chances.Questions, Trials: trials, Top: f.Chances.Top}
}

// Own returns, for each metric, the order in which the metric ranks the models with unlimited
// trials. An order is nil if it is unknown or ties all models.
func (f *Field) Own(ms []metrics.Metric) [][]int {
	own := make([][]int, len(ms))
	for i, m := range ms {
		if order := metrics.OwnOrder(m, &f.Chances); order != nil && !tiesAll(order) {
			own[i] = order
		}
	}
	return own
}

// tiesAll reports whether an order ties all models.
func tiesAll(order []int) bool { return slices.Min(order) == slices.Max(order) }

// A knownTruth holds outcome probabilities that are the same in every replicate.
type knownTruth struct{ of metrics.Chances }

// Draw does nothing, because the probabilities are fixed.
func (k *knownTruth) Draw(*rng.Stream) {}

// Chances returns the probabilities of the categories 1..C for a model at a question.
func (k *knownTruth) Chances(model, question int) []float64 {
	return k.of.Row(model)[question*k.of.Top : (question+1)*k.of.Top]
}
