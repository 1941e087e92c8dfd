package budget

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/montecarlo"
	"settle/study/posterior"
)

// A future predicts the scores of models after more trials. It holds posterior draws of the
// success probabilities at the questions of a board (see posterior.Chances). Given a draw, scores
// are treated as normal, and σ² is replaced by its mean. If the truth is known, it is the only
// draw, and the board's trials do not count.
type future struct {
	*Models
	fitted bool        // z is computed by bayes:fitted; see Rule
	groups [][]group   // by model
	sums   [][]float64 // by model and question: the current Σ ν_j w_j of Bayes@N
	draws  [][][]gains // by draw, model and group

	seed    uint64
	chances *posterior.Chances // the source of the draws; nil if the truth is known
	picks   [][]int            // by draw and model: index of the draw that the model uses, among its separate draws
}

// A group holds sums over those questions for which a model has the same number of trials and the
// same number of prior trials.
type group struct {
	made                  int     // trials of each question on the board
	mass                  float64 // C + 1 + D + made, the sum of the Dirichlet counts of each question
	sum, second, squareds float64 // of a = Σ ν_j w_j, of Σ ν_j w_j², and of a²
	questions             []int
}

// A gains describes one more trial of each question of a group, in one draw of the success
// probabilities. Each field is a sum over these questions.
type gains struct {
	mean     float64 // of the trial's mean μ
	variance float64 // of the trial's variance
	second   float64 // of the mean of the trial's square
	cross    float64 // of a·μ, where a is the current Σ ν_j w_j
	squareds float64 // of μ²
}

func (g *gains) add(mean, second, begun float64) {
	g.mean += mean
	g.second += second
	g.variance += second - float64(mean*mean)
	g.cross += float64(begun * mean)
	g.squareds += float64(mean * mean)
}

// groupedFuture returns a future that has no posterior draws yet. It groups the questions of each
// model (see group). Trials on the board count as already made, unless the truth is known. fitted
// is true if z is computed by bayes:fitted.
func (m *Models) groupedFuture(fitted bool) *future {
	f := &future{Models: m, fitted: fitted, groups: make([][]group, len(m.outcome))}
	for model := range m.outcome {
		type key struct {
			made int
			mass float64
		}
		at, sums := map[key]int{}, make([]float64, m.Questions)
		for q := range m.Questions {
			k := key{mass: float64(m.mass)}
			if m.uneven {
				k.mass = m.massAt(model, q, 0)
			}
			begun := m.begunSums(model, q)
			if fitted { // without prior counts
				k.mass = 0
				begun.sum -= m.start[model][q].sum
				begun.squares -= m.start[model][q].squares
			}
			sums[q] = begun.sum
			if !m.Known {
				k.made = m.made.TrialsOf(model, q)
				k.mass += float64(k.made)
			}
			i, ok := at[k]
			if !ok {
				i, at[k] = len(f.groups[model]), len(f.groups[model])
				f.groups[model] = append(f.groups[model], group{made: k.made, mass: k.mass})
			}
			g := &f.groups[model][i]
			g.sum += begun.sum
			g.second += begun.squares
			g.squareds += float64(begun.sum * begun.sum)
			g.questions = append(g.questions, q)
		}
		f.sums = append(f.sums, sums)
	}
	return f
}

// begunSums returns what Bayes@N counts for a question so far, from the prior counts and the
// trials on the board: the sums of weights and of squared weights. If the truth is known, the
// board's trials do not count.
func (m *Models) begunSums(model, question int) start {
	s := m.start[model][question]
	if m.Known {
		return s
	}
	counts := make([]float64, len(m.values))
	add(counts, m.made, model, question)
	for j, count := range counts {
		s.sum += float64(count * m.values[j])
		s.squares += float64(count * float64(m.values[j]*m.values[j]))
	}
	return s
}

// drawnFuture returns a future with the given number of posterior draws of the success
// probabilities. If the truth is known, the truth is the only draw. fitted is true if z is
// computed by bayes:fitted.
func (m *Models) drawnFuture(ctx context.Context, seed uint64, draws, workers int, fitted bool) (*future, error) {
	f := m.groupedFuture(fitted)
	f.seed = seed
	if m.Known {
		one := make([][]gains, len(m.outcome))
		for model, outcomes := range m.outcome {
			one[model] = make([]gains, len(f.groups[model]))
			for i, g := range f.groups[model] {
				for _, q := range g.questions {
					o := outcomes[q]
					one[model][i].add(o.mean, o.variance+float64(o.mean*o.mean), f.sums[model][q])
				}
			}
		}
		f.draws = [][][]gains{one}
		return f, nil
	}
	f.chances = posterior.NewChances(m.values, m.made, m.prior)
	run := montecarlo.Options{Replicates: draws, Workers: workers}
	var err error
	f.draws, err = montecarlo.List(ctx, run, func() func(int, func() bool) [][]gains {
		s := f.sampler()
		return func(draw int, _ func() bool) [][]gains { return s.draw(draw) }
	})
	if err != nil {
		return nil, err
	}
	f.pool(rand.New(rng.New(seed, "assurance, means of models", 0)))
	return f, nil
}

// A sampler draws outcome probabilities from their posterior given a board. It must not be shared
// between goroutines.
type sampler struct {
	*future
	from   *posterior.ChanceDrawer
	stream *rng.Stream
	random *rand.Rand
	one    []float64 // probabilities of the categories of a question
}

func (f *future) sampler() *sampler {
	stream := rng.New(f.seed, "assurance", 0)
	return &sampler{f, f.chances.Drawer(), stream, rand.New(stream), make([]float64, len(f.values))}
}

// begin starts the draw with the given index for one model. The draw is reproducible if its
// questions are requested in the order of the groups.
func (s *sampler) begin(draw, model int) {
	s.stream.Seek(draw*len(s.groups) + model)
	s.from.Begin(model, s.random.Float64(), s.stream)
}

// question draws the outcome probabilities at a question, by category. The result is valid until
// the next call.
func (s *sampler) question(question int) []float64 {
	s.from.Question(question, s.one)
	return s.one
}

// draw makes the posterior draw with the given index. It returns the gains (the expected effects
// of one more trial) by model, then by group of questions.
func (s *sampler) draw(draw int) [][]gains {
	all := make([][]gains, len(s.groups))
	for model, groups := range s.groups {
		all[model] = make([]gains, len(groups))
		s.begin(draw, model)
		for i, g := range groups {
			for _, q := range g.questions {
				var mean, second float64
				for j, p := range s.question(q) {
					mean += float64(p * s.values[j])
					second += float64(p * float64(s.values[j]*s.values[j]))
				}
				all[model][i].add(mean, second, s.sums[model][q])
			}
		}
	}
	return all
}

// A state describes a model's score after some number of trials, in one posterior draw.
type state struct {
	mean, variance float64 // of the score, over the random outcomes of the trials still to run
	rule           float64 // mean of the σ² from which the z of the decision rule is computed
}

// stateAt returns the state of a model, in the given draw, when each question has n trials in
// total. A question that already has more trials keeps them.
func (f *future) stateAt(draw, model, n int) (s state) {
	for i, g := range f.groups[model] {
		d := f.draws[draw][model][i]
		more := float64(max(n-g.made, 0))
		mass := g.mass + more
		sum := g.sum + float64(more*d.mean)
		spread := float64(more * d.variance)
		squareds := g.squareds + float64(2*more*d.cross) + float64(more*more*d.squareds) + spread
		s.mean += sum / mass
		s.variance += spread / (mass * mass)
		if f.fitted {
			s.rule += d.variance / mass
			continue
		}
		s.rule += ((g.second+float64(more*d.second))/mass - squareds/(mass*mass)) / (mass + 1)
	}
	questions := float64(f.Questions)
	return state{s.mean / questions, s.variance / (questions * questions), s.rule / (questions * questions)}
}

// gap returns the expected lead of one model over another from one trial of each question, in one
// posterior draw. variance is the variance of that lead.
func (f *future) gap(draw, above, below int) (gap, variance float64) {
	for _, d := range f.draws[draw][above] {
		gap, variance = gap+d.mean, variance+d.variance
	}
	for _, d := range f.draws[draw][below] {
		gap, variance = gap-d.mean, variance+d.variance
	}
	return gap, variance
}

// chance returns the probability of a right separation: n trials per question separate two models
// in the given order, and this order is true. The probability is averaged over the posterior
// draws.
func (f *future) chance(above, below, n int, quantile float64) float64 {
	var sum float64
	for draw := range f.draws {
		if gap, _ := f.gap(draw, above, below); gap > 0 {
			a, b := f.stateAt(draw, above, n), f.stateAt(draw, below, n)
			margin := a.mean - b.mean - float64(quantile*math.Sqrt(a.rule+b.rule))
			sum += normalBelow(margin, math.Sqrt(a.variance+b.variance))
		}
	}
	return sum / float64(len(f.draws))
}

// limit returns the posterior probability that the first of two models is truly better than the
// second.
func (f *future) limit(above, below int) float64 {
	var right float64
	for draw := range f.draws {
		if gap, _ := f.gap(draw, above, below); gap > 0 {
			right++
		}
	}
	return right / float64(len(f.draws))
}

// knownPower returns the Power of a pair of models whose truth is known. It is used if z is
// computed by bayes:fitted. wanted is the probability with which the pair must be separated.
func (f *future) knownPower(ctx context.Context, above, below int, quantile, wanted float64) Power {
	p := Power{Limit: 1}
	enough := func(n int) bool { return ctx.Err() != nil || f.chance(above, below, n, quantile) >= wanted }
	if p.Trials = firstAbove(0, enough); p.Trials > 0 {
		p.Chance, p.ToRun = f.chance(above, below, p.Trials, quantile), 2*int64(f.Questions)*int64(p.Trials)
	}
	return p
}

// power returns the Power of a pair of models whose truth is unknown. separated is true if the
// board already separates the pair. wanted is the probability with which the pair must be
// separated.
func (f *future) power(ctx context.Context, above, below int, separated bool, quantile, wanted float64) Power {
	p := Power{Limit: f.limit(above, below)}
	p.Low, p.High = f.freshRange(above, below, quantile, wanted)
	if separated {
		p.Trials, p.Separated, p.Chance = f.Fewest, true, p.Limit
		return p
	}
	if p.Limit < f.reachableLimit(wanted) {
		return p
	}
	enough := func(n int) bool { return ctx.Err() != nil || f.chance(above, below, n, quantile) >= wanted }
	if p.Trials = firstAbove(f.Fewest, enough); p.Trials > 0 {
		p.Trials = min(roundTrials(p.Trials), MaxTrials)
		p.Chance = f.chance(above, below, p.Trials, quantile)
		p.ToRun = 2*int64(f.Questions)*int64(p.Trials) - f.Made([]int{above, below}, p.Trials)
	}
	return p
}

// reachableLimit returns the Power.Limit that a pair needs to count as able to reach the wanted
// power. It is the wanted power plus two standard errors, because the limit is estimated from
// draws.
func (f *future) reachableLimit(wanted float64) float64 {
	return wanted + float64(2*math.Sqrt(wanted*(1-wanted)/float64(len(f.draws))))
}

// roundTrials rounds a number of trials up to two significant digits, because the draws are not
// more precise.
func roundTrials(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit - 1) / unit * unit
}

// firstAbove returns the smallest n above low for which ok returns true, or 0 if there is none
// up to MaxTrials. It can miss the smallest n if ok turns false again within the next eighth of
// n − low.
func firstAbove(low int, ok func(n int) bool) int {
	from, n := low, low+1
	for !ok(n) {
		if n == MaxTrials {
			return 0
		}
		low, n = n, min(n+1+(n-from)/8, MaxTrials)
	}
	for n-low > 1 {
		if middle := low + (n-low)/2; ok(middle) {
			n = middle
		} else {
			low = middle
		}
	}
	return n
}

// freshRange returns the values of Power.Low and Power.High, the limits for the number of trials
// per question that a new evaluation needs. In each draw, this number is approximately ((z* +
// z)·s/gap)². Here s is the standard deviation of the gap from one trial per question, z* is the
// quantile of the confidence, and z is the quantile of the power.
func (f *future) freshRange(above, below int, quantile, wanted float64) (low, high int) {
	reach := max(quantile+distuv.UnitNormal.Quantile(wanted), 0)
	needs := make([]float64, len(f.draws))
	for draw := range needs {
		needs[draw] = math.Inf(1)
		if gap, variance := f.gap(draw, above, below); gap != 0 {
			needs[draw] = max(math.Ceil(reach*reach*variance/(gap*gap)), 1)
		}
	}
	slices.Sort(needs)
	at := func(p float64) int {
		if need := needs[min(int(p*float64(len(needs))), len(needs)-1)]; need <= MaxTrials {
			return int(need)
		}
		return 0
	}
	return at((1 - Within) / 2), at((1 + Within) / 2)
}

// A Together holds the expected result for several pairs of models together, if each of these
// models has N trials per question.
type Together struct {
	N        int
	Pairs    int
	Expected float64 // expected number of pairs that are separated in the right order
	All      float64 // probability that all pairs are separated in the right order
	ToRun    int64   // trials still to run, over all questions and all models of the pairs
}

// countTogether simulates scores with n trials per question, and counts how many of the pairs
// they separate in the right order. It returns the mean of this number, and the share of
// simulations that separate all pairs.
func (f *future) countTogether(pairs [][2]int, n int, quantile float64, seed uint64) Together {
	const boards = 4000
	t := Together{N: n, Pairs: len(pairs)}
	scores, rules := make([]float64, len(f.groups)), make([]float64, len(f.groups))
	told, all := 0, 0
	for board := range boards {
		draw := board % len(f.draws)
		random := rand.New(rng.New(seed, "told apart together", board))
		for model := range scores {
			s := f.stateAt(draw, model, n)
			scores[model] = s.mean + float64(math.Sqrt(s.variance)*random.NormFloat64())
			rules[model] = s.rule
		}
		separated := 0
		for _, p := range pairs {
			gap, _ := f.gap(draw, p[0], p[1])
			if gap > 0 && scores[p[0]]-scores[p[1]] >= float64(quantile*math.Sqrt(rules[p[0]]+rules[p[1]])) {
				separated++
			}
		}
		told += separated
		if separated == len(pairs) {
			all++
		}
	}
	t.Expected, t.All = float64(told)/boards, float64(all)/boards
	return t
}
