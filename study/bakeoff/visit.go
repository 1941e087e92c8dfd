package bakeoff

import (
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
)

// A visitor is one worker's state for evaluating boards without missing attempts.
type visitor struct {
	jury
	walker   replicate.Walker
	scorer   *metrics.Scorer   // nil without a plan
	rankings []metrics.Ranking // by metric, nil if it is not a ranker
	said     answer
	together *batch // nil if no metric scores several boards in one call
}

// A jury compares the ranking by each metric with the metric's gold order (reference ranking), and
// compares the metrics with each other.
type jury struct {
	*contest
	golds []*agreement
	found []outcome // by metric
}

func (c *contest) newJury() jury {
	j := jury{contest: c, found: make([]outcome, len(c.entrants))}
	for _, gold := range c.golds {
		j.golds = append(j.golds, gold.clone())
	}
	return j
}

// rankings returns one element per metric: a new metrics.Ranking if the metric is a
// metrics.Ranker, and nil otherwise. The result is for use by one goroutine.
func (c *contest) rankings() []metrics.Ranking {
	rankings := make([]metrics.Ranking, len(c.entrants))
	for i, e := range c.entrants {
		if e.ranker != nil {
			rankings[i] = e.ranker.Ranking()
		}
	}
	return rankings
}

func (c *contest) newVisitor() *visitor {
	v := &visitor{jury: c.newJury(), rankings: c.rankings(), said: newAnswer(len(c.field.Models))}
	v.together = c.newBatch()
	source := c.field.Source(c.trials, c.seed)
	if c.plan == nil {
		v.walker = source.Walker()
		return v
	}
	player := montecarlo.NewPlayer(source, c.plan)
	v.walker, v.scorer = player, player.Scorer
	return v
}

// visit evaluates replicate r at every requested number of trials.
func (v *visitor) visit(r int, into *sums, stopped func() bool) {
	into.Replicates++
	t := v.walker.Draw(r)
	for i := len(v.at) - 1; i >= 0 && !stopped(); {
		if v.together == nil {
			v.drop(t, i)
			v.look(r, t, i, 0, into)
			i--
			continue
		}
		for place, t := range v.gather(t, i) {
			v.look(r, t, i, place, into)
			i--
		}
	}
}

// drop removes trials from the replicate until at[i] trials per question are left.
func (v *visitor) drop(t *results.Tally, i int) {
	for t.Trials > v.at[i] {
		v.walker.Drop()
	}
}

// look evaluates all metrics on replicate r with at[i] trials per question. With this number of
// trials, the replicate has the index place in the batch.
func (v *visitor) look(r int, t *results.Tally, i, place int, into *sums) {
	if v.scorer != nil {
		v.scorer.Score(t)
	}
	for j := range v.entrants {
		if t.Trials >= v.entrants[j].metric.FirstTrial() {
			v.ask(j, t, i, place)
			v.judge(r, j, &v.said, into.cell(j, i))
		}
	}
	v.compare(i, into)
}

// ask stores the scores and the ranking by one metric for a replicate (a simulated board) with
// at[i] trials per question. With this number of trials, the replicate has the index place in the
// batch.
func (v *visitor) ask(entrant int, t *results.Tally, i, place int) {
	e := &v.entrants[entrant]
	v.said.begin()
	switch {
	case e.ranker != nil:
		v.said.rank(v.rankings[entrant], t)
	case e.batch != nil:
		v.said.take(&v.together.scored[entrant][place])
	case e.board:
		v.said.score(e, t)
	default:
		copy(v.said.keys, v.scorer.Keys(v.plan.Slot(e.planned)))
		if e.sequential == nil {
			v.said.scores, v.said.scored = e.scores(t, i, v.said.scores), true
		}
	}
	if e.estimator != nil && e.truth != nil && !v.said.known {
		v.said.estimate(e.estimator, t)
	}
}

// judge compares the ranking of replicate r by one metric with the gold order, and adds the results
// to a cell.
func (j *jury) judge(r, entrant int, said *answer, into *cell) {
	e := &j.entrants[entrant]
	j.found[entrant] = into.add(r, said, e, j.golds[e.judge].compareRanking(said.keys))
}

// compare adds the differences between the results of each pair of metrics on a replicate with
// at[i] trials. It leaves out metrics that need more trials.
func (j *jury) compare(i int, into *sums) {
	n := j.at[i]
	for second := range j.entrants {
		for first := range second {
			if n >= j.entrants[second].metric.FirstTrial() && n >= j.entrants[first].metric.FirstTrial() {
				into.duel(first, second, i).add(&j.found[first], &j.found[second])
			}
		}
	}
}
