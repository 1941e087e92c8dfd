package budget

import (
	"context"
	"errors"
	"fmt"

	"settle/internal/exact"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
)

// IntervalConfidence is the confidence of the intervals in a Widths. It holds for each model's
// interval alone, not for all together.
const IntervalConfidence = 0.95

// A Widths holds the number of trials per question that are needed to make every model's interval
// narrow enough.
type Widths struct {
	Options   PlanOptions
	Metric    metrics.Estimator
	HalfWidth float64 // the largest acceptable half-width, in units of the score

	// Trials is the smallest total number of trials per question with which the intervals of
	// all models together are narrow enough with probability Options.Power. Chance is the
	// probability that Trials reaches, estimated from Replicates simulated evaluations.
	// Trials is 0 if more than Most trials are needed.
	Trials, Most int
	Chance       float64
	ToRun        int64 // trials still to run, for all models

	Replicates int
	Models     *Models
	Each       []Width // by model
}

// A Width holds a model's score on the board and two half-widths of the score's interval.
type Width struct {
	Score float64 // on the board
	Now   float64 // half-width on the board
	There float64 // mean half-width with the planned trials, or with Widths.Most trials if no number is enough
}

// Widths finds the smallest number of trials per question with which every model's interval, by
// the metric, probably has a half-width of at most halfWidth. The probability is o.Power, for all
// models together. Widths uses only the options Power, Seed, Draws, CostPerTrial and Workers. It
// fails if halfWidth is not above 0, if the options are out of range, if the metric cannot score
// any of the numbers of trials to try, or if ctx ends.
func (m *ByMetric) Widths(ctx context.Context, halfWidth float64, o PlanOptions) (*Widths, error) {
	if !(halfWidth > 0) {
		return nil, errors.New("the half-width must be above 0")
	}
	o.Confidence = IntervalConfidence
	p, err := m.newPlan(ctx, [][2]int{{0, 0}}, o)
	if err != nil {
		return nil, err
	}
	w := &Widths{Options: p.Options, Metric: m.metric, HalfWidth: halfWidth, Models: m.Models, Replicates: widthReplicates}
	for _, e := range m.now {
		w.Each = append(w.Each, Width{Score: e.Mu, Now: halfOf(e)})
	}
	s := &trialSimulator{future: p.future, metric: m.metric}
	first := max(m.begunTrials(), m.metric.FirstTrial()) // the trials on the board can be enough
	w.Most = min(100*m.Trials, results.MaxTrials)
	for w.Most > first && m.metric.Check(m.made.Top, w.Most) != nil {
		w.Most /= 2
	}
	if w.Most < first {
		return nil, fmt.Errorf("cannot plan by %s: it has no score at any number of trials that a plan can ask for", m.metric.Name())
	}
	if metrics.TraitsOf(m.metric).Fits {
		w.Replicates = fittedReplicates
	}
	low, n := first-1, first
	for n-low >= 1 && low < w.Most { // double n until it is enough, then bisect
		s.grid = []int{n}
		narrow, err := s.countNarrow(ctx, halfWidth, montecarlo.Options{Replicates: w.Replicates, Workers: o.Workers})
		if err != nil {
			return nil, err
		}
		switch enough := float64(narrow.All) >= p.Options.Power*float64(w.Replicates); {
		case enough:
			w.Trials, w.Chance = n, float64(narrow.All)/float64(w.Replicates)
			w.add(narrow)
		default:
			low = n
			if w.Trials == 0 {
				w.add(narrow)
			}
		}
		if n = min(2*n, w.Most); w.Trials > 0 {
			if n = low + (w.Trials-low)/2; n == low {
				break
			}
		}
	}
	if w.Trials > 0 {
		w.ToRun = int64(len(w.Each)) * int64(m.Questions) * int64(w.Trials-m.begunTrials())
	}
	return w, nil
}

// These constants are the numbers of evaluations that are simulated at each number of trials.
// There are fewer if a prior must be fitted to each evaluation.
const (
	widthReplicates  = 1000
	fittedReplicates = 100
)

// halfOf returns half the width of the confidence interval of an estimate.
func halfOf(e metrics.Estimate) float64 {
	lo, hi := e.Interval(IntervalConfidence, metrics.Unbounded)
	return float64((hi - lo) / 2)
}

// A narrowness counts the simulated evaluations in which the intervals of all models are narrow
// enough, and adds up the half-widths of the intervals.
type narrowness struct {
	All  int         // number of evaluations in which all intervals are narrow enough
	Half []exact.Sum // by model: sum of the half-widths over all evaluations
}

// countNarrow simulates evaluations with the number of trials in s.grid, and counts those in
// which the intervals of all models have a half-width of at most halfWidth.
func (s *trialSimulator) countNarrow(ctx context.Context, halfWidth float64, o montecarlo.Options) (*narrowness, error) {
	empty := func() *narrowness { return &narrowness{Half: make([]exact.Sum, len(s.groups))} }
	return montecarlo.Fold(ctx, o, empty, func() montecarlo.Visit[*narrowness] {
		p := s.player()
		return func(index int, into *narrowness, _ func() bool) {
			p.replicate(index, func(_ int, now []metrics.Estimate, _ []float64) {
				all := 1
				for model, e := range now {
					half := halfOf(e)
					into.Half[model].Add(half)
					if half > halfWidth {
						all = 0
					}
				}
				into.All += all
			})
		}
	})
}

// add stores in w the mean half-width of each model's interval, over all simulated evaluations.
func (w *Widths) add(n *narrowness) {
	for model := range w.Each {
		w.Each[model].There = n.Half[model].Over(w.Replicates)
	}
}
