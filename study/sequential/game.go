package sequential

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/ranking"
)

// A game simulates how a policy spends trials and decides between models, on one replicate at a
// time. It can also hold the current look at a running evaluation. It allocates nothing after its
// creation.
type game struct {
	path  *path
	gold  []int
	sigma float64   // standard deviation of an interval that is narrow enough
	meant float64   // N relative to the number of trials for which Mixture is optimized
	costs []float64 // cost of one trial, by model; nil if all models cost the same
	whole int       // number of looks up to N trials

	budget int // attempts by all models under the policy All, counted in passes unless the path counts attempts

	plan        plan
	single      bool // the rule looks once
	bounds      []float64
	at          []metrics.Estimate // by look, then model: the estimates that the rule compares
	taken       []int              // looks taken, by model
	news        []bool             // by model: it got trials since the last look
	order       []int              // models, best first
	declared    []bool             // by model, then other model: the first has been decided to be better
	zs          []keptZ            // by model, then a model with a higher index: the last z of the pair
	values      []batchValue       // scratch space of Power
	paired      []bool             // scratch space of Power, by model: it has a batch in this round
	open        int                // comparisons among which the level is split
	holm        boundaries         // boundaries of Holm if atOpen comparisons are open
	atOpen      int
	gameResults // the results so far

	now *standing // state of a running evaluation, used instead of the path; otherwise nil
}

// gameResults holds the results of simulating one policy on one replicate.
type gameResults struct {
	passes           int // passes of all models, or attempts if the path counts attempts
	calls, wrong     int
	asked, undecided int              // number of comparisons that the policy has to decide, and how many of them are undecided at the end
	curve            [CurvePoints]int // decisions, by share of the budget spent; see Result.Decided
}

// CurvePoints is the length of Result.Decided: the number of equal steps into which the budget is
// divided.
const CurvePoints = 50

// newGame returns a game for models with the given levels in the reference ranking, gold. looks
// holds the number of passes (trials of every question) at each look. whole is the number of
// looks up to N trials.
func newGame(looks, gold []int, d Design, whole int) *game {
	models := len(gold)
	return &game{
		path: newPath(looks, models), gold: gold, whole: whole, costs: d.Costs,
		budget:   models * looks[whole-1],
		meant:    float64(looks[whole-1]) / float64(cmp.Or(d.Meant, looks[whole-1])),
		sigma:    d.HalfWidth / distuv.UnitNormal.Quantile((1+d.Confidence)/2),
		taken:    make([]int, models),
		news:     make([]bool, models),
		order:    make([]int, models),
		declared: make([]bool, models*models),
		zs:       make([]keptZ, models*models),
		values:   make([]batchValue, 0, models*(models-1)/2),
		paired:   make([]bool, models),
	}
}

// play simulates a plan that looks at the results after every batch of trials. It ends early if
// stopped() returns true.
func (g *game) play(p plan, stopped func() bool) gameResults {
	g.begin(p, false, 1)
	for {
		g.look()
		g.mark()
		if stopped() || !p.rules.spend(g) {
			return g.end()
		}
	}
}

// mark stores the current number of decisions in the curve that becomes Result.Decided: at the
// point for the current spending and at all later points.
func (g *game) mark() {
	for i := (g.spending()*CurvePoints - 1) / g.budget; i < CurvePoints; i++ {
		g.curve[i] = g.calls
	}
}

// applyOnce applies the decision rule of a plan a single time, when every model has N trials of
// each question.
func (g *game) applyOnce(p plan) gameResults {
	g.begin(p, true, g.whole)
	g.look()
	return g.end()
}

// begin resets the game for plan p. Every model starts with the trials of the given look. If
// single is true, the decision rule is applied only once.
func (g *game) begin(p plan, single bool, look int) {
	g.plan, g.single, g.bounds, g.at, g.gameResults = p, single, p.every, g.path.at, gameResults{}
	if single {
		g.bounds = p.once
	}
	if p.correction.stepsDown() {
		g.at = g.path.sampled
	}
	clear(g.declared)
	clear(g.zs)
	g.atOpen = -1
	g.open = len(g.taken) * (len(g.taken) - 1) / 2
	if p.family != nil {
		g.open = p.family.size
	}
	for model := range g.taken {
		g.taken[model] = look
		g.news[model] = true
		g.order[model] = model
	}
}

// look ranks the models and applies the decision rule to them.
func (g *game) look() {
	g.rank()
	g.plan.rules.call(g)
}

// rank orders the models by their estimates, best first, and models with equal estimates by
// index. It uses insertion sort, because the previous order is almost right.
func (g *game) rank() {
	for place := 1; place < len(g.order); place++ {
		model := g.order[place]
		at := place
		for ; at > 0 && g.above(model, g.order[at-1]); at-- {
			g.order[at] = g.order[at-1]
		}
		g.order[at] = model
	}
}

func (g *game) above(a, b int) bool {
	if g.now != nil && g.now.shared != nil {
		return g.now.shared[a] > g.now.shared[b] || g.now.shared[a] == g.now.shared[b] && a < b
	}
	muA, muB := g.estimate(a).Mu, g.estimate(b).Mu
	return muA > muB || muA == muB && a < b
}

// estimate returns the estimate of a model from its current trials.
func (g *game) estimate(model int) metrics.Estimate { return g.estimateAfter(g.taken[model], model) }

// estimateAfter returns the estimate of a model at the look with the given number, counted from
// 1.
func (g *game) estimateAfter(looks, model int) metrics.Estimate {
	if g.now != nil {
		return g.now.estimates[model]
	}
	return g.at[(looks-1)*g.path.models+model]
}

// looks returns the numbers of the looks at which models a and b are compared. These are their
// current looks or, if the plan compares the same number of first trials, the smaller number for
// both.
func (g *game) looks(a, b int) (ofA, ofB int) {
	ofA, ofB = g.taken[a], g.taken[b]
	if g.plan.common {
		ofA = min(ofA, ofB)
		ofB = ofA
	}
	return ofA, ofB
}

// z returns the z statistic for the score difference of two models, computed from their current
// trials.
func (g *game) z(above, below int) float64 {
	if g.now != nil {
		return g.now.pairs[g.pairIndex(above, below)].look.z
	}
	if above > below {
		return -g.z(below, above)
	}
	ofA, ofB := g.looks(above, below)
	kept := &g.zs[g.pairIndex(above, below)]
	if kept.ofA != ofA || kept.ofB != ofB {
		a, b := g.estimateAfter(ofA, above), g.estimateAfter(ofB, below)
		*kept = keptZ{ofA: ofA, ofB: ofB, z: ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma)}
	}
	return kept.z
}

// A keptZ caches the z of two models, and the probability (chance) that |z| is at least bound
// when all trials are spent. The z is for look ofA of the first model and look ofB of the second;
// both numbers are 0 if nothing was computed yet.
type keptZ struct {
	ofA, ofB         int
	z, bound, chance float64
}

// resolves reports whether the decision rule finds that the first model is better than the
// second.
func (g *game) resolves(above, below int) bool {
	if g.plan.correction == Betting {
		return g.wealth(above, below) >= 1/g.plan.family.level(g.open)
	}
	z := g.z(above, below)
	return z > 0 && z >= g.bound(above, below) // the bound is above 0
}

// bound returns the smallest z at which the rule decides that the first model is better than the
// second. It returns NaN under the correction Betting, which uses no z.
func (g *game) bound(above, below int) float64 {
	switch p := &g.plan; {
	case p.correction == Betting:
		return math.NaN()
	case p.correction == Mixture:
		return mixture(p.family.twoSided(g.open), p.family.twoSided(p.family.size), g.share(above, below)*g.meant)
	case p.correction == Holm && g.single:
		return -distuv.UnitNormal.Quantile(p.family.level(g.open))
	case p.correction == Holm:
		if g.atOpen != g.open {
			g.atOpen, g.holm = g.open, p.family.boundariesFor(g.open)
		}
		if g.isClosed(above, below) {
			return g.holm.last[g.lookAt(above, below)-1]
		}
		return g.holm.every[g.lookAt(above, below)-1]
	}
	look := 1
	if len(g.bounds) > 1 {
		look = g.plan.rules.look(g.taken[above], g.taken[below])
	}
	return g.bounds[look-1]
}

// isClosed reports whether two models get no more trials because their intervals are narrow
// enough. This reason does not depend on which of the two is better.
func (g *game) isClosed(a, b int) bool {
	return g.plan.policy == HalfWidth && g.width(a) <= g.sigma && g.width(b) <= g.sigma
}

// lookAt returns the number of the current look at a pair of models. It requires that the two
// models get their batches in the same rounds, or are compared on the same number of first
// trials.
func (g *game) lookAt(a, b int) int {
	if g.now != nil {
		return g.now.pairs[g.pairIndex(a, b)].look.number
	}
	return latest(g.looks(a, b))
}

// share returns the current statistical information about the difference of two models. It is
// relative to the information when both models have N trials of each question.
func (g *game) share(a, b int) float64 {
	if g.now != nil {
		return g.now.pairs[g.pairIndex(a, b)].look.share
	}
	ofA, ofB := g.looks(a, b)
	x, y := g.estimateAfter(ofA, a).Sigma, g.estimateAfter(ofB, b).Sigma
	x, y = float64(x*x), float64(y*y)
	passes := float64(x*float64(g.path.looks[ofA-1])) + float64(y*float64(g.path.looks[ofB-1]))
	return passes / (x + y) / float64(g.path.looks[g.whole-1])
}

// wealth returns the largest wealth so far of the bettor who bets that the first model is better
// than the second.
func (g *game) wealth(above, below int) float64 {
	if g.now != nil {
		return g.now.pairs[g.pairIndex(above, below)].wealth
	}
	look, _ := g.looks(above, below)
	return g.path.wealth[(look-1)*len(g.declared)+g.pairIndex(above, below)]
}

// callNeighbours decides each undecided pair of neighbours in the ranking that the rule
// separates. Under a step-down correction, it decides pairs among all models, not only
// neighbours.
func (g *game) callNeighbours() {
	if g.plan.correction.stepsDown() {
		g.callPairs()
		return
	}
	for place := 1; place < len(g.order); place++ {
		above, below := g.order[place-1], g.order[place]
		if !g.isDecided(above, below) && g.resolves(above, below) {
			g.callPair(above, below)
		}
	}
}

// callPairs decides all pairs that the rule separates. Each decision releases a share of the
// significance level to the undecided pairs, so callPairs tests these again until it decides no
// more. Until the first decision, it tests only pairs with new trials.
func (g *game) callPairs() {
	for again, all := true, false; again; all = true {
		before := g.open
		for place, above := range g.order {
			for _, below := range g.order[place+1:] {
				switch {
				case !all && before == g.open && !g.news[above] && !g.news[below]:
				case g.isDecided(above, below):
				case g.resolves(above, below):
					g.callPair(above, below)
				case g.plan.common && g.resolves(below, above): // the common trials are fewer than the trials that determine the order
					g.callPair(below, above)
				}
			}
		}
		again = g.open < before
	}
	clear(g.news)
}

func (g *game) callPair(better, worse int) {
	g.declared[g.pairIndex(better, worse)] = true
	g.open--
	g.call(g.gold[better] > g.gold[worse])
}

// callLeader decides that the first model of the ranking is the best if it is separated from all
// other models. Under a step-down correction, these separations can come from different looks.
func (g *game) callLeader() {
	if g.calls > 0 {
		return
	}
	leader, right, all := g.order[0], true, true
	for _, other := range g.order[1:] {
		right = right && g.gold[leader] > g.gold[other]
		if g.declared[g.pairIndex(leader, other)] {
			continue
		}
		if !g.resolves(leader, other) {
			all = false
		} else if g.plan.correction.stepsDown() {
			g.declared[g.pairIndex(leader, other)] = true
		}
	}
	if all {
		g.call(right)
	}
}

func (g *game) call(right bool) {
	g.calls++
	if !right {
		g.wrong++
	}
}

// give gives a model another batch of trials. It returns false if the model already has all its
// batches.
func (g *game) give(model int) bool {
	if g.spent(model) {
		return false
	}
	g.taken[model]++
	g.news[model] = true
	return true
}

func (g *game) spent(model int) bool {
	if g.now != nil {
		return g.now.full[model]
	}
	return g.taken[model] == g.plan.most
}

// isDecided reports whether a pair has been decided.
func (g *game) isDecided(a, b int) bool {
	return g.declared[g.pairIndex(a, b)] || g.declared[g.pairIndex(b, a)]
}

// pairIndex returns the index of an ordered pair of models in slices with one element per ordered
// pair.
func (g *game) pairIndex(a, b int) int { return a*len(g.taken) + b }

// spending returns the number of passes (trials of every question) that all models have used so
// far. If questions have different numbers of trials, it returns the number of attempts instead.
func (g *game) spending() (passes int) {
	for model, looks := range g.taken {
		passes += g.path.spent[(looks-1)*g.path.models+model]
	}
	return passes
}

// end stores the spending and the number of undecided comparisons in the results, and returns the
// results.
func (g *game) end() gameResults {
	g.passes = g.spending()
	if g.plan.rules.leads {
		g.asked, g.undecided = 1, 1-g.calls
		return g.gameResults
	}
	for place := 1; place < len(g.order); place++ {
		g.asked++
		if !g.isDecided(g.order[place-1], g.order[place]) {
			g.undecided++
		}
	}
	return g.gameResults
}
