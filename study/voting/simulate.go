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

// An Outcome holds the mean results of a stopping rule.
type Outcome struct {
	Rule    Rule
	Samples Mean // number of samples per question
	Score   Mean // score of the vote

	// Difference is Score minus the score of the vote over all trials. It has the same
	// standard error as Score, because the vote over all trials is the same in every order.
	Difference float64

	// AsMany is the score with a fixed number of samples per question that is equal to the
	// rule's mean number. It is interpolated between the two nearest numbers.
	AsMany float64
}

// A Mean is a mean over replicates with its Monte-Carlo standard error, which is NaN for a
// single replicate.
type Mean struct{ Value, SE float64 }

// A Model holds the results of all stopping rules for one model, or the means of these results
// over models.
type Model struct {
	Avg      float64   // mean score of a single sample
	Outcomes []Outcome // by rule
}

// All returns the results of the vote over all trials, which is the last Fixed rule.
func (m Model) All() Outcome {
	others := slices.IndexFunc(m.Outcomes, func(o Outcome) bool { return o.Rule.Kind != Fixed })
	return m.Outcomes[others-1]
}

// A Result holds the results of all stopping rules on a board.
type Result struct {
	Mean   Model   // means over models
	Models []Model // in the order of the board
}

// These are the errors that Check returns.
var (
	ErrNoAnswers = errors.New("the board has no answers")
	ErrUnequal   = errors.New("questions have different numbers of trials")
)

// Check returns ErrNoAnswers if no attempt on the board has an answer, and ErrUnequal if questions
// have different numbers of trials.
func Check(b *results.Board) error {
	switch {
	case b.Ballots == nil || !b.Ballots.Answered():
		return ErrNoAnswers
	case b.Unequal():
		return ErrUnequal
	}
	return nil
}

// Simulate applies stopping rules to the trials of each model at each question, in o.Replicates
// random orders. The rules must come from Rules for the board's number of trials. All rules see
// the same orders. The score of a vote is the mean outcome of the attempts so far that gave the
// winning answer; tied answers are averaged. An attempt without an answer counts as a sample but
// does not vote; if no attempt votes, the score is 0.
//
// Simulate returns the error of Check if there is one, and fails if ctx ends.
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

// A simulation holds the data that all replicates (random orders of the trials) share.
type simulation struct {
	cells  [][]*cell // by model, then question
	rules  []Rule
	trials int
	seed   uint64
}

// A sums adds up numbers of samples and scores over replicates, by model and stopping rule.
type sums struct {
	Replicates int
	Models     [][]moments // by model, then rule; the last row holds the means over models
}

type moments struct{ Samples, Score exact.Moments }

// Count returns the number of replicates added.
func (s *sums) Count() int { return s.Replicates }

func (s *simulation) empty() *sums {
	all := &sums{Models: make([][]moments, len(s.cells)+1)}
	for i := range all.Models {
		all.Models[i] = make([]moments, len(s.rules))
	}
	return all
}

// worker returns a function that simulates one replicate. It puts the trials of each model at each
// question in a random order, and applies the stopping rules to them.
func (s *simulation) worker() montecarlo.Visit[*sums] {
	v, stream, order := newVoter(s.rules, s.trials), rng.New(s.seed, "vote", 0), make([]int, s.trials)
	total := make([]struct{ samples, score float64 }, len(s.rules))
	return func(replicate int, into *sums, stopped func() bool) {
		stream.Seek(replicate)
		for i := range order { // an order must not depend on earlier ones
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

// result returns the mean results over replicates.
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

// compare sets the fields Difference and AsMany of every outcome of a model.
func (m *Model) compare() {
	var samples, scores []float64 // of fixed numbers
	for _, o := range m.Outcomes {
		if o.Rule.Kind == Fixed {
			samples, scores = append(samples, o.Rule.Parameter), append(scores, o.Score.Value)
		}
	}
	var fixed interp.PiecewiseLinear
	if len(samples) == 1 { // with one trial, all rules are the same
		samples, scores = append(samples, 2), append(scores, scores[0])
	}
	if err := fixed.Fit(samples, scores); err != nil {
		panic(err) // cannot happen, because the numbers ascend
	}
	for i := range m.Outcomes {
		o := &m.Outcomes[i]
		o.Difference = o.Score.Value - m.All().Score.Value
		o.AsMany = fixed.Predict(o.Samples.Value)
	}
}
