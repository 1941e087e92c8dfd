package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/results"
	"settle/sim"
)

// fittedModels is the number of models on most boards that studies draw.
const fittedModels = 11

// A spread is a distribution from which a model's success probability for each question is drawn.
type spread struct {
	name string
	draw func(r *rand.Rand, model int) float64
}

// Indices of the distributions in the list named spreads.
const (
	paperCoins = iota
	someEasy
	uShaped
	inflated
)

var spreads = []spread{
	paperCoins: {"as the paper's coins", func(r *rand.Rand, model int) float64 {
		mean := sim.PaperMeans[model]
		return beta(r, 18*mean, 18*(1-mean))
	}},
	someEasy: {"Beta(0.3, 0.5)", func(r *rand.Rand, _ int) float64 { return beta(r, 0.3, 0.5) }},
	uShaped:  {"Beta(0.15, 0.15)", func(r *rand.Rand, _ int) float64 { return beta(r, 0.15, 0.15) }},
	inflated: {"three in ten 0 or 1, else Beta(2, 2)", func(r *rand.Rand, _ int) float64 {
		switch u := r.Float64(); {
		case u < 0.15:
			return 0
		case u < 0.3:
			return 1
		}
		return beta(r, 2, 2)
	}},
}

func beta(r rand.Source, a, b float64) float64 { return distuv.Beta{Alpha: a, Beta: b, Src: r}.Rand() }

// board draws success probabilities of models from a spread (a distribution). It then draws a board
// of trials of these models.
func (s spread) board(r *rand.Rand, questions, trials int) (chances [][]float64, tally *results.Tally) {
	tally = results.NewTally(fittedModels, questions, 1)
	tally.Trials = trials
	chances = make([][]float64, fittedModels)
	for model := range chances {
		for q := range questions {
			p := s.draw(r, model)
			chances[model] = append(chances[model], p)
			for range trials {
				if r.Float64() < p {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	return chances, tally
}

// A field is a function that draws the success probabilities of models, by model and question.
type field func(r *rand.Rand, models, questions int) [][]float64

func fill(models, questions int, chance func(model, q int) float64) [][]float64 {
	p := make([][]float64, models)
	for model := range p {
		p[model] = make([]float64, questions)
		for q := range p[model] {
			p[model][q] = chance(model, q)
		}
	}
	return p
}

// toss draws trials of models. p holds the models' success probabilities, by model and question;
// trials is the number of trials per question.
func toss(r *rand.Rand, p [][]float64, trials int) *results.Tally {
	tally := results.NewTally(len(p), len(p[0]), 1)
	tally.Trials = trials
	for model, row := range p {
		for q, chance := range row {
			for range trials {
				if r.Float64() < chance {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	return tally
}

// independent returns a function that draws every success probability independently from the given
// distribution.
func independent(s spread) field {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		return fill(models, questions, func(model, _ int) float64 { return s.draw(r, model) })
	}
}

// wideMeans returns a function that draws success probabilities. The mean m of each model is
// uniform from lo to hi; the model's probabilities come from Beta(m, 1 − m).
func wideMeans(lo, hi float64) field {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		means := make([]float64, models)
		for i := range means {
			means[i] = lo + (hi-lo)*r.Float64()
		}
		return fill(models, questions, func(model, _ int) float64 { return beta(r, means[model], 1-means[model]) })
	}
}

// nearlyEqual returns a function that draws success probabilities of models that hardly differ. All
// models start from the same U-shaped probabilities. A probability that is not near 0 or 1 then
// increases by step from each model to the next.
func nearlyEqual(step float64) field {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		base := make([]float64, questions)
		for q := range base {
			base[q] = beta(r, 0.3, 0.5)
		}
		return fill(models, questions, func(model, q int) float64 {
			if base[q] < 0.05 || base[q] > 0.95 {
				return base[q]
			}
			return base[q] + step*float64(model)
		})
	}
}

// shiftedMeans returns a function that draws success probabilities. All models start from the same
// U-shaped probabilities. All probabilities of one model are then shifted by the same random
// number, which is uniform from −half to half.
func shiftedMeans(half float64) field {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		base, off := make([]float64, questions), make([]float64, models)
		for q := range base {
			base[q] = 0.1 + 0.8*beta(r, 0.3, 0.5)
		}
		for model := range off {
			off[model] = half * (2*r.Float64() - 1)
		}
		return fill(models, questions, func(model, q int) float64 { return base[q] + off[model] })
	}
}

// likeStandIn returns the shares of successes on the built-in board aime25, for use as success
// probabilities. It ignores its arguments.
func likeStandIn(*rand.Rand, int, int) [][]float64 {
	coins, err := sharesOf("aime25")
	if err != nil {
		panic(err) // the stand-in is part of the program
	}
	return coins.P
}

// sharesOf returns coins (simulated models) whose success probabilities are the shares of successes
// on the built-in board with the given name.
func sharesOf(name string) (*sim.Coins, error) {
	board, err := sim.StandIn(name)
	if err != nil {
		return nil, err
	}
	tally := board.Tally(board.Trials())
	return &sim.Coins{Models: board.Models, Questions: board.Questions,
		P: fill(tally.Models, tally.Questions, func(model, q int) float64 {
			return float64(tally.Row(model)[q]) / float64(board.Trials())
		})}, nil
}

// allHalf returns success probabilities, by model and question, that are all 1/2.
func allHalf(_ *rand.Rand, models, questions int) [][]float64 {
	return fill(models, questions, func(int, int) float64 { return 0.5 })
}

// uShapedMeans draws success probabilities, by model and question. The mean m of each model is
// uniform from 0.2 to 0.8; the model's probabilities come from Beta(m/2, (1 − m)/2).
func uShapedMeans(r *rand.Rand, models, questions int) [][]float64 {
	means := make([]float64, models)
	for i := range means {
		means[i] = 0.2 + 0.6*r.Float64()
	}
	return fill(models, questions, func(model, _ int) float64 {
		return millionth(beta(r, means[model]/2, (1-means[model])/2))
	})
}

// sharedDifficulty draws success probabilities, by model and question. All models share the
// difficulty of a question. The logit of a probability is the model's ability minus twice the
// difficulty, both standard normal, plus noise with standard deviation 0.8.
func sharedDifficulty(r *rand.Rand, models, questions int) [][]float64 {
	ability, difficulty := normals(r, models), normals(r, questions)
	return fill(models, questions, func(model, q int) float64 {
		return millionth(1 / (1 + math.Exp(2*difficulty[q]-ability[model]-0.8*r.NormFloat64())))
	})
}

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func millionth(p float64) float64 { return math.Round(p*1e6) / 1e6 }
