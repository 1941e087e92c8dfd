package converge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
)

// Separation is how often the interval-aware ranking is wrong at one n.
type Separation struct {
	N int

	// Wrong is the share of replicates in which some pair of models is ranked
	// apart, with the interval, in the order opposite to gold; SE is its
	// standard error.
	Wrong, SE float64

	// Resolved is the mean share of the pairs that differ in gold and are
	// ranked apart, either way.
	Resolved float64
}

// Separations draws replicates and ranks each by the estimator with the
// paper's interval rule (section 2.7.1): models stand in the order of their
// means, and neighbours share a rank while their z is below the one-sided
// quantile of the confidence, those of equal means as a group (see
// ranking.Order.Tie). A ranking that says less can be wrong less often:
// Separations measures both. It fails where Measure does, or if the
// confidence is not in (0, 1).
func Separations(
	ctx context.Context, s replicate.Source, m metrics.Estimator, gold []int, confidence float64, o montecarlo.Options,
) ([]Separation, error) {
	shape := s.Shape()
	if err := m.Check(shape.Top, shape.Trials); err != nil {
		return nil, err
	}
	if !(confidence > 0 && confidence < 1) {
		return nil, fmt.Errorf("a confidence of %v: it must be between 0 and 1", confidence)
	}
	if slices.Min(gold) == slices.Max(gold) {
		return nil, fmt.Errorf("gold ties all %d models: no pair can be ranked wrongly", shape.Models)
	}
	empty := func() *separationSums { return &separationSums{cells: make([]separationCell, shape.Trials)} }
	worker := func() montecarlo.Visit[*separationSums] {
		v := &separator{
			walker: s.Walker(), metric: m, gold: gold, quantile: distuv.UnitNormal.Quantile(confidence),
			estimates: make([]metrics.Estimate, shape.Models), order: make([]int, shape.Models),
		}
		return v.visit
	}
	sums, err := montecarlo.Fold(ctx, o, empty, worker)
	if err != nil {
		return nil, err
	}
	return sums.separations(m.FirstTrial(), differing(gold)), nil
}

// differing counts the pairs that differ in gold.
func differing(gold []int) int {
	pairs := 0
	for i := range gold {
		for j := range i {
			if gold[i] != gold[j] {
				pairs++
			}
		}
	}
	return pairs
}

// separator is the scratch space of one worker.
type separator struct {
	walker    replicate.Walker
	metric    metrics.Estimator
	gold      []int
	quantile  float64
	estimates []metrics.Estimate // by model
	order     []int              // models, the best mean first
}

func (v *separator) visit(r int, into *separationSums, stopped func() bool) {
	into.replicates++
	t := v.walker.Draw(r)
	for {
		v.rank(t)
		into.cells[t.Trials-1].add(v.apart())
		if t.Trials == v.metric.FirstTrial() || stopped() {
			return
		}
		v.walker.Drop()
	}
}

// rank puts all models in the order of their means.
func (v *separator) rank(t *results.Tally) {
	v.estimates = metrics.Estimates(v.metric, t, v.estimates)
	for model := range v.order {
		v.order[model] = model
	}
	slices.SortStableFunc(v.order, func(i, j int) int {
		switch a, b := v.estimates[i].Mu, v.estimates[j].Mu; {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
}

// apart counts the pairs that are ranked apart, and those of them that are
// ranked against gold. A pair is apart where some neighbours between the two
// are.
func (v *separator) apart() (right, wrong int) {
	start := 0 // of the group at hand: all before it are ranked better
	var above metrics.Estimate
	for from := 0; from < len(v.order); {
		below, to := v.widest(from)
		if from > 0 && ranking.Z(above.Mu, above.Sigma, below.Mu, below.Sigma) >= v.quantile {
			start = from
		}
		for _, model := range v.order[from:to] {
			for _, better := range v.order[:start] {
				switch {
				case v.gold[better] > v.gold[model]:
					right++
				case v.gold[better] < v.gold[model]:
					wrong++
				}
			}
		}
		above, from = below, to
	}
	return right, wrong
}

// widest returns the estimate of the largest σ among those of equal means that
// begin at a place, and where they end. Its z with any other estimate is the least.
func (v *separator) widest(from int) (e metrics.Estimate, to int) {
	e = v.estimates[v.order[from]]
	for to = from + 1; to < len(v.order) && v.estimates[v.order[to]].Mu == e.Mu; to++ {
		e.Sigma = max(e.Sigma, v.estimates[v.order[to]].Sigma)
	}
	return e, to
}

// separationSums are sums over replicates, by n − 1.
type separationSums struct {
	replicates int
	cells      []separationCell
}

type separationCell struct {
	wrong int // replicates with a pair ranked against gold
	apart int // pairs ranked apart, over all replicates
}

func (c *separationCell) add(right, wrong int) {
	c.apart += right + wrong
	if wrong > 0 {
		c.wrong++
	}
}

// Reset forgets everything.
func (s *separationSums) Reset() {
	s.replicates = 0
	clear(s.cells)
}

// Merge adds the sums of other replicates.
func (s *separationSums) Merge(from *separationSums) {
	s.replicates += from.replicates
	for i, cell := range from.cells {
		s.cells[i].wrong += cell.wrong
		s.cells[i].apart += cell.apart
	}
}

func (s *separationSums) separations(first, pairs int) []Separation {
	var all []Separation
	count := float64(s.replicates)
	for n := first; n <= len(s.cells); n++ {
		cell := s.cells[n-1]
		wrong := float64(cell.wrong) / count
		all = append(all, Separation{
			N: n, Wrong: wrong, SE: math.Sqrt(wrong * (1 - wrong) / count),
			Resolved: float64(cell.apart) / count / float64(pairs),
		})
	}
	return all
}
