package posterior

import (
	"context"
	"math"
	"math/rand/v2"

	"settle/internal/rng"
)

// A jointErrors holds the joint normal distribution of the errors of all models' scores.
type jointErrors struct {
	*Scores
	own       []float64 // by model: the part of σ that is not in between
	dependent bool      // whether the errors of models are dependent
	z         []float64 // by model, then model: Scores.Z
	precision []float64 // by model, then model: 1 / σ of the difference, 0 if σ is 0
}

func (s *Scores) newErrors(ctx context.Context) (*jointErrors, error) {
	n := s.Models()
	own, err := s.ownSigmas(ctx, s.allModels())
	if err != nil {
		return nil, err
	}
	e := &jointErrors{
		Scores: s, own: own, dependent: s.estimand == Population,
		z: make([]float64, n*n), precision: make([]float64, n*n),
	}
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := range i {
			d := s.Difference(i, j)
			e.z[i*n+j] = s.Z(i, j)
			e.z[j*n+i] = -e.z[i*n+j]
			if d.Sigma > 0 {
				e.precision[i*n+j] = 1 / d.Sigma
				e.precision[j*n+i] = 1 / d.Sigma
			}
		}
	}
	return e, nil
}

// An errorDrawer draws the errors of all models' scores. It allocates no memory after its
// creation.
type errorDrawer struct {
	*jointErrors
	stream *rng.Stream
	random *rand.Rand
	shocks []float64 // standard normal variates by question, the same for all models
	units  []float64 // by model: its independent error divided by the σ of that error
	into   []float64 // by model: its whole error

	order   []int // models, those with large errors first
	sorted  int   // number of models that are sorted; the others follow in any order
	byUnits descendingSorter
}

func (e *jointErrors) drawer(seed uint64) *errorDrawer {
	stream := rng.New(seed, "together", 0)
	return &errorDrawer{
		jointErrors: e, stream: stream, random: rand.New(stream),
		shocks: make([]float64, len(e.between[0])),
		units:  make([]float64, e.Models()), into: make([]float64, e.Models()),
		order: e.allModels(),
	}
}

// draw draws the errors of the scores of all models; index is the index of the draw.
func (d *errorDrawer) draw(index int) {
	d.stream.Seek(index)
	for q := range d.shocks {
		d.shocks[q] = d.random.NormFloat64()
	}
	for model := range d.into {
		d.units[model] = d.random.NormFloat64()
		d.into[model] = float64(d.own[model] * d.units[model])
		for q, shock := range d.shocks {
			d.into[model] += float64(d.between[model][q] * shock)
		}
	}
}

// largeError is the size from which an error counts as large, in units of its σ. About one model
// in seven has a larger error. The pair with the largest z rarely contains a model with a smaller
// error.
const largeError = 1.5

// arrange puts the models with large errors first in d.order, sorted by size, and all other
// models behind them in any order.
func (d *errorDrawer) arrange() {
	first := 0
	for at, model := range d.order {
		if math.Abs(d.units[model]) >= largeError {
			d.order[first], d.order[at] = model, d.order[first]
			first++
		}
	}
	d.byUnits.sort(d.order[:first], d.size)
	d.sorted = first
}

// size returns the absolute error of a model's score, in units of the error's σ.
func (d *errorDrawer) size(model int) float64 { return math.Abs(d.units[model]) }

// has reports whether d.order has a model at the given place. The models with small errors are
// sorted only if needed: when has is first called for a place behind the models with large
// errors.
func (d *errorDrawer) has(place int) bool {
	if place >= d.sorted && d.sorted < len(d.order) {
		d.byUnits.sort(d.order[d.sorted:], d.size)
		d.sorted = len(d.order)
	}
	return place < len(d.order)
}
