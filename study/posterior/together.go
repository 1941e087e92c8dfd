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

// A Together holds the pairs of models that are separated at a simultaneous confidence. With at
// least this probability, no model is placed above another model that is truly as good or better.
// So the ranges of possible places hold for all models together (Mogstad, Romano, Shaikh &
// Wilhelm 2024, "Inference for Ranks", Review of Economic Studies 91).
type Together struct {
	Method   Method
	Critical float64 // |z| above which two models are separated, in the last step; a normal quantile for ByDraws
	First    float64 // the same in the first step, before any pair is separated
	Draws    int     // number of draws from which Critical was computed, 0 for none

	models int
	better []uint64 // by model, a bit for each other model: set if the two are separated and the first is better
	words  int      // number of words in better for each model
}

// A Method is a way to compare all pairs of models at simultaneous confidence.
type Method int

const (
	// RomanoWolf draws the largest |z| of all pairs and steps down from it (Romano & Wolf
	// 2005, "Exact and approximate stepdown methods for multiple hypothesis testing").
	RomanoWolf Method = iota
	// Bonferroni compares each pair at the same level, which it divides by the number of
	// comparisons.
	Bonferroni
	// ByDraws separates the pairs that have the same order in enough posterior draws of the
	// outcome probabilities. Tukey's studentized range sets the number of draws that is
	// enough for all pairs together. See Orders.
	ByDraws
)

var methodNames = enum.Names[Method]{"romano-wolf", "bonferroni", "draws"}

// String returns the method's name.
func (m Method) String() string { return methodNames.Name(m) }

// MostTogether is the largest number of models for which Scores.Together uses RomanoWolf. With
// more models, it uses Bonferroni.
const MostTogether = 1000

// comparisons is the largest product of the number of draws and the number of pairs, if the
// errors of models are dependent. In that case, every draw must examine every pair.
const comparisons = 1 << 29

// Together finds the pairs of models that are separated at a simultaneous confidence, by method
// m. Bonferroni splits the level evenly over all ordered pairs. With more than MostTogether
// models, Together always uses Bonferroni.
//
// RomanoWolf makes o.Replicates draws of the largest |z| of all pairs, as if all models were
// equal and the errors of the scores jointly normal. The critical value is the |z| that a draw
// exceeds with probability 1 − confidence. Pairs with a larger |z| on the board are separated.
// RomanoWolf then repeats the draws until it separates no more pairs, or all are separated. In the
// repeats, a separated pair counts only if the draw reverses its order. Two models need no draws for
// the estimand Questions: their critical value is the normal quantile. For a population, the product of draws and
// pairs is limited to about half a billion, but there are at least 200 draws.
//
// Together needs one bit of memory per ordered pair of models and, with up to MostTogether
// models, 16 more bytes for each of these pairs. It fails if ctx ends.
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
	case t.Method == Bonferroni, t.models == 2 && s.estimand == Questions: // exact for one normal z
		t.Critical = -distuv.UnitNormal.Quantile((1 - confidence) / sides)
		t.First = t.Critical
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

// stepDown finds the critical |z| from draws and separates the pairs above it. It repeats this
// for the pairs that are still undecided, until it separates no more pairs.
func (t *Together) stepDown(ctx context.Context, e *jointErrors, confidence float64, seed uint64, o montecarlo.Options) error {
	for more := true; more; {
		largest, err := t.largestDraws(ctx, e, seed, o)
		if err != nil {
			return err
		}
		t.Draws, t.Critical = len(largest), exceededValue(largest, 1-confidence)
		t.First = max(t.First, t.Critical) // steps only lower it
		more = t.resolve(e)
	}
	return nil
}

// Better reports whether models i and j are separated and model i is the better one.
func (t *Together) Better(i, j int) bool { return t.better[i*t.words+j/64]>>(j%64)&1 == 1 }

// Resolved reports whether two models are separated.
func (t *Together) Resolved(i, j int) bool { return t.Better(i, j) || t.Better(j, i) }

func (t *Together) set(i, j int) { t.better[i*t.words+j/64] |= 1 << (j % 64) }

// Spans returns, for each model, the range of places that it can have in the ranking.
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

// resolve separates the pairs whose |z| is above the critical value. It reports whether another
// step can separate more: this step separated some pairs, but not the last of all.
func (t *Together) resolve(e *jointErrors) (more bool) {
	open := false
	for i := range t.models {
		for j := range i {
			switch {
			case t.Resolved(i, j):
			case e.z[i*t.models+j] > t.Critical:
				t.set(i, j)
				more = true
			case e.z[j*t.models+i] > t.Critical:
				t.set(j, i)
				more = true
			default:
				open = true
			}
		}
	}
	return more && open
}

// resolveAll separates the pairs of models whose |z| is above the critical value, without a table
// of all z values. For the estimand Questions, it decides most pairs by comparing squares,
// without a square root. It fails if ctx ends.
func (t *Together) resolveAll(ctx context.Context, s *Scores) error {
	const rounding = 1e-9
	order := s.allModels()
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(s.Mean(j), s.Mean(i)) })
	means, variances := make([]float64, len(order)), make([]float64, len(order)) // in that order
	for at, model := range order {
		means[at], variances[at] = s.Mean(model), s.ownVariance(model)
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

// largestDraws makes o.Replicates draws of the errors, and returns the largest |z| of all pairs
// in each draw. A pair is left out of a draw if the model that is ahead in the draw was already
// found to be the better one.
func (t *Together) largestDraws(ctx context.Context, e *jointErrors, seed uint64, o montecarlo.Options) ([]float64, error) {
	return montecarlo.List(ctx, o, func() func(int, func() bool) float64 {
		d := e.drawer(seed)
		return func(index int, stopped func() bool) float64 {
			d.draw(index)
			if e.dependent {
				return t.largestZ(d, stopped)
			}
			return t.largestIndependent(d)
		}
	})
}

// largestZ returns the largest |z| of all pairs, computed from the errors in a draw. It ignores a
// pair if the model that is ahead in the draw was already found to be the better one.
func (t *Together) largestZ(d *errorDrawer, stopped func() bool) float64 {
	var most float64
	for i := range t.models {
		if stopped() {
			break
		}
		for j := range i {
			most = t.largerZ(most, d, i, j)
		}
	}
	return most
}

// largestIndependent returns the same as largestZ, but faster, for errors that are independent
// between models. By the Cauchy–Schwarz inequality, the |z| of two models is at most √(x² + y²),
// where x and y are their errors divided by their σ. So usually only models with large errors are
// examined.
func (t *Together) largestIndependent(d *errorDrawer) float64 {
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
			most = t.largerZ(most, d, i, j)
		}
	}
	return most
}

// largerZ returns the |z| of models i and j in a draw if that exceeds the given value, and
// otherwise the given value. It also returns the given value if the model that is ahead in the draw
// was already found to be the better one.
func (t *Together) largerZ(largest float64, d *errorDrawer, i, j int) float64 {
	z := (d.into[i] - d.into[j]) * d.precision[i*t.models+j]
	if z < 0 {
		i, j, z = j, i, -z
	}
	if z > largest && !t.Better(i, j) {
		return z
	}
	return largest
}

// exceededValue returns a value that at most the given share of the draws exceeds. The observed
// value counts as one more draw, so the share is conservative.
func exceededValue(draws []float64, share float64) float64 {
	slices.Sort(draws)
	rank := int(math.Ceil((1 - share) * float64(len(draws)+1)))
	return draws[min(rank, len(draws))-1]
}
