package sequential

import (
	"math"
	"slices"

	"settle/internal/enum"
)

// A Policy decides how an evaluation spends its trials. Every policy starts with one batch of
// trials for each model. Most policies give a model at most N trials of a question, where N is
// Design.Trials or Step.MaxTrials. TopTwo can give more, and so can Power, in simulations, if
// Planned is false for the correction.
type Policy int

const (
	// All gives N trials to every model.
	All Policy = iota

	// HalfWidth stops a model when its interval is narrow enough.
	HalfWidth

	// Neighbours gives each batch to the pair of neighbours with the smallest |z| among the
	// undecided pairs.
	Neighbours

	// Leader gives every model the same number of trials until one model is decided to be
	// better than all others.
	Leader

	// TopTwo gives each batch to the leader or to its hardest challenger, the model with the
	// smallest |z| against the leader. It stops when the leader is decided to be better than
	// all others, or when all models together have as many trials as under All. A single
	// model can get more than N trials of a question (Russo, "Simple Bayesian algorithms for
	// best-arm identification", 2020; Garivier and Kaufmann 2016).
	TopTwo

	// Power gives each batch to the open pairs with the largest probability, per unit of
	// cost, of being decided by the horizon, and nothing to pairs out of reach. It compares
	// two models on the same number of first trials. The horizon is N trials of each
	// question. In simulations of corrections that are not planned, it is up to 2·N, but
	// all models together spend no more than under All.
	Power
)

// rules are the functions and values that define a policy.
type rules struct {
	name  string
	spend func(g *game) bool // gives the next batches; returns false when done
	call  func(g *game)      // makes the decisions of one look
	leads bool               // the policy asks for a leader, not for the order of neighbours

	// looks returns the largest number of looks at one comparison that see new trials, given
	// the number of batches of a model. look returns the number of the current look at a
	// pair, from 1, given the numbers a and b of looks at its two models.
	looks func(batches int) int
	look  func(a, b int) int

	comparisons func(models int) int // number of comparisons, given the number of models; each has one wrong direction
}

// policies holds the rules of each policy, indexed by Policy.
var policies = []rules{
	{"all", (*game).spendOnAll, (*game).callNeighbours, false, looksInStep, latest, orders},
	{"half-width", (*game).spendOnWide, (*game).callNeighbours, false, looksInStep, latest, orders},
	{"neighbours", (*game).spendOnClosest, (*game).callNeighbours, false, looksOutOfStep, together, orders},
	{"leader", (*game).spendUntilLed, (*game).callLeader, true, looksInStep, latest, leads},
	{"top-two", (*game).spendOnTopTwo, (*game).callLeader, true, looksOutOfStep, together, leads},
	{"power", (*game).spendOnLikeliest, (*game).callPairs, false, looksInStep, commonLook, orders},
}

// Policies returns the names that ParsePolicy accepts.
func Policies() []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.name)
	}
	return names
}

// ParsePolicy returns the policy with the given name. It fails for a name not in Policies.
func ParsePolicy(name string) (Policy, error) {
	return enum.Names[Policy](Policies()).Parse("policy", name)
}

// String returns the name of the policy, as ParsePolicy accepts it.
func (p Policy) String() string { return policies[p].name }

// Leads reports whether the policy looks for a leader. Other policies look for the order of
// neighbours in the ranking, or of all pairs.
func (p Policy) Leads() bool { return policies[p].leads }

// Compares returns a phrase that names the comparisons that the policy makes.
func (p Policy) Compares() string {
	switch {
	case p.Leads():
		return "the leader with all others"
	case p == Power:
		return "all pairs"
	}
	return "neighbours"
}

// Valid returns the correction that is recommended for the policy. Among the corrections that
// keep the error rate within the nominal level, it decides the most pairs, as measured in
// docs/sequential.md.
func (p Policy) Valid() Correction {
	if p == TopTwo {
		return Mixture
	}
	return Holm
}

// Suits reports whether the correction can be used with the policy. Holm does not suit TopTwo,
// because Holm's looks end at N trials of each model, and TopTwo can give a model more.
func (c Correction) Suits(p Policy) bool { return c != Holm || p != TopTwo }

// looksInStep returns the number of looks at a pair of models if both models get their batches of
// trials in the same rounds. There is one look after each batch.
func looksInStep(batches int) int { return batches }
func latest(a, b int) int         { return max(a, b) }

// looksOutOfStep returns the largest number of looks at a pair of models if each gets the given
// number of batches, one model at a time. The first look follows one batch of both models; then
// each further batch of either model can bring a new look.
func looksOutOfStep(batches int) int { return 2*batches - 1 }
func together(a, b int) int          { return a + b - 1 }

// commonLook returns the number of the current look at two models that are compared on the same
// number of first trials. a and b are the numbers of looks at each model.
func commonLook(a, b int) int { return min(a, b) }

// orders returns the number of comparisons of a policy that orders models: one for each ordered
// pair of models. Every pair counts, because chance decides which models become neighbours. Both
// orders count, because both are wrong if the two models tie in gold.
func orders(models int) int { return models * (models - 1) }

// leads returns the number of comparisons in which a false separation can make a wrong model the
// leader. A wrong leader must beat the best model. If several models tie for best, it is also an
// error to decide that one of them beats another.
func leads(models int) int { return models }

// A plan is a policy combined with a correction, with the boundaries at which it decides.
type plan struct {
	policy     Policy
	rules      *rules
	correction Correction
	every      []float64 // by look − 1: the z that decides if there is a look after every batch
	once       []float64 // the same for a single look
	most       int       // number of looks up to the largest number of trials that a model can get
	family     *family   // set only for a step-down correction

	// common reports whether two models are compared on the same number of first trials. This
	// number does not depend on earlier outcomes, so the looks behave as if they were fixed in
	// advance.
	common bool
}

// commonField returns the value of plan.common for this correction and policy: whether two models
// are compared on the same number of first trials.
func (c Correction) commonField(p Policy) bool {
	return c == Betting || p == Power || c.stepsDown() && p == Neighbours
}

// newPlans returns one plan for each policy in d and each of the given corrections that suits it.
// looks holds the number of passes (trials of every question) at each look. whole is the number
// of looks up to N trials.
func newPlans(d Design, corrections []Correction, models int, looks []int, whole int) []plan {
	var plans []plan
	families := newFamilies(d, models, looks[:whole])
	for i := range policies {
		if d.Policies != nil && !slices.Contains(d.Policies, Policy(i)) {
			continue
		}
		for j, c := range corrections {
			if c == Recommended {
				c = Policy(i).Valid()
			}
			if c.Suits(Policy(i)) && !slices.Contains(corrections[:j], c) {
				plans = append(plans, newPlan(d, Policy(i), c, families, len(looks)))
			}
		}
	}
	return plans
}

// families holds the families of comparisons among which step-down corrections split the
// significance level. There is one family for policies that compare pairs and one for policies
// that look for a leader.
type families struct {
	models, whole  int
	pairs, leaders *family
}

// newFamilies returns the families for the given number of models. looks holds the number of
// passes (trials of every question) at each look up to N trials.
func newFamilies(d Design, models int, looks []int) families {
	shares := make([]float64, len(looks))
	for i, n := range looks {
		shares[i] = float64(n) / float64(looks[len(looks)-1])
	}
	return families{
		models: models, whole: len(looks),
		pairs:   newFamily(d.Alpha()/2, models*(models-1)/2, false, shares),
		leaders: newFamily(d.Alpha(), leads(models), true, shares),
	}
}

// newPlan returns the plan of policy p under correction c. It chooses from the families of
// comparisons that the caller passes. looks is the number of looks until a model has the most
// trials that TopTwo can give it.
func newPlan(d Design, p Policy, c Correction, of families, looks int) plan {
	rules := &policies[p]
	made := plan{policy: p, rules: rules, correction: c, most: of.whole, common: c.commonField(p)}
	switch {
	case p == TopTwo:
		made.most = looks
	case p == Power && !c.Planned():
		made.most = min(2*of.whole, looks)
	}
	switch {
	case !c.stepsDown():
		comparisons := rules.comparisons(of.models)
		made.every = c.Boundaries(d.Alpha(), rules.looks(made.most), comparisons)
		made.once = c.Boundaries(d.Alpha(), 1, comparisons)
	case rules.leads:
		made.family = of.leaders
	default:
		made.family = of.pairs
	}
	return made
}

// spendOnAll gives a batch of trials to every model that has a batch left. It returns false if no
// model has.
func (g *game) spendOnAll() bool {
	more := false
	for model := range g.taken {
		more = g.give(model) || more
	}
	return more
}

// spendOnWide gives a batch of trials to every model whose interval is too wide, judged by the σ
// of "Don't Pass@k". It returns false if no model gets a batch.
func (g *game) spendOnWide() bool {
	more := false
	for model := range g.taken {
		if g.width(model) > g.sigma {
			more = g.give(model) || more
		}
	}
	return more
}

// width returns the σ that determines the width of a model's interval. It is the σ of the main
// metric, even if the decision rule compares another metric.
func (g *game) width(model int) float64 {
	if g.now != nil {
		return g.now.estimates[model].Sigma
	}
	return g.path.estimateAfter(g.taken[model], model).Sigma
}

// spendOnClosest finds the two neighbours in the ranking with the smallest |z|, and gives each of
// them a batch of trials. It considers only undecided pairs that have trials left and are likely
// enough to be separated (see isOutOfReach). It returns false if no model gets a batch.
func (g *game) spendOnClosest() bool {
	closest, least := 0, math.Inf(1)
	for place := 1; place < len(g.order); place++ {
		above, below := g.order[place-1], g.order[place]
		if g.isDecided(above, below) || g.spent(above) && g.spent(below) || g.isOutOfReach(above, below) {
			continue
		}
		// z can be negative, because common trials are fewer than the trials that determine the
		// order.
		if z := math.Abs(g.z(above, below)); z < least {
			closest, least = place, z
		}
	}
	if closest == 0 {
		return false
	}
	return g.givePair(g.order[closest-1], g.order[closest]) > 0
}

// givePair gives a batch of trials to each of two models that has one left, and returns the
// number of batches given. If models are compared on the same number of first trials and one has
// fewer trials, only that model gets a batch.
func (g *game) givePair(a, b int) (batches int) {
	x, y := g.trials(a), g.trials(b)
	if !g.plan.common || x <= y {
		batches += g.giveOne(a)
	}
	if !g.plan.common || y <= x {
		batches += g.giveOne(b)
	}
	return batches
}

// giveOne gives a batch of trials to one model of a pair, and returns the number of batches
// given, 0 or 1. In simulations of Power, it gives no batch that would make the total spending
// exceed that of the policy All.
func (g *game) giveOne(model int) int {
	if g.plan.policy == Power && g.now == nil && !g.spent(model) {
		more := g.path.looks[g.taken[model]] - g.path.looks[g.taken[model]-1]
		if g.passesTaken()+more > len(g.taken)*g.path.looks[g.whole-1] {
			return 0
		}
	}
	if !g.give(model) {
		return 0
	}
	return 1
}

// spendUntilLed gives a batch of trials to every model that has one left. It gives none if there
// is a leader, or if no other model can still be separated from the first one (see
// hasChallenger). It returns false if no model gets a batch.
func (g *game) spendUntilLed() bool { return g.calls == 0 && g.hasChallenger() && g.spendOnAll() }

// hasChallenger reports whether some model is not yet separated from the first model of the
// ranking, and the two are still likely enough to be separated (see isOutOfReach).
func (g *game) hasChallenger() bool {
	return slices.ContainsFunc(g.order[1:], func(other int) bool {
		return !g.declared[g.pairIndex(g.order[0], other)] && !g.isOutOfReach(g.order[0], other)
	})
}

// spendOnTopTwo gives a batch of trials to the leader, the first model of the ranking, or to its
// hardest challenger, the model with the smallest |z| against the leader. It chooses the one with
// the larger gain, unless that model already has all its trials. It returns false if neither gets
// a batch.
func (g *game) spendOnTopTwo() bool {
	if g.calls > 0 || !g.affords() {
		return false
	}
	leader, hardest, least := g.order[0], -1, math.Inf(1)
	for _, other := range g.order[1:] {
		if g.declared[g.pairIndex(leader, other)] || g.spent(leader) && g.spent(other) || g.isOutOfReach(leader, other) {
			continue
		}
		if z := math.Abs(g.z(leader, other)); z < least {
			hardest, least = other, z
		}
	}
	switch {
	case hardest < 0:
		return false
	case g.spent(leader) || !g.spent(hardest) && g.gain(hardest) > g.gain(leader):
		return g.give(hardest)
	}
	return g.give(leader)
}

// gain returns the approximate amount by which another batch of trials reduces the variance of a
// model's score: σ²/(batches + 1).
func (g *game) gain(model int) float64 {
	e := g.estimate(model)
	return e.Sigma * e.Sigma / float64(g.taken[model]+1)
}

// affords reports whether another batch of trials keeps the total spending of all models within
// that of the policy All.
func (g *game) affords() bool {
	if g.now != nil {
		return g.now.left
	}
	return g.passesTaken()+g.path.looks[0] <= len(g.taken)*g.path.looks[g.whole-1]
}

// passesTaken returns the number of passes (trials of every question) that all models together
// have used so far.
func (g *game) passesTaken() (passes int) {
	for _, looks := range g.taken {
		passes += g.path.looks[looks-1]
	}
	return passes
}
