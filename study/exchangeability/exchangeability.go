// Package exchangeability tests whether the trials of a board are exchangeable. Intervals,
// resampling methods and plans assume this.
//
// Call [Test] for the test, and [Repeats] for models whose trials never differ.
//
// Three violations occur in practice. Trials drift: a model gets better or worse from trial to
// trial, for example because a cache fills, the version changes or the temperature is raised.
// Trials depend on each other across questions: a whole trial, at all questions, is better or
// worse than others, for example because its questions share a seed, a prompt or an outage.
// Trials are copies: two trials agree on more questions than chance explains, for example
// because a cache answers some of them.
//
// The test needs no assumption about the success probabilities. If trials are exchangeable and
// questions independent, the outcomes of each question can be permuted. The test permutes them
// and counts how often the permuted board is at least as extreme as the real one. On a board that
// is too large or not extreme, it uses approximations instead. It cannot test a model whose
// trials agree on every question; use Repeats for such models.
package exchangeability

import (
	"context"
	"math"
	"slices"

	"settle/montecarlo"
	"settle/results"
)

// Level is the significance level of the test of a whole board. A board of exchangeable trials
// fails the test with at most this probability.
const Level = 0.01

// A Result holds the p-values of the tests of a board. All p-values are adjusted for all tests
// of the board together (Westfall & Young 1993, single-step minP). So the smallest p-value, over
// all models and over Drift, Dependence and Copies, is at most p with probability at most p if
// trials are exchangeable. A p-value is NaN if the test is impossible, for example with one
// trial per question.
type Result struct {
	// P is the smallest adjusted p-value of all tests of the board.
	P float64

	Drift      float64 // p-value of a drift of all models together, computed from the sum of their drifts
	Dependence float64
	Copies     float64
	Up         bool // whether the outcomes of all models together rise from trial to trial, if there is a drift

	Models []Model // by model

	// Draws is the number of permutations of the board from which the p-values are computed.
	// It is 0 if nothing was extreme enough to need permutations, or if the board is too
	// large. The p-values are then computed from normal and χ² approximations with
	// Bonferroni's correction.
	Draws int
}

// A Model holds the adjusted p-values and the statistics of one model.
type Model struct {
	Drift float64 // p-value of a drift, in either direction
	Up    bool    // whether the outcomes rise from trial to trial, if they drift

	// Correlation is the correlation between the number of a trial and the mean outcome of
	// all questions in that trial. It is NaN if the means are all equal or there are fewer
	// than two trials.
	Correlation float64

	Dependence float64 // p-value of the variance between the means of whole trials
	// Overdispersion is the variance of a trial's mean outcome divided by the value that it
	// would have for independent questions. It is about 1 if trials are exchangeable, and
	// NaN if no question has different outcomes.
	Overdispersion float64

	Copies float64 // p-value of the largest agreement between any two trials
	Alike  Alike   // the two trials with the largest agreement
}

// An Alike says how often two trials of a model agree.
type Alike struct {
	First, Second int     // trial numbers, from 1; 0 if no two trials can be compared
	Mixed         int     // questions that have both trials and whose outcomes are not all equal
	Agreed        int     // number of the Mixed questions on which the two trials agree
	Expected      float64 // mean of Agreed over all orders of the trials
}

// Failed reports whether the test rejects exchangeability of the board at Level.
func (r Result) Failed() bool { return r.P <= Level }

// Failed reports whether the test rejects exchangeability of this model at Level. The level
// holds for all models together.
func (m Model) Failed() bool { return min(m.Drift, m.Dependence, m.Copies) <= Level }

// These are the numbers of permutations that Test draws. It draws roughDraws first, which are
// enough if the board is not extreme among them.
const (
	roughDraws = 99
	fineDraws  = 499
	enough     = 10 // number of rough draws at least as extreme as the board with which no fine draws are needed
)

// worthDrawing limits when Test draws permutations: only if the smallest approximate p-value,
// corrected for the number of tests, is at most worthDrawing. This is far above Level, because the
// approximations are poor if few questions have different outcomes.
const worthDrawing = 0.2

// mostDrawn limits how many outcomes on a board can differ from the most frequent outcome of their
// question. If there are more, Test does not permute the board, because its statistics are then
// practically normal. At the limit, the permutations take a few seconds.
const mostDrawn = 200_000

// Test tests whether the trials of a board are exchangeable. The result depends only on the
// board and the seed. It fails only if ctx ends.
func Test(ctx context.Context, b *results.Board, seed uint64, workers int) (Result, error) {
	t := newTrials(b)
	seen := t.boardStatistics()
	all := seen.list()
	least := slices.Min(all)
	if !t.differ || t.drawn > mostDrawn || least*float64(len(all)) > worthDrawing {
		return seen.correctedResult(t.differ), nil
	}
	for _, draws := range []int{roughDraws, fineDraws} {
		counts, err := t.permute(ctx, all, seed, montecarlo.Options{Replicates: draws, Workers: workers})
		if err != nil {
			return Result{}, err
		}
		if draws == fineDraws || counts[slices.Index(all, least)] >= enough {
			return seen.permutedResult(counts, draws), nil
		}
	}
	panic("exchangeability: no fine draws")
}

// A sight holds the approximate p-values of a board or of a permutation of it, for all models
// together and for each model alone.
type sight struct {
	together evidence
	models   []evidence
}

// An evidence holds approximate p-values and the statistics from which they are computed. The
// p-value of an impossible test is 1.
type evidence struct {
	drift, dependence float64
	z                 float64 // standardized drift, above 0 if outcomes rise
	dispersion        float64
	correlation       float64

	copies float64
	alike  Alike
}

// list returns three p-values for all models together, followed by three p-values for each model.
// The three are for drift, dependence and copies, in this order.
func (s sight) list() []float64 {
	tests := s.together.tests()
	all := slices.Clone(tests[:])
	for _, e := range s.models {
		tests := e.tests()
		all = append(all, tests[:]...)
	}
	return all
}

// tests returns the p-values of the tests for drift, dependence and copies.
func (e evidence) tests() [3]float64 { return [3]float64{e.drift, e.dependence, e.copies} }

// correctedResult returns the Result without permutations: its p-values are the approximate ones
// with Bonferroni's correction. tested is false if no question has different outcomes; all
// p-values are then NaN.
func (s sight) correctedResult(tested bool) Result {
	list := s.list()
	for i, p := range list {
		if list[i] = min(1, p*float64(len(list))); !tested {
			list[i] = math.NaN()
		}
	}
	return s.result(list, 0)
}

// permutedResult returns the Result with p-values computed from permutations. draws is the number
// of permutations. counts[i] is the number of permutations in which the smallest p-value of the
// permuted board is at most s.list()[i].
func (s sight) permutedResult(counts []int, draws int) Result {
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

// tail returns P(Z > z) for a standard normal Z.
func tail(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
