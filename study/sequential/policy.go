package sequential

import (
	"math"
	"slices"

	"settle/internal/enum"
)

// A Policy decides how an evaluation spends its trials. Every policy starts with one batch for
// each model. No policy gives a model more than N trials of a question, except TopTwo and, under
// corrections that are not planned, Power.
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

// rules holds the functions and values that define a policy.
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

// policies holds the rules, indexed by Policy.
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

// Leads reports whether the policy asks which model leads, not for the order of neighbours.
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
// keep the level under the policy, it decides the most pairs, as measured in docs/sequential.md.
func (p Policy) Valid() Correction {
	if p == TopTwo {
		return Mixture
	}
	return Holm
}

// Suits reports whether the correction can be used with the policy. Holm does not suit TopTwo,
// because Holm's looks end at N trials of each model and TopTwo goes beyond.
func (c Correction) Suits(p Policy) bool { return c != Holm || p != TopTwo }

// looksInStep returns the number of looks at a pair of models that get their batches in the same
// rounds, until one of them stops.
func looksInStep(batches int) int { return batches }
func latest(a, b int) int         { return max(a, b) }

// looksOutOfStep returns the number of looks at a pair of models that get batches one at a time,
// so that each batch of either model can bring a new look.
func looksOutOfStep(batches int) int { return 2*batches - 1 }
func together(a, b int) int          { return a + b - 1 }

// commonLook returns the number of the current look at two models that are compared on common
// trials, given the number of looks at each. It is the smaller number.
func commonLook(a, b int) int { return min(a, b) }

// orders returns the number of ordered pairs of models. Each of them is a comparison, because
// chance decides which models are neighbours, and either order of two models is wrong if they
// tie in gold.
func orders(models int) int { return models * (models - 1) }

// leads returns the number of comparisons that can make a wrong model the leader. Such a model
// must beat the best model or, if several models tie for best, one of these must beat another.
func leads(models int) int { return models }

// A plan is a policy under a correction, with its boundaries.
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

// commonField returns the value of the field common for a plan with this correction and policy.
func (c Correction) commonField(p Policy) bool {
	return c == Betting || p == Power || c.stepsDown() && p == Neighbours
}

// newPlans returns the plans of all policies in d, each under the given corrections that suit
// it. looks holds the number of passes at each look. whole is the number of looks up to N
// trials.
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

// families holds the families of comparisons over which step-down corrections split the level.
// Policies that ask the same question share a family.
type families struct {
	models, whole  int
	pairs, leaders *family
}

// newFamilies returns the families for a number of models, given the numbers of passes at the
// looks up to N trials.
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

// newPlan returns the plan of policy p under correction c. looks is the number of looks up to
// the largest number of trials that TopTwo can give a model.
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

// spendOnAll gives a batch to every model.
func (g *game) spendOnAll() bool {
	more := false
	for model := range g.taken {
		more = g.give(model) || more
	}
	return more
}

// spendOnWide gives a batch to every model whose interval is too wide, judged by the σ of "Don't
// Pass@k".
func (g *game) spendOnWide() bool {
	more := false
	for model := range g.taken {
		if g.width(model) > g.sigma {
			more = g.give(model) || more
		}
	}
	return more
}

// width returns the σ that determines the width of a model's interval. It does not depend on the
// metric that the decision rule compares.
func (g *game) width(model int) float64 {
	if g.now != nil {
		return g.now.estimates[model].Sigma
	}
	return g.path.estimateAfter(g.taken[model], model).Sigma
}

// spendOnClosest gives a batch to each model of the pair of neighbours with the smallest |z|. It
// considers only undecided pairs that have trials left and are within reach.
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

// givePair gives a batch to each of two models that has a batch left, and returns the number of
// batches given. If models are compared on common trials and one has fewer trials, only that
// model gets a batch.
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

// giveOne gives a batch to one model of a pair, and returns the number of batches given, 0 or 1.
// In simulations, Power gives no batch that would make all models together spend more than under
// All.
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

// spendUntilLed gives a batch to every model until there is a leader.
func (g *game) spendUntilLed() bool { return g.calls == 0 && g.hasChallenger() && g.spendOnAll() }

// hasChallenger reports whether some model that is within reach is not separated from the leader
// yet.
func (g *game) hasChallenger() bool {
	return slices.ContainsFunc(g.order[1:], func(other int) bool {
		return !g.declared[g.pairIndex(g.order[0], other)] && !g.isOutOfReach(g.order[0], other)
	})
}

// spendOnTopTwo gives a batch to the leader or to its hardest challenger. It chooses the
// model with the larger gain, unless that model already has all its trials.
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

// gain returns σ²/(batches + 1) for a model. This is the approximate amount by which another
// batch reduces the variance of the model's score.
func (g *game) gain(model int) float64 {
	e := g.estimate(model)
	return e.Sigma * e.Sigma / float64(g.taken[model]+1)
}

// affords reports whether all models together spend no more than under All if another batch is
// given.
func (g *game) affords() bool {
	if g.now != nil {
		return g.now.left
	}
	return g.passesTaken()+g.path.looks[0] <= len(g.taken)*g.path.looks[g.whole-1]
}

// passesTaken returns the number of passes of all models so far.
func (g *game) passesTaken() (passes int) {
	for _, looks := range g.taken {
		passes += g.path.looks[looks-1]
	}
	return passes
}
