package sequential

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"settle/internal/lists"
	"settle/metrics"
	"settle/results"
)

// Step is how an evaluation that is under way goes on.
type Step struct {
	Design
	Policy     Policy
	Correction Correction

	// MaxTrials are the trials of each question, N, at which a model gets no more.
	// The correction shares the level out over a look after every batch up to there.
	MaxTrials int

	// Critical is the |z| from which two models are separated (see posterior.Together): a pair
	// that reaches it by MaxTrials with a chance below a tenth is out of reach, and runs
	// nothing; 0 stands for pairs that are always within reach.
	Critical float64

	// Budget is the most attempts, of all models at all questions, that may be run
	// next; 0 stands for as many as the policy gives.
	Budget int

	// Decided holds the pairs that earlier looks decided, better and worse, in their order.
	// They stay decided, and leave their share of the level to the others.
	Decided [][2]int
}

// Check reports what is wrong with the step, or nil.
func (s Step) Check() error {
	switch {
	case s.MaxTrials < 1 || s.MaxTrials > results.MaxTrials:
		return fmt.Errorf("at most %d trials of a question: it must be from 1 to %d", s.MaxTrials, results.MaxTrials)
	case s.Budget < 0:
		return fmt.Errorf("a budget of %d attempts: it must not be negative", s.Budget)
	}
	return s.Design.Check(s.MaxTrials)
}

// Stop is why nothing is to be run.
type Stop int

const (
	// GoOn is that something is.
	GoOn Stop = iota

	// Decided is that all that the policy asks about is answered: neighbours are
	// told apart, there is a leader, or intervals are narrow enough.
	Decided

	// Exhausted is that what is not has all the trials that it may get.
	Exhausted

	// OutOfReach is that all that the policy asks about is decided or out of reach.
	OutOfReach
)

// String returns the name of the reason, "" for none.
func (s Stop) String() string {
	return [...]string{Decided: "decided", Exhausted: "exhausted", OutOfReach: "out of reach"}[s]
}

// Next is what to run next, and what may be called already.
type Next struct {
	Order     []int              // models, the best first
	Estimates []metrics.Estimate // by model
	LeftOut   []string           // questions that some model never met, which estimates leave out for all
	Pairwise  bool               // no question was met by all: each estimate is of the questions that the model met

	// Comparisons are of all pairs, or under Leader of the first model with every
	// other, by the place of the better one and then of the other.
	Comparisons []Comparison

	Models []int // that are to run more, the best first
	Runs   []Run // by model, then question, both in the order of the board
	Stop   Stop

	// Decisions are the pairs that this look decides and no earlier one did, better and worse.
	Decisions [][2]int
}

// Comparison is one of two models, of which Above stands before Below.
type Comparison struct {
	Above, Below int
	Z            float64 // by all trials; NaN of two that met no question in common
	LookZ        float64 // by the trials that a call goes by: under Neighbours by as many first trials as both have
	Bound        float64 // LookZ at or above which the two are told apart; +Inf where no z does, NaN where Wealth decides
	Wealth       float64 // of who bets on the better one, under Betting; else NaN
	WealthBound  float64 // at or above which the two are told apart, likewise
	Apart        bool    // so they are, or an earlier look decided which is better
	Called       bool    // Above may be called better; under Leader, only once it is told apart from all
	OutOfReach   bool    // the two are not told apart, and will hardly be separated
}

// Run is so many more trials of one question by one model.
type Run struct{ Model, Question, Trials int }

// Plan tells what the policy runs next on a board that may be unequal. It looks at
// the estimates of m as one look of Evaluate does, and calls what the correction
// lets it call; a model's look is the number of whole batches that its attempts
// make, at least the first. Whoever is given a batch gets as many attempts as a
// batch has, at the questions with the fewest trials first, so that an unequal
// board becomes more equal; none gets more than MaxTrials of a question, but under
// TopTwo MostTrials.
//
// Corrections that step down compare two models on the questions that both met, by
// Design.Sampled. Where no question was met by all, so do the others, by m, and models
// are ordered by the mean of their differences.
//
// It fails if the step makes no sense, m cannot score the board, there are fewer
// than two models, or no two models met a question in common (results.ErrNoneMet).
func Plan(b *results.Board, m metrics.Estimator, s Step) (*Next, error) {
	if err := cmp.Or(s.Check(), s.checkCosts(len(b.Models))); err != nil {
		return nil, err
	}
	if len(b.Models) < 2 && s.Policy != HalfWidth {
		return nil, fmt.Errorf("%d models: there must be two or more to compare", len(b.Models))
	}
	if s.Sampled == nil {
		s.Sampled = m
	}
	now, left, err := s.standing(b, m)
	if err != nil {
		return nil, err
	}
	g := s.game(b, now)
	next := &Next{LeftOut: left, Estimates: now.estimates, Pairwise: now.shared != nil}
	next.decide(g, s)
	next.share(b, s)
	return next, nil
}

// Share returns how many more trials of each question a model runs that is given so many
// attempts and has these trials: the questions with the fewest first, none beyond the most
// that the policy gives one of so many models.
func (s Step) Share(have []int, models, attempts int) []int {
	return level(have, s.Most(models), attempts)
}

// Most returns the trials of a question at which one of so many models gets no more.
func (s Step) Most(models int) int {
	if s.Policy == TopTwo {
		return MostTrials(s.MaxTrials, models)
	}
	return s.MaxTrials
}

// Allows tells whether so many trials of each question are enough for the attempts on a
// board: those of each model, or under TopTwo of all together.
func (s Step) Allows(b *results.Board, trials int) bool {
	if s.Policy != TopTwo {
		return b.MostTrials() <= trials
	}
	all := 0
	for model := range b.Models {
		all += attempts(b, model)
	}
	return b.MostTrials() <= MostTrials(trials, len(b.Models)) && all <= trials*len(b.Models)*len(b.Questions)
}

// game is the game at its present look.
func (s Step) game(b *results.Board, now *standing) *game {
	looks, whole := s.looksBeyond(s.MaxTrials, s.Most(len(b.Models)))
	g := newGame(looks, make([]int, len(b.Models)), s.Design, whole)
	g.now = now
	p := newPlan(s.Design, s.Policy, s.Correction, newFamilies(s.Design, len(b.Models), looks[:whole]), len(looks))
	if p.family != nil { // later looks are not taken now, and their boundaries take time
		p.family.looks = lists.Max(now.pairs, func(p pairNow) int { return p.look.number })
	}
	g.begin(p, false, 1)
	g.remember(s.Decided)
	for model := range b.Models {
		batches := attempts(b, model) / (s.Batch * len(b.Questions))
		g.taken[model] = min(max(batches, 1), p.most)
		if now.full[model] {
			g.taken[model] = p.most
		}
	}
	g.rank()
	return g
}

// decide makes the calls, and finds who gets a batch.
func (n *Next) decide(g *game, s Step) {
	n.Order = slices.Clone(g.order)
	g.plan.rules.call(g)
	for i, above := range n.Order {
		if s.Policy.Leads() && i > 0 {
			break
		}
		for _, below := range n.Order[i+1:] {
			n.Comparisons = append(n.Comparisons, g.comparison(above, below))
		}
	}
	if s.Policy.Leads() {
		called := !slices.ContainsFunc(n.Comparisons, func(c Comparison) bool { return !c.Apart })
		for i := range n.Comparisons {
			n.Comparisons[i].Called = called
		}
	}
	n.Decisions = n.decisions(g, s)
	decided := g.decided()
	before := slices.Clone(g.taken)
	g.plan.rules.spend(g)
	for _, model := range n.Order {
		if g.taken[model] > before[model] {
			n.Models = append(n.Models, model)
		}
	}
	switch {
	case len(n.Models) > 0:
	case decided:
		n.Stop = Decided
	case g.beyond():
		n.Stop = OutOfReach
	default:
		n.Stop = Exhausted
	}
}

// remember begins with the pairs that earlier looks decided.
func (g *game) remember(decided [][2]int) {
	for _, pair := range decided {
		g.called[g.ordered(pair[0], pair[1])] = true
	}
	if !g.plan.rules.leads {
		g.open -= len(decided)
	}
}

// decisions returns the pairs that count as decided now and did not before: under the policies
// that ask for a leader those that stay so, and all of them once there is a leader.
func (n *Next) decisions(g *game, s Step) (pairs [][2]int) {
	before := map[[2]int]bool{}
	for _, pair := range s.Decided {
		before[pair] = true
	}
	for _, c := range n.Comparisons {
		pair := [2]int{c.Above, c.Below}
		if g.called[g.ordered(c.Below, c.Above)] {
			pair = [2]int{c.Below, c.Above}
		}
		stays := c.Apart && (!s.Policy.Leads() || c.Called || g.called[g.ordered(c.Above, c.Below)])
		if stays && !before[pair] {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// comparison is one of two models after all calls. What was called stays so, whatever
// others have left of the level since.
func (g *game) comparison(above, below int) Comparison {
	c := Comparison{Above: above, Below: below, Z: g.now.pairs[g.ordered(above, below)].z,
		LookZ: g.z(above, below), Bound: g.bound(above, below), Wealth: math.NaN(), WealthBound: math.NaN()}
	c.Apart = c.LookZ >= c.Bound
	if g.plan.correction == Betting {
		c.Wealth, c.WealthBound = g.wealth(above, below), 1/g.plan.family.level(g.open)
		c.Apart = c.Wealth >= c.WealthBound
	}
	c.Called = c.Apart
	c.Apart = c.Apart || g.called[g.ordered(above, below)] || !g.plan.rules.leads && g.known(above, below)
	c.OutOfReach = !c.Apart && g.outOfReach(above, below)
	return c
}

// decided tells whether all that the policy asks about is answered.
func (g *game) decided() bool {
	switch g.plan.policy {
	case Leader, TopTwo:
		return g.calls > 0
	case HalfWidth:
		return !slices.ContainsFunc(g.order, func(model int) bool { return g.estimate(model).Sigma > g.sigma })
	}
	return g.answered(g.known)
}

// answered reports whether an answer holds for all pairs that the policy asks about:
// neighbours or, under Power, all.
func (g *game) answered(answer func(above, below int) bool) bool {
	for place, above := range g.order {
		below := g.order[place+1:]
		if g.plan.policy != Power {
			below = below[:min(1, len(below))]
		}
		for _, other := range below {
			if !answer(above, other) {
				return false
			}
		}
	}
	return true
}

// beyond reports whether all that is asked and not decided is out of reach, or a leader is.
func (g *game) beyond() bool {
	switch p := g.plan.policy; {
	case p.Leads():
		return !g.challenged()
	case p != Neighbours && p != Power:
		return false
	}
	return g.answered(func(above, below int) bool { return g.known(above, below) || g.outOfReach(above, below) })
}

// share shares the attempts out over models and questions. Models for which a
// budget of fewer attempts than models leaves nothing run nothing.
func (n *Next) share(b *results.Board, s Step) {
	if s.Budget > 0 && s.Budget < len(n.Models) {
		n.Models = n.Models[:s.Budget]
	}
	for i, model := range n.Models {
		batch := s.Batch * len(b.Questions)
		if s.Budget > 0 {
			part := s.Budget / len(n.Models)
			if i < s.Budget%len(n.Models) {
				part++
			}
			batch = min(batch, part)
		}
		have := make([]int, len(b.Questions))
		for q := range have {
			have[q] = len(b.Row(model, q))
		}
		for q, more := range level(have, s.Most(len(b.Models)), batch) {
			if more > 0 {
				n.Runs = append(n.Runs, Run{model, q, more})
			}
		}
	}
	slices.SortStableFunc(n.Runs, func(a, b Run) int { return a.Model - b.Model })
}

// level says how many more each gets of so many to share out: the fewest first, so
// that they become as equal as they can, the first of equals before the others, and
// none beyond the most.
func level(have []int, most, share int) []int {
	needed := func(height int) int {
		sum := 0
		for _, n := range have {
			sum += max(height-n, 0)
		}
		return sum
	}
	height := sort.Search(most, func(height int) bool { return needed(height+1) > share })
	left := share - needed(height)
	more := make([]int, len(have))
	for i, n := range have {
		more[i] = max(height-n, 0)
		if n <= height && height < most && left > 0 {
			more[i]++
			left--
		}
	}
	return more
}

// attempts is the number of a model's attempts at all questions.
func attempts(b *results.Board, model int) int {
	sum := 0
	for q := range b.Questions {
		sum += len(b.Row(model, q))
	}
	return sum
}

// fewest is the smallest number of a model's trials of a question.
func fewest(b *results.Board, model int) int {
	least := results.MaxTrials
	for q := range b.Questions {
		least = min(least, len(b.Row(model, q)))
	}
	return least
}
