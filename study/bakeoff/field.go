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

// Field is where methods compete: models of which the chance of every outcome is known,
// and how boards of them are drawn.
type Field struct {
	Name   string // for titles
	Models []string

	// Chances are those of a trial of each model on each question: the truth.
	Chances metrics.Chances

	// Weights are what the categories are worth: the true means are those of a trial.
	Weights metrics.Weights

	// Gold is the order of the true means: a larger number is a better model, an equal one
	// a tie.
	Gold []int

	// Source draws boards on which every attempt is made.
	Source func(trials int, seed uint64) replicate.Source

	// Missing says which attempts are never made. They are the same at every n: the board
	// with n trials is what is left of the first n of each question, and so part of that
	// with more.
	Missing sim.Missing

	// OwnQuestions says that questions that a model never met do not count for that model
	// alone, as metrics.Restrict's own; else they count for none. Methods that compare
	// models leave a question out for those that did not meet it in any case.
	OwnQuestions bool

	// Trials are those that the results have of which the models are like; 0 for none.
	Trials int

	// Note is what a reader must be told of where the chances come from, or "".
	Note string
}

// OfCoins is the field of coins.
func OfCoins(coins *sim.Coins) *Field {
	return &Field{
		Models: coins.Models, Chances: coins.Chances(), Weights: metrics.Binary,
		Gold: coins.Gold(), Source: coins.Source,
	}
}

// OfChances is the field of models with the given chances of categories 0..C, whose true
// means tie where they differ by less than sim.MeansOf tells. There is a weight for each
// category.
func OfChances(models []string, chances [][][]float64, w metrics.Weights) *Field {
	f := &Field{
		Models: models, Chances: metrics.NewChances(chances), Weights: w,
		Gold: ranking.ByScore(sim.MeansOf(chances, w)).Levels(),
	}
	f.Source = func(trials int, seed uint64) replicate.Source {
		const purpose = "fresh boards of known chances"
		k := &known{f.Chances}
		if f.Chances.Top == 1 {
			return replicate.Fresh(f.Shape(trials), func(model, question int) float64 { return k.Chances(model, question)[0] }, seed, purpose)
		}
		return replicate.FromTruths(f.Shape(trials), func() replicate.Truth { return k }, seed, purpose)
	}
	return f
}

// OfBoard is the field of models like those of a board: their chances are one draw, by the
// seed, of what the board leaves open of them under the prior that is fitted to it (see
// posterior.Chances). So they spread as the true ones do, which means of the posterior, as
// they are shrunk, would not, and observed shares, which have the noise of the trials,
// neither. There is a weight for each category.
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

// Shape is the size of a board with so many trials of each question.
func (f *Field) Shape(trials int) results.Shape {
	return results.Shape{Models: f.Chances.Models, Questions: f.Chances.Questions, Trials: trials, Top: f.Chances.Top}
}

// Own are the orders that metrics come to as trials are added without end, by metric; nil
// where that is not known, or where such an order ties all models.
func (f *Field) Own(ms []metrics.Metric) [][]int {
	own := make([][]int, len(ms))
	for i, m := range ms {
		if order := metrics.OwnOrder(m, &f.Chances); order != nil && !tiesAll(order) {
			own[i] = order
		}
	}
	return own
}

// tiesAll tells whether an order is of one place.
func tiesAll(order []int) bool { return slices.Min(order) == slices.Max(order) }

// known are chances that are the same in every replicate.
type known struct{ of metrics.Chances }

// Draw draws nothing.
func (k *known) Draw(*rng.Stream) {}

// Chances are those of the categories 1..C.
func (k *known) Chances(model, question int) []float64 {
	return k.of.Row(model)[question*k.of.Top : (question+1)*k.of.Top]
}
