package sequential

import (
	"math"
	"slices"

	"settle/internal/enum"
)

// Policy is how an evaluation spends its trials. Every policy begins with one
// batch for each model. TopTwo can give a model more than N trials of each question,
// and so can Power under corrections that are not planned; the others cannot.
type Policy int

const (
	// All gives N trials to every model.
	All Policy = iota

	// HalfWidth stops a model when its interval is narrow enough.
	HalfWidth

	// Neighbours gives each batch to the two neighbours in the order that are
	// the least resolved: of those without a call, the ones with the least z.
	Neighbours

	// Leader gives every model the same until the leader is called better
	// than all others.
	Leader

	// TopTwo gives each batch to the leader or to its hardest challenger, the one
	// with the least z against it, until the leader is called better than all
	// others or as many trials are spent as All spends. A model may get more than N
	// of them (Russo, "Simple Bayesian algorithms for best-arm identification",
	// 2020; Garivier and Kaufmann 2016).
	TopTwo

	// Power gives each batch to the open pairs with the largest chance of being decided
	// within the horizon per unit of cost, and nothing to pairs out of reach. It compares
	// two models by as many first trials as both have. The horizon is N trials of each
	// question. In simulations it is 2·N under corrections that are not planned; all
	// models together then spend no more than under All.
	Power
)

// rules are what makes a policy.
type rules struct {
	name  string
	spend func(g *game) bool // gives the next batches; false when done
	call  func(g *game)      // looks, and calls what is resolved
	leads bool               // it asks for a leader, and not for the order of neighbours

	// looks is how often one comparison can be looked at, each time with new
	// trials, and look the number of the look, from 1, at two models that
	// themselves have been looked at a and b times.
	looks func(batches int) int
	look  func(a, b int) int

	comparisons func(models int) int // with one wrong direction each
}

// policies are the rules by the policy's number.
var policies = []rules{
	{"all", (*game).spendOnAll, (*game).callNeighbours, false, inStep, latest, orders},
	{"half-width", (*game).spendOnWide, (*game).callNeighbours, false, inStep, latest, orders},
	{"neighbours", (*game).spendOnClosest, (*game).callNeighbours, false, outOfStep, together, orders},
	{"leader", (*game).spendUntilLed, (*game).callLeader, true, inStep, latest, leads},
	{"top-two", (*game).spendOnTopTwo, (*game).callLeader, true, outOfStep, together, leads},
	{"power", (*game).spendOnLikeliest, (*game).callPairs, false, inStep, common, orders},
}

// Policies are the names that ParsePolicy reads.
func Policies() []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.name)
	}
	return names
}

// ParsePolicy returns the policy of one of Policies.
func ParsePolicy(name string) (Policy, error) {
	return enum.Names[Policy](Policies()).Parse("policy", name)
}

// String is the name of the policy, which ParsePolicy reads.
func (p Policy) String() string { return policies[p].name }

// Leads tells whether the policy asks for a leader, and not for the order of
// neighbours.
func (p Policy) Leads() bool { return policies[p].leads }

// Compares tells what the policy's rule compares.
func (p Policy) Compares() string {
	switch {
	case p.Leads():
		return "the leader with all others"
	case p == Power:
		return "all pairs"
	}
	return "neighbours"
}

// Valid is the correction that keeps the level under the policy and decides the most,
// as docs/sequential.md has measured.
func (p Policy) Valid() Correction {
	if p == TopTwo {
		return Mixture
	}
	return Holm
}

// Suits tells whether the correction is made for the policy. Holm's looks are those up
// to N trials of each model, and TopTwo goes beyond.
func (c Correction) Suits(p Policy) bool { return c != Holm || p != TopTwo }

// Models in step get their batches in the same rounds, until one of them stops.
func inStep(batches int) int { return batches }
func latest(a, b int) int    { return max(a, b) }

// Models out of step reach their last look by single batches of either.
func outOfStep(batches int) int { return 2*batches - 1 }
func together(a, b int) int     { return a + b - 1 }

// Models that are compared by common trials are at the look of the one with fewer.
func common(a, b int) int { return min(a, b) }

// orders counts the ordered pairs: which models are neighbours is up to chance,
// and a tie in gold is contradicted by either order.
func orders(models int) int { return models * (models - 1) }

// leads counts the comparisons one of which must be wrong for a wrong leader to
// be called: each model that is not the best must beat the best, and where
// several tie for best, the first of them must beat the second.
func leads(models int) int { return models }

// plan is a policy under a correction, with its boundaries.
type plan struct {
	policy     Policy
	rules      *rules
	correction Correction
	every      []float64 // by look − 1: z at which to call with a look after every batch
	once       []float64 // the same for a single look
	most       int       // looks at the most trials that a model may get
	family     *family   // of a correction that steps down

	// common is whether two models are compared by as many first trials as both have.
	// These are the same whatever was seen before they were run, so that looks at them
	// are as if fixed in advance.
	common bool
}

// common is that of a plan.
func (c Correction) common(p Policy) bool {
	return c == Betting || p == Power || c.stepsDown() && p == Neighbours
}

// newPlans are the plans of all policies under those of the corrections that suit them,
// given the number of looks at N trials and at the most.
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

// families are the comparisons among which corrections that step down share the level
// out, the same for all policies that ask for one thing.
type families struct {
	models, whole  int
	pairs, leaders *family
}

// newFamilies are those of so many models, given the looks at up to N trials.
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

// newPlan is one plan, given the number of looks at the most trials.
func newPlan(d Design, p Policy, c Correction, of families, looks int) plan {
	rules := &policies[p]
	made := plan{policy: p, rules: rules, correction: c, most: of.whole, common: c.common(p)}
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

// spendOnWide gives a batch to every model whose interval by the paper's σ is too wide.
func (g *game) spendOnWide() bool {
	more := false
	for model := range g.taken {
		if g.width(model) > g.sigma {
			more = g.give(model) || more
		}
	}
	return more
}

// width is the σ of a model's interval, whatever the rule compares.
func (g *game) width(model int) float64 {
	if g.now != nil {
		return g.now.estimates[model].Sigma
	}
	return g.path.after(g.taken[model], model).Sigma
}

// spendOnClosest gives a batch to each of the two neighbours with the least z
// that have no call and trials left.
func (g *game) spendOnClosest() bool {
	closest, least := 0, math.Inf(1)
	for place := 1; place < len(g.order); place++ {
		above, below := g.order[place-1], g.order[place]
		if g.known(above, below) || g.spent(above) && g.spent(below) || g.outOfReach(above, below) {
			continue
		}
		// Fewer trials than those of the order may order the two the other way.
		if z := math.Abs(g.z(above, below)); z < least {
			closest, least = place, z
		}
	}
	if closest == 0 {
		return false
	}
	return g.givePair(g.order[closest-1], g.order[closest]) > 0
}

// givePair gives a batch to each of two models, as long as one is left, and returns how many
// it gave. Where only as many trials count as both have, it goes to the one that has fewer.
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

// giveOne is give for one of a pair. In simulations Power gives nothing that would let all
// models together spend more than under All.
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
func (g *game) spendUntilLed() bool { return g.calls == 0 && g.challenged() && g.spendOnAll() }

// challenged reports whether the leader is still to be told from a model within reach.
func (g *game) challenged() bool {
	return slices.ContainsFunc(g.order[1:], func(other int) bool {
		return !g.called[g.ordered(g.order[0], other)] && !g.outOfReach(g.order[0], other)
	})
}

// spendOnTopTwo gives a batch to the leader or to its hardest challenger: to the one
// whose trials leave more open.
func (g *game) spendOnTopTwo() bool {
	if g.calls > 0 || !g.affords() {
		return false
	}
	leader, hardest, least := g.order[0], -1, math.Inf(1)
	for _, other := range g.order[1:] {
		if g.called[g.ordered(leader, other)] || g.spent(leader) && g.spent(other) || g.outOfReach(leader, other) {
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

// gain is how much smaller the variance of a model becomes by one more batch.
func (g *game) gain(model int) float64 {
	e := g.estimate(model)
	return e.Sigma * e.Sigma / float64(g.taken[model]+1)
}

// affords tells whether what All spends leaves another batch.
func (g *game) affords() bool {
	if g.now != nil {
		return g.now.left
	}
	return g.passesTaken()+g.path.looks[0] <= len(g.taken)*g.path.looks[g.whole-1]
}

// passesTaken returns the passes of all models so far.
func (g *game) passesTaken() (passes int) {
	for _, looks := range g.taken {
		passes += g.path.looks[looks-1]
	}
	return passes
}
