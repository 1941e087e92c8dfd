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

// A Step holds the settings for the next step of a running evaluation.
type Step struct {
	Design
	Policy     Policy
	Correction Correction

	// MaxTrials is N, the largest number of trials per question that a model gets. The
	// correction splits the level over the looks, one after every batch up to N.
	MaxTrials int

	// Critical is the smallest |z| that separates two models (see posterior.Together). If the
	// probability that a pair reaches it by MaxTrials is below 0.1, the pair is out of reach
	// and runs nothing. 0 means that all pairs are within reach.
	Critical float64

	// Budget is the largest number of attempts to run next, over all models and questions. 0
	// means that all attempts that the policy grants are run.
	Budget int

	// Decided holds the pairs that earlier looks decided, better model first, in the order
	// of the decisions. These pairs stay decided and release their share of the level to the
	// other pairs.
	Decided [][2]int
}

// Check returns an error if a setting of the step is out of range.
func (s Step) Check() error {
	switch {
	case s.MaxTrials < 1 || s.MaxTrials > results.MaxTrials:
		return fmt.Errorf("the maximum trials per question must be 1 to %[2]d, not %[1]d", s.MaxTrials, results.MaxTrials)
	case s.Budget < 0:
		return fmt.Errorf("the budget must be at least 0 attempts, not %d", s.Budget)
	}
	return s.Design.Check(s.MaxTrials)
}

// A Stop is the reason why an evaluation has nothing more to run.
type Stop int

const (
	// GoOn means that the evaluation has trials to run.
	GoOn Stop = iota

	// Decided means that the policy has nothing left to decide: neighbours are separated,
	// there is a leader, or intervals are narrow enough.
	Decided

	// Exhausted means that every undecided model or pair already has all the trials that it
	// can get.
	Exhausted

	// OutOfReach means that every pair that the policy has to decide is decided or out of reach.
	OutOfReach
)

// String returns the name of the reason, or "" for GoOn.
func (s Stop) String() string {
	return [...]string{Decided: "decided", Exhausted: "exhausted", OutOfReach: "out of reach"}[s]
}

// A Next holds the trials to run next and the decisions of the current look.
type Next struct {
	Order     []int              // models, best first
	Estimates []metrics.Estimate // by model
	LeftOut   []string           // questions that some model never met; the estimates exclude them for all models
	Pairwise  bool               // no question was met by all models: each estimate uses the questions that its model met

	// Comparisons holds the comparisons of all pairs or, under policies with a leader, of
	// the first model with every other model. They are sorted by the rank of Above, then by
	// the rank of Below.
	Comparisons []Comparison

	Models []int // models to run, best first
	Runs   []Run // by model, then question, both in board order
	Stop   Stop

	// Decisions holds the pairs that this look decides and that no earlier look decided,
	// better model first.
	Decisions [][2]int
}

// A Comparison compares two models, of which Above is ranked before Below.
type Comparison struct {
	Above, Below int
	Z            float64 // z statistic from all trials; NaN if no question was met by both models
	LookZ        float64 // z statistic from the trials that decide, for example the same number of first trials of both under Neighbours
	Bound        float64 // the pair is decided if LookZ is at least Bound; +Inf if no z decides, NaN if Wealth decides
	Wealth       float64 // wealth of the bettor on the better model, under Betting; otherwise NaN
	WealthBound  float64 // wealth at or above which the pair is decided, under Betting; otherwise NaN
	Decided      bool    // the pair is decided now or by an earlier look
	Declared     bool    // this look decides that Above is better; under policies with a leader, only once the leader is separated from all others
	OutOfReach   bool    // the pair is undecided and unlikely to be separated
}

// A Run is a number of further trials that a model runs at a question.
type Run struct{ Model, Question, Trials int }

// Plan returns the trials that the policy runs next, given a board with the results so far.
// Models on the board can have different numbers of trials. Plan takes one look at the estimates
// by m, as Evaluate does, and makes the decisions that the correction allows.
//
// The number of a model's look is the number of whole batches among its attempts, at least 1. A
// batch consists of Batch attempts per question. These attempts go to the questions with the
// fewest trials first, so the board becomes more equal. No model gets more than MaxTrials trials
// of a question, or MostTrials under TopTwo.
//
// Step-down corrections compare two models by the metric Design.Sampled, and other corrections
// compare them by m. Comparisons use the questions that all models attempted. If there is no such
// question, each pair is compared on the questions that both of its models attempted. The models
// are then ordered by the mean of their differences from the other models.
//
// Plan fails if the step is invalid, if m cannot score the board, if there are fewer than two
// models, or if no question was attempted by two models (results.ErrNoneMet).
func Plan(b *results.Board, m metrics.Estimator, s Step) (*Next, error) {
	if err := cmp.Or(s.Check(), s.checkCosts(len(b.Models))); err != nil {
		return nil, err
	}
	if len(b.Models) < 2 && s.Policy != HalfWidth {
		return nil, fmt.Errorf("cannot compare %d models: at least two are required", len(b.Models))
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

// Share distributes further attempts by one model over the questions, given the numbers of trials
// that the model already has (have). It returns the number of further trials of each question.
// Questions with the fewest trials come first, and no question gets a total above Most(models).
func (s Step) Share(have []int, models, attempts int) []int {
	return level(have, s.Most(models), attempts)
}

// Most returns the largest number of trials of one question that the policy can give one model,
// in an evaluation of the given number of models.
func (s Step) Most(models int) int {
	if s.Policy == TopTwo {
		return MostTrials(s.MaxTrials, models)
	}
	return s.MaxTrials
}

// Allows reports whether the board is within a limit: the given number of trials of each question
// for every model. Under TopTwo, the limit applies to the mean over all models, and a single
// model can have up to MostTrials trials.
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

// NeedsOrder reports whether Plan uses the order of the trials on the board. A board that was
// made from counts has no such order. Plan uses the order under Betting. It also uses the order
// if numbers of trials differ and the policy compares two models on the same number of first
// trials.
func (s Step) NeedsOrder(b *results.Board) bool {
	return s.Correction == Betting || b.Unequal() && s.Correction.commonField(s.Policy)
}

// game returns a game, the state in which decisions are made, for the current look at the board.
func (s Step) game(b *results.Board, now *standing) *game {
	looks, whole := s.looksBeyond(s.MaxTrials, s.Most(len(b.Models)))
	g := newGame(looks, make([]int, len(b.Models)), s.Design, whole)
	g.now = now
	p := newPlan(s.Design, s.Policy, s.Correction, newFamilies(s.Design, len(b.Models), looks[:whole]), len(looks))
	if p.family != nil { // later looks are not taken now, and computing their boundaries takes time
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

// decide makes the decisions of the current look and finds the models that get a batch of trials.
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
		declared := !slices.ContainsFunc(n.Comparisons, func(c Comparison) bool { return !c.Decided })
		for i := range n.Comparisons {
			n.Comparisons[i].Declared = declared
		}
	}
	n.Decisions = n.decisions(g, s)
	decided := g.isAnswered()
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
	case g.allOutOfReach():
		n.Stop = OutOfReach
	default:
		n.Stop = Exhausted
	}
}

// remember marks the given pairs, which earlier looks decided, as decided in the game.
func (g *game) remember(decided [][2]int) {
	for _, pair := range decided {
		g.declared[g.pairIndex(pair[0], pair[1])] = true
	}
	if !g.plan.rules.leads {
		g.open -= len(decided)
	}
}

// decisions returns the pairs that the current look decides and that no earlier look decided,
// each with the better model first. Under policies that look for a leader, it leaves out
// separations that are not final yet. They become final once there is a leader; under a step-down
// correction, they are final at once.
func (n *Next) decisions(g *game, s Step) (pairs [][2]int) {
	before := map[[2]int]bool{}
	for _, pair := range s.Decided {
		before[pair] = true
	}
	for _, c := range n.Comparisons {
		pair := [2]int{c.Above, c.Below}
		if g.declared[g.pairIndex(c.Below, c.Above)] {
			pair = [2]int{c.Below, c.Above}
		}
		stays := c.Decided && (!s.Policy.Leads() || c.Declared || g.declared[g.pairIndex(c.Above, c.Below)])
		if stays && !before[pair] {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// comparison returns the comparison of two models after all decisions of the look. A decided pair
// stays decided, even if the level of other pairs has changed since.
func (g *game) comparison(above, below int) Comparison {
	c := Comparison{Above: above, Below: below, Z: g.now.pairs[g.pairIndex(above, below)].z,
		LookZ: g.z(above, below), Bound: g.bound(above, below), Wealth: math.NaN(), WealthBound: math.NaN()}
	c.Decided = c.LookZ >= c.Bound
	if g.plan.correction == Betting {
		c.Wealth, c.WealthBound = g.wealth(above, below), 1/g.plan.family.level(g.open)
		c.Decided = c.Wealth >= c.WealthBound
	}
	c.Declared = c.Decided
	c.Decided = c.Decided || g.declared[g.pairIndex(above, below)] || !g.plan.rules.leads && g.isDecided(above, below)
	c.OutOfReach = !c.Decided && g.isOutOfReach(above, below)
	return c
}

// isAnswered reports whether the policy has nothing left to decide. Under HalfWidth, it reports
// whether the standard error of every model is small enough.
func (g *game) isAnswered() bool {
	switch g.plan.policy {
	case Leader, TopTwo:
		return g.calls > 0
	case HalfWidth:
		return !slices.ContainsFunc(g.order, func(model int) bool { return g.estimate(model).Sigma > g.sigma })
	}
	return g.holdsForAll(g.isDecided)
}

// holdsForAll reports whether answer(above, below) is true for every pair that the policy has to
// decide. These are all pairs under Power, and otherwise all pairs of neighbours in the ranking.
func (g *game) holdsForAll(answer func(above, below int) bool) bool {
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

// allOutOfReach reports whether all undecided pairs that the policy has to decide are unlikely to
// be separated by more trials (see isOutOfReach). For the policies All and HalfWidth, it always
// returns false.
func (g *game) allOutOfReach() bool {
	switch p := g.plan.policy; {
	case p.Leads():
		return !g.hasChallenger()
	case p != Neighbours && p != Power:
		return false
	}
	return g.holdsForAll(func(above, below int) bool { return g.isDecided(above, below) || g.isOutOfReach(above, below) })
}

// share splits the next attempts over the models and questions. If the budget has fewer attempts
// than there are models to run, only the first models run, with one attempt each.
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

// level distributes a number of new items (share), such as attempts, over a list of totals
// (have), so that the totals become as equal as possible. Each item goes to the smallest total,
// and to the first one if several are equal. No total grows beyond limit. level returns the
// number of new items for each total.
func level(have []int, limit, share int) []int {
	needed := func(height int) int {
		sum := 0
		for _, n := range have {
			sum += max(height-n, 0)
		}
		return sum
	}
	height := sort.Search(limit, func(height int) bool { return needed(height+1) > share })
	left := share - needed(height)
	more := make([]int, len(have))
	for i, n := range have {
		more[i] = max(height-n, 0)
		if n <= height && height < limit && left > 0 {
			more[i]++
			left--
		}
	}
	return more
}

// attempts returns the number of attempts by a model, over all questions.
func attempts(b *results.Board, model int) int {
	sum := 0
	for q := range b.Questions {
		sum += len(b.Row(model, q))
	}
	return sum
}

// fewestTrials returns the smallest number of trials that a model has of any question.
func fewestTrials(b *results.Board, model int) int {
	least := results.MaxTrials
	for q := range b.Questions {
		least = min(least, len(b.Row(model, q)))
	}
	return least
}
