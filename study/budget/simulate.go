package budget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
)

// simulated is what further trials come to when they are played, by a metric of which
// nothing is known but its Estimates: replicate after replicate draws the chances behind
// the questions, adds trials to those that the board has, or to none where the truth is
// known, and asks the metric.
type simulated struct {
	*future
	metric metrics.Estimator
	grid   []int // trials of each question in all, ascending
}

// begunTrials is how many trials of each question a plan starts from.
func (m *Models) begunTrials() int {
	if m.Known {
		return 0
	}
	return m.Fewest
}

// replicate plays one evaluation, and visits it at every n of the grid with the
// estimates and the targets of the models: what their scores come to with endless trials.
func (s *simulated) replicate(index int, visit func(at int, now []metrics.Estimate, targets []float64)) {
	random := rand.New(rng.New(s.seed, "plan by simulation", index))
	truth := s.truth(index % len(s.draws))
	targets := s.targets(truth)
	var now []metrics.Estimate
	t, have := results.NewTally(len(truth), s.Questions, len(s.values)-1), 0
	if !s.Known {
		t.CopyFrom(s.made)
		have = s.made.Trials
	}
	for at, n := range s.grid {
		for model, questions := range truth {
			for q, chances := range questions {
				addTrials(t, model, q, n-have, chances, random)
			}
		}
		t.Trials, have = n, n
		now = metrics.Estimates(s.metric, t, now)
		visit(at, now, targets)
	}
}

// addTrials adds the outcomes of trials of a question to a tally.
func addTrials(t *results.Tally, model, question, trials int, chances []float64, random *rand.Rand) {
	rest := 1.0
	for category := len(chances) - 1; category > 0 && trials > 0; category-- {
		p := min(max(chances[category]/rest, 0), 1)
		n := trials
		if p < 1 {
			n = 0
			if p > 0 {
				n = int(distuv.Binomial{N: float64(trials), P: p, Src: random}.Rand())
			}
		}
		t.Add(model, question, category, n)
		trials, rest = trials-n, rest-chances[category]
	}
}

// truth is one draw of the chances of the categories, by model and question.
func (s *simulated) truth(draw int) [][][]float64 {
	truth := make([][][]float64, len(s.groups))
	for model := range truth {
		truth[model] = make([][]float64, s.Questions)
		if s.Known {
			for q, o := range s.outcome[model] {
				truth[model][q] = []float64{1 - o.mean, o.mean}
			}
			continue
		}
		next := s.chancesOf(s.picks[draw][model], model)
		for _, g := range s.groups[model] {
			for _, q := range g.questions {
				truth[model][q] = slices.Clone(next(q))
			}
		}
	}
	return truth
}

// targets are what the metric's scores come to, or the mean weights of outcomes where
// the metric does not say.
func (s *simulated) targets(truth [][][]float64) []float64 {
	targets := make([]float64, len(truth))
	targeter, ok := s.metric.(metrics.Targeter)
	for model, questions := range truth {
		target := math.NaN()
		if ok && len(s.values) == 2 {
			correct := make([]float64, len(questions))
			for q, chances := range questions {
				correct[q] = chances[1]
			}
			target = targeter.Target(correct)
		}
		if math.IsNaN(target) {
			target = 0
			for _, chances := range questions {
				for j, p := range chances {
					target += float64(p * s.values[j])
				}
			}
		}
		targets[model] = target
	}
	return targets
}

// tellings are how often pairs were told apart.
type tellings struct {
	told  [][]int // by pair and place of the grid
	right []int   // by pair: how often the order is the right one
	all   []int   // by place: how often all were told apart at once
}

func newTellings(pairs, places int) *tellings {
	t := &tellings{make([][]int, pairs), make([]int, pairs), make([]int, places)}
	for i := range t.told {
		t.told[i] = make([]int, places)
	}
	return t
}

// Reset forgets all.
func (t *tellings) Reset() {
	for i := range t.told {
		clear(t.told[i])
	}
	clear(t.right)
	clear(t.all)
}

// Merge adds those of other replicates.
func (t *tellings) Merge(from *tellings) {
	for i := range t.told {
		for at, n := range from.told[i] {
			t.told[i][at] += n
		}
		t.right[i] += from.right[i]
	}
	for at, n := range from.all {
		t.all[at] += n
	}
}

// tell plays evaluations and counts how often each pair is told apart in the right
// order.
func (s *simulated) tell(ctx context.Context, pairs [][2]int, quantile float64, o montecarlo.Options) (*tellings, error) {
	empty := func() *tellings { return newTellings(len(pairs), len(s.grid)) }
	return montecarlo.Fold(ctx, o, empty, func() montecarlo.Visit[*tellings] {
		return func(index int, into *tellings, _ func() bool) {
			s.replicate(index, func(at int, now []metrics.Estimate, targets []float64) {
				apart := 0
				for i, p := range pairs {
					a, b := now[p[0]], now[p[1]]
					right := targets[p[0]] > targets[p[1]]
					if right && at == 0 {
						into.right[i]++
					}
					if right && ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= quantile {
						into.told[i][at]++
						apart++
					}
				}
				if apart == len(pairs) {
					into.all[at]++
				}
			})
		}
	})
}

// geometric are numbers of trials above one, each a seventh more than the last, up to
// another.
func geometric(above, most int) []int {
	var grid []int
	for n := above + 1; n < most; n = max(n+1, n+n/7) {
		grid = append(grid, n)
	}
	return append(grid, most)
}

// MetricPlan is a Plan by any metric: by simulation, on a grid of numbers of trials.
// What Bayes@n alone has is not in it: of the Need of its pairs there are the models,
// whether their scores are equal, the Gap of the scores and z Now.
type MetricPlan struct {
	*Plan
	Metric     metrics.Estimator
	Grid       []int // what was tried
	Replicates int
}

// By makes a plan by any metric: z of its estimates is to reach the quantile, in the
// order of what its scores come to with endless trials. Pairs of the models are then in
// the order of that, where the truth is known, else of the board's scores.
func (m *Models) By(metric metrics.Estimator) (*ByMetric, error) {
	if m.Unequal() {
		return nil, errors.New("a plan by simulation needs a board with as many trials of every question")
	}
	if err := metric.Check(m.made.Top, m.made.Trials); err != nil {
		return nil, err
	}
	by := &ByMetric{Models: m, metric: metric, now: metrics.Estimates(metric, m.made, nil)}
	for _, e := range by.now {
		by.scores = append(by.scores, e.Mu)
	}
	if m.Known {
		s := &simulated{future: m.grouped(), metric: metric}
		by.scores = s.targets(s.truth(0))
	}
	m.Order = ranking.ByScore(by.scores)
	return by, nil
}

// ByMetric are the models of a board as a metric has them.
type ByMetric struct {
	*Models
	metric metrics.Estimator
	now    []metrics.Estimate
	scores []float64
}

// Plan finds what tells pairs apart, as far as at most Reasonable times the board's
// trials do.
func (m *ByMetric) Plan(ctx context.Context, pairs [][2]int, o PlanOptions) (*MetricPlan, error) {
	metric := m.metric
	p, err := m.newPlan(ctx, pairs, o)
	if err != nil {
		return nil, err
	}
	o = p.Options
	first := max(m.begunTrials(), metric.FirstTrial()-1)
	grid := append(geometric(first, max(Reasonable*m.Trials, first+1)), o.At...)
	slices.Sort(grid)
	grid = slices.DeleteFunc(slices.Compact(grid), func(n int) bool { return n <= first || n > results.MaxTrials })
	if len(grid) == 0 {
		return nil, fmt.Errorf("%s has no score with the trials that a plan may ask for", metric.Name())
	}
	if err := metric.Check(m.made.Top, grid[len(grid)-1]); err != nil {
		return nil, err
	}
	s := &simulated{p.future, metric, grid}
	by := &MetricPlan{Plan: p, Metric: metric, Grid: grid, Replicates: len(p.future.draws)}
	if m.Known {
		by.Replicates = mostDraws
	}
	by.Replicates = min(by.Replicates, max(simulatedCells/(m.Questions*len(m.outcome)*len(grid)), leastDraws))
	if _, slow := metric.(metrics.Fittable); slow {
		by.Replicates = min(by.Replicates, fittedReplicates)
	}
	run := montecarlo.Options{Replicates: by.Replicates, Workers: o.Workers, Progress: o.Progress}
	told, err := s.tell(ctx, pairs, p.Quantile, run)
	if err != nil {
		return nil, err
	}
	for i, pair := range pairs {
		p.Pairs = append(p.Pairs, by.pair(m, pair, told.told[i], told.right[i]))
	}
	return by, by.addTogetherBy(ctx, s, run)
}

// simulatedCells is how many times a question is played: some seconds.
const simulatedCells = 20_000_000

// pair is what was played of a pair.
func (p *MetricPlan) pair(m *ByMetric, pair [2]int, told []int, right int) Pair {
	a, b := m.now[pair[0]], m.now[pair[1]]
	played := float64(p.Replicates)
	q := Pair{Need: Need{
		Above: pair[0], Below: pair[1], Now: ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma),
		Gap: m.scores[pair[0]] - m.scores[pair[1]], Equal: m.scores[pair[0]] == m.scores[pair[1]],
	}}
	unknown := Spread{Between: math.NaN(), Ceiling: math.NaN()}
	q.More = Questions{Between: unknown.Between, Within: math.NaN(), Ceiling: unknown.Ceiling, Most: unknown}
	q.Power.Limit = float64(right) / played
	for _, n := range p.Options.At {
		chance := math.NaN()
		if at := slices.Index(p.Grid, n); at >= 0 {
			chance = float64(told[at]) / played
		}
		q.Chances = append(q.Chances, chance)
		q.Points = append(q.Points, Point{
			N: n, Right: math.NaN(), Z: math.NaN(), NormalRight: math.NaN(), NormalZ: math.NaN(),
		})
	}
	if !p.Models.Known && q.Now >= p.Quantile {
		q.Power.Trials, q.Power.Apart, q.Power.Chance = p.Models.Fewest, true, q.Power.Limit
		return q
	}
	for at, n := range p.Grid {
		if chance := float64(told[at]) / played; chance >= p.Options.Power {
			q.Power.Trials, q.Power.Chance = n, chance
			q.Power.ToRun = 2 * int64(p.Models.Questions) * int64(n-p.Models.begunTrials())
			break
		}
	}
	return q
}

// addTogetherBy plays the pairs within reach at once.
func (p *MetricPlan) addTogetherBy(ctx context.Context, s *simulated, run montecarlo.Options) error {
	pairs, models, n := p.open()
	if len(pairs) == 0 {
		return nil
	}
	s.grid = []int{n}
	run.Progress = nil
	told, err := s.tell(ctx, pairs, p.Quantile, run)
	if err != nil {
		return err
	}
	p.Together = Together{
		N: n, Pairs: len(pairs), All: float64(told.all[0]) / float64(p.Replicates),
		ToRun: int64(len(models)) * p.PerModel(n-p.Models.begunTrials()),
	}
	for i := range pairs {
		p.Together.Expected += float64(told.told[i][0]) / float64(p.Replicates)
	}
	return nil
}
