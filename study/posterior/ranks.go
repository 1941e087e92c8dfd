package posterior

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"settle/montecarlo"
)

// A Ranks counts, for each model and rank, the joint draws of all scores in which the model has
// that rank.
type Ranks struct {
	Draws  int
	models int

	// whole and parts count, by model and rank − 1, the draws in which the model has the
	// rank. Tied models share their ranks, which gives fractions: parts holds these in units
	// of 2⁻⁶⁴, and is nil if there are none.
	whole []int
	parts []uint64
}

func newRanks(models int) *Ranks { return &Ranks{models: models, whole: make([]int, models*models)} }

// Ranks makes o.Replicates joint draws of the true scores of all models and ranks the models in
// each draw. p is the prior for the scores. The result depends only on the seed and the number of
// draws. Each worker needs memory for models² numbers and about a megabyte for sampling tables.
// Ranks fails if ctx ends.
func (s *Scores) Ranks(ctx context.Context, p MeansPrior, seed uint64, o montecarlo.Options) (*Ranks, error) {
	models := s.allModels()
	own, err := s.ownSigmas(ctx, models)
	if err != nil {
		return nil, err
	}
	empty := func() *Ranks { return newRanks(len(models)) }
	var shrink *shrinker
	if p == Exchangeable {
		shrink = s.shrinker(models, own)
	}
	worker := func() montecarlo.Visit[*Ranks] {
		d, places := newDrawer(s, models, own, seed), slices.Clone(models)
		d.shrink = shrink
		var byScore descendingSorter // ties in any order
		return func(index int, into *Ranks, stopped func() bool) {
			scores := d.draw(index, stopped)
			byScore.sort(places, func(model int) float64 { return scores[model] })
			into.add(places, scores)
		}
	}
	return montecarlo.Fold(ctx, o, empty, worker)
}

// A descendingSorter sorts models by their values, largest first. It keeps its memory, so it
// allocates only if it sorts more models than in any call before.
type descendingSorter struct{ keys []uint64 }

// sort sorts models by their values, largest first. It sorts integers that have the same order as
// the values, because this takes half the time of a sort with a comparison function. The last
// bits of each integer hold the model's index. A final pass corrects the order of values that
// differ only in these bits.
func (d *descendingSorter) sort(models []int, value func(model int) float64) {
	if d.keys = d.keys[:0]; len(models) == 0 {
		return
	}
	most := 0
	for _, model := range models {
		most = max(most, model)
	}
	last := uint64(1)<<bits.Len(uint(most)) - 1
	for _, model := range models {
		key := math.Float64bits(value(model))
		if key>>63 == 0 {
			key = ^key &^ (1 << 63) // so that larger values come first
		}
		d.keys = append(d.keys, key&^last|uint64(model))
	}
	slices.Sort(d.keys)
	for at, key := range d.keys {
		model := int(key & last)
		for at > 0 && value(models[at-1]) < value(model) {
			models[at] = models[at-1]
			at--
		}
		models[at] = model
	}
}

// add counts one draw. places holds the models from best to worst, and scores holds the score of
// each model. Tied models share their ranks equally.
func (r *Ranks) add(places []int, scores []float64) {
	r.Draws++
	for from := 0; from < len(places); {
		to := from + 1
		for to < len(places) && scores[places[to]] == scores[places[from]] {
			to++
		}
		if to == from+1 {
			r.whole[places[from]*r.models+from]++
		} else {
			r.share(places[from:to], from)
		}
		from = to
	}
}

// share splits the ranks of tied models equally among these models. The first of the ranks is
// start + 1.
func (r *Ranks) share(tied []int, start int) {
	n := uint64(len(tied))
	part, rest := bits.Div64(1, 0, n)
	if rest > (n-1)/2 {
		part++
	}
	for _, model := range tied {
		for place := range tied {
			r.addPart(model*r.models+start+place, part)
		}
	}
}

func (r *Ranks) addPart(at int, part uint64) {
	if r.parts == nil {
		r.parts = make([]uint64, len(r.whole))
	}
	sum, carry := bits.Add64(r.parts[at], part, 0)
	r.parts[at] = sum
	r.whole[at] += int(carry)
}

// count returns the number of draws in which a model has a rank. A tie counts as a fraction of a
// draw.
func (r *Ranks) count(model, rank int) float64 {
	at := model*r.models + rank - 1
	count := float64(r.whole[at])
	if r.parts != nil {
		count += float64(float64(r.parts[at]) * 0x1p-64)
	}
	return count
}

// Reset removes all draws.
func (r *Ranks) Reset() {
	r.Draws = 0
	clear(r.whole)
	clear(r.parts)
}

// MergePart adds the draws of another Ranks.
func (r *Ranks) MergePart(other any) {
	from := other.(*Ranks)
	r.Draws += from.Draws
	for i, count := range from.whole {
		r.whole[i] += count
	}
	for i, part := range from.parts {
		r.addPart(i, part)
	}
}

// P returns the share of draws in which a model has the given rank, from 1 to the number of
// models. This share is the posterior probability of the rank for this model alone. Its
// Monte-Carlo standard error is √(P(1 − P)/Draws).
func (r *Ranks) P(model, rank int) float64 {
	return r.count(model, rank) / float64(r.Draws)
}

// Probabilities returns the probability P of each rank 1, 2, … of one model; index i holds the
// probability of rank i + 1.
func (r *Ranks) Probabilities(model int) []float64 {
	p := make([]float64, r.models)
	for i := range p {
		p[i] = r.P(model, i+1)
	}
	return p
}

// Interval returns the central interval of one model's rank. lo and hi are the quantiles of the
// drawn ranks at (1 − confidence)/2 and (1 + confidence)/2. The confidence holds for this model
// alone.
func (r *Ranks) Interval(model int, confidence float64) (lo, hi int) {
	return r.quantile(model, (1-confidence)/2), r.quantile(model, (1+confidence)/2)
}

// quantile returns the smallest rank r such that the model has rank r or better in at least the
// share p of the draws.
func (r *Ranks) quantile(model int, p float64) int {
	const rounding = 1e-9 // of fractions such as 1/3, far below one draw
	var sum float64
	for rank := 1; rank < r.models; rank++ {
		sum += r.count(model, rank)
		if sum >= float64(p*float64(r.Draws))-rounding {
			return rank
		}
	}
	return r.models
}

// A Better counts how often the first of two models beats the second in joint draws of their
// scores.
type Better struct {
	Draws  int
	Halves int // two for each draw that the first model wins, one for each tie
}

// Better makes o.Replicates joint draws of the scores of models i and j, and counts how often i
// is better. As under the prior Independent, models are not shrunk towards each other. Better
// fails if ctx ends.
func (s *Scores) Better(ctx context.Context, i, j int, seed uint64, o montecarlo.Options) (*Better, error) {
	models := []int{i, j}
	own, err := s.ownSigmas(ctx, models)
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

// add counts one draw. scores holds the scores of the two models. A tie counts as half a win.
func (b *Better) add(scores []float64) {
	b.Draws++
	b.Halves += 1 + cmp.Compare(scores[0], scores[1])
}

// P returns the share of draws in which the first model is better than the second. A tie counts
// as half. se is the Monte-Carlo standard error of the share.
func (b *Better) P() (p, se float64) {
	p = float64(b.Halves) / float64(2*b.Draws)
	return p, math.Sqrt(p * (1 - p) / float64(b.Draws))
}
