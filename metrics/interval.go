package metrics

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/pmf"
	"settle/internal/quoted"
	"settle/results"
)

// avgWithRule is avg@N of outcomes worth 0 and 1, with an interval that follows a rule
// from the literature instead of the metric's own Estimate. It serves for comparison.
type avgWithRule struct {
	*weightedMetric
	estimate func(p pooledOutcomes) Estimate
}

// pooledOutcomes holds the outcomes of one model: the number of successes among the
// trials of all questions together, and the tally with the successes of each question.
type pooledOutcomes struct {
	score     float64
	successes float64
	trials    float64 // number of trials of all questions together
	t         *results.Tally
	model     int
}

// A rule is a method from the literature to compute an interval.
type rule struct {
	name     string
	doc      string
	estimate func(p pooledOutcomes) Estimate
}

// rules lists the intervals that avg can have instead of its own interval.
var rules = []rule{
	{"clt", "p̂ ± z·√(p̂(1 − p̂)/MN)", clt},
	{"within", "p̂ ± z times the standard error of the means of single runs", withinRule},
	{"clustered", "questions as clusters (Miller 2024)", clusteredRule},
	{"wilson", "Wilson's interval of one proportion", wilson},
	{"jeffreys", "quantiles of Beta(k + ½, MN − k + ½)", jeffreys},
	{"clopper-pearson", "the exact interval of one proportion", clopperPearson},
	{"bootstrap", "percentiles of all resamples within questions", bootstrapRule},
}

// newAvg makes avg@N. parameters is the suffix of its name that selects an interval,
// such as ":wilson"; without a suffix, avg@N has its own interval.
func newAvg(parameters string, o Options) (Metric, error) {
	if parameters == "" {
		return Avg(o.Weights), nil
	}
	var names []string
	for _, r := range rules {
		if parameters == ":"+r.name {
			return avgBy(r, o.Weights)
		}
		names = append(names, "avg:"+r.name)
	}
	return nil, fmt.Errorf("unknown interval %s; use avg, %s", quoted.Text(strings.TrimPrefix(parameters, ":")), strings.Join(names, ", "))
}

func avgBy(r rule, w Weights) (Metric, error) {
	if !slices.Equal(w.integers, Binary.integers) || w.common != 1 {
		return nil, errors.New("the interval requires binary outcomes with the weights 0 and 1")
	}
	avg := Avg(w).(*weightedMetric)
	avg.name += ":" + r.name
	return &avgWithRule{avg, r.estimate}, nil
}

// Estimate returns the score of avg@N with the interval that the rule gives. All
// questions of the tally must have the same number of trials; otherwise the share of
// correct trials differs from the mean over questions.
func (m *avgWithRule) Estimate(t *results.Tally, model int) Estimate {
	must(checkTally(m, t))
	return m.estimate(pooledOutcomes{
		score: m.Score(t, model), successes: float64(t.Totals[model]), trials: float64(t.Outcomes(model)),
		t: t, model: model,
	})
}

// share returns the share of correct trials among all trials of a question.
func (p pooledOutcomes) share(question int) float64 {
	return float64(p.t.Row(p.model)[question]) / float64(p.t.Trials)
}

// outcomeDeviation returns the standard deviation of the share of correct trials,
// assuming that all trials have the same probability of success.
func (p pooledOutcomes) outcomeDeviation() float64 {
	return math.Sqrt(p.score * (1 - p.score) / p.trials)
}

// clt returns the interval p̂ ± z·√(p̂(1 − p̂)/MN), where p̂ is the share of correct
// trials. It assumes that all outcomes are independent and have the same probability of
// success.
func clt(p pooledOutcomes) Estimate { return Estimate{Mu: p.score, Sigma: p.outcomeDeviation()} }

// withinRule uses the standard error over repeated runs of the same questions, √(Σ
// p̂_q(1 − p̂_q)/(N − 1))/M, where p̂_q is the share of correct trials of question q. A
// single run does not determine this standard error, which is then set to 0.
func withinRule(p pooledOutcomes) Estimate {
	var sum float64
	for q := range p.t.Questions {
		sum += float64(p.share(q) * (1 - p.share(q)))
	}
	return Estimate{Mu: p.score, Sigma: math.Sqrt(sum/max(1, float64(p.t.Trials-1))) / float64(p.t.Questions)}
}

// clusteredRule uses the standard error of a mean over questions, √(Σ(p̂_q − p̂)²)/M,
// where p̂_q is the share of correct trials of question q and p̂ is their mean. The
// trials of a question form a cluster (Miller 2024, "Adding Error Bars to Evals",
// section 2.2). The interval is for the mean over all questions similar to the
// questions of the board.
func clusteredRule(p pooledOutcomes) Estimate {
	var sum float64
	for q := range p.t.Questions {
		d := p.share(q) - p.score
		sum += float64(d * d)
	}
	return Estimate{Mu: p.score, Sigma: math.Sqrt(sum) / float64(p.t.Questions)}
}

// wilson returns Wilson's interval. Like clt, it assumes that all outcomes are
// independent and have the same probability of success. Comparisons of models use the
// standard deviation that clt computes.
func wilson(p pooledOutcomes) Estimate {
	return Estimate{Mu: p.score, Sigma: p.outcomeDeviation(), law: wilsonLaw{p.successes, p.trials}}
}

// jeffreys returns Jeffreys' interval for k correct trials of MN: quantiles of Beta(k +
// ½, MN − k + ½), with the standard deviation of this distribution.
func jeffreys(p pooledOutcomes) Estimate {
	a, b := p.successes+0.5, p.trials-p.successes+0.5
	return Estimate{
		Mu: p.score, Sigma: math.Sqrt(a / (a + b) * (b / (a + b)) / (a + b + 1)), law: betaLaw{p.successes, p.trials, 0.5, 0.5},
	}
}

// clopperPearson returns the interval of all probabilities of success that a binomial
// test does not reject, assuming that all trials have the same probability. Comparisons
// of models use the standard deviation that clt computes.
func clopperPearson(p pooledOutcomes) Estimate {
	return Estimate{Mu: p.score, Sigma: p.outcomeDeviation(), law: betaLaw{p.successes, p.trials, 0, 1}}
}

// wilsonLaw gives Wilson's interval (1927): all probabilities p whose distance from the
// observed share of successes is at most z·√(p(1 − p)/n). n is the number of trials,
// and z is the normal quantile for the confidence.
type wilsonLaw struct{ successes, trials float64 }

func (l wilsonLaw) interval(confidence float64) (lo, hi float64) {
	z := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	n, p := l.trials, l.successes/l.trials
	mass := 1 + float64(z*z)/n
	centre := (p + float64(z*z)/(2*n)) / mass
	half := float64(z / mass * math.Sqrt(float64(p*(1-p))/n+float64(z*z)/(4*n*n)))
	return max(0, centre-half), min(1, centre+half)
}

// betaLaw gives an interval for the probability of success after k successes in n
// trials. Its ends are a quantile of Beta(k + low, n − k + high) and a quantile of
// Beta(k + high, n − k + low). low and high are ½ and ½ for Jeffreys, and 0 and 1 for
// Clopper and Pearson. The lower end is 0 if no trial is correct, and the upper end is
// 1 if all are.
type betaLaw struct{ successes, trials, low, high float64 }

func (l betaLaw) interval(confidence float64) (lo, hi float64) {
	tail := float64((1 - confidence) / 2)
	lo, hi = 0, 1
	if l.successes > 0 {
		lo = mathext.InvRegIncBeta(l.successes+l.low, l.trials-l.successes+l.high, tail)
	}
	if l.successes < l.trials {
		hi = mathext.InvRegIncBeta(l.successes+l.high, l.trials-l.successes+l.low, 1-tail)
	}
	return lo, hi
}

// bootstrapRule uses the exact distribution of all bootstrap resamples of the trials
// within each question. In a resample, question q has Bin(N, p̂_q) successes, so the
// total is a sum of independent binomial numbers.
func bootstrapRule(p pooledOutcomes) Estimate {
	var sum float64
	questions := make([]int, p.t.Trials+1)
	for q, successes := range p.t.Row(p.model) {
		questions[successes]++
		sum += float64(p.share(q) * (1 - p.share(q)))
	}
	law := &latticeLaw{from: p.t.Trials * questions[p.t.Trials], mass: []float64{1}, trials: p.trials}
	for c := 1; c < p.t.Trials; c++ {
		if questions[c] > 0 {
			law.add(questions[c]*p.t.Trials, float64(c)/float64(p.t.Trials))
		}
	}
	return Estimate{
		Mu: p.score, Sigma: math.Sqrt(sum/float64(p.t.Trials)) / float64(p.t.Questions), law: law,
	}
}

// latticeLaw is the distribution of the total number of successes. mass[i] is the
// probability that this number is from + i.
type latticeLaw struct {
	from   int
	mass   []float64
	trials float64
}

// add includes further independent trials with the given chance of success in the
// distribution. It drops totals with a probability below 10⁻²⁰.
func (l *latticeLaw) add(trials int, chance float64) {
	const least = 1e-20
	binomial := make([]float64, trials+1)
	pmf.Binomial(binomial, chance)
	first := slices.IndexFunc(binomial, func(x float64) bool { return x > least })
	last := trials
	for binomial[last] <= least {
		last--
	}
	sum := make([]float64, len(l.mass)+last-first)
	for i, x := range l.mass {
		for j, y := range binomial[first : last+1] {
			sum[i+j] += float64(x * y)
		}
	}
	from := slices.IndexFunc(sum, func(x float64) bool { return x > least })
	to := len(sum)
	for sum[to-1] <= least {
		to--
	}
	l.mass, l.from = sum[from:to], l.from+first+from
}

func (l *latticeLaw) interval(confidence float64) (lo, hi float64) {
	tail := float64((1 - confidence) / 2)
	return l.quantile(tail), l.quantile(1 - tail)
}

// quantile returns the p-quantile of the share of successes in a resample. This is the
// smallest share x such that a resample has a share of at most x with a probability of
// at least p.
func (l *latticeLaw) quantile(p float64) float64 {
	var sum float64
	for i, x := range l.mass {
		if sum += x; sum >= p {
			return float64(l.from+i) / l.trials
		}
	}
	return float64(l.from+len(l.mass)-1) / l.trials
}
