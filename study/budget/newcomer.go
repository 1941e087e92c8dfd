package budget

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"settle/internal/betabinomial"
	"settle/internal/quoted"
	"settle/results"
)

// A Newcomer predicts how precise the score of a model becomes if the model runs trials of
// questions that it has not attempted. The score is the mean success probability over all
// questions of the board. As in the metric bayes:questions, the prior is estimated from the other
// models.
type Newcomer struct {
	Unmet []int // questions that the model has not met, easiest first
	Score float64
	Sigma float64 // posterior standard deviation of the score, without further trials

	x     []float64 // regressor of each question in the prior
	draws []drawnPrior
}

// A drawnPrior is one prior, drawn from the mixture of priors for a model. It holds what is known
// about the score under this prior, and the gain of one trial of each question.
type drawnPrior struct {
	knowledge
	gains []gain // by question
}

const (
	newcomerDraws = 64 // number of priors drawn from the mixture; doubling it changes the expected σ by about 1 %
	enoughWidth   = 2  // largest σ that is precise enough, as a multiple of the σ after all questions
)

// NewNewcomer returns the Newcomer for the model with the given name, which need not be on the
// board. It fails if outcomes are not binary, if the board has no other model, or if the model
// has trials of all questions.
func NewNewcomer(b *results.Board, name string) (*Newcomer, error) {
	models, model := newcomerCells(b, name)
	switch {
	case b.Top() > 1:
		return nil, errors.New("a prior over questions requires binary outcomes")
	case len(models) < 2:
		return nil, fmt.Errorf("cannot estimate how hard questions are: the board has no model besides %s", quoted.Text(name))
	case !slices.Contains(models[model], betabinomial.Cell{}):
		return nil, fmt.Errorf("%s already has trials of all questions", quoted.Text(name))
	}
	known, _ := betabinomial.FitKnown(models) // always known for a model with an unmet question
	n := &Newcomer{x: known[model].X}
	var second float64
	for _, t := range known[model].Trends {
		n.Score += float64(t.Weight * t.Mu)
		second += float64(t.Weight * (float64(t.Sigma*t.Sigma) + float64(t.Mu*t.Mu)))
	}
	n.Sigma = math.Sqrt(second - float64(n.Score*n.Score))
	n.draw(known, model, models[model])
	for q, c := range models[model] {
		if c.Trials == 0 {
			n.Unmet = append(n.Unmet, q)
		}
	}
	slices.SortStableFunc(n.Unmet, func(p, q int) int { return cmp.Compare(n.x[q], n.x[p]) })
	return n, nil
}

// newcomerCells returns the numbers of successes and trials of all models, by model, then
// question. model is the index of the named model. If the board lacks that model, it is added
// without trials.
func newcomerCells(b *results.Board, name string) (models [][]betabinomial.Cell, model int) {
	tally := b.TallyAll()
	for l := range b.Models {
		cells := make([]betabinomial.Cell, tally.Questions)
		for q, successes := range tally.Row(l) {
			cells[q] = betabinomial.Cell{Successes: int(successes), Trials: tally.TrialsOf(l, q)}
		}
		models = append(models, cells)
	}
	if model = slices.Index(b.Models, name); model < 0 {
		model = len(models)
		models = append(models, make([]betabinomial.Cell, tally.Questions))
	}
	return models, model
}

// draw draws priors from the mixture in proportion to their weights. A prior has a level (how
// good the model is) and a slope (how strongly it depends on how hard questions are). If the
// model has no trials, it gets the level and slope of one of the other models, because its own
// mixture contains levels and slopes that no model has.
func (n *Newcomer) draw(known []betabinomial.Known, model int, cells []betabinomial.Cell) {
	start, trends, share := knowledgeOf(known[model].Trends), known[model].Trends, 1.0
	if !slices.ContainsFunc(cells, func(c betabinomial.Cell) bool { return c.Trials > 0 }) {
		trends, share = nil, 1/float64(len(known)-1)
		for _, other := range slices.Delete(slices.Clone(known), model, model+1) {
			trends = append(trends, other.Trends...)
		}
	}
	sum, next := 0.0, 0.5
	for _, t := range trends {
		for sum += float64(share * t.Weight * newcomerDraws); next < sum; next++ {
			d := drawnPrior{knowledge: start}
			for q, c := range cells {
				g := gainOf(t, n.x[q], c)
				d.variance += g.before
				d.add(g.slope, n.x[q])
				d.gains = append(d.gains, g)
			}
			n.draws = append(n.draws, d)
		}
	}
}

// Spread returns the given number of questions that the model has not attempted, evenly spaced
// from easy to hard. Questions that are all equally hard would say little about easier and harder
// questions.
func (n *Newcomer) Spread(questions int) []int {
	spread := make([]int, questions)
	for i := range spread {
		spread[i] = n.Unmet[(2*i+1)*len(n.Unmet)/(2*questions)]
	}
	return spread
}

// After returns the expected standard deviation of the score after one trial of each question
// that n.Spread(questions) returns. It is the square root of the expected posterior variance, in
// which the prior's parameters are treated as normal.
func (n *Newcomer) After(questions int) float64 { return n.after(n.Spread(questions)) }

func (n *Newcomer) after(questions []int) float64 {
	var sum float64
	for _, d := range n.draws {
		k := d.knowledge
		for _, q := range questions {
			k = k.afterTrial(d.gains[q], n.x[q])
		}
		sum += k.total()
	}
	return min(n.Sigma, math.Sqrt(sum/float64(len(n.draws)))/float64(len(n.x)))
}

// Enough returns the smallest number of new questions that are enough for a precise score. They
// are enough if one trial of each leaves σ at most twice as large as one trial of every question
// that the model has not attempted. The result is at least 1 for a model without trials.
func (n *Newcomer) Enough() int {
	least, most := 0, enoughWidth*n.After(len(n.Unmet))
	if len(n.Unmet) == len(n.x) {
		least = 1
	}
	return least + sort.Search(len(n.Unmet)-least, func(more int) bool { return n.After(least+more) <= most })
}

// A gain holds the expected effect of one trial of a question under one prior. The prior
// depends on a logit, the logarithm of the odds of success.
type gain struct {
	before, after     float64 // variance of the question's success probability, without and with the trial
	slope, slopeAfter float64 // derivative of the posterior mean with respect to the logit, without and with the trial
	information       float64 // Fisher information of the trial about the logit
}

// gainOf returns the gain of one trial of a question under the prior t. x measures how easy the
// question is. c holds the model's trials of the question so far. The posterior of the success
// probability is Beta(α, β), and one more trial multiplies its variance by (α + β)/(α + β + 1) on
// average.
func gainOf(t betabinomial.Trend, x float64, c betabinomial.Cell) gain {
	a, b := t.Prior(x)
	prior := a * b / t.Concentration // the derivative of κ·mean with respect to the logit
	a, b = a+float64(c.Successes), b+float64(c.Trials-c.Successes)
	all := a + b
	trial := a * b / all / all // the variance of a trial
	g := gain{slope: prior / all, slopeAfter: prior / (all + 1), before: trial / (all + 1)}
	g.after = g.before * all / (all + 1)
	if trial > 0 {
		g.information = g.slope / trial * g.slope
	}
	return g
}

// A knowledge holds what is known about a model's score under one prior. The prior depends on two
// parameters: its level (how good the model is) and its slope (how strongly the model depends on
// how hard questions are).
type knowledge struct {
	variance     float64 // of the sum of the success probabilities, given the parameters
	level, slope float64 // derivatives of the mean of that sum with respect to the parameters

	levels, both, slopes float64 // elements of the parameters' information matrix
}

// knowledgeOf returns a knowledge in which only the information matrix of level and slope is set.
// The matrix is the inverse of the covariance matrix of these two parameters in a mixture of
// priors.
func knowledgeOf(trends []betabinomial.Trend) (k knowledge) {
	var level, slope, levels, both, slopes float64
	for _, t := range trends {
		level += float64(t.Weight * t.Level)
		slope += float64(t.Weight * t.Slope)
	}
	for _, t := range trends {
		a, b := t.Level-level, t.Slope-slope
		levels += float64(t.Weight * a * a)
		both += float64(t.Weight * a * b)
		slopes += float64(t.Weight * b * b)
	}
	determinant := float64(levels*slopes) - float64(both*both)
	return knowledge{levels: slopes / determinant, both: -both / determinant, slopes: levels / determinant}
}

// add adds the contribution of one question to k.level and k.slope, the derivatives of the score.
// The question's mean success probability has the given derivative with respect to its logit. x
// measures how easy the question is.
func (k *knowledge) add(derivative, x float64) {
	k.level += derivative
	k.slope += float64(derivative * x)
}

// afterTrial returns what is known about the score after one more trial of a question. g is the
// gain of that trial, and x measures how easy the question is.
func (k knowledge) afterTrial(g gain, x float64) knowledge {
	k.variance += g.after - g.before
	k.add(g.slopeAfter-g.slope, x)
	k.levels += g.information
	k.both += float64(g.information * x)
	k.slopes += float64(g.information * x * x)
	return k
}

// total returns the variance of the sum of the success probabilities over all questions,
// including the uncertainty of the prior's level and slope.
func (k knowledge) total() float64 {
	square := float64(k.level*k.level*k.slopes) - float64(2*k.level*k.slope*k.both) + float64(k.slope*k.slope*k.levels)
	return k.variance + square/(float64(k.levels*k.slopes)-float64(k.both*k.both))
}
