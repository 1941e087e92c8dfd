package main

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
	"settle/study/posterior"
)

// populations lists distributions from which the success probabilities of questions are drawn.
var populations = []struct {
	beta  distuv.Beta
	title string
}{
	{distuv.Beta{Alpha: 200, Beta: 200}, "questions hardly differ"},
	{distuv.Beta{Alpha: 40, Beta: 360}, "hardly, and all are hard"},
	{distuv.Beta{Alpha: 0.3, Beta: 0.9}, "most very hard, some very easy"},
	{distuv.Beta{Alpha: 0.15, Beta: 0.15}, "nearly all solved always or never"},
}

var (
	questionCounts = []int{2, 3, 5, 10, 30, 100}
	trialCounts    = []int{1, 4, 64}
)

// population returns a study that measures how often intervals with --estimand population contain
// the truth. Each draw includes boards from every distribution in populations.
func population() *study {
	var rows []row
	for _, p := range populations {
		title := fmt.Sprintf("Beta(%v, %v): %s", p.beta.Alpha, p.beta.Beta, p.title)
		for _, m := range questionCounts {
			for _, n := range trialCounts {
				rows = append(rows, row{title, []string{strconv.Itoa(m), strconv.Itoa(n)}})
			}
		}
	}
	return &study{
		name: "population", page: "coverage", boards: 4000, sample: 40, every: 1,
		labels: []label{{"M", true}, {"N", true}},
		columns: percents("`avg`", "`avg` by 1.96", "`avg`, noise twice", "`bayes`",
			"difference, `avg`", "difference, `avg`, without l", "difference, `bayes`"),
		parts: []part{{rows, averaged("coverage", func(s *rng.Stream, _ int) (held []float64, err error) {
			for _, p := range populations {
				p.beta.Src = s
				more, err := sampleBoards(s, p.beta)
				if err != nil {
					return nil, err
				}
				held = append(held, more...)
			}
			return held, nil
		})}},
	}
}

// sampleBoards draws boards of all sizes for two models. For each interval it returns 1 if the
// interval contains the truth, else 0. The first model solves a question with probability p and the
// second with p², so both find the same questions hard. The smaller boards are parts of the largest
// board.
func sampleBoards(stream *rng.Stream, beta distuv.Beta) ([]float64, error) {
	most := questionCounts[len(questionCounts)-1]
	p := make([]float64, most)
	for q := range p {
		p[q] = beta.Rand()
	}
	first := beta.Mean()
	second := first*first + beta.Variance() // mean of p²
	counts := make([][2]int, most)
	held := make([][]float64, len(questionCounts))
	trials := 0
	for _, n := range trialCounts {
		for ; trials < n; trials++ {
			for q := range counts {
				if stream.Float64() < p[q] {
					counts[q][0]++
				}
				if stream.Float64() < p[q]*p[q] {
					counts[q][1]++
				}
			}
		}
		for j, m := range questionCounts {
			holds, err := contained(counts[:m], n, first, second)
			if err != nil {
				return nil, err
			}
			held[j] = append(held[j], holds...)
		}
	}
	var all []float64
	for _, ofSize := range held {
		all = append(all, ofSize...)
	}
	return all, nil
}

// contained returns 1 for each interval of a board that contains the truth, and 0 for each that
// does not. The counts are the successes of the two models on each question. The last two arguments
// are the models' true means.
func contained(counts [][2]int, trials int, first, second float64) ([]float64, error) {
	t := results.NewTally(2, len(counts), 1)
	t.Trials = trials
	shares, differences := make([]float64, len(counts)), make([]float64, len(counts))
	for q, c := range counts {
		t.Add(0, q, 1, c[0])
		t.Add(1, q, 1, c[1])
		shares[q] = float64(c[0]) / float64(trials)
		differences[q] = shares[q] - float64(c[1])/float64(trials)
	}
	avg, bayes := metrics.Avg(metrics.Binary), metrics.Bayes(metrics.Binary, nil)
	a, err := posterior.New(avg, t, posterior.Population)
	if err != nil {
		return nil, err
	}
	b, err := posterior.New(bayes, t, posterior.Population)
	if err != nil {
		return nil, err
	}
	twice, without, normal := avg.Estimate(t, 0), a.Difference(0, 1), a.Estimate(0)
	twice.DF, normal.DF = float64(len(counts)-1), 0
	twice.Sigma = math.Hypot(twice.Sigma, math.Sqrt(stat.Variance(shares, nil)/float64(len(shares))))
	x, _ := metrics.SamplingNoise(avg, t, 0)
	y, _ := metrics.SamplingNoise(avg, t, 1)
	without.Sigma = math.Sqrt(max(stat.Variance(differences, nil)/float64(len(differences)), x.Within+y.Within))
	gap := first - second
	return []float64{
		holds(a.Estimate(0), first), holds(normal, first), holds(twice, first), holds(b.Estimate(0), first),
		holds(a.Difference(0, 1), gap), holds(without, gap), holds(b.Difference(0, 1), gap),
	}, nil
}

// holds returns 1 if the 95 % interval of an estimate contains the truth, else 0.
func holds(e metrics.Estimate, truth float64) float64 {
	held, _ := coverage(e, truth)
	return held
}

// clusterings lists ways to divide questions into groups. size(group) is the number of questions in
// a group.
var clusterings = []struct {
	sizes string
	size  func(group int) int
}{
	{"1 each", func(int) int { return 1 }},
	{"5 each", func(int) int { return 5 }},
	{"2, every fifth 20", func(group int) int {
		if group%5 == 0 {
			return 20
		}
		return 2
	}},
}

var groupCounts = []int{3, 5, 10, 20, 40}

// clusters returns a study that measures how often intervals of the metric avg contain the truth
// when questions are grouped. Each draw includes boards with every kind of grouping.
func clusters() *study {
	var rows []row
	for _, kind := range clusterings {
		for _, groups := range groupCounts {
			rows = append(rows, row{"", []string{strconv.Itoa(groups), kind.sizes}})
		}
	}
	return &study{
		name: "clusters", page: "coverage", boards: 4000, sample: 40, every: 1,
		labels:  []label{{"groups", true}, {"questions of a group", false}},
		columns: percents("groups unknown", "groups", "groups, by 1.96", "difference, groups unknown", "difference, groups"),
		parts: []part{{rows, averaged("clusters", func(s *rng.Stream, _ int) (held []float64, err error) {
			for _, kind := range clusterings {
				for _, groups := range groupCounts {
					more, err := containedGrouped(drawClusters(s, groups, kind.size))
					if err != nil {
						return nil, err
					}
					held = append(held, more...)
				}
			}
			return held, nil
		})}},
	}
}

// drawClusters draws the successes of two models on grouped questions. Each group has a mean μ from
// Beta(1, 1). Each question has a success probability from Beta(2μ, 2(1 − μ)), so that the
// probabilities within a group have a correlation of 1/3. The second model has the squared
// probability.
func drawClusters(stream *rng.Stream, groups int, size func(int) int) *results.Tally {
	const trials = 8
	var group []int
	for g := range groups {
		for range size(g) {
			group = append(group, g)
		}
	}
	t := results.NewTally(2, len(group), 1)
	t.Trials, t.Groups = trials, group
	mu, last := 0.0, -1
	for q, g := range group {
		if g != last {
			mu, last = stream.Float64(), g
		}
		p := beta(stream, 2*mu, 2*(1-mu))
		for range trials {
			for model, chance := range []float64{p, p * p} {
				if stream.Float64() < chance {
					t.Add(model, q, 1, 1)
				}
			}
		}
	}
	return t
}

// containedGrouped returns, for each interval of a board from drawClusters, 1 if the interval
// contains the truth, else 0. The true mean of the first model is E[p] = 1/2. That of the second is
// E[p²] = E[μ² + μ(1 − μ)/3] = 1/3 + 1/18 = 7/18.
func containedGrouped(t *results.Tally) ([]float64, error) {
	const first, difference = 0.5, 0.5 - 7.0/18
	known, err := posterior.New(metrics.Avg(metrics.Binary), t, posterior.Population)
	if err != nil {
		return nil, err
	}
	t.Groups = nil
	unknown, err := posterior.New(metrics.Avg(metrics.Binary), t, posterior.Population)
	if err != nil {
		return nil, err
	}
	normal := known.Estimate(0)
	normal.DF = 0
	return []float64{
		holds(unknown.Estimate(0), first), holds(known.Estimate(0), first), holds(normal, first),
		holds(unknown.Difference(0, 1), difference), holds(known.Difference(0, 1), difference),
	}, nil
}

// gradedTrials lists the numbers of trials per question on boards with graded outcomes. The boards
// with fewer trials consist of the first trials of the largest board.
var gradedTrials = []int{4, 8, 16, 80}

// measureGraded returns a study that measures how often the intervals of the metrics bayes and avg
// contain the true means of mimics (simulated models). A schema without thresholds sorts the
// mimics' attempts into categories.
func measureGraded() (*study, error) {
	mimics, _, err := sim.NamedMimics("fig7", seed)
	if err != nil {
		return nil, err
	}
	schema, err := rubric.Named("format-aware")
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, n := range gradedTrials {
		categories := schema.Weights().Len()
		rows = append(rows, row{"", []string{strconv.Itoa(n), fmt.Sprintf("%d of %d", categories, n+categories)}})
	}
	return &study{
		name: "graded", page: "coverage", boards: 1000, sample: 5, every: 1, intervals: len(mimics.Models),
		labels: []label{{"N", true}, {"prior", true}}, columns: percents("`bayes`", "`avg`"),
		parts: []part{{rows, averaged("", func(_ *rng.Stream, index int) ([]float64, error) {
			return gradedBoard(mimics, schema, index)
		})}},
	}, nil
}

// gradedBoard draws one board. For each number of trials and each metric, it returns the share of
// models whose interval contains the true mean.
func gradedBoard(mimics *sim.Mimics, schema *rubric.Schema, index int) (held []float64, err error) {
	all, err := mimics.Attempts(gradedTrials[len(gradedTrials)-1], seed, index)
	if err != nil {
		return nil, err
	}
	var none rubric.Thresholds
	truth := mimics.Means(schema, &none)
	for _, n := range gradedTrials {
		first := &signals.Attempts{Models: all.Models, Questions: all.Questions, Trials: n}
		for from := 0; from < len(all.Cells); from += all.Trials {
			first.Cells = append(first.Cells, all.Cells[from:from+n]...)
		}
		board, err := first.Board(schema, &none)
		if err != nil {
			return nil, err
		}
		tally := board.Tally(n)
		for _, m := range []metrics.Estimator{metrics.Bayes(schema.Weights(), nil), metrics.Avg(schema.Weights())} {
			var hits float64
			for model, mean := range truth {
				hits += holds(m.Estimate(tally, model), mean)
			}
			held = append(held, hits/float64(len(truth)))
		}
	}
	return held, nil
}
