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

// IntervalConfidence is that of the intervals whose width is planned for.
const IntervalConfidence = 0.95

// Widths is how many trials of each question make every model's interval narrow enough.
type Widths struct {
	Options   PlanOptions
	Metric    metrics.Estimator
	HalfWidth float64 // that is wanted at most, in units of the score

	// Trials of each question in all are enough with the wanted chance for all models at
	// once; Chance is that with them. 0 stands for more than Most.
	Trials, Most int
	Chance       float64
	ToRun        int64 // trials that are not made yet, of all models

	Replicates int
	Models     *Models
	Each       []Width // by model
}

// Width is half the width of a model's interval: on the board, and on average with the
// trials that the plan says, or the most that it looked at.
type Width struct{ Score, Now, There float64 }

// Widths finds the trials with which every model's interval by the metric is at most
// ± halfWidth. Of the options Power, Seed, Draws, CostPerTrial and Workers count.
func (m *ByMetric) Widths(ctx context.Context, halfWidth float64, o PlanOptions) (*Widths, error) {
	if !(halfWidth > 0) {
		return nil, errors.New("half the width of an interval must be above 0")
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
	s := &simulated{future: p.future, metric: m.metric}
	first := max(m.begunTrials(), m.metric.FirstTrial()) // what is made may be enough
	w.Most = min(100*m.Trials, results.MaxTrials)
	for w.Most > first && m.metric.Check(m.made.Top, w.Most) != nil {
		w.Most /= 2
	}
	if w.Most < first {
		return nil, fmt.Errorf("%s has no score with the trials that a plan may ask for", m.metric.Name())
	}
	if metrics.TraitsOf(m.metric).Fits {
		w.Replicates = fittedReplicates
	}
	low, n := first-1, first
	for n-low >= 1 && low < w.Most { // doubled until it is enough, then halved
		s.grid = []int{n}
		narrow, err := s.narrow(ctx, halfWidth, montecarlo.Options{Replicates: w.Replicates, Workers: o.Workers})
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

// So many evaluations are played at each number of trials that is tried: fewer where a
// prior is fitted to each.
const (
	widthReplicates  = 1000
	fittedReplicates = 100
)

// halfOf is half the width of an interval.
func halfOf(e metrics.Estimate) float64 {
	lo, hi := e.Interval(IntervalConfidence, metrics.Unbounded)
	return float64((hi - lo) / 2)
}

// narrowness is how often the intervals of all models were narrow enough, and the sums
// of halves of their widths, by model.
type narrowness struct {
	All  int
	Half []exact.Sum
}

// narrow plays evaluations with the one number of trials of the grid.
func (s *simulated) narrow(ctx context.Context, halfWidth float64, o montecarlo.Options) (*narrowness, error) {
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

// add takes note of the mean widths.
func (w *Widths) add(n *narrowness) {
	for model := range w.Each {
		w.Each[model].There = n.Half[model].Over(w.Replicates)
	}
}
