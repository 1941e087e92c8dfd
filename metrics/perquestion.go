package metrics

import (
	"context"
	"fmt"
	"math/big"

	"settle/results"
)

// A PerQuestion is a metric of binary outcomes. It is the mean over questions of a
// function of the number of successes c and the number of trials n.
type PerQuestion struct {
	name       string
	first      int
	numerators numerators
	aim        *UStatistic // the metric whose target it estimates; nil if unknown
	portion    portion
}

// NewPerQuestion returns a metric with the given name that has scores for n ≥ first.
// numerators must return, for any such n, the scores of one question for c = 0..n
// successes, as integers over one positive denominator. The metric is not an Estimator;
// NewUStatistic makes metrics that are.
func NewPerQuestion(name string, first int, numerators func(n int) (num []*big.Int, den *big.Int)) *PerQuestion {
	return &PerQuestion{name: name, first: first, numerators: numeratorsFromList(numerators)}
}

// Name returns the name of the metric as Parse reads it.
func (m *PerQuestion) Name() string { return m.name }

// FirstTrial returns the smallest number of trials per question for which there is a
// score.
func (m *PerQuestion) FirstTrial() int { return m.first }

// Check returns an error for graded outcomes and for too few trials.
func (m *PerQuestion) Check(top, trials int) error {
	if err := m.checkBinary(top); err != nil {
		return err
	}
	return checkTrials(m, trials)
}

func (m *PerQuestion) checkBinary(top int) error {
	if top != 1 {
		return fmt.Errorf("%s requires binary outcomes, but the board has categories 0..%d", m.name, top)
	}
	return nil
}

// Score returns the model's mean score over questions, computed exactly and rounded
// once.
func (m *PerQuestion) Score(t *results.Tally, model int) float64 {
	must(checkTally(m, t))
	return scoreOf(m, t, model)
}

// exactScores returns the exact scores of the given models, which are means over
// questions, as integers over a common denominator.
func (m *PerQuestion) exactScores(ctx context.Context, t *results.Tally, models []int) (fractions, error) {
	counts := newByTrials(t)
	for i, model := range models {
		for q, successes := range t.Row(model) {
			if counts.unequal && !counts.turnTo(model, q) {
				continue
			}
			counts.current.add(int(successes), i, 1)
		}
	}
	sums, err := counts.sums(ctx, m.numerators, len(models))
	if err != nil {
		return fractions{}, err
	}
	return sums.means(t, models), nil
}

// newReaching returns a metric whose value is the probability that at least a given
// number of k trials are correct. This number, needed, must be at least 1.
func newReaching(name string, k, needed int) *UStatistic {
	m := newUStatistic(name, k, reachProbability(k, needed), stairs(k, needed))
	switch needed {
	case 1: // C(n, k) − C(n−c, k)
		m.portion = lastPart
	case k: // C(c, k)
		m.portion = firstPart
	}
	return m
}

// PassAtK returns the unbiased Pass@k (Eq. 21), the probability that at least one of k
// trials is correct. The k trials are drawn from n without replacement.
func PassAtK(k int) *UStatistic {
	return newReaching(fmt.Sprintf("pass@%d", k), k, 1)
}

// PassHatK returns Pass^k (Eq. 22), the probability that all of k trials are correct.
func PassHatK(k int) *UStatistic {
	return newReaching(fmt.Sprintf("pass^%d", k), k, k)
}

// GPassAtK returns G-Pass@k_τ (Eq. 23), the probability that at least ⌈τ·k⌉ of k trials
// are correct, and at least one. With τ = 0 it is therefore Pass@k.
func GPassAtK(k int, tau Threshold) *UStatistic {
	return newReaching(fmt.Sprintf("gpass@%d:%s", k, tau), k, max(1, tau.Of(k)))
}

// MGPassAtK returns mG-Pass@k (Eq. 24), twice the area under G-Pass@k_τ for τ from ½ to
// 1. As in the definition by the metric's authors, it is computed as 2/k · Σ
// G-Pass@k_{i/k} for i from ⌈k/2⌉+1 to k. For odd k a perfect model therefore scores (k
// − 1)/k. For k = 1 the sum is empty and every model scores 0.
func MGPassAtK(k int) *UStatistic {
	from := (k+1)/2 + 1
	return newUStatistic(fmt.Sprintf("mgpass@%d", k), k, meanReachProbability(k, from), ramp(k, from))
}

// MajAtK returns Maj@k, the probability that more than half of k trials are correct.
// The k trials are drawn from n without replacement. If exactly half are correct, the
// vote is tied and counts as wrong. Binary outcomes do not distinguish wrong answers,
// so all wrong trials vote for one answer. Maj@k is therefore a lower bound for a vote
// among the answers themselves.
func MajAtK(k int) *UStatistic {
	return newReaching(fmt.Sprintf("maj@%d", k), k, k/2+1)
}

// AUCAtK returns the area under Pass@1..Pass@k by the trapezoidal rule, divided by the
// width k − 1: (½·Pass@1 + Pass@2 + … + Pass@(k−1) + ½·Pass@k) / (k − 1). For k = 1 the
// width is 0, and AUCAtK is Pass@1.
func AUCAtK(k int) *UStatistic {
	if k == 1 {
		return newReaching("auc@1", 1, 1)
	}
	return newUStatistic(fmt.Sprintf("auc@%d", k), k, areas(k), arch(k))
}

// GapAtK returns Pass@k minus Pass@1, the gain of k trials over a single trial. If any
// of k trials is correct, the kernel is 1 minus the share of correct trials; otherwise
// it is 0. The standard error is therefore the standard error of a difference on the
// same trials.
func GapAtK(k int) *UStatistic {
	gap := gaps(k)
	return newUStatistic(fmt.Sprintf("gap@%d", k), k, gap, gap.kernel(k))
}

// PassNaiveAtK returns the plug-in estimate 1 − (1 − c/n)^k, a biased estimator of
// Pass@k that the paper plots as the naive variant. Like the unbiased Pass@k, it has
// scores for n ≥ k.
func PassNaiveAtK(k int) *PerQuestion {
	return &PerQuestion{name: fmt.Sprintf("pass-naive@%d", k), first: k, numerators: powers(k), aim: PassAtK(k), portion: lastPart}
}
