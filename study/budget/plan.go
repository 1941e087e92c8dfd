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

// A Plan holds the numbers of trials that are needed to separate pairs of models.
type Plan struct {
	Models   *Models
	Options  PlanOptions
	Quantile float64 // the z that separates a pair: Rule.Critical, or the normal quantile of the confidence
	Pairs    []Pair  // in the order given

	// Together holds the expected result for all pairs that are within reach (see Wanted)
	// and not separated yet, if each model has as many trials as the hardest of these pairs
	// needs. It is the zero value if there are no such pairs.
	Together Together

	future *future
}

// PlanOptions holds the options of a plan.
type PlanOptions struct {
	Confidence   float64 // one-sided, for one pair alone, in [LeastConfidence, 1)
	Power        float64 // probability of separating a pair, in (0, 1); 0 stands for DefaultPower
	CostPerTrial float64 // cost of one trial in money, at least 0; 0 if unknown

	// Rule decides which pairs are separated. If it is nil, the rule of section 2.7.1 of
	// "Don't Pass@k" decides: z of Bayes@N must reach the quantile of the confidence.
	Rule *Rule

	// At lists the numbers of trials per question, from 1 to MaxTrials, at which the
	// probability of the right order is computed. If At is empty, they are the board's
	// number and 2, 5 and 10 times that number.
	At []int

	// Draws is the number of posterior draws, which are made from Seed. 0 stands for a
	// number from 200 to 2000 that takes about a second.
	Draws int
	Seed  uint64

	Workers  int            // goroutines; 0 or less for one per processor
	Progress func(done int) // called with the number of finished pairs, by one goroutine at a time; can be nil
}

// A Rule decides when two models are separated, in place of the rule of "Don't Pass@k".
type Rule struct {
	Critical float64            // the smallest |z| that separates two models
	Now      []metrics.Estimate // current estimates, by model

	// Separated reports whether the board already separates models i and j, with i better.
	Separated func(i, j int) bool

	// Fitted is true if z is computed by bayes:fitted; σ is then the standard error of a mean
	// of trials. Otherwise z is computed by Bayes@N, or comes from a simulation.
	Fitted bool
}

// Z returns the z statistic for the difference of models i and j, computed from the current
// estimates.
func (r *Rule) Z(i, j int) float64 {
	a, b := r.Now[i], r.Now[j]
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma)
}

// DefaultPower is the probability with which a pair must be separated if PlanOptions.Power is 0.
const DefaultPower = 0.8

// A Pair holds the number of trials that are needed to separate one pair of models, and the
// expected results at several numbers of trials.
type Pair struct {
	Need              // trials to be separated about half of the time
	Power   Power     // trials to be separated with the wanted power
	Points  []Point   // results at the numbers of PlanOptions.At, ascending, without duplicates
	Chances []float64 // probability that the pair is separated in the right order, at the same numbers
}

// Pairs returns pairs of models in ranking order, the better model first. It takes the given number
// of leaders, which are the first models of the ranking. It pairs each leader with the models
// directly below it; the reach is the maximum number of these. With L models, (L, 1) pairs every
// model with the next, (L, L) gives all pairs, and (3, L) pairs each of the best three with all
// models below it.
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

// Plan finds how many trials the given pairs of models need. The first model of each pair must
// be at least as good as the second; see Pairs. The result does not depend on the number of
// workers. It fails if there are no pairs, if the options are out of range, or if ctx ends.
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

// newPlan checks the options and sets their defaults. It returns a plan without results, which
// holds draws from the posterior given the board.
func (m *Models) newPlan(ctx context.Context, pairs [][2]int, o PlanOptions) (*Plan, error) {
	quantile, err := Quantile(o.Confidence)
	if err != nil {
		return nil, err
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("cannot plan: there is no pair of models")
	}
	if len(o.At) == 0 {
		o.At = []int{m.Trials, 2 * m.Trials, 5 * m.Trials, 10 * m.Trials}
	}
	o.At = slices.Compact(slices.Sorted(slices.Values(o.At)))
	if least, most := o.At[0], o.At[len(o.At)-1]; least < 1 || most > MaxTrials {
		return nil, fmt.Errorf("the numbers of trials to evaluate must be 1 to %d, not %v", MaxTrials, o.At)
	}
	if !(o.CostPerTrial >= 0) || math.IsInf(o.CostPerTrial, 0) {
		return nil, fmt.Errorf("the cost per trial must be a finite number, at least 0, not %v", o.CostPerTrial)
	}
	if o.Power == 0 {
		o.Power = DefaultPower
	}
	if !(o.Power > 0 && o.Power < 1) {
		return nil, fmt.Errorf("the power must be above 0 and below 1, not %v", o.Power)
	}
	if o.Draws == 0 {
		o.Draws = min(max(drawnCells/(m.Questions*len(m.outcome)), leastDraws), mostDraws)
	}
	p := &Plan{Models: m, Options: o, Quantile: quantile}
	if o.Rule != nil {
		p.Quantile = o.Rule.Critical
	}
	p.future, err = m.drawnFuture(ctx, o.Seed, o.Draws, o.Workers, p.usesFitted())
	return p, err
}

// usesFitted reports whether the metric bayes:fitted computes the plan's z.
func (p *Plan) usesFitted() bool { return p.Options.Rule != nil && p.Options.Rule.Fitted }

// These constants limit the number of posterior draws in a plan.
const (
	leastDraws = 200
	mostDraws  = 2000
	drawnCells = 4_000_000 // largest number of draws of success probabilities at questions; they take about a second
)

// measure computes the results for one pair of models. If ctx ends, it returns early, and the
// result is undefined.
func (p *Plan) measure(ctx context.Context, pair [2]int) (q Pair) {
	m, above, below := p.Models, pair[0], pair[1]
	var err error
	if q.Need, err = p.need(ctx, above, below); err != nil {
		return q
	}
	switch {
	case q.Equal:
	case m.Known && !p.usesFitted():
		q.Power = m.knownPower(ctx, above, below, p.Quantile, p.Options.Power)
	case m.Known:
		q.Power = p.future.knownPower(ctx, above, below, p.Quantile, p.Options.Power)
	default:
		q.Power = p.future.power(ctx, above, below, p.isSeparated(above, below), p.Quantile, p.Options.Power)
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

// need finds the number of trials from which the expected |z| of two models, by Bayes@N, is at
// least the quantile of the confidence. If the plan has a Rule, need.Now comes from the Rule's
// estimates. need.Gap does too, unless the truth is known. If the Rule's order of the two models
// differs from the order by Bayes@N, need gives no number of trials.
func (p *Plan) need(ctx context.Context, above, below int) (need Need, err error) {
	m, rule := p.Models, p.Options.Rule
	if rule == nil || m.levels[above] >= m.levels[below] {
		quantile, _ := Quantile(p.Options.Confidence) // already checked
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

// isSeparated reports whether the board already separates two models and finds that the first is
// better than the second.
func (p *Plan) isSeparated(above, below int) bool {
	if rule := p.Options.Rule; rule != nil {
		return rule.Separated(above, below)
	}
	a, b := p.Models.now[above], p.Models.now[below]
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= p.Quantile
}

// chance returns the probability that n trials per question separate a pair in the right order.
func (p *Plan) chance(q Pair, n int) float64 {
	switch {
	case q.Equal:
		return 0
	case p.Models.Known && !p.usesFitted():
		return p.Models.fires(q.Above, q.Below, n, p.Quantile)
	}
	return p.future.chance(q.Above, q.Below, n, p.Quantile)
}

// openPairs returns the pairs that are within reach (see Wanted) and not yet separated, and all
// models in these pairs. n is the number of trials per question that the hardest of the pairs
// needs.
func (p *Plan) openPairs() (pairs [][2]int, models []int, n int) {
	within, _, _ := p.Wanted()
	for _, q := range within {
		if !q.Power.Separated {
			pairs = append(pairs, [2]int{q.Above, q.Below})
			models = append(models, q.Above, q.Below)
			n = max(n, q.Power.Trials)
		}
	}
	slices.Sort(models)
	return pairs, slices.Compact(models), n
}

// addTogether computes p.Together for the pairs that are within reach (see Wanted) and not yet
// separated.
func (p *Plan) addTogether() {
	pairs, models, n := p.openPairs()
	if len(pairs) == 0 {
		return
	}
	p.Together = p.future.countTogether(pairs, n, p.Quantile, p.Options.Seed)
	p.Together.ToRun = int64(len(models)) * p.PerModel(n)
	if !p.Models.Known {
		p.Together.ToRun -= p.Models.Made(models, n)
	}
}

// Wanted divides the pairs by the number of trials per question that separates a pair with the
// wanted power (Power.Trials). Pairs in the first list need at most Reasonable times the board's
// trials, and pairs in the second list need more. For pairs in the third list, no number up to
// MaxTrials is enough. The first two lists are sorted hardest first.
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

// Hardest returns the pairs whose expected |z| reaches the plan's critical value with at most
// MaxTrials trials per question. Pairs that need the most trials come first.
func (p *Plan) Hardest() []Pair {
	able := slices.DeleteFunc(slices.Clone(p.Pairs), func(q Pair) bool { return q.Trials == 0 })
	slices.SortStableFunc(able, func(a, b Pair) int { return b.Trials - a.Trials })
	return able
}

// Reasonable limits the number of trials that a plan can ask for, as a multiple of the board's
// trials. Pairs that need more trials are beyond reach.
const Reasonable = 10

// Reach divides the pairs that Hardest returns. Pairs in the first list need at most Reasonable
// times the board's trials, and pairs in the second list need more. Both lists are sorted hardest
// first.
func (p *Plan) Reach() (near, far []Pair) {
	hardest := p.Hardest()
	at := slices.IndexFunc(hardest, func(q Pair) bool { return q.Trials <= Reasonable*p.Models.Trials })
	if at < 0 {
		at = len(hardest)
	}
	return hardest[at:], hardest[:at]
}

// Hopeless reports whether the pair's expected |z| stays below the quantile for all numbers of
// trials up to MaxTrials.
func (p Pair) Hopeless() bool { return p.Trials == 0 }

// Doubtful returns the pairs that the z on the board already separates, although the plan expects
// that they need more trials. The cause is double shrinkage. The plan takes the posterior means,
// which are shrunk towards the prior, as the truth. It then predicts scores from new trials,
// which are shrunk again. Doubtful returns nil if the truth is known or if there is a Rule.
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

// A Step holds the number of pairs (Separated) that are separated about half of the time, or more
// often, with N trials per question.
type Step struct{ N, Separated int }

// Expected returns the expected number of pairs that are separated in the right order with n
// trials per question.
func (p *Plan) Expected(n int) (pairs float64) {
	for _, q := range p.Pairs {
		pairs += p.chance(q, n)
	}
	return pairs
}

// Steps returns the numbers of pairs that are separated with 1, 2, 4, … times the board's trials
// per question. It ends when all pairs within reach are separated (see Reach).
func (p *Plan) Steps() []Step {
	var steps []Step
	near, _ := p.Reach()
	for n := p.Models.Trials; ; n *= 2 {
		step := Step{N: n}
		for _, q := range p.Pairs {
			if 0 < q.Trials && q.Trials <= n {
				step.Separated++
			}
		}
		if steps = append(steps, step); step.Separated >= len(near) {
			return steps
		}
	}
}

// Compared returns the number of different models in the plan's pairs.
func (p *Plan) Compared() int {
	seen := map[int]bool{}
	for _, q := range p.Pairs {
		seen[q.Above], seen[q.Below] = true, true
	}
	return len(seen)
}

// PerModel returns the total number of trials of one model, over all questions, with n trials per
// question.
func (p *Plan) PerModel(n int) int64 { return int64(p.Models.Questions) * int64(n) }

// InAll returns the total number of trials of all models in the plan's pairs, over all questions,
// with n trials per question.
func (p *Plan) InAll(n int) int64 { return p.PerModel(n) * int64(p.Compared()) }

// OfPair returns the total number of trials, over all questions and both models, with which the
// pair q is separated about half of the time. It returns 0 if no number of trials is enough.
func (p *Plan) OfPair(q Pair) int64 { return 2 * p.PerModel(q.Trials) }

// Cost returns the cost of the given number of trials, in money.
func (p *Plan) Cost(trials int64) float64 { return float64(trials) * p.Options.CostPerTrial }

// OtherQuestions describes how well the pair is separated with more questions from the same
// population; it returns the field More. If the means are equal, all numbers in the result are
// NaN or 0.
func (p Pair) OtherQuestions() Questions {
	if !p.Equal {
		return p.More
	}
	return unknownQuestions(math.NaN())
}

// Tightest returns the pair that is hardest to separate. Pairs with equal means are the hardest.
// Next are pairs that no number of trials separates, and then pairs that need the most trials.
// Among equally hard pairs, Tightest returns the first.
func Tightest(pairs []Pair) Pair {
	return slices.MaxFunc(pairs, func(p, q Pair) int { return cmp.Compare(p.tightness(), q.tightness()) })
}

// tightness returns a measure of how hard it is to separate a pair: the number of trials that it
// needs. The result is larger than MaxTrials if no number is enough, and larger still if the
// means are equal.
func (p Pair) tightness() int {
	switch {
	case p.Equal:
		return MaxTrials + 2
	case p.Hopeless():
		return MaxTrials + 1
	}
	return p.Trials
}
