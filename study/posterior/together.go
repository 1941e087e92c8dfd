package posterior

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/enum"
	"settle/montecarlo"
	"settle/ranking"
)

// A Together holds the pairs of models that are separated at a simultaneous confidence: the
// probability that any model is placed above one that is truly as good or better is at most 1 −
// confidence. So the places that remain possible hold for all models together (Mogstad, Romano,
// Shaikh & Wilhelm 2024, "Inference for Ranks", Review of Economic Studies 91).
type Together struct {
	Method   Method
	Critical float64 // the final |z| above which models are separated; under ByDraws a normal quantile
	Draws    int     // number of draws behind Critical, 0 for none

	models int
	better []uint64 // by model, a bit for each model: the first is separated and better
	words  int      // of a row of better
}

// A Method is a method to compare all pairs at simultaneous confidence.
type Method int

const (
	// RomanoWolf draws the largest |z| of all pairs and steps down (Romano & Wolf 2005, "Exact
	// and approximate stepdown methods for multiple hypothesis testing").
	RomanoWolf Method = iota
	// Bonferroni compares each pair at the same level.
	Bonferroni
	// ByDraws separates the pairs that have the same order in enough posterior draws of the
	// outcome probabilities; Tukey's studentized range sets the number for all pairs together.
	// See Orders.
	ByDraws
)

var methodNames = enum.Names[Method]{"romano-wolf", "bonferroni", "draws"}

// String returns the method's name.
func (m Method) String() string { return methodNames.Name(m) }

// MostTogether is the largest number of models that are compared by draws. More models are
// compared by Bonferroni.
const MostTogether = 1000

// comparisons limits draws times pairs if the errors of models are dependent, because every
// pair of every draw must then be examined.
const comparisons = 1 << 29

// Together compares all pairs of models. RomanoWolf draws, o.Replicates times, the largest |z|
// of all pairs under equal models, with the joint errors of the scores taken as normal. The
// probability to exceed the critical value is 1 − confidence. Then it draws the largest |z|
// again without the separated directions, until no more pairs follow. In a population, draws
// times pairs are limited to about half a billion, but there are at least 200 draws.
//
// It needs a bit per ordered pair of models and, with up to MostTogether models, 16 bytes more.
// It fails if ctx ends.
func (s *Scores) Together(
	ctx context.Context, m Method, confidence float64, seed uint64, o montecarlo.Options,
) (*Together, error) {
	t := &Together{Method: m, models: s.Models(), words: (s.Models() + 63) / 64}
	t.better = make([]uint64, t.models*t.words)
	if t.models > MostTogether {
		t.Method = Bonferroni
	}
	switch sides := float64(t.models * (t.models - 1)); {
	case t.models < 2:
		return t, ctx.Err()
	case t.Method == Bonferroni:
		t.Critical = -distuv.UnitNormal.Quantile((1 - confidence) / sides)
		return t, t.resolveAll(ctx, s)
	}
	e, err := s.newErrors(ctx)
	if err != nil {
		return nil, err
	}
	pairs := t.models * (t.models - 1) / 2
	if e.dependent {
		o.Replicates = max(min(o.Replicates, comparisons/pairs), 200)
	}
	return t, t.stepDown(ctx, e, confidence, seed, o)
}

// stepDown draws the largest |z| of the undecided directions until nothing more follows.
func (t *Together) stepDown(ctx context.Context, e *jointErrors, confidence float64, seed uint64, o montecarlo.Options) error {
	for more := true; more; {
		largest, err := t.largest(ctx, e, seed, o)
		if err != nil {
			return err
		}
		t.Draws, t.Critical = len(largest), exceeded(largest, 1-confidence)
		more = t.resolve(e)
	}
	return nil
}

// Better reports whether model i is separated from model j and better.
func (t *Together) Better(i, j int) bool { return t.better[i*t.words+j/64]>>(j%64)&1 == 1 }

// Resolved reports whether two models are separated.
func (t *Together) Resolved(i, j int) bool { return t.Better(i, j) || t.Better(j, i) }

func (t *Together) set(i, j int) { t.better[i*t.words+j/64] |= 1 << (j % 64) }

// Spans returns the places that remain possible for each model, by its index.
func (t *Together) Spans() []ranking.Span {
	spans := make([]ranking.Span, t.models)
	for i := range spans {
		spans[i] = ranking.Span{Best: 1, Worst: t.models}
	}
	for i := range spans {
		for word, better := range t.better[i*t.words:][:t.words] {
			spans[i].Worst -= bits.OnesCount64(better)
			for ; better != 0; better &= better - 1 {
				spans[64*word+bits.TrailingZeros64(better)].Best++
			}
		}
	}
	return spans
}

// resolve separates models by the critical |z|. It returns false if there is nothing new.
func (t *Together) resolve(e *jointErrors) bool {
	more := false
	for i := range t.models {
		for j := range t.models {
			if i != j && e.z[i*t.models+j] > t.Critical && !t.Better(i, j) {
				t.set(i, j)
				more = true
			}
		}
	}
	return more
}

// resolveAll does the same without a table of all z. For the estimand Questions, comparing
// squares decides most pairs without a square root.
func (t *Together) resolveAll(ctx context.Context, s *Scores) error {
	const rounding = 1e-9
	order := s.all()
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(s.Mean(j), s.Mean(i)) })
	means, variances := make([]float64, len(order)), make([]float64, len(order)) // in that order
	for at, model := range order {
		means[at], variances[at] = s.Mean(model), s.alone(model)
	}
	for at, i := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		for next := at + 1; next < len(order); next++ {
			if s.estimand == Questions {
				gap := means[at] - means[next]
				square, least := float64(gap*gap), float64(t.Critical*t.Critical*(variances[at]+variances[next]))
				if square > least*(1+rounding) {
					t.set(i, order[next])
					continue
				}
				if square < least*(1-rounding) {
					continue
				}
			}
			switch j, z := order[next], s.Z(i, order[next]); {
			case z > t.Critical:
				t.set(i, j)
			case z < -t.Critical:
				t.set(j, i)
			}
		}
	}
	return nil
}

// largest draws the largest z of the undecided directions, o.Replicates times.
func (t *Together) largest(ctx context.Context, e *jointErrors, seed uint64, o montecarlo.Options) ([]float64, error) {
	return montecarlo.List(ctx, o, func() func(int, func() bool) float64 {
		d := e.drawer(seed)
		return func(index int, stopped func() bool) float64 {
			d.draw(index)
			if e.dependent {
				return t.most(d, stopped)
			}
			return t.mostIndependent(d)
		}
	})
}

// most returns the largest z among the errors of a draw, over the undecided directions.
func (t *Together) most(d *errorDrawer, stopped func() bool) float64 {
	var most float64
	for i := range t.models {
		if stopped() {
			break
		}
		for j := range i {
			most = t.larger(most, d, i, j)
		}
	}
	return most
}

// mostIndependent is most for independent errors. By the Cauchy–Schwarz inequality, |z| of two
// models is at most √(x² + y²), where x and y are their errors divided by their σ. So only
// models with large errors need to be examined.
func (t *Together) mostIndependent(d *errorDrawer) float64 {
	d.arrange()
	var most float64
	for place := 0; d.has(place); place++ {
		i := d.order[place]
		x := float64(d.units[i] * d.units[i])
		if x+x <= float64(most*most) {
			break
		}
		for next := place + 1; d.has(next); next++ {
			j := d.order[next]
			if x+float64(d.units[j]*d.units[j]) <= float64(most*most) {
				break
			}
			most = t.larger(most, d, i, j)
		}
	}
	return most
}

// larger returns the larger of most and the z of a pair in a draw, if its direction is
// undecided.
func (t *Together) larger(most float64, d *errorDrawer, i, j int) float64 {
	z := (d.into[i] - d.into[j]) * d.precision[i*t.models+j]
	if z < 0 {
		i, j, z = j, i, -z
	}
	if z > most && !t.Better(i, j) {
		return z
	}
	return most
}

// exceeded returns the value that at most the given share of the draws exceeds. The board
// itself counts as one more draw.
func exceeded(draws []float64, share float64) float64 {
	slices.Sort(draws)
	rank := int(math.Ceil((1 - share) * float64(len(draws)+1)))
	return draws[min(rank, len(draws))-1]
}
