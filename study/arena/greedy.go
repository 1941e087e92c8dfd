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

// A Greedy says how greedy runs are simulated. A greedy run makes one attempt at each question, at
// temperature 0.
type Greedy int

const (
	// Independent treats a greedy run as a trial like the others. So Bayes@1 with a greedy
	// run as prior is the same as Bayes@2.
	Independent Greedy = iota
	// Mode takes the likeliest outcome of each question. If there are two outcomes, this is
	// a success if its probability is above ½. The outcomes are the same in every greedy
	// run.
	Mode
	// BiasedMode takes the likeliest outcome under modified probabilities: the odds of a
	// success are multiplied by e^x. x is a normal variate with mean 0 and standard deviation
	// GreedyBias, drawn for each board and model. (With several categories, the odds of a
	// category against the lowest are multiplied by e^(w·x), where w is the category's
	// weight relative to the largest weight.)
	BiasedMode
)

// GreedyBias is the standard deviation, in logits, of the random bias that BiasedMode draws for
// each board and model.
const GreedyBias = 0.5

// Greedies returns all ways to simulate greedy runs.
func Greedies() []Greedy { return []Greedy{Independent, Mode, BiasedMode} }

// String returns a short description of how greedy runs are simulated.
func (g Greedy) String() string {
	return [...]string{"an independent trial", "the likeliest outcome", "the likeliest outcome, biased by model"}[g]
}

// A GreedyWorth says how useful greedy runs are as a prior for Bayes@1. Its numbers are means over
// draws of a family's models, with their standard errors.
type GreedyWorth struct {
	Alone, AloneSE float64 // τ_b between the true order and the order by the greedy runs alone

	// Gain is the increase in τ_b between Bayes@1 and the true order if the prior is added,
	// on the same trials.
	Gain, GainSE float64

	// Beyond is τ_b of Bayes@1 with the prior minus τ_b of Bayes@2, which needs the same
	// number of attempts.
	Beyond, BeyondSE float64

	// Cut is the share by which the prior reduces the standard deviation of τ_b over boards.
	Cut float64
}

// A GreedyResult says how useful each kind of greedy run is on one family of models.
type GreedyResult struct {
	Tau, TauSE float64       // τ_b between Bayes@1 and the true order
	Worth      []GreedyWorth // by Greedy
}

// A greedyRun simulates one trial of each question, and one greedy run of each kind (each Greedy),
// for all models.
type greedyRun struct {
	field    *bakeoff.Field
	units    []float64 // weight of each category, in units; 0 for the lowest category
	least    float64   // smallest unit
	largest  float64   // largest absolute unit
	stream   *rng.Stream
	normal   *rand.Rand
	comparer *kendall.Comparer

	trial  []uint64   // by model: sum of the units of its trial, over questions
	greedy [][]uint64 // the same for greedy runs, by Greedy, then model
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

// taus simulates the board with the given index. It stores τ between the true order and the order
// by Bayes@1 alone, then by Bayes@1 with each kind of greedy run as prior, then by each kind of
// greedy run alone. Bayes@N orders the models by the sum of trial and prior outcomes, because all
// models have equally many of each (Eq. 15 of "Don't Pass@k").
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

// tau returns Kendall's τ between the true order and the order of the models by a + b, or by a
// alone if b is nil. a and b hold one number per model. tau returns 0 if τ is undefined.
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

// draw simulates, for one model, one trial of each question and one greedy run of each kind.
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

// take stores the probabilities of all categories of a question. chances holds the probabilities
// of the categories from 1 on; category 0 has the rest.
func (r *greedyRun) take(chances []float64) {
	r.chance[0] = 1
	for category, p := range chances {
		r.chance[category+1] = p
		r.chance[0] -= p
	}
}

// worth returns the weight of a category minus the smallest weight of any category, as an integer
// in the units of r.units. So it is never negative.
func (r *greedyRun) worth(category int) uint64 { return uint64(r.units[category] - r.least) }

// sample draws a category with the stored probabilities.
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

// mode returns the likeliest category of the current question after a bias, in logits, shifts the
// odds as in BiasedMode. If several categories are equally likely, it returns the lowest.
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

// A batch holds, for one draw of models, the mean over boards of every τ that greedyRun.taus
// computes, and the mean of its square.
type batch struct{ tau, square []float64 }

// MeasureGreedy measures how useful greedy runs are as a prior for Bayes@1 on a family of models.
// It fails if the models of a draw cannot be created, or if ctx ends.
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

// greedyResult combines the results of all draws of a family.
func greedyResult(batches []batch) (r GreedyResult) {
	mean := func(of func(batch) float64) (float64, float64) {
		var m exact.Moments
		for _, b := range batches {
			m.Add(of(b))
		}
		return m.Mean(len(batches))
	}
	// spread returns the square root of the mean, over draws, of the variance over the boards
	// of a draw.
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
