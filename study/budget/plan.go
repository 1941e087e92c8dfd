package budget

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
)

// Plan is what it takes to tell pairs of models apart.
type Plan struct {
	Models   *Models
	Options  PlanOptions
	Quantile float64 // the z that tells a pair apart: Rule.Critical, or the normal quantile of the confidence
	Pairs    []Pair  // in the order given

	// Together is what the trials that the hardest pair within reach needs do at once for
	// all of those pairs that are not told apart yet; the zero value where there are none.
	// See Wanted.
	Together Together

	future *future
}

// PlanOptions say what is asked of a plan, and how it is found.
type PlanOptions struct {
	Confidence   float64 // one-sided, in [LeastConfidence, 1)
	Power        float64 // the chance with which the rule is to tell a pair apart, in (0, 1); 0 stands for DefaultPower
	CostPerTrial float64 // in money, at least 0; 0 if none is known

	// Rule tells pairs apart; nil stands for the rule of section 2.7.1 of the paper, z of
	// Bayes@N at the quantile of the confidence.
	Rule *Rule

	// At are the numbers of trials of each question, from 1 to MaxTrials, at
	// which to say how likely the right order is. Empty stands for as many as
	// the board has, and 2, 5 and 10 times as many.
	At []int

	// What the board leaves open is drawn so many times from the seed; 0 stands for as
	// many as take a second or so, from 200 to 2000.
	Draws int
	Seed  uint64

	Workers  int            // goroutines; 0 or less for one per processor
	Progress func(done int) // told how many pairs are done, by one goroutine at a time; may be nil
}

// Rule says when two models are told apart.
type Rule struct {
	Critical float64            // the |z| from which they are
	Now      []metrics.Estimate // by model

	// Separated reports whether the board tells two models apart already, the first better.
	Separated func(i, j int) bool

	// Fitted is set where z is by bayes:fitted: then a standard error is taken for that of a
	// mean of trials. Else it is that of Bayes@N, or what a simulation gives.
	Fitted bool
}

// Z returns the z of two models now.
func (r *Rule) Z(i, j int) float64 {
	a, b := r.Now[i], r.Now[j]
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma)
}

// DefaultPower is the chance with which a plan is to succeed if nothing else is said.
const DefaultPower = 0.8

// Pair is what one pair of models needs, and what some numbers of trials say of
// it.
type Pair struct {
	Need              // for even odds
	Power   Power     // for the wanted chance
	Points  []Point   // at the numbers of PlanOptions.At, ascending, each once
	Chances []float64 // at the same numbers: of the pair being told apart, in the right order
}

// Pairs are pairs of an order: each of its first models, the leaders, with as
// many below it as there are, up to reach. Every model with the next one is
// (L, 1) of L models, every two are (L, L), and the best three with all below
// them are (3, L). The better model of a pair comes first.
func (m *Models) Pairs(leaders, reach int) [][2]int {
	order := m.Order.Models
	var pairs [][2]int
	for place, above := range order[:min(leaders, len(order))] {
		for _, below := range order[place+1 : min(place+1+reach, len(order))] {
			pairs = append(pairs, [2]int{above, below})
		}
	}
	return pairs
}

// Plan finds what pairs of models need, the first of each at least as good as
// the second; see Pairs. The plan is the same for any number of workers. It
// fails if there are no pairs, if the options are out of range, or if ctx ends.
func (m *Models) Plan(ctx context.Context, pairs [][2]int, o PlanOptions) (*Plan, error) {
	p, err := m.newPlan(ctx, pairs, o)
	if err != nil {
		return nil, err
	}
	run := montecarlo.Options{Replicates: len(pairs), Workers: o.Workers, Progress: o.Progress}
	p.Pairs, err = montecarlo.List(ctx, run, func() func(int, func() bool) Pair {
		return func(i int, _ func() bool) Pair { return p.measure(ctx, pairs[i]) }
	})
	if err != nil {
		return nil, err
	}
	p.addTogether()
	return p, nil
}

// newPlan checks the options, completes them, and draws what the board leaves open.
func (m *Models) newPlan(ctx context.Context, pairs [][2]int, o PlanOptions) (*Plan, error) {
	quantile, err := Quantile(o.Confidence)
	if err != nil {
		return nil, err
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("a plan needs a pair of models")
	}
	if len(o.At) == 0 {
		o.At = []int{m.Trials, 2 * m.Trials, 5 * m.Trials, 10 * m.Trials}
	}
	o.At = slices.Compact(slices.Sorted(slices.Values(o.At)))
	if least, most := o.At[0], o.At[len(o.At)-1]; least < 1 || most > MaxTrials {
		return nil, fmt.Errorf("the numbers of trials to look at are from 1 to %d, and not %v", MaxTrials, o.At)
	}
	if !(o.CostPerTrial >= 0) || math.IsInf(o.CostPerTrial, 0) {
		return nil, fmt.Errorf("a trial costs %v: it must be a number that is not negative", o.CostPerTrial)
	}
	if o.Power == 0 {
		o.Power = DefaultPower
	}
	if !(o.Power > 0 && o.Power < 1) {
		return nil, fmt.Errorf("the power must be above 0 and below 1, but is %v", o.Power)
	}
	if o.Draws == 0 {
		o.Draws = min(max(drawnCells/(m.Questions*len(m.outcome)), leastDraws), mostDraws)
	}
	p := &Plan{Models: m, Options: o, Quantile: quantile}
	if o.Rule != nil {
		p.Quantile = o.Rule.Critical
	}
	p.future, err = m.drawn(ctx, o.Seed, o.Draws, o.Workers, p.fitted())
	return p, err
}

// fitted reports whether z is by bayes:fitted.
func (p *Plan) fitted() bool { return p.Options.Rule != nil && p.Options.Rule.Fitted }

// What the board leaves open is drawn so many times.
const (
	leastDraws = 200
	mostDraws  = 2000
	drawnCells = 4_000_000 // draws of a question's chance: about a second
)

// measure finds what a pair needs. It ends early, with something else, where
// ctx does.
func (p *Plan) measure(ctx context.Context, pair [2]int) (q Pair) {
	m, above, below := p.Models, pair[0], pair[1]
	var err error
	if q.Need, err = p.need(ctx, above, below); err != nil {
		return q
	}
	switch {
	case q.Equal:
	case m.Known && !p.fitted():
		q.Power = m.knownPower(ctx, above, below, p.Quantile, p.Options.Power)
	case m.Known:
		q.Power = p.future.knownPower(ctx, above, below, p.Quantile, p.Options.Power)
	default:
		q.Power = p.future.power(ctx, above, below, p.apart(above, below), p.Quantile, p.Options.Power)
	}
	for _, n := range p.Options.At {
		if ctx.Err() != nil {
			return q
		}
		q.Points = append(q.Points, m.At(above, below, n))
		q.Chances = append(q.Chances, p.chance(q, n))
	}
	return q
}

// need finds what even odds take, as in the paper: z of Bayes@N at the quantile of the
// confidence. The gap and z of now are those of the rule, which may order the models otherwise;
// then there is nothing else to find.
func (p *Plan) need(ctx context.Context, above, below int) (need Need, err error) {
	m, rule := p.Models, p.Options.Rule
	if rule == nil || m.levels[above] >= m.levels[below] {
		quantile, _ := Quantile(p.Options.Confidence) // was checked
		if need, err = m.Need(ctx, above, below, quantile); err != nil {
			return need, err
		}
	} else {
		need = Need{Above: above, Below: below, More: unknownQuestions(math.NaN())}
	}
	if rule != nil {
		need.Now = rule.Z(above, below)
	}
	if rule != nil && !m.Known {
		need.Gap = rule.Now[above].Mu - rule.Now[below].Mu
		need.Equal = need.Gap == 0
	}
	return need, nil
}

// apart reports whether the board tells a pair apart already, the first model ahead.
func (p *Plan) apart(above, below int) bool {
	if rule := p.Options.Rule; rule != nil {
		return rule.Separated(above, below)
	}
	a, b := p.Models.now[above], p.Models.now[below]
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= p.Quantile
}

// chance is the probability that n trials of each question tell a pair apart, in the
// right order.
func (p *Plan) chance(q Pair, n int) float64 {
	switch {
	case q.Equal:
		return 0
	case p.Models.Known && !p.fitted():
		return p.Models.fires(q.Above, q.Below, n, p.Quantile)
	}
	return p.future.chance(q.Above, q.Below, n, p.Quantile)
}

// open are the pairs within reach that are still to be told apart, how many models they
// have, and how many trials the hardest needs.
func (p *Plan) open() (pairs [][2]int, models []int, n int) {
	within, _, _ := p.Wanted()
	for _, q := range within {
		if !q.Power.Apart {
			pairs = append(pairs, [2]int{q.Above, q.Below})
			models = append(models, q.Above, q.Below)
			n = max(n, q.Power.Trials)
		}
	}
	slices.Sort(models)
	return pairs, slices.Compact(models), n
}

// addTogether adds what is said of the open pairs at once.
func (p *Plan) addTogether() {
	pairs, models, n := p.open()
	if len(pairs) == 0 {
		return
	}
	p.Together = p.future.together(pairs, n, p.Quantile, p.Options.Seed)
	p.Together.ToRun = int64(len(models)) * p.PerModel(n)
	if !p.Models.Known {
		p.Together.ToRun -= p.Models.Made(models, n)
	}
}

// Wanted splits the pairs by what tells them apart with the wanted chance: at most
// Reasonable times the board's trials, more than that, or no number up to MaxTrials; of
// the first two the hardest first.
func (p *Plan) Wanted() (within, beyond, never []Pair) {
	for _, q := range p.Pairs {
		switch n := q.Power.Trials; {
		case n == 0:
			never = append(never, q)
		case n <= Reasonable*p.Models.Trials:
			within = append(within, q)
		default:
			beyond = append(beyond, q)
		}
	}
	harder := func(a, b Pair) int { return b.Power.Trials - a.Power.Trials }
	slices.SortStableFunc(within, harder)
	slices.SortStableFunc(beyond, harder)
	return within, beyond, never
}

// Hardest are the pairs that some number of trials tells apart, the one that
// needs most first.
func (p *Plan) Hardest() []Pair {
	able := slices.DeleteFunc(slices.Clone(p.Pairs), func(q Pair) bool { return q.Trials == 0 })
	slices.SortStableFunc(able, func(a, b Pair) int { return b.Trials - a.Trials })
	return able
}

// Reasonable is how many times the board's own trials a plan may ask for before
// it counts a pair as beyond reach.
const Reasonable = 10

// Reach splits Hardest into the pairs that are told apart by at most Reasonable
// times the board's trials, and those that need more; the hardest of each first.
func (p *Plan) Reach() (near, far []Pair) {
	hardest := p.Hardest()
	at := slices.IndexFunc(hardest, func(q Pair) bool { return q.Trials <= Reasonable*p.Models.Trials })
	if at < 0 {
		at = len(hardest)
	}
	return hardest[at:], hardest[:at]
}

// Hopeless tells whether no number of trials up to MaxTrials tells the pair
// apart.
func (p Pair) Hopeless() bool { return p.Trials == 0 }

// Doubtful are the pairs that the board tells apart by its own z, although it
// takes more trials than it has until that is to be expected: posterior means
// stand for the truth, and those of a board drawn from them are drawn towards
// the prior once more. There are none where the truth is known.
func (p *Plan) Doubtful() []Pair {
	if p.Models.Known || p.Options.Rule != nil {
		return nil
	}
	var doubtful []Pair
	for _, q := range p.Pairs {
		if q.Now >= p.Quantile && (q.Hopeless() || q.Trials > p.Models.Trials) {
			doubtful = append(doubtful, q)
		}
	}
	return doubtful
}

// Step is how many pairs so many trials of each question tell apart with even odds.
type Step struct{ N, Apart int }

// Expected is how many of the pairs are told apart by n trials of each question, on
// average, in the right order.
func (p *Plan) Expected(n int) (pairs float64) {
	for _, q := range p.Pairs {
		pairs += p.chance(q, n)
	}
	return pairs
}

// Steps are the board's own number of trials, twice as many, four times and so
// on, until no pair within reach is left.
func (p *Plan) Steps() []Step {
	var steps []Step
	near, _ := p.Reach()
	for n := p.Models.Trials; ; n *= 2 {
		step := Step{N: n}
		for _, q := range p.Pairs {
			if 0 < q.Trials && q.Trials <= n {
				step.Apart++
			}
		}
		if steps = append(steps, step); step.Apart >= len(near) {
			return steps
		}
	}
}

// Compared is how many different models the pairs have.
func (p *Plan) Compared() int {
	seen := map[int]bool{}
	for _, q := range p.Pairs {
		seen[q.Above], seen[q.Below] = true, true
	}
	return len(seen)
}

// PerModel is how many trials n of each question add up to for a model.
func (p *Plan) PerModel(n int) int64 { return int64(p.Models.Questions) * int64(n) }

// InAll is how many trials n of each question add up to for all models that the
// pairs have.
func (p *Plan) InAll(n int) int64 { return p.PerModel(n) * int64(p.Compared()) }

// OfPair is how many trials a pair needs in all, on all questions of both of its
// models; 0 where no number of trials is enough.
func (p *Plan) OfPair(q Pair) int64 { return 2 * p.PerModel(q.Trials) }

// Cost is what so many trials cost, in money.
func (p *Plan) Cost(trials int64) float64 { return float64(trials) * p.Options.CostPerTrial }

// OtherQuestions is what more questions like these do for a pair: its More,
// without numbers (NaN, or 0 questions) where the means are equal.
func (p Pair) OtherQuestions() Questions {
	if !p.Equal {
		return p.More
	}
	return unknownQuestions(math.NaN())
}

// Tightest is the pair of several that is the hardest to tell apart: one of
// equal means if there is one, then one that no number of trials tells apart,
// then the one that needs most; of several alike, the first.
func Tightest(pairs []Pair) Pair {
	return slices.MaxFunc(pairs, func(p, q Pair) int { return cmp.Compare(p.tightness(), q.tightness()) })
}

// tightness is how many trials a pair needs: above all numbers where none is
// enough, and more so where the means are equal.
func (p Pair) tightness() int {
	switch {
	case p.Equal:
		return MaxTrials + 2
	case p.Hopeless():
		return MaxTrials + 1
	}
	return p.Trials
}
