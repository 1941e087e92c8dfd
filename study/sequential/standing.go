package sequential

import (
	"math"

	"settle/metrics"
	"settle/ranking"
	"settle/results"
)

// standing is where an evaluation that is under way stands.
type standing struct {
	estimates []metrics.Estimate // by model
	full      []bool             // by model: it has all the trials that it may get
	left      bool               // the budget leaves another batch
	shared    []float64          // by model, where no question was met by all: the mean difference to the others
	pairs     []pairNow          // by model, then another; nil where estimates are all that is compared
}

// pairNow is a comparison of two models, the first with the second.
type pairNow struct {
	z      float64 // NaN where they met no question in common
	share  float64 // of the information that MaxTrials have
	look   int     // from 1
	wealth float64 // of who bets on the first, the most so far
	met    bool    // they met a question in common
	gap    float64
}

// standing compares what was run so far.
func (s Step) standing(b *results.Board, m metrics.Estimator) (now *standing, left []string, err error) {
	models := len(b.Models)
	now = &standing{full: make([]bool, models), estimates: make([]metrics.Estimate, models)}
	all := 0
	for model := range b.Models {
		now.full[model] = fewest(b, model) >= s.most(models)
		all += attempts(b, model)
	}
	now.left = all+s.Batch*len(b.Questions) <= models*s.MaxTrials*len(b.Questions)
	met, left, none := b.MetByAll()
	if none == nil {
		t := met.TallyAll()
		if err := m.Check(t.Top, t.Trials); err != nil {
			return nil, nil, err
		}
		metrics.Estimates(m, t, now.estimates)
	}
	if none == nil && !s.Correction.stepsDown() {
		return now, left, nil
	}
	by := m
	if s.Correction.stepsDown() {
		by = s.Sampled
	}
	if err := by.Check(b.Top(), 1); err != nil {
		return nil, nil, err
	}
	if !now.compare(b, by, s) {
		return nil, nil, none
	}
	if none != nil {
		now.order(b, m)
	}
	return now, left, nil
}

// compare compares all pairs, and tells whether any met a question in common.
func (now *standing) compare(b *results.Board, m metrics.Estimator, s Step) (any bool) {
	models := len(b.Models)
	now.pairs = make([]pairNow, models*models)
	whole := s.whole(b, m)
	for i := range models {
		for j := range i {
			p := s.pair(b, m, whole, i, j)
			any = any || p.met
			now.pairs[i*models+j] = p
			p.z, p.gap = -p.z, -p.gap
			p.wealth = s.wealth(b, j, i)
			now.pairs[j*models+i] = p
		}
	}
	return any
}

// order orders models that met different questions by the mean of their differences to
// those with whom they share some. Their estimates are of the questions that they met.
func (now *standing) order(b *results.Board, m metrics.Estimator) {
	models := len(b.Models)
	now.shared = make([]float64, models)
	for i := range models {
		sum, others := 0.0, 0
		for j := range models {
			if p := now.pairs[i*models+j]; p.met {
				sum += p.gap
				others++
			}
		}
		now.shared[i] = sum / float64(max(others, 1))
		if t := tallyOf(b, []int{i}, func(q int) []int { return []int{len(b.Row(i, q))} }); t != nil {
			now.estimates[i] = m.Estimate(t, 0)
		}
	}
}

// whole are the estimates of the models by all their trials, nil where pairs may have fewer in
// common: of a thousand models there are half a million pairs, each of which would add up the
// same trials again.
func (s Step) whole(b *results.Board, m metrics.Estimator) []metrics.Estimate {
	if b.Unequal() {
		return nil
	}
	out := make([]metrics.Estimate, len(b.Models))
	for i := range out {
		out[i] = m.Estimate(tallyOf(b, []int{i}, func(q int) []int { return []int{len(b.Row(i, q))} }), 0)
	}
	return out
}

// pair compares two models on the questions that both met.
func (s Step) pair(b *results.Board, m metrics.Estimator, whole []metrics.Estimate, i, j int) pairNow {
	if whole != nil {
		attempts := float64(b.Trials() * len(b.Questions))
		return s.compared(b, whole[i], whole[j], [2]float64{attempts, attempts}, i, j)
	}
	common := s.Correction.common(s.Policy)
	both := 0 // attempts that both have
	t := tallyOf(b, []int{i, j}, func(q int) []int {
		x, y := len(b.Row(i, q)), len(b.Row(j, q))
		both += min(x, y)
		if common || x == 0 || y == 0 {
			x = min(x, y)
			y = x
		}
		return []int{x, y}
	})
	if t == nil {
		return pairNow{z: math.NaN(), look: 1, share: 1 / float64(s.MaxTrials), wealth: 1}
	}
	of := [2]float64{float64(both), float64(both)}
	if !common {
		of = [2]float64{float64(t.Outcomes(0)), float64(t.Outcomes(1))}
	}
	return s.compared(b, m.Estimate(t, 0), m.Estimate(t, 1), of, i, j)
}

// compared compares two models by their estimates, which are of so many attempts of either.
func (s Step) compared(b *results.Board, x, y metrics.Estimate, of [2]float64, i, j int) pairNow {
	p := pairNow{met: true, gap: x.Mu - y.Mu, z: ranking.Z(x.Mu, x.Sigma, y.Mu, y.Sigma), wealth: s.wealth(b, i, j)}
	whole := float64(s.MaxTrials * len(b.Questions))
	v, w := float64(x.Sigma*x.Sigma), float64(y.Sigma*y.Sigma)
	p.share = of[0] / whole
	if v+w > 0 {
		p.share = (float64(v*of[0]) + float64(w*of[1])) / (v + w) / whole
	}
	looks := len(s.looks(s.MaxTrials))
	attempts := max(of[0], of[1])
	p.look = min(max(int(attempts)/(s.Batch*len(b.Questions)), 1), looks)
	return p
}

// tallyOf are the first trials of some models at the questions at which all of these
// have some, as many as asked for; nil if there are no such questions.
func tallyOf(b *results.Board, models []int, trials func(question int) []int) *results.Tally {
	var questions []int
	counts := make([][]uint16, len(models))
	for q := range b.Questions {
		n := trials(q)
		if n[0] == 0 || n[len(n)-1] == 0 {
			continue
		}
		questions = append(questions, q)
		for i := range models {
			counts[i] = append(counts[i], uint16(n[i]))
		}
	}
	if questions == nil {
		return nil
	}
	var all []uint16
	for _, of := range counts {
		all = append(all, of...)
	}
	t := results.NewUnequalTally(len(models), len(questions), b.Top(), all)
	for i, model := range models {
		for at, q := range questions {
			for _, outcome := range b.Row(model, q)[:counts[i][at]] {
				t.Add(i, at, int(outcome), 1)
			}
		}
	}
	return t
}

// wealth is the most that who bets on the first of two models has had, over the whole
// passes that both have of the questions that both met; 1 where nobody bets.
func (s Step) wealth(b *results.Board, i, j int) float64 {
	metric, ok := s.Sampled.(*sampled)
	if s.Correction != Betting || !ok || metric.spread == 0 {
		return 1
	}
	var questions []int
	passes := results.MaxTrials
	for q := range b.Questions {
		if n := min(len(b.Row(i, q)), len(b.Row(j, q))); n > 0 {
			questions, passes = append(questions, q), min(passes, n)
		}
	}
	most := 1.0
	var on bettor
	on.begin()
	for pass := 0; pass < passes && questions != nil; pass++ {
		var d float64
		for _, q := range questions {
			d += metric.values[b.Row(i, q)[pass]] - metric.values[b.Row(j, q)[pass]]
		}
		most = max(most, on.bet(d/float64(len(questions))/metric.spread))
	}
	return most
}
