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

// A Newcomer holds the questions that a model did not meet, and how much trials of them tell
// of its score: the mean of its chances over all questions of the board. The prior is
// that of bayes:questions, which the other models tell.
type Newcomer struct {
	Unmet []int // the questions without trials of the model, the easiest first
	Score float64
	Sigma float64 // posterior standard deviation of the score, without further trials

	x     []float64 // the regressor of each question
	draws []drawnPrior
}

// A drawnPrior is one prior of the mixture, with what is known of level and slope.
type drawnPrior struct {
	knowledge
	gains []gain // by question
}

const (
	newcomerDraws = 64 // of the mixture: twice as many change expected σ by about 1 %
	enoughWidth   = 2  // times the σ of all questions
)

// NewNewcomer returns what is known of a model of the given name, which the board can lack.
// Outcomes must be binary, the board must have another model, and the model must have
// questions without trials.
func NewNewcomer(b *results.Board, name string) (*Newcomer, error) {
	models, model := newcomerCells(b, name)
	switch {
	case b.Top() > 1:
		return nil, errors.New("a prior that knows the questions needs binary outcomes")
	case len(models) < 2:
		return nil, fmt.Errorf("no model beside %s tells how hard questions are", quoted.Text(name))
	case !slices.Contains(models[model], betabinomial.Cell{}):
		return nil, fmt.Errorf("%s has trials of all questions", quoted.Text(name))
	}
	known, _ := betabinomial.FitKnown(models) // which knows something of any model with an unmet question
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

// newcomerCells returns the trials of all models by question, and the place of the named one.
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

// draw takes priors from the mixture, each as often as its weight says. A model without trials
// is expected to be like one of the others: its own mixture has levels and slopes that no
// model has.
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

// Spread returns so many of the unmet questions, evenly from easy to hard. Questions of one
// difficulty tell little of how the model does on others.
func (n *Newcomer) Spread(questions int) []int {
	spread := make([]int, questions)
	for i := range spread {
		spread[i] = n.Unmet[(2*i+1)*len(n.Unmet)/(2*questions)]
	}
	return spread
}

// After returns the standard deviation of the score that is expected after one trial of each
// question of Spread: the root of the expected posterior variance. Level and slope are
// taken for normal.
func (n *Newcomer) After(questions int) float64 { return n.after(n.Spread(questions)) }

func (n *Newcomer) after(questions []int) float64 {
	var sum float64
	for _, d := range n.draws {
		k := d.knowledge
		for _, q := range questions {
			k = k.with(d.gains[q], n.x[q])
		}
		sum += k.total()
	}
	return min(n.Sigma, math.Sqrt(sum/float64(len(n.draws)))/float64(len(n.x)))
}

// Enough returns the fewest questions after which σ is at most twice that after all of them. A
// model without trials needs at least one.
func (n *Newcomer) Enough() int {
	least, most := 0, enoughWidth*n.After(len(n.Unmet))
	if len(n.Unmet) == len(n.x) {
		least = 1
	}
	return least + sort.Search(len(n.Unmet)-least, func(more int) bool { return n.After(least+more) <= most })
}

// A gain is what a trial of a question is expected to change under one prior. Its chance has
// a variance before and after, and a mean that changes with the logit of the prior by a slope.
// Its information is the Fisher information of a trial about this logit.
type gain struct{ before, after, slope, slopeAfter, information float64 }

// gainOf returns the gain of a question with regressor x and trials c. The posterior is
// Beta(α, β). One more trial leaves the share (α + β)/(α + β + 1) of its variance on average.
func gainOf(t betabinomial.Trend, x float64, c betabinomial.Cell) gain {
	a, b := t.Prior(x)
	prior := a * b / t.Concentration // the derivative of κ·mean by the logit
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

// A knowledge is what is known of a score under one prior: the variance of the chances given
// level and slope, the derivatives of the sum of their means by both, and the information on
// both.
type knowledge struct {
	variance     float64
	level, slope float64

	levels, both, slopes float64
}

// knowledgeOf returns the information that makes level and slope as uncertain as in a mixture.
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

// add adds a derivative by the logit of a question with regressor x.
func (k *knowledge) add(derivative, x float64) {
	k.level += derivative
	k.slope += float64(derivative * x)
}

// with returns what is known after a trial of a question.
func (k knowledge) with(g gain, x float64) knowledge {
	k.variance += g.after - g.before
	k.add(g.slopeAfter-g.slope, x)
	k.levels += g.information
	k.both += float64(g.information * x)
	k.slopes += float64(g.information * x * x)
	return k
}

// total returns the variance of the sum of the chances.
func (k knowledge) total() float64 {
	square := float64(k.level*k.level*k.slopes) - float64(2*k.level*k.slope*k.both) + float64(k.slope*k.slope*k.levels)
	return k.variance + square/(float64(k.levels*k.slopes)-float64(k.both*k.both))
}
