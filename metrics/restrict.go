package metrics

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/results"
)

// A Restricted holds a metric and the part of an unequal tally that the metric can
// score.
type Restricted struct {
	Metric  Metric         // the metric, whose prior has only the kept questions
	Tally   *results.Tally // the tally of the kept questions
	LeftOut int            // the number of questions of the whole tally that were dropped

	questions []int // indices of the kept questions; nil for all
}

// ErrNothingMet is returned when a tally has no question that the metric can use, for
// one model or for all models.
type ErrNothingMet struct {
	Metric Metric
	Model  int // the model without a question, or −1 if no question is left for all models
}

// Error returns a message that contains the name of the metric and, if known, the
// number of the model.
func (e ErrNothingMet) Error() string {
	name, first := quoted.Bare(e.Metric.Name()), e.Metric.FirstTrial()
	if e.Model >= 0 {
		return fmt.Sprintf("%s cannot score model number %d: the model has no usable question", name, e.Model+1)
	}
	if first == 1 {
		return fmt.Sprintf("%s: no question has a trial of every model; if all outcomes are right or wrong, use bayes:questions, which needs no such question", name)
	}
	return fmt.Sprintf("%s: no question has at least %d trials of every model", name, first)
}

// Restrict drops the questions that the metric cannot score because a model has fewer
// trials of them than FirstTrial. There are exceptions:
//
//   - A Ranker or an UnequalScorer drops none: a question counts for the models that met it.
//   - If own is true, a question that a model never met is dropped for that model alone. Its
//     score is the mean over the questions that it met.
//   - A metric that predicts scores from other models keeps every question that some model met.
//   - A tally that is not unequal stays as it is.
//
// Restrict returns ErrNothingMet if nothing is left, and ErrNotLinked if the metric
// predicts scores from other models but not all models are linked. It returns another
// error if the tally lacks answers or weights that the metric needs, or if the metric is from
// another package and not an UnequalScorer.
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
	if foresees(m) {
		if model := firstUnlinked(r.Tally); model >= 0 {
			return Restricted{}, ErrNotLinked{m, model}
		}
	}
	return r, checkTally(r.Metric, r.Tally)
}

// ErrNotLinked is returned when a metric that predicts scores from other models cannot
// compare a model with the first model. Two models are linked if both met some question,
// or if each is linked with a third model.
type ErrNotLinked struct {
	Metric Metric
	Model  int // a model that is not linked with model 0
}

// Error returns a message that contains the numbers of the two models.
func (e ErrNotLinked) Error() string {
	return fmt.Sprintf("%s cannot compare models number 1 and %d: no common questions link them", quoted.Bare(e.Metric.Name()), e.Model+1)
}

// firstUnlinked returns the first model that is not linked with model 0, or −1 if there
// is none.
func firstUnlinked(t *results.Tally) int {
	linked := make([]bool, t.Models)
	next := []int{0}
	linked[0] = true
	for len(next) > 0 {
		model := next[0]
		next = next[1:]
		for q := range t.Questions {
			for other := 0; other < t.Models && t.TrialsOf(model, q) > 0; other++ {
				if !linked[other] && t.TrialsOf(other, q) > 0 {
					linked[other] = true
					next = append(next, other)
				}
			}
		}
	}
	return slices.Index(linked, false)
}

// takesAnything reports whether a metric accepts tallies in which models met different
// sets of questions.
func takesAnything(m Metric) bool {
	switch m.(type) {
	case Ranker, Sequential, UnequalScorer:
		return true
	}
	return false
}

// Questions returns the kept questions in ascending order, or nil if all were kept.
func (r Restricted) Questions() []int { return r.questions }

// scorable reports whether every model has at least the given number of trials of a
// question. If own is true, models without trials of the question are ignored, but at
// least one model must have trials.
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

// Part returns m for tallies that contain only the given models and questions; nil
// means all. If m has a prior from results, these are restricted in the same way. If m
// was fitted, the metric that Part returns must be fitted again.
func Part(m Metric, models, questions []int) Metric {
	switch m := m.(type) {
	case *weightedMetric:
		if m.prior != nil {
			part := *m
			part.prior = m.prior.Part(models, questions)
			return &part
		}
	case *fit: // fitted to the whole
		return m.fittedMetric
	case *sampledStatistic:
		return m.UStatistic
	}
	return m
}

// PairOf returns the arguments for a comparison of models i and j on as many questions
// as possible. If the tally is unequal and the two models share questions that some
// other model lacks, it returns the metric and the tally of these two models alone, and
// their indexes in that tally. Otherwise it returns its arguments.
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

// checkAttempts returns nil if the metric can score the attempts of a tally. Otherwise
// it returns an error with the reason.
func checkAttempts(m Metric, t *results.Tally) error {
	if attempts, ok := m.(AttemptMetric); ok {
		return attempts.CheckAttempts(t.Ballots())
	}
	return nil
}

// checkTally returns nil if the metric can score a tally. Otherwise it returns an error
// with the reason. It ignores questions of an unequal tally that a model never met.
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
	if avg, ok := m.(*weightedMetric); ok {
		if err := avg.checkAlias(t.Top, true); err != nil {
			return err
		}
	}
	_, isAttempt := m.(AttemptMetric)
	if _, ok := asExact(m, t); !ok && !isFitted(m) && !takesAnything(m) && !isAttempt {
		return fmt.Errorf("%s requires a board with the same number of trials of every question", quoted.Bare(m.Name()))
	}
	return m.Check(t.Top, t.LeastMet())
}
