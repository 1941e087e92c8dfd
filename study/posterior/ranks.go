package posterior

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"settle/montecarlo"
)

// Ranks is how often each model had each rank in draws of all scores.
type Ranks struct {
	Draws  int
	models int

	// By model and rank − 1, draws in which the model has the rank, of which it may have a
	// share: whole ones, and parts in units of 2⁻⁶⁴, nil while there are none.
	whole []int
	parts []uint64
}

func newRanks(models int) *Ranks { return &Ranks{models: models, whole: make([]int, models*models)} }

// Ranks draws the true scores of all models o.Replicates times, given a prior of them, and
// ranks them. The result depends on the seed and the number of draws alone, and takes memory
// for models² numbers per worker, and for tables of the posteriors, about a megabyte.
func (s *Scores) Ranks(ctx context.Context, p MeansPrior, seed uint64, o montecarlo.Options) (*Ranks, error) {
	models := s.all()
	own, err := s.own(ctx, models)
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
		var byScore descending // models that tie, in any order
		return func(index int, into *Ranks, stopped func() bool) {
			scores := d.draw(index, stopped)
			byScore.sort(places, func(model int) float64 { return scores[model] })
			into.add(places, scores)
		}
	}
	return montecarlo.Fold(ctx, o, empty, worker)
}

// descending sorts models by their values, the largest first. It allocates nothing once it
// sorted as many.
type descending struct{ keys []uint64 }

// sort sorts by integers, which takes half the time of comparisons by a function: the order
// of a value, whose last bits the place of its model takes. Neighbours are then put right.
func (d *descending) sort(models []int, value func(model int) float64) {
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

// add counts one draw, given the models from the best to the worst. Models that
// tie share their places equally.
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

// share shares the places from one on among models that tie.
func (r *Ranks) share(tied []int, from int) {
	n := uint64(len(tied))
	part, rest := bits.Div64(1, 0, n)
	if rest > (n-1)/2 {
		part++
	}
	for _, model := range tied {
		for place := range tied {
			r.addPart(model*r.models+from+place, part)
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

// count is how many draws have a model at a rank, in shares.
func (r *Ranks) count(model, rank int) float64 {
	at := model*r.models + rank - 1
	count := float64(r.whole[at])
	if r.parts != nil {
		count += float64(float64(r.parts[at]) * 0x1p-64)
	}
	return count
}

// Reset forgets all draws.
func (r *Ranks) Reset() {
	r.Draws = 0
	clear(r.whole)
	clear(r.parts)
}

// MergePart adds other draws.
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

// P is the probability that a model has a rank, which is from 1 to the number
// of models. Its Monte-Carlo standard error is √(P(1 − P)/Draws).
func (r *Ranks) P(model, rank int) float64 {
	return r.count(model, rank) / float64(r.Draws)
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
		sum += r.count(model, rank)
		if sum >= float64(p*float64(r.Draws))-rounding {
			return rank
		}
	}
	return r.models
}

// Better is how often one model beats another in draws of both.
type Better struct {
	Draws  int
	Halves int // two for a draw that it wins, one for a tie
}

// Better draws the scores of models i and j o.Replicates times, each model by itself, and
// compares them.
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
	b.Halves += 1 + cmp.Compare(scores[0], scores[1])
}

// P is the probability that the first model is better than the second, half of
// the ties counted, and se its Monte-Carlo standard error.
func (b *Better) P() (p, se float64) {
	p = float64(b.Halves) / float64(2*b.Draws)
	return p, math.Sqrt(p * (1 - p) / float64(b.Draws))
}
