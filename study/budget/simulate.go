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

// A trialSimulator simulates more trials for metrics about which nothing but the estimates is
// known. Each simulation draws the success probabilities of the questions and adds random trials
// to the board, or to an empty board if the truth is known. Then it calls the metric.
type trialSimulator struct {
	*future
	metric metrics.Estimator
	grid   []int // total trials per question, ascending
}

// begunTrials returns the number of trials per question that a simulated evaluation has at the
// start: those on the board, or 0 if the truth is known.
func (m *Models) begunTrials() int {
	if m.Known {
		return 0
	}
	return m.Fewest
}

// A player is one worker's state for simulating evaluations. It must not be shared between
// goroutines.
type player struct {
	*trialSimulator
	sampler *sampler // nil if the truth is known
	stream  *rng.Stream
	random  *rand.Rand
	truth   [][]float64 // by model, then question and category: the probabilities
	begun   *results.Tally
	tally   *results.Tally
	now     []metrics.Estimate
	targets []float64
	correct []float64         // success probabilities of one model by question
	answers *simulatedAnswers // nil if the metric does not use answers
}

func (s *trialSimulator) player() *player {
	stream := rng.New(s.seed, "plan by simulation", 0)
	p := &player{
		trialSimulator: s, stream: stream, random: rand.New(stream), truth: make([][]float64, len(s.groups)),
		begun: s.start(), tally: results.NewTally(len(s.groups), s.Questions, len(s.values)-1),
		targets: make([]float64, len(s.groups)), correct: make([]float64, s.Questions),
	}
	if !s.Known {
		p.sampler = s.sampler()
	}
	if p.answers = s.newSimulatedAnswers(max(slices.Max(append([]int{1}, s.grid...)), s.made.MostTrials())); p.answers != nil {
		p.answers.begin(s.made, p.begun)
	}
	for model := range p.truth {
		p.truth[model] = make([]float64, s.Questions*len(s.values))
		if s.Known {
			for q, o := range s.outcome[model] {
				p.truth[model][2*q], p.truth[model][2*q+1] = 1-o.mean, o.mean
			}
		}
	}
	return p
}

// start returns the outcome counts with which every simulated evaluation begins. They have a
// category for each weight.
func (s *trialSimulator) start() *results.Tally {
	t := results.NewTally(len(s.groups), s.Questions, len(s.values)-1)
	if s.Known {
		return t
	}
	t.Trials = s.made.Trials
	for model := range s.groups {
		for i, n := range s.made.Row(model) {
			t.Add(model, i/s.made.Top, i%s.made.Top+1, int(n))
		}
	}
	return t
}

// probabilitiesAt returns the outcome probabilities, by category, of a model at a question, in
// the current draw of the truth.
func (p *player) probabilitiesAt(model, question int) []float64 {
	return p.truth[model][question*len(p.values) : (question+1)*len(p.values)]
}

// replicate simulates one evaluation. At every number of trials in the grid, it calls visit with
// the index of that number, the models' estimates, and their targets. A target is the score that
// a model approaches with unlimited trials.
func (p *player) replicate(index int, visit func(at int, now []metrics.Estimate, targets []float64)) {
	p.stream.Seek(index)
	p.imagine(index % len(p.draws))
	p.tally.CopyFrom(p.begun)
	for at, n := range p.grid {
		for model := range p.truth {
			for q := range p.Questions {
				p.addTrials(model, q, n)
			}
		}
		p.tally.Trials = n
		if p.answers != nil {
			p.tally.Cast(p.answers.board)
		}
		p.now = metrics.Estimates(p.metric, p.tally, p.now)
		visit(at, p.now, p.targets)
	}
}

// addTrials adds random trials of a question by a model to the simulated evaluation until there
// are n.
func (p *player) addTrials(model, question, n int) {
	if p.answers != nil {
		p.answers.count(p.tally, model, question)
	}
	addTrials(p.tally, model, question, n-p.tally.Trials, p.probabilitiesAt(model, question), p.random)
	if p.answers != nil {
		p.answers.extend(p.tally, model, question, p.tally.Trials, n, p.random)
	}
}

// imagine draws the true outcome probabilities, unless they are known, and computes each model's
// target: its score with unlimited trials.
func (p *player) imagine(draw int) {
	for model, groups := range p.groups {
		if p.Known {
			break
		}
		p.sampler.begin(p.picks[draw][model], model)
		for _, g := range groups {
			for _, q := range g.questions {
				copy(p.probabilitiesAt(model, q), p.sampler.question(q))
			}
		}
	}
	for model := range p.targets {
		p.targets[model] = p.target(model)
	}
}

// target returns the limit of a model's score with unlimited trials. If the metric does not
// provide the limit, target returns the sum over questions of the expected weight of an outcome.
func (p *player) target(model int) float64 {
	if len(p.values) == 2 {
		for q := range p.correct {
			p.correct[q] = p.probabilitiesAt(model, q)[1]
		}
	}
	if p.answers != nil {
		return p.answers.target(model, p.correct)
	}
	if targeter, ok := p.metric.(metrics.Targeter); ok && len(p.values) == 2 {
		if target := targeter.Target(p.correct); !math.IsNaN(target) {
			return target
		}
	}
	var sum float64
	for q := range p.Questions {
		for j, chance := range p.probabilitiesAt(model, q) {
			sum += float64(chance * p.values[j])
		}
	}
	return sum
}

// addTrials adds a number of trials of a question to a tally, with random outcomes. chances holds
// the probability of each category.
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

// A separations counts the simulated evaluations that separate pairs of models in the right
// order.
type separations struct {
	Told  [][]int // number of evaluations that separate the pair, by pair and grid index
	Right []int   // number of evaluations in which the targets have the given order, by pair
	All   []int   // number of evaluations that separate all pairs, by grid index
}

func newSeparations(pairs, places int) *separations {
	t := &separations{make([][]int, pairs), make([]int, pairs), make([]int, places)}
	for i := range t.Told {
		t.Told[i] = make([]int, places)
	}
	return t
}

// countSeparations simulates evaluations and counts how often they separate each pair of models
// in the right order, at each number of trials in s.grid.
func (s *trialSimulator) countSeparations(ctx context.Context, pairs [][2]int, quantile float64, o montecarlo.Options) (*separations, error) {
	empty := func() *separations { return newSeparations(len(pairs), len(s.grid)) }
	return montecarlo.Fold(ctx, o, empty, func() montecarlo.Visit[*separations] {
		p := s.player()
		return func(index int, into *separations, _ func() bool) {
			p.replicate(index, func(at int, now []metrics.Estimate, targets []float64) {
				separated := 0
				for i, pair := range pairs {
					a, b := now[pair[0]], now[pair[1]]
					right := targets[pair[0]] > targets[pair[1]]
					if right && at == 0 {
						into.Right[i]++
					}
					if right && ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= quantile {
						into.Told[i][at]++
						separated++
					}
				}
				if separated == len(pairs) {
					into.All[at]++
				}
			})
		}
	})
}

// geometric returns increasing numbers of trials, each about a seventh larger than the one
// before. The first is low + 1, and the last is high.
func geometric(low, high int) []int {
	var grid []int
	for n := low + 1; n < high; n = max(n+1, n+n/7) {
		grid = append(grid, n)
	}
	return append(grid, high)
}

// A MetricPlan is a Plan for any metric, found by simulation at the numbers of trials in Grid. It
// lacks the results that exist only for Bayes@n. The Need of a pair holds only the models, Equal,
// the Gap of the scores, and Now.
type MetricPlan struct {
	*Plan
	Metric     metrics.Estimator
	Grid       []int // the numbers of trials tried
	Replicates int
}

// By returns the models in a form that can make plans for any metric. In such plans, a pair is
// separated if two conditions hold: the z of the metric's estimates is at least the quantile, and
// the scores with unlimited trials have the same order. By ranks the models by their scores with
// unlimited trials if the truth is known, and otherwise by their scores on the board.
//
// By fails if numbers of trials on the board differ, if the metric cannot score the board, or if
// its scores with unlimited trials are unknown.
func (m *Models) By(metric metrics.Estimator) (*ByMetric, error) {
	if m.Unequal() {
		return nil, errors.New("a plan by simulation requires a board with the same number of trials of every question")
	}
	if err := metric.Check(m.made.Top, m.made.Trials); err != nil {
		return nil, err
	}
	if a, ok := metric.(metrics.AttemptMetric); ok {
		if err := m.checkAnswers(a); err != nil {
			return nil, err
		}
	}
	by := &ByMetric{Models: m, metric: metric, now: metrics.Estimates(metric, m.made, nil)}
	for _, e := range by.now {
		by.scores = append(by.scores, e.Mu)
	}
	if m.Known {
		truth := (&trialSimulator{future: m.groupedFuture(false), metric: metric}).player()
		truth.imagine(0)
		by.scores = truth.targets
	}
	m.Order = ranking.ByScore(by.scores)
	return by, nil
}

// A ByMetric holds the models of a board and their scores by a metric.
type ByMetric struct {
	*Models
	metric metrics.Estimator
	now    []metrics.Estimate
	scores []float64
}

// Plan finds, by simulation, the number of trials per question that separates each of the pairs,
// up to Reasonable times the board's trials. It fails if the options are out of range, if the
// metric cannot score the numbers of trials to try, or if ctx ends.
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
		return nil, fmt.Errorf("cannot plan by %s: this metric has no score at any number of trials that a plan can request", metric.Name())
	}
	if err := metric.Check(m.made.Top, grid[len(grid)-1]); err != nil {
		return nil, err
	}
	s := &trialSimulator{p.future, metric, grid}
	by := &MetricPlan{Plan: p, Metric: metric, Grid: grid, Replicates: len(p.future.draws)}
	if m.Known {
		by.Replicates = mostDraws
	}
	cells := simulatedCells
	if s.goesByAnswers() {
		cells /= dearAnswers
	}
	by.Replicates = min(by.Replicates, max(cells/(m.Questions*len(m.outcome)*len(grid)), leastDraws))
	if metrics.TraitsOf(metric).Fits {
		by.Replicates = min(by.Replicates, fittedReplicates)
	}
	run := montecarlo.Options{Replicates: by.Replicates, Workers: o.Workers, Progress: o.Progress}
	told, err := s.countSeparations(ctx, pairs, p.Quantile, run)
	if err != nil {
		return nil, err
	}
	for i, pair := range pairs {
		p.Pairs = append(p.Pairs, by.pair(m, pair, told.Told[i], told.Right[i]))
	}
	return by, by.addTogetherBy(ctx, s, run)
}

// simulatedCells limits the number of questions simulated in all evaluations together, so that a
// simulation takes only some seconds.
const simulatedCells = 20_000_000

// dearAnswers is the cost of simulating a question for a metric that uses answers, relative to
// the cost for a metric that uses only outcomes.
const dearAnswers = 10

// pair returns the results for a pair of models. The list told has an element for each number of
// trials in p.Grid: how many simulated evaluations separate the pair. right is the number of
// evaluations in which the first model of the pair is truly better.
func (p *MetricPlan) pair(m *ByMetric, pair [2]int, told []int, right int) Pair {
	a, b := m.now[pair[0]], m.now[pair[1]]
	played := float64(p.Replicates)
	q := Pair{Need: Need{
		Above: pair[0], Below: pair[1], Now: ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma),
		Gap: m.scores[pair[0]] - m.scores[pair[1]], Equal: m.scores[pair[0]] == m.scores[pair[1]],
	}}
	q.More = unknownQuestions(math.NaN())
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
	if !p.Models.Known && p.separatedBy(q) {
		q.Power.Trials, q.Power.Separated, q.Power.Chance = p.Models.Fewest, true, q.Power.Limit
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

// separatedBy reports whether the board already separates a pair. The plan's Rule decides or, if
// there is none, z by the metric.
func (p *MetricPlan) separatedBy(q Pair) bool {
	if rule := p.Options.Rule; rule != nil {
		return rule.Separated(q.Above, q.Below)
	}
	return q.Now >= p.Quantile
}

// addTogetherBy computes p.Together for the pairs that are within reach (see Wanted) and not yet
// separated. It simulates all of these pairs together.
func (p *MetricPlan) addTogetherBy(ctx context.Context, s *trialSimulator, run montecarlo.Options) error {
	pairs, models, n := p.openPairs()
	if len(pairs) == 0 {
		return nil
	}
	s.grid = []int{n}
	run.Progress = nil
	told, err := s.countSeparations(ctx, pairs, p.Quantile, run)
	if err != nil {
		return err
	}
	p.Together = Together{
		N: n, Pairs: len(pairs), All: float64(told.All[0]) / float64(p.Replicates),
		ToRun: int64(len(models)) * p.PerModel(n-p.Models.begunTrials()),
	}
	for i := range pairs {
		p.Together.Expected += float64(told.Told[i][0]) / float64(p.Replicates)
	}
	return nil
}
