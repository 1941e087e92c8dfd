package sequential

import (
	"math"
	"slices"

	"settle/internal/lists"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
)

// A standing holds the current state of a running evaluation.
type standing struct {
	estimates []metrics.Estimate // by model
	full      []bool             // by model: it has all the trials that it can get
	trials    []float64          // by model: mean number of trials per question
	left      bool               // the budget has room for another batch
	room      int                // number of batches for which Step.Budget has room, at least one
	shared    []float64          // by model: the mean difference from the other models; nil if some question was met by all models
	pairs     []pairNow          // by model, then other model
}

// A pairNow holds the current comparison of a first model with a second one.
type pairNow struct {
	z      float64 // z statistic from all trials; NaN if no question was met by both
	look   look    // computed from the trials that decide
	wealth float64 // largest wealth so far of the bettor on the first model
	met    bool    // some question was met by both
	gap    float64
	reach  float64 // probability that the two models are separated by the horizon; see Step.Critical
}

// A look holds the z statistic that decides between two models. It is computed from all trials of
// both models, or from the same number of first trials of both (see plan.common).
type look struct {
	z      float64
	share  float64 // information relative to that with MaxTrials trials of both models
	number int     // number of the look, from 1
}

// standing compares the models on the trials so far, and returns the result. It also returns the
// names of the questions that it leaves out, because some model never attempted them.
func (s Step) standing(b *results.Board, m metrics.Estimator) (now *standing, left []string, err error) {
	models := len(b.Models)
	now = &standing{
		full: make([]bool, models), trials: make([]float64, models),
		estimates: make([]metrics.Estimate, models), pairs: make([]pairNow, models*models),
	}
	all := 0
	for model := range b.Models {
		now.full[model] = fewestTrials(b, model) >= s.Most(models)
		made := attempts(b, model)
		now.trials[model] = float64(made) / float64(len(b.Questions))
		all += made
	}
	now.left = all+s.Batch*len(b.Questions) <= models*s.MaxTrials*len(b.Questions)
	now.room = models
	if s.Budget > 0 {
		now.room = max(s.Budget/(s.Batch*len(b.Questions)), 1)
	}
	by := m
	if s.Correction.stepsDown() {
		by = s.Sampled
	}
	met, left, none := b.MetByAll()
	if none != nil {
		return now, left, now.comparePairwise(b, m, by, s, none)
	}
	t := met.TallyAll()
	if err := by.Check(t.Top, t.Trials); err != nil {
		return nil, nil, err
	}
	metrics.Estimates(m, t, now.estimates)
	now.compare(b, s.newFirstEstimates(met, m, by, now.estimates), s)
	return now, left, nil
}

// comparePairwise compares each pair of models on the questions that both models attempted. It is
// used if no question was attempted by all models. m is the metric for the ranking, and by is the
// metric for the comparisons. If no two models attempted the same question, comparePairwise
// returns the error that the caller passes.
func (now *standing) comparePairwise(b *results.Board, m, by metrics.Estimator, s Step, none error) error {
	if err := by.Check(b.Top(), 1); err != nil {
		return err
	}
	met := false
	now.compareEach(b, s, func(i, j int) pairNow {
		p := s.pair(b, by, i, j)
		met = met || p.met
		return p
	})
	if !met {
		return none
	}
	now.order(b, m)
	return nil
}

// compareEach calls compare for each pair of models i and j. It stores the result for (i, j) and,
// with the opposite sign, for (j, i).
func (now *standing) compareEach(b *results.Board, s Step, compare func(i, j int) pairNow) {
	models := len(b.Models)
	for i := range models {
		for j := range i {
			p := compare(i, j)
			p.wealth = s.wealth(b, i, j)
			now.pairs[i*models+j] = p
			p.z, p.look.z, p.gap = -p.z, -p.look.z, -p.gap
			p.wealth = s.wealth(b, j, i)
			now.pairs[j*models+i] = p
		}
	}
}

// compare compares all pairs of models on the questions that all models attempted. f provides the
// estimates.
func (now *standing) compare(b *results.Board, f *firstEstimates, s Step) {
	common := s.Correction.commonField(s.Policy)
	now.compareEach(b, s, func(i, j int) pairNow {
		ofI, ofJ := attempts(f.board, i), attempts(f.board, j)
		x, y := f.all[i], f.all[j]
		share := s.share(f.board, [2]metrics.Estimate{x, y}, [2]int{ofI, ofJ})
		p := pairNow{met: true, gap: x.Mu - y.Mu, z: ranking.Z(x.Mu, x.Sigma, y.Mu, y.Sigma)}
		p.look = look{p.z, share, s.lookOf(f.board, max(ofI, ofJ))}
		p.reach = s.reach(p.z, share)
		if common && ofI != ofJ {
			p.look = f.look(s, i, j)
		}
		return p
	})
}

// firstEstimates computes and caches estimates of all models from only the first trials of each
// question.
type firstEstimates struct {
	by    metrics.Estimator
	board *results.Board             // of the questions that all models met
	all   []metrics.Estimate         // by model: from all trials
	some  map[int][]metrics.Estimate // by number of first trials per question: from at most that many trials
}

// newFirstEstimates returns firstEstimates by the given metric, for a board whose questions were
// attempted by all models. If the metric is m, it reuses the given estimates, which are by m from
// all trials.
func (s Step) newFirstEstimates(met *results.Board, m, metric metrics.Estimator, estimates []metrics.Estimate) *firstEstimates {
	f := &firstEstimates{by: metric, board: met, all: estimates, some: map[int][]metrics.Estimate{}}
	if metric != m {
		f.all = metrics.Estimates(metric, met.TallyAll(), nil)
	}
	return f
}

// estimatesAt returns the estimates of all models, computed from the first trials of each
// question. It uses at most the given number of trials per question.
func (f *firstEstimates) estimatesAt(trials int) []metrics.Estimate {
	if f.some[trials] == nil {
		t := tallyOf(f.board, lists.Indices(len(f.board.Models)), func(q int) []int {
			n := make([]int, len(f.board.Models))
			for model := range n {
				n[model] = min(len(f.board.Row(model, q)), trials)
			}
			return n
		})
		f.some[trials] = metrics.Estimates(f.by, t, nil)
	}
	return f.some[trials]
}

// look compares models i and j on the same number of first trials of each question. This number
// is the mean number of trials per question that both models have, rounded down, but at least 1.
// A question with fewer trials contributes all its trials.
func (f *firstEstimates) look(s Step, i, j int) look {
	both := 0
	for q := range f.board.Questions {
		both += min(len(f.board.Row(i, q)), len(f.board.Row(j, q)))
	}
	passes := max(both/len(f.board.Questions), 1)
	var used [2]int // attempts
	for q := range f.board.Questions {
		used[0] += min(len(f.board.Row(i, q)), passes)
		used[1] += min(len(f.board.Row(j, q)), passes)
	}
	of := f.estimatesAt(passes)
	x, y := of[i], of[j]
	return look{
		ranking.Z(x.Mu, x.Sigma, y.Mu, y.Sigma),
		s.share(f.board, [2]metrics.Estimate{x, y}, used), s.lookOf(f.board, both),
	}
}

// share returns the statistical information about the difference of two models, relative to the
// information when both have MaxTrials trials of each question. It takes the estimate and the
// number of attempts of each of the two models.
func (s Step) share(b *results.Board, estimates [2]metrics.Estimate, attempts [2]int) float64 {
	whole := float64(s.MaxTrials * len(b.Questions))
	v, w := float64(estimates[0].Sigma*estimates[0].Sigma), float64(estimates[1].Sigma*estimates[1].Sigma)
	if v+w == 0 || attempts[0] == attempts[1] {
		return float64(attempts[0]) / whole
	}
	return (float64(v*float64(attempts[0])) + float64(w*float64(attempts[1]))) / (v + w) / whole
}

// lookOf returns the number, from 1, of the last look that a model with the given number of
// attempts has reached. Before the last of all looks, the batch of trials can be shorter than
// usual.
func (s Step) lookOf(b *results.Board, attempts int) int {
	if attempts >= s.MaxTrials*len(b.Questions) {
		return len(s.looks(s.MaxTrials))
	}
	return min(max(attempts/(s.Batch*len(b.Questions)), 1), len(s.looks(s.MaxTrials)))
}

// order prepares the ranking of models that attempted different questions. For each model, it
// computes the mean of its score differences from all models that attempted some of the same
// questions. It also estimates each model's score from all questions that the model attempted.
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

// pair compares models i and j, by the metric m, on the questions that both of them attempted.
func (s Step) pair(b *results.Board, m metrics.Estimator, i, j int) pairNow {
	common := s.Correction.commonField(s.Policy)
	t := tallyOf(b, []int{i, j}, func(q int) []int {
		x, y := len(b.Row(i, q)), len(b.Row(j, q))
		if common || x == 0 || y == 0 {
			x = min(x, y)
			y = x
		}
		return []int{x, y}
	})
	if t == nil {
		return pairNow{z: math.NaN(), look: look{math.NaN(), 1 / float64(s.MaxTrials), 1}}
	}
	of := metrics.Estimates(m, t, nil)
	x, y := of[0], of[1]
	made := [2]int{int(t.Outcomes(0)), int(t.Outcomes(1))}
	z, share := ranking.Z(x.Mu, x.Sigma, y.Mu, y.Sigma), s.share(b, [2]metrics.Estimate{x, y}, made)
	return pairNow{
		met: true, gap: x.Mu - y.Mu, z: z, reach: s.reach(z, share),
		look: look{z, share, s.lookOf(b, max(made[0], made[1]))},
	}
}

// tallyOf returns the outcome counts of the first trials of the given models. For question q, it
// counts the first trials(q)[i] trials of models[i]. A question is left out if any of these numbers
// is 0. If no question remains, tallyOf returns nil.
func tallyOf(b *results.Board, models []int, trials func(question int) []int) *results.Tally {
	var questions []int
	counts := make([][]uint16, len(models))
	for q := range b.Questions {
		n := trials(q)
		if slices.Contains(n, 0) {
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

// wealth returns the largest wealth so far of a bettor who bets that model i is better than model
// j. The bettor plays on the questions that both models attempted, one trial of each per pass, as
// long as both models have trials of all of them. The result is 1 if the correction is not
// Betting.
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
