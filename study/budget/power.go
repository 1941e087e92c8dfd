package budget

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/pmf"
	"settle/sim"
)

// fires returns the probability that n ≥ 1 trials of each question separate two models in the
// right order: the first model is ahead, and z (section 2.5 of "Don't Pass@k") is at least the
// quantile. The truth is taken as known. Both the lead and the σ in z are random. There are three
// cases:
//
//   - For one question and up to singleTrials trials, fires sums over all possible outcomes.
//   - Where At is exact, the distribution of the lead is exact. Given the lead, σ² is taken
//     as normal, with its linear regression on the lead.
//   - Otherwise, the lead minus quantile·σ is taken as normal, where σ is approximated as a
//     linear function of σ².
//
// For graded outcomes, and for priors that differ between questions, the third case replaces σ²
// by its mean. docs/budget.md compares these approximations with simulated evaluations.
func (m *Models) fires(above, below, n int, quantile float64) float64 {
	if !m.isExact(n) {
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

// singleTrials is the largest number of trials for which singleFires is used, which sums over all
// possible outcomes of a single question.
const singleTrials = 2000

// normalBelow returns P(X ≤ x) for a normal X with mean 0 and standard deviation sd ≥ 0.
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

// singleFires returns the probability that n trials of the only question on a board separate two
// models in the right order. It sums over all possible outcomes.
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

// A rule holds the moments of two random numbers after n trials per question. One is the lead of
// the better model. The other is the σ² in the denominator of z, summed over both models. Units
// are as in difference.leadAfter.
type rule struct {
	lead, leadVariance         float64 // mean and variance of the lead
	mean, variance, covariance float64 // mean and variance of σ², and its covariance with the lead
}

func (m *Models) rule(above, below, n int) (r rule) {
	r.lead, r.leadVariance = m.difference(above, below).leadAfter(n)
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

// ruleMoments returns the variance of S, a sum over questions that determines σ², and the
// covariance of S with the number of successes. A question with c
// successes in n trials contributes (a + c)(T − a − c), where a is the prior's number of successes
// plus 1, and T is n plus all pseudo-counts of the prior (the paper's C + 1 + D). With x = c − np,
// where p is the success probability, this is a constant plus g·x − x², where g = T − 2a − 2np.
func (m *Models) ruleMoments(model, n int) (variance, covariance float64) {
	trials, mass := float64(n), float64(m.mass+n)
	for q, o := range m.outcome[model] {
		g := mass - float64(2*m.start[model][q].sum) - float64(2*trials*o.mean)
		second := trials * o.variance // central moments of a binomial
		third := float64(second * (1 - float64(2*o.mean)))
		fourth := float64(3*second*second) + float64(second*(1-float64(6*o.variance)))
		variance += float64(g*g*second) - float64(2*g*third) + fourth - float64(second*second)
		covariance += float64(g*second) - third
	}
	return variance, covariance
}

// fires returns the probability that the better model's lead is at least quantile·σ, so that the
// rule separates the models. It uses the normal approximation.
func (r rule) fires(quantile float64) float64 {
	root := math.Sqrt(r.mean)
	margin := r.lead - float64(quantile*root*(1-r.variance/float64(8*r.mean*r.mean)))
	variance := r.leadVariance + float64(quantile*quantile*r.variance/(4*r.mean)) - float64(quantile*r.covariance/root)
	return normalBelow(margin, math.Sqrt(max(variance, 0)))
}

// scale returns the rule for a board with the same kinds of questions, but factor times as many
// of them. Every sum over questions is multiplied by factor.
func (r rule) scale(factor float64) rule {
	return rule{
		lead: factor * r.lead, leadVariance: factor * r.leadVariance,
		mean: factor * r.mean, variance: factor * r.variance, covariance: factor * r.covariance,
	}
}

// A Power holds the number of trials per question that separates a pair of models with a given
// probability, the power. A pair is separated if the better model is ahead and z (section 2.5 of
// "Don't Pass@k") is at least the quantile of the confidence.
//
// If the truth is known, the probability is over new evaluations. Otherwise it is over the
// posterior of the success probabilities and over the trials that are added to the board
// (assurance). The better model is then the model that is ahead on the board.
type Power struct {
	Trials    int     // total trials per question; 0 if no number up to MaxTrials is enough
	Chance    float64 // the power reached with Trials
	ToRun     int64   // trials still to run, on all questions of both models
	Separated bool    // the board already separates the pair: nothing to run

	// Limit is the power with unlimited trials. It is 1 if the success probabilities are
	// known and differ, otherwise the posterior probability that the board has the right
	// order.
	Limit float64

	// Low and High bound the number of trials per question with which a fresh evaluation
	// reaches the power, whichever model is better. They are a central interval with
	// posterior probability Within, to first order. A bound is 0 if it exceeds MaxTrials;
	// both are 0 if the truth is known.
	Low, High int
}

// Within is the posterior probability that the number of trials needed lies between Power.Low and
// Power.High.
const Within = 0.8

// knownPower finds the number of trials per question that separates a pair with a given
// probability (wanted), if the truth is known. The probability rises with the number n of trials,
// except for small steps down, because the number of successes is a whole number. So it can reach
// the given value at several n, and the result is one of these.
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
