package priors

import (
	"context"
	"math"

	"settle/internal/exact"
	"settle/montecarlo"
)

// An Errors holds the errors of the new models' scores under one prior.
type Errors struct {
	Depth  int // trials per question in the prior
	Points []ErrorPoint
}

// An ErrorPoint says how large the errors of scores by Bayes@N are at one N, averaged over models
// and updates. An error is a score minus the true mean. The contribution of the trials is
// computed exactly; only the updates are random. Standard errors are Monte-Carlo standard errors,
// NaN for a single update.
type ErrorPoint struct {
	N int

	Bias float64 // root mean square of a score's bias, which is its mean error over the trials
	RMSE float64 // root mean square of a score's error

	// Gain is the mean squared error under the uniform prior minus the mean squared error
	// under this prior, in the same updates.
	Gain, GainSE float64

	// Worth is the number of additional trials per question that the uniform prior needs to
	// have the same error; NaN if there is no such number.
	Worth float64

	// BreakEven is the largest noise at which the prior reduces the error. It is 0 if the
	// prior does not reduce the error even without noise. It is NaN if the prior still
	// reduces it at MaxNoise, and NaN for the uniform prior.
	BreakEven, BreakEvenSE float64
}

// breakEvenSteps is the number of steps from 0 to MaxNoise in the search for BreakEven. The
// square roots of the noises that are tried are equidistant, so small noises are closer
// together.
const breakEvenSteps = 48

func noiseOf(step int) float64 {
	x := float64(step) / breakEvenSteps
	return MaxNoise * x * x
}

// Errors returns the errors of the new models' scores by Bayes@N, for each depth of the prior. The
// depth is the number of old trials per question that the prior counts. The errors are averages
// over o.Replicates updates, the same as in Compare. Errors fails if Compare fails.
func (u Update) Errors(ctx context.Context, d Design, o montecarlo.Options) ([]Errors, error) {
	if err := u.check(); err != nil {
		return nil, err
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	s := u.scores(d)
	total, err := montecarlo.Fold(ctx, o, s.empty, func() montecarlo.Visit[*errorSums] { return s.visitor().visit })
	if err != nil {
		return nil, err
	}
	return s.errors(total), nil
}

// A scores holds the inputs from which the errors of scores are computed, except the random
// updates.
type scores struct {
	Update
	design Design
	share  float64
	old    []float64 // true means of the old models
	noise  float64   // variance of a trial of the old models, averaged over models and questions
}

func (u Update) scores(d Design) *scores {
	numerator, denominator := d.share()
	s := &scores{Update: u, design: d, share: float64(numerator) / float64(denominator), old: u.Old.Means()}
	for _, p := range u.Old.P {
		s.noise += variance(p) / float64(len(u.Old.P))
	}
	return s
}

// variance returns the variance of the outcome of a trial, averaged over questions with the
// success probabilities p.
func variance(p []float64) (mean float64) {
	for _, x := range p {
		mean += float64(x*(1-x)) / float64(len(p))
	}
	return mean
}

// A moments holds four numbers of an update, averaged over models, which determine the mean
// squared error of scores. Here m is a model's true mean after the update, and m′ is the mean
// before it.
type moments struct {
	half  float64 // (1 − 2m)²
	cross float64 // (1 − 2m)(m′ − m)
	drift float64 // (m′ − m)²
	noise float64 // variance of a trial after the update
}

// A momentSums adds up the fields of moments over updates.
type momentSums struct{ Half, Cross, Drift, Noise exact.Sum }

func (s *momentSums) add(m moments) {
	s.Half.Add(m.half)
	s.Cross.Add(m.cross)
	s.Drift.Add(m.drift)
	s.Noise.Add(m.noise)
}

// mean returns the mean of the moments that were added to s. count is their number.
func (s *momentSums) mean(count int) moments {
	return moments{s.Half.Over(count), s.Cross.Over(count), s.Drift.Over(count), s.Noise.Over(count)}
}

// momentsOf returns the moments of the drawer's current update (see the type moments).
func (s *scores) momentsOf(d *drawer) (m moments) {
	models := float64(len(d.means))
	for model, mean := range d.means {
		half, drift := 1-float64(2*mean), s.old[model]-mean
		m.half += float64(half*half) / models
		m.cross += float64(half*drift) / models
		m.drift += float64(drift*drift) / models
		m.noise += variance(d.p[model]) / models
	}
	return m
}

// square returns the mean squared error of Bayes@N, and the part of this error that is squared
// bias. There are n new trials per question, and the prior has depth old trials per question.
//
// The score at a question is (1 + successes + A·old successes)/(2 + n + AD), where A is the share
// (the weight of an old trial) and D the depth. Its bias is (1 − 2m + AD(m′ − m))/(2 + n + AD),
// where m is the new true mean and m′ the old one. Its variance comes from n new trials and from D
// old trials; each old trial has weight A.
func (s *scores) square(m moments, depth, n int) (mse, bias float64) {
	old := float64(s.share * float64(depth))
	mass := 2 + float64(n) + old
	bias = (m.half + float64(2*old*m.cross) + float64(old*old*m.drift)) / (mass * mass)
	trials := float64(float64(n)*m.noise) + float64(s.share*old*s.noise)
	return bias + float64(trials/(float64(len(s.Old.Questions))*mass*mass)), bias
}

// trialsWorth returns how many additional trials per question, beyond n, the uniform prior needs
// to reach the mean squared error mse. It returns NaN if that is impossible. With N trials per
// question and y = 2 + N, the error is ((1 − 2m)² + N·v/M)/y², where m is the true mean, v the
// variance of a trial and M the number of questions. Of the two solutions for N, trialsWorth uses
// the larger, where more trials reduce the error.
func (s *scores) trialsWorth(m moments, n int, mse float64) float64 {
	once := m.noise / float64(len(s.Old.Questions))
	root := math.Sqrt(float64(once*once) + float64(4*mse*(m.half-float64(2*once))))
	needed := float64((once+root)/float64(2*mse)) - 2
	if !(needed >= 0) {
		return math.NaN()
	}
	return needed - float64(n)
}

// An errorSums holds sums over updates: of moments, and of gains. A gain is the reduction of the
// mean squared error by a prior.
type errorSums struct {
	Updates int
	Moments momentSums // at the noise of the Update

	// Gains holds the gains by noise, depth and n. The noises are the values that are tried for
	// BreakEven, followed by the noise of the Update.
	Gains []exact.Moments
}

func (s *scores) empty() *errorSums {
	return &errorSums{Gains: make([]exact.Moments, (breakEvenSteps+2)*s.cells())}
}

// cells returns the number of combinations of a prior depth and a number of trials n.
func (s *scores) cells() int { return len(s.design.Depths) * len(s.design.Trials) }

// An errorVisitor is one worker's state for simulating updates.
type errorVisitor struct {
	*scores
	drawer *drawer
}

func (s *scores) visitor() *errorVisitor { return &errorVisitor{s, s.drawer(truths)} }

func (v *errorVisitor) visit(update int, into *errorSums, _ func() bool) {
	v.drawer.toss(update)
	into.Updates++
	for step := range breakEvenSteps + 1 {
		v.drawer.move(noiseOf(step))
		v.add(v.momentsOf(v.drawer), into.Gains[step*v.cells():])
	}
	v.drawer.move(v.Noise)
	m := v.momentsOf(v.drawer)
	into.Moments.add(m)
	v.add(m, into.Gains[(breakEvenSteps+1)*v.cells():])
}

// add computes the gains of the priors in one update at one noise, and adds them to the sums by
// depth and n. A gain is the mean squared error under the uniform prior minus that under the
// prior.
func (s *scores) add(m moments, into []exact.Moments) {
	at := 0
	for _, depth := range s.design.Depths {
		for _, n := range s.design.Trials {
			uniform, _ := s.square(m, 0, n)
			mse, _ := s.square(m, depth, n)
			into[at].Add(uniform - mse)
			at++
		}
	}
}

func (s *scores) errors(e *errorSums) []Errors {
	mean := e.Moments.mean(e.Updates)
	all, at := make([]Errors, len(s.design.Depths)), 0
	for i, depth := range s.design.Depths {
		all[i].Depth = depth
		for _, n := range s.design.Trials {
			mse, bias := s.square(mean, depth, n)
			p := ErrorPoint{
				N: n, Bias: math.Sqrt(bias), RMSE: math.Sqrt(mse), Worth: s.trialsWorth(mean, n, mse),
				BreakEven: math.NaN(), BreakEvenSE: math.NaN(),
			}
			p.Gain, p.GainSE = e.Gains[(breakEvenSteps+1)*s.cells()+at].Mean(e.Updates)
			if depth > 0 {
				p.BreakEven, p.BreakEvenSE = s.breakEven(e, at)
			} else {
				p.Worth = 0 // except for rounding
			}
			all[i].Points = append(all[i].Points, p)
			at++
		}
	}
	return all
}

// breakEven returns the noise at which the mean gain of a prior becomes negative. cell is the
// index of the combination of depth and n. The result is interpolated linearly in the squared
// noise between two values that were tried. Its standard error is the gain's standard error
// divided by the slope. If the gain is never negative, both are NaN.
func (s *scores) breakEven(e *errorSums, cell int) (noise, se float64) {
	var before, beforeSE, square float64 // at the previous noise; square is its square
	for step := range breakEvenSteps + 1 {
		now := noiseOf(step)
		gain, gainSE := e.Gains[step*s.cells()+cell].Mean(e.Updates)
		switch {
		case gain < 0 && step == 0:
			return 0, 0
		case gain < 0:
			slope := (gain - before) / (float64(now*now) - square)
			root := math.Sqrt(square - before/slope)
			there := beforeSE + float64((gainSE-beforeSE)*before/(before-gain))
			return root, there / -float64(2*root*slope)
		}
		before, beforeSE, square = gain, gainSE, float64(now*now)
	}
	return math.NaN(), math.NaN()
}
