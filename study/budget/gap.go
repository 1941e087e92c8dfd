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

// Gap is two models of which there are no results yet, a better one and another. On M
// questions the chances of each are quantiles of a Beta distribution, so that nothing
// is drawn (see sim.Quantiles): trials are random, the questions are not.
type Gap struct {
	Gap       float64 // of the true means, in (0, 1)
	Mean      float64 // of both: the true means are Mean ± Gap/2, both in (0, 1)
	Questions int     // M, from 1 to MaxGapQuestions

	// SD is the standard deviation of a model's chances over the questions; negative
	// stands for usualShare of a trial's variance.
	SD float64

	// Correlation of the two models' chances over the questions, in [0, 1]: how far
	// what is hard for the one is hard for the other. It matters for questions that
	// are a sample of all there are, and only there.
	Correlation float64
}

// usualShare is how much of the variance of a model's trials is that of its chances from
// question to question: 0.3 to 0.6 of the models on stand-ins of AIME'25 and HMMT'25, 0.7
// to 0.8 on EvalPerf, and 0.05 on the paper's coins.
const usualShare = 0.5

// MaxGapQuestions is the largest number of questions of a Gap.
const MaxGapQuestions = 100_000

// GapPlan is what it takes to tell the models of a Gap apart. All numbers of trials are
// of each question by each of the two models, 0 for more than MaxTrials.
type GapPlan struct {
	Gap      Gap
	Options  PlanOptions
	Quantile float64    // which z is to reach
	Means    [2]float64 // of the better and the other model
	SDs      [2]float64 // of their chances over these questions

	Apart int // with which the rule tells the two apart, in the right order, with the chance of the options
	Right int // with which the better one is ahead with that chance, half of the ties counted
	Even  int // from which on the expected |z| is at least the quantile

	// Between is the variance of the gap from question to question, and Within that of
	// a trial's difference at a question, on average, both over all questions of which
	// these may be a sample. Least is how many questions are needed if they are a sample,
	// with endless trials of each.
	Between, Within float64
	Least           int

	Points []GapPoint // by N ascending, each once
}

// GapPoint is what n trials of each question come to.
type GapPoint struct {
	Point
	Apart float64 // chance that the rule tells the two apart, in the right order

	// Noise is the chance that two models that both have the mean, with chances as far
	// apart, come out at least the gap apart, either way.
	Noise float64

	// HalfWidth is half the width of the 95 % interval of a model's mean on these very
	// questions by Bayes@N, of the wider one: 1.96 times the root of the mean of σ².
	HalfWidth float64

	// These is how many questions of the same kinds tell the two apart with the chance
	// of the options, with n trials of each, and Sampled how many are needed where they
	// are a sample and the claim is of all questions like them. Both are by the normal
	// approximation, and 0 for more than MaxTrials.
	These, Sampled int
}

// gapExact is up to how many trials of all questions numbers of a GapPlan are exact;
// beyond, the normal approximation is off by less than 0.002.
const gapExact = 12000

// gapPoints is how many points of a GapPlan make a smooth line.
const gapPoints = 40

// Plan finds what it takes to tell the models apart, and what numbers of trials come to:
// those of o.At, those that it finds, and some for a smooth line from 1 on. Of the
// options only the confidence, the power and At count. It fails if there are no such
// models, for options that Models.Plan refuses, too, or if ctx ends.
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
	p.Apart = m.knownPower(ctx, 0, 1, quantile, o.Power).Trials
	p.Right = smallest(func(n int) bool { return ctx.Err() != nil || m.At(0, 1, n).Right >= o.Power }, 0, 1)
	normal := smallest(func(n int) bool { return m.normalZ(d, 0, 1, n) >= quantile }, 0, 1)
	p.Even, _ = m.evenOdds(ctx, 0, 1, quantile, normal)
	if err := p.spread(coins); err != nil {
		return nil, err
	}
	p.Least = p.sampled(math.Inf(1))
	for _, n := range p.numbers() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.Points = append(p.Points, p.at(m, same, n))
	}
	return p, ctx.Err()
}

// coins are the two models, the better one first, and two that do not differ.
func (g Gap) coins() (coins, null *sim.Coins, err error) {
	half := float64(g.Gap / 2)
	better, other := g.Mean+half, g.Mean-half
	switch {
	case !(g.Gap > 0 && g.Gap < 1):
		return nil, nil, fmt.Errorf("the gap must be above 0 and below 1, but is %v", g.Gap)
	case !(other > 0 && better < 1):
		return nil, nil, fmt.Errorf("means of %.6g and %.6g: they must be above 0 and below 1", better, other)
	case g.Questions < 1 || g.Questions > MaxGapQuestions:
		return nil, nil, fmt.Errorf("the questions must be from 1 to %d, but are %d", MaxGapQuestions, g.Questions)
	case !(g.Correlation >= 0 && g.Correlation <= 1):
		return nil, nil, fmt.Errorf("the correlation must be from 0 to 1, but is %v", g.Correlation)
	}
	var chances [3][]float64
	for i, mean := range []float64{better, other, g.Mean} {
		concentration, err := g.concentration(mean)
		if err != nil {
			return nil, nil, err
		}
		chances[i] = sim.Quantiles(mean, concentration, g.Questions)
	}
	of := func(first, second []float64) *sim.Coins {
		return &sim.Coins{
			Models: []string{"better", "other"}, Questions: make([]string, g.Questions), P: [][]float64{first, second},
		}
	}
	coins = of(chances[0], chances[1])
	if gold := coins.Gold(); gold[0] <= gold[1] {
		return nil, nil, fmt.Errorf("a gap of %v on %d questions: it is lost where chances are millionths", g.Gap, g.Questions)
	}
	return coins, of(chances[2], chances[2]), nil
}

// concentration is that of the Beta distribution of a mean, whose variance is
// mean·(1 − mean)/(concentration + 1).
func (g Gap) concentration(mean float64) (float64, error) {
	if g.SD < 0 {
		return 1/usualShare - 1, nil
	}
	most := math.Sqrt(mean * (1 - mean))
	if !(g.SD < most) {
		return 0, fmt.Errorf("chances of the mean %.6g have a standard deviation below %.4g, and not of %v", mean, most, g.SD)
	}
	return mean*(1-mean)/(g.SD*g.SD) - 1, nil
}

// knownModels are models whose truth is known, and nothing else.
func knownModels(coins *sim.Coins) *Models {
	m := &Models{
		Questions: len(coins.Questions), Known: true, levels: coins.Gold(),
		mass: 2, binary: true, values: metrics.Binary.Floats(), mostExact: gapExact,
	}
	for model, p := range coins.P {
		m.outcome = append(m.outcome, known(p))
		m.start = append(m.start, started(metrics.Binary, nil, m.Questions, model))
	}
	return m
}

// spread notes by how much questions and trials differ: on these questions, and over all
// of which they may be a sample, as the Beta distributions have it. Few quantiles of one
// differ less than it does.
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

// numbers are the numbers of trials to look at: evenly spaced on a logarithmic axis up
// to twice what is needed, and those that are asked for and found.
func (p *GapPlan) numbers() []int {
	most := max(p.Apart, p.Right, p.Even, 5)
	if p.Apart == 0 {
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
	ns = append(ns, p.Apart, p.Right, p.Even)
	slices.Sort(ns)
	ns = slices.Compact(ns)
	return ns[slices.IndexFunc(ns, func(n int) bool { return n > 0 }):]
}

// at is what n trials come to; same are the models that do not differ.
func (p *GapPlan) at(m, same *Models, n int) GapPoint {
	rule := m.rule(0, 1, n)
	return GapPoint{
		Point: m.At(0, 1, n), Apart: m.fires(0, 1, n, p.Quantile), Noise: same.noise(p.Gap.Gap, n),
		HalfWidth: halfWidth95 * math.Sqrt(max(m.posteriorVariance(0, n), m.posteriorVariance(1, n))),
		These: smallest(func(questions int) bool {
			return rule.times(float64(questions)/float64(m.Questions)).fires(p.Quantile) >= p.Options.Power
		}, 0, 1),
		Sampled: p.sampled(float64(n)),
	}
}

// halfWidth95 is half the width of a central 95 % interval in standard deviations.
var halfWidth95 = distuv.UnitNormal.Quantile(0.975)

// noise is the chance that the means of two models after n trials are at least so far
// apart, either way. The number of successes that this takes is a whole one: a gap of
// 0.1 on 30 questions is 3.
func (m *Models) noise(gap float64, n int) (chance float64) {
	const rounding = 1e-9
	least := math.Ceil(float64(gap*float64(m.Questions)*float64(n)*(1-rounding)) - rounding)
	if !m.exact(n) {
		_, variance := m.difference(0, 1).after(n)
		return 2 * normalBelow(0.5-least, math.Sqrt(variance))
	}
	sim.EachLead(m.chances(0), m.chances(1), 0, n, func(lead int, probability float64) {
		if math.Abs(float64(lead)) >= least {
			chance += probability
		}
	})
	return min(max(chance, 0), 1)
}

// sampled is how many questions are needed with n trials of each, which may be +Inf, if
// they are a sample: with variance (Between + Within/n)/M of the estimated gap, its mean
// is as many standard deviations as the quantile and that of the power together (the
// sample size of Miller, "Adding error bars to evals", arXiv:2411.00640, with
// one-sided quantiles), and half the square of the quantile more, for the variance is
// estimated and the quantile Student's (Guenther, "Sample size formulas for normal theory
// t tests", The American Statistician 35, 1981). One question shows no variance.
func (p *GapPlan) sampled(n float64) int {
	gap := p.Means[0] - p.Means[1]
	wanted := max(p.Quantile+distuv.UnitNormal.Quantile(p.Options.Power), 0) / gap
	known := float64(wanted * wanted * (p.Between + float64(p.Within/n)))
	questions := math.Ceil(known + float64(p.Quantile*p.Quantile/2))
	if questions > MaxTrials {
		return 0
	}
	return max(int(questions), 2)
}
