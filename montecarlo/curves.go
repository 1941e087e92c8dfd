package montecarlo

import (
	"context"
	"fmt"
	"slices"

	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// Curve is the mean agreement of one metric with gold, against n.
type Curve struct {
	Metric string
	Points []Point // by n, from the metric's first n to N
}

// Point is the mean of τ_b over replicates at one n.
type Point struct {
	N int

	// Tau is the mean, in which an undefined τ counts as 0 (see Taus).
	Tau float64

	// SE is the Monte-Carlo standard error of Tau: the sample standard
	// deviation over replicates, divided by the root of their number. NaN
	// for a single replicate.
	SE float64

	Undefined int // replicates in which τ is undefined
}

// Curves draws replicates from a source, ranks the models of each by every
// metric at every n, and compares the rankings with gold by Kendall's τ_b.
// gold orders the source's models: a larger number is better, an equal one is
// a tie. It fails if the source has fewer than two models, if gold ties all of
// them (there is no τ then), if a metric cannot score its boards, or if ctx
// ends.
func Curves(ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, o Options) ([]Curve, error) {
	found, err := Follow(ctx, s, ms, Wanted{Gold: gold}, o)
	return found.Curves, err
}

// checkGold reports why rankings of a source's models cannot be compared with gold.
func checkGold(gold []int, shape results.Shape) error {
	if shape.Models < 2 {
		return fmt.Errorf("τ compares rankings of two models or more, and the board has %d", shape.Models)
	}
	if len(gold) != shape.Models {
		panic(fmt.Sprintf("montecarlo: gold orders %d models, the source has %d", len(gold), shape.Models))
	}
	if slices.Min(gold) == slices.Max(gold) {
		return fmt.Errorf("gold ties all %d models: there is no τ with it", shape.Models)
	}
	return nil
}

// tauSums are sums over replicates of τ and τ², for every slot and n.
type tauSums struct {
	trials int
	cells  []Taus // by slot, then n − 1
}

func newTauSums(slots, trials int) *tauSums {
	return &tauSums{trials: trials, cells: make([]Taus, slots*trials)}
}

// at are the sums of a slot at n.
func (s *tauSums) at(slot, n int) *Taus { return &s.cells[slot*s.trials+n-1] }

func (s *tauSums) reset() { clear(s.cells) }

func (s *tauSums) merge(from *tauSums) {
	for i, cell := range from.cells {
		s.cells[i].Merge(cell)
	}
}

// curve is that of a metric, of so many replicates.
func (s *tauSums) curve(slot int, m metrics.Metric, replicates int) Curve {
	c := Curve{Metric: m.Name()}
	for n := m.FirstTrial(); n <= s.trials; n++ {
		taus := s.at(slot, n)
		p := Point{N: n, Undefined: taus.Undefined}
		p.Tau, p.SE = taus.Mean(float64(replicates))
		c.Points = append(c.Points, p)
	}
	return c
}
