// Package priors measures what results of older models are worth as a prior:
// how well Bayes@N orders updated models when its Dirichlet prior counts D
// trials of their predecessors.
//
// It believes that an update is a move on the logit scale: each model becomes
// better or worse as a whole, and on each question by as much again, so one
// number says how far the new models are from the old, and τ between their
// true rankings says what that number means. It judges a prior by the truth
// about the new models alone. It leaves the old models to package sim, and what
// is drawn and tabled to its callers.
package priors

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"settle/internal/rng"
	"settle/kendall"
	"settle/montecarlo"
	"settle/sim"
)

// MaxNoise is the largest noise of an update, in logits: the odds of a success
// move by a factor of some 300. Beyond it probabilities would round to 1, and
// new models tie that differ.
const MaxNoise = 4.0

// Update is a way of updating models. The probability that new model l answers
// question q correctly has the logit
//
//	logit P[l][q] + Noise·(g[l] + h[l][q]),
//
// where P are the old probabilities and all g and h independent standard
// normal numbers. What is certain, P of 0 or 1, stays certain.
type Update struct {
	Old   *sim.Coins // at least two models, no two of the same true mean
	Noise float64    // in logits, in [0, MaxNoise]
	Seed  uint64
}

// Coins returns the new models of one update.
func (u Update) Coins(index int) *sim.Coins {
	d := u.drawer(truths)
	d.draw(index)
	return &sim.Coins{Models: u.Old.Models, Questions: u.Old.Questions, P: d.p}
}

func (u Update) check() error {
	if len(u.Old.Models) < 2 {
		return fmt.Errorf("a ranking needs two old models or more, not %d", len(u.Old.Models))
	}
	if !(u.Noise >= 0 && u.Noise <= MaxNoise) {
		return fmt.Errorf("a noise of %v logits: it must be in [0, %v]", u.Noise, MaxNoise)
	}
	gold := u.Old.Gold()
	for i, level := range gold {
		if j := slices.Index(gold[:i], level); j >= 0 {
			return fmt.Errorf("the old models %q and %q have the same true mean: an update needs an old ranking without ties", u.Old.Models[j], u.Old.Models[i])
		}
	}
	return nil
}

// The purposes of the random numbers. The noise is fitted on updates of its
// own, so that those measured afterwards test the fit.
const (
	truths  = "updated coins"
	fitting = "updated coins to fit the noise to"
	trials  = "trials of old and updated coins"
)

// drawer draws updates, for one goroutine.
type drawer struct {
	noise  float64
	logits [][]float64 // of the old probabilities
	stream *rng.Stream
	normal *rand.Rand // on the stream

	p     [][]float64 // of the new models
	means []float64   // of p
}

func (u Update) drawer(purpose string) *drawer {
	stream := rng.New(u.Seed, purpose, 0)
	d := &drawer{noise: u.Noise, stream: stream, normal: rand.New(stream), means: make([]float64, len(u.Old.P))}
	for _, old := range u.Old.P {
		logits := make([]float64, len(old))
		for q, p := range old {
			logits[q] = math.Log(p / (1 - p))
		}
		d.logits = append(d.logits, logits)
		d.p = append(d.p, make([]float64, len(old)))
	}
	return d
}

// draw sets p and means to those of an update.
func (d *drawer) draw(index int) {
	d.stream.Seek(index)
	for model, logits := range d.logits {
		shift, total := d.noise*d.normal.NormFloat64(), 0.0
		for q, logit := range logits {
			p := 1 / (1 + math.Exp(-(logit + shift + d.noise*d.normal.NormFloat64())))
			d.p[model][q] = p
			total += p
		}
		d.means[model] = total / float64(len(logits))
	}
}

// Agreement is how the true rankings before and after updates agree.
type Agreement struct {
	Updates int

	// Tau is the mean of Kendall's τ, and SE its Monte-Carlo standard error,
	// NaN for a single update.
	Tau, SE float64

	// Discordant counts updates by the number of pairs of models that changed
	// sides, 0..L(L−1)/2. With d of n such pairs, τ is 1 − 2d/n.
	Discordant []int
}

// Agree compares old and new true rankings over o.Replicates updates. It fails
// if the update is not sound or ctx ends.
func (u Update) Agree(ctx context.Context, o montecarlo.Options) (Agreement, error) {
	if err := u.check(); err != nil {
		return Agreement{}, err
	}
	return u.agree(ctx, truths, o)
}

func (u Update) agree(ctx context.Context, purpose string, o montecarlo.Options) (Agreement, error) {
	models := len(u.Old.Models)
	pairs := models * (models - 1) / 2
	gold := kendall.NewComparer(u.Old.Gold())
	counts, err := montecarlo.Fold(ctx, o,
		func() *histogram { return &histogram{make([]int, pairs+1)} },
		func() montecarlo.Visit[*histogram] {
			d, comparer, keys := u.drawer(purpose), gold.Clone(), make([]uint64, models)
			return func(update int, into *histogram, _ func() bool) {
				d.draw(update)
				for model, mean := range d.means {
					keys[model] = math.Float64bits(mean) // keeps the order of numbers of at least 0
				}
				tau := comparer.TauB(keys)
				into.counts[int(math.Round((1-tau)/2*float64(pairs)))]++
			}
		})
	if err != nil {
		return Agreement{}, err
	}
	return counts.agreement(pairs), nil
}

// histogram counts updates by discordant pairs.
type histogram struct{ counts []int }

// Reset forgets everything.
func (h *histogram) Reset() { clear(h.counts) }

// Merge adds other updates.
func (h *histogram) Merge(from *histogram) {
	for d, count := range from.counts {
		h.counts[d] += count
	}
}

func (h *histogram) agreement(pairs int) Agreement {
	a := Agreement{Discordant: h.counts}
	var m montecarlo.Moments
	for d, count := range h.counts {
		tau := 1 - 2*float64(d)/float64(pairs)
		a.Updates += count
		m.Sum += float64(count) * tau
		m.Squares += float64(count) * tau * tau
	}
	a.Tau, a.SE = m.Mean(float64(a.Updates))
	return a
}

// The search for the noise.
const (
	fitTolerance = 0.0005 // of the mean τ
	fitSteps     = 30
)

// Fit returns the update of the old models whose noise makes the mean τ of old
// and new true rankings the target, in (0, 1), to within 0.0005 on o.Replicates
// updates drawn for the fit alone. Progress counts to FitReplicates at most. It
// fails if the old models will not do, if no noise up to MaxNoise reaches the
// target, or if ctx ends.
func Fit(ctx context.Context, old *sim.Coins, target float64, seed uint64, o montecarlo.Options) (Update, error) {
	u := Update{Old: old, Seed: seed}
	if err := u.check(); err != nil {
		return u, err
	}
	if !(target > 0 && target < 1) {
		return u, fmt.Errorf("a mean τ of %v cannot be fitted: it must be in (0, 1)", target)
	}
	progress, low, high := o.Progress, 0.0, MaxNoise
	for step := range fitSteps {
		if progress != nil {
			o.Progress = func(done int) { progress(step*o.Replicates + done) }
		}
		u.Noise = (low + high) / 2
		a, err := u.agree(ctx, fitting, o)
		switch {
		case err != nil:
			return u, err
		case math.Abs(a.Tau-target) <= fitTolerance:
			return u, nil
		case a.Tau > target:
			low = u.Noise
		default:
			high = u.Noise
		}
	}
	return u, fmt.Errorf("no noise up to %v logits makes the mean τ %v on %d updates; use more updates or another τ", MaxNoise, target, o.Replicates)
}

// FitReplicates is how many updates Fit draws at most if it is asked for the
// given number.
func FitReplicates(replicates int) int { return fitSteps * replicates }

// Design says which priors to compare, at which numbers of trials.
type Design struct {
	Depths []int // D: trials of the old model per question; 0 first, ascending
	Trials []int // N: trials of the new model per question; at least 1, ascending
}

func (d Design) check() error {
	if len(d.Depths) == 0 || d.Depths[0] != 0 || !ascending(d.Depths) {
		return fmt.Errorf("prior depths %v: they must begin with 0, the uniform prior, and ascend", d.Depths)
	}
	if len(d.Trials) == 0 || d.Trials[0] < 1 || !ascending(d.Trials) {
		return fmt.Errorf("numbers of trials %v: they must begin with at least 1 and ascend", d.Trials)
	}
	return nil
}

func ascending(x []int) bool {
	for i := 1; i < len(x); i++ {
		if x[i] <= x[i-1] {
			return false
		}
	}
	return true
}

// Curve is the mean agreement of Bayes@N under one prior with the true ranking
// of the new models.
type Curve struct {
	Depth  int  // trials of each question in the prior
	Greedy bool // the prior is the new model's greedy run: one trial, its likelier outcome
	Points []Point
}

// Point is what updates say at one N. Standard errors are Monte-Carlo ones, NaN
// for a single update.
type Point struct {
	N int

	// Tau is the mean of Kendall's τ_b, 0 where all models tie.
	Tau, SE float64

	// Gain is the mean of τ_b less that under the uniform prior, in the same
	// updates with the same trials.
	Gain, GainSE float64

	Undefined int // updates in which τ_b is undefined, since all models tie
}

// Compare ranks the new models of o.Replicates updates by Bayes@N under priors
// of every depth, and under their own greedy runs as a prior, which come last.
// A prior of D trials holds those of every shallower one, and N trials those of
// fewer. It fails if the update or the design is not sound or ctx ends.
//
// All models of a board have equally many trials, and so Bayes@N with two
// outcomes orders them by successes and prior successes together: its mean is
// linear in them (section 2.6 of the paper, where the prior is uniform).
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

// visitor is the scratch space of one worker. Models stand by the order of the
// new truth, the worst first, so that one comparer serves all updates.
type visitor struct {
	design   Design
	old      [][]float64
	drawer   *drawer
	stream   *rng.Stream
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
		v.order[place] = place // so that the order does not depend on updates before
	}
	slices.SortStableFunc(v.order, v.byRank)
	for place, model := range v.order {
		v.toss(v.old[model], v.design.Depths, v.prior, place)
		v.toss(v.drawer.p[model], v.design.Trials, v.fresh, place)
		v.prior[len(v.design.Depths)][place] = greedy(v.drawer.p[model])
	}
	into.updates++
	for n, fresh := range v.fresh {
		uniform := 0.0
		for p, prior := range v.prior {
			for place := range v.keys {
				v.keys[place] = fresh[place] + prior[place]
			}
			tau := v.comparer.TauB(v.keys)
			cell := &into.cells[p*len(v.fresh)+n]
			if math.IsNaN(tau) {
				cell.undefined++
				tau = 0
			}
			if p == 0 {
				uniform = tau
			}
			cell.tau.Add(tau)
			cell.gain.Add(tau - uniform)
		}
	}
}

// toss draws trials of all questions and notes, at each of the ascending
// marks, how many successes there were up to it.
func (v *visitor) toss(p []float64, marks []int, into [][]uint64, place int) {
	var successes uint64
	done := 0
	for i, mark := range marks {
		for ; done < mark; done++ {
			for _, chance := range p {
				if v.stream.Float64() < chance {
					successes++
				}
			}
		}
		into[i][place] = successes
	}
}

// greedy counts the questions whose likelier outcome is a success.
func greedy(p []float64) (successes uint64) {
	for _, chance := range p {
		if chance > 0.5 {
			successes++
		}
	}
	return successes
}

// sums are sums over updates, by prior and N.
type sums struct {
	updates int
	cells   []sumCell
}

type sumCell struct {
	tau, gain montecarlo.Moments
	undefined int
}

func newSums(d Design) *sums {
	return &sums{cells: make([]sumCell, (len(d.Depths)+1)*len(d.Trials))}
}

// Reset forgets everything.
func (s *sums) Reset() {
	s.updates = 0
	clear(s.cells)
}

// Merge adds other updates.
func (s *sums) Merge(from *sums) {
	s.updates += from.updates
	for i := range s.cells {
		cell, other := &s.cells[i], from.cells[i]
		cell.tau.Merge(other.tau)
		cell.gain.Merge(other.gain)
		cell.undefined += other.undefined
	}
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
			cell := s.cells[i*len(d.Trials)+j]
			p := Point{N: n, Undefined: cell.undefined}
			p.Tau, p.SE = cell.tau.Mean(float64(s.updates))
			p.Gain, p.GainSE = cell.gain.Mean(float64(s.updates))
			c.Points = append(c.Points, p)
		}
	}
	return curves
}
