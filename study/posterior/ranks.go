package posterior

import (
	"cmp"
	"context"
	"math"
	"slices"

	"settle/montecarlo"
)

// Ranks is how often each model had each rank in draws of all scores.
type Ranks struct {
	Draws  int
	models int
	counts []float64 // by model and rank − 1
}

// Ranks draws the scores of all models o.Replicates times and ranks them. The
// result depends on the seed and the number of draws alone, and takes memory
// for models² numbers per worker, and for tables of the posteriors, about a
// megabyte.
func (s *Scores) Ranks(ctx context.Context, seed uint64, o montecarlo.Options) (*Ranks, error) {
	models := make([]int, s.Models())
	for i := range models {
		models[i] = i
	}
	own, err := s.own(ctx, models)
	if err != nil {
		return nil, err
	}
	empty := func() *Ranks {
		return &Ranks{models: len(models), counts: make([]float64, len(models)*len(models))}
	}
	worker := func() montecarlo.Visit[*Ranks] {
		d, places := newDrawer(s, models, own, seed), slices.Clone(models)
		byScore := func(i, j int) int { return cmp.Compare(d.into[j], d.into[i]) } // models that tie, in any order
		return func(index int, into *Ranks, stopped func() bool) {
			scores := d.draw(index, stopped)
			slices.SortFunc(places, byScore)
			into.add(places, scores)
		}
	}
	return montecarlo.Fold(ctx, o, empty, worker)
}

// add counts one draw, given the models from the best to the worst. Models that
// tie share their places equally.
func (r *Ranks) add(places []int, scores []float64) {
	r.Draws++
	for from := 0; from < len(places); {
		to := from + 1
		for to < len(places) && scores[places[to]] == scores[places[from]] {
			to++
		}
		share := 1 / float64(to-from)
		for _, model := range places[from:to] {
			for place := from; place < to; place++ {
				r.counts[model*r.models+place] += share
			}
		}
		from = to
	}
}

// Reset forgets all draws.
func (r *Ranks) Reset() {
	r.Draws = 0
	clear(r.counts)
}

// Merge adds the draws of another aggregate.
func (r *Ranks) Merge(from *Ranks) {
	r.Draws += from.Draws
	for i, count := range from.counts {
		r.counts[i] += count
	}
}

// P is the probability that a model has a rank, which is from 1 to the number
// of models. Its Monte-Carlo standard error is √(P(1 − P)/Draws).
func (r *Ranks) P(model, rank int) float64 {
	return min(r.counts[model*r.models+rank-1]/float64(r.Draws), 1) // shares such as 1/3 may add up to more
}

// Probabilities are the probabilities of the ranks 1, 2, … of one model.
func (r *Ranks) Probabilities(model int) []float64 {
	p := make([]float64, r.models)
	for i := range p {
		p[i] = r.P(model, i+1)
	}
	return p
}

// Interval is the central interval of a model's rank: the smallest rank that
// the model's is at or above with a probability of (1 − confidence)/2, and the
// smallest with one of (1 + confidence)/2.
func (r *Ranks) Interval(model int, confidence float64) (lo, hi int) {
	return r.quantile(model, (1-confidence)/2), r.quantile(model, (1+confidence)/2)
}

// quantile is the smallest rank up to which at least p of the draws lie.
func (r *Ranks) quantile(model int, p float64) int {
	const rounding = 1e-9 // of shares such as 1/3, far below one draw
	var sum float64
	for rank := 1; rank < r.models; rank++ {
		sum += r.counts[model*r.models+rank-1]
		if sum >= float64(p*float64(r.Draws))-rounding {
			return rank
		}
	}
	return r.models
}

// Better is how often one model beats another in draws of both.
type Better struct {
	Draws int
	count float64
}

// Better draws the scores of models i and j o.Replicates times and compares
// them.
func (s *Scores) Better(ctx context.Context, i, j int, seed uint64, o montecarlo.Options) (*Better, error) {
	models := []int{i, j}
	own, err := s.own(ctx, models)
	if err != nil {
		return nil, err
	}
	worker := func() montecarlo.Visit[*Better] {
		d := newDrawer(s, models, own, seed)
		return func(index int, into *Better, stopped func() bool) {
			into.add(d.draw(index, stopped))
		}
	}
	return montecarlo.Fold(ctx, o, func() *Better { return new(Better) }, worker)
}

// add counts one draw, half if the models tie.
func (b *Better) add(scores []float64) {
	b.Draws++
	b.count += float64(float64(1+cmp.Compare(scores[0], scores[1])) / 2)
}

// Reset forgets all draws.
func (b *Better) Reset() { *b = Better{} }

// Merge adds the draws of another aggregate.
func (b *Better) Merge(from *Better) {
	b.Draws += from.Draws
	b.count += from.count
}

// P is the probability that the first model is better than the second, half of
// the ties counted, and se its Monte-Carlo standard error.
func (b *Better) P() (p, se float64) {
	p = b.count / float64(b.Draws)
	return p, math.Sqrt(p * (1 - p) / float64(b.Draws))
}
