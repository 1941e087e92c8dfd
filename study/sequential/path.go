package sequential

import (
	"slices"

	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// A path holds the estimates of every model at each look, for one replicate (a simulated
// evaluation). Models are drawn independently, so a policy can stop each model at any look. The
// later trials of that model then count as never drawn.
type path struct {
	looks   []int // passes at each look
	models  int
	at      []metrics.Estimate // by look, then model: the estimates that the rule of "Don't Pass@k" compares
	sampled []metrics.Estimate // by look, then model: the estimates that step-down corrections compare
	spent   []int              // by look, then model: passes, or attempts if questions have different numbers of trials

	wealth []float64 // by look, then model, then other model: largest wealth so far of the bettor on the first; nil without betting
	scores []float64 // by pass, then model: the mean over the passes up to this one
	spread float64   // the highest minus the lowest possible score of a pass
}

func newPath(looks []int, models int) *path {
	p := &path{looks: looks, models: models, at: make([]metrics.Estimate, len(looks)*models),
		sampled: make([]metrics.Estimate, len(looks)*models)}
	for _, passes := range looks {
		p.spent = append(p.spent, slices.Repeat([]int{passes}, models)...)
	}
	return p
}

// bets turns on the recording of the wealth of bettors, which the correction Betting needs.
// spread is the largest possible score minus the smallest.
func (p *path) bets(spread float64) {
	p.spread = spread
	p.wealth = make([]float64, len(p.looks)*p.models*p.models)
	p.scores = make([]float64, p.looks[len(p.looks)-1]*p.models)
}

// record draws the replicate with the given index and computes its estimates by the metrics m and
// s at every look, from the last back to the first. It ends early if stopped returns true.
func (p *path) record(w replicate.Walker, index int, m, s metrics.Estimator, stopped func() bool) {
	t := w.Draw(index)
	n := p.looks[len(p.looks)-1]
	p.pass(t, n, s)
	for look := len(p.looks) - 1; look >= 0 && !stopped(); look-- {
		for n > p.looks[look] {
			w.Drop()
			n--
			p.pass(t, n, s)
		}
		metrics.Estimates(m, t, p.at[look*p.models:(look+1)*p.models])
		metrics.Estimates(s, t, p.sampled[look*p.models:(look+1)*p.models])
		for model := range p.models {
			if t.Unequal() {
				p.spent[look*p.models+model] = int(t.Outcomes(model))
			}
		}
	}
	if p.wealth == nil || stopped() {
		return
	}
	for ; n > 1; n-- {
		w.Drop()
		p.pass(t, n-1, s)
	}
	for a := range p.models {
		for b := range a {
			p.play(a, b)
		}
	}
}

// pass stores each model's score over the first n passes (trials of every question), from which
// the wealth of bettors is computed.
func (p *path) pass(t *results.Tally, n int, m metrics.Metric) {
	if p.wealth == nil {
		return
	}
	for model := range p.models {
		p.scores[(n-1)*p.models+model] = m.Score(t, model)
	}
}

// play computes the wealth of two bettors at every look: one bets that model a is better than
// model b, and the other bets the opposite.
func (p *path) play(a, b int) {
	var onA, onB bettor
	onA.begin()
	onB.begin()
	var bestA, bestB float64
	n := 0
	for look, passes := range p.looks {
		for ; n < passes; n++ {
			d := (p.scoreOf(n, a) - p.scoreOf(n, b)) / p.spread
			bestA, bestB = max(bestA, onA.bet(d)), max(bestB, onB.bet(-d))
		}
		p.wealth[(look*p.models+a)*p.models+b] = bestA
		p.wealth[(look*p.models+b)*p.models+a] = bestB
	}
}

// scoreOf returns a model's score in one pass, where passes are counted from 0.
func (p *path) scoreOf(pass, model int) float64 {
	if pass == 0 {
		return p.scores[model]
	}
	before, after := p.scores[(pass-1)*p.models+model], p.scores[pass*p.models+model]
	return float64(float64(pass+1)*after) - float64(float64(pass)*before)
}

// estimateAfter returns the estimate of a model at the look with the given number, counted from
// 1.
func (p *path) estimateAfter(looks, model int) metrics.Estimate {
	return p.at[(looks-1)*p.models+model]
}

// trials returns the number of trials of each question that a model has at the look with the
// given number, counted from 1.
func (p *path) trials(looks int) float64 { return float64(p.looks[looks-1]) }
