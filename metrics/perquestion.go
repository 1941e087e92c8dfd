package metrics

import (
	"context"
	"fmt"
	"math/big"

	"settle/results"
)

// PerQuestion is a metric of binary outcomes: the mean over questions of a
// function of the successes c among n trials.
type PerQuestion struct {
	name       string
	first      int
	numerators numerators
	aim        *UStatistic // what it estimates, if that is known
	portion    portion
}

// NewPerQuestion returns the metric with the given name, which starts at
// n = first. For any n ≥ first, numerators returns the scores of one question
// with c = 0..n successes as integers over one positive denominator. It is no
// Estimator; see NewUStatistic for metrics that have a posterior.
func NewPerQuestion(name string, first int, numerators func(n int) (num []*big.Int, den *big.Int)) *PerQuestion {
	return &PerQuestion{name: name, first: first, numerators: listed(numerators)}
}

// Name is the metric in the grammar of Parse.
func (m *PerQuestion) Name() string { return m.name }

// FirstTrial is the smallest n at which there is a score.
func (m *PerQuestion) FirstTrial() int { return m.first }

// Check refuses graded outcomes and too few trials.
func (m *PerQuestion) Check(top, trials int) error {
	if err := m.checkBinary(top); err != nil {
		return err
	}
	return checkTrials(m, trials)
}

func (m *PerQuestion) checkBinary(top int) error {
	if top != 1 {
		return fmt.Errorf("%s needs binary outcomes, but the board has categories 0..%d", m.name, top)
	}
	return nil
}

// Score is the mean over questions, computed exactly and rounded once.
func (m *PerQuestion) Score(t *results.Tally, model int) float64 {
	must(checkTally(m, t))
	return scoreOf(m, t, model)
}

// exactScores are of the numerators.
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

// newReaching returns the chance that at least needed ≥ 1 of k trials are correct.
func newReaching(name string, k, needed int) *UStatistic {
	m := newUStatistic(name, k, reaching(k, needed), stairs(k, needed))
	switch needed {
	case 1: // C(n, k) − C(n−c, k)
		m.portion = lastPart
	case k: // C(c, k)
		m.portion = firstPart
	}
	return m
}

// PassAtK is the unbiased Pass@k (Eq. 21): the chance that at least one of k
// of the n trials, taken without replacement, is correct.
func PassAtK(k int) *UStatistic {
	return newReaching(fmt.Sprintf("pass@%d", k), k, 1)
}

// PassHatK is Pass^k (Eq. 22): the chance that all k are correct.
func PassHatK(k int) *UStatistic {
	return newReaching(fmt.Sprintf("pass^%d", k), k, k)
}

// GPassAtK is G-Pass@k_τ (Eq. 23): the chance that at least ⌈τ·k⌉ of the k are
// correct, and at least one even where τ = 0, which makes it Pass@k there.
func GPassAtK(k int, tau Threshold) *UStatistic {
	return newReaching(fmt.Sprintf("gpass@%d:%s", k, tau), k, max(1, tau.Of(k)))
}

// MGPassAtK is mG-Pass@k (Eq. 24): twice the area under G-Pass@k_τ for τ from
// ½ to 1, as the sum 2/k · Σ G-Pass@k_{i/k} for i from ⌈k/2⌉+1 to k, as the
// metric's authors define it. For odd k a perfect model so scores (k − 1)/k,
// and every model 0 for k = 1, where the sum is empty.
func MGPassAtK(k int) *UStatistic {
	from := (k+1)/2 + 1
	return newUStatistic(fmt.Sprintf("mgpass@%d", k), k, reachingOnAverage(k, from), ramp(k, from))
}

// MajAtK is Maj@k: the chance that the correct ones are the majority of k of the
// n trials, taken without replacement. It takes more than k/2 of them,
// ⌊k/2⌋ + 1: where exactly half are correct, the vote is tied and counts as
// wrong. Binary outcomes do not tell wrong answers apart, so these vote as one,
// which makes Maj@k a lower bound of the vote among the answers themselves.
func MajAtK(k int) *UStatistic {
	return newReaching(fmt.Sprintf("maj@%d", k), k, k/2+1)
}

// AUCAtK is the area under Pass@1..Pass@k by the trapezoidal rule, divided by
// the width k − 1: (½·Pass@1 + Pass@2 + … + Pass@(k−1) + ½·Pass@k) / (k − 1).
// For k = 1 it is Pass@1, the mean over a width that vanishes.
func AUCAtK(k int) *UStatistic {
	if k == 1 {
		return newReaching("auc@1", 1, 1)
	}
	return newUStatistic(fmt.Sprintf("auc@%d", k), k, areas(k), arch(k))
}

// GapAtK is Pass@k less Pass@1: by how much more often one of k trials is correct than
// a single one is. Of k trials it is 1 less their share of correct ones, if any is, so
// that its standard error is that of the difference on the same trials.
func GapAtK(k int) *UStatistic {
	gap := gaps(k)
	return newUStatistic(fmt.Sprintf("gap@%d", k), k, gap, gap.kernel(k))
}

// PassNaiveAtK is the plug-in 1 − (1 − c/n)^k, the biased estimator of Pass@k
// that the paper plots as the naive variant. Like the others it starts at
// n = k.
func PassNaiveAtK(k int) *PerQuestion {
	return &PerQuestion{name: fmt.Sprintf("pass-naive@%d", k), first: k, numerators: powers(k), aim: PassAtK(k), portion: lastPart}
}
