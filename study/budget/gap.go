package budget

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/sim"
)

// A Gap describes a better and a worse model that have no results yet. On M questions, the
// success probabilities of each model are quantiles of a Beta distribution (see sim.Quantiles).
// So the success probabilities are fixed, and only the trials are random.
type Gap struct {
	Gap       float64 // difference of the true means, in (0, 1)
	Mean      float64 // mean of both models: the true means are Mean ± Gap/2, both in (0, 1)
	Questions int     // M, from 1 to MaxGapQuestions

	// SD is the standard deviation of a model's success probabilities over the questions. If
	// it is negative, the standard deviation is chosen so that half of a trial's variance
	// lies between questions.
	SD float64

	// Correlation is the correlation between the success probabilities of the two models
	// over the questions, in [0, 1]. It matters only if the questions are a sample from a
	// population.
	Correlation float64
}

// usualShare is the assumed share of the variance of a single trial that lies between questions.
// Measured shares are 0.3 to 0.6 for models on stand-ins of AIME'25 and HMMT'25, 0.7 to 0.8 on
// EvalPerf, and 0.05 for the coins of "Don't Pass@k".
const usualShare = 0.5

// MaxGapQuestions is the largest number of questions that a Gap can have.
const MaxGapQuestions = 100_000

// A GapPlan holds the numbers of trials that separate the two models of a Gap. All these numbers
// are per question and per model. A number of 0 means that more than MaxTrials are needed.
type GapPlan struct {
	Gap      Gap
	Options  PlanOptions
	Quantile float64    // the z that separates two models
	Means    [2]float64 // true means of the better and the worse model
	SDs      [2]float64 // standard deviations of the success probabilities of these models over the M questions

	ToSeparate int // smallest number of trials with which the rule separates the models in the right order with probability Options.Power
	Right      int // smallest number of trials with which the better model is ahead with probability Options.Power; a tie counts as half
	Even       int // number of trials from which the expected |z| is at least the quantile

	// Between is the variance of the models' difference between questions. Within is the
	// variance of the difference of one trial of each model at a question, averaged over
	// questions. Both refer to the population from which the questions are a sample. Least
	// is the number of questions that such a sample must have if there are unlimited trials
	// of each.
	Between, Within float64
	Least           int

	Points []GapPoint // by N ascending, without duplicates
}

// A GapPoint holds the expected results of n trials per question.
type GapPoint struct {
	Point
	Separated float64 // probability that the rule separates the models in the right order

	// Noise is the probability that the scores of two equally good models, with the mean
	// Mean and the same spread, differ by at least the gap in either direction.
	Noise float64

	// HalfWidth is the half-width of the 95 % interval of a model's mean on these questions
	// by Bayes@N: 1.96 times the square root of the mean of σ². It is given for the model
	// with the wider interval.
	HalfWidth float64

	// These is the number of questions of the same kinds with which the models are separated
	// with probability Options.Power, if there are n trials of each. Sampled is the number
	// that is needed if the questions are a sample and the claim is about their population.
	// Both use the normal approximation; 0 means more than MaxTrials.
	These, Sampled int
}

// gapExact is the largest total number of trials, over all questions, for which the results in a
// GapPlan are exact. For more trials, the error of the normal approximation is below 0.002.
const gapExact = 12000

// gapPoints is the number of points that a figure needs for a smooth line.
const gapPoints = 40

// Plan finds the numbers of trials that separate the two models. It also computes the expected
// results at several numbers of trials: those in o.At, those that Plan finds, and enough others
// to draw a smooth line that starts at 1. It uses only the options Confidence, Power and At. It
// fails if no such models exist, if the options are out of range (see Models.Plan), or if ctx
// ends.
func (g Gap) Plan(ctx context.Context, o PlanOptions) (*GapPlan, error) {
	quantile, err := Quantile(o.Confidence)
	if err != nil {
		return nil, err
	}
	if o.Power == 0 {
		o.Power = DefaultPower
	}
	coins, null, err := g.coins()
	if err != nil {
		return nil, err
	}
	p := &GapPlan{Gap: g, Options: o, Quantile: quantile}
	copy(p.Means[:], coins.Means())
	m, same := knownModels(coins), knownModels(null)
	d := m.difference(0, 1)
	p.ToSeparate = m.knownPower(ctx, 0, 1, quantile, o.Power).Trials
	p.Right = smallest(func(n int) bool { return ctx.Err() != nil || m.At(0, 1, n).Right >= o.Power }, 0, 1)
	normal := smallest(func(n int) bool { return m.normalZ(d, 0, 1, n) >= quantile }, 0, 1)
	p.Even, _ = m.evenOdds(ctx, 0, 1, quantile, normal)
	if err := p.spread(coins); err != nil {
		return nil, err
	}
	p.Least = p.sampledQuestions(math.Inf(1))
	for _, n := range p.numbers() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.Points = append(p.Points, p.pointAt(m, same, n))
	}
	return p, ctx.Err()
}

// coins returns the success probabilities of the better and the worse model, in that order. It
// also returns the success probabilities of two equal models with mean g.Mean (null). coins fails
// if the gap, means, standard deviation, questions or correlation are out of range.
func (g Gap) coins() (coins, null *sim.Coins, err error) {
	half := float64(g.Gap / 2)
	better, other := g.Mean+half, g.Mean-half
	switch {
	case !(g.Gap > 0 && g.Gap < 1):
		return nil, nil, fmt.Errorf("the gap must be above 0 and below 1, not %v", g.Gap)
	case !(other > 0 && better < 1):
		return nil, nil, fmt.Errorf("the means %.6g and %.6g must be above 0 and below 1", better, other)
	case g.Questions < 1 || g.Questions > MaxGapQuestions:
		return nil, nil, fmt.Errorf("the number of questions must be 1 to %d, not %d", MaxGapQuestions, g.Questions)
	case !(g.Correlation >= 0 && g.Correlation <= 1):
		return nil, nil, fmt.Errorf("the correlation must be 0 to 1, not %v", g.Correlation)
	}
	var chances [3][]float64
	for i, mean := range []float64{better, other, g.Mean} {
		concentration, err := g.concentration(mean)
		if err != nil {
			return nil, nil, err
		}
		chances[i] = sim.Quantiles(mean, concentration, g.Questions)
	}
	pair := func(first, second []float64) *sim.Coins {
		return &sim.Coins{
			Models: []string{"better", "other"}, Questions: make([]string, g.Questions), P: [][]float64{first, second},
		}
	}
	coins = pair(chances[0], chances[1])
	if gold := coins.Gold(); gold[0] <= gold[1] {
		return nil, nil, fmt.Errorf("a gap of %v on %d questions is too small: success probabilities are rounded to 1e-6", g.Gap, g.Questions)
	}
	return coins, pair(chances[2], chances[2]), nil
}

// concentration returns the concentration parameter of a Beta distribution of success
// probabilities with the given mean. The variance of the distribution is mean·(1 −
// mean)/(concentration + 1). It fails if g.SD is too large for the mean.
func (g Gap) concentration(mean float64) (float64, error) {
	if g.SD < 0 {
		return 1/usualShare - 1, nil
	}
	most := math.Sqrt(mean * (1 - mean))
	if !(g.SD < most) {
		return 0, fmt.Errorf("the standard deviation of success probabilities with mean %.6g must be below %.4g, not %v", mean, most, g.SD)
	}
	return mean*(1-mean)/(g.SD*g.SD) - 1, nil
}

// knownModels returns models without results whose true success probabilities are in coins.
func knownModels(coins *sim.Coins) *Models {
	m := &Models{
		Questions: len(coins.Questions), Known: true, levels: coins.Gold(),
		mass: 2, binary: true, values: metrics.Binary.Floats(), mostExact: gapExact,
	}
	for model, p := range coins.P {
		m.outcome = append(m.outcome, knownOutcomes(p))
		m.start = append(m.start, modelStart(metrics.Binary, nil, m.Questions, model))
	}
	return m
}

// spread sets p.SDs to the standard deviations of the success probabilities over the M questions.
// It sets p.Between and p.Within to the variances between and within questions for a population,
// a Beta distribution. The variance over the M questions is smaller than that of the population,
// because a few quantiles vary less than the distribution itself.
func (p *GapPlan) spread(coins *sim.Coins) error {
	var variance [2]float64
	for model, mean := range p.Means {
		p.SDs[model] = stat.PopStdDev(coins.P[model], nil)
		concentration, err := p.Gap.concentration(mean)
		if err != nil {
			return err
		}
		variance[model] = mean * (1 - mean) / (concentration + 1)
		p.Within += float64(mean*(1-mean)) - variance[model]
	}
	p.Between = max(variance[0]+variance[1]-float64(2*p.Gap.Correlation*math.Sqrt(variance[0]*variance[1])), 0)
	return nil
}

// numbers returns, in ascending order, the numbers of trials per question at which the plan has
// points. Some of them are evenly spaced on a logarithmic axis, up to twice the largest number
// that the plan found. The others are round numbers, those in p.Options.At, and those that the
// plan found.
func (p *GapPlan) numbers() []int {
	most := max(p.ToSeparate, p.Right, p.Even, 5)
	if p.ToSeparate == 0 {
		most = MaxTrials
	}
	last := min(2*float64(most), MaxTrials)
	ns := slices.Clone(p.Options.At)
	for step := range gapPoints {
		ns = append(ns, int(math.Round(math.Pow(last, float64(step)/(gapPoints-1)))))
	}
	for mark := 1.0; mark <= last; mark *= 10 { // and round numbers
		ns = append(ns, int(mark), int(min(2*mark, last)), int(min(5*mark, last)))
	}
	ns = append(ns, p.ToSeparate, p.Right, p.Even)
	slices.Sort(ns)
	ns = slices.Compact(ns)
	return ns[slices.IndexFunc(ns, func(n int) bool { return n > 0 }):]
}

// pointAt returns the expected results with n trials per question. m holds the two models of the
// gap. equalModels holds two equally good models.
func (p *GapPlan) pointAt(m, equalModels *Models, n int) GapPoint {
	rule := m.rule(0, 1, n)
	return GapPoint{
		Point: m.At(0, 1, n), Separated: m.fires(0, 1, n, p.Quantile), Noise: equalModels.noise(p.Gap.Gap, n),
		HalfWidth: halfWidth95 * math.Sqrt(max(m.posteriorVariance(0, n), m.posteriorVariance(1, n))),
		These: smallest(func(questions int) bool {
			return rule.scale(float64(questions)/float64(m.Questions)).fires(p.Quantile) >= p.Options.Power
		}, 0, 1),
		Sampled: p.sampledQuestions(float64(n)),
	}
}

// halfWidth95 is half the width of the central 95 % interval of a normal distribution, in
// standard deviations.
var halfWidth95 = distuv.UnitNormal.Quantile(0.975)

// noise returns the probability that the mean scores of two equal models differ by at least gap,
// in either direction, after n trials per question. The gap is rounded up to a whole number of
// successes. For example, 0.1 on 30 questions with one trial each is 3 successes.
func (m *Models) noise(gap float64, n int) (chance float64) {
	const rounding = 1e-9
	least := math.Ceil(float64(gap*float64(m.Questions)*float64(n)*(1-rounding)) - rounding)
	if !m.isExact(n) {
		_, variance := m.difference(0, 1).leadAfter(n)
		return 2 * normalBelow(0.5-least, math.Sqrt(variance))
	}
	sim.EachLead(m.chances(0), m.chances(1), 0, n, func(lead int, probability float64) {
		if math.Abs(float64(lead)) >= least {
			chance += probability
		}
	})
	return min(max(chance, 0), 1)
}

// sampledQuestions returns the number of questions that are needed to separate the models if the
// questions are a random sample. n is the number of trials of each question; it can be +Inf. The
// result is 0 if more than MaxTrials questions are needed. It is at least 2, because one question
// shows no variance.
//
// On M questions, the estimated gap has variance (Between + Within/n)/M. The true gap, divided by
// the standard deviation, must be the sum of the quantiles of confidence and power. This is the
// sample size of Miller, "Adding error bars to evals", arXiv:2411.00640, with one-sided
// quantiles. Half the squared quantile of the confidence is added to approximate Student's t,
// because the variance is estimated (Guenther, "Sample size formulas for normal theory t tests",
// The American Statistician 35, 1981).
func (p *GapPlan) sampledQuestions(n float64) int {
	gap := p.Means[0] - p.Means[1]
	wanted := max(p.Quantile+distuv.UnitNormal.Quantile(p.Options.Power), 0) / gap
	known := float64(wanted * wanted * (p.Between + float64(p.Within/n)))
	questions := math.Ceil(known + float64(p.Quantile*p.Quantile/2))
	if questions > MaxTrials {
		return 0
	}
	return max(int(questions), 2)
}
