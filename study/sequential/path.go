package sequential

import (
	"slices"

	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// path is one replicate as its looks see it: the estimates of every model after
// each number of passes. Models are drawn independently of each other, so a
// policy may stop anywhere on the path of each, and what it does not look at
// counts as not drawn.
type path struct {
	looks   []int // passes at each look
	models  int
	at      []metrics.Estimate // by look, then model: what the paper's rule compares
	sampled []metrics.Estimate // likewise: what the procedures that step down compare
	spent   []int              // likewise: passes, or where questions have different numbers of trials, attempts

	wealth []float64 // by look, then model, then another: the most so far of who bets on the first; nil if nobody does
	scores []float64 // by pass, then model: the mean of the passes up to it
	spread float64   // between the worst and the best that a pass can score
}

func newPath(looks []int, models int) *path {
	p := &path{looks: looks, models: models, at: make([]metrics.Estimate, len(looks)*models),
		sampled: make([]metrics.Estimate, len(looks)*models)}
	for _, passes := range looks {
		p.spent = append(p.spent, slices.Repeat([]int{passes}, models)...)
	}
	return p
}

// bets makes the path remember what those who bet have won, given the range of scores.
func (p *path) bets(spread float64) {
	p.spread = spread
	p.wealth = make([]float64, len(p.looks)*p.models*p.models)
	p.scores = make([]float64, p.looks[len(p.looks)-1]*p.models)
}

// record draws a replicate and walks it back from the last look to the first,
// or until stopped.
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

// pass writes down the scores after n passes, for those who bet.
func (p *path) pass(t *results.Tally, n int, m metrics.Metric) {
	if p.wealth == nil {
		return
	}
	for model := range p.models {
		p.scores[(n-1)*p.models+model] = m.Score(t, model)
	}
}

// play lets two bettors play, one for each order of two models.
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

// scoreOf is what a model scores in one pass, counted from 0.
func (p *path) scoreOf(pass, model int) float64 {
	if pass == 0 {
		return p.scores[model]
	}
	before, after := p.scores[(pass-1)*p.models+model], p.scores[pass*p.models+model]
	return float64(float64(pass+1)*after) - float64(float64(pass)*before)
}

// after is the estimate of a model after so many looks, at least one.
func (p *path) after(looks, model int) metrics.Estimate {
	return p.at[(looks-1)*p.models+model]
}

// trials returns the number of passes after so many looks, at least one.
func (p *path) trials(looks int) float64 { return float64(p.looks[looks-1]) }
