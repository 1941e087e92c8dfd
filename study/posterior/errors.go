package posterior

import (
	"context"
	"math"
	"math/rand/v2"

	"settle/internal/rng"
)

// jointErrors are what scores may be off by, all models together.
type jointErrors struct {
	*Scores
	own       []float64 // by model: σ besides between
	dependent bool      // whether errors of models depend on each other
	z         []float64 // by model and model, as Scores.Z
	precision []float64 // by model and model: 1 / σ of the difference, 0 where that is 0
}

func (s *Scores) newErrors(ctx context.Context) (*jointErrors, error) {
	n := s.Models()
	own, err := s.own(ctx, s.all())
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

// errorDrawer draws the errors of all models. It allocates nothing once made.
type errorDrawer struct {
	*jointErrors
	stream *rng.Stream
	random *rand.Rand
	shocks []float64 // by question, the same for all models
	units  []float64 // by model: the own error in units of its σ
	into   []float64 // by model: the error

	order   []int // of models, those of large errors first
	sorted  int   // so many of them are in order; the others come after these, in any
	byUnits descending
}

func (e *jointErrors) drawer(seed uint64) *errorDrawer {
	stream := rng.New(seed, "together", 0)
	return &errorDrawer{
		jointErrors: e, stream: stream, random: rand.New(stream),
		shocks: make([]float64, len(e.between[0])),
		units:  make([]float64, e.Models()), into: make([]float64, e.Models()),
		order: e.all(),
	}
}

// draw draws the errors anew.
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

// large is an error in units of its σ that one model in seven has; the pair that is
// looked for is seldom of any other.
const large = 1.5

// arrange sorts the models of large errors, and puts the others behind them.
func (d *errorDrawer) arrange() {
	first := 0
	for at, model := range d.order {
		if math.Abs(d.units[model]) >= large {
			d.order[first], d.order[at] = model, d.order[first]
			first++
		}
	}
	d.byUnits.sort(d.order[:first], d.size)
	d.sorted = first
}

// size returns how large the error of a model is.
func (d *errorDrawer) size(model int) float64 { return math.Abs(d.units[model]) }

// has tells whether there is a model at a place of the order, and sorts the rest once
// one of it is asked for.
func (d *errorDrawer) has(place int) bool {
	if place >= d.sorted && d.sorted < len(d.order) {
		d.byUnits.sort(d.order[d.sorted:], d.size)
		d.sorted = len(d.order)
	}
	return place < len(d.order)
}
