package budget

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/pmf"
	"settle/sim"
)

// fires is the probability that n ≥ 1 trials of each question tell two models apart in
// the right order: that z of section 2.5 is at least the quantile, the first model
// ahead. The truth is taken for known. Both the lead and the σ that it is compared
// with are random:
//
//   - for one question and up to singleTrials trials, all outcomes are added up;
//   - where At is exact, so is the distribution of the lead, and the rule's σ² given
//     the lead is taken for normal, with its regression on the lead;
//   - else the lead less the quantile times σ is taken for normal, σ linear in σ².
//
// For graded outcomes and uneven priors, the third takes σ² for its mean.
// docs/budget.md says how far all that is from simulated evaluations.
func (m *Models) fires(above, below, n int, quantile float64) float64 {
	if !m.exact(n) {
		return m.rule(above, below, n).fires(quantile)
	}
	if m.Questions == 1 && n <= singleTrials {
		return m.singleFires(above, below, n, quantile)
	}
	r := m.rule(above, below, n)
	slope, residual := 0.0, r.variance
	if r.leadVariance > 0 {
		slope = r.covariance / r.leadVariance
		residual -= float64(slope * r.covariance)
	}
	sd := math.Sqrt(max(residual, 0))
	var chance float64
	before := int(math.Round(m.difference(above, below).lead))
	sim.EachLead(m.chances(above), m.chances(below), before, n, func(lead int, probability float64) {
		if lead <= 0 {
			return
		}
		allowed := float64(lead) / quantile
		mean := r.mean + float64(slope*(float64(lead)-r.lead))
		chance += float64(probability * normalBelow(float64(allowed*allowed)-mean, sd))
	})
	return min(max(chance, 0), 1)
}

// singleTrials is up to how many trials of a single question all outcomes are added up.
const singleTrials = 2000

// normalBelow is the probability that a normal variable of mean 0 is at most x; it may
// have no variance.
func normalBelow(x, sd float64) float64 {
	const rounding = 1e-9
	if sd <= rounding*math.Abs(x) || sd == 0 {
		if x >= 0 {
			return 1
		}
		return 0
	}
	return distuv.UnitNormal.CDF(x / sd)
}

// singleFires adds up the outcomes of a single question that tell two models apart.
func (m *Models) singleFires(above, below, n int, quantile float64) (chance float64) {
	first, second := make([]float64, n+1), make([]float64, n+1)
	pmf.Binomial(first, m.outcome[above][0].mean)
	pmf.Binomial(second, m.outcome[below][0].mean)
	a, b := m.start[above][0].sum, m.start[below][0].sum
	mass := float64(m.mass + n)
	square := quantile * quantile / (mass + 1)
	for i, p := range first {
		for j, q := range second {
			up, down := a+float64(i), b+float64(j)
			lead := up - down
			if lead > 0 && lead*lead >= square*(float64(up*(mass-up))+float64(down*(mass-down))) {
				chance += float64(p * q)
			}
		}
	}
	return chance
}

// rule is how far the better of two models is ahead after n trials, and the variance
// that the rule compares this with, σ² of both models: means, variances and covariance,
// in units of difference.after.
type rule struct {
	lead, leadVariance         float64
	mean, variance, covariance float64
}

func (m *Models) rule(above, below, n int) (r rule) {
	r.lead, r.leadVariance = m.difference(above, below).after(n)
	scale := float64(m.Questions) * float64(m.mass+n)
	r.mean = scale * scale * (m.posteriorVariance(above, n) + m.posteriorVariance(below, n))
	if !m.binary || m.uneven {
		return r
	}
	upVariance, up := m.ruleMoments(above, n)
	downVariance, down := m.ruleMoments(below, n)
	over := float64(m.mass + n + 1)
	r.variance = (upVariance + downVariance) / (over * over)
	r.covariance = (up - down) / over
	return r
}

// ruleMoments are the variance of Σ (a + c)(T − a − c) over questions and its covariance
// with Σ c, c successes in n trials, a before them, T = C + 1 + D + n. With x = c − np
// that is a constant plus g·x − x², g = T − 2a − 2np.
func (m *Models) ruleMoments(model, n int) (variance, covariance float64) {
	trials, mass := float64(n), float64(m.mass+n)
	for q, o := range m.outcome[model] {
		g := mass - float64(2*m.start[model][q].sum) - float64(2*trials*o.mean)
		second := trials * o.variance // the central moments of a binomial
		third := float64(second * (1 - float64(2*o.mean)))
		fourth := float64(3*second*second) + float64(second*(1-float64(6*o.variance)))
		variance += float64(g*g*second) - float64(2*g*third) + fourth - float64(second*second)
		covariance += float64(g*second) - third
	}
	return variance, covariance
}

// fires is the probability that the lead is at least the quantile times σ.
func (r rule) fires(quantile float64) float64 {
	root := math.Sqrt(r.mean)
	margin := r.lead - float64(quantile*root*(1-r.variance/float64(8*r.mean*r.mean)))
	variance := r.leadVariance + float64(quantile*quantile*r.variance/(4*r.mean)) - float64(quantile*r.covariance/root)
	return normalBelow(margin, math.Sqrt(max(variance, 0)))
}

// times is the rule with so many times the questions, all of the same kinds: sums over
// questions are so many times as large.
func (r rule) times(questions float64) rule {
	return rule{
		lead: questions * r.lead, leadVariance: questions * r.leadVariance,
		mean: questions * r.mean, variance: questions * r.variance, covariance: questions * r.covariance,
	}
}

// Power is how many trials of each question tell a pair apart with a wanted
// probability: the rule is that z of section 2.5 is at least the quantile of the
// confidence, the better model ahead. Where the truth is known, that is over fresh
// evaluations. Else it is over what the board leaves open: over the chances behind its
// questions and over the trials that are still to run beside its own (assurance), and
// the better model is the one that the board has ahead.
type Power struct {
	Trials int     // of each question in all, 0 for none up to MaxTrials
	Chance float64 // with them
	ToRun  int64   // of the Trials on all questions of both models, how many are not made
	Apart  bool    // the board tells the pair apart already: nothing is to run

	// Limit is the chance with trials without end: 1 for known chances that differ,
	// else the probability that the order is the board's.
	Limit float64

	// Low and High are quantiles, central with the probability Within, of the trials
	// that a fresh evaluation would need, to first order, over what the board leaves
	// open, whichever model is better: 0 for more than MaxTrials, or where the truth is
	// known.
	Low, High int
}

// Within is the probability between Low and High of Power.
const Within = 0.8

// knownPower finds the Power of a pair whose truth is known. The chance rises with n but
// for steps of the lattice of successes; what is found is an n at which it passes the
// wanted one.
func (m *Models) knownPower(ctx context.Context, above, below int, quantile, wanted float64) (p Power) {
	p.Limit = 1
	normal := func(n int) float64 { return m.rule(above, below, n).fires(quantile) }
	low := m.valley(normal, wanted)
	guess := smallest(func(n int) bool { return normal(n) >= wanted }, low, 1)
	p.Trials, p.Chance = smallestWith(ctx, low, guess, func(n int) (float64, bool) {
		chance := m.fires(above, below, n, quantile)
		return chance, chance >= wanted
	})
	p.ToRun = 2 * int64(m.Questions) * int64(p.Trials)
	return p
}
