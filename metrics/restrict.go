package metrics

import (
	"fmt"

	"settle/internal/quoted"
	"settle/results"
)

// Restricted is a metric with what it can score of an unequal tally.
type Restricted struct {
	Metric  Metric         // with the prior of the questions that are left
	Tally   *results.Tally // of these
	LeftOut int            // how many questions of the whole tally are not among them

	questions []int // those that are left, nil for all
}

// ErrNothingMet says that a tally leaves a metric no question to score by.
type ErrNothingMet struct {
	Metric Metric
	Model  int // that has no question left, or −1 where all models have none in common
}

// Error says what is missing.
func (e ErrNothingMet) Error() string {
	name, first := quoted.Bare(e.Metric.Name()), e.Metric.FirstTrial()
	if e.Model >= 0 {
		return fmt.Sprintf("%s has no question left to score the %d. model by", name, e.Model+1)
	}
	if first == 1 {
		return fmt.Sprintf("%s: no question was met by all models", name)
	}
	return fmt.Sprintf("%s: no question has %d trials or more of every model", name, first)
}

// Restrict leaves out the questions of which some model has fewer trials than the
// metric needs (FirstTrial): these have no score for all models to be compared by.
// A Ranker leaves out none, nor does an UnequalScorer: a question counts for the models
// that met it. Under own, questions that a model never met are left out for that model
// alone: the others keep them, and its score is the mean over those that it met. A metric
// that foresees scores models on all questions that some model met. A tally
// that is not unequal stays as it is. It fails with ErrNothingMet, if a
// metric lacks answers or weights, or if it is neither of this package nor an UnequalScorer.
func Restrict(m Metric, t *results.Tally, own bool) (Restricted, error) {
	switch {
	case !t.Unequal():
		return Restricted{Metric: m, Tally: t}, checkAttempts(m, t)
	case takesAnything(m):
		return Restricted{Metric: m, Tally: t}, checkTally(m, t)
	}
	var kept []int
	for q := range t.Questions {
		if scorable(t, q, m.FirstTrial(), own || foresees(m)) {
			kept = append(kept, q)
		}
	}
	if len(kept) == 0 {
		return Restricted{}, ErrNothingMet{m, -1}
	}
	r := Restricted{Metric: m, Tally: t}
	if r.LeftOut = t.Questions - len(kept); r.LeftOut > 0 {
		r.questions = kept
		r.Metric, r.Tally = Part(m, nil, kept), t.Part(nil, kept)
	}
	for model := range r.Tally.Models {
		if r.Tally.Met(model) == 0 {
			return Restricted{}, ErrNothingMet{m, model}
		}
	}
	return r, checkTally(r.Metric, r.Tally)
}

// takesAnything tells whether a metric takes whatever questions each model met.
func takesAnything(m Metric) bool {
	switch m.(type) {
	case Ranker, Sequential, UnequalScorer:
		return true
	}
	return false
}

// Questions are the questions that are left, ascending; nil for all.
func (r Restricted) Questions() []int { return r.questions }

// scorable tells whether every model has as many trials of a question as a score
// takes, or none if own allows for that and some model has.
func scorable(t *results.Tally, question, first int, own bool) bool {
	met := false
	for model := range t.Models {
		n := t.TrialsOf(model, question)
		if n < first && !(own && n == 0) {
			return false
		}
		met = met || n > 0
	}
	return met
}

// Part is a metric for the Part of tallies with these models and questions: where it
// has a prior, for their part of it, and where it was fitted, to be fitted anew; nil
// stands for all.
func Part(m Metric, models, questions []int) Metric {
	switch m := m.(type) {
	case *weighted:
		if m.prior != nil {
			part := *m
			part.prior = m.prior.Part(models, questions)
			return &part
		}
	case *fit: // to the whole
		return m.fitted
	case *sampled:
		return m.UStatistic
	}
	return m
}

// PairOf returns the part of an unequal tally that has two models alone, with their places in
// it, if they have questions in common that some other model lacks. Otherwise it returns
// everything as it is, so that what is fitted is fitted to all models.
func PairOf(m Metric, t *results.Tally, i, j int) (Metric, *results.Tally, int, int) {
	if !t.Unequal() || takesAnything(m) || foresees(m) {
		return m, t, i, j
	}
	pair := []int{i, j}
	two := t.Part(pair, nil)
	for q := range t.Questions {
		if scorable(two, q, m.FirstTrial(), false) && !scorable(t, q, m.FirstTrial(), false) {
			return Part(m, pair, nil), two, 0, 1
		}
	}
	return m, t, i, j
}

// checkAttempts reports why the metric cannot score the attempts of a tally, or nil.
func checkAttempts(m Metric, t *results.Tally) error {
	if attempts, ok := m.(AttemptMetric); ok {
		return attempts.CheckAttempts(t.Ballots())
	}
	return nil
}

// checkTally reports why the metric cannot score a tally, or nil. What a model never
// met of an unequal tally is none of its questions.
func checkTally(m Metric, t *results.Tally) error {
	if err := checkAttempts(m, t); err != nil {
		return err
	}
	if !t.Unequal() {
		return m.Check(t.Top, t.Trials)
	}
	for model := range t.Models {
		if t.Met(model) == 0 {
			return ErrNothingMet{m, model}
		}
	}
	if avg, ok := m.(*weighted); ok {
		if err := avg.checkAlias(t.Top, true); err != nil {
			return err
		}
	}
	_, isAttempt := m.(AttemptMetric)
	if _, ok := asExact(m, t); !ok && !isFitted(m) && !takesAnything(m) && !isAttempt {
		return fmt.Errorf("%s scores boards only whose questions have the same number of trials", quoted.Bare(m.Name()))
	}
	return m.Check(t.Top, t.LeastMet())
}
