package priors

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"settle/internal/exact"
	"settle/internal/rng"
	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
)

// A Design lists the priors and the numbers of trials that are compared.
type Design struct {
	Depths []int // D, trials of the old model per question: ascending, starting with 0
	Trials []int // N, trials of the new model per question: ascending, at least 1

	// Share is the weight of each outcome in a prior, in (0, 1] (see
	// metrics.CheckPriorShare); nil stands for 1.
	Share *big.Rat
}

func (d Design) check() error {
	if len(d.Depths) == 0 || d.Depths[0] != 0 || !ascending(d.Depths) {
		return fmt.Errorf("the prior depths %v must begin with 0, the uniform prior, and ascend", d.Depths)
	}
	if len(d.Trials) == 0 || d.Trials[0] < 1 || !ascending(d.Trials) {
		return fmt.Errorf("the numbers of trials %v must start at 1 or more and ascend", d.Trials)
	}
	if d.Share != nil {
		return metrics.CheckPriorShare(d.Share)
	}
	return nil
}

// share returns the field Share as a numerator and a denominator.
func (d Design) share() (numerator, denominator uint64) {
	if d.Share == nil {
		return 1, 1
	}
	return d.Share.Num().Uint64(), d.Share.Denom().Uint64()
}

func ascending(x []int) bool {
	for i := 1; i < len(x); i++ {
		if x[i] <= x[i-1] {
			return false
		}
	}
	return true
}

// A Curve says how well the ranking of the new models by Bayes@N under one prior agrees with their
// true ranking, for several N.
type Curve struct {
	Depth  int  // trials per question in the prior
	Greedy bool // the prior is the new model's greedy run: one trial with its likelier outcome at each question
	Points []Point
}

// A Point holds the results of a Curve for one N, as means over updates. Standard errors are
// Monte-Carlo standard errors, NaN for a single update.
type Point struct {
	N int

	// Tau is the mean of Kendall's τ_b over updates. An undefined τ counts as 0, also in
	// Gain (see montecarlo.Taus).
	Tau, SE float64

	// Gain is the mean of τ_b minus the τ_b under the uniform prior, in the same updates
	// with the same trials.
	Gain, GainSE float64

	Undefined int // number of updates in which τ_b is undefined because all models tie
}

// Compare draws o.Replicates updates and ranks the new models by Bayes@N. It returns a curve for
// each depth of the prior, which is the number of old trials per question that the prior counts.
// The last curve uses the models' own greedy runs as prior. A deeper prior contains the trials of
// a shallower one, and a larger N the trials of a smaller N. Compare fails if the update or the
// design is invalid, or if ctx ends.
//
// All models of a board have the same number of trials. So Bayes@N with two outcomes orders them
// by the weighted sum of their successes and prior successes, because its mean is linear in both
// (section 2.6 of "Don't Pass@k", for the uniform prior).
func (u Update) Compare(ctx context.Context, d Design, o montecarlo.Options) ([]Curve, error) {
	if err := u.check(); err != nil {
		return nil, err
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	total, err := montecarlo.Fold(ctx, o,
		func() *sums { return newSums(d) },
		func() montecarlo.Visit[*sums] { return u.visitor(d).visit })
	if err != nil {
		return nil, err
	}
	return total.curves(d), nil
}

// A visitor is one worker's state for simulating updates. In each update, it sorts the models by
// their new true means, smallest first. The true order is then always 0, 1, 2, …, so one comparer
// serves all updates.
type visitor struct {
	design   Design
	old      [][]float64
	drawer   *drawer
	stream   *rng.Stream
	words    []uint64 // scratch space, by question
	comparer *kendall.Comparer

	order  []int // by place: the model
	prior  [][]uint64
	fresh  [][]uint64
	keys   []uint64
	byRank func(i, j int) int
}

func (u Update) visitor(d Design) *visitor {
	models := len(u.Old.Models)
	v := &visitor{
		design: d, old: u.Old.P, drawer: u.drawer(truths), stream: rng.New(u.Seed, trials, 0),
		order: make([]int, models), keys: make([]uint64, models),
		prior: matrix(len(d.Depths)+1, models), // greedy last
		fresh: matrix(len(d.Trials), models),
	}
	v.byRank = func(i, j int) int { return cmp.Compare(v.drawer.means[i], v.drawer.means[j]) }
	for model := range v.order {
		v.order[model] = model
	}
	v.comparer = kendall.NewComparer(v.order)
	return v
}

func matrix(rows, columns int) [][]uint64 {
	m := make([][]uint64, rows)
	for i := range m {
		m[i] = make([]uint64, columns)
	}
	return m
}

func (v *visitor) visit(update int, into *sums, _ func() bool) {
	v.drawer.draw(update)
	v.stream.Seek(update)
	for place := range v.order {
		v.order[place] = place // so that the order does not depend on earlier updates
	}
	slices.SortStableFunc(v.order, v.byRank)
	for place, model := range v.order {
		v.toss(v.old[model], v.design.Depths, v.prior, place)
		v.toss(v.drawer.p[model], v.design.Trials, v.fresh, place)
		v.prior[len(v.design.Depths)][place] = countLikely(v.drawer.p[model])
	}
	into.Updates++
	share, whole := v.design.share()
	for n, fresh := range v.fresh {
		uniform := 0.0
		for p, prior := range v.prior {
			for place := range v.keys {
				v.keys[place] = whole*fresh[place] + share*prior[place]
			}
			cell := &into.Cells[p*len(v.fresh)+n]
			tau := cell.Tau.Add(v.comparer.TauB(v.keys))
			if p == 0 {
				uniform = tau
			}
			cell.Gain.Add(tau - uniform)
		}
	}
}

// toss simulates trials of questions with the success probabilities p. marks lists numbers of
// trials per question, in ascending order. For each number marks[i], toss stores the total number
// of successes in that many trials of every question in into[i][place].
func (v *visitor) toss(p []float64, marks []int, into [][]uint64, place int) {
	var successes uint64
	done := 0
	v.words = slices.Grow(v.words[:0], len(p))[:len(p)]
	for i, mark := range marks {
		for ; done < mark; done++ {
			v.stream.Fill(v.words)
			for q, word := range v.words {
				if rng.Float64(word) < p[q] {
					successes++
				}
			}
		}
		into[i][place] = successes
	}
}

// countLikely returns the number of questions at which a success is likelier than a failure.
func countLikely(p []float64) (successes uint64) {
	for _, chance := range p {
		if chance > 0.5 {
			successes++
		}
	}
	return successes
}

// A sums adds up the results of all updates, by prior and number of trials N.
type sums struct {
	Updates int
	Cells   []sumCell
}

type sumCell struct {
	Tau  montecarlo.Taus
	Gain exact.Moments
}

func newSums(d Design) *sums {
	return &sums{Cells: make([]sumCell, (len(d.Depths)+1)*len(d.Trials))}
}

func (s *sums) curves(d Design) []Curve {
	curves := make([]Curve, len(d.Depths)+1)
	for i := range curves {
		c := &curves[i]
		if c.Greedy = i == len(d.Depths); c.Greedy {
			c.Depth = 1
		} else {
			c.Depth = d.Depths[i]
		}
		for j, n := range d.Trials {
			cell := &s.Cells[i*len(d.Trials)+j]
			p := Point{N: n, Undefined: cell.Tau.Undefined}
			p.Tau, p.SE = cell.Tau.Mean(s.Updates)
			p.Gain, p.GainSE = cell.Gain.Mean(s.Updates)
			c.Points = append(c.Points, p)
		}
	}
	return curves
}
