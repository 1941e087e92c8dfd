package voting

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/interp"

	"settle/internal/exact"
	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
)

// Outcome is what a rule comes to on average.
type Outcome struct {
	Rule    Rule
	Samples Mean // per question
	Score   Mean // of the vote

	// Difference is Score less that of the vote of all trials. Its standard error is that of
	// Score, for the vote of all trials is the same in every order.
	Difference float64

	// AsMany is the score of a fixed number of samples, the same for every question, that
	// spends as many as the rule: interpolated between the two nearest numbers.
	AsMany float64
}

// Mean is a mean over replicates, with its standard error; NaN for a single replicate.
type Mean struct{ Value, SE float64 }

// Model is what the rules come to for a model, or on average over models.
type Model struct {
	Avg      float64   // the mean outcome of single samples
	Outcomes []Outcome // by rule
}

// All returns the outcome of the vote of all trials, the last of the fixed numbers.
func (m Model) All() Outcome {
	others := slices.IndexFunc(m.Outcomes, func(o Outcome) bool { return o.Rule.Kind != Fixed })
	return m.Outcomes[others-1]
}

// Result is what the rules come to on a board.
type Result struct {
	Mean   Model   // over models
	Models []Model // in the order of the board
}

// Errors of Check.
var (
	ErrNoAnswers = errors.New("the board has no answers")
	ErrUnequal   = errors.New("questions have different numbers of trials")
)

// Check reports why a board cannot be simulated, or nil: ErrNoAnswers if no attempt has an answer,
// ErrUnequal if it is unequal.
func Check(b *results.Board) error {
	switch {
	case b.Ballots == nil || !b.Ballots.Answered():
		return ErrNoAnswers
	case b.Unequal():
		return ErrUnequal
	}
	return nil
}

// Simulate plays rules, which must be those of Rules for the trials of the board, on
// o.Replicates random orders of the trials of each model at each question. All rules see the
// same orders. A vote scores the mean outcome of the attempts so far that gave the winning
// answer, on average over answers that tie. An attempt without an answer is a sample, but does
// not vote, and a vote of nobody scores 0.
//
// It returns the error of Check, and fails if ctx ends.
func Simulate(
	ctx context.Context, b *results.Board, w metrics.Weights, rules []Rule, seed uint64, o montecarlo.Options,
) (*Result, error) {
	if err := Check(b); err != nil {
		return nil, err
	}
	cells := make([][]*cell, len(b.Models))
	for model := range cells {
		for question := range b.Questions {
			cells[model] = append(cells[model], newCell(b, w, model, question))
		}
	}
	s := simulation{cells: cells, rules: rules, trials: b.Trials(), seed: seed}
	o.Fold = "vote"
	total, err := montecarlo.Fold(ctx, o, s.empty, s.worker)
	if err != nil {
		return nil, err
	}
	return s.result(total), nil
}

// simulation is what the replicates have in common.
type simulation struct {
	cells  [][]*cell // by model, then question
	rules  []Rule
	trials int
	seed   uint64
}

// sums are those over replicates.
type sums struct {
	Replicates int
	Models     [][]moments // by model, then rule; the last are the means over models
}

type moments struct{ Samples, Score exact.Moments }

// Count returns how many replicates were added.
func (s *sums) Count() int { return s.Replicates }

func (s *simulation) empty() *sums {
	all := &sums{Models: make([][]moments, len(s.cells)+1)}
	for i := range all.Models {
		all.Models[i] = make([]moments, len(s.rules))
	}
	return all
}

// worker returns a visit that puts all trials in the order of a replicate and plays.
func (s *simulation) worker() montecarlo.Visit[*sums] {
	v, stream, order := newVoter(s.rules, s.trials), rng.New(s.seed, "vote", 0), make([]int, s.trials)
	total := make([]struct{ samples, score float64 }, len(s.rules))
	return func(replicate int, into *sums, stopped func() bool) {
		stream.Seek(replicate)
		for i := range order { // as an order must not depend on those before
			order[i] = i
		}
		clear(total)
		into.Replicates++
		for model, cells := range s.cells {
			clear(v.samples)
			clear(v.scores)
			for _, c := range cells {
				if stopped() {
					return
				}
				for i := len(order) - 1; i > 0; i-- {
					j := stream.Below(uint32(i + 1))
					order[i], order[j] = order[j], order[i]
				}
				v.play(c, order)
			}
			questions := float64(len(cells))
			for i := range s.rules {
				samples, score := v.samples[i]/questions, v.scores[i]/questions
				into.Models[model][i].Samples.Add(samples)
				into.Models[model][i].Score.Add(score)
				total[i].samples += samples
				total[i].score += score
			}
		}
		models := float64(len(s.cells))
		for i, t := range total {
			into.Models[len(s.cells)][i].Samples.Add(t.samples / models)
			into.Models[len(s.cells)][i].Score.Add(t.score / models)
		}
	}
}

// result returns what the sums come to.
func (s *simulation) result(total *sums) *Result {
	r, avg := &Result{}, 0.0
	for i, of := range total.Models {
		m := Model{}
		for j, rule := range s.rules {
			o := Outcome{Rule: rule}
			o.Samples.Value, o.Samples.SE = of[j].Samples.Mean(total.Replicates)
			o.Score.Value, o.Score.SE = of[j].Score.Mean(total.Replicates)
			m.Outcomes = append(m.Outcomes, o)
		}
		m.compare()
		if i == len(s.cells) {
			r.Mean = m
			break
		}
		for _, c := range s.cells[i] {
			m.Avg += c.mean / float64(len(s.cells[i]))
		}
		avg += m.Avg / float64(len(s.cells))
		r.Models = append(r.Models, m)
	}
	r.Mean.Avg = avg
	return r
}

// compare sets what outcomes say of each other.
func (m *Model) compare() {
	var samples, scores []float64 // of fixed numbers
	for _, o := range m.Outcomes {
		if o.Rule.Kind == Fixed {
			samples, scores = append(samples, o.Rule.Parameter), append(scores, o.Score.Value)
		}
	}
	var fixed interp.PiecewiseLinear
	if len(samples) == 1 { // one trial, and so all rules are one
		samples, scores = append(samples, 2), append(scores, scores[0])
	}
	if err := fixed.Fit(samples, scores); err != nil {
		panic(err) // the numbers rise
	}
	for i := range m.Outcomes {
		o := &m.Outcomes[i]
		o.Difference = o.Score.Value - m.All().Score.Value
		o.AsMany = fixed.Predict(o.Samples.Value)
	}
}
