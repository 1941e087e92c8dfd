package priors

import (
	"context"
	"math"

	"settle/internal/exact"
	"settle/montecarlo"
)

// Errors is how far the scores of new models are off under one prior.
type Errors struct {
	Depth  int // trials of each question in the prior
	Points []ErrorPoint
}

// ErrorPoint is what updates say of scores at one N: over models and updates, of their
// scores by Bayes@N less their true means. What trials add is worked out and not drawn,
// so that updates alone are. Standard errors are Monte-Carlo ones, NaN for a single
// update.
type ErrorPoint struct {
	N int

	Bias float64 // root mean square of what a score is off by on average over the trials
	RMSE float64 // root mean square of what it is off by

	// Gain is the mean square error under the uniform prior less that under this one, in
	// the same updates.
	Gain, GainSE float64

	// Worth is how many more trials of each question the uniform prior needs for the
	// same error, NaN if no number gives it.
	Worth float64

	// BreakEven is the noise up to which the prior makes the error smaller: 0 if it does
	// not even without noise, NaN if it does with MaxNoise, and for the uniform prior.
	BreakEven, BreakEvenSE float64
}

// breakEvenSteps is how many noises, from 0 to MaxNoise, are tried for BreakEven. They
// are the denser the smaller, by their squares.
const breakEvenSteps = 48

func noiseOf(step int) float64 {
	x := float64(step) / breakEvenSteps
	return MaxNoise * x * x
}

// Errors measures the scores of the new models of o.Replicates updates by Bayes@N under
// priors of every depth. They are the updates of Compare. It fails where Compare does.
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

// scores is what scores of a design depend on beside the updates.
type scores struct {
	Update
	design Design
	share  float64
	old    []float64 // true means of the old models
	noise  float64   // mean variance of a trial of theirs, over models and questions
}

func (u Update) scores(d Design) *scores {
	numerator, denominator := d.share()
	s := &scores{Update: u, design: d, share: float64(numerator) / float64(denominator), old: u.Old.Means()}
	for _, p := range u.Old.P {
		s.noise += variance(p) / float64(len(u.Old.P))
	}
	return s
}

// variance is the mean variance of a trial at a question.
func variance(p []float64) (mean float64) {
	for _, x := range p {
		mean += float64(x*(1-x)) / float64(len(p))
	}
	return mean
}

// moments are what the mean square error of an update depends on, means over models: of
// the new mean m and the old m′, (1 − 2m)², (1 − 2m)(m′ − m), (m′ − m)², and the
// variance of a trial of the new models.
type moments struct{ half, cross, drift, noise float64 }

// momentSums are the sums of moments over updates.
type momentSums struct{ Half, Cross, Drift, Noise exact.Sum }

func (s *momentSums) add(m moments) {
	s.Half.Add(m.half)
	s.Cross.Add(m.cross)
	s.Drift.Add(m.drift)
	s.Noise.Add(m.noise)
}

// mean is that of so many moments.
func (s *momentSums) mean(count int) moments {
	return moments{s.Half.Over(count), s.Cross.Over(count), s.Drift.Over(count), s.Noise.Over(count)}
}

// of are the moments of the new models that a drawer holds.
func (s *scores) of(d *drawer) (m moments) {
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

// square is the mean square error of Bayes@N with n new trials and a prior of so many:
// the score (1 + successes + A·old successes)/(2 + n + AD) of a question has the bias
// (1 − 2m + AD(m′ − m))/(2 + n + AD), and the variance of n new trials and, A times
// each, of D old ones; bias is the part of the former.
func (s *scores) square(m moments, depth, n int) (mse, bias float64) {
	old := float64(s.share * float64(depth))
	mass := 2 + float64(n) + old
	bias = (m.half + float64(2*old*m.cross) + float64(old*old*m.drift)) / (mass * mass)
	trials := float64(float64(n)*m.noise) + float64(s.share*old*s.noise)
	return bias + float64(trials/(float64(len(s.Old.Questions))*mass*mass)), bias
}

// worth is how many more than n trials the uniform prior needs for an error. With y = 2
// + N that error is ((1 − 2m)² + N·v/M)/y², v the variance of a trial; the larger root
// is where more trials make it smaller.
func (s *scores) worth(m moments, n int, mse float64) float64 {
	once := m.noise / float64(len(s.Old.Questions))
	root := math.Sqrt(float64(once*once) + float64(4*mse*(m.half-float64(2*once))))
	needed := float64((once+root)/float64(2*mse)) - 2
	if !(needed >= 0) {
		return math.NaN()
	}
	return needed - float64(n)
}

// errorSums are sums over updates: the moments at the noise of the update, and for each
// noise that is tried, that of the update last, the gain by depth and n.
type errorSums struct {
	Updates int
	Moments momentSums
	Gains   []exact.Moments
}

func (s *scores) empty() *errorSums {
	return &errorSums{Gains: make([]exact.Moments, (breakEvenSteps+2)*s.cells())}
}

// cells is how many pairs of depth and n there are.
func (s *scores) cells() int { return len(s.design.Depths) * len(s.design.Trials) }

// errorVisitor is the scratch space of one worker.
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
		v.add(v.of(v.drawer), into.Gains[step*v.cells():])
	}
	v.drawer.move(v.Noise)
	m := v.of(v.drawer)
	into.Moments.add(m)
	v.add(m, into.Gains[(breakEvenSteps+1)*v.cells():])
}

// add counts the gains of one update at one noise.
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
				N: n, Bias: math.Sqrt(bias), RMSE: math.Sqrt(mse), Worth: s.worth(mean, n, mse),
				BreakEven: math.NaN(), BreakEvenSE: math.NaN(),
			}
			p.Gain, p.GainSE = e.Gains[(breakEvenSteps+1)*s.cells()+at].Mean(e.Updates)
			if depth > 0 {
				p.BreakEven, p.BreakEvenSE = s.breakEven(e, at)
			} else {
				p.Worth = 0 // but for rounding
			}
			all[i].Points = append(all[i].Points, p)
			at++
		}
	}
	return all
}

// breakEven is where the gain of a cell becomes less than 0 as the noise grows, by a
// straight line in the square of the noise between two that are tried, and its standard
// error, that of the gain there over the slope.
func (s *scores) breakEven(e *errorSums, cell int) (noise, se float64) {
	var before, beforeSE, square float64 // at the noise before, whose square it is
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
