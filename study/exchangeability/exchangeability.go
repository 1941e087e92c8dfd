// Package exchangeability asks whether the trials of a board may be taken for draws
// in no order, as every interval, resampling and plan takes them.
//
// Begin with [Test].
//
// Three things go wrong in practice. Trials drift: a model gets better
// or worse from one trial to the next, as with a cache that fills, a version that
// changes or a temperature that is raised. Trials depend on each other: whole
// trials, the same one at every question, are better or worse than the others, as
// with a seed, a prompt or an outage that all questions of a trial share. And trials are
// copies: two of them agree on more questions than chance allows, as where a cache answers
// for some. All are seen along the axis of trials alone, whatever the questions' chances
// are: if trials are exchangeable and questions independent, the outcomes of each question
// may be put in any order. So the test permutes them, and asks how often what is
// then seen is as striking as on the board.
//
// A model all of whose trials agree on every question shows nothing to such a test: that is
// a fact, for [Repeats].
//
// It leaves to package report what a reader is told.
package exchangeability

import (
	"context"
	"math"
	"slices"

	"settle/montecarlo"
	"settle/results"
)

// Level is the level of the test of a whole board: a board of exchangeable trials
// fails no more often.
const Level = 0.01

// Result is what the order of trials says of a board. The probabilities of models
// hold for all of them at once (Westfall & Young 1993, the single step by the least
// p): on a board of exchangeable trials, the least of all of them and of Drift,
// Dependence and Copies is at most p in a share p of boards. NaN stands for what cannot be
// tested, as with one trial of each question.
type Result struct {
	// P is the probability that exchangeable trials look as striking anywhere on
	// the board: the least of what follows.
	P float64

	Drift      float64 // the same for all models together: of their drifts added up
	Dependence float64
	Copies     float64
	Up         bool // all models together rise from trial to trial, if they drift at all

	Models []Model // by model

	// Draws is the number of permutations of the board behind the probabilities;
	// 0 if nothing was striking enough to permute, or the board is too large: then
	// they are by normal and χ² approximations, with Bonferroni's correction.
	Draws int
}

// Model is what is seen of one model.
type Model struct {
	Drift float64 // the probability that exchangeable trials drift as much, either way
	Up    bool    // outcomes rise from trial to trial, if they drift at all

	// Correlation is that of a trial's place with the mean outcome of all questions
	// in this trial, NaN if these are all equal or there are not two of them.
	Correlation float64

	Dependence float64 // the probability that means of whole trials vary as much
	// Overdispersion is the variance of a trial's mean outcome divided by what
	// independent questions of the same chances have, 1 if all is well; NaN if no
	// question has different outcomes.
	Overdispersion float64

	Copies float64 // the probability that any two trials agree on as many questions
	Alike  Alike   // the two that do so the most
}

// Alike says how often two trials of a model agree.
type Alike struct {
	First, Second int     // of the trials, from 1; 0 if no two can be compared
	Mixed         int     // questions that both have and whose trials differ
	Agreed        int     // of these, those on which the two agree
	Expected      float64 // of these, on average of all orders of the trials
}

// Failed tells whether the trials of the board are not exchangeable, at Level.
func (r Result) Failed() bool { return r.P <= Level }

// Failed tells whether the trials of one model are not, at Level for all models at
// once.
func (m Model) Failed() bool { return min(m.Drift, m.Dependence, m.Copies) <= Level }

// The permutations: rough ones first, which are enough where they show that nothing
// is striking.
const (
	roughDraws = 99
	fineDraws  = 499
	enough     = 10 // of the rough ones as striking as the board
)

// worthDrawing is the approximate probability of a board, corrected for the number
// of tests, up to which it is permuted: far above Level, for approximations are rough
// where few questions have different outcomes.
const worthDrawing = 0.2

// mostDrawn is how many outcomes that are not their question's commonest a board may
// have to be permuted, which takes a few seconds then. Sums of more are as normal as
// can be.
const mostDrawn = 200_000

// Test asks whether the trials of a board are exchangeable. It depends on the board,
// the seed and nothing else. It fails if ctx ends.
func Test(ctx context.Context, b *results.Board, seed uint64, workers int) (Result, error) {
	t := newTrials(b)
	seen := t.observed()
	all := seen.list()
	least := slices.Min(all)
	if !t.differ || t.drawn > mostDrawn || least*float64(len(all)) > worthDrawing {
		return seen.corrected(t.differ), nil
	}
	for _, draws := range []int{roughDraws, fineDraws} {
		counts, err := t.permute(ctx, all, seed, montecarlo.Options{Replicates: draws, Workers: workers})
		if err != nil {
			return Result{}, err
		}
		if draws == fineDraws || counts[slices.Index(all, least)] >= enough {
			return seen.permuted(counts, draws), nil
		}
	}
	panic("exchangeability: no fine draws")
}

// sight is what a board, or a permutation of one, shows: approximate probabilities of
// all models together and of each.
type sight struct {
	together evidence
	models   []evidence
}

// evidence are approximate probabilities of what is seen, 1 where there is nothing to
// see, with the figures behind them.
type evidence struct {
	drift, dependence float64
	z                 float64 // of the drift, in standard deviations, > 0 if outcomes rise
	dispersion        float64
	correlation       float64

	copies float64
	alike  Alike
}

// list returns every probability: of all models together, then by model, those of one in
// the order of evidence.tests.
func (s sight) list() []float64 {
	tests := s.together.tests()
	all := slices.Clone(tests[:])
	for _, e := range s.models {
		tests := e.tests()
		all = append(all, tests[:]...)
	}
	return all
}

// tests are the probabilities of the three tests.
func (e evidence) tests() [3]float64 { return [3]float64{e.drift, e.dependence, e.copies} }

// corrected is the result without permutations; nothing can be tested on a board whose
// questions have but equal outcomes.
func (s sight) corrected(tested bool) Result {
	list := s.list()
	for i, p := range list {
		if list[i] = min(1, p*float64(len(list))); !tested {
			list[i] = math.NaN()
		}
	}
	return s.result(list, 0)
}

// permuted is the result of permutations, of which counts, by place in the list, had
// something as striking.
func (s sight) permuted(counts []int, draws int) Result {
	list := make([]float64, len(counts))
	for i, count := range counts {
		list[i] = float64(1+count) / float64(1+draws)
	}
	return s.result(list, draws)
}

func (s sight) result(p []float64, draws int) Result {
	r := Result{P: slices.Min(p), Drift: p[0], Dependence: p[1], Copies: p[2], Up: s.together.z > 0, Draws: draws}
	for _, e := range s.models {
		p = p[3:]
		r.Models = append(r.Models, Model{
			Drift: p[0], Dependence: p[1], Up: e.z > 0,
			Correlation: e.correlation, Overdispersion: e.dispersion,
			Copies: p[2], Alike: e.alike,
		})
	}
	return r
}

// tail is the probability that a standard normal number is above z.
func tail(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
