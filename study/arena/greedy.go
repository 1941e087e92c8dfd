package arena

import (
	"context"
	"math"
	"math/rand/v2"

	"settle/internal/exact"
	"settle/internal/rng"
	"settle/kendall"
	"settle/montecarlo"
	"settle/study/bakeoff"
)

// Greedy is what the greedy run of a model, one attempt of each question at temperature 0,
// is taken to be.
type Greedy int

const (
	// Independent is a trial like the others. Bayes@1 with it as a prior is Bayes@2.
	Independent Greedy = iota
	// Mode is the likeliest outcome of each question: of two, a success where its chance
	// is above ½. It is the same in every run.
	Mode
	// BiasedMode is the likeliest outcome by other chances than those of sampling: the
	// odds of a success of each model are changed by a factor of its own, e to the power
	// of a normal number of standard deviation GreedyBias, drawn anew for every board. (Of
	// several categories the odds of each against the lowest, by the power that its weight
	// is of the largest.)
	BiasedMode
)

// GreedyBias is the standard deviation of the biases of BiasedMode, in logits.
const GreedyBias = 0.5

// Greedies are all ways to see a greedy run.
func Greedies() []Greedy { return []Greedy{Independent, Mode, BiasedMode} }

// String describes the greedy run in a few words.
func (g Greedy) String() string {
	return [...]string{"an independent trial", "the likeliest outcome", "the likeliest outcome, biased by model"}[g]
}

// GreedyWorth is what greedy runs are worth as a prior of Bayes@N with one trial. Numbers
// are means over draws of a family with their standard errors.
type GreedyWorth struct {
	Alone, AloneSE float64 // τ_b of the order by the greedy runs alone with the truth

	// Gain is by how much τ_b with the truth of Bayes@1 under the prior is above that of
	// Bayes@1 without, on the same trials.
	Gain, GainSE float64

	// Beyond is by how much it is above that of Bayes@2, which costs as much.
	Beyond, BeyondSE float64

	// Cut is which share of the standard deviation of τ_b over boards it takes away.
	Cut float64
}

// GreedyResult is that of a family.
type GreedyResult struct {
	Tau, TauSE float64       // τ_b of Bayes@1 with the truth
	Worth      []GreedyWorth // by Greedy
}

// greedyRun draws boards of one trial with a greedy run of each kind.
type greedyRun struct {
	field    *bakeoff.Field
	units    []float64 // by category, 0 for the lowest: what it is worth
	least    float64   // of the units
	largest  float64   // in size
	stream   *rng.Stream
	normal   *rand.Rand
	comparer *kendall.Comparer

	trial  []uint64   // by model: what its trial is worth
	greedy [][]uint64 // by Greedy, then model
	keys   []uint64
	chance []float64 // scratch space, by category
}

func newGreedyRun(f *bakeoff.Field, seed uint64) *greedyRun {
	models := len(f.Models)
	r := &greedyRun{
		field: f, units: make([]float64, f.Chances.Top+1), stream: rng.New(seed, "greedy runs", 0),
		comparer: kendall.NewComparer(f.Gold), trial: make([]uint64, models), keys: make([]uint64, models),
		chance: make([]float64, f.Chances.Top+1),
	}
	for category, unit := range f.Weights.Units()[:f.Chances.Top] {
		r.units[category+1] = float64(unit)
		r.least, r.largest = min(r.least, float64(unit)), max(r.largest, math.Abs(float64(unit)))
	}
	r.normal = rand.New(r.stream)
	for range Greedies() {
		r.greedy = append(r.greedy, make([]uint64, models))
	}
	return r
}

// taus are those of Bayes@1 alone, then with each prior, and then of the greedy runs
// alone, of the board of an index. Bayes@N orders models by their outcomes and those of
// the prior together, for it has equally many of each for all (Eq. 15 of the paper).
func (r *greedyRun) taus(index int, into []float64) {
	r.stream.Seek(index)
	for model := range r.trial {
		r.draw(model)
	}
	into[0] = r.tau(r.trial, nil)
	for g, greedy := range r.greedy {
		into[1+g] = r.tau(r.trial, greedy)
		into[1+len(r.greedy)+g] = r.tau(greedy, nil)
	}
}

// tau is that of the order by one or two sums, 0 where it is undefined.
func (r *greedyRun) tau(a, b []uint64) float64 {
	copy(r.keys, a)
	for model, worth := range b {
		r.keys[model] += worth
	}
	if tau := r.comparer.TauB(r.keys); !math.IsNaN(tau) {
		return tau
	}
	return 0
}

// draw draws what a trial and a greedy run of each kind of a model are worth.
func (r *greedyRun) draw(model int) {
	bias := GreedyBias * r.normal.NormFloat64()
	r.trial[model] = 0
	for _, greedy := range r.greedy {
		greedy[model] = 0
	}
	row, top := r.field.Chances.Row(model), r.field.Chances.Top
	for at := 0; at < len(row); at += top {
		r.take(row[at : at+top])
		r.trial[model] += r.worth(r.sample())
		r.greedy[Independent][model] += r.worth(r.sample())
		r.greedy[Mode][model] += r.worth(r.mode(0))
		r.greedy[BiasedMode][model] += r.worth(r.mode(bias))
	}
}

// take notes the chances of a question.
func (r *greedyRun) take(chances []float64) {
	r.chance[0] = 1
	for category, p := range chances {
		r.chance[category+1] = p
		r.chance[0] -= p
	}
}

// worth is what a category is worth above the lowest weight of all.
func (r *greedyRun) worth(category int) uint64 { return uint64(r.units[category] - r.least) }

// sample draws a category.
func (r *greedyRun) sample() int {
	u := r.stream.Float64()
	for category := len(r.chance) - 1; category > 0; category-- {
		if u < r.chance[category] {
			return category
		}
		u -= r.chance[category]
	}
	return 0
}

// mode is the likeliest category, the lowest of equal ones, where the odds are changed by
// a bias in logits.
func (r *greedyRun) mode(bias float64) int {
	best, most := 0, math.Log(max(r.chance[0], 0))
	for category := 1; category < len(r.chance); category++ {
		score := math.Log(r.chance[category]) + float64(bias*r.units[category]/r.largest)
		if score > most {
			best, most = category, score
		}
	}
	return best
}

// batch are the means over boards of one draw, and of their squares.
type batch struct{ tau, square []float64 }

// MeasureGreedy asks what greedy runs are worth on a family. It fails if the field of a
// draw cannot be made, or ctx ends.
func MeasureGreedy(ctx context.Context, f Family, o Options) (GreedyResult, error) {
	open := f.opener(o.Seed)
	batches, err := montecarlo.Each(ctx, o.pool(), func(draw int, stopped func() bool) (batch, error) {
		var b batch
		field, err := open(draw)
		if err != nil {
			return b, err
		}
		run := newGreedyRun(field, o.Seed+uint64(draw))
		taus := make([]float64, 1+2*len(Greedies()))
		b.tau, b.square = make([]float64, len(taus)), make([]float64, len(taus))
		for board := 0; board < o.GreedyBoards && !stopped(); board++ {
			run.taus(board, taus)
			for i, tau := range taus {
				b.tau[i] += tau / float64(o.GreedyBoards)
				b.square[i] += float64(tau * tau / float64(o.GreedyBoards))
			}
		}
		return b, nil
	})
	if err != nil {
		return GreedyResult{}, err
	}
	return greedyResult(batches), nil
}

// greedyResult is what batches come to.
func greedyResult(batches []batch) (r GreedyResult) {
	mean := func(of func(batch) float64) (float64, float64) {
		var m exact.Moments
		for _, b := range batches {
			m.Add(of(b))
		}
		return m.Mean(len(batches))
	}
	// spread is the root of the mean over draws of the variance over boards of a draw
	spread := func(i int) float64 {
		v, _ := mean(func(b batch) float64 { return b.square[i] - float64(b.tau[i]*b.tau[i]) })
		return math.Sqrt(max(v, 0))
	}
	r.Tau, r.TauSE = mean(func(b batch) float64 { return b.tau[0] })
	kinds := len(Greedies())
	for g := range Greedies() {
		var w GreedyWorth
		w.Alone, w.AloneSE = mean(func(b batch) float64 { return b.tau[1+kinds+g] })
		w.Gain, w.GainSE = mean(func(b batch) float64 { return b.tau[1+g] - b.tau[0] })
		w.Beyond, w.BeyondSE = mean(func(b batch) float64 { return b.tau[1+g] - b.tau[1+int(Independent)] })
		w.Cut = 1 - spread(1+g)/spread(0)
		r.Worth = append(r.Worth, w)
	}
	return r
}
